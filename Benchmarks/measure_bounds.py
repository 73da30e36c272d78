"""Finds out how puzzles of each grid keep to bounds of recipes, and prints the table.

    measure_bounds.py PROGRAM [SIZE...]

For each grid some puzzles are drawn, and others are steered towards each difficulty; all are graded
with their signals. Told are the parts of the longest arguments, apart for puzzles that are solved
without assumptions and for others, and for each difficulty the shortest of the longest arguments.
Work is bounded in evaluated layouts, so the table is the same on every machine. It goes into
Sources/Generating/ReachWithin+Table.swift; `make reach` does that.
"""

import json
import subprocess
import sys
from collections import Counter

from measure_reach import generate

# The puzzles that are drawn of each grid.
DRAWN = 500
# The puzzles that are steered towards a difficulty, and the layouts evaluated for each row.
STEERED = 10
BUDGET = 3000
PLAIN = range(1, 8)


def longest(program: str, puzzles: list[dict]) -> list[tuple[bool, int, int]]:
    """Whether each is solved without assumptions, its longest argument, and its difficulty."""
    lines = "\n".join(puzzle["sbn"] for puzzle in puzzles) + "\n"
    command = [program, "grade", "-", "--signals", "--json", "--quiet"]
    done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    grades = [json.loads(line) for line in done.stdout.splitlines()]
    # The parts of a cycle's shortest argument are the last of its figures.
    return [
        (
            grade["level"] in PLAIN,
            max((cycle[4] for cycle in grade["signals"]["cycles"]), default=0),
            grade["difficulty"],
        )
        for grade in grades
    ]


def counts(sizes: list[int]) -> str:
    return " ".join(f"{size}:{count}" for size, count in sorted(Counter(sizes).items())) or "-"


def least(pool: list[tuple[bool, int, int]], difficulty: int) -> str:
    return str(min((size for _, size, other in pool if other == difficulty), default="-"))


def main() -> None:
    program = sys.argv[1]
    sides = [int(side) for side in sys.argv[2:]] or range(4, 26)
    versions = None
    rows = []
    for side in sides:
        for stars in range(1, side // 4 + 1):
            grid = ["--size", side, "--stars", stars]
            probe = ["--count", 5, "--seed", 1, "--budget", 20_000]
            if len(generate(program, *grid, *probe)) < 5:
                continue
            budget = ["--seed", 1, "--budget", 200_000]
            puzzles = generate(program, *grid, "--count", DRAWN, *budget)
            versions = (puzzles[0]["graderVersion"], puzzles[0]["generatorVersion"])
            drawn = longest(program, puzzles)
            steered = []
            for difficulty in range(1, 11):
                wanted = ["--difficulty", difficulty, "--count", STEERED]
                steered += generate(program, *grid, *wanted, "--budget", BUDGET * side, "--seed", 2)
            pool = drawn + (longest(program, steered) if steered else [])
            plain = [puzzle for puzzle in pool if puzzle[0]]
            row = [
                f"{side}x{stars}",
                counts([size for is_plain, size, _ in drawn if is_plain]),
                counts([size for is_plain, size, _ in drawn if not is_plain]),
                " ".join(least(pool, difficulty) for difficulty in range(1, 11)),
                " ".join(least(plain, difficulty) for difficulty in range(1, 11)),
            ]
            rows.append(row)
            print(" | ".join(row), file=sys.stderr, flush=True)
    print("extension ReachWithin {")
    print("  /// Written by `make reach`: grader and generator, then four lines for each grid:")
    print("  /// how many of the drawn puzzles that are solved without assumptions have a longest")
    print("  /// argument of so many parts (`parts:puzzles`), the same of all others, and for each")
    print("  /// difficulty 1…10 the shortest of the longest arguments that were found, of all and")
    print("  /// of those without assumptions, `-` where there was none.")
    print('  static let table = """')
    print(f"    grader {versions[0]} generator {versions[1]}")
    for name, *lines in rows:
        print(f"    {name}")
        for line in lines:
            for part in wrapped(line):
                print(f"    {part}")
    print('    """')
    print("}")


def wrapped(line: str) -> list[str]:
    """The line, in parts that end with a backslash where another follows."""
    parts, part = [], ""
    for word in line.split(" "):
        if len(part) + len(word) > 84:
            parts.append(part + "\\")
            part = ""
        part += word + " "
    return [*parts, part.rstrip()]


main()
