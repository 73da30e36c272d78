"""What all acceptance tests share: how they are called, what they need, and how they end.

Shell scripts ask it whether programs are there:

    python3 Tests/Acceptance/harness.py TITLE PROGRAM…

Where something is missing it says what, and how to get it. On continuous integration (CI=true)
that is a failure; elsewhere a test, or its part, is skipped: the shell is told by status 77.
"""

import argparse
import importlib.util
import os
import pathlib
import shutil
import sys
from typing import NoReturn

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The make target's name.
TITLE = pathlib.Path(sys.argv[0]).stem.replace("_", "-")
SKIPPED = 77
# Debian's packages of what `make setup-acceptance` leaves out.
PACKAGES = {
    "flock": "util-linux",
    "munged": "munge",
    "node": "nodejs",
    "parallel": "parallel",
    "sbatch": "slurm-wlm",
    "slurmctld": "slurm-wlm",
    "slurmd": "slurm-wlm",
    "systemd-analyze": "systemd",
    "unshare": "util-linux",
    "wrk": "wrk",
    "zstd": "zstd",
}


def say(message: str) -> None:
    print(f"{TITLE}: {message}", flush=True)


def fail(message: str) -> NoReturn:
    raise SystemExit(f"{TITLE}: {message}")


def check(holds: object, message: str) -> None:
    """Ends the test where something does not hold."""
    if not holds:
        fail(message)


def programs(text: str, *defaults: str) -> list[pathlib.Path]:
    """The paths of the programs to test: those of the command line, or what make builds."""
    parser = argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for default in defaults:
        parser.add_argument(
            pathlib.Path(default).name, nargs="?", default=ROOT / default, help=f"default {default}"
        )
    return [built(path) for path in vars(parser.parse_args()).values()]


def built(path: str | pathlib.Path) -> pathlib.Path:
    """The whole path of a program, which has to be there."""
    check(os.access(path, os.X_OK), f"{path} is no program — run “make {TITLE}”, which builds it")
    return pathlib.Path(path).resolve()


def number(name: str, default: int, least: int = 0) -> int:
    """A whole number from the environment."""
    text = os.environ.get(name) or str(default)
    check(
        text.isdecimal() and int(text) >= least, f"{name} is {text}, not a number from {least} on"
    )
    return int(text)


def skip(what: str) -> None:
    """Says that something is not tried, which is a failure on CI."""
    if os.environ.get("CI", "").lower() in ("1", "true", "yes"):
        fail(f"{what}; nothing is skipped on CI")
    say(f"skipped: {what}")


def has(*names: str, modules: tuple[str, ...] = ()) -> bool:
    """Whether programs and Python modules are there. What is missing is said, and fails on CI."""
    path = os.environ.get("PATH", "") + ":/usr/sbin"
    missing = [name for name in names if shutil.which(name, path=path) is None]
    missing += [name for name in modules if importlib.util.find_spec(name) is None]
    if not missing:
        return True
    debian = sorted({PACKAGES[name] for name in missing if name in PACKAGES})
    ways = [f"apt-get install {' '.join(debian)}"] if debian else []
    if any(name not in PACKAGES for name in missing):
        ways.append("make setup-acceptance")
    skip(f"{', '.join(missing)} not found — install with “{'” and “'.join(ways)}”")
    return False


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: harness.py TITLE PROGRAM…")
    TITLE = sys.argv[1]
    sys.exit(0 if has(*sys.argv[2:]) else SKIPPED)
