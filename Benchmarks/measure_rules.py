"""Measures how often rules are used and needed in files of puzzles, and prints the table.

    measure_rules.py PROGRAM FOLDER

Every .sbn file of the folder and of those in it is graded by `almanac grade --stats --needs`. The
table goes into Sources/Tools/Rules/RuleFrequency+Table.swift; `make measure-rules` does that.
"""

import json
import pathlib
import subprocess
import sys


def main() -> None:
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    files = sorted(folder.rglob("*.sbn"), key=lambda file: (len(file.parts), file))
    if not files:
        sys.exit(f"{folder}: there are no .sbn files")
    grader = None
    rows = []
    for file in files:
        command = [program, "grade", str(file), "--stats", "--needs", "--json", "--quiet"]
        answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        grader = answer["graderVersion"]
        name = "/".join(file.relative_to(folder).with_suffix("").parts)
        rules = [
            f"{rule}={counts['puzzles']}/{counts['needed']}"
            for rule, counts in answer["rules"].items()
            if counts["puzzles"]
        ]
        rows.append(" ".join([name, str(answer["puzzles"]), str(answer["solved"]), *rules]))
        print(name, file=sys.stderr)
    print("extension RuleFrequency {")
    print("  /// Written by `make measure-rules`: the grader, then for each file its puzzles,")
    print("  /// those solved, and for each rule the puzzles that use it and those that need it.")
    print('  static let table = """')
    print(f"    grader {grader}")
    for row in rows:
        # Long lines are folded with a backslash, which Swift joins again.
        words = row.split(" ")
        line = "    " + words[0]
        for word in words[1:]:
            if len(line) + len(word) > 96:
                print(line + " \\")
                line = "    " + word
            else:
                line += " " + word
        print(line)
    print('    """')
    print("}")


main()
