#!/usr/bin/env python3
"""Plays a day in tmux with almanac-player, against the real service.

First launch without a network, from the bundle that came along; then with one; a daily played by
keys, a check, a hint in three depths, a move taken back, the puzzle solved; the program killed on
the way; what was played sent, a streak, an account, and the same board on a second device. Then a
board of 25×25 in 80 columns.
"""

import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

import harness
import phones
from harness import check, say
from service import Server

COLUMNS = 80


class Screen:
    """A player in a tmux of its own."""

    def __init__(self, name: str, player: pathlib.Path, lines: int = 40, *flags: object):
        self.name = f"almanac-{name}"
        command = " ".join(shlex.quote(str(word)) for word in [player, *flags])
        self.tmux(
            "new-session", "-d", "-s", self.name, "-x", str(COLUMNS), "-y", str(lines),
            f"NO_COLOR=1 exec {command}",
        )  # fmt: skip

    def tmux(self, *words: str) -> str:
        ended = subprocess.run(
            ["tmux", "-L", "almanac-test", *words], capture_output=True, text=True
        )
        check(ended.returncode == 0, f"tmux {words}: {ended.stderr}")
        return ended.stdout

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", "-t", self.name, *keys)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-t", self.name, "-l", text)

    @property
    def text(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", self.name)

    def expect(self, pattern: str, seconds: float = 15) -> str:
        """Waits until something is on the screen."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = self.text
            if re.search(pattern, text):
                return text
            time.sleep(0.05)
        harness.fail(f"{pattern} does not come:\n{self.text}")

    def choose(self, pattern: str) -> None:
        """Moves to a line of the menu and opens it."""
        for _ in range(30):
            self.press("Up")
        time.sleep(0.2)
        for _ in range(30):
            if re.search(rf"^> {pattern}", self.text, re.M):
                self.press("Enter")
                return
            self.press("Down")
            time.sleep(0.1)
        harness.fail(f"{pattern} is not in the menu:\n{self.text}")

    def go(self, side: int, place: tuple[int, int], cell: int) -> tuple[int, int]:
        row, column = cell // side, cell % side
        keys = ["Down"] * ((row - place[0]) % side) + ["Right"] * ((column - place[1]) % side)
        if keys:
            self.press(*keys)
        return row, column

    def kill(self) -> None:
        pid = int(self.tmux("list-panes", "-t", self.name, "-F", "#{pane_pid}"))
        os.kill(pid, signal.SIGKILL)
        time.sleep(0.3)


def solution(program: pathlib.Path, text: str) -> tuple[int, list[int]]:
    answer = subprocess.run(
        [program, "solve", "--json", "-"], input=text, capture_output=True, text=True, check=True
    )
    side = int(text.split("x")[0])
    rows = json.loads(answer.stdout.splitlines()[0])["solution"]
    return side, sorted(row * side + column for row, column in rows)


def play_a_day(player, program, server, folder: pathlib.Path) -> None:
    press = phones.Press(program, folder)
    port = phones.free_port()
    flags = ["--service", f"http://127.0.0.1:{port}"]
    for root in press.roots:
        flags += ["--root", root]
    bundle = folder / "free.json"
    bundle.write_bytes(press.bundle.read_bytes())
    today = f"daily:{press.now:%Y-%m-%d}"
    side, stars = solution(program, (folder / f"output/puzzles/daily/{today[6:]}.sbn").read_text())

    # First launch, and nobody there.
    first = [*flags, "--folder", folder / "phone one", "--bundle", bundle]
    screen = Screen("one", player, 40, *first)
    screen.expect(r"first:0")
    screen.choose(re.escape(today))
    screen.expect("not on this device yet")
    screen.choose("first:0")
    screen.expect(r"first:0 .* 0:0\d")
    screen.press("Space")
    screen.expect(r"\[★\]")
    screen.press("q")

    # The service is there; the day's puzzle comes.
    service = Server(server, folder, "--no-limits", "--port", str(port))
    screen.press("s")
    screen.expect("Everything is here")
    screen.choose(re.escape(today))
    screen.expect(re.escape(today) + rf"\s+{side}×{side}")
    wrong = next(cell for cell in range(side * side) if cell not in stars)
    place = screen.go(side, (0, 0), wrong)
    screen.press("Space")
    screen.expect(r"\[★\]")
    screen.press("c")
    screen.expect("Something is not right")
    screen.press("h")
    screen.expect(rf"row {place[0] + 1}, column {place[1] + 1}")
    screen.press("u")
    screen.expect(r"\[[a-z]\]")
    screen.press("c")
    screen.expect("no mistake")
    depths = []
    for _ in range(3):
        before = screen.text.splitlines()[side + 2 :]
        screen.press("h")
        for _ in range(60):
            if screen.text.splitlines()[side + 2 :] != before:
                break
            time.sleep(0.05)
        depths.append("\n".join(screen.text.splitlines()[side + 2 :]))
    check(len(set(depths)) == 3, f"a hint has not three depths: {depths}")

    # Killed on the way; what was played is there again.
    place = screen.go(side, place, stars[0])
    screen.press("s")
    screen.expect(r"\[★\]")
    screen.kill()
    screen = Screen("one-again", player, 40, *first)
    screen.choose(re.escape(today))
    screen.expect(r"\[?★\]?")
    place = (0, 0)
    for cell in stars[1:]:
        place = screen.go(side, place, cell)
        screen.press("s")
        screen.expect(r"\[★\]")
    screen.expect(r"Solved! Days in a row: 1")
    screen.press("q")
    screen.expect(r"★ solved")
    screen.press("s")
    screen.expect("all sent")

    # An account, and a second device.
    screen.press("r")
    login(screen, "player@example.org", "correct horse")
    other = Screen("two", player, 40, *flags, "--folder", folder / "phone two")
    other.expect("first:0")
    other.press("l")
    login(other, "player@example.org", "correct horse")
    other.expect(r"Days in a row: 1")
    other.choose(re.escape(today))
    text = other.expect("You have solved this one")
    check(text.count("★") == len(stars), f"the second device has another board:\n{text}")
    for one in (screen, other):
        one.press("C-c")
    service.end()
    say("a day is played: first launch, offline, hints, a kill, completion, streak, second device")


def login(screen: Screen, email: str, password: str) -> None:
    screen.expect("E-mail")
    screen.type(email)
    screen.press("Enter")
    screen.expect("Password")
    screen.type(password)
    screen.press("Enter")
    screen.expect("Welcome", 30)


def draws_large(player, program, folder: pathlib.Path) -> None:
    """A board of 25×25 from a bundle, on a terminal that is too low for it as well."""
    golden = (harness.ROOT / "Tests/Fixtures/golden-seeds.txt").read_text().splitlines()
    line = next(line for line in golden if line.startswith("25 6 "))
    text = f"25x6.{line.split()[3]}"
    bundle = folder / "large.json"
    pack = {"id": "large", "name": "Large", "version": 1, "free": True, "puzzles": [text]}
    bundle.write_text(json.dumps({"packs": [pack]}))
    for lines in (40, 24):
        screen = Screen(
            f"large-{lines}", player, lines, "--service", "http://127.0.0.1:9",
            "--folder", folder / f"large {lines}", "--bundle", bundle,
        )  # fmt: skip
        screen.choose("large:0")
        screen.expect("25×25")
        text = screen.text
        check(max(map(len, text.splitlines())) <= COLUMNS, "a line is too long")
        rows = len(re.findall(r"^ ?\d+ ", text, re.M))
        check(rows == min(25, lines - 5) or rows == min(25, lines - 4), f"{rows} rows of {lines}")
        screen.press("Up")
        screen.expect(r"25 \[")
        screen.press("h")
        screen.expect("Look", 20)
        screen.press("C-c")
    say("25×25 is drawn in 80 columns, on 40 lines and on 24")


def main() -> None:
    player, program, server = harness.programs(
        __doc__,
        ".build/release/almanac-player",
        ".build/release/almanac",
        ".build/release/almanac-serve",
    )
    if not harness.has("tmux"):
        return
    with tempfile.TemporaryDirectory(prefix="almanac player ") as temporary:
        folder = pathlib.Path(temporary)
        for words, status in ((("--bundel", "x"), 64), (("--bundle", folder / "none"), 66)):
            ended = subprocess.run([player, *words], capture_output=True, text=True, timeout=20)
            check(ended.returncode == status, f"{words}: {ended}")
        try:
            # A server without a session ends by itself.
            Screen("idle", pathlib.Path("sleep"), 5, 600)
            play_a_day(player, program, server, folder)
            draws_large(player, program, folder)
        finally:
            subprocess.run(["tmux", "-L", "almanac-test", "kill-server"], capture_output=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:
        for process in Server.running:
            process.kill()
