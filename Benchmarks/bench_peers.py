#!/usr/bin/env python3
"""Runs the exact search beside public solvers, on the same puzzles with the same question.

The question is the press's: none, one, or several solutions? For every puzzle each solver is asked
to count them up to 2. Building the model and solving it are timed apart. All answers have to agree.

The program is timed from outside: it gets the same puzzle so often that its start, which is
subtracted, does not matter. Its time includes reading the puzzle and printing the answer.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import corpus


class Board:
    """A puzzle: its cells by container, and the pairs of cells that touch."""

    def __init__(self, text):
        outline, regions = text.split(".")[:2]
        self.text = text
        self.side, self.stars = map(int, outline.split("x"))
        n = self.side
        cells = range(n * n)
        by_region = {}
        for cell, letter in enumerate(regions.upper()):
            by_region.setdefault(letter, []).append(cell)
        self.containers = [[r * n + c for c in range(n)] for r in range(n)]
        self.containers += [[r * n + c for r in range(n)] for c in range(n)]
        self.containers += list(by_region.values())
        self.regions = [c for cells in by_region.values() for c in cells]
        steps = ((0, 1), (1, -1), (1, 0), (1, 1))
        self.touching = [
            (cell, (cell // n + dr) * n + cell % n + dc)
            for cell in cells
            for dr, dc in steps
            if cell // n + dr < n and 0 <= cell % n + dc < n
        ]
        # Every 2×2 tile holds at most one star: the same as touching, said once for four cells.
        self.tiles = [
            [r * n + c, r * n + c + 1, (r + 1) * n + c, (r + 1) * n + c + 1]
            for r in range(n - 1)
            for c in range(n - 1)
        ]


class Clingo:
    name = "clingo"

    def __init__(self):
        import clingo

        self.clingo = clingo
        self.version = clingo.__version__

    def build(self, board):
        control = self.clingo.Control(["2", "--warn=none"])
        n, k = board.side, board.stars
        facts = [f"cell({c})." for c in range(n * n)]
        for number, cells in enumerate(board.containers):
            facts += [f"in({c},{number})." for c in cells]
        facts += [f"near({a},{b})." for a, b in board.touching]
        rules = f"""
            {{ star(C) : cell(C) }}.
            :- G = 0..{len(board.containers) - 1}, not {k} {{ star(C) : in(C,G) }} {k}.
            :- near(A,B), star(A), star(B).
            #show star/1.
        """
        control.add("base", [], "\n".join(facts) + rules)
        control.ground([("base", [])])
        return control

    def solve(self, control):
        count = 0
        with control.solve(yield_=True) as handle:
            for _ in handle:
                count += 1
        return count


class PySat:
    name = "python-sat (CaDiCaL 1.9.5)"

    def __init__(self):
        import pysat
        from pysat.card import CardEnc, EncType
        from pysat.solvers import Solver

        self.version = pysat.__version__
        self.card, self.encoding, self.solver = CardEnc, EncType.seqcounter, Solver

    def build(self, board):
        top = board.side**2
        clauses = [[-a - 1, -b - 1] for a, b in board.touching]
        for cells in board.containers:
            encoded = self.card.equals(
                [c + 1 for c in cells], board.stars, top_id=top, encoding=self.encoding
            )
            top = max(top, encoded.nv)
            clauses += encoded.clauses
        return board, self.solver(name="cadical195", bootstrap_with=clauses)

    def solve(self, model):
        board, solver = model
        count = 0
        while count < 2 and solver.solve():
            count += 1
            stars = [v for v in solver.get_model()[: board.side**2] if v > 0]
            solver.add_clause([-v for v in stars])
        solver.delete()
        return count


class CPSat:
    name = "OR-Tools CP-SAT"

    def __init__(self):
        import ortools
        from ortools.sat.python import cp_model

        self.version = ortools.__version__
        self.cp = cp_model

    def build(self, board):
        model = self.cp.CpModel()
        stars = [model.NewBoolVar("") for _ in range(board.side**2)]
        for cells in board.containers:
            model.Add(sum(stars[c] for c in cells) == board.stars)
        for tile in board.tiles:
            model.AddAtMostOne(stars[c] for c in tile)
        return model, stars

    def solve(self, built):
        model, stars = built
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 1
        count = 0
        while count < 2:
            status = solver.Solve(model)
            if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
                break
            count += 1
            model.AddBoolOr([s.Not() for s in stars if solver.Value(s)])
        return count


class Almanac:
    """The program itself: one process answers a long list, and its start is not counted."""

    name = "almanac solve"

    def __init__(self, program):
        self.program = program
        lines = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        self.version = "; ".join(lines.stdout.strip().splitlines())

    def run(self, boards):
        text = "\n".join(b.text for b in boards) + "\n"
        start = time.perf_counter()
        done = subprocess.run(
            [self.program, "solve", "-", "--limit", "2", "--json", "--jobs", "1", "--quiet"],
            input=text,
            capture_output=True,
            text=True,
        )
        seconds = time.perf_counter() - start
        if done.returncode != 0:
            sys.exit(f"bench-peers: {self.program} ended with {done.returncode}: {done.stderr}")
        return seconds, [json.loads(line)["solutions"] for line in done.stdout.splitlines()]

    def microseconds(self, board, floor):
        """The time of one puzzle: repeated until the start of the program does not matter."""
        repeats = 1
        while True:
            seconds, counts = self.run([board] * repeats)
            if seconds > 4 * floor + 0.05 or repeats >= 20000:
                break
            repeats *= 8
        return max(0.1, (seconds - floor) / repeats * 1e6), counts[0]


def spread(puzzles, count):
    if len(puzzles) <= count:
        return puzzles
    return [puzzles[i * len(puzzles) // count] for i in range(count)]


def p95(values):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def machine():
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def commit():
    folder = Path(__file__).parent
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=folder, capture_output=True, text=True
    )
    return done.stdout.strip() or "unknown"


def main():
    arguments = corpus.arguments(__doc__, puzzles=20)

    peers = []
    for kind in (Clingo, PySat, CPSat):
        try:
            peers.append(kind())
        except ImportError as error:
            print(f"bench-peers: left out {kind.name}: {error}", file=sys.stderr)
    if not peers:
        sys.exit("bench-peers: no peer is installed — run “make bench-peers”, which does it")
    ours = Almanac(arguments.program)

    print(f"Machine: {machine()}")
    print(f"Commit:  {commit()}")
    print(f"Program: {ours.version}")
    for peer in peers:
        python = f"Python {platform.python_version()}"
        print(f"Peer:    {peer.name} {peer.version}, one thread, {python}")
    print("Question: count solutions up to 2.")
    print(f"Puzzles: {arguments.puzzles} of each file, evenly spread.")
    print("Times in µs: median (p95). Ratios: time of the peer over ours on the same puzzle,")
    print("median (p95), first to solve a model that is built already, then with building it.")
    print()
    head = ["file", "puzzles", "almanac"]
    for peer in peers:
        head += [f"{peer.name}: build", "solve", "solve ratio", "with build"]
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))

    disagreements = 0
    for path in corpus.files(arguments.folder):
        boards = [Board(line) for line in spread(corpus.lines(path), arguments.puzzles)]
        ours.run(boards[:1])
        floor = min(ours.run(boards[:1])[0] for _ in range(3))
        own = [ours.microseconds(board, floor) for board in boards]
        row = [path.stem, str(len(boards)), cell([t for t, _ in own])]
        for peer in peers:
            build, solve, ratios, totals = [], [], [], []
            for board, (mine, expected) in zip(boards, own, strict=True):
                start = time.perf_counter()
                model = peer.build(board)
                built = time.perf_counter()
                count = peer.solve(model)
                end = time.perf_counter()
                if count != expected:
                    disagreements += 1
                    print(
                        f"{peer.name} says {count}, almanac {expected}: {board.text}",
                        file=sys.stderr,
                    )
                build.append((built - start) * 1e6)
                solve.append((end - built) * 1e6)
                ratios.append(solve[-1] / mine)
                totals.append((build[-1] + solve[-1]) / mine)
            row += [cell(build), cell(solve), cell(ratios, "×"), cell(totals, "×")]
        print("| " + " | ".join(row) + " |", flush=True)
    print()
    if disagreements:
        sys.exit(f"bench-peers: {disagreements} answers differ")
    print("All answers agree.")


def cell(values, unit=""):
    def short(value):
        return f"{value:,.0f}{unit}" if value >= 10 else f"{value:.2g}{unit}"

    return f"{short(statistics.median(values))} ({short(p95(values))})"


if __name__ == "__main__":
    main()
