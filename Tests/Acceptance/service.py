"""What the tests of the service with accounts share: a tree, the server over it, forged tokens."""

import base64
import contextlib
import datetime
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time

import harness
from harness import check, say

sys.path.insert(0, str(harness.ROOT / "Tests/Conformance"))

SHOP = "shop-" + secrets.token_hex(8)
SECRET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"


class Server:
    """The service over a tree, with its log in a file; ended by its number, however a test ends."""

    running: list[subprocess.Popen] = []
    shop = {"ALMANAC_WEBHOOK_AUTHORIZATION": SHOP}

    def __init__(
        self,
        program: pathlib.Path,
        folder: pathlib.Path,
        *flags: str,
        place: tuple = (),
        wrap: tuple = (),
        variables: dict[str, str] | None = None,
    ):
        self.log, self.folder = folder / "log", folder
        place = place or ("--output", folder / "output", "--private", folder / "output")
        with self.log.open("ab") as log:
            begun = log.tell()
            self.process = subprocess.Popen(
                [
                    *(*wrap, program, *place, "--port", "0"),
                    *("--accounts", folder / "accounts.sqlite"),
                    *("--token-keys", key_file(folder), *flags),
                ],
                stderr=log,
                env=variables or {**os.environ, **Server.shop},
            )
        Server.running.append(self.process)
        for _ in range(600):
            text = self.log.read_bytes()[begun:].decode()
            if match := re.search(r"127\.0\.0\.1:(\d+)/puzzles", text):
                self.port = int(match[1])
                return
            check(self.process.poll() is None, f"the server does not start: {text}")
            time.sleep(0.05)
        harness.fail(f"the server does not say its port: {self.log.read_text()}")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def send(self, method: str, path: str, data: bytes | None = None, timeout=30, **headers: str):
        """Status, headers and body of any request; `_` in the name of a header is `-`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        if data is not None:
            headers.setdefault("Content_Type", "application/json")
        try:
            connection.request(
                method,
                path,
                body=data,
                headers={name.replace("_", "-"): text for name, text in headers.items()},
            )
            answer = connection.getresponse()
            given = {name.lower(): text for name, text in answer.getheaders()}
            return answer.status, given, answer.read()
        finally:
            connection.close()

    def ask(self, method: str, path: str, body=None, token: str | None = None, **headers: str):
        """Status and answer of a request as the apps make them."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        status, _, text = self.send(method, path, data, **headers)
        try:
            return status, json.loads(text or b"null")
        except ValueError:
            return status, text.decode()

    def account(self) -> dict:
        """A new anonymous account: `userId`, `token`."""
        status, account = self.ask("POST", "/auth/anon", {"deviceId": secrets.token_hex(16)})
        check(status == 200, f"no account: {status} {account}")
        return account

    def open(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def raw(self, data: bytes) -> bytes:
        """All that is answered to bytes of any kind, until the server ends the connection."""
        with self.open() as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            try:
                while piece := connection.recv(65536):
                    answer += piece
            except ConnectionError:
                pass
            return answer

    def metric(self, name: str, labels: str = "") -> float:
        """The sum of a metric's values whose labels have a text in them."""
        status, _, text = self.send("GET", "/metrics")
        check(status == 200, f"metrics: {status}")
        lines = [line for line in text.decode().splitlines() if not line.startswith("#")]
        return sum(
            float(line.rsplit(" ", 1)[1])
            for line in lines
            if re.match(rf"almanac_serve_{name}[ {{]", line) and labels in line
        )

    def end(self) -> None:
        self.process.terminate()
        check(self.process.wait(timeout=15) == 0, f"SIGTERM ends with {self.process.returncode}")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def key_file(folder: pathlib.Path) -> pathlib.Path:
    keys = folder / "keys"
    if not keys.exists():
        keys.touch(mode=0o600)
        keys.write_text(f"test {base64.b64encode(SECRET).decode()}\n")
    return keys


def refusal(program: pathlib.Path, *arguments) -> tuple[int, str]:
    """How a program that should not start ends: its exit code, and what it says."""
    done = subprocess.run(
        [program, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **Server.shop},
    )
    return done.returncode, done.stderr


@contextlib.contextmanager
def house():
    """A folder of its own; whatever runs in it is ended with it."""
    try:
        with tempfile.TemporaryDirectory() as name:
            yield pathlib.Path(name)
    finally:
        for process in Server.running:
            process.kill()
            process.wait()


def make_tree(program: pathlib.Path, folder: pathlib.Path, signed=False, many=False) -> None:
    """Two packs, one of which has to be bought, and dailies; yesterday's is withdrawn, tomorrow's
    replaced.

    A slot of the second pack has got another puzzle.
    """
    recipes = folder / "Pipelines"
    (recipes / "packs").mkdir(parents=True)
    (recipes / "calendar").mkdir()
    (recipes / "release.yaml").write_text("packs: [first, paid]\ncalendar: [daily]\n")
    for name, free in [("first", "true"), ("paid", "false")]:
        (recipes / "packs" / f"{name}.yaml").write_text(
            f"id: {name}\nname: {name}\nfree: {free}\ngrid: {{ size: 6, stars: 1 }}\ncount: 4\n"
            f"difficulty: {{ from: 1, to: 3 }}\nseed: {len(name)}\n"
        )
    if many:
        (recipes / "release.yaml").write_text("packs: [first, paid, many]\ncalendar: [daily]\n")
        (recipes / "packs/many.yaml").write_text(
            "id: many\nname: many\nfree: true\ngrid: { size: 10, stars: 2 }\ncount: 20\n"
            "difficulty: { from: 1, to: 6 }\nseed: 3\n"
        )
    today = datetime.datetime.now(datetime.timezone.utc)
    (recipes / "calendar" / "daily.yaml").write_text(
        f"cadence: daily\ngrid: {{ size: 6, stars: 1 }}\nstart: {day(-2)}\nhorizon: 4\n"
        "difficulty: { from: 1, to: 3 }\nseed: 9\n"
    )
    if signed:
        words = ["keys", "new", "one", "two", "--key", "release.key"]
        subprocess.run([program, *words], cwd=folder, check=True, capture_output=True)
        with (recipes / "release.yaml").open("a") as release:
            release.write("signing: { key: ../release.key }\n")
    now = ("--now", f"{today:%Y-%m-%dT%H:%M:%SZ}", "--quiet")
    before = ("--now", day(-2), "--quiet")
    for words in [
        ("nightly", *before),
        ("packs", "replace", "paid:0", "--reason", "too easy", *before),
        ("nightly", *before),
        ("calendar", "replace", day(1), "--reason", "it shows a face", *before),
        ("nightly", *before),
        ("nightly", *before),
        ("nightly", *now),
        ("release", "withdraw", f"daily:{day(-1)}", "--reason", "it spells a name", *now),
    ]:
        subprocess.run([program, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def day(ahead: int) -> str:
    """The day so many days from now, in UTC."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return f"{now + datetime.timedelta(days=ahead):%Y-%m-%d}"


def names(program: pathlib.Path, folder: pathlib.Path) -> dict[str, object]:
    """What the stories need to know of the tree."""
    import conformance

    puzzles = folder / "output/puzzles"
    packs = json.loads((puzzles / "packs/first.json").read_text())["puzzles"]
    texts = {f"slot{index or ''}": (f"first:{index}", packs[index]) for index in range(4)}
    for name, date in [("daily", day(0)), ("before", day(-2))]:
        texts[name] = (f"daily:{date}", (puzzles / f"daily/{date}.sbn").read_text().strip())
    known: dict[str, object] = {"now": int(time.time() * 1000), "shop": SHOP}
    known.update(
        today=day(0),
        tomorrow=day(1),
        far=day(3),
        withdrawn=day(-1),
        withdrawn_id=f"daily:{day(-1)}",
        replaced=f"daily:{day(1)}",
        changed="paid:0",
        # When it begins first on Earth.
        replaced_from=(conformance.seconds(f"{day(1)}T00:00:00Z") - 14 * 3600) * 1000,
    )
    for name, (identifier, text) in texts.items():
        known.update(conformance.place(name, identifier, text, solution(program, text)))
    return known


def make_calendar(program: pathlib.Path, folder: pathlib.Path, days: list[str]) -> dict:
    """A tree of a year in which calendars are hard; gives boards that solve its puzzles."""
    import conformance

    recipes = folder / "Pipelines"
    (recipes / "calendar").mkdir(parents=True)
    (recipes / "release.yaml").write_text("packs: []\ncalendar: [daily, weekly, monthly]\n")
    for cadence, start, horizon in [
        ("daily", "2032-02-20", 330),
        ("weekly", "2032-08", 48),
        ("monthly", "2032-02", 13),
    ]:
        (recipes / f"calendar/{cadence}.yaml").write_text(
            f"cadence: {cadence}\ngrid: {{ size: 6, stars: 1 }}\nstart: {start}\n"
            f"horizon: {horizon}\ndifficulty: {{ from: 1, to: 6 }}\nseed: 4\n"
        )
    subprocess.run([program, "nightly", "--now", "2032-02-20", "--quiet"], cwd=folder, check=True)
    boards = []
    for identifier in days:
        text = (folder / f"output/puzzles/{identifier.replace(':', '/')}.sbn").read_text().strip()
        boards.append(conformance.place("date", identifier, text, solution(program, text)))
    places = {
        board["date"]: {"puzzle": board["date_puzzle"], "solved": board["date_solved"]}
        for board in boards
    }
    return {"places": places, "shop": SHOP, **boards[0]}


def solution(program: pathlib.Path, text: str) -> list[int]:
    """The cells of a puzzle's stars."""
    done = subprocess.run(
        [program, "solve", "--json", "-"], input=text, capture_output=True, text=True, check=True
    )
    side = int(text.split("x")[0])
    stars = json.loads(done.stdout.splitlines()[0])["solution"]
    return [row * side + column for row, column in stars]


def token(claims: dict, header: dict, secret: bytes | None = SECRET) -> str:
    """A token as an attacker would make it."""

    def part(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    text = part(json.dumps(header).encode()) + "." + part(json.dumps(claims).encode())
    if secret is None:
        return text + "."
    return text + "." + part(hmac.new(secret, text.encode(), hashlib.sha256).digest())


def no_secrets(folder: pathlib.Path) -> None:
    """No line of any log holds a token, an address, a password or a body."""
    logs = list(folder.rglob("log"))
    lines = [line for log in logs for line in log.read_text().splitlines()]
    for secret in [
        *("eyJ", "example.org", "example.net", "a@b.de", "correct horse", "battery", SHOP),
        *("deviceId", "password", "cells", SECRET.decode(), "192.0.2.", "2001:db8"),
    ]:
        found = [line for line in lines if secret in line]
        check(not found, f"the log holds {secret!r}: {found[:3]}")
    say(f"no log holds a secret ({len(lines)} lines of {len(logs)} logs)")
