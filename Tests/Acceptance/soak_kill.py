#!/usr/bin/env python3
"""Kills a release at one system call after the other, and looks at what is left.

  Tests/Acceptance/soak_kill.py [almanac] [publishing-soak]        SYSCALLS=all|changing  STEP=1  ORDER=right|wrong|both

Each round starts from the same published release and the same catalogue, and runs the next night under
strace, which kills it with SIGKILL at the k-th call of one kind: k = 1, 2, 3 … up to as many as an undisturbed night
makes. Then the tree has to verify as the old release or the new one, the next night has to finish, and its tree has
to be the undisturbed one, byte for byte. What follows from the files alone is looked at once for each state of the
files that a kill leaves.

Calls that fail with a full or broken disk are met in the same way, and have to end with the documented status.

The same sweep goes over a small publisher that writes in the right order, and has to find nothing; and over one that
writes its manifest first, and has to find violations: otherwise it proves nothing.
"""
import collections
import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".build/release/almanac")
PUBLISHER = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else ".build/release/publishing-soak")
STEP = int(os.environ.get("STEP", "1"))
ALL = os.environ.get("SYSCALLS", "all") == "all"
ORDER = os.environ.get("ORDER", "both")
CHANGING = set(
    "openat creat write pwrite64 writev pwritev fsync fdatasync ftruncate rename renameat renameat2 "
    "unlink unlinkat mkdir mkdirat link linkat flock fcntl msync chmod fchmod rmdir".split())
# What fails when a disk is full or broken, and how a night may end then.
FAILING = set("write pwrite64 fsync fdatasync ftruncate rename renameat renameat2 mkdir mkdirat".split())
STATUSES = {0, 73, 74, 75}
FIRST, SECOND = "2026-12-30T03:00:00Z", "2026-12-31T03:00:00Z"

RECIPES = {
    "release.yaml": "packs: [first]\ncalendar: [daily]\nprofiles: { bundle: true }\n",
    "packs/first.yaml": "id: first\nname: First\nfree: true\ngrid: { size: 5, stars: 1 }\ncount: 3\n"
    "difficulty: { from: 1, to: 3 }\nseed: 1\n",
    "calendar/daily.yaml": "cadence: daily\ngrid: { size: 6, stars: 1 }\nstart: 2026-12-30\n"
    "horizon: 2\ndifficulty: { from: 1, to: 2 }\nseed: 9\n",
}


def run(house, *words):
    return subprocess.run(words, cwd=house, capture_output=True, text=True, timeout=120)


def night(now):
    return (PROGRAM, "nightly", "--now", now, "--jobs", "1", "--recipes", "recipes", "--output", "out", "--state",
            "state", "--quiet")


def verify(house):
    ended = run(house, PROGRAM, "release", "verify", "out", "--quiet")
    return ended.returncode, ended.stderr


def files(house, folder):
    found = {}
    for path, _, names in os.walk(os.path.join(house, folder)):
        for name in names:
            name = os.path.join(path, name)
            with open(name, "rb") as file:
                found[os.path.relpath(name, house)] = file.read()
    return found


def catalogue(house, work):
    """What SQLite reads in the catalogue, whatever its journal looks like; its bytes where that is nothing."""
    copy = os.path.join(work, "catalogue")
    shutil.rmtree(copy, ignore_errors=True)
    os.makedirs(copy)
    parts = [name for name in sorted(os.listdir(os.path.join(house, "state"))) if name.startswith("catalog.")]
    for name in parts:
        shutil.copy(os.path.join(house, "state", name), copy)
    text = b""
    if "catalog.sqlite" in parts:
        try:
            database = sqlite3.connect(os.path.join(copy, "catalog.sqlite"))
            text = "\n".join(database.iterdump()).encode()
            database.close()
        except sqlite3.Error:
            for name in parts:
                with open(os.path.join(copy, name), "rb") as file:
                    text += file.read()
    return " ".join(parts).encode() + text


def fingerprint(house, work):
    """What the files of a house mean: those of the tree byte for byte but for the numbers of processes in temporary
    names, the catalogue as SQLite reads it, and the names of all others, which hold times."""
    digest = hashlib.sha256()
    for name, data in sorted(files(house, ".").items()):
        if name.startswith("state/"):
            data = b"" if name.startswith("state/catalog.") else data[:1]
        name = re.sub(r"\.almanac-\d+-", ".almanac-N-", name)
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    if os.path.isdir(os.path.join(house, "state")):
        digest.update(catalogue(house, work))
    return digest.digest()


def calls(house, work, command):
    """How often one thread at most makes each kind of system call."""
    log = os.path.join(work, "trace")
    ended = run(house, "strace", "-f", "-o", log, *command)
    assert ended.returncode == 0, ended.stderr
    threads = collections.Counter()
    with open(log) as file:
        for line in file:
            call = re.match(r"(\d+)\s+(\w+)\(", line)
            if call:
                threads[call.groups()] += 1
    counts = {}
    for (_, name), count in threads.items():
        if ALL or name in CHANGING:
            counts[name] = max(counts.get(name, 0), count)
    # These cannot be met again, or never return.
    for name in ("execve", "exit", "exit_group", "rt_sigreturn"):
        counts.pop(name, None)
    return counts


def sweep(title, work, start, command, again, fault="signal=KILL", kinds=None):
    """Kills a command at every call, or lets the call fail; `again` has to finish what it began."""
    house = os.path.join(work, "house")
    shutil.copytree(start, house)
    counts = {name: count for name, count in calls(house, work, command).items() if not kinds or name in kinds}
    expected = files(house, "out")
    begun = time.monotonic()
    rounds = killed = 0
    verdicts = {}
    releases = collections.Counter()
    problems = []
    for name in sorted(counts):
        for k in range(1, counts[name] + 1, STEP):
            shutil.rmtree(house)
            shutil.copytree(start, house)
            ended = run(
                house, "strace", "-f", "-o", "/dev/null", "-e", f"trace={name}", "-e",
                f"inject={name}:{fault}:when={k}", *command)
            rounds += 1
            killed += ended.returncode != 0
            if kinds and ended.returncode not in STATUSES:
                problems.append(f"{name} {k}: status {ended.returncode}: {ended.stderr.strip()}")
            state = fingerprint(house, work)
            if state not in verdicts:
                found = []
                status, said = verify(house)
                if status != 0:
                    found.append(f"not whole: {said.strip()}")
                with open(os.path.join(house, "out/puzzles/manifest.json")) as file:
                    releases[int(re.search(r'"release":(\d+)', file.read()).group(1))] += 1
                finished = run(house, *again)
                if finished.returncode != 0:
                    found.append(f"the next publish fails: {finished.stderr.strip()}")
                elif files(house, "out") != expected:
                    found.append("the next publish's tree differs")
                verdicts[state] = found
            problems += [f"{name} {k}: {problem}" for problem in verdicts[state]]
    shutil.rmtree(house)
    kinds = ", ".join(f"{count} of release {number}" for number, count in sorted(releases.items()))
    print(f"soak-kill: {title}: {rounds} rounds over {len(counts)} system calls, {killed} ended by it, "
          f"{len(verdicts)} states of the files ({kinds}), {time.monotonic() - begun:.0f} s; "
          f"{len(problems)} violations", flush=True)
    if killed * 2 < rounds and not kinds:
        raise SystemExit("soak-kill: most rounds ended before they were killed, so this shows nothing")
    return problems


def main():
    work = tempfile.mkdtemp(prefix="almanac soak ")
    failed = False
    try:
        start = os.path.join(work, "start")
        for name, text in RECIPES.items():
            path = os.path.join(start, "recipes", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        first = run(start, *night(FIRST))
        assert first.returncode == 0, first.stderr
        path = os.path.join(start, "recipes", "packs/first.yaml")
        with open(path, "w") as file:
            file.write(RECIPES["packs/first.yaml"].replace("count: 3", "count: 4"))
        if ORDER != "wrong":
            problems = sweep("a night", work, start, night(SECOND), night(SECOND))
            for problem in problems[:20]:
                print(f"  {problem}")
            failed |= bool(problems)
            for error in "ENOSPC", "EIO":
                problems = sweep(
                    f"a night in which a call gives {error}", work, start, night(SECOND), night(SECOND),
                    f"error={error}", FAILING)
                for problem in problems[:20]:
                    print(f"  {problem}")
                failed |= bool(problems)
        # What the small publishers copy is the tree after the second night.
        small = os.path.join(work, "small")
        shutil.copytree(start, small)
        done = run(small, *night(SECOND))
        assert done.returncode == 0, done.stderr
        os.rename(os.path.join(small, "out"), os.path.join(small, "new"))
        shutil.copytree(os.path.join(start, "out"), os.path.join(small, "out"))
        shutil.rmtree(os.path.join(small, "state"))

        def publisher(order):
            return (PUBLISHER, order, "new", "out", SECOND)

        if ORDER != "wrong":
            problems = sweep(
                "a publisher in the right order", work, small, publisher("right"), publisher("right"))
            for problem in problems[:20]:
                print(f"  {problem}")
            failed |= bool(problems)
        if ORDER != "right":
            problems = sweep(
                "a publisher that writes its manifest first", work, small, publisher("wrong"), publisher("right"))
            for problem in problems[:3]:
                lines = [line for line in problem.splitlines() if "unfinished" not in line] or [problem]
                print(f"  found, as it has to be: {problem.split(':')[0]}: {lines[0]}")
            if not problems:
                print("  nothing was found, so the sweep cannot tell right from wrong")
            failed |= not problems
        return 1 if failed else 0
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
