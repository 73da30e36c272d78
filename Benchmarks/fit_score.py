"""Fits and judges the score of the grader's second version; see Sources/Grading/Scoring.md.

    fit_score.py judge PROGRAM CORPUS      how well the costs as they stand follow the labels
    fit_score.py costs PROGRAM CORPUS      fits costs: on half of each file, judged on the other
    fit_score.py scale PROGRAM FOLDER      makes puzzles of every grid in FOLDER, prints the scale

Puzzles are solved once, by `grade --signals`; everything else is arithmetic on what was counted
there. Costs, the share of the search and the logarithm of the hardest step are read from the
sources. Needs numpy.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

import numpy

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"
CLASSES = [
    ("10x10", [f"second/10x10-2-{label}" for label in ("easy", "medium", "hard", "expert")]),
    ("9x9", [f"second/09x09-2-{label}" for label in ("easy", "medium", "hard", "expert")]),
]
PAIRS = [
    ("6x6", ["06x06-1-easy", "06x06-1-medium"]),
    ("8x8", ["08x08-1-medium", "08x08-1-hard"]),
    ("10x10 pair", ["10x10-2-medium", "10x10-2-hard"]),
    ("14x14", ["14x14-3-medium", "14x14-3-hard"]),
]
# What the pairs may not fall below while costs are fitted.
FLOORS = [0.684, 0.697, 0.712, 0.957]


def read(*path: str) -> str:
    return SOURCES.joinpath(*path).read_text()


class Model:
    """What is fitted, as it stands in the sources."""

    def __init__(self) -> None:
        table = re.search(r"refittedCosts = \[(.*?)\]", read("Grading", "RuleSet.swift"), re.S)
        self.costs = {name: int(cost) for name, cost in re.findall(r'"(\S+)": (\d+)', table[1])}
        score = read("Grading", "Score.swift")
        table = re.search(r"hardestStep = \[(.*?)\]", score, re.S)
        self.hardest = [
            int(number) for number in table[1].replace("_", "").split(",") if number.strip()
        ]
        self.searched = int(re.search(r"searchedLevel = (\d+)", score)[1])
        scale = read("Grading", "ScoreScale.swift")
        self.weight = int(re.search(r"grid.stars == 1 \? 0 : (\d+)", scale)[1])


class File:
    """Solved puzzles of a file, a row each: sums by rule, and what does not depend on costs."""

    def __init__(self, program: str, path: str, model: Model) -> None:
        done = subprocess.run(
            [program, "grade", "--signals", "--json", "--quiet", path],
            stdout=subprocess.PIPE,
            check=True,
        )
        rules = list(model.costs)
        rows, fixed, self.solved = [], [], []
        for line in done.stdout.splitlines():
            puzzle = json.loads(line)
            signals, cells = puzzle["signals"], puzzle["size"] ** 2
            row, search = [0.0] * len(rules), 0.0
            levels = [0]
            for rule, unknown, _, found, _ in signals["cycles"]:
                name = signals["rules"][rule]
                row[rules.index(name)] += 256 * found**0.75 * unknown / cells
                levels.append(LEVELS[name])
                if LEVELS[name] >= model.searched:
                    search += unknown / cells
            weight = 0 if puzzle["stars"] == 1 else model.weight
            rows.append(row)
            fixed.append(model.hardest[max(levels)] + weight * numpy.log2(1 + search))
            self.solved.append(puzzle["solved"])
        self.rows, self.fixed = numpy.array(rows), numpy.array(fixed)
        self.solved = numpy.array(self.solved)

    def magnitudes(self, costs: numpy.ndarray) -> numpy.ndarray:
        """Thousandths of a power of two; what is not solved counts as hardest."""
        effort = numpy.maximum(self.rows @ costs, 1)
        return numpy.where(self.solved, 1000 * numpy.log2(effort) + self.fixed, 1e6)


LEVELS: dict[str, int] = {}


def ranks(values: numpy.ndarray) -> numpy.ndarray:
    """From 1; equal values share the mean of theirs."""
    _, inverse, counts = numpy.unique(values, return_inverse=True, return_counts=True)
    ends = numpy.cumsum(counts)
    return (ends - (counts - 1) / 2)[inverse]


def spearman(classes: list[numpy.ndarray]) -> float:
    labels = numpy.concatenate([[place] * len(values) for place, values in enumerate(classes)])
    return numpy.corrcoef(ranks(numpy.concatenate(classes)), ranks(labels))[0, 1]


def auc(easier: numpy.ndarray, harder: numpy.ndarray) -> float:
    both = ranks(numpy.concatenate([easier, harder]))
    pairs = len(easier) * len(harder)
    return (both[len(easier) :].sum() - len(harder) * (len(harder) + 1) / 2) / pairs


def judge(files: dict[str, File], costs: numpy.ndarray, half: int | None = None) -> list[float]:
    def values(name: str) -> numpy.ndarray:
        all_of_them = files[name].magnitudes(costs)
        return all_of_them if half is None else all_of_them[half::2]

    return [spearman([values(name) for name in names]) for _, names in CLASSES] + [
        auc(*(values(name) for name in names)) for _, names in PAIRS
    ]


def worth(figures: list[float]) -> float:
    pairs = figures[2:]
    missed = sum(max(0, floor - pair) for floor, pair in zip(FLOORS, pairs, strict=True))
    return 2 * figures[0] + 3 * figures[1] + 0.3 * sum(pairs) - 6 * missed


def ascend(files: dict[str, File], costs: numpy.ndarray, half: int | None, tail: int):
    """One cost after the other, by smaller and smaller factors.

    From `tail` on they never fall: one that is raised raises those behind it.
    """
    best = worth(judge(files, costs, half))
    for step in (2, 1.5, 1.25, 1.12):
        while True:
            before = best
            for place in range(len(costs)):
                for factor in (step, 1 / step):
                    other = costs.copy()
                    other[place] *= factor
                    if place >= tail and factor > 1:
                        other[place:] = numpy.maximum(other[place:], other[place])
                    elif place >= tail:
                        other[tail:place] = numpy.minimum(other[tail:place], other[place])
                    value = worth(judge(files, other, half))
                    if value > best + 1e-5:
                        best, costs = value, other
            if best == before:
                break
    return costs


def show(words: str, figures: list[float]) -> None:
    names = [name for name, _ in CLASSES + PAIRS]
    parts = [f"{name} {value:.3f}" for name, value in zip(names, figures, strict=True)]
    print(words + ": " + ", ".join(parts), flush=True)


def make(program: str, folder: str) -> None:
    """Puzzles of every grid: standard ones, and some that need assumptions."""
    kinds = [
        ("standard", 400, 1_500_000, []),
        ("hard", 100, 400_000, ["--level", "8...10"]),
        ("expert", 100, 400_000, ["--level", "11...12"]),
    ]
    os.makedirs(folder, exist_ok=True)
    for size in range(4, 26):
        for stars in range(1, size // 4 + 1):
            for kind, count, budget, level in kinds:
                path = f"{folder}/{size}x{stars}-{kind}.sbn"
                if os.path.exists(path):
                    continue
                print(f"making {path}", file=sys.stderr, flush=True)
                made = subprocess.run(
                    [
                        program,
                        "generate",
                        "--quiet",
                        "--size",
                        str(size),
                        "--stars",
                        str(stars),
                        "--seed",
                        "20",
                        "--count",
                        str(count),
                        "--budget",
                        str(budget),
                        *level,
                    ],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
                pathlib.Path(path).write_bytes(made.stdout)


def difficulty(value: float, low: float, middle: float, high: float, top: float) -> int:
    if value <= middle:
        score = (value - low) * 42 / (middle - low) + 3
    elif value <= high:
        score = 45 + (value - middle) * 45 / (high - middle)
    else:
        score = 90 + (value - high) * 10 / (top - high)
    return min(10, int(max(0, score) // 10) + 1)


def scale(program: str, folder: str, corpus: str | None) -> None:
    """Prints a row for each grid, and how its puzzles are spread."""
    make(program, folder)
    model = Model()
    costs = numpy.array(list(model.costs.values()), float)
    for size, stars in sorted(
        {
            tuple(map(int, path.name.split("-")[0].split("x")))
            for path in pathlib.Path(folder).glob("*.sbn")
        },
        key=lambda grid: grid[::-1],
    ):
        values = []
        for kind in ("standard", "hard", "expert"):
            path = f"{folder}/{size}x{stars}-{kind}.sbn"
            if os.path.exists(path) and os.path.getsize(path):
                values.append(File(program, path, model).magnitudes(costs))
            else:
                values.append(numpy.array([]))
        standard = values[0]
        if len(standard) < 40:
            continue
        rest = numpy.concatenate(values[1:])
        low = numpy.percentile(standard, 2)
        middle = numpy.percentile(standard, 90)
        high = numpy.percentile(rest if len(rest) > 20 else standard, 96)
        real = REAL.get((size, stars), [])
        if corpus and real:
            files = [File(program, f"{corpus}/{name}.sbn", model) for name in real]
            solved = numpy.concatenate([f.magnitudes(costs)[f.solved] for f in files])
            low = min(low, numpy.percentile(solved, 2))
            high = max(high, numpy.percentile(solved, 97))
        low, middle, high = (round(v / 10) * 10 for v in (low, middle, high))
        middle = max(middle, low + 300)
        high = max(high, middle + 600)
        top = high + 1000
        spread = [
            [sum(difficulty(v, low, middle, high, top) == d for v in some) for d in range(1, 11)]
            for some in (standard, rest)
        ]
        share = max(spread[0]) / len(standard)
        print(
            f"    ({size}, {stars}, {low:_}, {middle:_}, {high:_}, {top:_}),"
            f"  // {len(standard)}+{len(rest)}: {share:.0%} {spread[0]} {spread[1]}",
            flush=True,
        )


# Real puzzles that have to find room on the scale as well.
REAL = {
    (9, 2): CLASSES[1][1],
    (10, 2): CLASSES[0][1] + PAIRS[2][1],
    (14, 3): PAIRS[3][1] + ["second/14x14-3-mixed"],
    (6, 1): PAIRS[0][1],
    (8, 1): PAIRS[1][1],
}


def main() -> None:
    what, program, folder = sys.argv[1:4]
    rules = subprocess.run([program, "rules", "--json"], stdout=subprocess.PIPE, check=True).stdout
    for line in rules.splitlines():
        rule = json.loads(line)
        if rule["kind"] == "rule":
            LEVELS[rule["id"]] = rule["level"]
    if what == "scale":
        scale(program, folder, sys.argv[4] if len(sys.argv) > 4 else None)
        return
    model = Model()
    names = [name for _, group in CLASSES + PAIRS for name in group]
    files = {name: File(program, f"{folder}/{name}.sbn", model) for name in names}
    costs = numpy.array(list(model.costs.values()), float)
    show("as they stand", judge(files, costs))
    if what != "costs":
        return
    tail = [LEVELS[name] for name in model.costs].index(model.searched)
    held_out = []
    for half in (0, 1):
        fitted = ascend(files, costs, half, tail)
        held_out.append(judge(files, fitted, 1 - half))
        show(f"fitted on half {half}, judged on the other", held_out[-1])
    show("held out", list(numpy.mean(held_out, 0)))
    fitted = ascend(files, costs, None, tail)
    show("fitted on all", judge(files, fitted))
    largest = fitted.max()
    rounded = (round(60 * cost / largest, 1) for cost in fitted)
    print(dict(zip(model.costs, rounded, strict=True)))


main()
