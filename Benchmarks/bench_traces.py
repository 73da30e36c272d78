#!/usr/bin/env python3
"""Says how much room the traces of a catalogue take.

As text, compressed alone, and compressed with the dictionary; level 15, as the catalogue writes
them. The dictionary itself is told apart: it is there once.
"""

import argparse
import collections
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile


def zstd(words, data):
    command = ["zstd", "-q", "-c", *words]
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("state", nargs="?", default=".almanac", help="default .almanac")
    path = os.path.join(parser.parse_args().state, "catalog.sqlite")
    if not os.path.exists(path):
        sys.exit(f"bench-traces: {path} is not there — name a state folder")
    if shutil.which("zstd") is None:
        sys.exit("bench-traces: zstd is not installed — apt-get install zstd")
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    sums = collections.defaultdict(lambda: [0, 0, 0, 0])
    with tempfile.TemporaryDirectory() as folder:
        learnt = 0
        for number, data in database.execute("SELECT id, bytes FROM dictionaries"):
            learnt += len(data)
            with open(os.path.join(folder, str(number)), "wb") as file:
                file.write(data)
        rows = database.execute(
            "SELECT side, stars, dictionary, bytes "
            "FROM traces JOIN puzzles ON puzzles.id = traces.puzzle"
        )
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
        print(
            f"| {name} | {count} | {plain // count} | {alone // count} | {plain / alone:.1f} "
            f"| {kept // count} | {plain / kept:.1f} |"
        )
    print(f"\nThe dictionary has {learnt} bytes.")


if __name__ == "__main__":
    main()
