"""A headless Chromium, spoken to over a pipe, for the tests that look at pages.

Speaks the DevTools protocol, so it needs Python and Chromium and nothing else.
"""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess

import harness

BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
# Seconds that the browser may be silent, on a machine that is busy.
PATIENCE = 60
# Two turns of the page's queue: what an input puts there may put one thing more.
SETTLED = "new Promise((done) => setTimeout(() => setTimeout(done)))"


def program():
    """The browser's path; None where there is none, which is said."""
    found = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    return found if found or harness.has(BROWSERS[0]) else None


class Browser:
    """A headless Chromium and one page in it."""

    def __init__(self, program, profile):
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        command = [
            program,
            "--headless=new",
            "--remote-debugging-pipe",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-extensions",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            f"--user-data-dir={profile}",
            "about:blank",
        ]
        # The protocol reads from 3 and writes to 4; high numbers first, so that none is lost.
        line = f'exec 13<&{theirs_in} 14>&{theirs_out}; exec "$@" 3<&13 4>&14'
        self.process = subprocess.Popen(
            ["bash", "-c", line, "bash", *command],
            pass_fds=[theirs_in, theirs_out],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.reader, self.writer = ours_in, os.fdopen(ours_out, "wb")
        self.unread = b""
        self.number, self.session = 0, None
        self.complaints, self.requests = [], []
        self.loaded = False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"]:
            self.call(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.unread:
            if not select.select([self.reader], [], [], PATIENCE)[0]:
                harness.fail(f"the browser has said nothing for {PATIENCE} seconds")
            part = os.read(self.reader, 1 << 16)
            if not part:
                harness.fail("the browser has ended")
            self.unread += part
        text, _, self.unread = self.unread.partition(b"\0")
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        self.writer.write(json.dumps(request).encode() + b"\0")
        self.writer.flush()
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        method, details = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.complaints.append(str(details["exceptionDetails"].get("exception", details)))
        elif method == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning"):
            self.complaints.append(str(details["args"]))
        elif method == "Log.entryAdded":
            self.complaints.append(details["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(details["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def open(self, address):
        self.load("Page.navigate", url=address)

    def reload(self):
        self.load("Page.reload")

    def load(self, method, **parameters):
        self.complaints.clear()
        self.requests.clear()
        self.loaded = False
        self.call(method, **parameters)
        while not self.loaded:
            self.note(self.message())

    def settle(self):
        """Lets the page do what the last input has left for later, such as a dialog's end."""
        try:
            self.call("Runtime.evaluate", expression=SETTLED, awaitPromise=True)
        except RuntimeError:
            # The input has led to another page; the wait went with the old one.
            pass

    def eval(self, expression):
        self.settle()
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def key(self, key, modifiers=0):
        """Presses a key and lets it go; modifiers are 2 for Ctrl, 8 for Shift."""
        self.settle()
        codes = {
            "ArrowRight": 39,
            "ArrowLeft": 37,
            "ArrowUp": 38,
            "ArrowDown": 40,
            "Home": 36,
            "End": 35,
            "Enter": 13,
            "Escape": 27,
            "Tab": 9,
            "PageUp": 33,
            "PageDown": 34,
            " ": 32,
        }
        number = codes.get(key, ord(key.upper()[0]))
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 and modifiers != 2 else None)
        down = {
            "type": "keyDown" if text else "rawKeyDown",
            "key": key,
            "code": "Space" if key == " " else key,
            "windowsVirtualKeyCode": number,
            "modifiers": modifiers,
        }
        if text:
            down["text"] = text
        self.call("Input.dispatchKeyEvent", **down)
        self.call(
            "Input.dispatchKeyEvent",
            type="keyUp",
            key=key,
            code=down["code"],
            windowsVirtualKeyCode=number,
            modifiers=modifiers,
        )

    def mouse(self, kind, x, y, button="none", held=0):
        self.call(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x,
            y=y,
            button=button,
            buttons=held,
            clickCount=0 if kind == "mouseMoved" else 1,
        )

    def click(self, x, y, button="left"):
        self.drag([(x, y)], button)

    def drag(self, points, button="left"):
        """Presses at the first point, moves through the others, and lets go."""
        self.settle()
        held = {"left": 1, "right": 2}[button]
        self.mouse("mouseMoved", *points[0])
        self.mouse("mousePressed", *points[0], button, held)
        for point in points[1:]:
            self.mouse("mouseMoved", *point, button, held)
        self.mouse("mouseReleased", *points[-1], button)

    def touch(self, kind, *points):
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    def tap(self, x, y):
        self.swipe([(x, y)])

    def swipe(self, points):
        self.settle()
        self.touch("touchStart", points[0])
        for point in points[1:]:
            self.touch("touchMove", point)
        self.touch("touchEnd")

    def size(self, width, height, phone=False):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def scheme(self, name, motion="reduce"):
        # Where colours are measured, none may be on its way.
        self.call(
            "Emulation.setEmulatedMedia",
            features=[
                {"name": "prefers-color-scheme", "value": name},
                {"name": "prefers-reduced-motion", "value": motion},
            ],
        )

    def shot(self, path, whole=False):
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))

    def pdf(self):
        answer = self.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)
        return base64.b64decode(answer["data"])

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Checks:
    """Counts what holds, and keeps what does not."""

    def __init__(self):
        self.passed = 0
        self.failures = []

    def __call__(self, holds, what):
        if holds:
            self.passed += 1
        else:
            self.failures.append(what)
