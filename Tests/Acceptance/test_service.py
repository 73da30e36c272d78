#!/usr/bin/env python3
"""Runs the conformance stories against the service with accounts, and reads its log afterwards.

Makes a tree with a free and a paid pack and a daily of today, starts the server over it with an
empty database, and asks all of Tests/Conformance. Then: no line of the log holds a token, an
address, a password or a body; SIGTERM ends it; a second start finds everything again; what was
acknowledged before a kill is there afterwards.
"""

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
import signal
import statistics
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
    shop = {"ALMANAC_WEBHOOK_AUTHORIZATION": SHOP}

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, *flags: str):
        self.log = folder / "log"
        keys = folder / "keys"
        if not keys.exists():
            keys.write_text(f"test {base64.b64encode(SECRET).decode()}\n")
        with self.log.open("ab") as log:
            begun = log.tell()
            self.process = subprocess.Popen(
                [
                    *(program, "--output", folder / "output", "--private", folder / "output"),
                    *("--port", "0", "--accounts", folder / "accounts.sqlite"),
                    *("--token-keys", keys, *flags),
                ],
                stderr=log,
                env={**os.environ, **Server.shop},
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
            [program, "solve", "--json", "-"],
            input=text,
            capture_output=True,
            text=True,
            check=True,
        )
        side = int(text.split("x")[0])
        solution = json.loads(answer.stdout.splitlines()[0])["solution"]
        stars = [row * side + column for row, column in solution]
        known.update(conformance.place(name, identifier, text, stars))
    return known


SECRET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"


def token(claims: dict, header: dict, secret: bytes | None = SECRET) -> str:
    """A token as an attacker would make it."""

    def part(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    text = part(json.dumps(header).encode()) + "." + part(json.dumps(claims).encode())
    if secret is None:
        return text + "."
    return text + "." + part(hmac.new(secret, text.encode(), hashlib.sha256).digest())


def attacks(server: Server) -> None:
    """Tokens that are none of the service's, and rows of others: each has to be refused."""
    account = server.ask("POST", "/auth/anon", {"deviceId": secrets.token_hex(16)})[1]
    other = server.ask("POST", "/auth/anon", {"deviceId": secrets.token_hex(16)})[1]
    whole = account["token"]
    header, claims = (
        json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
        for part in whole.split(".")[:2]
    )
    check(
        server.ask("GET", "/sync", token=token(claims, header))[0] == 200, "our own forgery fails"
    )
    now = int(time.time())
    theirs = {**claims, "sub": other["userId"]}
    forgeries = {
        "alg none": token(claims, {**header, "alg": "none"}, None),
        "alg None with a signature": token(claims, {**header, "alg": "None"}),
        "alg RS256 with the same bytes": token(claims, {**header, "alg": "RS256"}),
        "alg HS512": token(claims, {**header, "alg": "HS512"}),
        "another secret": token(claims, header, b"x" * 32),
        "an empty secret": token(claims, header, b""),
        "a key id that is none of ours": token(claims, {**header, "kid": "retired"}),
        "no key id": token(claims, {key: header[key] for key in header if key != "kid"}),
        "expired": token({**claims, "exp": now - 1}, header),
        "another audience": token({**claims, "aud": "elsewhere"}, header),
        "no end": token({key: claims[key] for key in claims if key != "exp"}, header),
        "another user with this session": token(theirs, header),
        "a session that is none": token({**claims, "sid": "0" * 32}, header),
        "SQL for a session": token({**claims, "sid": "' OR 1=1 --"}, header),
        "a part more": whole + ".x",
        "a part less": ".".join(whole.split(".")[:2]),
        "ten thousand bytes": token({**claims, "pad": "x" * 10_000}, header),
        "a changed letter": whole[:-2] + ("A" if whole[-2] != "A" else "B") + whole[-1],
    }
    for name, forged in forgeries.items():
        status, answer = server.ask("GET", "/sync", token=forged)
        check(status == 401, f"{name}: {status} {answer}")
    for name, path in {
        "a path out of the tree": "/puzzles/pack/..%2f..%2f..%2fetc%2fpasswd",
        "a key out of the tree": "/puzzles/daily/..%2f..%2fmanifest.json",
        "SQL in a path": "/puzzles/pack/'%20OR%201=1--",
        "SQL in a cursor": "/sync?since=0%20OR%201=1",
    }.items():
        status, _ = server.ask("GET", path, token=whole)
        check(status in (400, 404), f"{name}: {status}")
    for name, body in {
        "SQL for a device": {"deviceId": "'); DROP TABLE users; -- 0123456789"},
        "SQL for an address": {"email": "a'--@b.de", "password": "x' OR '1'='1"},
    }.items():
        path = "/auth/anon" if "deviceId" in body else "/auth/login"
        status, _ = server.ask("POST", path, body)
        check(status in (400, 401), f"{name}: {status}")
    check(server.ask("GET", "/sync", token=whole)[0] == 200, "the attacks have ended the session")
    say(f"{len(forgeries)} forged tokens and 6 attacks are refused")


def signed_events(server_program: pathlib.Path, folder: pathlib.Path) -> None:
    """Where events are signed, nothing but a good signature of these minutes is believed."""
    Server.shop = {"ALMANAC_WEBHOOK_SECRET": SHOP}
    server = Server(server_program, folder, "--no-limits")
    body = json.dumps({"event": {"id": "signed", "type": "TEST", "event_timestamp_ms": 1}}).encode()

    def ask(signature: str | None) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        headers = {"Content-Type": "application/json"}
        if signature is not None:
            headers["X-RevenueCat-Webhook-Signature"] = signature
        connection.request("POST", "/webhook/revenuecat", body=body, headers=headers)
        status = connection.getresponse().status
        connection.close()
        return status

    def sign(moment: int, secret: str = SHOP) -> str:
        return hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()

    now = int(time.time())
    least = -(2**63)
    for signature in [
        *(None, "", "t=,v1=", f"t={now}", f"t={now},v1=00", f"v1={sign(now)}"),
        *(f"t={now - 400},v1={sign(now - 400)}", f"t={now + 400},v1={sign(now + 400)}"),
        *(f"t={least},v1={sign(least)}", f"t={now},v1={sign(now, 'other')}"),
    ]:
        check(ask(signature) == 401, f"signature {signature} is believed")
    check(ask(f"t={now},v1={sign(now)}") == 200, "a good signature is not believed")
    server.end()
    Server.shop = {"ALMANAC_WEBHOOK_AUTHORIZATION": SHOP}


def login_times(server: Server) -> None:
    """An address that nobody has costs as much as a wrong password: medians within a tenth."""
    account = server.ask("POST", "/auth/anon", {"deviceId": secrets.token_hex(16)})[1]
    email = f"{secrets.token_hex(6)}@example.org"
    login = {"email": email, "password": "correct horse"}
    check(server.ask("POST", "/auth/register", login, account["token"])[0] == 200, "no account")
    times: dict[str, list[float]] = {"wrong": [], "unknown": []}
    for number in range(harness.number("TRIES", 40, 5)):
        for name, address in [("wrong", email), ("unknown", f"{number}{email}")]:
            begun = time.perf_counter()
            status, _ = server.ask("POST", "/auth/login", {"email": address, "password": "x" * 9})
            times[name].append(time.perf_counter() - begun)
            check(status == 401, f"a wrong login: {status}")
    wrong, unknown = (statistics.median(times[name]) for name in ("wrong", "unknown"))
    say(f"a wrong password takes {wrong * 1e3:.1f} ms, an unknown address {unknown * 1e3:.1f} ms")
    check(abs(wrong - unknown) < 0.1 * wrong, "an unknown address is told by its time")


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
        attacks(server)
        login_times(server)
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

        signed_events(server_program, folder)
        rounds = harness.number("ROUNDS", 5, 1)
        writes = survives_kills(server_program, folder, rounds)
        say(f"{rounds} kills under load: {writes} acknowledged writes, none lost")


if __name__ == "__main__":
    try:
        main()
    finally:
        for process in Server.running:
            process.kill()
