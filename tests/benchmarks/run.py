"""Run the benchmarks beside this file, one process each: `python tests/benchmarks/run.py [WORD ...]`.

Every `bench_*.py` is a script that prints what it measured and what that is compared with. Words pick the
scripts whose name holds one of them. When a script fails, the others are run all the same and the exit status
is 1.
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def chosen(words: list[str]) -> list[Path]:
    """The benchmark scripts to run, in alphabetical order; all of them without words."""
    scripts = sorted(HERE.glob("bench_*.py"))
    return [script for script in scripts if not words or any(word in script.stem for word in words)]


def run(script: Path) -> bool:
    """Run one script as a module, so that it may import its neighbours. True if it ended well."""
    print(f"\n=== {script.stem.removeprefix('bench_').replace('_', ' ')} ===", flush=True)
    module = ".".join(script.relative_to(ROOT).with_suffix("").parts)
    return subprocess.run([sys.executable, "-m", module], cwd=ROOT, check=False).returncode == 0


def main(words: list[str]) -> int:
    """Run what was chosen and say what failed. Returns the exit status."""
    scripts = chosen(words)
    if not scripts:
        print(f"No benchmark's name holds any of: {' '.join(words)}" if words else "There are no benchmarks.")
        return 1
    failed = [script.name for script in scripts if not run(script)]
    if failed:
        print(f"\nFailed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
