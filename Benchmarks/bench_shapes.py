#!/usr/bin/env python3
"""Tells generated puzzles from real ones by the shapes of their regions, and says how well.

For every file of real puzzles from 8×8 up and every style, as many puzzles are generated as the
file has (at most --puzzles). A classifier sees nothing but region shapes: sizes, borders, windows,
spans. Its area under the ROC curve, cross-validated, is 0.5 where it can only guess, and 1 where it
is always right.

Hard files are also set beside winding puzzles of level 8 to 12: regions that real puzzles of 14×14
and above need are such that easy rules seldom solve them, so puzzles as hard as theirs come nearer.

For files with fewer than 50 puzzles a classifier has too little to learn from: the figure is
printed, with the number of puzzles, and means little. The last row of each side compares the site's
own files with each other.
"""

import itertools
import subprocess
import sys

import corpus
import numpy
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

STYLES = {name: ["--style", name] for name in ("compact", "natural", "winding")}
HARD = "of level 8+"
STYLES[HARD] = ["--style", "winding", "--level", "8...12"]


def boards(lines):
    """The region numbers of each puzzle, as a square array."""
    for line in lines:
        head, letters = line.split(".")[:2]
        side = int(head.split("x")[0])
        names = {}
        yield numpy.array([names.setdefault(letter, len(names)) for letter in letters]).reshape(
            side, side
        )


def statistics(values):
    values = numpy.asarray(values, dtype=float)
    return [values.mean(), values.std(), values.min(), values.max()]


def features(board):
    """What a classifier may see: nothing that depends on how a board is turned or lettered."""
    side = len(board)
    padded = numpy.pad(board, 1, constant_values=-1)
    same = [
        board == padded[1 + down : side + 1 + down, 1 + right : side + 1 + right]
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))
    ]
    degree = sum(piece.astype(int) for piece in same)
    sizes = numpy.bincount(board.ravel(), minlength=side)
    result = list(numpy.sort(sizes) / side) + [sizes.std() / side]

    compactness, fill, aspect, reach, heights, touching = [], [], [], [], [], 0
    for region in range(side):
        mine = board == region
        rows, columns = numpy.nonzero(mine)
        height, width = numpy.ptp(rows) + 1, numpy.ptp(columns) + 1
        compactness.append((4 - degree[mine]).sum() ** 2 / (16 * len(rows)))
        fill.append(len(rows) / (height * width))
        aspect.append(max(height, width) / min(height, width))
        reach.append((rows.var() + columns.var()) / len(rows))
        heights.append((height + width) / side)
        touching += (
            rows.min() == 0
            or columns.min() == 0
            or rows.max() == side - 1
            or columns.max() == side - 1
        )
    for values in (compactness, fill, aspect, reach, heights):
        result += statistics(values)
    result.append(touching)

    # Cells by the number of their neighbours in the region, and straight corridors.
    result += [(degree == count).sum() for count in (1, 2, 3, 4)]
    result.append(((degree == 2) & ((same[0] & same[2]) | (same[1] & same[3]))).sum())

    # 2×2 windows by how the regions share them.
    a, b, c, d = board[:-1, :-1], board[:-1, 1:], board[1:, :-1], board[1:, 1:]
    ab, ac, bd, cd = a == b, a == c, b == d, c == d
    links = ab.astype(int) + ac + bd + cd
    result += [(links == count).sum() for count in (0, 1, 4)]
    result += [((links == 2) & (ab == cd)).sum(), ((links == 2) & (ab != cd)).sum()]
    result.append((((a == d) & ~ab & ~ac) | ((b == c) & ~ab & ~bd)).sum())

    # Borders that go straight on, pairs of regions that touch, and borders that meet the board's
    # edge.
    upright, flat = board[:, 1:] != board[:, :-1], board[1:] != board[:-1]
    result.append((upright[1:] & upright[:-1]).sum() + (flat[:, 1:] & flat[:, :-1]).sum())
    result.append(
        (upright[2:] & upright[1:-1] & upright[:-2]).sum()
        + (flat[:, 2:] & flat[:, 1:-1] & flat[:, :-2]).sum()
    )
    pairs = numpy.concatenate(
        [
            numpy.stack([board[:, 1:][upright], board[:, :-1][upright]], 1),
            numpy.stack([board[1:][flat], board[:-1][flat]], 1),
        ]
    )
    contacts = numpy.bincount(pairs.min(1) * side + pairs.max(1), minlength=side * side)
    contacts = contacts[contacts > 0]
    result += [len(contacts)] + statistics(contacts)
    edges = [board[0], board[-1], board[:, 0], board[:, -1]]
    result.append(sum((edge[1:] != edge[:-1]).sum() for edge in edges))
    result.append(len({int(edge[place]) for edge in edges[:2] for place in (0, -1)}))
    return result


def auc(ours, real):
    """The best cross-validated area under the curve of three classifiers, folds of equal shares."""
    inputs = numpy.array(ours + real, dtype=float)
    labels = numpy.array([0] * len(ours) + [1] * len(real))
    folds = StratifiedKFold(n_splits=min(5, len(real)), shuffle=True, random_state=1)
    models = [
        make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=2000)),
        HistGradientBoostingClassifier(max_iter=150, learning_rate=0.06, random_state=1),
        ExtraTreesClassifier(n_estimators=300, min_samples_leaf=2, random_state=1, n_jobs=1),
    ]
    best = 0
    for model in models if len(real) >= 50 else models[:1]:
        scores = cross_val_predict(model, inputs, labels, cv=folds, method="predict_proba")[:, 1]
        best = max(best, roc_auc_score(labels, scores))
    return best


def generated(program, side, stars, style, count):
    grid = ["--size", str(side), "--stars", str(stars), *STYLES[style]]
    command = [str(program), "generate", *grid, "--count", str(count), "--seed", "5"]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode not in (0, 2):
        words = " ".join(command)
        sys.exit(f"bench-shapes: {words} ended with {made.returncode}\n{made.stderr}")
    return [features(board) for board in boards(made.stdout.splitlines())]


def main():
    arguments = corpus.arguments(__doc__, puzzles=1000)
    files = {}
    for path in corpus.files(arguments.folder):
        lines = corpus.lines(path)[: arguments.puzzles]
        side, stars = (int(number) for number in lines[0].split(".")[0].split("x"))
        if side >= 8:
            files[path.stem] = (side, stars, [features(board) for board in boards(lines)])
    print("AUC of telling generated puzzles from real ones by region shapes")
    print("(0.5 is a coin, 1 is certain)\n")
    print(f"{'file':18}{'puzzles':>8}" + "".join(f"{style:>13}" for style in STYLES))
    ours = {}
    for name, (side, stars, real) in files.items():
        cells = []
        for style in STYLES:
            if style == HARD and "hard" not in name:
                cells.append(None)
                continue
            key = (side, stars, style)
            if key not in ours:
                ours[key] = generated(arguments.program, side, stars, style, max(200, len(real)))
            cells.append(auc(ours[key], real))
        print(
            f"{name:18}{len(real):8}"
            + "".join(f"{'–':>13}" if cell is None else f"{cell:13.3f}" for cell in cells),
            flush=True,
        )
    for first, second in itertools.pairwise(files):
        if files[first][:2] == files[second][:2]:
            area = auc(files[first][2], files[second][2])
            print(f"{first} and {second} from each other: {area:.3f}", flush=True)


if __name__ == "__main__":
    main()
