#!/usr/bin/env python3
"""Checks the documentation of StarBattleEngine against its symbols.

    test_library.py FOLDER     what Scripts/check-engine FOLDER has left there

Every public symbol has a comment, and what takes, gives, throws or costs something says so; nothing
public is named by an abbreviation; values are Sendable. Every link of the catalogue resolves, which
docc says, and every code of it is a snippet that `make examples` runs.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "Documentation/StarBattleEngine.docc"
CLIENT = ROOT / "Documentation/AlmanacClient.docc"
SNIPPETS = ROOT / "Examples/Snippets"
CALLS = {"method", "init", "type.method", "func", "subscript", "type.subscript"}
OPERATORS = {"==(_:_:)", "<(_:_:)", "hash(into:)"}
# A format's own name, and a file format's.
NAMES = {"SBN", "JSON"}
# They own tables and are not copied; one for each thread.
WORKERS = {"Grader", "ExactSolver", "PuzzleGenerator", "Coach"}

faults: list[str] = []


def check_symbol(symbol: dict, where: str) -> None:
    comment = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
    name = symbol["pathComponents"][-1]
    if not comment:
        faults.append(f"{where} has no comment")
        return
    for word in re.findall(r"[A-Z]{2,}(?![a-z])", re.sub(r"\(.*", "", name)):
        if word not in NAMES:
            faults.append(f"{where} is named by an abbreviation, {word}")
    kind = symbol["kind"]["identifier"].removeprefix("swift.")
    if kind not in CALLS or name in OPERATORS:
        return
    signature = symbol.get("functionSignature", {})
    declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
    returned = "".join(part["spelling"] for part in signature.get("returns", []))
    if signature.get("parameters") and "- Parameter" not in comment:
        faults.append(f"{where} does not say what it takes: - Parameters:")
    for parameter in signature.get("parameters", []):
        inside = parameter.get("internalName", parameter["name"])
        if not re.search(rf"(Parameter |- ){re.escape(inside)}:", comment):
            faults.append(f"{where} does not say what {inside} is")
    if kind != "init" and returned not in ("", "()", "Void") and "- Returns:" not in comment:
        faults.append(f"{where} does not say what it gives: - Returns:")
    if "throws" in declaration and "- Throws:" not in comment:
        faults.append(f"{where} does not say what it throws: - Throws:")
    if "- Complexity:" not in comment:
        faults.append(f"{where} does not say what it costs: - Complexity:")


def check_symbols(graphs: list[Path]) -> int:
    count = 0
    for path in graphs:
        graph = json.loads(path.read_text())
        conforms: dict[str, set[str]] = {}
        for edge in graph["relationships"]:
            if edge["kind"] == "conformsTo":
                conforms.setdefault(edge["source"], set()).add(edge.get("targetFallback", ""))
        for symbol in graph["symbols"]:
            # What the standard library gives by itself has its own comments.
            if "::SYNTHESIZED::" in symbol["identifier"]["precise"] or "location" not in symbol:
                continue
            count += 1
            where = f"{path.name.split('.')[0]}: {'.'.join(symbol['pathComponents'])}"
            check_symbol(symbol, where)
            kind = symbol["kind"]["identifier"]
            if kind == "swift.class":
                faults.append(f"{where} is a class: values alone")
            if kind in ("swift.struct", "swift.enum"):
                named = conforms.get(symbol["identifier"]["precise"], set())
                is_worker = symbol["pathComponents"][-1] in WORKERS
                if "Swift.Sendable" not in named and not is_worker:
                    # An enum without cases is a name for what is in it.
                    if symbol["pathComponents"][-1] not in {"GeneratorVersion"}:
                        faults.append(f"{where} is not Sendable")
    return count


def check_code() -> int:
    codes = 0
    shown = set()
    for article in sorted([*CATALOGUE.glob("*.md"), *CLIENT.glob("*.md")]):
        for code in re.findall(r"```swift\n(.*?)\n```", article.read_text(), re.S):
            if code.startswith(".package("):
                continue
            codes += 1
            found = [path for path in SNIPPETS.glob("*.swift") if code in path.read_text()]
            shown.update(found)
            if not found:
                faults.append(f"{article.name} has code that no snippet has: {code[:60]}…")
    for path in sorted(set(SNIPPETS.glob("*.swift")) - shown):
        faults.append(f"{path.name} is shown in no article")
    return codes


def check_links(folder: Path, graphs: list[Path]) -> None:
    swift = Path(os.path.realpath(shutil.which("swift") or "swift"))
    docc = swift.parent / "docc"
    symbols = folder / "catalogue"
    shutil.rmtree(symbols, ignore_errors=True)
    symbols.mkdir()
    for path in graphs:
        # Nothing in it is public.
        if not path.name.startswith("Adding"):
            shutil.copy(path, symbols)
    ending = subprocess.run(
        [docc, "convert", CATALOGUE, "--additional-symbol-graph-dir", symbols]
        + ["--fallback-display-name", "StarBattleEngine", "--warnings-as-errors"]
        + ["--fallback-bundle-identifier", "almanac.StarBattleEngine"]
        + ["--output-path", folder / "StarBattleEngine.doccarchive"],
        capture_output=True,
        text=True,
    )
    said = (ending.stdout + ending.stderr).strip()
    if ending.returncode != 0 or "warning:" in said:
        faults.append(f"docc: {said}")


def main() -> None:
    folder = Path(sys.argv[1])
    graphs = sorted((folder / "symbols").glob("*.symbols.json"))
    symbols = check_symbols(graphs)
    codes = check_code()
    check_links(folder, graphs)
    if symbols < 200:
        faults.append(f"{symbols} symbols: too few to be all")
    for fault in faults:
        print(f"test_library: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(
        f"test_library: {symbols} public symbols say what they are, {codes} codes are snippets, "
        f"and all links of {CATALOGUE.name} resolve"
    )


main()
