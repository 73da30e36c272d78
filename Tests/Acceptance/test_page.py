#!/usr/bin/env python3
"""Drives preview pages in a headless browser, as an editor would.

Keys, steps, solution, phone, dark, print, and a name for everything that a screen reader meets. In
the end a page is damaged in some ways, and the same checks have to find that.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import harness
from browser import Browser, Checks, program

# The contrast of the text of elements with what is painted behind them, the least of all.
CONTRAST = """
(selector) => {
  const rgb = (text) => {
    const context = document.createElement("canvas").getContext("2d");
    context.fillStyle = text; context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255];
  };
  const light = (colour) => {
    const linear = (v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    const [r, g, b] = colour.map((v) => linear(v / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const shown = [...document.querySelectorAll(selector)].filter((e) => e.offsetParent);
  const ratios = shown.map((element) => {
    const [a, b] = [light(rgb(getComputedStyle(element).color)), light(ground(element))];
    return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  });
  return Math.min(21, ...ratios);
}
"""

# How long the bars beside the rules are, as parts of the table, and how long they ought to be.
BARS = """
[...document.querySelectorAll(".rules .share i")].map((bar) => [
  bar.getBoundingClientRect().width / (0.38 * bar.closest("table").clientWidth),
  parseFloat(bar.style.width) / 100,
])
"""

# What the last step has led to, against the solution in the data.
SOLVED = """
(() => {
  const stars = new Set();
  for (const step of puzzle().steps) for (const cell of step.stars) stars.add(cell);
  const all = puzzle().solutions[0];
  return stars.size === all.length && all.every((cell) => stars.has(cell));
})()
"""


def drive(browser, page, check, shots):
    """Does with a page what an editor does, and checks what comes of it."""
    name = page.parent.name
    size = page.stat().st_size
    check(size < 2_000_000, f"{name}: the page has {size} bytes")
    browser.size(1280, 900)
    browser.scheme("light")
    browser.open(page.as_uri())
    # Each page begins as with somebody who has never seen one.
    browser.eval("localStorage.clear(); taste.mode = mode = 'play'")
    loaded = "performance.getEntriesByType('navigation')[0].loadEventEnd"
    ready = browser.eval(loaded)
    if ready >= 1000:
        # A browser that has just been started may take longer, once.
        browser.open(page.as_uri())
        ready = browser.eval(loaded)
    check(ready < 1000, f"{name}: usable after {ready:.0f} ms")
    print(f"{name}: {size // 1024} kB, loaded in {ready:.0f} ms")
    count = browser.eval("cards.length")
    check(browser.eval("document.querySelectorAll('.card').length") == count, f"{name}: cards")
    if shots:
        browser.shot(shots / f"{name}.png")
    check(
        browser.eval(f"({CONTRAST})('p, h1, h2, span, b, td, th, button, figcaption')") >= 4.5,
        f"{name}: light text has too little contrast",
    )
    bars = browser.eval(BARS)
    check(
        all(abs(drawn - wanted) < 0.02 for drawn, wanted in bars),
        f"{name}: bars that show how often rules are needed, drawn and wanted: {bars}",
    )
    # What an open board covers has no names, so both are looked at.
    check_names(browser, name, check)

    # Keys: the first card, the step-through, the solution, and back.
    browser.eval("document.querySelector('.card').focus()")
    if count > 1:
        browser.key("ArrowRight")
        check(
            browser.eval("document.activeElement.id") == "p1", f"{name}: → moves to the next card"
        )
        browser.key("ArrowLeft")
    browser.key("Enter")
    check(browser.eval("viewer.open") is True, f"{name}: Enter opens a board")
    check(
        browser.eval("document.activeElement.getAttribute('role')") == "gridcell",
        f"{name}: focus is on the board",
    )
    check_names(browser, name, check)
    browser.key("v")
    check(browser.eval("document.activeElement.id") == "forward", f"{name}: focus is on the step")
    total = browser.eval("puzzle().steps.length")
    said = []
    for _ in range(min(total, 4)):
        browser.key("ArrowRight")
        said.append(browser.eval("$('sentence').textContent"))
    check(
        len(set(said)) == len(said) and all(said), f"{name}: each step says something new: {said}"
    )
    if shots:
        browser.shot(shots / f"{name}-step.png")
    browser.key("ArrowLeft")
    check(browser.eval("position") == max(0, min(total, 4) - 1), f"{name}: ← goes back")
    browser.key("End")
    check(browser.eval("position") == total, f"{name}: End goes to the last step")
    if browser.eval("puzzle().end === undefined"):
        check(browser.eval(SOLVED), f"{name}: the steps end in the solution")
    browser.key("Home")
    check(browser.eval("position") == 0, f"{name}: Home goes to the start")
    browser.key("s")
    solutions = browser.eval("puzzle().solutions.length")
    check(browser.eval("shown") == (0 if solutions else -1), f"{name}: S shows the solution")
    check(
        browser.eval("document.querySelectorAll('#board .layer .star').length")
        == browser.eval("(puzzle().solutions[0] || []).length"),
        f"{name}: every star is drawn",
    )
    if shots:
        browser.shot(shots / f"{name}-solution.png")
    check(
        browser.eval("$('other').getBoundingClientRect().width > 0") == (solutions > 1),
        f"{name}: two solutions stand side by side, one does not",
    )
    if solutions > 1:
        check(
            browser.eval("document.querySelectorAll('#other .layer .star').length")
            == browser.eval("puzzle().solutions[1].length"),
            f"{name}: the other solution is drawn",
        )
        check(
            browser.eval(
                "$('other').getBoundingClientRect().right"
                " <= $('sentence').getBoundingClientRect().left"
            ),
            f"{name}: the boards do not fit beside the text",
        )
    browser.key("s")
    check(browser.eval("shown") == -1, f"{name}: S hides it again")
    browser.key("p")
    check(total == 0 or browser.eval("timer") > 0, f"{name}: P plays")
    browser.key("p")
    if count > 1:
        browser.key("ArrowDown")
        check(browser.eval("index") == 1, f"{name}: ↓ goes to the next puzzle")
    browser.eval("document.querySelectorAll('details').forEach((d) => d.open = true)")
    check(
        browser.eval(
            f"({CONTRAST})('dialog p, dialog button:enabled, dialog dt, dialog dd, summary')"
        )
        >= 4.5,
        f"{name}: text in the viewer has too little contrast",
    )
    check_names(browser, name, check)
    browser.key("Escape")
    check(browser.eval("viewer.open") is False, f"{name}: Esc closes")
    check(
        browser.eval("document.activeElement.className").startswith("card"),
        f"{name}: focus is back on the card",
    )
    browser.key("s")
    check(
        browser.eval("getComputedStyle(document.querySelector('.card .solution')).visibility")
        == "visible",
        f"{name}: S shows all solutions",
    )
    browser.key("m")
    if shots:
        browser.shot(shots / f"{name}-mono.png")
    browser.key("m")
    browser.key("s")

    # Dark, and a phone.
    browser.scheme("dark")
    check(
        browser.eval(f"({CONTRAST})('p, h1, h2, span, b, td, th, button, figcaption')") >= 4.5,
        f"{name}: dark text has too little contrast",
    )
    if shots:
        browser.shot(shots / f"{name}-dark.png")
        browser.eval("open(0); turn('steps'); go(5)")
        browser.shot(shots / f"{name}-dark-step.png")
        browser.eval("viewer.close()")
    browser.scheme("light")
    browser.size(390, 844, phone=True)
    wide = "document.documentElement.scrollWidth > innerWidth + 1"
    check(not browser.eval(wide), f"{name}: a phone has to scroll sideways")
    if shots:
        browser.shot(shots / f"{name}-phone.png")
    browser.eval("open(0); turn('steps'); go(3)")
    check(
        browser.eval("document.querySelector('.frame').scrollWidth <= innerWidth + 1"),
        f"{name}: the viewer has to be scrolled sideways on a phone",
    )
    least = browser.eval(
        "Math.min(...[...viewer.querySelectorAll('.controls button, header button')]"
        ".filter((b) => b.offsetParent).map((b) => Math.min(b.offsetWidth, b.offsetHeight)))"
    )
    check(least >= 40, f"{name}: a button has {least} px on a phone")
    if shots:
        browser.shot(shots / f"{name}-phone-step.png")
    browser.eval("viewer.close()")
    browser.size(1280, 900)

    # Print: every page, and the answers.
    pdf = browser.pdf()
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    wanted = browser.eval("document.querySelectorAll('.page').length")
    check(pages == wanted, f"{name}: {pages} printed pages instead of {wanted}")
    if shots:
        (shots / f"{name}.pdf").write_bytes(pdf)
    check(not browser.complaints, f"{name}: the console says {browser.complaints[:3]}")
    strangers = [url for url in browser.requests if not url.startswith(("file:", "data:"))]
    check(not strangers, f"{name}: the page asks for {strangers}")


def check_names(browser, name, check):
    """Everything that can be operated or seen has a name for a screen reader."""
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    for node in nodes:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in (
            "button",
            "link",
            "slider",
            "img",
            "image",
            "dialog",
            "grid",
            "gridcell",
        ):
            continue
        check(node.get("name", {}).get("value"), f"{name}: a {role} has no name")


def make(almanac, folder):
    """Pages of every kind: small, a full pack, large, and one of puzzles not fit to print."""

    def run(*arguments, text=None):
        ended = subprocess.run(
            [almanac, *arguments], input=text, capture_output=True, text=True, timeout=300
        )
        harness.check(ended.returncode == 0, f"{' '.join(arguments)}: {ended.stderr}")
        return ended.stdout

    pages = []
    for name, side, stars, count in [("small", 5, 1, 24), ("pack", 10, 2, 60), ("large", 25, 6, 2)]:
        grid = ["--size", str(side), "--stars", str(stars)]
        puzzles = run("generate", *grid, "--count", str(count), "--quiet")
        run("preview", "-", "--html", str(folder / name), text=puzzles)
        pages.append(folder / name / "index.html")
    # A board with several solutions, and the link of one that is none.
    unfit = "5x1.AABBBAABBBCCDDDCCDDDEEEEE\n4x1.AAAABBBBCCCCDDDD\n"
    run("preview", "-", "--html", str(folder / "unfit"), "--language", "es", text=unfit)
    pages.append(folder / "unfit" / "index.html")
    return pages


# Ways to damage a page, and a word of what has to be found then.
DAMAGE = {
    "pale": ("</head>", "<style>p, span { color: #ccc !important }</style></head>", "contrast"),
    "nameless": ("</body>", "<button onclick='0'></button></body>", "has no name"),
    "curious": ("</body>", "<img alt='x' src='http://localhost:9/x.png'></body>", "asks for"),
    "wide": ("</body>", "<div style='width: 3000px'>x</div></body>", "scroll sideways"),
    "bent": ("</head>", "<style>td { display: flex }</style></head>", "how often rules"),
    "broken": ("</body>", "<script>throw new Error('on purpose')</script></body>", "console"),
    "deaf": (
        "</body>",
        "<script>addEventListener('keydown', (e) => e.stopImmediatePropagation(), true)"
        "</script></body>",
        "→ moves",
    ),
}


def try_checks(browser, page, folder):
    """Damages a page in many ways: each has to be found."""
    text = page.read_text()
    for name, (old, new, word) in DAMAGE.items():
        damaged = folder / name / "index.html"
        damaged.parent.mkdir()
        harness.check(old in text, f"there is no {old} in the page")
        damaged.write_text(text.replace(old, new, 1))
        check = Checks()
        drive(browser, damaged, check, None)
        found = [failure for failure in check.failures if word in failure]
        harness.check(found, f"a page that is {name} on purpose passes: {check.failures}")
    harness.say(f"{len(DAMAGE)} damaged pages are found out")


def try_booklet(almanac, scratch):
    """Prints a booklet twice, in another size of paper, and without Chromium."""
    puzzles = scratch / "booklet.txt"
    subprocess.run(
        [almanac, "generate", "--size", "8", "--count", "7", "--seed", "5"],
        stdout=puzzles.open("w"),
        check=True,
        stderr=subprocess.DEVNULL,
    )

    def booklet(name, *options, **more):
        file = scratch / name
        words = [almanac, "preview", puzzles, "--pdf", file, *options]
        run = subprocess.run(words, capture_output=True, text=True, **more)
        return run, file.read_bytes() if file.exists() else b""

    first, bytes_of_first = booklet("a.pdf", "--per-page", "4", "--hints", "3")
    harness.check(first.returncode == 0, f"--pdf ends with {first.returncode}: {first.stderr}")
    # A cover, two pages of boards, one of hints, one of answers.
    pages = len(re.findall(rb"/Type\s*/Page\b", bytes_of_first))
    harness.check(pages == 5, f"a booklet of seven boards, four to a page, has {pages} pages")
    sizes = re.findall(rb"/MediaBox\s*\[0 0 ([0-9]+)", bytes_of_first)
    harness.check(set(sizes) <= {b"594", b"595", b"596"}, f"A4 is {sizes} points wide")
    _, again = booklet("b.pdf", "--per-page", "4", "--hints", "3")
    harness.check(again == bytes_of_first, "the same booklet twice has other bytes")
    _, letter = booklet("c.pdf", "--paper", "letter")
    sizes = re.findall(rb"/MediaBox\s*\[0 0 ([0-9]+)", letter)
    harness.check(set(sizes) <= {b"612"} and sizes, f"letter is {sizes} points wide")
    without, nothing = booklet("d.pdf", env={"PATH": "/nowhere"})
    harness.check(
        without.returncode == 69 and "apt-get install chromium" in without.stderr and not nothing,
        f"without Chromium --pdf ends with {without.returncode}: {without.stderr}",
    )
    harness.say("booklets are printed")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("almanac", nargs="?", default=harness.ROOT / ".build/release/almanac")
    parser.add_argument("--shots", type=pathlib.Path, help="a folder for pictures")
    parser.add_argument("--pages", type=pathlib.Path, nargs="*", help="folders of other pages")
    options = parser.parse_args()
    almanac = harness.built(options.almanac)
    chromium = program()
    if chromium is None:
        return 0
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    check = Checks()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        given = [folder.resolve() / "index.html" for folder in options.pages or []]
        pages = given or make(almanac, scratch)
        browser = Browser(chromium, scratch / "profile")
        try:
            for page in pages:
                drive(browser, page, check, options.shots)
            if not given:
                try_checks(browser, pages[0], scratch)
                try_booklet(almanac, scratch)
        finally:
            browser.end()
    for failure in check.failures:
        harness.say(failure)
    harness.say(f"{len(pages)} pages: {check.passed} passed, {len(check.failures)} failed")
    return 1 if check.failures or not check.passed else 0


if __name__ == "__main__":
    sys.exit(main())
