"""Houses: folders in which nights are lived through, with recipes, state and published tree."""

import pathlib
import subprocess


def make(folder: pathlib.Path, recipes: dict[str, str]) -> pathlib.Path:
    """A new house with recipes, given as path and text."""
    for name, text in recipes.items():
        path = folder / "recipes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def files(house: pathlib.Path, folder: str = "out") -> dict[str, bytes]:
    """The bytes of every file in one of a house's folders, by its path in the house."""
    return {
        str(path.relative_to(house)): path.read_bytes()
        for path in sorted((house / folder).rglob("*"))
        if path.is_file()
    }


def run(house: pathlib.Path, *words: str | pathlib.Path) -> subprocess.CompletedProcess:
    """Runs a command in a house."""
    return subprocess.run(words, cwd=house, capture_output=True, text=True, timeout=120)


def night(program: pathlib.Path, now: str, jobs: int = 1, output: str = "out") -> list:
    """The nightly job of a house, with the clock at a moment."""
    places = ["--recipes", "recipes", "--output", output, "--state", "state"]
    return [program, "nightly", "--now", now, "--jobs", str(jobs), *places, "--quiet"]
