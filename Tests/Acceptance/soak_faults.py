#!/usr/bin/env python3
"""Nights on full disks, in read-only folders and with damaged databases.

  Tests/Acceptance/soak_faults.py [almanac]        ROUNDS=40 (damaged databases)  SEED=1

Full disk: state folder, tree or both lie on a small file system, from nearly nothing upwards; a night has to end with
74 (or 73), say that the disk is full, and leave the previous release whole. With room made, the next night has to make
the tree that an undisturbed night makes. Read-only: the same with folders that cannot be written. Damage: bytes of the
database are overwritten, or its end is cut off; no night may publish anything wrong, the way out has to be named, and
after `catalog rebuild` the nights have to be the undisturbed ones.

The file systems are mounted in a private mount namespace, so nothing of them is seen outside. Where that is not
allowed, the first two parts are skipped, and say so.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile

import houses

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".build/release/almanac")
ROUNDS = int(os.environ.get("ROUNDS", "40"))
SEED = int(os.environ.get("SEED", "1"))
NIGHTS = [f"2026-12-{day}T03:00:00Z" for day in (28, 29, 30, 31)]
# What may say that there is no room: the database's words, the tree's, and those of a folder that cannot be made.
ROOM = ("disk is full", "No space left", "make room")

RECIPES = {
    "release.yaml": "packs: [first]\ncalendar: [daily]\nprofiles: { bundle: true }\n",
    "packs/first.yaml": "id: first\nname: First\nfree: true\ngrid: { size: 8, stars: 1 }\ncount: 24\n"
    "difficulty: { from: 1, to: 6 }\nseed: 1\n",
    "calendar/daily.yaml": "cadence: daily\ngrid: { size: 8, stars: 1 }\nstart: 2026-12-28\n"
    "horizon: 4\nreserve: 6\ndifficulty: { from: 1, to: 6 }\nseed: 9\n",
}

problems = []


def run(house, *words):
    ended = subprocess.run([PROGRAM, *words], cwd=house, capture_output=True, text=True, timeout=120)
    return ended.returncode, (ended.stdout + ended.stderr).strip()


def nightly(house, night):
    return run(house, "nightly", "--now", NIGHTS[night], "--jobs", "1", "--recipes", "recipes", "--output", "out",
               "--state", "state", "--quiet")


def expect_whole(house, words):
    """The tree has to verify; its bytes that are for good have to be those of the undisturbed one."""
    if os.path.exists(os.path.join(house, "out/puzzles/manifest.json")):
        status, said = run(house, "release", "verify", "out", "--quiet")
        if status != 0:
            problems.append(f"{words}: not whole: {said}")


def expect_check(house, words):
    status, said = run(house, "catalog", "check", "--state", "state", "--quiet")
    if status != 0:
        problems.append(f"{words}: catalog check: {said}")


def make(work, name, nights):
    house = houses.make(work, name, RECIPES)
    for night in range(nights):
        status, said = nightly(house, night)
        assert status == 0, said
    return house


def mount(*words):
    subprocess.run(["mount", *words], check=True, capture_output=True)


def unmount(path):
    subprocess.run(["umount", path], check=True)


def full_disk(work, start, expected):
    """Each of state folder and tree on a file system that is too small, and a bit less so every time."""
    rounds = failed = 0
    for place in ("state", "out", "both"):
        kilobytes = 4
        while True:
            words = f"full disk, {place} with {kilobytes} kB to spare"
            house = os.path.join(work, "full")
            shutil.copytree(start, house)
            folders = ["state", "out"] if place == "both" else [place]
            disk = os.path.join(work, "disk")
            os.makedirs(disk)
            used = sum(
                int(subprocess.check_output(["du", "-sk", os.path.join(house, f)]).split()[0]) for f in folders)
            mount("-t", "tmpfs", "-o", f"size={used + kilobytes}k", "none", disk)
            for folder in folders:
                shutil.move(os.path.join(house, folder), os.path.join(disk, folder))
                os.symlink(os.path.join(disk, folder), os.path.join(house, folder))
            status, said = nightly(house, 1)
            rounds += 1
            expect_whole(house, words)
            if status != 0:
                failed += 1
                if status not in (73, 74) or not any(text in said for text in ROOM):
                    problems.append(f"{words}: ends with {status}: {said}")
            mount("-o", "remount,size=64m", disk)
            expect_check(house, words)
            again, said = nightly(house, 1)
            if again != 0:
                problems.append(f"{words}: with room again: {again} {said}")
            elif houses.tree(os.path.realpath(house) if place == "state" else follow(house)) != expected:
                problems.append(f"{words}: with room again the tree differs")
            unmount(disk)
            os.rmdir(disk)
            shutil.rmtree(house)
            if status == 0:
                break
            kilobytes += 4 if kilobytes < 64 else 16
    print(f"soak-faults: full disk: {rounds} rounds, {failed} without enough room")


def follow(house):
    """A copy of a house whose tree is not behind a link, for os.walk."""
    copy = house + "-copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(os.path.realpath(os.path.join(house, "out")), os.path.join(copy, "out"))
    return copy


def read_only(work, start):
    for place in ("state", "out"):
        for command in ("nightly", "publish", "check", "rebuild", "fresh"):
            house = os.path.join(work, "readonly")
            shutil.copytree(start, house)
            folder = os.path.join(house, place)
            if command == "fresh":
                shutil.rmtree(os.path.join(house, "state"))
                shutil.rmtree(os.path.join(house, "out"))
                os.makedirs(folder)
            mount("--bind", folder, folder)
            mount("-o", "remount,ro,bind", folder)
            before = houses.tree(house)
            if command in ("nightly", "fresh"):
                status, said = nightly(house, 1)
            elif command == "publish":
                status, said = run(house, "release", "gc", "--keep", "2", "--recipes", "recipes", "--to", "out",
                                   "--state", "state", "--now", NIGHTS[1])
            elif command == "check":
                status, said = run(house, "catalog", "check", "--state", "state")
            else:
                status, said = run(house, "catalog", "rebuild", "--force", "--recipes", "recipes", "--to", "out",
                                   "--state", "state", "--now", NIGHTS[1])
            # The tree is only read by a rebuild, and not at all by a check.
            fine = (0,) if place == "out" and command in ("check", "rebuild") else (73, 74)
            if command == "publish" and place == "out":
                fine = (0, 73, 74)
            if status not in fine:
                problems.append(f"read-only {place}, {command}: ends with {status}: {said}")
            elif status != 0 and "an" not in said:
                problems.append(f"read-only {place}, {command}: says nothing: {said}")
            if houses.tree(house) != before:
                problems.append(f"read-only {place}, {command}: the tree has changed")
            print(f"  read-only {place}, {command}: {status} {said.splitlines()[-1] if said else ''}")
            unmount(folder)
            shutil.rmtree(house)
    print("soak-faults: read-only: 10 rounds")


def damage(work, start, trees):
    dice = random.Random(SEED)
    noticed = 0
    for round in range(ROUNDS):
        house = os.path.join(work, "damaged")
        shutil.copytree(start, house)
        path = os.path.join(house, "state/catalog.sqlite")
        with open(path, "r+b") as file:
            size = os.path.getsize(path)
            kind = dice.choice(["head", "bytes", "page", "cut", "empty", "text"])
            if kind == "head":
                file.write(bytes(dice.randrange(256) for _ in range(100)))
            elif kind == "bytes":
                for _ in range(8):
                    file.seek(dice.randrange(size))
                    file.write(bytes([dice.randrange(256)]))
            elif kind == "page":
                file.seek(4096 * dice.randrange(size // 4096))
                file.write(bytes(dice.randrange(256) for _ in range(4096)))
            elif kind == "cut":
                file.truncate(dice.randrange(1, size))
            elif kind == "empty":
                file.truncate(0)
            else:
                file.truncate(0)
                file.write(b"this is no database\n")
        words = f"damage {round} ({kind}, SEED={SEED})"
        before = houses.tree(house)
        status, said = nightly(house, 1)
        expect_whole(house, words)
        now = houses.tree(house)
        changed = [n for n in before if n.endswith(".sbn") and now.get(n) != before[n]]
        if changed:
            problems.append(f"{words}: published bytes changed: {changed[:3]}")
        if status not in (0, 65):
            problems.append(f"{words}: ends with {status}: {said}")
        if status == 65 and "catalog" not in said:
            problems.append(f"{words}: no way out is named: {said}")
        checked, found = run(house, "catalog", "check", "--state", "state")
        noticed += checked != 0 or status != 0
        if checked not in (0, 65):
            problems.append(f"{words}: catalog check ends with {checked}: {found}")
        if status == 0 and checked == 0 and now != trees[1]:
            problems.append(f"{words}: nobody noticed, and the tree differs")
        rebuilt, said = run(house, "catalog", "rebuild", "--recipes", "recipes", "--to", "out", "--state", "state",
                            "--now", NIGHTS[1])
        if rebuilt != 0:
            problems.append(f"{words}: rebuild ends with {rebuilt}: {said}")
        expect_check(house, words + ", rebuilt")
        for night in (1, 2):
            status, said = nightly(house, night)
            if status != 0:
                problems.append(f"{words}, rebuilt, night {night}: {status} {said}")
            elif houses.tree(house) != trees[night]:
                problems.append(f"{words}, rebuilt, night {night}: the tree differs")
        shutil.rmtree(house)
    print(f"soak-faults: damage: {ROUNDS} rounds, {noticed} noticed at once")


def main():
    work = tempfile.mkdtemp(prefix="almanac faults ")
    try:
        start = make(work, "start", 1)
        calm = make(work, "undisturbed", 1)
        trees = [houses.tree(calm)]
        for night in (1, 2):
            status, said = nightly(calm, night)
            assert status == 0, said
            trees.append(houses.tree(calm))
        if os.environ.get("ALMANAC_NAMESPACE") == "1":
            full_disk(work, start, trees[1])
            read_only(work, start)
        damage(work, start, trees)
        print(f"soak-faults: {len(problems)} violations")
        for problem in problems[:20]:
            print(f"  {problem}")
        return 1 if problems else 0
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    if "ALMANAC_NAMESPACE" not in os.environ:
        # As root a mount namespace is enough; others need one for users, too.
        for flags in (["-m"], ["-rm"]):
            if subprocess.run(["unshare", *flags, "true"], capture_output=True).returncode == 0:
                os.environ["ALMANAC_NAMESPACE"] = "1"
                os.execvp("unshare", ["unshare", *flags, sys.executable, *sys.argv])
        print("soak-faults: no private mounts are allowed here: full disk and read-only folders are skipped")
    sys.exit(main())
