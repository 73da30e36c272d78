#!/usr/bin/env python3
"""Holds the search for small arguments of adding up against an integer program (HiGHS).

The program is given a position and asked for an argument of fewer parts than the search has found,
or of at most eight where it has found none: there must not be any. It is also asked for one of as
many parts as the search has found: there must be one, or the program asks the wrong question.

What an argument is stands in Sources/Adding/Adding.md, and is written here a second time: whole
multipliers from −2 to 2, tiles only taken away, a slack of 0 to 2, every cell covered as often as
it is held or else shown to be a star, and something that follows.

Takes a file that `make test-sums` has the Swift tests write: a position a line, as JSON.
"""

import argparse
import json
import multiprocessing
import sys

import numpy
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

MOST_PARTS = 8
MOST_TIMES = 2
MOST_SLACK = 2


class Parts:
    """The parts of a position: containers that need stars, then tiles with open cells."""

    def __init__(self, position: dict):
        side = position["side"]
        self.open = position["open"]
        place = {cell: index for index, cell in enumerate(self.open)}
        members = [[] for _ in range(3 * side)]
        for cell in self.open:
            region = position["regions"][cell]
            for container in (cell // side, side + cell % side, 2 * side + region):
                members[container].append(place[cell])
        self.members, self.stars = [], []
        for container, cells in enumerate(members):
            need = position["needs"][container]
            if need:
                self.members.append(cells)
                self.stars.append(need)
        self.containers = len(self.members)
        for corner in range(side * (side - 1)):
            if corner % side < side - 1:
                block = (corner, corner + 1, corner + side, corner + side + 1)
                cells = [place[cell] for cell in block if cell in place]
                if cells:
                    self.members.append(cells)
                    self.stars.append(1)


class Rows:
    """The rows of a constraint matrix, one entry after the other."""

    def __init__(self):
        self.entries, self.least, self.most = [], [], []

    def add(self, terms: list[tuple[int, float]], least: float, most: float):
        self.entries += [(len(self.least), column, value) for column, value in terms]
        self.least.append(least)
        self.most.append(most)

    def constraint(self, columns: int) -> LinearConstraint:
        rows, places, values = zip(*self.entries, strict=True)
        shape = (len(self.least), columns)
        return LinearConstraint(coo_array((values, (rows, places)), shape), self.least, self.most)


def smallest(parts: Parts, most: int) -> int | None:
    """The size of the smallest argument of at most so many parts, if there is one."""
    count, cells = len(parts.members), len(parts.open)
    # Columns: how often a part is held, how often it covers, whether it does either; for each cell
    # what it is held too often and whether it is a star or a mark that follows; the slack.
    held, covers, holding, covering = (range(n * count, (n + 1) * count) for n in range(4))
    first = 4 * count
    extra, star, target = (range(first + n * cells, first + (n + 1) * cells) for n in range(3))
    slack = first + 3 * cells
    columns = slack + 1
    # No cell counts more often than its three containers, held twice each, or its seven parts.
    far = 7 * MOST_TIMES + MOST_SLACK + 1
    rows = Rows()
    for part in range(count):
        rows.add([(held[part], 1), (holding[part], -MOST_TIMES)], -numpy.inf, 0)
        rows.add([(covers[part], 1), (covering[part], -MOST_TIMES)], -numpy.inf, 0)
        rows.add([(held[part], 1), (holding[part], -1)], 0, numpy.inf)
        rows.add([(covers[part], 1), (covering[part], -1)], 0, numpy.inf)
        rows.add([(holding[part], 1), (covering[part], 1)], -numpy.inf, 1)
    weights = [[] for _ in range(cells)]
    for part, members in enumerate(parts.members):
        for cell in members:
            weights[cell] += [(held[part], 1), (covers[part], -1)]
    for cell in range(cells):
        weight = weights[cell]
        minus = [(column, -value) for column, value in weight]
        # extra = weight where the cell is a star, else 0 and the weight at most 0.
        rows.add(weight + [(extra[cell], -1)], -numpy.inf, 0)
        rows.add([(extra[cell], 1), (star[cell], -far)], -numpy.inf, 0)
        rows.add([(extra[cell], 1)] + minus + [(star[cell], far)], -numpy.inf, far)
        # A star's weight is more than the slack.
        rows.add(weight + [(slack, -1), (star[cell], -far)], 1 - far, numpy.inf)
        # What follows: a cell covered more often than the slack.
        rows.add(minus + [(slack, -1), (target[cell], -far)], 1 - far, numpy.inf)
    # Room is what is needed and the slack.
    room = [(covers[part], parts.stars[part]) for part in range(count)]
    need = [(held[part], -parts.stars[part]) for part in range(count)]
    rows.add(room + need + [(column, 1) for column in extra] + [(slack, -1)], 0, 0)
    rows.add([(column, 1) for column in [*star, *target]], 1, numpy.inf)
    size = [(column, 1) for column in [*holding, *covering]]
    rows.add(size, 2, most)
    rows.add([(column, 1) for column in holding], 1, most - 1)
    lower, upper = numpy.zeros(columns), numpy.ones(columns)
    upper[held.start : covers.stop] = MOST_TIMES
    upper[held.start + parts.containers : held.stop] = 0
    upper[extra.start : extra.stop] = far
    upper[slack] = MOST_SLACK
    goal = numpy.zeros(columns)
    for column, value in size:
        goal[column] = value
    answer = milp(
        goal,
        constraints=rows.constraint(columns),
        bounds=Bounds(lower, upper),
        integrality=numpy.ones(columns),
    )
    if answer.status == 2:
        return None
    if answer.status != 0:
        raise RuntimeError(f"HiGHS: {answer.message}")
    return round(answer.fun)


def judge(line: str) -> tuple[str, int | None]:
    """What is wrong with the search on a position, and the size of what it has found."""
    position = json.loads(line)
    found = position["size"]
    least = smallest(Parts(position), found or MOST_PARTS)
    if least == found:
        return "", found
    return f"the search found {found or 'nothing'}, the integer program {least or 'nothing'}", found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", help="a position a line, as JSON")
    options = parser.parse_args()
    with open(options.positions, encoding="utf-8") as file:
        lines = [line for line in file if line.strip()]
    sizes, faults = {}, 0
    with multiprocessing.Pool() as pool:
        for number, (fault, size) in enumerate(pool.imap(judge, lines), start=1):
            sizes[size] = sizes.get(size, 0) + 1
            if fault:
                faults += 1
                print(f"test-sums: position {number}: {fault}\n  {lines[number - 1].strip()}")
            if number % 20 == 0:
                print(f"test-sums: {number} of {len(lines)} positions", flush=True)
    for size, count in sorted(sizes.items(), key=lambda item: item[0] or 99):
        print(f"test-sums: {f'{size} parts' if size else 'nothing'}: {count} positions")
    if faults or not lines:
        sys.exit(f"test-sums: {faults} of {len(lines)} positions are wrong")
    print(f"test-sums: {len(lines)} positions, and no smaller argument in any")


if __name__ == "__main__":
    main()
