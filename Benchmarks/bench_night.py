#!/usr/bin/env python3
"""Times a night that makes a year from nothing, and one that finds nothing to do.

A year's horizon (365 dailies, 52 weeklies, 12 monthlies) and 50 packs of 60, on a disk of this
machine: wall clock, processor time, memory and bytes of each night. The figures are those of the
whole command. What the year's dates keep in reserve is one puzzle of each kind.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time

# Sides and quotas of the 50 packs, in turn; difficulties that every one of them reaches.
GRIDS = [(5, 1, 1, 5), (6, 1, 1, 5), (8, 1, 2, 7), (10, 2, 2, 7), (14, 3, 2, 7)]
CALENDAR = {
    "daily": ("size: 17, stars: 4", "2027-01-01", 365),
    "weekly": ("size: 21, stars: 5", "2027-01", 52),
    "monthly": ("size: 25, stars: 6", "2027-01", 12),
}


def write_recipes(folder, packs):
    os.makedirs(f"{folder}/packs")
    os.makedirs(f"{folder}/calendar")
    names = []
    for number in range(packs):
        side, stars, low, high = GRIDS[number % len(GRIDS)]
        name = f"pack-{number + 1:02}"
        names.append(name)
        with open(f"{folder}/packs/{name}.yaml", "w", encoding="utf-8") as file:
            file.write(
                f"id: {name}\nname: Pack {number + 1}\nfree: true\n"
                f"grid: {{ size: {side}, stars: {stars} }}\ncount: 60\n"
                f"difficulty: {{ from: {low}, to: {high} }}\nseed: {1000 + number}\n"
            )
    for cadence, (grid, start, horizon) in CALENDAR.items():
        with open(f"{folder}/calendar/{cadence}.yaml", "w", encoding="utf-8") as file:
            file.write(
                f"cadence: {cadence}\ngrid: {{ {grid} }}\nstart: {start}\nhorizon: {horizon}\n"
                f"reserve: 1\ndifficulty: {{ from: 3, to: 7 }}\nseed: {horizon}\n"
            )
    with open(f"{folder}/release.yaml", "w", encoding="utf-8") as file:
        file.write(f"packs: [{', '.join(names)}]\ncalendar: [{', '.join(CALENDAR)}]\n")


def night(program, work, jobs):
    """One run: wall clock and processor seconds, largest memory in MB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    command = [program, "nightly", "--quiet", "--now", "2027-01-01T03:00:00Z", "--jobs", str(jobs)]
    done = subprocess.run(command, cwd=work, stdout=subprocess.DEVNULL, check=False)
    wall = time.monotonic() - start
    if done.returncode != 0:
        sys.exit(f"bench-night: almanac nightly ended with {done.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, processor, after.ru_maxrss / 1024


def bytes_below(folder):
    return sum(
        os.path.getsize(os.path.join(place, name))
        for place, _, names in os.walk(folder)
        for name in names
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program", help="the program, .build/release/almanac")
    parser.add_argument("--packs", type=int, default=50, help="packs of 60 (default 50)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="default: all cores")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as work:
        write_recipes(f"{work}/Pipelines", options.packs)
        dates = sum(horizon for _, _, horizon in CALENDAR.values())
        print(f"{options.packs} packs of 60 and {dates} dates, --jobs {options.jobs}")
        print("night            wall s   processor s   memory MB")
        for name in ["from nothing", "nothing to do"]:
            wall, processor, memory = night(program, work, options.jobs)
            # The largest of all runs so far: the first is the larger one.
            memory = f"{memory:.0f}" if name == "from nothing" else ""
            print(f"{name:14} {wall:8.2f} {processor:13.2f} {memory:>11}")
        tree, state = bytes_below(f"{work}/output"), bytes_below(f"{work}/.almanac")
        print(f"published {tree / 1e6:.1f} MB, state {state / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
