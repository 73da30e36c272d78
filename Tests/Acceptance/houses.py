"""Houses: folders in which nights are lived through, with recipes, state and published tree."""

import json
import pathlib
import subprocess

# The variable that has the release key of houses that sign.
KEY = "$SOAK_RELEASE_KEY"


def make(folder: pathlib.Path, recipes: dict[str, str]) -> pathlib.Path:
    """A new house with recipes, given as path and text."""
    for name, text in recipes.items():
        path = folder / "recipes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def files(house: pathlib.Path, *folders: str) -> dict[str, bytes]:
    """The bytes of every file in some of a house's folders, by its path in the house."""
    return {
        str(path.relative_to(house)): path.read_bytes()
        for folder in folders or ("out",)
        for path in sorted((house / folder).rglob("*"))
        if path.is_file()
    }


def run(house: pathlib.Path, *words: str | pathlib.Path) -> subprocess.CompletedProcess:
    """Runs a command in a house."""
    return subprocess.run(words, cwd=house, capture_output=True, text=True, timeout=120)


def sell(recipes: dict[str, str]) -> dict[str, str]:
    """The same recipes with a pack that has to be bought, all profiles, and signed releases."""
    release = "packs: [first, sold]\ncalendar: [daily]\nprofiles: { app: true, hints: true }\n"
    return recipes | {
        "release.yaml": f"{release}signing: {{ key: {KEY} }}\n",
        "packs/sold.yaml": "id: sold\nname: Sold\nfree: false\ngrid: { size: 6, stars: 1 }\n"
        "count: 3\ndifficulty: { from: 1, to: 3 }\nseed: 5\n",
    }


def make_keys(program: pathlib.Path, house: pathlib.Path, now: str) -> tuple[str, list[str]]:
    """Makes a house's keys: the release key, and the words that name the roots to `verify`."""
    words = ["keys", "new", "safe", "--key", "release.key", "--recipes", "recipes", "--now", now]
    made = run(house, program, *words, "--json")
    if made.returncode != 0:
        raise RuntimeError(made.stderr)
    roots = [word for root in json.loads(made.stdout)["roots"] for word in ("--root-key", root)]
    return (house / "release.key").read_text().strip(), roots


def night(
    program: pathlib.Path, now: str, jobs: int = 1, output: str = "out", private: str = ""
) -> list:
    """The nightly job of a house, with the clock at a moment."""
    places = ["--recipes", "recipes", "--output", output, "--state", "state"]
    if private:
        places += ["--private-to", private]
    return [program, "nightly", "--now", now, "--jobs", str(jobs), *places, "--quiet"]
