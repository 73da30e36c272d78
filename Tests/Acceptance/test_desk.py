#!/usr/bin/env python3
"""Edits a house at the desk, in a headless browser, as an editor would.

From an empty folder to a themed pack of twelve, with one puzzle of pentominoes, one that needs a
squeeze, one drawn by hand and one imported from a puzz.link address: played, noted, replaced,
refused, moved by keys, mouse and finger, taken back, printed and published. Then the calendar, a
new recipe, what is kept from one desk to the next, and who is not let in: a wrong token, a token
for the second time, another origin, another host, no cookie.
"""

import argparse
import fcntl
import http.client
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

import harness
from browser import Browser, Checks, program
from test_play import axe

HOUSE = ["--recipes", "recipes", "--state", "state", "--output", "out"]
RECIPES = {
    "release.yaml": "packs:\n  - first\ncalendar:\n  - daily\n",
    "packs/first.yaml": "id: first\nname: First\nfree: true\ngrid: { size: 6, stars: 1 }\n"
    "count: 4\ndifficulty: { from: 1, to: 3 }\nseed: 3\n",
    "packs/spring.yaml": "id: spring\nname: Spring\nfree: true\ngrid:\n"
    "  - { size: 5, stars: 1, count: 3 }\n  - { size: 8, stars: 1, count: 6 }\n"
    "  - { size: 10, stars: 2, count: 2 }\n"
    "  - { size: 10, stars: 2, count: 1, rule: tiling.pairs }\n"
    "count: 12\ndifficulty: { from: 1, to: 5 }\nseed: 77\n",
    "calendar/daily.yaml": "cadence: daily\ngrid: { size: 6, stars: 1 }\nstart: START\n"
    "horizon: 3\nreserve: 5\ndifficulty: { mon: 2, tue: 2, wed: 3, thu: 3, fri: 3, sat: 4, "
    "sun: 4 }\nseed: 17\n",
}
SIZES = {
    "desktop": (1280, 900, False),
    "tablet": (820, 1180, True),
    "phone": (390, 844, True),
}
SCREENS = {
    "packs": "#packs",
    "new": "#new",
    "pack": "#pack/spring",
    "candidates": "#slot/spring:4",
    "calendar": "#calendar/daily",
    "reserve": "#reserve",
    "find": "#find?size=8",
    "import": "#import",
    "draw": "#setter",
    "warnings": "#warnings",
    "release": "#release",
    "history": "#history",
}
# Seconds for what the program has to work out.
PATIENCE = 90
# One of the 36 boards of five pentominoes with one solution.
PENTOMINOES = "5x1.AAABBACCBDACBBDCCEEDEEEDD"
BOARD = re.compile(r"^(\d+)x(\d+)\.([A-Z]+)")


class Desk:
    """The desk's server, and the browser at it."""

    def __init__(self, server, almanac, house):
        self.house, self.almanac = house, almanac
        self.process = subprocess.Popen(
            [server, "--program", almanac, *HOUSE],
            cwd=house,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://(127\.0\.0\.1:(\d+))/\?token=(\w+)", line)
        harness.check(found, f"the desk has printed no address: {line}")
        self.address, self.host, self.port = found[0], found[1], int(found[2])
        self.token = found[3]
        self.browser = None

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            harness.fail("the desk does not end when it is asked to")

    def ask(self, method, path, headers=None, body=None, host=None):
        """An answer to a request that no browser made: its status, headers and text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", host or self.host)
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        body = body.encode() if body else None
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    # MARK: At the browser

    def eval(self, expression):
        return self.browser.eval(expression)

    def until(self, condition, what):
        """Waits until something holds on the page."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.eval(condition):
                return
            time.sleep(0.1)
        page = self.eval("document.getElementById('screen').innerText.slice(0, 600)")
        toast = self.eval("document.getElementById('toast').innerText")
        complaints = self.browser.complaints[:2]
        harness.fail(f"{what} has not come: {page!r}, {toast!r}, {complaints}")

    def go(self, place):
        """Opens a screen and waits until it has stopped to ask."""
        self.eval(f"location.hash === {place!r} ? show() : (location.hash = {place!r}, 0)")
        time.sleep(0.15)
        self.settle()

    def settle(self):
        self.until(
            "document.querySelector('#screen h1') !== null && !document.querySelector('.busy')",
            "the screen",
        )

    def press(self, text, within="#screen", nth=0):
        """Clicks the button of a name."""
        found = self.eval(
            f"(() => {{ const all = [...document.querySelectorAll({within!r} + ' button, ' "
            f"+ {within!r} + ' a')].filter((one) => one.textContent.trim() === {text!r} "
            f"|| one.getAttribute('aria-label') === {text!r}); "
            f"all[{nth}]?.click(); return all.length; }})()"
        )
        harness.check(found > nth, f"there is no button “{text}” in {within}")

    def type(self, selector, text):
        self.eval(
            f"(() => {{ const field = document.querySelector({selector!r}); "
            f"field.value = {json.dumps(text)}; "
            "field.dispatchEvent(new Event('input', { bubbles: true })); })()"
        )

    def keep(self, reason=None):
        """Waits for a trial, and does what it has shown; what it would do is returned."""
        self.until("document.getElementById('trial').open", "the trial")
        words = self.eval("document.getElementById('trial-body').innerText")
        self.check_command()
        if reason is not None:
            self.type("#trial-reason", reason)
            self.until(
                "document.getElementById('trial-command').textContent"
                f".includes({json.dumps(f'--reason={shlex.quote(reason)}')})",
                "the command with the reason",
            )
        self.eval("document.getElementById('trial-keep').click()")
        self.until("!document.getElementById('trial').open", "the edit's end")
        wrong = self.eval(
            "!document.getElementById('toast').hidden"
            " && document.getElementById('toast').innerText.includes('OK')"
        )
        harness.check(
            not wrong, f"an edit failed: {self.eval('document.getElementById(`toast`).innerText')}"
        )
        time.sleep(0.15)
        self.settle()
        return words

    def check_command(self):
        """The command that a trial shows is one that the program takes as it is typed."""
        command = self.eval("document.getElementById('trial-command').textContent")
        words = shlex.split(command)
        harness.check(words[0] == "almanac", f"the command is {command}")
        is_silent = self.eval("document.getElementById('trial-reason-row').hidden")
        tried = subprocess.run(
            [self.almanac, *words[1:], "--dry-run", *([] if is_silent else ["--reason", "why"])],
            cwd=self.house,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        is_import = words[1] == "import"
        harness.check(
            tried.returncode in ([65] if is_import else [0, 75]), f"{command}: {tried.stderr}"
        )

    def answer(self, text):
        """Fills in what the page asks for in a dialog of its own."""
        self.until(
            "document.querySelector('dialog.trial[open] form[method=dialog] input:not([id])')"
            " !== null",
            "the question",
        )
        self.type("dialog.trial[open] form[method=dialog] input:not([id])", text)
        self.eval("document.querySelector('dialog.trial[open] button[value=keep]').click()")

    # MARK: In the house

    def run(self, *words):
        """What the program says in the house, as JSON."""
        done = subprocess.run(
            [self.almanac, *words, *HOUSE, "--json"],
            cwd=self.house,
            capture_output=True,
            text=True,
            timeout=300,
        )
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def slots(self, pack="spring"):
        found = self.run("packs", "find", "--pack", pack)
        slots = {record["places"][0]: record for record in found}
        return [slots[f"{pack}:{slot}"] for slot in range(len(slots))]


def shape(sbn):
    """The regions of a puzzle's text."""
    return BOARD.match(sbn)[3]


def generated(almanac, fits, *words):
    """The first new puzzle of a kind."""
    for seed in range(1, 60):
        made = subprocess.run(
            [almanac, "generate", *words, "--count", "40", "--seed", str(seed * 1000), "--json"],
            capture_output=True,
            text=True,
            timeout=120,
        )
        for line in made.stdout.splitlines():
            sbn = json.loads(line).get("sbn", "")
            if BOARD.match(sbn) and fits(shape(sbn)):
                return sbn.rsplit(".", 1)[0] if sbn.count(".") > 1 else sbn
    harness.fail(f"no such puzzle is generated by {words}")


# MARK: Who is let in


def refuses(desk, check):
    """Whoever has no business here, before and after the right browser has come."""
    session = {"Content-Type": "application/json", "Origin": f"http://{desk.host}"}
    status, _, _ = desk.ask("GET", "/?token=" + "0" * 64)
    check(status == 403, f"a wrong token gives {status}")
    check(desk.ask("GET", "/")[0] == 403, "the desk opens without a token")
    check(
        desk.ask("GET", f"/?token={desk.token}", host="evil.example")[0] == 403,
        "another host takes the token",
    )
    status, headers, _ = desk.ask("GET", f"/?token={desk.token}")
    cookie = headers.get("Set-Cookie", "")
    check(status == 303 and "HttpOnly" in cookie and "SameSite=Strict" in cookie, f"{cookie}")
    room = headers.get("Location", "")
    check(len(room) > 40 and f"Path={room}" in cookie, f"the desk lies in {room}, {cookie}")
    check(desk.ask("GET", f"/?token={desk.token}")[0] == 403, "the token works twice")
    cookie = {"Cookie": cookie.split(";")[0]}
    wish = json.dumps({"operation": "packs.list", "isTried": False, "fields": {}})
    run = f"{room}run"
    status, headers, _ = desk.ask("GET", room, cookie)
    policy = headers.get("Content-Security-Policy", "")
    check(status == 200 and "default-src 'none'" in policy, f"{status} {policy}")
    check("unsafe" not in policy, "the desk's policy is weak")
    check(not [name for name in headers if name.lower().startswith("access-control")], "CORS")
    check(desk.ask("POST", run, cookie | session, wish)[0] == 200, "the desk does not answer")
    wrong = {
        "without a cookie": (session, None),
        "with another cookie": (session | {"Cookie": "desk=" + "1" * 64}, None),
        "without an origin": (cookie | {"Content-Type": "application/json"}, None),
        "from another site": (cookie | session | {"Origin": "https://evil.example"}, None),
        "from another port": (cookie | session | {"Origin": "http://127.0.0.1:1"}, None),
        "from nowhere": (cookie | session | {"Origin": "null"}, None),
        "for another site": (cookie | session | {"Sec-Fetch-Site": "cross-site"}, None),
        "under another name": (cookie | session, f"localhost.evil.example:{desk.port}"),
    }
    for name, (headers, host) in wrong.items():
        status, _, text = desk.ask("POST", run, headers, wish, host)
        check(status == 403 and "schema" not in text, f"a request {name} gives {status}: {text}")
    for path in [room, f"{room}desk.js", f"{room}sheets/x", "/packs"]:
        check(desk.ask("GET", path)[0] == 403, f"{path} is read without a cookie")
    odd = {
        "packs.list": {"evil": ["x"]},
        "packs.pin": {"slot": ["--help\n"]},
        "nothing": {},
    }
    for operation, fields in odd.items():
        body = json.dumps({"operation": operation, "fields": fields, "isTried": True})
        check(desk.ask("POST", run, cookie | session, body)[0] == 400, f"{operation} is done")
    body = json.dumps({"operation": "packs.pin", "fields": {"slot": ["--help"]}, "isTried": True})
    status, _, text = desk.ask("POST", run, cookie | session, body)
    check(status == 200 and "ABSTRACT" not in text and "USAGE" not in text, "a value is an option")
    plain = cookie | session | {"Content-Type": "text/plain"}
    check(desk.ask("POST", run, plain, wish)[0] == 400, "a form of another site can be sent")
    big = json.dumps({"operation": "import", "fields": {"text": ["x" * (2 << 20)]}})
    check(desk.ask("POST", run, cookie | session, big)[0] in (400, 413), "2 MB are taken")


# MARK: The editor's way


def make_pack(desk, check):
    """From recipes to a pack of twelve boards."""
    desk.go("#packs")
    text = desk.eval("document.getElementById('screen').innerText")
    check("Spring" in text and "0 of 12" in text, f"the packs are {text!r}")
    desk.go("#pack/spring")
    desk.press("Make the pack")
    desk.keep()
    desk.go("#pack/spring")
    count = desk.eval("document.querySelectorAll('.slots .slot').length")
    check(count == 12, f"{count} slots are shown")
    check(desk.eval("document.querySelector('.curve-box .curve') !== null"), "there is no curve")
    squeezed = desk.slots()[11]
    check("tiling.pairs" in squeezed["rules"], f"no squeeze in {squeezed}")


def new_pack(desk, check):
    """A recipe is written by a form, and shown first."""
    file = desk.house / "recipes/packs/winter-lights.yaml"
    for is_first in [True, False]:
        desk.go("#new")
        desk.type("input[name=name]", "Winter “Lights”")
        id = desk.eval("document.querySelector('input[name=pack]').value")
        check(id == "winter-lights", f"the id is {id!r}")
        for name, value in [("size", 6), ("count", 3), ("from", 1), ("to", 3)]:
            desk.type(f"input[name={name}]", str(value))
        desk.eval("document.querySelector('input[name=assumptions]').checked = true")
        desk.press("Show it")
        if not is_first:
            desk.until(
                "document.getElementById('toast').innerText.includes('makes this pack')",
                "the word that there is such a pack",
            )
            desk.press("OK", "#toast")
            break
        desk.until("document.getElementById('trial').open", "the trial")
        shown = desk.eval("document.querySelector('#trial-body .file').textContent")
        check("grid: { size: 6, stars: 1 }" in shown, f"the file is {shown!r}")
        check(not file.exists(), "the recipe is written before it is kept")
        desk.keep()
        check(file.read_text() == shown, "another file is written than was shown")
        text = desk.eval("document.getElementById('screen').innerText")
        check("Make the pack" in text, f"after the recipe, {text!r}")
    made = desk.run("packs", "build", "winter-lights", "--dry-run")[-1]
    check(len(made["changes"]) == 3, f"the new pack is {made}")


def play(desk, check):
    """The first slot is played by keys in the page's own player."""
    browser = desk.browser
    open_player(desk, 0)
    browser.key(" ")
    check("1" in tally(desk), f"a star is not counted: {tally(desk)}")
    check(not browser.complaints, f"the player complains: {browser.complaints[:2]}")
    close_player(desk)


def open_player(desk, slot):
    """Plays a slot of the pack that is shown; the cursor is on its first cell."""
    desk.eval(f"document.querySelectorAll('.slot')[{slot}].focus()")
    desk.browser.key("Enter")
    desk.until(
        "document.getElementById('player-frame').contentDocument"
        "?.getElementById('viewer')?.open === true",
        "the player",
    )
    desk.eval("document.getElementById('player-frame').focus()")
    desk.eval(
        "document.getElementById('player-frame').contentDocument"
        ".querySelector('[role=gridcell]').focus()"
    )


def tally(desk):
    return desk.eval(
        "document.getElementById('player-frame').contentDocument"
        ".getElementById('tally').textContent"
    )


def close_player(desk):
    desk.eval(
        "document.getElementById('player-frame').contentDocument.getElementById('close').click()"
    )
    desk.until("!document.getElementById('player').open", "the player's end")


def replace(desk, check):
    """A slot's candidates: one is refused for ever, one is taken."""
    before = desk.slots()[4]["sbn"]
    desk.go("#slot/spring:4")
    count = desk.eval("document.querySelectorAll('.candidates .slot').length")
    check(count >= 3, f"{count} candidates are shown")
    shown = desk.eval("document.querySelectorAll('.compare .solve-curve').length")
    check(shown == count + 1, f"{shown} curves are shown")
    desk.press("Never again", nth=1)
    desk.keep("a snake all along the border")
    refused = desk.run("packs", "find", "--refused")
    check(len(refused) == 1, f"refused is {refused}")
    names = desk.eval(
        "[...document.querySelectorAll('.candidates .slot')].map((one) => one.innerText)"
    )
    check(len(names) >= 3, f"after a refusal there are {names}")
    desk.eval("document.querySelector('.candidates .slot').focus()")
    desk.browser.key("t")
    words = desk.keep("a dull ending")
    check("slot 4" in words, f"the trial says {words}")
    after = desk.slots()[4]
    check(after["sbn"] != before, "the slot has the same puzzle")
    check(shape(after["sbn"]) != shape(refused[0]["sbn"]), "the refused puzzle is taken")


def bring(desk, check):
    """A puzzle from an address, one of pentominoes, and one drawn by hand."""
    foreign = generated(desk.almanac, lambda regions: True, "--size", "8", "--stars", "1")
    link = subprocess.run(
        [desk.almanac, "convert", "-", "--to", "puzzlink"],
        input=foreign,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout.strip()
    check(link.startswith("https://puzz.link/"), f"the address is {link}")
    desk.go("#import")
    desk.type("textarea", link)
    desk.type("input[placeholder^=such]", "spring:5")
    desk.press("Judge")
    desk.settle()
    desk.until("document.querySelector('.slots .slot') !== null", "the judgement")
    desk.press("Keep the good ones")
    desk.keep("for the theme")
    check(shape(desk.slots()[5]["sbn"]) == shape(foreign), "the address is not in slot 5")

    desk.go("#import")
    desk.type("textarea", PENTOMINOES)
    desk.type("input[placeholder^=such]", "spring:0")
    desk.press("Judge")
    desk.until("document.querySelector('.slots .slot') !== null", "the judgement")
    desk.press("Keep the good ones")
    desk.keep("for the theme")
    check(shape(desk.slots()[0]["sbn"]) == shape(PENTOMINOES), "slot 0 has no pentominoes")

    taken = {shape(record["sbn"]) for record in desk.slots()}
    drawn = generated(
        desk.almanac, lambda regions: regions not in taken, "--size", "5", "--stars", "1"
    )
    by_hand(desk, check, shape(drawn))
    check(shape(desk.slots()[1]["sbn"]) == shape(drawn), "the drawing is not in slot 1")


def complete(desk, check):
    """A board is begun, and the program paints the rest."""
    desk.go("#setter")
    desk.type("input[aria-label=Rows]", "6")
    desk.press("New board")
    desk.press("Clear")
    desk.eval("document.querySelector('.canvas').focus()")
    for key in ["a", "ArrowRight", "a", "ArrowDown", "b"]:
        desk.browser.key(key)
    desk.press("Complete the rest")
    desk.until(
        "document.querySelector('.verdict').textContent.startsWith('Fair')", "the completed board"
    )
    drawn = json.loads(desk.eval("sessionStorage.getItem('almanac.desk.drawing')"))["regions"]
    check(drawn[0] == drawn[1] != drawn[7], f"what was begun is not in {drawn}")
    desk.press("Clear")
    desk.eval("document.querySelector('#screen details').open = true")
    desk.eval("document.querySelector('select[aria-label=Symmetry]').value = 'half-turn'")
    desk.press("Complete the rest")
    desk.until(
        "document.querySelector('.verdict').textContent.startsWith('Fair')", "the turned board"
    )
    turned = json.loads(desk.eval("sessionStorage.getItem('almanac.desk.drawing')"))["regions"]
    check(turned != drawn, "the wish has changed nothing")
    places = range(len(turned))
    classes = {(turned[cell], turned[len(turned) - 1 - cell]) for cell in places}
    check(len(classes) == len(set(turned)), f"{turned} is not the same when turned by half")
    desk.press("Clear")
    desk.type("textarea[aria-label='More, as in a recipe']", "together: [[r1c1, r1c9]]")
    desk.press("Complete the rest")
    desk.until(
        "document.querySelector('#toast').textContent.includes('r1c9')", "what is wrong with a wish"
    )
    desk.eval("document.querySelector('#screen details').open = false")
    desk.eval("document.querySelector('select[aria-label=Symmetry]').value = ''")
    desk.type("textarea[aria-label='More, as in a recipe']", "")


def by_hand(desk, check, regions):
    """Draws a board of five rows by keys, moves a border and takes that back, and keeps it."""
    browser = desk.browser
    desk.go("#setter")
    desk.type("input[aria-label=Rows]", "5")
    desk.press("New board")
    desk.until("document.querySelectorAll('.palette button').length === 6", "the palette")
    desk.eval("document.querySelector('.canvas').focus()")
    for row in range(5):
        for step in range(5):
            # To and fro, so that every move is one step.
            column = step if row % 2 == 0 else 4 - step
            browser.key(regions[row * 5 + column].lower())
            if step < 4:
                browser.key("ArrowRight" if row % 2 == 0 else "ArrowLeft")
        browser.key("ArrowDown")
    desk.until(
        "document.querySelector('.verdict').textContent.startsWith('Fair')",
        "the drawing's verdict",
    )
    dots = desk.eval("document.querySelectorAll('.canvas .look').length")
    check(dots > 5, f"{dots} moves of borders are shown")
    # Where nothing is painted, a cell tells its moves.
    desk.press("Look")
    browser.click(
        *desk.eval(
            "(() => { const dot = document.querySelector('.canvas .look'); const cell ="
            " Number(dot.dataset.cell); const box = dot.ownerSVGElement.getBoundingClientRect();"
            " const one = box.width / 5.2; return [box.left + one * (cell % 5 + 0.6),"
            " box.top + one * (Math.floor(cell / 5) + 0.6)]; })()"
        )
    )
    told = desk.eval("document.querySelectorAll('[aria-label^=Moves] button').length")
    check(told > 0, "a cell does not tell its moves")
    # A sign does its move, and undo takes it back.
    box = desk.eval(
        "(({ left, top, width, height }) => [left + width / 2, top + height / 2])"
        "(document.querySelector('.canvas .look').getBoundingClientRect())"
    )
    before = desk.eval("sessionStorage.getItem('almanac.desk.drawing')")
    browser.click(*box)
    check(
        desk.eval("sessionStorage.getItem('almanac.desk.drawing')") != before,
        "a dot does nothing",
    )
    desk.press("Undo")
    check(
        desk.eval("sessionStorage.getItem('almanac.desk.drawing')") == before, "undo does nothing"
    )
    desk.until(
        "document.querySelector('.verdict').textContent.startsWith('Fair')", "the verdict again"
    )
    desk.eval("document.querySelector('select[aria-label^=Where]').value = 'slot spring:1'")
    desk.press("Keep it")
    desk.keep("for the theme")


def flags(desk, check):
    """What the program warns of stands on the cards of the pack."""
    puzzles = desk.run("preview", "spring")[0]["puzzles"]
    reasons = [flag["reason"] for puzzle in puzzles for flag in puzzle["flags"]]
    if not reasons:
        harness.say("nothing is flagged with this version of the generator")
    desk.go("#pack/spring")
    shown = desk.eval("[...document.querySelectorAll('.flag')].map((one) => one.innerText)")
    for reason in reasons:
        check(any(reason in text for text in shown), f"“{reason}” is not among {shown}")
    check(len(shown) == len(reasons), f"{len(shown)} flags are shown, of {len(reasons)}")


def tend(desk, check):
    """Notes, tags, pins, places, and taking back."""
    desk.go("#pack/spring")
    for note in ["to be taken away", "", "the squeeze is lovely"]:
        desk.eval("document.querySelectorAll('.slot')[11].focus()")
        desk.browser.key("n")
        desk.answer(note)
        desk.keep()
    desk.eval("document.querySelectorAll('.slot')[11].focus()")
    desk.browser.key("t")
    desk.answer("spring squeeze")
    desk.keep()
    desk.go("#find?tag=squeeze&note=lovely")
    desk.until("document.querySelector('.slots .slot') !== null", "what was found")
    found = desk.eval("document.querySelector('.slots .slot').innerText")
    check("spring:11" in found and "#squeeze" in found, f"found is {found!r}")
    before = [record["sbn"] for record in desk.slots()]
    desk.go("#pack/spring")
    desk.eval("document.querySelectorAll('.slot')[6].focus()")
    desk.browser.key("ArrowRight", 1)
    desk.keep()
    moved = [record["sbn"] for record in desk.slots()]
    check(moved[6:8] == before[7:5:-1], "Alt and an arrow move no slot")
    # By dragging: the seventh to the place of the sixth, which is as it was.
    desk.browser.drag(way(desk, 7, 6))
    desk.keep()
    check([record["sbn"] for record in desk.slots()] == before, "dragging moves no slot")
    desk.press("Pin", nth=0)
    desk.keep()
    desk.go("#history")
    desk.press("Undo")
    desk.keep()
    desk.press("Undo", nth=0)
    desk.keep()
    check([record["sbn"] for record in desk.slots()] == moved, "undo does not take back the drag")
    desk.press("Undo", nth=0)
    desk.keep()
    check([record["sbn"] for record in desk.slots()] == before, "undo does not take back the move")
    # The same with a finger; one that takes a card elsewhere moves the page.
    desk.browser.size(820, 1180, True)
    desk.go("#pack/spring")
    desk.browser.swipe(way(desk, 6, 7))
    desk.keep()
    check([record["sbn"] for record in desk.slots()] == moved, "a finger moves no slot")
    desk.browser.size(1280, 900)
    desk.go("#history")
    desk.press("Undo", nth=0)
    desk.keep()
    check([record["sbn"] for record in desk.slots()] == before, "undo does not take that back")


def by_keys(desk, check):
    """The focus stays where the editor is, and what is kept is shown before it is written over."""
    active = "document.activeElement"
    desk.go("#new")
    desk.type("input[name=name]", "Frühling Été")
    id = desk.eval("document.querySelector('input[name=pack]').value")
    check(id == "fruhling-ete", f"the id is {id!r}")
    desk.eval("document.querySelector('.skip').click()")
    check(desk.eval(f"{active}.id") == "screen", "the link to the desk does not lead there")
    name = desk.eval("document.querySelector('input[name=name]').value")
    check(name == "Frühling Été", f"the link to the desk leaves {name!r}")
    for tag in ["packs", "history"]:
        desk.eval(f"{active}.blur()")
        desk.go(f"#{tag}")
        check(desk.eval(f"{active}.id") == "screen", f"#{tag} leaves the focus nowhere")
    desk.go("#pack/spring")
    for _ in range(2):
        desk.eval("document.querySelectorAll('.slot')[5].focus()")
        desk.browser.key("p")
        desk.keep()
        slot = desk.eval(f"{active}.dataset.slot")
        check(slot == "5", f"after an edit of slot 5 the focus is on {slot}")
    desk.go("#slot/spring:11")
    desk.press("Note", within=".held")
    desk.until("document.querySelector('dialog.trial[open] input:not([id])') !== null", "the note")
    note = desk.eval("document.querySelector('dialog.trial[open] input:not([id])').value")
    check(note == "the squeeze is lovely", f"the note is shown as {note!r}")
    desk.press("Leave it", within="dialog.trial[open]")


def draw_oddly(desk, check):
    """What is no board is refused, and a smaller one keeps the cursor on it."""
    desk.go("#setter")
    desk.type("input[aria-label=Rows]", "5")
    desk.press("New board")
    desk.type("input[aria-label=Rows]", "8.5")
    desk.press("New board")
    desk.until("document.getElementById('toast').innerText.includes('4 to 25')", "the refusal")
    desk.type("input[aria-label=Rows]", "9")
    desk.press("New board")
    desk.eval("document.querySelector('.canvas').focus()")
    for key in ["ArrowDown", "ArrowRight"] * 8 + ["z", "ArrowUp", "b"]:
        desk.browser.key(key)
    about = desk.eval("document.querySelector('.look-about').textContent")
    check(about.startswith("Row 4, column 5, region B"), f"the cursor is at {about!r}")
    drawing = "sessionStorage.getItem('almanac.desk.drawing')"
    before = desk.eval(drawing)
    for text in ["6x1.AABB", "5x1.AAAAAAAAAAAAAAAAAAAAAAAAZ"]:
        desk.type("input[aria-label^=Address]", text)
        desk.press("Load")
        desk.until("document.querySelector('#toast button') !== null", f"what is wrong with {text}")
        check(desk.eval(drawing) == before, f"{text} is drawn")
        desk.press("OK", "#toast")
    desk.type("input[aria-label^=Address]", PENTOMINOES.lower())
    desk.press("Load")
    desk.until(f"{drawing}.includes({shape(PENTOMINOES)!r})", "the board in small letters")


def way(desk, start, end):
    """Points from the head of one slot's card to that of another, in the window."""
    places = desk.eval(
        "(() => { const cards = document.querySelectorAll('.slots .slot');"
        f" cards[{start}].scrollIntoView({{ block: 'center', behavior: 'instant' }});"
        f" return [{start}, {end}].map((slot) => {{"
        " const box = cards[slot].querySelector('.grip').getBoundingClientRect();"
        " return [box.left + box.width * 0.55, box.top + box.height / 2]; }); })()"
    )
    (left, top), (right, bottom) = places
    return [
        (left + (right - left) * step / 4, top + (bottom - top) * step / 4) for step in range(5)
    ]


def tend_dates(desk, check):
    """A date to come gets another puzzle, and two are exchanged."""
    desk.go("#calendar/daily")
    count = desk.eval("document.querySelectorAll('.slots .slot').length")
    check(count >= 5, f"{count} dates are shown")
    dates = desk.run("calendar", "show", "daily")
    begun = {date["id"].split(":")[1] for date in dates if date["begun"]}
    cards = "[...document.querySelectorAll('.slots:not(details .slots) .slot b')]"
    coming = set(desk.eval(cards + ".map((one) => one.innerText)"))
    check(begun and coming and not begun & coming, f"{begun & coming} have begun, and are to come")
    free = [date["id"] for date in dates if date["state"] == "reserve"]
    desk.go(f"#date/{free[0]}")
    desk.press("Take", nth=0)
    desk.keep("for the holiday")
    after = {date["id"]: date for date in desk.run("calendar", "show", "daily")}
    check(after[free[0]]["pinned"], f"{free[0]} is not pinned")
    desk.go("#calendar/daily")
    for date in free[1:3]:
        desk.eval(
            "[...document.querySelectorAll('.slots .slot')].find((one) => one.innerText.includes("
            f"{date.split(':')[1]!r})).querySelectorAll('.actions button')[0].click()"
        )
    desk.keep()
    swapped = {date["id"]: date for date in desk.run("calendar", "show", "daily")}
    check(
        swapped[free[1]]["puzzle"]["sbn"] == after[free[2]]["puzzle"]["sbn"],
        "two dates have not changed places",
    )
    # A published date that has not begun gets the second of its candidates.
    published = [date for date in dates if date["state"] == "published"][-1]
    desk.go(f"#date/{published['id']}")
    desk.press("Take", nth=1)
    desk.keep("easier for the holiday")
    now = {date["id"]: date for date in desk.run("calendar", "show", "daily")}
    check(
        now[published["id"]]["puzzle"]["sbn"] != published["puzzle"]["sbn"],
        f"{published['id']} has the puzzle that it had",
    )


def waits(desk, check):
    """While somebody else is at work, the page says so, and goes on when they are done."""
    desk.go("#pack/spring")
    with open(desk.house / "state" / "lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        desk.press("Pin", nth=0)
        desk.until("document.getElementById('trial').open", "the trial")
        desk.eval("document.getElementById('trial-keep').click()")
        desk.until("!document.getElementById('waiting').hidden", "the word that it waits")
        text = desk.eval("document.getElementById('waiting').textContent")
        check("at work" in text, f"it says {text!r}")
    desk.until("!document.getElementById('trial').open", "the end of waiting")
    desk.until("document.getElementById('waiting').hidden", "silence")
    time.sleep(0.2)
    desk.settle()


def publish(desk, check):
    """What the next release would change; the booklet; the release; and what stays then."""
    release = desk.house / "recipes" / "release.yaml"
    release.write_text(release.read_text().replace("  - first\n", "  - first\n  - spring\n"))
    desk.go("#warnings")
    desk.go("#release")
    text = desk.eval("document.getElementById('screen').innerText")
    check("would be made" in text and "spring" in text, f"the next release is {text!r}")
    booklet = desk.house / "spring.pdf"
    printed = subprocess.run(
        [desk.almanac, "preview", "spring", "--pdf", booklet, *HOUSE],
        cwd=desk.house,
        capture_output=True,
        text=True,
        timeout=180,
    )
    check(
        booklet.exists() and booklet.read_bytes().startswith(b"%PDF"),
        f"nothing is printed: {printed.stderr}",
    )
    done = subprocess.run(
        [desk.almanac, "release", "publish", *HOUSE],
        cwd=desk.house,
        capture_output=True,
        text=True,
        timeout=180,
    )
    check(done.returncode == 0, f"publishing: {done.stderr}")
    check((desk.house / "out").exists(), "nothing is published")
    desk.go("#history")
    text = desk.eval("document.getElementById('screen').innerText")
    check("has published spring since" in text, f"the history is {text!r}")
    desk.go("#release")
    text = desk.eval("document.getElementById('screen').innerText")
    check("Nothing would be published" in text, f"after publishing, {text!r}")


def remembers(desk, check, server):
    """What is played is there the next time, unless the port is another's then."""
    desk.go("#pack/spring")
    open_player(desk, 2)
    desk.browser.key(" ")
    check("1" in tally(desk), f"a star is not counted: {tally(desk)}")
    close_player(desk)
    other = Desk(server, desk.almanac, desk.house)
    other.end()
    check(other.port != desk.port, "two desks have one port")
    desk.end()
    again = Desk(server, desk.almanac, desk.house)
    again.browser = desk.browser
    try:
        check(again.port == desk.port, f"the port was {desk.port} and is {again.port}")
        again.browser.open(again.address)
        again.settle()
        again.go("#pack/spring")
        open_player(again, 2)
        check("1" in tally(again), f"after another start: {tally(again)}")
        close_player(again)
    finally:
        again.end()


def fits(desk, check, shots):
    """Every screen at every width, light and dark: nothing is wider than the window, buttons can
    be hit, and axe finds nothing serious."""
    browser = desk.browser
    rules = axe()
    for size, (width, height, is_phone) in SIZES.items():
        browser.size(width, height, is_phone)
        for scheme in ["light", "dark"]:
            browser.scheme(scheme)
            for name, place in SCREENS.items():
                if not shots and scheme == "dark" and size != "desktop":
                    continue
                desk.go(place)
                if name == "draw":
                    desk.until(
                        "!document.querySelector('.verdict').textContent.startsWith('Looking')",
                        "a verdict",
                    )
                desk.eval("document.querySelectorAll('details').forEach((one) => one.open = true)")
                wide = desk.eval("document.documentElement.scrollWidth - innerWidth")
                check(wide <= 0, f"{name} is {wide} pixels too wide on a {size}")
                torn = desk.eval(
                    "[...document.querySelectorAll('time')].filter("
                    "(one) => one.getClientRects().length !== 1).map((one) => one.textContent)"
                )
                check(not torn, f"{name} on a {size} breaks times: {torn[:3]}")
                if is_phone:
                    small = desk.eval(
                        "[...document.querySelectorAll('#screen button, #screens a')].filter("
                        "(one) => { const box = one.getBoundingClientRect();"
                        " return box.width && (box.height < 36 || box.width < 24); })"
                        ".map((one) => one.textContent)"
                    )
                    check(not small, f"{name} on a {size} has small buttons: {small[:5]}")
                if rules and size != "tablet":
                    browser.eval(rules + "; 0")
                    found = browser.eval(
                        "axe.run(document, { resultTypes: ['violations'] }).then((found) =>"
                        " found.violations.filter((one) => ['serious', 'critical'].includes("
                        "one.impact)).map((one) => one.id + ' ' + one.nodes.slice(0, 3).map("
                        "(node) => node.html.slice(0, 120)).join(' ')))"
                    )
                    check(not found, f"axe on {name}, {size}, {scheme}: {found}")
                if shots:
                    browser.shot(shots / f"{name}-{size}-{scheme}.png")
    browser.size(1280, 900)
    browser.scheme("light")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("almanac", nargs="?", default=harness.ROOT / ".build/release/almanac")
    parser.add_argument("server", nargs="?", default=harness.ROOT / ".build/release/almanac-desk")
    parser.add_argument("--shots", type=pathlib.Path, help="a folder for pictures")
    options = parser.parse_args()
    almanac, server = harness.built(options.almanac), harness.built(options.server)
    chromium = program()
    check = Checks()
    with tempfile.TemporaryDirectory() as scratch:
        house = pathlib.Path(scratch) / "house"
        today = time.strftime("%Y-%m-%d", time.gmtime())
        for name, text in RECIPES.items():
            path = house / "recipes" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("START", today))
        first = subprocess.run(
            [almanac, "nightly", *HOUSE], cwd=house, capture_output=True, text=True, timeout=300
        )
        harness.check(first.returncode in (0, 2), f"the first night: {first.stderr}")
        desk = Desk(server, almanac, house)
        try:
            refuses(desk, check)
        finally:
            desk.end()
        if chromium is None:
            return finish(check)
        desk = Desk(server, almanac, house)
        desk.browser = Browser(chromium, pathlib.Path(scratch) / "profile")
        try:
            desk.browser.size(1280, 900)
            desk.browser.scheme("light")
            desk.browser.open(desk.address)
            desk.settle()
            for part in [
                new_pack,
                make_pack,
                play,
                replace,
                bring,
                complete,
                flags,
                tend,
                by_keys,
                draw_oddly,
                tend_dates,
                waits,
            ]:
                part(desk, check)
                harness.say(f"{part.__name__}: {check.passed} passed")
            if options.shots:
                options.shots.mkdir(parents=True, exist_ok=True)
            fits(desk, check, options.shots)
            publish(desk, check)
            remembers(desk, check, server)
            wrong = [text for text in desk.browser.complaints if "autofocus" not in text.lower()]
            check(not wrong, f"the desk complains: {wrong[:3]}")
            outside = [
                url for url in desk.browser.requests if desk.host not in url and "://" in url
            ]
            check(not outside, f"the desk asks elsewhere: {outside[:3]}")
        finally:
            desk.browser.end()
            desk.end()
    return finish(check)


def finish(check):
    for failure in check.failures:
        harness.say(failure)
    harness.say(f"{check.passed} passed, {len(check.failures)} failed")
    return 1 if check.failures or not check.passed else 0


if __name__ == "__main__":
    sys.exit(main())
