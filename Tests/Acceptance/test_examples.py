#!/usr/bin/env python3
"""Runs every example and compares what it prints with the lines `// > …` at its end.

test_examples.py FOLDER     where the programs are; RECORD=1 writes the lines anew
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "Examples"
MARK = "// > "


def run(source: Path, program: Path) -> str | None:
    """What is wrong with an example; nothing where all is well."""
    ending = subprocess.run([program], capture_output=True, text=True, timeout=300)
    if ending.returncode != 0:
        return f"exits {ending.returncode}: {ending.stderr.strip()[:400]}"
    printed = [(MARK + line).rstrip() for line in ending.stdout.splitlines()]
    lines = source.read_text().splitlines()
    code = [line for line in lines if not line.startswith(MARK.rstrip())]
    while code and not code[-1]:
        code.pop()
    if os.environ.get("RECORD") == "1":
        source.write_text("\n".join([*code, "", *printed, ""]))
        return None
    expected = lines[len(code) + 1 :]
    if printed != expected:
        return "prints\n  " + "\n  ".join(printed) + "\ninstead of\n  " + "\n  ".join(expected)
    return None


def main() -> None:
    programs = Path(sys.argv[1])
    sources = [ROOT / "Hint/HintExample.swift", *sorted((ROOT / "Snippets").glob("*.swift"))]
    wrong = 0
    for source in sources:
        name = "Hint" if source.stem == "HintExample" else source.stem
        fault = run(source, programs / name)
        if fault:
            wrong += 1
            print(f"test_examples: {source.relative_to(ROOT)} {fault}", file=sys.stderr)
    lines = (ROOT / "Hint/HintExample.swift").read_text().splitlines()
    count = sum(not line.startswith(MARK.rstrip()) for line in lines)
    if count >= 40:
        wrong += 1
        print(f"test_examples: the example app has {count} lines, and 39 at most", file=sys.stderr)
    if wrong:
        sys.exit(1)
    print(f"test_examples: {len(sources)} examples print what they say")


main()
