"""Fits and judges the score of the grader's third version; see Sources/Grading/Scoring.md.

    fit_score.py judge PROGRAM CORPUS      how well the costs as they stand follow the labels
    fit_score.py costs PROGRAM CORPUS      fits costs: on half of each file, judged on the other
    fit_score.py sums PROGRAM CORPUS       the same with small sums before the first assumption
    fit_score.py scale PROGRAM FOLDER      makes puzzles of every grid in FOLDER, prints the scale

Puzzles are solved once, by `grade --signals`; everything else is arithmetic on what was counted
there. Costs, the weight of counting and the logarithm of the hardest step are read from the
sources. Fitting draws by a fixed seed. Needs numpy.
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
# What the classes, then the pairs, are to reach while costs are fitted: what is aimed at, and some
# thousandths more for puzzles that were not seen.
GOALS = [0.908, 0.830, 0.695, 0.687, 0.716, 0.955]
STEPS = 16_000


def read(*path: str) -> str:
    return SOURCES.joinpath(*path).read_text()


class Model:
    """What is fitted, as it stands in the sources."""

    def __init__(self, table: str = "reweighedCosts", options: tuple[str, ...] = ()) -> None:
        self.options = options
        table = re.search(rf"{table} = \[(.*?)\]", read("Grading", "RuleSet.swift"), re.S)
        self.costs = {name: int(cost) for name, cost in re.findall(r'"(\S+)": (\d+)', table[1])}
        score = read("Grading", "Score.swift")
        table = re.search(r"hardestStep = \[(.*?)\]", score, re.S)
        self.hardest = [
            int(number) for number in table[1].replace("_", "").split(",") if number.strip()
        ]
        self.searched = int(re.search(r"searchedLevel = (\d+)", score)[1])
        scale = read("Grading", "ScoreScale.swift")
        self.weight = float(re.search(r"grid.stars == 2 \? (\d+)", scale)[1])

    def fit(self) -> "Fit":
        return Fit(numpy.array(list(self.costs.values()), float), self.weight)


class File:
    """Solved puzzles of a file, a row each: sums by rule, and what does not depend on costs."""

    def __init__(self, program: str, path: str, model: Model) -> None:
        done = subprocess.run(
            [program, "grade", "--signals", "--json", "--quiet", *model.options, path],
            stdout=subprocess.PIPE,
            check=True,
        )
        rules = list(model.costs)
        rows, fixed, counted, self.solved = [], [], [], []
        for line in done.stdout.splitlines():
            puzzle = json.loads(line)
            signals, cells = puzzle["signals"], puzzle["size"] ** 2
            row, levels = [0.0] * len(rules), [0]
            for rule, unknown, _, found, _ in signals["cycles"]:
                name = signals["rules"][rule]
                share = (unknown / cells) ** (1 if puzzle["stars"] == 1 else 0.5)
                row[rules.index(name)] += 256 * found ** (6 / 7) * share
                levels.append(LEVELS[name])
            rows.append(row)
            fixed.append(model.hardest[max(levels)])
            counted.append(puzzle["stars"] == 2 and puzzle.get("needsCounting", False))
            self.solved.append(puzzle["solved"])
        self.rows, self.fixed = numpy.array(rows), numpy.array(fixed)
        self.counted, self.solved = numpy.array(counted), numpy.array(self.solved)

    def magnitudes(self, fit: "Fit") -> numpy.ndarray:
        """Thousandths of a power of two; what is not solved counts as hardest."""
        effort = numpy.maximum(self.rows @ fit.costs, 1)
        magnitudes = 1000 * numpy.log2(effort) + self.fixed + fit.weight * self.counted
        return numpy.where(self.solved, magnitudes, 1e6)


class Fit:
    """Costs in the order of the ladder, and the weight of counting."""

    def __init__(self, costs: numpy.ndarray, weight: float) -> None:
        self.costs, self.weight = costs, weight


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


def judge(files: dict[str, File], fit: Fit, half: int | None = None) -> list[float]:
    def values(name: str) -> numpy.ndarray:
        all_of_them = files[name].magnitudes(fit)
        return all_of_them if half is None else all_of_them[half::2]

    return [spearman([values(name) for name in names]) for _, names in CLASSES] + [
        auc(*(values(name) for name in names)) for _, names in PAIRS
    ]


def worth(figures: list[float]) -> float:
    """What is missed counts most, then a thousandth of room, then the sum."""
    missed = numpy.array(GOALS) - numpy.array(figures)
    return (
        0.05 * sum(figures)
        - 10 * numpy.maximum(0, missed).sum()
        - 2 * numpy.maximum(0, missed + 0.001).sum()
    )


def anneal(files: dict[str, File], start: Fit, half: int | None, tail: int) -> Fit:
    """Moves costs and the weight at random, less and less, and keeps what follows the labels best.

    From `tail` on costs never fall; the last three, which few puzzles need, hardly rise.
    """
    random = numpy.random.default_rng(1)
    costs, weight = numpy.log(numpy.maximum(start.costs, 0.05)), start.weight
    value = best = worth(judge(files, start, half))
    kept = start
    for step in range(STEPS):
        heat = 1 - step / STEPS
        others, other = costs.copy(), weight
        for _ in range(random.integers(1, 4)):
            place = random.integers(0, len(costs) + 1)
            if place == len(costs):
                other = min(600, max(150, weight + random.normal() * (3 + 50 * heat)))
            else:
                others[place] += random.normal() * (0.03 + heat / 2)
        others[tail:] = numpy.maximum.accumulate(others[tail:])
        others = numpy.maximum(others, numpy.log(0.05))
        others[-3:] = numpy.minimum(others[-3:], others[-4] + 0.5)
        fit = Fit(numpy.exp(others), other)
        next_value = worth(judge(files, fit, half))
        if next_value > value or random.random() < numpy.exp(
            (next_value - value) / (0.003 * heat + 1e-6)
        ):
            costs, weight, value = others, other, next_value
            if value > best:
                best, kept = value, fit
    return kept


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
    fit = model.fit()
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
                values.append(File(program, path, model).magnitudes(fit))
            else:
                values.append(numpy.array([]))
        standard = values[0]
        if len(standard) < 40:
            continue
        rest = numpy.concatenate(values[1:])
        low = numpy.percentile(standard, 2)
        middle = numpy.percentile(standard, 90)
        # Of 5×5 there are few, and fewer still that are hard.
        share = 96 if size > 5 else 90
        high = numpy.percentile(rest if len(rest) > 20 else standard, share)
        real = REAL.get((size, stars), [])
        if corpus and real:
            files = [File(program, f"{corpus}/{name}.sbn", model) for name in real]
            solved = numpy.concatenate([f.magnitudes(fit)[f.solved] for f in files])
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
    model = Model("smallSumCosts", ("--sums",)) if what == "sums" else Model()
    names = [name for _, group in CLASSES + PAIRS for name in group]
    files = {name: File(program, f"{folder}/{name}.sbn", model) for name in names}
    show("as they stand", judge(files, model.fit()))
    if what == "judge":
        return
    # From costs that know of no label: those that stand have been fitted to both halves.
    start = Fit(numpy.full(len(model.costs), 30.0), 300)
    tail = [LEVELS[name] for name in model.costs].index(model.searched)
    held_out = []
    for half in (0, 1):
        fitted = anneal(files, start, half, tail)
        held_out.append(judge(files, fitted, 1 - half))
        show(f"fitted on half {half}, judged on the other", held_out[-1])
    show("held out", list(numpy.mean(held_out, 0)))
    fitted = anneal(files, start, None, tail)
    show("fitted on all", judge(files, fitted))
    largest = fitted.costs[list(model.costs).index("tiling.overhang")]
    rounded = numpy.maximum(1, numpy.round(60 * fitted.costs / largest))
    weight = round(fitted.weight, -1)
    show("rounded", judge(files, Fit(rounded, weight)))
    print(dict(zip(model.costs, map(int, rounded), strict=True)), int(weight))


main()
