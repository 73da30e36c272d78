#!/usr/bin/env python3
"""Runs the conformance stories against the service with accounts, and reads its log afterwards.

Makes a tree with a free and a paid pack and a daily of today, starts the server over it with an
empty database, and asks all of Tests/Conformance. Then: no line of the log holds a token, an
address, a password or a body; SIGTERM ends it; a second start finds everything again; what was
acknowledged before a kill is there afterwards.
"""

import contextlib
import datetime
import http.client
import json
import os
import pathlib
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time

import harness
from harness import check, say

sys.path.insert(0, str(harness.ROOT / "Tests/Conformance"))

SHOP = "shop-" + secrets.token_hex(8)


class Server:
    """The service over a tree, with its log in a file."""

    running: list[subprocess.Popen] = []

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, *flags: str):
        self.log = folder / "log"
        keys = folder / "keys"
        if not keys.exists():
            keys.write_text("test " + "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU=\n")
        with self.log.open("ab") as log:
            begun = log.tell()
            self.process = subprocess.Popen(
                [
                    *(program, "--output", folder / "output", "--private", folder / "output"),
                    *("--port", "0", "--accounts", folder / "accounts.sqlite"),
                    *("--token-keys", keys, *flags),
                ],
                stderr=log,
                env={**os.environ, "ALMANAC_WEBHOOK_AUTHORIZATION": SHOP},
            )
        Server.running.append(self.process)
        for _ in range(300):
            text = self.log.read_bytes()[begun:].decode()
            if match := re.search(r"127\.0\.0\.1:(\d+)", text):
                self.port = int(match[1])
                return
            check(self.process.poll() is None, f"the server does not start: {text}")
            time.sleep(0.05)
        harness.fail("the server does not say its port")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body=None, token: str | None = None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body)
        try:
            connection.request(method, path, body=data, headers=headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        finally:
            connection.close()

    def end(self) -> None:
        self.process.terminate()
        check(self.process.wait(timeout=15) == 0, f"SIGTERM ends with {self.process.returncode}")


def make_tree(program: pathlib.Path, folder: pathlib.Path) -> None:
    recipes = folder / "Pipelines"
    (recipes / "packs").mkdir(parents=True)
    (recipes / "calendar").mkdir()
    (recipes / "release.yaml").write_text("packs: [first, paid]\ncalendar: [daily]\n")
    for name, free in [("first", "true"), ("paid", "false")]:
        (recipes / "packs" / f"{name}.yaml").write_text(
            f"id: {name}\nname: {name}\nfree: {free}\ngrid: {{ size: 6, stars: 1 }}\ncount: 4\n"
            f"difficulty: {{ from: 1, to: 3 }}\nseed: {len(name)}\n"
        )
    today = datetime.datetime.now(datetime.timezone.utc)
    (recipes / "calendar" / "daily.yaml").write_text(
        f"cadence: daily\ngrid: {{ size: 6, stars: 1 }}\nstart: {today:%Y-%m-%d}\nhorizon: 3\n"
        "difficulty: { from: 1, to: 3 }\nseed: 9\n"
    )
    subprocess.run(
        [program, "nightly", "--quiet", "--now", f"{today:%Y-%m-%dT%H:%M:%SZ}"],
        cwd=folder,
        check=True,
    )


def names(program: pathlib.Path, folder: pathlib.Path) -> dict[str, object]:
    """What the stories need to know of the tree."""
    import conformance

    puzzles = folder / "output/puzzles"
    today = f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}"
    texts = {
        "slot": ("first:0", json.loads((puzzles / "packs/first.json").read_text())["puzzles"][0]),
        "daily": (f"daily:{today}", (puzzles / f"daily/{today}.sbn").read_text().strip()),
    }
    known: dict[str, object] = {"now": int(time.time() * 1000), "shop": SHOP}
    for name, (identifier, text) in texts.items():
        answer = subprocess.run(
            [program, "solve", "--json", "-"], input=text, capture_output=True, text=True, check=True
        )
        side = int(text.split("x")[0])
        solution = json.loads(answer.stdout.splitlines()[0])["solution"]
        stars = [row * side + column for row, column in solution]
        known.update(conformance.place(name, identifier, text, stars))
    return known


def survives_kills(server_program: pathlib.Path, folder: pathlib.Path, rounds: int) -> int:
    """Kills the server while phones write; what was acknowledged has to be there afterwards."""
    acknowledged: dict[str, int] = {}
    total = 0
    for number in range(rounds):
        server = Server(server_program, folder, "--no-limits")
        for token, slot in acknowledged.items():
            status, state = server.ask("GET", "/sync", token=token)
            check(status == 200, f"round {number}: a session is lost: {status}")
            check(
                state["settings"]["updated_at"] >= slot,
                f"round {number}: an acknowledged write is lost: {state['settings']} < {slot}",
            )
        tokens = []
        for _ in range(4):
            status, account = server.ask("POST", "/auth/anon", {"deviceId": secrets.token_hex(16)})
            check(status == 200, f"no account: {status} {account}")
            tokens.append(account["token"])
        acknowledged = {token: 0 for token in tokens}

        def write(token: str, port: Server = server, known: dict = acknowledged) -> None:
            stamp = 0
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                while True:
                    stamp += 1
                    body = {"settings": {"sound": stamp % 2, "updated_at": stamp}}
                    status, _ = port.ask("POST", "/sync", body, token)
                    if status != 200:
                        return
                    known[token] = stamp

        threads = [threading.Thread(target=write, args=(token,)) for token in tokens]
        for thread in threads:
            thread.start()
        time.sleep(0.2 + 0.3 * (number % 5) / 5)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        for thread in threads:
            thread.join(timeout=30)
        total += sum(acknowledged.values())
    return total


def main() -> None:
    if not harness.has(modules=("yaml",)):
        return
    import conformance

    program, server_program = harness.programs(
        __doc__, ".build/release/almanac", "Serving/.build/release/almanac-serve"
    )
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        make_tree(program, folder)
        known = names(program, folder)
        server = Server(server_program, folder, "--no-limits")
        failures = conformance.run(server.url, known)
        check(failures == 0, f"{failures} stories fail")
        server.end()

        log = (folder / "log").read_text()
        for secret in ["eyJ", "example.org", "correct horse", "battery", SHOP, "deviceId"]:
            check(secret not in log, f"the log holds {secret!r}")
        say(f"the log holds no secret ({len(log.splitlines())} lines)")

        # Limits are on unless they are switched off.
        server = Server(server_program, folder)
        answers = [
            server.ask("POST", "/auth/anon", {"deviceId": secrets.token_hex(16)})[0]
            for _ in range(12)
        ]
        check(answers == [200] * 10 + [429] * 2, f"accounts from one address: {answers}")
        answers = [
            server.ask("POST", "/auth/login", {"email": "a@b.de", "password": "x" * 9})[0]
            for _ in range(12)
        ]
        check(answers == [401] * 10 + [429] * 2, f"logins from one address: {answers}")
        server.end()

        rounds = int(os.environ.get("ROUNDS", "5"))
        writes = survives_kills(server_program, folder, rounds)
        say(f"{rounds} kills under load: {writes} acknowledged writes, none lost")


if __name__ == "__main__":
    try:
        main()
    finally:
        for process in Server.running:
            process.kill()
