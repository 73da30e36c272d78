#!/usr/bin/env python3
"""Nights on full disks, in read-only folders and with damaged databases.

    ROUNDS=40 (damaged databases)  SEED=1

Full disk: state folder, tree or both lie on a small file system, from nearly nothing upwards; a
night has to end with 74 (or 73), say that the disk is full, and leave the previous release whole.
With room made, the next night has to make the tree that an undisturbed night makes. Read-only: the
same with folders that cannot be written. Damage: bytes of the database are overwritten, or its end
is cut off; no night may publish anything wrong, the way out has to be named, and after
`catalog rebuild` the nights have to be the undisturbed ones.

The file systems are mounted in a private mount namespace, so nothing of them is seen outside. Where
that is not allowed, the first two parts are skipped, and say so.
"""

import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import harness
import houses

NIGHTS = [f"2026-12-{day}T03:00:00Z" for day in (28, 29, 30, 31)]
# What may say that there is no room: the database, the tree, or a folder that cannot be made.
ROOM = ("disk is full", "No space left", "make room")
# Set in the second life of this script, which has mounts of its own.
NAMESPACE = "ALMANAC_NAMESPACE"

RECIPES = {
    "release.yaml": "packs: [first]\ncalendar: [daily]\nprofiles: { bundle: true }\n",
    "packs/first.yaml": "id: first\nname: First\nfree: true\ngrid: { size: 8, stars: 1 }\n"
    "count: 24\ndifficulty: { from: 1, to: 6 }\nseed: 1\n",
    "calendar/daily.yaml": "cadence: daily\ngrid: { size: 8, stars: 1 }\nstart: 2026-12-28\n"
    "horizon: 4\nreserve: 6\ndifficulty: { from: 1, to: 6 }\nseed: 9\n",
}


def mount(*words: str | pathlib.Path) -> None:
    subprocess.run(["mount", *words], check=True, capture_output=True)


def unmount(path: pathlib.Path) -> None:
    subprocess.run(["umount", path], check=True)


def kilobytes(folder: pathlib.Path) -> int:
    return int(subprocess.check_output(["du", "-sk", folder]).split()[0])


def damage(path: pathlib.Path, dice: random.Random) -> str:
    """Damages a file in one of many ways; which."""
    kind = dice.choice(["head", "bytes", "page", "cut", "empty", "text"])
    size = path.stat().st_size
    with path.open("r+b") as file:
        match kind:
            case "head":
                file.write(dice.randbytes(100))
            case "bytes":
                for _ in range(8):
                    file.seek(dice.randrange(size))
                    file.write(dice.randbytes(1))
            case "page":
                file.seek(4096 * dice.randrange(size // 4096))
                file.write(dice.randbytes(4096))
            case "cut":
                file.truncate(dice.randrange(1, size))
            case "empty":
                file.truncate(0)
            case "text":
                file.truncate(0)
                file.write(b"this is no database\n")
    return kind


class Faults:
    """Houses that something happens to, and what is wrong then."""

    def __init__(self, program: pathlib.Path, work: pathlib.Path):
        self.program, self.work = program, work
        self.problems: list[str] = []
        self.start = self.new_house("start", nights=1)
        calm = self.new_house("undisturbed", nights=0)
        self.trees = []
        for night in range(3):
            self.expect("an undisturbed night", self.nightly(calm, night))
            self.trees.append(houses.files(calm))

    def new_house(self, name: str, nights: int) -> pathlib.Path:
        house = houses.make(self.work / name, RECIPES)
        for night in range(nights):
            self.expect("an undisturbed night", self.nightly(house, night))
        return house

    def copy(self, name: str) -> pathlib.Path:
        """A house on the evening of the first night."""
        return pathlib.Path(shutil.copytree(self.start, self.work / name))

    def run(self, house: pathlib.Path, *words: str) -> tuple[int, str]:
        ended = houses.run(house, self.program, *words)
        return ended.returncode, (ended.stdout + ended.stderr).strip()

    def nightly(self, house: pathlib.Path, night: int) -> tuple[int, str]:
        return self.run(house, *houses.night(self.program, NIGHTS[night])[1:])

    def rebuild(self, house: pathlib.Path, *words: str) -> tuple[int, str]:
        places = ["--recipes", "recipes", "--to", "out", "--state", "state", "--now", NIGHTS[1]]
        return self.run(house, "catalog", "rebuild", *words, *places)

    def expect(self, words: str, ended: tuple[int, str]) -> bool:
        """Notes a command that has not ended well."""
        status, said = ended
        if status != 0:
            self.problems.append(f"{words}: ends with {status}: {said}")
        return status == 0

    def expect_whole(self, words: str, house: pathlib.Path) -> None:
        if (house / "out/puzzles/manifest.json").exists():
            verified = self.run(house, "release", "verify", "out", "--quiet")
            self.expect(f"{words}: not whole", verified)

    def expect_good_catalogue(self, words: str, house: pathlib.Path) -> None:
        checked = self.run(house, "catalog", "check", "--state", "state", "--quiet")
        self.expect(f"{words}: catalog check", checked)

    def expect_tree(self, words: str, house: pathlib.Path, night: int) -> None:
        """The night has to be made up for, with the undisturbed tree."""
        if self.expect(words, self.nightly(house, night)):
            if houses.files(house) != self.trees[night]:
                self.problems.append(f"{words}: the tree differs")

    # MARK: Full disks

    def fill_disks(self) -> None:
        """State folder and tree on a file system that is too small, a bit less so every time."""
        rounds = failed = 0
        for place in (["state"], ["out"], ["state", "out"]):
            room = 4
            while True:
                rounds += 1
                is_enough = self.fill_disk(place, room)
                if is_enough:
                    break
                failed += 1
                room += 4 if room < 64 else 16
        harness.say(f"full disk: {rounds} rounds, {failed} without enough room")
        harness.check(failed >= 3, "there was room enough everywhere")

    def fill_disk(self, folders: list[str], room: int) -> bool:
        """One night with so many kilobytes to spare; whether they were enough."""
        words = f"full disk, {' and '.join(folders)} with {room} kB to spare"
        house, disk = self.copy("full"), self.work / "disk"
        disk.mkdir()
        used = sum(kilobytes(house / folder) for folder in folders)
        mount("-t", "tmpfs", "-o", f"size={used + room}k", "none", disk)
        for folder in folders:
            shutil.move(house / folder, disk / folder)
            (house / folder).symlink_to(disk / folder)
        status, said = self.nightly(house, 1)
        self.expect_whole(words, house)
        if status != 0 and (status not in (73, 74) or not any(text in said for text in ROOM)):
            self.problems.append(f"{words}: ends with {status}: {said}")
        mount("-o", "remount,size=64m", disk)
        self.expect_good_catalogue(words, house)
        self.expect_tree(f"{words}, with room again", house, 1)
        unmount(disk)
        disk.rmdir()
        shutil.rmtree(house)
        return status == 0

    # MARK: Read-only folders

    def forbid_writing(self) -> None:
        rounds = 0
        for place in ("state", "out"):
            for command in ("nightly", "gc", "check", "rebuild", "fresh"):
                self.forbid(place, command)
                rounds += 1
        harness.say(f"read-only: {rounds} rounds")

    def forbid(self, place: str, command: str) -> None:
        words = f"read-only {place}, {command}"
        house = self.copy("readonly")
        folder = house / place
        if command == "fresh":
            shutil.rmtree(house / "state")
            shutil.rmtree(house / "out")
            folder.mkdir()
        mount("--bind", folder, folder)
        mount("-o", "remount,ro,bind", folder)
        before = houses.files(house)
        match command:
            case "nightly" | "fresh":
                status, said = self.nightly(house, 1)
            case "gc":
                places = ["--recipes", "recipes", "--to", "out", "--state", "state"]
                gc = ["release", "gc", "--keep", "2", *places, "--now", NIGHTS[1]]
                status, said = self.run(house, *gc)
            case "check":
                status, said = self.run(house, "catalog", "check", "--state", "state")
            case _:
                status, said = self.rebuild(house, "--force")
        # A check only reads, a rebuild only reads the tree, and gc may find nothing to do.
        fine = {73, 74}
        if command == "check":
            fine = {0}
        elif place == "out":
            fine = {"rebuild": {0}, "gc": {0, 73, 74}}.get(command, fine)
        if status not in fine:
            self.problems.append(f"{words}: ends with {status}: {said}")
        elif status != 0 and not said:
            self.problems.append(f"{words}: says nothing")
        if houses.files(house) != before:
            self.problems.append(f"{words}: the tree has changed")
        print(f"  {words}: {status} {said.splitlines()[-1] if said else ''}")
        unmount(folder)
        shutil.rmtree(house)

    # MARK: Damaged databases

    def damage_databases(self, rounds: int, seed: int) -> None:
        dice = random.Random(seed)
        noticed = sum(self.damage_database(number, dice) for number in range(rounds))
        harness.say(f"damage: {rounds} rounds (SEED={seed}), {noticed} noticed at once")
        harness.check(noticed > 0, "no damage was noticed")

    def damage_database(self, number: int, dice: random.Random) -> bool:
        """One round; whether the damage was noticed before anybody looked for it."""
        house = self.copy("damaged")
        kind = damage(house / "state/catalog.sqlite", dice)
        words = f"damage {number} ({kind})"
        before = houses.files(house)
        status, said = self.nightly(house, 1)
        self.expect_whole(words, house)
        now = houses.files(house)
        changed = [n for n in before if n.endswith(".sbn") and now.get(n) != before[n]]
        if changed:
            self.problems.append(f"{words}: published bytes changed: {changed[:3]}")
        if status not in (0, 65):
            self.problems.append(f"{words}: ends with {status}: {said}")
        if status == 65 and "catalog" not in said:
            self.problems.append(f"{words}: no way out is named: {said}")
        checked, found = self.run(house, "catalog", "check", "--state", "state")
        # In an empty file there is no catalogue, damaged or whole.
        if checked not in ({66} if kind == "empty" else {0, 65}):
            self.problems.append(f"{words}: catalog check ends with {checked}: {found}")
        if status == checked == 0 and now != self.trees[1]:
            self.problems.append(f"{words}: nobody noticed, and the tree differs")
        self.expect(f"{words}: rebuild", self.rebuild(house))
        self.expect_good_catalogue(f"{words}, rebuilt", house)
        for night in (1, 2):
            self.expect_tree(f"{words}, rebuilt, night {night}", house, night)
        shutil.rmtree(house)
        return checked != 0 or status != 0


def enter_namespace() -> None:
    """Starts this script again with mounts of its own, where that is allowed."""
    # As root a mount namespace is enough; others need one for users, too.
    for flags in (["-m"], ["-rm"]):
        if subprocess.run(["unshare", *flags, "true"], capture_output=True).returncode == 0:
            os.environ[NAMESPACE] = "1"
            os.execvp("unshare", ["unshare", *flags, sys.executable, *sys.argv])
    harness.skip("full disk and read-only folders: no private mounts are allowed here")


def main() -> int:
    (program,) = harness.programs(__doc__, ".build/release/almanac")
    rounds, seed = harness.number("ROUNDS", 40), harness.number("SEED", 1)
    if NAMESPACE not in os.environ and harness.has("unshare"):
        enter_namespace()
    with tempfile.TemporaryDirectory(prefix="almanac faults ") as name:
        faults = Faults(program, pathlib.Path(name))
        if NAMESPACE in os.environ:
            faults.fill_disks()
            faults.forbid_writing()
        faults.damage_databases(rounds, seed)
    harness.say(f"{len(faults.problems)} violations")
    for problem in faults.problems[:20]:
        print(f"  {problem}")
    return 1 if faults.problems else 0


if __name__ == "__main__":
    sys.exit(main())
