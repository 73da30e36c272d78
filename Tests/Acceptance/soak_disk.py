#!/usr/bin/env python3
"""Kills the client at one system call after the other that changes its files.

    STEP=1     of each kind of call every n-th, and the last

Each round starts from the same folder, in which a large board was played until its log is about to
be written anew, takes packs from a bundle and plays on under strace, which kills it at the k-th
call of one kind. Then all moves that it has said to have kept have to be there, and one more at
most, no pack that was there may be gone, and playing on has to work. The same with a full disk.
"""

import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import harness
from harness import check, say
from soak_kill import CHANGING, FAILING, KILLED

MOVES = 6


def said(text: str) -> dict[str, int]:
    """The last of each that was said."""
    found = {}
    for line in text.splitlines():
        word, _, number = line.partition(" ")
        found[word] = int(number or 1)
    return found


def run(*words: object) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=120
    )


def bundle(large: str, packs: int, version: int) -> str:
    small = "5x1.ABCCCABBBCADDBBADEEEADDDD"
    texts = [
        f'{{"id":"{name}","name":"x","version":{version},"free":true,"puzzles":["{text}"]}}'
        for name, text in [("large", large), ("other", small), ("third", small)][:packs]
    ]
    return '{"packs":[' + ",".join(texts) + "]}"


def sweep(client, start: pathlib.Path, second: pathlib.Path, step: int, error: str) -> None:
    house = start.parent / "house"
    shutil.copytree(start, house)
    before = said(run(client, "look", house).stdout)
    log = start.parent / "trace"
    command = [client, "disk", house, second, MOVES]
    ended = run("strace", "-f", "-o", log, *command)
    check(ended.returncode == 0, f"undisturbed: {ended.stderr}")
    counts: collections.Counter = collections.Counter()
    for line in log.read_text(errors="replace").splitlines():
        if call := re.match(r"\d+\s+(\w+)\(", line):
            counts[call[1]] += 1
    rounds = disturbed = 0
    for name, count in sorted(counts.items()):
        # Writes that fail would also be those with which threads wake each other.
        if name not in (FAILING - {"write"} if error else CHANGING):
            continue
        for k in sorted({*range(1, count + 1, step), count}):
            shutil.rmtree(house)
            shutil.copytree(start, house)
            fault = f"error={error}" if error else "signal=KILL"
            ended = run(
                *("strace", "-f", "-o", "/dev/null", "-e", f"trace={name}"),
                *("-e", f"inject={name}:{fault}:when={k}", *command),
            )
            rounds += 1
            told = said(ended.stdout)
            if error:
                disturbed += 1
            else:
                check(ended.returncode in KILLED | {0}, f"{name} {k}: {ended.returncode}")
                disturbed += ended.returncode != 0
            looked = run(client, "look", house)
            check(looked.returncode == 0, f"{name} {k}: {looked.stderr}")
            there = said(looked.stdout)
            kept = told.get("kept", before["kept"])
            check(
                there.get("kept") in (kept, kept + 1),
                f"{name} {k}: {kept} moves were kept, {there} are there",
            )
            check(there["theme"] >= told.get("theme", 0), f"{name} {k}: a setting is lost")
            least = before["packs"] - (there["kept"] >= before["kept"] + MOVES)
            check(there["packs"] >= least, f"{name} {k}: packs are gone: {there}")
            again = run(client, "disk", house, second, 1)
            check(again.returncode == 0, f"{name} {k}: it does not go on: {again.stderr}")
            check(said(again.stdout)["kept"] == there["kept"] + 1, f"{name} {k}: {again.stdout}")
            left = [path for path in house.rglob("*.tmp")]
            check(not left, f"{name} {k}: litter is left: {left}")
    shutil.rmtree(house)
    check(disturbed * 3 > rounds, "most rounds ended before anything happened to them")
    what = f"{error} in" if error else "killed at"
    say(f"{what} {rounds} calls, {disturbed} ended by it: no move and no pack is lost")


def main() -> None:
    (client,) = harness.programs(__doc__, ".build/release/client-soak")
    step = harness.number("STEP", 1, 1)
    if not harness.has("strace"):
        return
    golden = (harness.ROOT / "Tests/Fixtures/golden-seeds.txt").read_text().splitlines()
    large = "25x6." + next(line for line in golden if line.startswith("25 6 ")).split()[3]
    with tempfile.TemporaryDirectory(prefix="almanac disk ") as temporary:
        folder = pathlib.Path(temporary)
        first, second = folder / "first.json", folder / "second.json"
        first.write_text(bundle(large, 2, 1))
        second.write_text(bundle(large, 3, 2))
        start = folder / "start"
        # So many moves that the log is written anew in the next ones.
        made = run(client, "disk", start, first, 94)
        check(made.returncode == 0, f"the first moves: {made.stderr}")
        shutil.copyfile(first, folder / "again.json")
        made = run(client, "disk", start, first, 0)
        for error in ("", "ENOSPC", "EIO"):
            sweep(client, start, second, step if not error else step * 3, error)


if __name__ == "__main__":
    sys.exit(main())
