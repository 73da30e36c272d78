#!/usr/bin/env python3
"""Checks the forge's workflow files, which cannot run here.

Their shape is checked against the forge's schema, and every command in them has to be there: make
targets, scripts, and programs that a step installs or a runner has.
"""

import pathlib
import re
import subprocess
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What runners and containers have, or a step before installs.
KNOWN = {"apt-get", "brew", "git"}


def commands(text: str) -> list[list[str]]:
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        for part in re.split(r"&&|\|\||;|\|", line):
            if words := part.split():
                found.append(words)
    return found


def fault(words: list[str], targets: set[str]) -> str | None:
    program = words[0]
    if program == "make":
        names = [w for w in words[1:] if "=" not in w and not w.startswith("-")]
        missing = [name for name in names if name not in targets]
        return f"make has no {missing[0]}" if missing else None
    if program.startswith("./"):
        return None if (ROOT / program).is_file() else f"{program} is not there"
    return None if program in KNOWN else f"{program} is not known here"


def main() -> None:
    folder = ROOT / ".github"
    schemas = {
        "vendor.github-workflows": sorted((folder / "workflows").glob("*.yml")),
        "vendor.github-issue-forms": [folder / "ISSUE_TEMPLATE" / "bug.yml"],
        "vendor.github-issue-config": [folder / "ISSUE_TEMPLATE" / "config.yml"],
    }
    listed = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--help"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.M))
    faults = []
    count = 0
    for schema, files in schemas.items():
        if not files:
            faults.append(f"no file for {schema}")
        # Older releases of the checker do not have every schema.
        if schema.split(".")[1] in listed.replace("\n", ""):
            check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
            run = subprocess.run([*check, *map(str, files)], capture_output=True, text=True)
            if run.returncode != 0:
                faults.append(run.stdout + run.stderr)
        elif schema.endswith("workflows"):
            faults.append(f"the checker does not have {schema}")
    for file in schemas["vendor.github-workflows"]:
        jobs = yaml.safe_load(file.read_text())["jobs"]
        for name, job in jobs.items():
            for step in job["steps"]:
                for words in commands(step.get("run", "")):
                    count += 1
                    if said := fault(words, targets):
                        faults.append(f"{file.name}: {name}: {said}")
    if count == 0:
        faults.append("the workflows run nothing")
    for text in faults:
        print(f"test-workflows: {text}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"test-workflows: the workflows are well-formed, and their {count} commands exist")


if __name__ == "__main__":
    main()
