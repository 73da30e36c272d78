#!/usr/bin/env python3
"""Kills nightly runs at random moments, and looks at what is left.

  Tests/Acceptance/soak_nights.py [almanac]        KILLS=100  SEED=1

Night after night is begun and killed with SIGKILL until so many were; after each kill the catalogue has to pass
`catalog check` and the tree `release verify`. Every third night is let through. In the end the tree has to be the
one that undisturbed nights have made, byte for byte, and the catalogue has to hold the same puzzles.

Then two nights at once: one works, the other ends with 75 at once. A lock file that a dead process has left is no
obstacle.
"""
import datetime
import fcntl
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import houses

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".build/release/almanac")
KILLS = int(os.environ.get("KILLS", "100"))
SEED = int(os.environ.get("SEED", "1"))
FIRST = datetime.date(2026, 12, 28)

RECIPES = {
    "release.yaml": "packs: [first, second]\ncalendar: [daily, weekly]\n",
    "packs/first.yaml": "id: first\nname: First\nfree: true\ngrid: { size: 5, stars: 1 }\ncount: 6\n"
    "difficulty: { from: 1, to: 3 }\nseed: 1\n",
    "packs/second.yaml": "id: second\nname: Second\nfree: true\ngrid: { size: 8, stars: 1 }\ncount: 12\n"
    "difficulty: { from: 2, to: 6 }\nseed: 2\n",
    "calendar/daily.yaml": "cadence: daily\ngrid: { size: 10, stars: 2 }\nstart: 2026-12-28\n"
    "horizon: 5\nreserve: 6\ndifficulty: { from: 2, to: 6 }\nseed: 9\n",
    "calendar/weekly.yaml": "cadence: weekly\ngrid: { size: 8, stars: 1 }\nstart: 2026-53\n"
    "horizon: 2\nreserve: 2\ndifficulty: { from: 2, to: 5 }\nseed: 9\n",
}


def command(house, *words):
    return [PROGRAM, *words, "--state", "state", "--quiet"]


def nightly(house, night):
    day = FIRST + datetime.timedelta(days=night)
    return command(
        house, "nightly", "--now", f"{day}T03:00:00Z", "--jobs", "2", "--recipes", "recipes", "--output", "out")


def run(house, words):
    return subprocess.run(words, cwd=house, capture_output=True, text=True, timeout=120)


def puzzles(house):
    run(house, command(house, "catalog", "export", "all.csv", "--force"))
    with open(os.path.join(house, "all.csv")) as file:
        # Numbers differ where a killed run has used some up.
        return sorted(line.split(",", 1)[1] for line in file)


def main():
    dice = random.Random(SEED)
    problems = []
    work = tempfile.mkdtemp(prefix="almanac nights ")
    try:
        house = houses.make(work, "killed", RECIPES)
        start = time.monotonic()
        first = run(house, nightly(house, 0))
        length = time.monotonic() - start
        assert first.returncode == 0, first.stderr
        shutil.rmtree(os.path.join(house, "state"))
        shutil.rmtree(os.path.join(house, "out"))
        kills = tries = night = 0
        while kills < KILLS:
            tries += 1
            process = subprocess.Popen(
                nightly(house, night), cwd=house, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(dice.random() * length * (1 if night == 0 else 0.5))
            process.kill()
            if process.wait() == -9:
                kills += 1
            else:
                night += 1
            if os.path.exists(os.path.join(house, "state/catalog.sqlite")):
                checked = run(house, command(house, "catalog", "check"))
                if checked.returncode != 0:
                    problems.append(f"kill {kills}, night {night}: catalog check: {checked.stderr.strip()}")
            if os.path.exists(os.path.join(house, "out/puzzles/manifest.json")):
                verified = run(house, [PROGRAM, "release", "verify", "out", "--quiet"])
                if verified.returncode != 0:
                    problems.append(f"kill {kills}, night {night}: verify: {verified.stderr.strip()}")
            if tries % 3 == 0:
                ended = run(house, nightly(house, night))
                if ended.returncode != 0:
                    problems.append(f"night {night} after {kills} kills: {ended.returncode} {ended.stderr.strip()}")
                night += 1
        last = run(house, nightly(house, night))
        if last.returncode != 0:
            problems.append(f"the last night: {last.stderr.strip()}")
        calm = houses.make(work, "undisturbed", RECIPES)
        for number in range(night + 1):
            ended = run(calm, nightly(calm, number))
            assert ended.returncode == 0, ended.stderr
        ours, theirs = houses.tree(house), houses.tree(calm)
        if ours != theirs:
            names = sorted(n for n in set(ours) | set(theirs) if ours.get(n) != theirs.get(n))
            problems.append(f"the final tree differs from the undisturbed one: {names[:6]}")
        if puzzles(house) != puzzles(calm):
            problems.append("the final catalogue holds other puzzles than the undisturbed one")
        checked = run(house, command(house, "catalog", "check", "--prove"))
        if checked.returncode != 0:
            problems.append(f"the final catalogue: {checked.stderr.strip()}")

        # Two at once, and a lock that outlived its owner: its number is in the file, its lock is gone.
        both = houses.make(work, "both", RECIPES)
        one = subprocess.Popen(nightly(both, 0), cwd=both, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        held = False
        while one.poll() is None and not held:
            try:
                with open(os.path.join(both, "state/lock")) as file:
                    fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except FileNotFoundError:
                pass
            except OSError:
                held = True
        start = time.monotonic()
        other = run(both, nightly(both, 0))
        took = time.monotonic() - start
        if held and one.poll() is None and (other.returncode != 75 or took > 5):
            problems.append(f"a second night at once ends with {other.returncode} after {took:.1f} s")
        if one.wait() != 0:
            problems.append(f"the first of two nights ends with {one.returncode}")
        with open(os.path.join(both, "state/lock"), "w") as file:
            file.write("999999\n")
        stale = run(both, nightly(both, 1))
        if stale.returncode != 0:
            problems.append(f"with a stale lock: {stale.returncode} {stale.stderr.strip()}")

        print(f"soak-nights: {kills} kills over {night + 1} nights (SEED={SEED}), final tree of {len(ours)} files; "
              f"second night at once: {other.returncode} after {took:.2f} s; {len(problems)} violations")
        for problem in problems[:20]:
            print(f"  {problem}")
        return 1 if problems else 0
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
