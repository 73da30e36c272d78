"""What benchmarks with real puzzles share: where the puzzles are, and how a script is called."""

import argparse
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def arguments(text: str, puzzles: int) -> argparse.Namespace:
    """The program, the folder of puzzles and how many of each file, from the command line."""
    parser = argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    folder = os.environ.get("ALMANAC_CORPUS") or ROOT / "../shared/corpus"
    parser.add_argument(
        "folder",
        nargs="?",
        default=folder,
        type=pathlib.Path,
        help="puzzles, one SBN a line in *.sbn; default $ALMANAC_CORPUS or ../shared/corpus",
    )
    parser.add_argument(
        "--program", default=ROOT / ".build/release/almanac", help="default .build/release/almanac"
    )
    parser.add_argument(
        "--puzzles", type=int, default=puzzles, help=f"of each file, default {puzzles}"
    )
    given = parser.parse_args()
    if not os.access(given.program, os.X_OK):
        sys.exit(f"{parser.prog}: {given.program} is no program — run “make build”")
    if not files(given.folder):
        sys.exit(f"{parser.prog}: {given.folder} has no *.sbn — name a folder that has some")
    return given


def files(folder: pathlib.Path) -> list[pathlib.Path]:
    return [path for path in sorted(folder.glob("*.sbn")) if lines(path)]


def lines(path: pathlib.Path) -> list[str]:
    """The puzzles of a file."""
    stripped = (line.strip() for line in path.read_text().splitlines())
    return [line for line in stripped if line and not line.startswith("#")]
