#!/usr/bin/env python3
"""Counts where entanglement would show something that the ladder's first rules do not.

Entanglement is what two stars forbid whatever the regions are: on a 10×10 board with 2 stars there
are 146,510 ways to fill rows and columns without stars that touch, and many three cells are in none
of them together. This makes that table, follows the ladder through real puzzles (`almanac trace`),
and asks at every moment at which rules of level 8 or more are needed whether the table rules out
an open cell: for two stars that are there, and for two containers that need one star more and have
at most four cells for it, whichever of these are stars.
"""

import itertools
import json
import subprocess

import corpus

SIDE, STARS = 10, 2
CELLS = SIDE * SIDE
MOST_OPEN = 4


def fillings() -> list[list[int]]:
    """All ways to put two stars into each row and column, none touching: cells, row by row."""
    rows = [pair for pair in itertools.combinations(range(SIDE), 2) if pair[1] - pair[0] > 1]
    found: list[list[int]] = []

    def fill(cells: list[int], before: tuple[int, ...], counts: list[int]) -> None:
        row = len(cells) // STARS
        if row == SIDE:
            found.append(list(cells))
            return
        # What a column still needs has to fit into the rows that are left, every other one at best.
        if any(STARS - count > (SIDE - row + 1) // 2 for count in counts):
            return
        for pair in rows:
            if any(counts[column] == STARS for column in pair):
                continue
            if any(abs(column - other) < 2 for column in pair for other in before):
                continue
            for column in pair:
                counts[column] += 1
            fill(cells + [SIDE * row + column for column in pair], pair, counts)
            for column in pair:
                counts[column] -= 1

    fill([], (), [0] * SIDE)
    return found


def companions(ways: list[list[int]]) -> list[list[int]]:
    """For any two cells, those that can be stars together with both, a bit each."""
    having = [0] * CELLS
    for number, cells in enumerate(ways):
        for cell in cells:
            having[cell] |= 1 << number
    table = [[0] * CELLS for _ in range(CELLS)]
    for first, second in itertools.combinations_with_replacement(range(CELLS), 2):
        both = having[first] & having[second]
        cells = sum(1 << cell for cell in range(CELLS) if both & having[cell])
        table[first][second] = table[second][first] = cells
    return table


def containers(regions: str) -> list[list[int]]:
    rows = [list(range(SIDE * row, SIDE * row + SIDE)) for row in range(SIDE)]
    columns = [list(range(column, CELLS, SIDE)) for column in range(SIDE)]
    letters = sorted(set(regions))
    return rows + columns + [[c for c in range(CELLS) if regions[c] == each] for each in letters]


def rules_out(table: list[list[int]], choices: list[tuple[int, ...]], unknown: int) -> bool:
    """Whether some two of the choices, each of which holds a star, leave an open cell none."""
    for first, second in itertools.combinations(choices, 2):
        possible = 0
        for one in first:
            for other in second:
                possible |= table[one][other]
        if unknown & ~possible:
            return True
    return False


def moments(answer: dict):
    """The moments of a solve at which a rule of level 8 or more is needed: level, stars, open."""
    stars: set[int] = set()
    unknown = (1 << CELLS) - 1
    for _, cycle in itertools.groupby(answer["steps"], key=lambda step: step["cycle"]):
        steps = list(cycle)
        if steps[0]["level"] >= 8:
            yield steps[0]["level"], set(stars), unknown
        for step in steps:
            for row, column in step["stars"] + step["marks"]:
                unknown &= ~(1 << (SIDE * row + column))
            stars.update(SIDE * row + column for row, column in step["stars"])


def choices(boxes: list[list[int]], stars: set[int], unknown: int) -> list[tuple[int, ...]]:
    """Cells of which one is a star: those that are, and few in a container that needs one more."""
    found = {(star,) for star in stars}
    for cells in boxes:
        left = tuple(cell for cell in cells if unknown >> cell & 1)
        if sum(cell in stars for cell in cells) == STARS - 1 and 0 < len(left) <= MOST_OPEN:
            found.add(left)
    return sorted(found)


def main() -> None:
    given = corpus.arguments(__doc__, puzzles=10_000)
    ways = fillings()
    print(f"{len(ways):,} ways to fill rows and columns")
    table = companions(ways)
    print(f"{'file':24} level  moments  two stars  few cells")
    late = [0, 0, 0]
    for path in sorted(given.folder.rglob(f"{SIDE}x{SIDE}-{STARS}-*.sbn")):
        command = [given.program, "trace", "--json", "--quiet", "-"]
        lines = "\n".join(corpus.lines(path)[: given.puzzles])
        done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=False)
        counts: dict[int, list[int]] = {}
        for answer in map(json.loads, done.stdout.splitlines()):
            boxes = containers(answer["sbn"].split(".")[1])
            for level, stars, unknown in moments(answer):
                count = counts.setdefault(level, [0, 0, 0])
                count[0] += 1
                count[1] += rules_out(table, [(star,) for star in sorted(stars)], unknown)
                count[2] += rules_out(table, choices(boxes, stars, unknown), unknown)
        for level, count in sorted(counts.items()):
            print(f"{path.stem:24} {level:5} {count[0]:8} {count[1]:10} {count[2]:10}")
            if level >= 10:
                late = [sum(pair) for pair in zip(late, count, strict=True)]
    print(f"{'where levels 1–9 find nothing':30} {late[0]:8} {late[1]:10} {late[2]:10}")


if __name__ == "__main__":
    main()
