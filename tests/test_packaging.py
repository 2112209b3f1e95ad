"""What people install: the wheel and the source archive, built from this folder and looked into."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "p2p", "signaling")


def run(*command: str, cwd: Path, env: dict[str, str] | None = None, within: float = 100) -> str:
    """What the command prints; it must end well."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=within)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def packaged_files() -> set[str]:
    """The path of every file of the three packages that a player's machine needs."""
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file())
    return {
        path.relative_to(ROOT).as_posix()
        for path in files
        if "__pycache__" not in path.parts and ROOT / "p2p" / "web" not in path.parents
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-d", str(folder), cwd=ROOT)
    return folder


def test_the_wheel_holds_the_three_packages_with_their_documents(built: Path) -> None:
    """Every file of the packages is in it, rulebook and record format too, and nothing else on the top level."""
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"engine/RULES.md", "engine/RECORDS.md"} <= names
    assert packaged_files() - names == set()
    top = {name.partition("/")[0] for name in names}
    assert {folder for folder in top if not folder.endswith(".dist-info")} == set(PACKAGES)


def test_the_source_archive_builds_the_same_wheel(built: Path, tmp_path: Path) -> None:
    """Distributions build from the archive alone, without Node or npm; what comes out has the same files."""
    (archive,) = built.glob("*.tar.gz")
    run("tar", "-xzf", str(archive), cwd=tmp_path)
    (unpacked,) = tmp_path.iterdir()
    (tmp_path / "bin").mkdir()
    closed = {"PATH": str(tmp_path / "bin"), "npm_config_registry": "http://127.0.0.1:9", "HOME": str(tmp_path)}
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    run(*build, cwd=unpacked, env=closed)
    wheels = [*built.glob("*.whl"), *(tmp_path / "dist").glob("*.whl")]
    first, second = ({(info.filename, info.CRC) for info in zipfile.ZipFile(wheel).infolist()} for wheel in wheels)
    assert first == second


def test_the_wheel_holds_the_page_and_names_whose_work_is_in_it(built: Path) -> None:
    """Every package that the page's sources use stands in NOTICE.txt with its licence."""
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        page = {name.removeprefix("p2p/static/") for name in archive.namelist() if name.startswith("p2p/static/")}
        notice = archive.read("p2p/static/NOTICE.txt").decode()
    assert {"index.html", "sw.js", "manifest.webmanifest"} <= page
    sources = "\n".join(path.read_text("utf-8") for path in (ROOT / "p2p" / "web" / "src").rglob("*.ts*"))
    used = {match.group(1) for match in re.finditer(r'from "((?:@[\w-]+/)?[a-z][\w-]*)(?:/[^"]*)?"', sources)}
    builder = (ROOT / "p2p" / "web" / "build.mjs").read_text("utf-8")
    used |= {match.group(1) for match in re.finditer(r'from: "(@[\w-]+/[\w-]+)', builder)}
    named = {match.group(1): match.group(2) for match in re.finditer(r"^(\S+) [\d.]+ \((.+)\)$", notice, re.MULTILINE)}
    assert {"preact", "@preact/signals", "@noble/curves"} <= used
    assert used <= named.keys()
    assert set(named.values()) <= {"MIT", "OFL-1.1"}
    assert notice.count("Permission is hereby granted") + notice.count("SIL OPEN FONT LICENSE") >= len(named)


def test_nothing_that_others_wrote_is_kept_with_the_sources() -> None:
    """No packages, no built page, no fonts, nothing minified: npm and pip fetch what is needed."""
    kept = run("git", "ls-files", cwd=ROOT).splitlines()
    assert "p2p/web/package-lock.json" in kept
    foreign = re.compile(r"(^|/)(node_modules|static|vendor|third_party|dist)/|\.min\.\w+$|\.(woff2?|ttf|otf|whl|tgz)$")
    assert [path for path in kept if foreign.search(path)] == []
    scripts = [ROOT / path for path in kept if path.startswith("p2p/web/") and path.endswith((".ts", ".tsx", ".mjs"))]
    assert [str(path) for path in scripts if max(map(len, path.read_text("utf-8").splitlines())) > 400] == []


@pytest.mark.long
@pytest.mark.timeout(900)
def test_pip_alone_installs_the_page_where_there_is_no_node(tmp_path: Path) -> None:
    """From the sources in git, into a fresh environment; Node comes for the build and does not stay."""
    for path in run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines():
        if (ROOT / path).is_file():
            (tmp_path / "sources" / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, tmp_path / "sources" / path)
    run(sys.executable, "-m", "venv", str(tmp_path / "venv"), cwd=tmp_path, within=300)
    programs = tmp_path / "venv" / "bin"
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    env["PATH"] = str(programs)
    pip = [str(programs / "pip"), "--disable-pip-version-check"]
    run(*pip, "install", "--quiet", str(tmp_path / "sources"), cwd=tmp_path, env=env, within=600)
    assert "node" not in run(*pip, "list", cwd=tmp_path, env=env).lower()
    program = "import p2p, pathlib; print(pathlib.Path(p2p.__file__).with_name('static'))"
    page = Path(run(str(programs / "python"), "-I", "-c", program, cwd=tmp_path, env=env).strip())
    assert tmp_path in page.parents
    served = re.findall(r'(?:src|href)="([^"]+)"', (page / "index.html").read_text("utf-8"))
    assert len(served) > 5
    assert [name for name in served if not (page / name).is_file()] == []


def test_the_installed_wheel_runs_away_from_the_sources(built: Path, tmp_path: Path) -> None:
    """Installed into an empty folder, the packages come from there and the command line starts."""
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    run(*pip, "--no-deps", "--target", str(tmp_path), str(wheel), cwd=tmp_path)
    program = "import sys; sys.path.insert(0, sys.argv[1]); "
    program += "import engine, p2p, signaling; print(engine.__file__, p2p.__file__, signaling.__file__, sep='\\n')"
    places = run(sys.executable, "-I", "-c", program, str(tmp_path), cwd=tmp_path).split()
    assert [Path(place).parent.parent for place in places] == [tmp_path] * 3
