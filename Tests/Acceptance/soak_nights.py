#!/usr/bin/env python3
"""Kills nightly runs at random moments, and looks at what is left.

    KILLS=100  SEED=1

Night after night is begun and killed with SIGKILL until so many were; after each kill the catalogue
has to pass `catalog check` and the tree `release verify`. Every third night is let through. In the
end the tree has to be the one that undisturbed nights have made, byte for byte, and the catalogue
has to hold the same puzzles.

Then two nights at once: one works, the other ends with 75 at once. A lock file that a dead process
has left is no obstacle.
"""

import datetime
import fcntl
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

import harness
import houses

FIRST = datetime.date(2026, 12, 28)

RECIPES = {
    "release.yaml": "packs: [first, second]\ncalendar: [daily, weekly]\n",
    "packs/first.yaml": "id: first\nname: First\nfree: true\ngrid: { size: 5, stars: 1 }\n"
    "count: 6\ndifficulty: { from: 1, to: 3 }\nseed: 1\n",
    "packs/second.yaml": "id: second\nname: Second\nfree: true\ngrid: { size: 8, stars: 1 }\n"
    "count: 12\ndifficulty: { from: 2, to: 6 }\nseed: 2\n",
    "calendar/daily.yaml": "cadence: daily\ngrid: { size: 10, stars: 2 }\nstart: 2026-12-28\n"
    "horizon: 5\nreserve: 6\ndifficulty: { from: 2, to: 6 }\nseed: 9\n",
    "calendar/weekly.yaml": "cadence: weekly\ngrid: { size: 8, stars: 1 }\nstart: 2026-53\n"
    "horizon: 2\nreserve: 2\ndifficulty: { from: 2, to: 5 }\nseed: 9\n",
}


class Nights:
    """Numbered nights in houses, and what is wrong with what they leave."""

    def __init__(self, program: pathlib.Path):
        self.program = program
        self.problems: list[str] = []

    def night(self, number: int) -> list:
        day = FIRST + datetime.timedelta(days=number)
        return houses.night(self.program, f"{day}T03:00:00Z", jobs=2)

    def start(self, house: pathlib.Path, number: int) -> subprocess.Popen:
        return subprocess.Popen(
            self.night(number), cwd=house, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def expect(self, what: str, house: pathlib.Path, *words: str | pathlib.Path) -> None:
        """Runs a command that has to end well."""
        ended = houses.run(house, *words)
        if ended.returncode != 0:
            self.problems.append(f"{what}: {ended.returncode} {ended.stderr.strip()}")

    def expect_whole(self, what: str, house: pathlib.Path) -> None:
        if (house / "state/catalog.sqlite").exists():
            check = [self.program, "catalog", "check", "--state", "state", "--quiet"]
            self.expect(f"{what}: catalog check", house, *check)
        if (house / "out/puzzles/manifest.json").exists():
            verify = [self.program, "release", "verify", "out", "--quiet"]
            self.expect(f"{what}: verify", house, *verify)

    def puzzles(self, house: pathlib.Path) -> list[str]:
        export = [self.program, "catalog", "export", "all.csv", "--force"]
        self.expect("export", house, *export, "--state", "state", "--quiet")
        # Numbers differ where a killed run has used some up.
        lines = (house / "all.csv").read_text().splitlines()
        return sorted(line.split(",", 1)[1] for line in lines)

    def live(self, house: pathlib.Path, kills: int, seed: int) -> int:
        """Nights of which so many are killed; the number of the last one, which was not."""
        dice = random.Random(seed)
        begun = time.monotonic()
        self.expect("the first night", house, *self.night(0))
        length = time.monotonic() - begun
        for folder in "state", "out":
            shutil.rmtree(house / folder)
        killed = tries = night = 0
        while killed < kills:
            tries += 1
            process = self.start(house, night)
            time.sleep(dice.random() * length * (1 if night == 0 else 0.5))
            process.kill()
            if process.wait() == -9:
                killed += 1
            else:
                night += 1
            self.expect_whole(f"kill {killed}, night {night}", house)
            if tries % 3 == 0:
                self.expect(f"night {night} after {killed} kills", house, *self.night(night))
                night += 1
        self.expect("the last night", house, *self.night(night))
        return night

    def compare(self, house: pathlib.Path, calm: pathlib.Path, last: int) -> None:
        """Sets a house beside one that nobody disturbs."""
        for number in range(last + 1):
            self.expect(f"undisturbed night {number}", calm, *self.night(number))
        ours, theirs = houses.files(house), houses.files(calm)
        if ours != theirs:
            names = sorted(n for n in ours.keys() | theirs.keys() if ours.get(n) != theirs.get(n))
            self.problems.append(f"the final tree is not the undisturbed one: {names[:6]}")
        if self.puzzles(house) != self.puzzles(calm):
            self.problems.append("the final catalogue holds other puzzles than the undisturbed one")
        check = [self.program, "catalog", "check", "--prove", "--state", "state", "--quiet"]
        self.expect("the final catalogue", house, *check)

    def live_twice(self, house: pathlib.Path) -> str:
        """Two at once; then the lock file of a dead process, which holds no lock."""
        one = self.start(house, 0)
        is_held = False
        while one.poll() is None and not is_held:
            try:
                with (house / "state/lock").open() as file:
                    fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except FileNotFoundError:
                pass
            except OSError:
                is_held = True
        begun = time.monotonic()
        other = houses.run(house, *self.night(0))
        took = time.monotonic() - begun
        if not is_held or one.poll() is not None:
            self.problems.append("the first of two nights has not lasted until the second")
        elif other.returncode != 75 or took > 5:
            self.problems.append(f"a second night ends with {other.returncode} after {took:.1f} s")
        if one.wait() != 0:
            self.problems.append(f"the first of two nights ends with {one.returncode}")
        (house / "state/lock").write_text("999999\n")
        self.expect("with a stale lock", house, *self.night(1))
        return f"second night at once: {other.returncode} after {took:.2f} s"


def main() -> int:
    (program,) = harness.programs(__doc__, ".build/release/almanac")
    kills, seed = harness.number("KILLS", 100, least=1), harness.number("SEED", 1)
    nights = Nights(program)
    with tempfile.TemporaryDirectory(prefix="almanac nights ") as name:
        work = pathlib.Path(name)
        house = houses.make(work / "killed", RECIPES)
        last = nights.live(house, kills, seed)
        nights.compare(house, houses.make(work / "undisturbed", RECIPES), last)
        second = nights.live_twice(houses.make(work / "both", RECIPES))
        harness.say(
            f"{kills} kills over {last + 1} nights (SEED={seed}), final tree of "
            f"{len(houses.files(house))} files; {second}; {len(nights.problems)} violations"
        )
    for problem in nights.problems[:20]:
        print(f"  {problem}")
    return 1 if nights.problems else 0


if __name__ == "__main__":
    sys.exit(main())
