#!/usr/bin/env python3
"""Runs every command that the documents show.

    test_docs.py ALMANAC

Each page's `sh` blocks are run from top to bottom in a folder that has the project's recipes and
one night behind it, with the program on the path; the first that fails ends the page. Blocks that
call make are checked against the Makefile instead, and what needs another machine is no `sh`
block. Addresses and paths between pages have to lead somewhere, too.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["puzzles", "editors", "operators", "release-engineers", "app-developers"]


def blocks(text: str) -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)


def dead_links(page: pathlib.Path) -> list[str]:
    text = re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8"))
    found = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    places = [link for link in found if "://" not in link]
    return [f"{page.name}: {link}" for link in places if not (page.parent / link).exists()]


def run(page: pathlib.Path, program: pathlib.Path, house: pathlib.Path) -> tuple[int, list[str]]:
    """The number of blocks that were run, and what went wrong."""
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.M))
    environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}", NO_COLOR="1")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder) / "house"
        shutil.copytree(house, work)
        count = 0
        for block in blocks(page.read_text(encoding="utf-8")):
            count += 1
            if made := re.findall(r"^make ([a-z0-9-]+)", block, re.M):
                missing = [name for name in made if name not in targets]
                if missing:
                    return count, [f"{page.name}: make has no {missing[0]}"]
                continue
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", block],
                cwd=work,
                env=environment,
                capture_output=True,
                text=True,
                timeout=600,
            )
            if done.returncode != 0:
                said = f"{done.stdout[-800:]}\n{done.stderr[-800:]}"
                return count, [f"{page.name}, block {count}: {done.returncode}\n{block}\n{said}"]
    return count, []


def main() -> None:
    if len(sys.argv) != 2:
        print("usage: test_docs.py ALMANAC", file=sys.stderr)
        sys.exit(64)
    program = pathlib.Path(sys.argv[1]).resolve()
    faults: list[str] = []
    count = 0
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in [*pages, ROOT / "output" / "README.md"]:
        faults += dead_links(page)
    with tempfile.TemporaryDirectory() as folder:
        house = pathlib.Path(folder) / "house"
        shutil.copytree(ROOT / "Pipelines", house / "Pipelines")
        night = [str(program), "nightly", "--quiet"]
        subprocess.run(night, cwd=house, check=True, timeout=600)
        for name in PAGES:
            done, wrong = run(ROOT / "docs" / f"{name}.md", program, house)
            count += done
            faults += wrong
        for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
            done, wrong = run(page, program, house)
            count += done
            faults += wrong
    for fault in faults:
        print(f"test-docs: {fault}", file=sys.stderr)
    if faults or count < len(PAGES):
        sys.exit(1)
    print(f"test-docs: {count} blocks of commands do what the pages say")


if __name__ == "__main__":
    main()
