#!/usr/bin/env python3
"""Kills a night's release at one system call after the other, and looks at what is left.

  Scripts/soak_kill.py [almanac]        SYSCALLS=all|changing  STEP=1

Each round starts from the same published release and the same catalogue, and runs the next night under
strace, which kills it with SIGKILL at the k-th call of one kind. Then the tree has to verify as the old release or
the new one, the next night has to finish, and its tree has to be the undisturbed one, byte for byte.
"""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".build/release/almanac")
STEP = int(os.environ.get("STEP", "1"))
CHANGING = set(
    "openat creat write pwrite64 writev pwritev fsync fdatasync ftruncate rename renameat renameat2 "
    "unlink unlinkat mkdir mkdirat link linkat flock fcntl msync chmod fchmod rmdir".split())
FIRST, SECOND = "2026-12-30T03:00:00Z", "2026-12-31T03:00:00Z"

RECIPES = {
    "release.yaml": "packs: [first]\ncalendar: [daily]\nprofiles: { bundle: true }\n",
    "packs/first.yaml": "id: first\nname: First\nfree: true\ngrid: { size: 5, stars: 1 }\ncount: 3\n"
    "difficulty: { from: 1, to: 3 }\nseed: 1\n",
    "calendar/daily.yaml": "cadence: daily\ngrid: { size: 6, stars: 1 }\nstart: 2026-12-30\n"
    "horizon: 2\ndifficulty: { from: 1, to: 2 }\nseed: 9\n",
}


def night(house, now, prefix=()):
    return subprocess.run(
        [*prefix, PROGRAM, "nightly", "--now", now, "--jobs", "1", "--recipes", "recipes", "--output", "out",
         "--state", "state", "--quiet"], cwd=house, capture_output=True, text=True, timeout=120)


def verify(house):
    ended = subprocess.run(
        [PROGRAM, "release", "verify", "out", "--quiet"], cwd=house, capture_output=True, text=True, timeout=120)
    return ended.returncode, ended.stderr


def tree(house):
    found = {}
    for folder, _, names in os.walk(os.path.join(house, "out")):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, house)] = file.read()
    return found


def main():
    work = tempfile.mkdtemp(prefix="almanac soak ")
    try:
        start = os.path.join(work, "start")
        for name, text in RECIPES.items():
            path = os.path.join(start, "recipes", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        first = night(start, FIRST)
        assert first.returncode == 0, first.stderr
        path = os.path.join(start, "recipes", "packs/first.yaml")
        with open(path, "w") as file:
            file.write(RECIPES["packs/first.yaml"].replace("count: 3", "count: 4"))
        house = os.path.join(work, "house")
        shutil.copytree(start, house)
        log = os.path.join(work, "trace")
        assert night(house, SECOND, ("strace", "-f", "-o", log)).returncode == 0
        expected = tree(house)
        threads = collections.Counter()
        with open(log) as file:
            for line in file:
                call = re.match(r"(\d+)\s+(\w+)\(", line)
                if call:
                    threads[call.groups()] += 1
        counts = {}
        for (_, name), count in threads.items():
            if os.environ.get("SYSCALLS") == "all" or name in CHANGING:
                counts[name] = max(counts.get(name, 0), count)
        for name in ("execve", "exit_group", "rt_sigreturn"):
            counts.pop(name, None)
        rounds = killed = 0
        releases = collections.Counter()
        problems = []
        for name in sorted(counts):
            for k in range(1, counts[name] + 1, STEP):
                shutil.rmtree(house)
                shutil.copytree(start, house)
                ended = night(
                    house, SECOND,
                    ("strace", "-f", "-o", "/dev/null", "-e", f"trace={name}", "-e",
                     f"inject={name}:signal=KILL:when={k}"))
                rounds += 1
                killed += ended.returncode not in (0,)
                status, said = verify(house)
                number = max(
                    int(n.split(".")[0]) for n in os.listdir(os.path.join(house, "out/puzzles/releases"))
                    if n[0].isdigit())
                releases[number] += 1
                if status != 0:
                    problems.append(f"{name} {k}: not whole: {said.strip()}")
                again = night(house, SECOND)
                if again.returncode != 0:
                    problems.append(f"{name} {k}: the next night fails: {again.stderr.strip()}")
                elif tree(house) != expected:
                    problems.append(f"{name} {k}: the next night's tree differs")
        print(f"soak-kill: {rounds} rounds over {len(counts)} system calls, {killed} killed; "
              f"{len(problems)} violations")
        for problem in problems[:20]:
            print(f"  {problem}")
        return 1 if problems or killed == 0 else 0
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
