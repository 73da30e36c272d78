#!/usr/bin/env python3
"""Writes the manual pages of almanac: one for the program and one for each of its commands.

    manual_pages.py ALMANAC FOLDER [DATE [DOCUMENTS]]

DOCUMENTS is the folder that docs/ is installed in. Pages are made from what the program says of
itself (`--experimental-dump-help`), so that nothing stands in two places. A command's page has its
subcommands too.
"""

import json
import pathlib
import re
import subprocess
import sys


def escaped(text: str) -> str:
    """Text that groff prints as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return re.sub(r"^\.", "\\&.", text)


def names(argument: dict) -> str:
    """An argument as it is typed, in bold, with its value in italics."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        return f"\\fI{escaped(value)}\\fR"
    words = [("-" if n["kind"] == "short" else "--") + n["name"] for n in argument["names"]]
    said = ", ".join(f"\\fB{escaped(word)}\\fR" for word in words)
    return said if argument["kind"] == "flag" else f"{said} \\fI{escaped(value)}\\fR"


def synopsis(path: list[str], command: dict) -> list[str]:
    lines = [f".SY {escaped(path[0])}"]
    lines += [f"\\fB{escaped(word)}\\fR" for word in path[1:]]
    for argument in shown(command):
        said = names(argument).split(", ")[-1]
        if argument["isRepeating"]:
            said += "\\~.\\|.\\|."
        lines.append(f"[{said}]" if argument["isOptional"] else said)
    if subcommands(command):
        lines.append("\\fIcommand\\fR")
    return [*lines, ".YS"]


def shown(command: dict) -> list[dict]:
    return [a for a in command.get("arguments", []) if a["shouldDisplay"]]


def subcommands(command: dict) -> list[dict]:
    every = command.get("subcommands", [])
    return [c for c in every if c["shouldDisplay"] and c["commandName"] != "help"]


def discussion(text: str) -> list[str]:
    """Paragraphs as they were written: what is indented is an example or a table."""
    lines: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        lines.append(".PP")
        is_literal = False
        for line in paragraph.split("\n"):
            indented = line.startswith(" ")
            if indented != is_literal:
                lines.append(".EX" if indented else ".EE")
                is_literal = indented
            lines.append(escaped(line) if indented else escaped(line.strip()))
        if is_literal:
            lines.append(".EE")
    return lines


def described(path: list[str], command: dict) -> list[str]:
    """What one command does, takes and has below it."""
    lines = discussion(command.get("discussion", ""))
    arguments = shown(command)
    if arguments:
        for argument in arguments:
            lines += [".TP", names(argument), escaped(argument.get("abstract", ""))]
    for below in subcommands(command):
        inner = [*path, below["commandName"]]
        lines += [f".SS {escaped(' '.join(inner))}", escaped(below.get("abstract", "")), ".PP"]
        lines += [*synopsis(inner, below), *described(inner, below)]
    return lines


def placed(text: str, documents: str) -> str:
    """Text whose documents are named where they are."""
    return re.sub(r"(?<![\w/])docs/[\w-]+\.md", lambda name: f"{documents}/{name[0]}", text)


def page(path: list[str], command: dict, date: str, version: str, also: list[str]) -> str:
    title = "-".join(path)
    lines = [
        f'.TH {escaped(title.upper())} 1 "{date}" "{version}" "User Commands"',
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(command.get('abstract', '').rstrip('.'))}",
        ".SH SYNOPSIS",
        *synopsis(path, command),
        ".SH DESCRIPTION",
        *described(path, command),
        ".SH SEE ALSO",
        ",\n".join(f".BR {escaped(name)} (1)" for name in also).replace("(1),\n", "(1) ,\n"),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    if len(sys.argv) not in (3, 4, 5):
        print("usage: manual_pages.py ALMANAC FOLDER [DATE [DOCUMENTS]]", file=sys.stderr)
        sys.exit(64)
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    date = sys.argv[3] if len(sys.argv) > 3 else ""
    documents = sys.argv[4] if len(sys.argv) > 4 else ""
    run = subprocess.run(
        [program, "--experimental-dump-help"], check=True, capture_output=True, text=True
    )
    root = json.loads(run.stdout)["command"]
    if documents:
        root = json.loads(placed(json.dumps(root), json.dumps(documents)[1:-1]))
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True)
    number = " ".join(version.stdout.split()[:2])
    folder.mkdir(parents=True, exist_ok=True)
    commands = {"almanac": (["almanac"], root | {"subcommands": []})}
    for command in subcommands(root):
        name = command["commandName"]
        commands[f"almanac-{name}"] = (["almanac", name], command)
    for title, (path, command) in commands.items():
        also = [name for name in commands if name != title]
        if title != "almanac":
            also = ["almanac"]
        text = page(path, command, date, number, also)
        if title == "almanac":
            rows = ["", ".SH COMMANDS"]
            for below in subcommands(root):
                rows += [".TP", f"\\fB{escaped(below['commandName'])}\\fR"]
                rows.append(escaped(below.get("abstract", "")))
            text = text.replace("\n.SH SEE ALSO", "\n".join(rows) + "\n.SH SEE ALSO")
        (folder / f"{title}.1").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
