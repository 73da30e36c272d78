"""Holds the system calls of a run against what a unit of systemd allows.

    strace -f -qq -o calls PROGRAM …
    python3 Tests/Acceptance/allowed_calls.py UNIT calls

Looks at SystemCallFilter, RestrictAddressFamilies, MemoryDenyWriteExecute and RestrictNamespaces;
systemd-analyze says which calls the sets have. Prints the names of the calls that would fail,
separated by commas, so that a second run can be made to meet just these failures
(strace -e inject=NAMES:error=EPERM). Ends with 1 where a socket's family, writable code or a
namespace would be refused.
"""

import pathlib
import re
import subprocess
import sys


def settings(unit: pathlib.Path, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", unit.read_text(), re.MULTILINE)


def calls_of(group: str) -> set[str]:
    """The calls of a set such as @system-service, with those of the sets within it."""
    said = subprocess.run(
        ["systemd-analyze", "syscall-filter", "--no-pager", group],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = [line.strip() for line in said.splitlines()[1:]]
    calls = {name for name in names if name and name[0] not in "#@"}
    return calls.union(*(calls_of(name) for name in names if name.startswith("@")))


def allowed(unit: pathlib.Path) -> set[str]:
    calls = calls_of("@default")
    for line in settings(unit, "SystemCallFilter"):
        named: set[str] = set()
        for word in line.removeprefix("~").split():
            named |= calls_of(word) if word.startswith("@") else {word}
        calls = calls - named if line.startswith("~") else calls | named
    return calls


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: allowed_calls.py UNIT CALLS")
    unit, trace = (pathlib.Path(path) for path in sys.argv[1:])
    calls = allowed(unit)
    families = {word for line in settings(unit, "RestrictAddressFamilies") for word in line.split()}
    refused: dict[str, str] = {}
    failing: set[str] = set()
    seen: set[str] = set()
    for line in trace.read_text(errors="replace").splitlines():
        match = re.match(r"\d+ +([a-z_0-9]+)\((.*)", line)
        if match is None:
            continue
        name, rest = match.groups()
        seen.add(name)
        family = re.match(r"(AF_[A-Z0-9]+)", rest)
        if name not in calls:
            failing.add(name)
        elif name == "socket" and family and family[1] not in families:
            refused[f"socket {family[1]}"] = line
        elif (
            name in ("mmap", "mprotect", "pkey_mprotect")
            and "PROT_EXEC" in rest
            and "PROT_WRITE" in rest
        ):
            refused[f"{name} writable and executable"] = line
        elif name in ("clone", "clone3", "unshare") and "CLONE_NEW" in rest:
            refused[f"{name} of a namespace"] = line
    for what, line in sorted(refused.items()):
        print(f"allowed_calls: {unit.name} forbids {what}: {line}", file=sys.stderr)
    if not seen:
        sys.exit("allowed_calls: the trace is empty")
    print(",".join(sorted(failing)))
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    main()
