#!/usr/bin/env python3
"""How much room the traces of a catalogue take: as text, compressed alone, compressed with the dictionary.

  Benchmarks/bench_traces.py [state]        needs the zstd program

Level 15, as the catalogue writes them. The dictionary itself is told apart: it is there once.
"""
import collections
import os
import sqlite3
import subprocess
import sys
import tempfile

STATE = sys.argv[1] if len(sys.argv) > 1 else ".almanac"


def zstd(arguments, data):
    return subprocess.run(["zstd", "-q", "-c", *arguments], input=data, capture_output=True, check=True).stdout


def main():
    database = sqlite3.connect(f"file:{STATE}/catalog.sqlite?mode=ro", uri=True)
    sums = collections.defaultdict(lambda: [0, 0, 0, 0])
    with tempfile.TemporaryDirectory() as folder:
        learnt = 0
        for number, data in database.execute("SELECT id, bytes FROM dictionaries"):
            learnt += len(data)
            with open(os.path.join(folder, str(number)), "wb") as file:
                file.write(data)
        rows = database.execute(
            "SELECT side, stars, dictionary, bytes FROM traces JOIN puzzles ON puzzles.id = traces.puzzle")
        for side, stars, dictionary, kept in rows:
            words = [] if dictionary is None else ["-D", os.path.join(folder, str(dictionary))]
            plain = zstd(["-d", *words], kept)
            alone = zstd(["-15", "--no-check", f"--stream-size={len(plain)}"], plain)
            for key in ((side, stars), ("all", "")):
                line = sums[key]
                line[0] += 1
                line[1] += len(plain)
                line[2] += len(alone)
                line[3] += len(kept)
    print("| grid | traces | text, bytes each | alone | ratio | as kept | ratio |")
    print("|---|---|---|---|---|---|---|")
    for (side, stars), (count, plain, alone, kept) in sums.items():
        name = "all" if side == "all" else f"{side}×{side}, {stars}"
        print(f"| {name} | {count} | {plain // count} | {alone // count} | {plain / alone:.1f} | {kept // count} | "
              f"{plain / kept:.1f} |")
    print(f"\nThe dictionary has {learnt} bytes.")


if __name__ == "__main__":
    sys.exit(main())
