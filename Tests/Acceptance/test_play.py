#!/usr/bin/env python3
"""Plays puzzles on preview pages in a headless browser, from disk: no server is needed.

To the end with the mouse, with keys, with a finger, and by hints alone; marks by dragging; undo and
redo; mistakes; what is left after a reload, on a changed puzzle, and in a browser that keeps
nothing; names for a screen reader, and what axe says. In the end the page is damaged in some ways,
and the same checks have to find that.
"""

import argparse
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import harness
from browser import Browser, Checks, program

# The puzzles of the page, by their place.
SMALL, KEYS, TOUCH, LARGE, SEVERAL = range(5)
# Five ways to put the stars.
UNFIT = "5x1.AABBBAABBBCCDDDCCDDDEEEEE"
# The first of these that is there; the second is in requirements.txt, being the smaller.
ENGINES = ["axe_playwright_python", "axe_core_python"]
SIZES = {
    "desktop": (1280, 900, False),
    "tablet": (820, 1180, True),
    "phone": (390, 844, True),
    "landscape": (844, 390, True),
    "small": (320, 600, True),
}
FRAME = "document.querySelector('.frame')"
BLOCKED = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("no", "SecurityError"); },
});
"""
# Room for so many puzzles and no more.
NARROW = """
const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  const others = Object.keys(this).filter((other) => other !== key && other.startsWith("almanac"));
  if (others.length >= ROOM) throw new DOMException("full", "QuotaExceededError");
  set.call(this, key, value);
};
"""


class Player:
    """Somebody at a page: knows where cells are, and what is on the board."""

    def __init__(self, browser, page, check):
        self.browser, self.page, self.check = browser, page, check

    def open(self, puzzle):
        """Opens a puzzle of the page as somebody who has never seen the page."""
        self.browser.open("about:blank")
        self.browser.open(self.page.as_uri())
        self.eval("localStorage.clear(); taste.mode = mode = 'play'")
        self.eval("cards.forEach((_, number) => label(number))")
        self.eval(f"open({puzzle})")

    def eval(self, expression):
        return self.browser.eval(expression)

    def point(self, cell):
        """The middle of a cell in the window."""
        box = self.eval(
            "(({left, top, width}) => [left, top, width])"
            f"(grid.querySelector('[data-cell=\"{cell}\"]').getBoundingClientRect())"
        )
        return box[0] + box[2] / 2, box[1] + box[2] / 2

    def cells(self):
        return self.eval("[...board]")

    @property
    def side(self):
        return self.eval("puzzle().side")

    def solution(self, which=0):
        return self.eval(f"puzzle().solutions[{which}]")

    def said(self):
        return self.eval("$('said').textContent")

    def set(self, stars=(), marks=()):
        """Puts stars and marks, one move each, by the keys that do so."""
        for cells, key in [(stars, " "), (marks, "x")]:
            for cell in cells:
                self.go(cell)
                self.browser.key(key)

    def go(self, cell):
        """Moves the cursor with arrow keys."""
        if self.eval("!grid.contains(document.activeElement)"):
            self.browser.key("ArrowDown")
        side = self.side
        at = self.eval("cursor")
        for count, keys in [
            (cell // side - at // side, ("ArrowUp", "ArrowDown")),
            (cell % side - at % side, ("ArrowLeft", "ArrowRight")),
        ]:
            for _ in range(abs(count)):
                self.browser.key(keys[count > 0])


def with_mouse(player):
    """A whole puzzle by clicks; the ways to mark."""
    browser, check = player.browser, player.check
    player.open(SMALL)
    side, stars = player.side, player.solution()
    free = next(cell for cell in range(side * side) if cell not in stars)
    there = player.point(free)
    seen = []
    for _ in range(3):
        browser.click(*there)
        seen.append(player.cells()[free])
    check(seen == [1, 2, 0], f"mouse: clicks give {seen}")
    browser.click(*there, button="right")
    check(player.cells()[free] == 2, "mouse: the right button marks")
    browser.click(*there, button="right")
    check(player.cells()[free] == 0, "mouse: the right button takes its mark away")
    # A row is marked by one stroke, which one undo takes back; a star in it stays.
    player.set(stars=[side + 1])
    moves = player.eval("game.done")
    row = [player.point(side + column) for column in (0, side - 1)]
    browser.drag(row)
    want = [1 if column == 1 else 2 for column in range(side)]
    check(player.cells()[side : 2 * side] == want, f"mouse: a stroke marks {player.cells()}")
    check(player.eval("game.done") == moves + 1, "mouse: a stroke is one move")
    browser.drag(row[::-1])
    want = [1 if column == 1 else 0 for column in range(side)]
    check(player.cells()[side : 2 * side] == want, "mouse: a stroke from a mark takes marks away")
    browser.drag(row, "right")
    check(player.cells()[side] == 2, "mouse: the right button drags marks")
    browser.eval("$('restart').click()")
    check(not any(player.cells()), "mouse: restart leaves nothing")
    browser.eval("$('undo').click()")
    check(any(player.cells()), "mouse: a restart can be undone")
    browser.eval("$('redo').click()")
    for cell in stars:
        browser.click(*player.point(cell))
    check(player.eval("isWon"), "mouse: the puzzle is solved")
    check(player.said().startswith("Solved in 0:"), f"mouse: it says {player.said()}")
    check("without a hint" in player.said(), "mouse: no hint was asked for")
    browser.click(*player.point(free))
    check(player.cells()[free] == 0, "mouse: a solved board stays as it is")
    browser.key("Escape")
    check(
        player.eval(f"document.querySelector('#p{SMALL} .progress').textContent").startswith("✓"),
        "mouse: the card says that it is solved",
    )
    check(
        "solved in" in player.eval(f"document.querySelector('#p{SMALL}').ariaLabel"),
        "mouse: the card's name says that it is solved",
    )
    # A stroke that does nothing leaves the hint as it is.
    player.open(TOUCH)
    stars, side = player.solution(), player.side
    player.set(stars=stars[:1])
    for _ in range(2):
        browser.key("h")
    hint = player.eval("[$('hint-name').textContent, $('said').textContent]")
    x, y = player.point(stars[0])
    size = player.eval("grid.clientWidth") / side
    browser.drag([(x, y), (x, y - (stars[0] // side + 1) * size)])
    check(
        player.eval("hint && [$('hint-name').textContent, $('said').textContent]") == hint,
        "mouse: a stroke off the board drops the hint",
    )
    browser.key("c")
    browser.key("h")
    check(player.eval("game.hints") == 1, "mouse: one hint counts twice")


def with_restarts(player):
    """Time and hints belong to the board: they go with it, and come back with it."""
    browser, check = player.browser, player.check
    player.open(SMALL)
    # The same puzzle once more on the page.
    player.eval(f"data.puzzles[{KEYS}] = data.puzzles[{SMALL}]")
    stars = player.solution()
    player.set(stars=stars[:-1])
    player.eval("game.elapsed = 65000; game.hints = 2")
    player.set(stars=stars[-1:])
    for puzzle in (SMALL, KEYS):
        card = player.eval(f"$('p{puzzle}').querySelector('.progress')?.textContent")
        check(card == "✓ 1:05", f"restart: card {puzzle} says {card}")
    browser.eval("$('restart').click()")
    check(player.eval("game.hints === 0 && game.elapsed < 9000"), "restart: the time goes on")
    browser.reload()
    browser.eval("$('undo').click()")
    check(player.said() == "Solved in 1:05, with 2 hints.", f"restart: undone, {player.said()}")
    card = player.eval(f"$('p{SMALL}').querySelector('.progress').textContent")
    check(card == "✓ 1:05", f"restart: undone, the card says {card}")
    browser.eval("$('redo').click()")
    check(player.eval("game.hints === 0 && game.elapsed < 9000"), "restart: cannot be redone")
    # Nor is a board that was taken back solved again in no time.
    for _ in range(len(stars) + 1):
        browser.eval("$('undo').click()")
    browser.eval("$('restart').click()")
    check(player.eval("$('redo').disabled"), "restart: what came before can be redone in no time")
    # Both count before the first move as well.
    player.open(TOUCH)
    player.eval("game.elapsed = 83000")
    for _ in range(3):
        browser.key("h")
    browser.reload()
    check(player.eval("game.hints") == 1, "restart: a hint on the empty board is lost")
    check(player.eval("game.elapsed") >= 83000, "restart: time on the empty board is lost")


def with_keys(player):
    """A whole puzzle without a mouse, from its card; undo and redo all the way."""
    browser, check = player.browser, player.check
    player.open(KEYS)
    browser.key("Escape")
    check(player.eval("document.activeElement.id") == f"p{KEYS}", "keys: back on the card")
    browser.key("Enter")
    stars, side = player.solution(), player.side
    marks = [cell for cell in range(side * side) if cell not in stars][:: side + 3]
    player.set(marks=marks)
    player.set(stars=stars[:-1])
    whole = player.cells()
    check([cell for cell in range(side * side) if whole[cell] == 2] == marks, "keys: X marks")
    done = player.eval("game.done")
    browser.key("z", 2)
    browser.key("z")
    check(player.eval("game.done") == done - 2, "keys: Z and Ctrl+Z undo")
    browser.key("Z", 8)
    browser.key("y")
    check(player.cells() == whole, "keys: Shift+Z and Y redo")
    for _ in range(done + 3):
        browser.key("z")
    check(not any(player.cells()), "keys: undo leads to the empty board")
    check(player.eval("$('undo').disabled"), "keys: there is no more to undo")
    for _ in range(done + 3):
        browser.key("y")
    check(player.cells() == whole, "keys: redo leads back")
    browser.key("c")
    check("right" in player.said() and "1 star to go" in player.said(), f"keys: {player.said()}")
    browser.key("v")
    check(player.eval("mode") == "steps", "keys: V shows the steps")
    time = player.eval("fromShelf(shelfKey(puzzle())).elapsed")
    browser.key("ArrowRight")
    check(player.eval("position") == 1, "keys: arrows step there")
    browser.key("v")
    check(player.cells() == whole, "keys: the board is there again after the steps")
    check(player.eval("game.elapsed") - time < 2500, "keys: looking at steps takes no time")
    browser.key("PageDown")
    check(player.eval("index") == KEYS + 1 and not any(player.cells()), "keys: next puzzle")
    browser.key("PageUp")
    check(player.cells() == whole, "keys: the last puzzle is as it was")
    on_grid = "grid.contains(document.activeElement)"
    check(player.eval(on_grid), "keys: another puzzle loses the focus")
    player.eval("$('previous').focus()")
    browser.key("Enter")
    check(player.eval(f"index === 0 && {on_grid}"), "keys: the first puzzle loses the focus")
    browser.key("PageDown")
    player.set(stars=stars[-1:])
    check(player.eval("isWon"), "keys: the puzzle is solved")
    browser.key("z")
    check(not player.eval("isWon"), "keys: a solved board can be undone")


def with_finger(player):
    """A whole puzzle on a phone, by taps and strokes; nothing scrolls."""
    browser, check = player.browser, player.check
    browser.size(390, 844, phone=True)
    player.open(TOUCH)
    side, stars = player.side, player.solution()
    where = f"JSON.stringify([scrollX, scrollY, viewer.scrollTop, {FRAME}.scrollTop])"
    before = player.eval(where)
    column = [player.point(row * side) for row in range(side)]
    browser.swipe(column)
    check(
        all(player.cells()[row * side] == 2 for row in range(side)),
        "finger: a stroke marks a column",
    )
    check(player.eval(where) == before, "finger: the page scrolls under a stroke")
    box = player.eval("[grid.clientWidth / puzzle().side, grid.clientWidth]")
    check(box[0] >= 24, f"finger: a cell has {box[0]:.1f} px on a phone")
    # Two fingers are no stroke.
    left, right = player.point(side + 3), player.point(5 * side + 5)
    done = player.eval("game.done")
    browser.touch("touchStart", left)
    browser.touch("touchStart", left, right)
    browser.touch("touchMove", (left[0] - 60, left[1]), (right[0] + 60, right[1]))
    browser.touch("touchEnd")
    check(player.eval("game.done") == done, "finger: two fingers are a move")
    player.open(TOUCH)
    for cell in stars:
        browser.tap(*player.point(cell))
    check(player.eval("isWon"), "finger: the puzzle is solved")
    player.open(TOUCH)
    browser.eval("$('marks-first').click()")
    browser.tap(*player.point(0))
    check(player.cells()[0] == 2, "finger: marks come first where that is wanted")
    browser.tap(*player.point(0))
    check(player.cells()[0] == 1, "finger: then a star")
    browser.size(1280, 900)


def with_hints(player):
    """Puzzles to the end by hints alone, from nothing and from boards that a player may have."""
    check = player.check
    for puzzle, given in [(TOUCH, 0), (TOUCH, 40), (TOUCH, 85), (LARGE, 60)]:
        player.open(puzzle)
        name = f"hints {puzzle}/{given}"
        # Some facts that a player may have found in any order.
        player.eval(FACTS.replace("SHARE", str(given)))
        told, asked = [], 0
        while not player.eval("isWon") and asked < 1000:
            asked += 1
            texts = player.eval(HINT) if puzzle == LARGE else by_hand(player, asked)
            told += texts
            if len(texts) != 3:
                check(False, f"{name}: {texts}")
                break
        check(player.eval("isWon"), f"{name}: hints lead to {player.said()}")
        odd = [text for text in told if not text or "{" in text or not text[0].isupper()]
        check(not odd, f"{name}: hints say {odd[:3]}")
        check(
            all(a != b for a, b in zip(told[::3], told[2::3], strict=True)),
            f"{name}: depths say the same",
        )
        check(f"with {asked} hint" in player.said(), f"{name}: it says {player.said()}")
        harness.say(f"{name}: {asked} hints")


# Puts that share of what is true on the board, in percent.
FACTS = """
(() => {
  let state = 7;
  const random = () => (state = state * 48271 % 2147483647) % 100;
  const stars = new Set(puzzle().solutions[0]);
  const right = (cell) => packed(cell, 0, stars.has(cell) ? STAR : MARK);
  move([...board.keys()].filter(() => random() < SHARE).map(right));
})()
"""
# Asks for a hint until it is on the board; says what was wrong with it.
HINT = """
(() => {
  const before = board.join(""), texts = [];
  for (let depth = 0; depth < 3; depth++) { hintMore(); texts.push($("said").textContent); }
  if (board.join("") !== before) return ["a hint does something unasked"];
  hintMore();
  return board.join("") === before ? [`adds nothing: ${texts}`] : texts;
})()
"""


def by_hand(player, number):
    """The same by keys or by the button."""
    before, texts = player.cells(), []
    for _ in range(3):
        player.browser.key("h") if number % 2 else player.eval("$('hint').click()")
        texts.append(player.said())
    if player.cells() != before:
        return ["a hint does something unasked"]
    player.browser.key("h")
    return [f"adds nothing: {texts}"] if player.cells() == before else texts


def coached(almanac, sbn, cells, depth, language="en"):
    """What the program says to a board."""
    options = ["--board", json.dumps(cells), "--depth", str(depth), "--language", language]
    ended = subprocess.run(
        [almanac, "hint", "-", *options, "--json"],
        input=sbn + "\n",
        capture_output=True,
        text=True,
    )
    harness.check(ended.returncode == 0, f"almanac hint: {ended.stderr}")
    return json.loads(ended.stdout)["text"]


def with_mistakes(player, almanac):
    """The mistake that was made first is told, as the coach tells it, and nothing else."""
    browser, check = player.browser, player.check
    player.open(TOUCH)
    side, stars = player.side, player.solution()
    sbn = f"{side}x{player.eval('puzzle().stars')}.{player.eval('puzzle().regions')}"

    def is_beside(one, other):
        return abs(one // side - other // side) <= 1 and abs(one % side - other % side) <= 1

    wrong = [cell for cell in range(side * side) if cell not in stars]
    pair = stars[:2]
    beside = next(cell for cell in wrong if is_beside(cell, stars[0]))
    # Two stars in the first row, and a third.
    third = next(c for c in wrong if c < side and not any(is_beside(c, s) for s in pair))
    # The right stars that are there, the mistake, and whether it is a star.
    cases = [
        ("a star", [], wrong[-1], True),
        ("a mark", [], stars[4], False),
        ("a star beside another", stars[:1], beside, True),
        ("one too many", pair, third, True),
    ]
    for name, right, first, is_star in cases:
        player.open(TOUCH)
        player.set(stars=right)
        player.set(**{"stars" if is_star else "marks": [first]})
        alone = player.cells()
        # What is done later, right or wrong, does not come before it.
        later = stars[6]
        player.set(marks=[later])
        browser.key("c")
        check("2 cells" in player.said(), f"mistake {name}: {player.said()}")
        place = f"row {first // side + 1}, column {first % side + 1}"
        for depth in (1, 2, 3):
            browser.key("h")
            check(place in player.said(), f"mistake {name}, depth {depth}: {player.said()}")
            # The coach is not told which came first, so it is asked about this one alone.
            want = coached(almanac, sbn, alone, depth)
            check(player.said() == want, f"mistake {name}: {player.said()} instead of {want}")
        browser.key("h")
        check(player.cells()[first] == 0, f"mistake {name}: the last depth takes it away")
        check(player.cells()[later] == 2, f"mistake {name}: only that")
    # What breaks a rule is shown by itself.
    player.open(TOUCH)
    player.set(stars=[0, 1])
    check("touches another star" in player.said(), f"conflict: {player.said()}")
    check(player.eval("$('board').querySelectorAll('.differ').length") == 2, "conflict: is drawn")


def with_marks_around(player):
    """Marks around stars, as one move with them."""
    browser, check = player.browser, player.check
    player.open(SMALL)
    browser.eval("$('around').click()")
    side, stars = player.side, player.solution()
    player.set(stars=stars[:1])
    row = stars[0] // side
    want = [1 if row * side + column == stars[0] else 2 for column in range(side)]
    check(player.cells()[row * side : row * side + side] == want, "around: the row is marked")
    check(player.eval("mistakes().length") == 0, "around: only right marks")
    check(player.eval("game.done") == 1, "around: one move")
    browser.key(" ")
    check(not any(player.cells()), "around: the marks go with their star")
    player.set(marks=stars[:1])
    player.set(stars=stars[:1])
    browser.key(" ")
    check(not any(player.cells()), "around: the marks go with a star that was a mark")
    player.set(stars=stars)
    check(player.eval("isWon"), "around: the puzzle is solved")


def after_reload(player, pages):
    """What is left after a reload, on another puzzle, and of things that nobody has kept."""
    browser, check = player.browser, player.check
    player.open(TOUCH)
    stars = player.solution()
    player.set(stars=stars[:3], marks=[stars[4]])
    browser.key("z")
    player.eval("game.elapsed = 83000; keep()")
    cells = player.cells()
    browser.reload()
    check(player.eval("viewer.open && mode") == "play", "reload: the puzzle is open")
    check(player.cells() == cells, "reload: the board is lost")
    check(player.eval("$('clock').textContent").startswith("1:2"), "reload: the time is lost")
    browser.key("y")
    check(player.cells()[stars[4]] == 2, "reload: what was undone can be redone")
    browser.key("z")
    browser.key("z")
    check(player.cells()[stars[2]] == 0, "reload: moves can be undone")
    check(
        player.eval(f"$('p{TOUCH}').querySelector('.progress').textContent").startswith("2/20"),
        "reload: the card says how far it is",
    )
    browser.eval("$('theme').click()")
    browser.reload()
    look = "[root.dataset.theme, $('theme-name').textContent].join()"
    check(player.eval(look) == "light,Theme: light", f"reload: {player.eval(look)} for light")
    for _ in range(2):
        browser.eval("$('theme').click()")
    browser.reload()
    check(player.eval(look) == ",Theme: system", f"reload: {player.eval(look)} for the system's")
    # Another puzzle in its place, on a page with the same address.
    old = player.page.read_bytes()
    player.page.write_bytes(pages["other"].read_bytes())
    browser.reload()
    check(not any(player.cells()), "reload: a changed puzzle gets another's progress")
    player.page.write_bytes(old)
    browser.reload()
    check(any(player.cells()), "reload: the progress of the puzzle itself is lost")
    # The same puzzle in another tab: its moves are taken over, and nobody else's.
    player.open(TOUCH)
    player.set(stars=stars[:2])
    browser.key("h")
    kept = player.eval("localStorage.getItem(shelfKey(puzzle()))")
    player.eval("dispatchEvent(new StorageEvent('storage', {key: shelfKey(puzzle())}))")
    check(player.eval("hint !== null"), "tabs: the same moves disturb nothing")
    for elapsed, hints in [(90000, 5), (0, 0)]:
        text = json.dumps({**json.loads(kept), "elapsed": elapsed, "hints": hints})
        player.eval(f"localStorage.setItem(shelfKey(puzzle()), {json.dumps(text)})")
        player.eval("dispatchEvent(new StorageEvent('storage', {key: shelfKey(puzzle())}))")
        check(
            player.eval("game.hints === 5 && game.elapsed >= 90000"),
            f"tabs: time and hints are lost to {elapsed} and {hints}",
        )
    shorter = json.dumps({**json.loads(kept), "done": 1})
    player.eval(f"localStorage.setItem(shelfKey(puzzle()), {json.dumps(shorter)})")
    player.eval("dispatchEvent(new StorageEvent('storage', {key: shelfKey(puzzle())}))")
    check(player.cells().count(1) == 1, "tabs: another tab's move is not seen")
    check(player.eval("grid.contains(document.activeElement)"), "tabs: the focus is lost")
    # Things that the page has not written.
    player.open(TOUCH)
    player.set(stars=stars[:1])
    odd = [
        "{",
        "null",
        "7",
        '"x"',
        "[]",
        "{}",
        '{"moves":7,"done":0,"elapsed":0,"hints":0}',
        '{"moves":[[1]],"done":2,"elapsed":0,"hints":0}',
        '{"moves":[[1]],"done":0.5,"elapsed":0,"hints":0}',
        '{"moves":[[99999]],"done":1,"elapsed":0,"hints":0}',
        '{"moves":[[1],[1]],"done":2,"elapsed":0,"hints":0}',
        '{"moves":[["1"]],"done":1,"elapsed":0,"hints":0}',
        '{"moves":[[1]],"done":1,"elapsed":null,"hints":0}',
        '{"moves":[[1]],"done":1,"elapsed":0}',
        '{"moves":[{}],"done":0,"elapsed":0,"hints":0}',
        '{"moves":[],"done":0,"elapsed":0,"hints":0,"restarts":[7]}',
        '{"isSolved":true}',
    ]
    for text in odd:
        player.eval(f"game = null; localStorage.setItem(shelfKey(puzzle()), {json.dumps(text)})")
        browser.reload()
        check(player.eval("viewer.open && !board.some(Boolean)"), f"reload: {text} is believed")
        card = player.eval(f"$('p{TOUCH}').querySelector('.progress')?.textContent")
        check(not card, f"reload: the card says {card} for {text}")
        player.set(stars=stars[:1])
        check(player.cells()[stars[0]] == 1, f"reload: no play after {text}")
    check(not browser.complaints, f"reload: the console says {browser.complaints[:3]}")


def without_storage(player):
    """A browser that keeps nothing, or has no room left."""
    browser, check = player.browser, player.check
    scripts = [
        ("blocked", BLOCKED, True),
        ("none", "Object.defineProperty(window, 'localStorage', { value: null });", True),
        ("full", NARROW.replace("ROOM", "0"), True),
        ("narrow", NARROW.replace("ROOM", "1"), False),
    ]
    for name, script, is_lost in scripts:
        player.open(SMALL)
        added = browser.call("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
        browser.open(player.page.as_uri())
        for puzzle in (SMALL, KEYS):
            browser.eval(f"open({puzzle})")
            for cell in player.solution():
                browser.click(*player.point(cell))
            check(player.eval("isWon"), f"storage {name}: puzzle {puzzle} is solved")
        check(player.eval("$('unkept').offsetHeight > 0"), f"storage {name}: nothing is said")
        said = player.eval("$('unkept').textContent")
        word = "keep anything" if is_lost else "kept longest"
        check(word in said, f"storage {name}: it says {said}")
        check(not browser.complaints, f"storage {name}: the console says {browser.complaints[:3]}")
        browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=added)
        browser.reload()
        check(player.eval("isWon") == (not is_lost), f"storage {name}: the last puzzle is kept")


def in_all_languages(player, pages, almanac):
    """Hints are worded as the program words them, in every language."""
    check = player.check
    for language in pages["languages"]:
        player.page = pages[language]
        player.open(0)
        sbn = f"{player.side}x{player.eval('puzzle().stars')}.{player.eval('puzzle().regions')}"
        alike, told = 0, []
        for _ in range(12):
            board = player.cells()
            texts = player.eval(HINT)
            told += texts
            # The program may find another step; where it is the same, so are all depths.
            if coached(almanac, sbn, board, 3, language) != texts[2]:
                continue
            alike += 1
            for depth in (1, 2):
                want = coached(almanac, sbn, board, depth, language)
                check(texts[depth - 1] == want, f"{language}: {texts[depth - 1]} for {want}")
        check(alike > 2, f"{language}: only {alike} steps are those of the program")
        odd = [text for text in told if not text or set(text) & set("{}[]|")]
        check(not odd, f"{language}: hints say {odd[:3]}")
        player.eval("hintMore()")
        check(player.eval("$('said').lang") == language, f"{language}: is read as another")
    player.page = pages["play"]


def several_solutions(player):
    """A puzzle that must not be published can be played as well."""
    browser, check = player.browser, player.check
    for which in (0, 1):
        player.open(SEVERAL)
        browser.key("h")
        check("no hints" in player.said(), f"several: {player.said()}")
        for cell in player.solution(which):
            browser.click(*player.point(cell))
        check(player.eval("isWon"), f"several: solution {which} solves it")
    player.open(SEVERAL)
    player.set(stars=[0])
    browser.key("c")
    check("several solutions" in player.said(), f"several: check says {player.said()}")


def beyond_the_rules(player, pages):
    """A puzzle that the rules do not solve: hints until there are none, and then by itself."""
    check = player.check
    player.page = pages["low"]
    player.open(TOUCH)
    for _ in range(100):
        texts = player.eval(HINT)
        if len(texts) != 3:
            break
    check("no further step" in player.said(), f"beyond: the hints end with {player.said()}")
    check(player.eval("!isWon && mistakes().length === 0"), "beyond: the hints are true")
    player.set(stars=[cell for cell in player.solution() if player.cells()[cell] != 1])
    check(player.eval("isWon"), "beyond: the puzzle is solved")
    player.page = pages["play"]


def for_everybody(player, engine):
    """Names and roles, targets, motion, and what axe finds."""
    browser, check = player.browser, player.check
    player.open(TOUCH)
    stars = player.solution()
    player.set(stars=stars[:1], marks=[stars[1]])
    side = player.side
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    roles = {}
    for node in nodes:
        if not node.get("ignored"):
            role, name = (node.get(key, {}).get("value") for key in ("role", "name"))
            roles.setdefault(role, []).append(name)
    check(len(roles.get("grid", [])) == 1, "names: there is a grid")
    check(len(roles.get("row", [])) == side, "names: with its rows")
    names = roles.get("gridcell", [])
    check(len(names) == side * side, "names: with its cells")
    region = player.eval(f"puzzle().regions[{stars[0]}]")
    want = f"row {stars[0] // side + 1}, column {stars[0] % side + 1}, region {region}, star"
    check(want in names, f"names: {want} is missing in {names[:3]}")
    check(sum(str(name).endswith(", mark") for name in names) == 1, "names: a mark has its name")
    live = player.eval("$('said').getAttribute('aria-live') + $('told').textContent")
    check(live.startswith("polite") and "mark" in live, f"names: what is told is {live}")
    check(player.eval("document.getAnimations().length") == 0, "motion: something moves")
    browser.scheme("light", motion="no-preference")
    player.open(SMALL)
    player.set(stars=player.solution())
    check(
        player.eval("document.getAnimations().some((a) => a.animationName === 'twinkle')"),
        "motion: nothing moves for those who like it",
    )
    browser.scheme("light")
    for width, height, is_phone in SIZES.values():
        browser.size(width, height, is_phone)
        for puzzle in (SMALL, TOUCH, LARGE):
            player.open(puzzle)
            check_room(player, f"{width}×{height}, puzzle {puzzle}", width, height)
    browser.size(1280, 900)
    if engine:
        ask_axe(player, engine)


def check_room(player, name, width, height):
    """Everything is large enough for a finger, and where it belongs."""
    check = player.check
    check(
        player.eval(f"Math.max(viewer.scrollWidth, {FRAME}.scrollWidth) <= innerWidth"),
        f"{name}: has to be scrolled sideways",
    )
    box = player.eval("$('board').getBoundingClientRect().toJSON()")
    check(abs(box["width"] - box["height"]) < 1, f"{name}: the board is no square")
    # A finger on the board scrolls nothing, so there has to be room beside it.
    check(box["height"] < height - 40, f"{name}: the board fills the window")
    side = player.side
    room = min(width - 16, height - 70) if width < 832 else min(width - 340, height - 90)
    if (side + 0.9) * 24 <= room:
        cell = player.eval("grid.clientWidth") / side
        check(cell >= 24, f"{name}: a cell has {cell:.1f} px")
    least = player.eval(
        "Math.min(...[...viewer.querySelectorAll('button')].filter((b) => b.offsetParent)"
        ".map((b) => Math.min(b.offsetWidth, b.offsetHeight)))"
    )
    check(least >= 40, f"{name}: a button has {least} px")
    drawn = player.eval("$('board').querySelector('use').getBoundingClientRect().toJSON()")
    cells = player.eval("grid.getBoundingClientRect().toJSON()")
    off = max(abs(drawn[key] - cells[key]) for key in ("left", "top", "right", "bottom"))
    check(off < 0.2 * cells["width"] / side, f"{name}: the cells are {off:.1f} px off the drawing")


def ask_axe(player, engine):
    """The page and its parts, light and dark, large and small."""
    browser, check = player.browser, player.check
    found = {}
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        for width, height, phone in [(1280, 900, False), (390, 844, True)]:
            browser.size(width, height, phone)
            scenes = [
                ("sheet", "viewer.close()"),
                ("play", "0"),
                ("hint", "hintMore(); hintMore(); hintMore()"),
                ("conflict", "put(0, STAR); put(1, STAR)"),
                ("steps", "turn('steps'); go(3)"),
            ]
            for scene, script in scenes:
                player.open(TOUCH)
                browser.eval(script)
                browser.eval("document.querySelectorAll('details').forEach((d) => d.open = true)")
                browser.eval(engine)
                answer = browser.eval(
                    "axe.run(document, {resultTypes: ['violations']}).then((result) =>"
                    " ({count: result.passes.length, found: result.violations.map((v) =>"
                    " [v.id, v.impact, v.nodes.map((n) => n.html).slice(0, 2)])}))"
                )
                check(answer["count"] > 10, f"axe: {scene} was not looked at")
                for rule, impact, nodes in answer["found"]:
                    found.setdefault((rule, impact), (scene, nodes))
    for (rule, impact), (scene, nodes) in found.items():
        check(impact not in ("serious", "critical"), f"axe: {scene}: {rule} ({impact}): {nodes}")
        harness.say(f"axe: {scene}: {rule} ({impact}): {nodes[0]}")
    browser.scheme("light")
    browser.size(1280, 900)


MORE = "hintMore(); hintMore(); hintMore(); hintMore();"
# What pictures show: the puzzle, and what is done with it.
SCENES = {
    "empty": (TOUCH, "0"),
    "marks": (
        TOUCH,
        "taste.around = true; puzzle().solutions[0].slice(0, 4).forEach((cell) => put(cell, STAR))",
    ),
    "hint": (TOUCH, f"for (let i = 0; i < 9; i++) {{ {MORE} }} hintMore(); hintMore(); hintMore()"),
    "technique": (TOUCH, "hintMore(); hintMore()"),
    "mistake": (TOUCH, "put(0, STAR); put(1, STAR); hintMore(); hintMore()"),
    "solved": (SMALL, "puzzle().solutions[0].forEach((cell) => put(cell, STAR))"),
    "large": (LARGE, f"for (let i = 0; i < 40; i++) {{ {MORE} }} hintMore()"),
    "steps": (TOUCH, "turn('steps'); go(9)"),
    "cards": (
        TOUCH,
        "put(puzzle().solutions[0][0], STAR); open(0);"
        "puzzle().solutions[0].forEach((cell) => put(cell, STAR)); viewer.close()",
    ),
}


def shoot(player, folder):
    """Pictures of what can be seen, for those who want to look."""
    browser = player.browser
    for size, (width, height, is_phone) in SIZES.items():
        browser.size(width, height, is_phone)
        for scheme in ("light", "dark"):
            browser.scheme(scheme)
            for name, (puzzle, script) in SCENES.items():
                player.open(puzzle)
                browser.eval(script)
                browser.shot(folder / f"{size}-{scheme}-{name}.png")
    browser.scheme("light")
    browser.size(1280, 900)


def make(almanac, folder):
    """A page of five puzzles, one with another puzzle in the place of the third, and one for which
    few rules are used."""

    def run(*arguments, text=None):
        ended = subprocess.run(
            [almanac, *arguments], input=text, capture_output=True, text=True, timeout=300
        )
        harness.check(ended.returncode == 0, f"{' '.join(arguments)}: {ended.stderr}")
        return ended.stdout

    def generated(side, stars, seed=1):
        grid = ["--size", str(side), "--stars", str(stars), "--seed", str(seed)]
        return run("generate", *grid, "--quiet")

    small, keys, large = generated(6, 1), generated(8, 1), generated(25, 6)
    pages = {}
    for name, seed, more in [("play", 1, []), ("other", 2, []), ("low", 1, ["--level", "3"])]:
        text = small + keys + generated(10, 2, seed) + large + UNFIT + "\n"
        run("preview", "-", "--html", str(folder / name), *more, text=text)
        pages[name] = folder / name / "index.html"
    languages = re.search(r"language of the steps:\s+([^.]*)\.", run("preview", "--help"))
    pages["languages"] = languages[1].replace("\n", " ").replace(" ", "").split(",")
    for code in pages["languages"]:
        text = generated(10, 2, 3)
        run("preview", "-", "--html", str(folder / code), "--language", code, text=text)
        pages[code] = folder / code / "index.html"
    return pages


def play(browser, pages, check, almanac, engine=None):
    """All of it on one page."""
    browser.size(1280, 900)
    browser.scheme("light")
    player = Player(browser, pages["play"], check)
    with_mouse(player)
    with_restarts(player)
    with_keys(player)
    with_finger(player)
    with_hints(player)
    with_mistakes(player, almanac)
    with_marks_around(player)
    after_reload(player, pages)
    without_storage(player)
    several_solutions(player)
    beyond_the_rules(player, pages)
    in_all_languages(player, pages, almanac)
    for_everybody(player, engine)
    strangers = [url for url in browser.requests if not url.startswith(("file:", "data:"))]
    check(not strangers, f"the page asks for {strangers}")


# Ways to damage a page, what looks at it, and a word of what has to be found then.
DAMAGE = {
    "slippery": ("touch-action: pinch-zoom", "touch-action: auto", with_finger, "finger"),
    "forgetful": ("shelf.setItem(key, text);", "", after_reload, "is lost"),
    "mixed up": ("${side}x${stars}.${regions}", "${index}", after_reload, "another's progress"),
    "confused": (
        "if (wrong.delete(cell)) first = cell",
        "first = [...wrong].pop()",
        with_mistakes,
        "mistake",
    ),
    "numb": ("x: () => put", "xx: () => put", with_keys, "X marks"),
    "blunt": ("stroke.changed.has(cell)) return", "true) return", with_mouse, "stroke"),
}


def try_checks(browser, pages, almanac, folder):
    """Damages a page in many ways: each has to be found."""
    text = pages["play"].read_text()
    for name, (old, new, look, word) in DAMAGE.items():
        harness.check(old in text, f"there is no {old} in the page")
        damaged = {}
        for kind in ("play", "other"):
            damaged[kind] = folder / f"{name} {kind}.html"
            damaged[kind].write_text(pages[kind].read_text().replace(old, new, 1))
        check = Checks()
        more = {after_reload: [damaged], with_mistakes: [almanac]}.get(look, [])
        try:
            look(Player(browser, damaged["play"], check), *more)
        except RuntimeError as error:
            check(False, f"{word}: {error}")
        browser.size(1280, 900)
        found = [failure for failure in check.failures if word in failure]
        harness.check(found, f"a page that is {name} on purpose passes: {check.failures}")
    harness.say(f"{len(DAMAGE)} damaged pages are found out")


def axe():
    """The text of axe, if a package that brings it is there."""
    for module in ENGINES:
        found = importlib.util.find_spec(module)
        if found and found.origin:
            return (pathlib.Path(found.origin).parent / "axe.min.js").read_text()
    harness.has(modules=(ENGINES[-1],))
    return None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("almanac", nargs="?", default=harness.ROOT / ".build/release/almanac")
    parser.add_argument("--shots", type=pathlib.Path, help="a folder for pictures")
    options = parser.parse_args()
    almanac = harness.built(options.almanac)
    chromium = program()
    if chromium is None:
        return 0
    check = Checks()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        pages = make(almanac, scratch)
        browser = Browser(chromium, scratch / "profile")
        try:
            if options.shots:
                options.shots.mkdir(parents=True, exist_ok=True)
                shoot(Player(browser, pages["play"], check), options.shots)
            play(browser, pages, check, almanac, axe())
            try_checks(browser, pages, almanac, scratch)
        finally:
            browser.end()
    for failure in check.failures:
        harness.say(failure)
    harness.say(f"{check.passed} passed, {len(check.failures)} failed")
    return 1 if check.failures or not check.passed else 0


if __name__ == "__main__":
    sys.exit(main())
