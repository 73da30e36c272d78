"""What tests of the client share: a signed tree with a free and a paid pack, and dates."""

import datetime
import json
import pathlib
import socket
import subprocess

import harness
import houses

PACKS = {
    "first": "free: true\ngrid: { size: 5, stars: 1 }\ncount: 6\n",
    "second": "free: true\ngrid: { size: 6, stars: 1 }\ncount: 4\n",
    "third": "free: true\ngrid: { size: 6, stars: 1 }\ncount: 3\n",
    "sold": "free: false\ngrid: { size: 6, stars: 1 }\ncount: 3\n",
}


class Press:
    """A house whose releases are signed, and which publishes while phones play."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path):
        self.program, self.folder = program, folder
        self.now = datetime.datetime.now(datetime.timezone.utc)
        recipes = {
            "release.yaml": f"packs: [{', '.join(PACKS)}]\ncalendar: [daily, weekly, monthly]\n"
            f"profiles: {{ bundle: true, now: true }}\nsigning: {{ key: {houses.KEY} }}\n"
        }
        for number, (name, text) in enumerate(PACKS.items()):
            recipes[f"packs/{name}.yaml"] = (
                f"id: {name}\nname: {name}\n{text}difficulty: {{ from: 1, to: 3 }}\n"
                f"seed: {number + 1}\n"
            )
        first = self.now - datetime.timedelta(days=3)
        week = first.isocalendar()
        starts = {
            "daily": f"{first:%Y-%m-%d}",
            "weekly": f"{week[0]}-{week[1]:02}",
            "monthly": f"{first:%Y-%m}",
        }
        for cadence, start in starts.items():
            recipes[f"calendar/{cadence}.yaml"] = (
                f"cadence: {cadence}\ngrid: {{ size: 8, stars: 1 }}\nstart: {start}\n"
                f"horizon: {4 if cadence == 'daily' else 2}\n"
                f"difficulty: {{ from: 1, to: 4 }}\nseed: {len(cadence)}\n"
            )
        houses.make(folder, recipes)
        key, words = houses.make_keys(program, folder, self.stamp)
        self.roots = [word for word in words if word != "--root-key"]
        self.environment = {houses.KEY[1:]: key}
        self.texts: set[str] = set()
        # What happened to it already.
        self.changes: set[int] = set()
        self.night()

    @property
    def stamp(self) -> str:
        return f"{self.now:%Y-%m-%dT%H:%M:%SZ}"

    def run(self, *words: str) -> None:
        import os

        ended = subprocess.run(
            [self.program, *words, "--recipes", "recipes", "--output", "output"]
            + ["--state", "state", "--now", self.stamp],
            cwd=self.folder,
            capture_output=True,
            text=True,
            env={**os.environ, **self.environment},
        )
        harness.check(ended.returncode == 0, f"{words}: {ended.returncode} {ended.stderr}")
        self.note()

    def night(self) -> None:
        self.run("nightly", "--quiet", "--jobs", "1")

    def note(self) -> None:
        """Remembers every puzzle that was ever published."""
        for path in (self.folder / "output").rglob("packs/*.json"):
            self.texts.update(json.loads(path.read_text())["puzzles"])
        for path in (self.folder / "output").rglob("*.sbn"):
            self.texts.add(path.read_text().strip())

    @property
    def bundle(self) -> pathlib.Path:
        return self.folder / "output/puzzles/bundle/free.json"

    @property
    def manifest(self) -> pathlib.Path:
        return self.folder / "output/puzzles/manifest.json"

    def date(self, offset: int) -> str:
        return f"{self.now + datetime.timedelta(days=offset):%Y-%m-%d}"

    @property
    def ids(self) -> list[str]:
        """Places that phones play: slots and dates."""
        counts = {"first": 6, "second": 4, "third": 3, "sold": 3}
        slots = [f"{name}:{slot}" for name, count in counts.items() for slot in range(count)]
        week = self.now.isocalendar()
        return [
            *slots,
            *(f"daily:{self.date(offset)}" for offset in range(-1, 3)),
            f"weekly:{week[0]}-{week[1]:02}",
            f"monthly:{self.now:%Y-%m}",
        ]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
