"""The page for browsers, as the server hands it out."""

import gzip
from collections.abc import Mapping
from pathlib import Path

import aiohttp
import pytest

from signaling.server import SignalingServer, page_routes

INDEX = "<!doctype html><title>Peerdeck</title>" + "<p>A table.</p>" * 50
SCRIPT = "console.log('cards');" * 50
FILES = {
    "index.html": INDEX,
    "app-3XK2NB5Q.js": SCRIPT,
    "app-ABCDEFGH.css": "p{color:red}",
    "sw.js": "// worker",
    "manifest.webmanifest": "{}",
    "NOTICE.txt": "Thanks.",
    "sounds/card.json": "[]",
    "sources.sha256": "0123",
    ".hidden.js": "secret",
    "ranks-7F2K9QXZ.woff2": "wOF2" + "x" * 400,
}


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    (tmp_path / "passwords.txt").write_text("secret", encoding="utf-8")
    return folder


async def fetch(
    server: SignalingServer, path: str, headers: Mapping[str, str] | None = None
) -> tuple[int, Mapping[str, str], bytes]:
    """What a client is answered, not unpacked."""
    async with (
        aiohttp.ClientSession(auto_decompress=False, headers={"Accept-Encoding": "identity"}) as client,
        client.get(server.url.rstrip("/") + path, headers=headers) as answer,
    ):
        return answer.status, answer.headers, await answer.read()


async def test_the_address_of_the_server_opens_the_page(folder: Path) -> None:
    """With a policy that runs nothing but its own scripts, and tells nobody where it was opened."""
    async with SignalingServer("127.0.0.1", page=folder) as server:
        status, headers, body = await fetch(server, "/")
    assert (status, body.decode()) == (200, INDEX)
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["Content-Security-Policy"].startswith("default-src 'self'; img-src 'self' data:; style-src 'self'; ")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "kind", "lasting"),
    [
        ("/app-3XK2NB5Q.js", "text/javascript; charset=utf-8", True),
        ("/app-ABCDEFGH.css", "text/css; charset=utf-8", True),
        ("/ranks-7F2K9QXZ.woff2", "font/woff2", True),
        ("/sw.js", "text/javascript; charset=utf-8", False),
        ("/manifest.webmanifest", "application/manifest+json", False),
        ("/NOTICE.txt", "text/plain; charset=utf-8", False),
        ("/sounds/card.json", "application/json", False),
    ],
)
async def test_each_file_has_its_kind_and_is_kept_as_long_as_its_name_allows(
    folder: Path, path: str, kind: str, *, lasting: bool
) -> None:
    """A name with a hash is for ever; every other file is asked for again."""
    async with SignalingServer("127.0.0.1", page=folder) as server:
        status, headers, body = await fetch(server, path)
    assert (status, body.decode()) == (200, FILES[path.lstrip("/")])
    assert headers["Content-Type"] == kind
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert ("immutable" in headers["Cache-Control"]) == lasting


async def test_what_a_browser_has_already_is_not_sent_again(folder: Path) -> None:
    """It is told that nothing has changed."""
    async with SignalingServer("127.0.0.1", page=folder) as server:
        _, headers, _ = await fetch(server, "/")
        status, again, body = await fetch(server, "/", {"If-None-Match": headers["ETag"]})
        other, _, _ = await fetch(server, "/", {"If-None-Match": '"another"'})
    assert (status, body, again["ETag"]) == (304, b"", headers["ETag"])
    assert other == 200


async def test_files_travel_compressed_where_that_saves_something(folder: Path) -> None:
    """And only to who can read that."""
    async with SignalingServer("127.0.0.1", page=folder) as server:
        _, headers, body = await fetch(server, "/app-3XK2NB5Q.js", {"Accept-Encoding": "gzip, br"})
        _, of_css, css = await fetch(server, "/app-ABCDEFGH.css", {"Accept-Encoding": "gzip"})
        _, of_font, _ = await fetch(server, "/ranks-7F2K9QXZ.woff2", {"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body).decode() == SCRIPT
    assert headers["Vary"] == "Accept-Encoding"
    assert "Content-Encoding" not in of_css
    assert css == b"p{color:red}"
    assert "Content-Encoding" not in of_font


@pytest.mark.parametrize("accepted", ["gzip;q=0", "gzip; q=0.000", "br, identity", "xgzip", ""])
async def test_a_browser_that_cannot_read_gzip_gets_none(folder: Path, accepted: str) -> None:
    """Whatever else stands in the header."""
    async with SignalingServer("127.0.0.1", page=folder) as server:
        _, headers, _ = await fetch(server, "/app-3XK2NB5Q.js", {"Accept-Encoding": accepted})
    assert "Content-Encoding" not in headers


@pytest.mark.parametrize("accepted", ["gzip;q=0.1", "br;q=1, GZIP", "deflate,gzip;q=1.0"])
async def test_every_way_of_asking_for_gzip_is_understood(folder: Path, accepted: str) -> None:
    """With weights and in capitals."""
    async with SignalingServer("127.0.0.1", page=folder) as server:
        _, headers, _ = await fetch(server, "/app-3XK2NB5Q.js", {"Accept-Encoding": accepted})
    assert headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("path", ["/", "/healthz", "/signal", "/none", "/app-3XK2NB5Q.js"])
async def test_every_answer_is_what_it_says_and_tells_no_versions(folder: Path, path: str) -> None:
    """Also the refusals."""
    async with SignalingServer("127.0.0.1", page=folder) as server:
        _, headers, _ = await fetch(server, path)
    assert (headers["X-Content-Type-Options"], headers["Server"]) == ("nosniff", "Peerdeck")


@pytest.mark.parametrize(
    "path",
    [
        *("/index.htm", "/.hidden.js", "/sources.sha256", "/sounds", "/sounds/", "/static/index.html"),
        *("/../passwords.txt", "/%2e%2e/passwords.txt", "/..%2fpasswords.txt", "//etc/passwd", "/app-%00.js"),
    ],
)
async def test_nothing_else_is_served(folder: Path, path: str) -> None:
    """No listing, no file outside, none that is hidden or of another kind."""
    async with SignalingServer("127.0.0.1", page=folder) as server:
        status, _, body = await fetch(server, path)
    assert status == 404
    assert b"secret" not in body


async def test_the_rest_of_the_server_is_as_without_the_page(folder: Path) -> None:
    """Its own addresses come first."""
    (folder / "healthz").write_text("page", encoding="utf-8")
    async with SignalingServer("127.0.0.1", page=folder) as server:
        assert (await fetch(server, "/healthz"))[2] == b"ok\n"
        assert (await fetch(server, "/signal"))[0] == 426


@pytest.mark.parametrize("what", ["no folder", "no index", "nothing"])
async def test_without_a_built_page_people_are_told_what_to_do(tmp_path: Path, what: str) -> None:
    """In plain text."""
    folder = tmp_path / "static"
    if what == "no index":
        folder.mkdir()
        (folder / "app.js").write_text("x", encoding="utf-8")
    page = None if what == "nothing" else folder
    assert page_routes(page) == []
    async with SignalingServer("127.0.0.1", page=page) as server:
        status, headers, body = await fetch(server, "/")
    assert status == 200
    assert headers["Content-Type"].startswith("text/plain")
    assert b"peerdeck join CODE" in body
