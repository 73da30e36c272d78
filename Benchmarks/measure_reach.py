"""Finds out which difficulties puzzles of each grid reach, and prints the table.

    measure_reach.py PROGRAM [SIZE...]

For each grid some puzzles are drawn; then puzzles are steered towards each difficulty that hardly
any of them has. Work is bounded in evaluated layouts, so the table is the same on every machine.
Grids of which nearly no seed leads to a puzzle are left out. The table goes into
Sources/Generating/Reach+Table.swift; `make reach` does that.
"""

import json
import subprocess
import sys

DRAWN = 50
# The layouts that are evaluated on the way to a difficulty, for each row of the grid.
STEERED = 3000


def generate(program: str, *arguments: object) -> list[dict]:
    command = [program, "generate", "--json", "--quiet", *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    # 2: the budget has ended, and what was made until then is there.
    if done.returncode not in (0, 2):
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> None:
    program = sys.argv[1]
    sizes = [int(size) for size in sys.argv[2:]] or range(4, 26)
    versions = None
    rows = []
    for size in sizes:
        for stars in range(1, size // 4 + 1):
            grid = ["--size", size, "--stars", stars]
            puzzles = generate(program, *grid, "--count", DRAWN, "--seed", 1, "--budget", 200_000)
            if len(puzzles) < 5:
                continue
            versions = (puzzles[0]["graderVersion"], puzzles[0]["generatorVersion"])
            words = []
            for difficulty in range(1, 11):
                count = sum(puzzle["difficulty"] == difficulty for puzzle in puzzles)
                if 100 * count >= 4 * len(puzzles):
                    words.append(str(100 * count // len(puzzles)))
                    continue
                wanted = ["--difficulty", difficulty, "--budget", STEERED * size, "--seed", 2]
                found = generate(program, *grid, *wanted)
                rare = str(max(1, 100 * count // len(puzzles))) if count else "-"
                words.append("s" if found else rare)
            rows.append(" ".join([f"{size}x{stars}", *words]))
            print(rows[-1], file=sys.stderr, flush=True)
    print("extension Reach {")
    print("  /// Written by `make reach`: grader and generator, then for each grid and each")
    print("  /// difficulty 1…10 how many of a hundred drawn puzzles have it, `s` where steering")
    print("  /// leads there, `-` where none of those that were tried had it.")
    print('  static let table = """')
    print(f"    grader {versions[0]} generator {versions[1]} drawn {DRAWN} steered {STEERED}")
    for row in rows:
        print(f"    {row}")
    print('    """')
    print("}")


if __name__ == "__main__":
    main()
