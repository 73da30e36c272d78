#!/usr/bin/env python3
"""Writes the documents that are installed: README, changelog and docs/, with links that lead there.

    documents.py ROOT FOLDER SHARE

FOLDER becomes share/doc/almanac, beside SHARE, which is share/almanac: links to recipes and units
lead into that, and links to what only the sources have are words.
"""

import pathlib
import re
import sys

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]*)((?:#[^)\s]*)?)\)")
# What packages have under another name.
RENAMED = {"CHANGELOG.md": "changelog.gz", "Pipelines/systemd/README.md": "systemd.md"}
SUFFIXES = {".md", ".svg", ".html", ".mjs"}


def main() -> None:
    if len(sys.argv) != 4:
        print("usage: documents.py ROOT FOLDER SHARE", file=sys.stderr)
        sys.exit(64)
    root, folder, share = (pathlib.Path(argument) for argument in sys.argv[1:])
    names = ["README.md", "CHANGELOG.md", "SECURITY.md"]
    names = [n for n in names if n not in RENAMED or not (folder / RENAMED[n]).exists()]
    found = sorted((root / "docs").rglob("*"))
    names += [str(path.relative_to(root)) for path in found if path.suffix in SUFFIXES]
    for name in names:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        contents = (root / name).read_bytes()
        if name.endswith(".md"):
            contents = mended(contents.decode(), name, set(names), folder, share).encode()
        target.write_bytes(contents)


def mended(text: str, name: str, names: set[str], folder: pathlib.Path, share: pathlib.Path) -> str:
    """A document whose links lead to what is installed."""
    place = pathlib.PurePosixPath(name).parent

    def link(match: re.Match[str]) -> str:
        picture, words, to, part = match.groups()
        if not to or "://" in to or to.startswith("mailto:"):
            return match.group()
        path = resolved(place, to)
        if path in names:
            return match.group()
        up = "../" * len(place.parts)
        if path in RENAMED and (folder / RENAMED[path]).exists():
            return f"{picture}[{words}]({up}{RENAMED[path]}{part})"
        if path.startswith("Pipelines/") and (share / path).exists():
            return f"{picture}[{words}]({up}../../almanac/{path}{part})"
        return words

    return LINK.sub(link, text)


def resolved(place: pathlib.PurePosixPath, to: str) -> str:
    """Where a link of a folder's document leads, from the root."""
    parts: list[str] = []
    for part in (place / to).parts:
        if part == "..":
            del parts[-1:]
        else:
            parts.append(part)
    return "/".join(parts)


if __name__ == "__main__":
    main()
