#!/usr/bin/env python3
"""Publishes to a real S3 server on this machine's loopback: moto's.

    FAULTS=no   leaves out what s3_faults.py does; it has parameters of its own, see there

A first release goes in and verifies, a second try puts nothing, a day later the next release goes
in; of two publishers at once one wins; then publishers are killed after every request, and faults
stand in their way; a missing bucket and a server that is gone are named.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import bucket
import harness
import houses
import s3_faults

BUCKET = "puzzles-live"
FIRST, SECOND, LATER = "2026-12-30T03:00:00Z", "2026-12-31T03:00:00Z", "2026-12-31T04:00:00Z"

RECIPES = {
    "release.yaml": "packs: [first]\ncalendar: [daily]\n"
    "profiles: { app: true, hints: true, bundle: true }\n",
    "packs/first.yaml": "id: first\nname: First\nfree: true\ngrid: { size: 5, stars: 1 }\n"
    "count: 3\ndifficulty: { from: 1, to: 3 }\nseed: 1\n",
    "calendar/daily.yaml": "cadence: daily\ngrid: { size: 6, stars: 1 }\nstart: 2026-12-30\n"
    "horizon: 2\ndifficulty: { from: 1, to: 2 }\nseed: 9\n",
}


class House:
    """A house whose releases go to a tree in the bucket."""

    def __init__(
        self,
        program: pathlib.Path,
        server: bucket.Server,
        folder: pathlib.Path,
        recipes: dict[str, str] = RECIPES,
    ):
        self.program, self.server = program, server
        self.folder = houses.make(folder, recipes)
        self.tree = f"s3://{BUCKET}/some/prefix"

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.folder / "recipes" / name
        path.write_text(path.read_text().replace(old, new))

    def start(self, *words: str, **variables: str) -> subprocess.Popen:
        return subprocess.Popen(
            [self.program, *words],
            cwd=self.folder,
            env=bucket.environment(self.server.url, **variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def do(self, *words: str, status: int = 0, **variables: str) -> str:
        process = self.start(*words, **variables)
        said = process.communicate(timeout=300)[0]
        print(said, end="")
        ended = process.returncode
        harness.check(ended == status, f"{' '.join(words)}: status {ended}, not {status}: {said}")
        return said

    def night(self, now: str, **places: str) -> None:
        self.do(*houses.night(self.program, now, **places)[1:])

    def publishing(self, now: str) -> list[str]:
        words = ["release", "publish", "--quiet", "--now", now, "--recipes", "recipes"]
        return [*words, "--state", "state", "--to", self.tree]

    def verify(self) -> None:
        self.do("release", "verify", "--quiet", "--to", self.tree)


def publish_twice(house: House) -> None:
    harness.say("a first release")
    house.night(FIRST)
    house.do(*house.publishing(FIRST))
    house.verify()
    before = house.server.requests("PUT")
    harness.check(before > 0, "no PUT has reached the server")
    harness.say(f"the same again puts nothing; before, {before} objects were put")
    house.do(*house.publishing("2026-12-30T04:00:00Z"))
    harness.check(house.server.requests("PUT") == before, "something was put again")
    harness.say("the next day's release")
    house.edit("packs/first.yaml", "count: 3", "count: 4")
    house.night(SECOND)
    house.do(*house.publishing(SECOND))
    house.do("release", "history", "--to", house.tree)
    house.verify()


def publish_at_once(house: House) -> None:
    harness.say("of two publishers at once one wins, and the other is told")
    rivals = []
    for name in "One", "Two":
        rival = House(house.program, house.server, house.folder.parent / name)
        shutil.copytree(house.folder, rival.folder, dirs_exist_ok=True)
        rival.edit("packs/first.yaml", "name: First", f"name: {name}")
        rivals.append(rival.start(*rival.publishing(LATER)))
    said = [process.communicate(timeout=300)[0] for process in rivals]
    print(*said, sep="", end="")
    statuses = sorted(process.returncode for process in rivals)
    # One that comes too late to meet the other finds a tree that is ahead of its catalogue.
    is_late = statuses == [0, 65] and any("published already" in text for text in said)
    harness.check(statuses == [0, 75] or is_late, f"statuses {statuses}, not 0 and 75")
    house.verify()


def meet_faults(program: pathlib.Path, server: bucket.Server, folder: pathlib.Path) -> list[str]:
    harness.say("a night before the faults")
    house = House(program, server, folder, houses.sell(RECIPES))
    key, roots = houses.make_keys(program, house.folder, FIRST)
    os.environ[houses.KEY[1:]] = key
    house.night(FIRST, **s3_faults.places(server, "start"))
    for name in "first", "sold":
        house.edit(f"packs/{name}.yaml", "count: 3", "count: 4")
    return s3_faults.problems(program, server, folder, roots)


def main() -> int:
    (program,) = harness.programs(__doc__, ".build/release/almanac")
    if not bucket.is_there():
        return 0
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with bucket.Server(BUCKET, folder) as server:
            house = House(program, server, folder / "house")
            publish_twice(house)
            publish_at_once(house)
            if os.environ.get("FAULTS") != "no":
                problems = meet_faults(program, server, folder / "faults")
                for problem in problems[:20]:
                    print(f"  {problem}")
            harness.say("a bucket that does not exist is refused")
            house.do("release", "verify", "--to", "s3://puzzles-none", status=69)
            harness.say("a server that is gone is not reached")
            server.stop()
            words = ["release", "verify", "--to", house.tree]
            house.do(*words, status=69, ALMANAC_S3_TIMEOUT="2")
    harness.check(not problems, f"{len(problems)} violations")
    harness.say("all is well")
    return 0


if __name__ == "__main__":
    sys.exit(main())
