#!/usr/bin/env python3
"""Kills a release at one system call after the other, and looks at what is left.

    SYSCALLS=all|changing   all calls, or those that change files
    STEP=1                  of each kind of call every n-th, and the last
    ORDER=right|wrong|both  the sweeps that must find nothing, the one that must find something

Each round starts from the same published release and the same catalogue, and runs the next night
under strace, which kills it with SIGKILL at the k-th call of one kind: k = 1, 2, 3 … up to as many
as an undisturbed night makes. Then the tree has to verify as the old release or the new one, the
next night has to finish, and its tree has to be the undisturbed one, byte for byte. What follows
from the files alone is looked at once for each state of the files that a kill leaves.

Calls that fail with a full or broken disk are met in the same way, and have to end with the
documented status.

The same night is swept once more with a pack that has to be bought, whose part of the tree lies in
another folder, with all profiles and with signatures.

The same sweep goes over a small publisher that writes in the right order, and has to find nothing;
and over one that writes its manifest first, and has to find violations: otherwise it proves
nothing.
"""

import collections
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import sys
import tempfile
import time

import harness
import houses

CHANGING = set(
    "openat creat write pwrite64 writev pwritev fsync fdatasync ftruncate rename renameat "
    "renameat2 unlink unlinkat mkdir mkdirat link linkat flock fcntl msync chmod fchmod "
    "rmdir".split()
)
# These cannot be met again, or never return.
UNMET = {"execve", "exit", "exit_group", "rt_sigreturn"}
# What fails when a disk is full or broken, and how a night may end then.
FAILING = set(
    "write pwrite64 fsync fdatasync ftruncate rename renameat renameat2 mkdir mkdirat".split()
)
STATUSES = {0, 73, 74, 75}
FIRST, SECOND = "2026-12-30T03:00:00Z", "2026-12-31T03:00:00Z"
# What strace gives where the program that it traces was killed.
KILLED = {-9, 137}

RECIPES = {
    "release.yaml": "packs: [first]\ncalendar: [daily]\nprofiles: { bundle: true }\n",
    "packs/first.yaml": "id: first\nname: First\nfree: true\ngrid: { size: 5, stars: 1 }\n"
    "count: 3\ndifficulty: { from: 1, to: 3 }\nseed: 1\n",
    "calendar/daily.yaml": "cadence: daily\ngrid: { size: 6, stars: 1 }\nstart: 2026-12-30\n"
    "horizon: 2\ndifficulty: { from: 1, to: 2 }\nseed: 9\n",
}


def release(house: pathlib.Path) -> int:
    return json.loads((house / "out/puzzles/manifest.json").read_text())["release"]


def catalogue(house: pathlib.Path, copy: pathlib.Path) -> bytes:
    """What SQLite reads in the catalogue, whatever its journal looks like; else its bytes."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    parts = sorted((house / "state").glob("catalog.*"))
    for part in parts:
        shutil.copy(part, copy)
    text = b""
    if (copy / "catalog.sqlite").exists():
        try:
            database = sqlite3.connect(copy / "catalog.sqlite")
            text = "\n".join(database.iterdump()).encode()
            database.close()
        except sqlite3.Error:
            text = b"".join((copy / part.name).read_bytes() for part in parts)
    return " ".join(part.name for part in parts).encode() + text


def fingerprint(house: pathlib.Path, work: pathlib.Path) -> bytes:
    """What the files of a house mean.

    Those of the tree count byte for byte but for the numbers of processes in temporary names, the
    catalogue as SQLite reads it, and of all others the names, since they hold times.
    """
    digest = hashlib.sha256()
    for name, data in houses.files(house, ".").items():
        if name.startswith("state/"):
            data = b"" if name.startswith("state/catalog.") else data[:1]
        name = re.sub(r"\.almanac-\d+-", ".almanac-N-", name)
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    if (house / "state").is_dir():
        digest.update(catalogue(house, work / "catalogue"))
    return digest.digest()


@dataclasses.dataclass
class Sweep:
    """Runs a command again and again, and each time something happens to one of its calls."""

    program: pathlib.Path
    work: pathlib.Path
    step: int
    is_all: bool
    # Where the tree's parts are, and what else `release verify` has to be told.
    places: tuple[str, ...] = ("out",)
    verifying: tuple[str, ...] = ()

    def counts(self, house: pathlib.Path, command: list) -> dict[str, int]:
        """How often one thread at most makes each kind of call that matters."""
        log = self.work / "trace"
        ended = houses.run(house, "strace", "-f", "-o", log, *command)
        harness.check(ended.returncode == 0, f"undisturbed, {command}: {ended.stderr}")
        threads: collections.Counter = collections.Counter()
        for line in log.read_text(errors="replace").splitlines():
            if call := re.match(r"(\d+)\s+(\w+)\(", line):
                threads[call.groups()] += 1
        counts: dict[str, int] = {}
        for (_, name), count in threads.items():
            if name not in UNMET and (self.is_all or name in CHANGING):
                counts[name] = max(counts.get(name, 0), count)
        return counts

    def problems_left(self, house: pathlib.Path, again: list, expected: dict) -> list[str]:
        """What is wrong with what a disturbed command has left; `again` has to finish it."""
        words = ["release", "verify", "out", "--quiet", *self.verifying]
        verified = houses.run(house, self.program, *words)
        found = []
        if verified.returncode != 0:
            # Unfinished releases are told of as well, and are no mistake.
            lines = verified.stderr.splitlines()
            wrong = [line for line in lines if "unfinished" not in line] or lines
            found.append(f"not whole: {' '.join(wrong[:1])}")
        finished = houses.run(house, *again)
        if finished.returncode != 0:
            found.append(f"the next publish fails: {finished.stderr.strip()}")
        elif houses.files(house, *self.places) != expected:
            found.append("the next publish's tree differs")
        return found

    def run(
        self, title: str, start: pathlib.Path, command: list, again: list, error: str = ""
    ) -> list[str]:
        """Kills a command at every call, or gives an error to every call that disks refuse.

        Ends the test where that has not led to all that it should lead to.
        """
        house = self.work / "house"
        shutil.copytree(start, house)
        old = release(house)
        counts = self.counts(house, command)
        if error:
            counts = {name: count for name, count in counts.items() if name in FAILING}
        expected, new = houses.files(house, *self.places), release(house)
        begun = time.monotonic()
        ends: collections.Counter = collections.Counter()
        releases: collections.Counter = collections.Counter()
        known: dict[bytes, list[str]] = {}
        problems = []
        for name, count in sorted(counts.items()):
            for k in sorted({*range(1, count + 1, self.step), count}):
                shutil.rmtree(house)
                shutil.copytree(start, house)
                fault = f"error={error}" if error else "signal=KILL"
                ended = houses.run(
                    house, "strace", "-f", "-o", "/dev/null", "-e", f"trace={name}",
                    "-e", f"inject={name}:{fault}:when={k}", *command,
                )  # fmt: skip
                ends[ended.returncode] += 1
                if ended.returncode not in (STATUSES if error else KILLED | {0}):
                    said = ended.stderr.strip()
                    problems.append(f"{name} {k}: status {ended.returncode}: {said}")
                state = fingerprint(house, self.work)
                if state not in known:
                    releases[release(house)] += 1
                    known[state] = self.problems_left(house, again, expected)
                problems += [f"{name} {k}: {problem}" for problem in known[state]]
        shutil.rmtree(house)
        rounds, disturbed = ends.total(), ends.total() - ends[0]
        states = ", ".join(
            f"{count} of release {number}" for number, count in sorted(releases.items())
        )
        harness.say(
            f"{title}: {rounds} rounds over {len(counts)} system calls, {disturbed} ended by it, "
            f"{len(known)} states of the files ({states}), {time.monotonic() - begun:.0f} s; "
            f"{len(problems)} violations"
        )
        for problem in problems[:5]:
            print(f"  {problem}")
        harness.check(set(releases) == {old, new}, f"not both of release {old} and {new} were left")
        if error:
            harness.check(0 < disturbed < rounds, "the fault ended all nights or none")
        else:
            harness.check(disturbed * 2 > rounds, "most rounds ended before they were killed")
        return problems


def sweep_two_places(sweep: Sweep) -> list[str]:
    """The same night with packs to be bought in another folder, and releases that are signed."""
    start = houses.make(sweep.work / "signed", houses.sell(RECIPES))
    key, roots = houses.make_keys(sweep.program, start, FIRST)
    os.environ[houses.KEY[1:]] = key
    first, second = (houses.night(sweep.program, now, private="sold") for now in (FIRST, SECOND))
    made = houses.run(start, *first)
    harness.check(made.returncode == 0, f"the first signed night: {made.stderr}")
    for name in "first", "sold":
        recipe = start / f"recipes/packs/{name}.yaml"
        recipe.write_text(recipe.read_text().replace("count: 3", "count: 4"))
    apart = dataclasses.replace(
        sweep, places=("out", "sold"), verifying=("--private-to", "sold", *roots)
    )
    problems = apart.run("a signed night in two places", start, second, second)
    for error in "ENOSPC", "EIO":
        title = f"a signed night in two places, in which a call gives {error}"
        problems += apart.run(title, start, second, second, error)
    return problems


def main() -> int:
    program, publisher = harness.programs(
        __doc__, ".build/release/almanac", ".build/release/publishing-soak"
    )
    order, calls = os.environ.get("ORDER") or "both", os.environ.get("SYSCALLS") or "all"
    harness.check(order in ("right", "wrong", "both"), f"ORDER is {order}")
    harness.check(calls in ("all", "changing"), f"SYSCALLS is {calls}")
    step = harness.number("STEP", 1, least=1)
    if not harness.has("strace"):
        return 0
    with tempfile.TemporaryDirectory(prefix="almanac soak ") as folder:
        work = pathlib.Path(folder)
        sweep = Sweep(program, work, step, calls == "all")
        first, second = houses.night(program, FIRST), houses.night(program, SECOND)
        start = houses.make(work / "start", RECIPES)
        made = houses.run(start, *first)
        harness.check(made.returncode == 0, f"the first night: {made.stderr}")
        recipe = start / "recipes/packs/first.yaml"
        recipe.write_text(recipe.read_text().replace("count: 3", "count: 4"))

        # What the small publishers copy is the tree after the second night.
        small = work / "small"
        shutil.copytree(start, small)
        made = houses.run(small, *second)
        harness.check(made.returncode == 0, f"the second night: {made.stderr}")
        (small / "out").rename(small / "new")
        shutil.copytree(start / "out", small / "out")
        shutil.rmtree(small / "state")
        right, wrong = ([publisher, order, "new", "out", SECOND] for order in ("right", "wrong"))

        problems = []
        if order != "wrong":
            problems += sweep.run("a night", start, second, second)
            for error in "ENOSPC", "EIO":
                title = f"a night in which a call gives {error}"
                problems += sweep.run(title, start, second, second, error)
            problems += sweep.run("a publisher in the right order", small, right, right)
            problems += sweep_two_places(sweep)
        if order != "right":
            # Few calls show it, so this one is swept more closely.
            close = dataclasses.replace(sweep, step=max(1, step // 4))
            found = close.run("a publisher that writes its manifest first", small, wrong, right)
            harness.check(found, "nothing was found, so the sweep cannot tell right from wrong")
            harness.say(f"{len(found)} violations were found, as it has to be")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
