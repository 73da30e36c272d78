#!/usr/bin/env python3
"""Takes from the service with accounts what it stands on, and looks what it has kept.

ROUNDS=10 times it is killed with SIGKILL while phones write (`make soak-service`: 200 times): what
was acknowledged is there, and nothing is there by half; whatever is acknowledged has waited for the
disk. The disk is full, the database is locked, read-only, of a version before; requests overtake
each other; answers to whoever renews a session are lost; the tree is damaged, replaced, taken away
and loses a date between two looks at it; the bucket falls silent, goes back, lacks an object, and
has a release that nobody trusted has signed. KILLS, DISK and BUCKET=no leave parts out.
"""

import contextlib
import ctypes
import hashlib
import http.client
import json
import os
import pathlib
import random
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import bucket
import harness
import service
from harness import check, say
from service import SHOP, Server

NAMESPACE = "ALMANAC_SERVICE_NAMESPACE"
# The root of no house.
OTHER_ROOT = "ab" * 32


class Phone:
    """A player who writes without end, and remembers what was acknowledged."""

    def __init__(self, token: str, known: dict):
        self.token, self.known = token, known
        self.sent = self.acknowledged = 0
        self.refused: set[int] = set()

    def body(self) -> dict:
        """Of one request, settings and a row that both say its number."""
        row = {
            "puzzle": self.known["slot_puzzle"],
            "cells": self.known["slot_begun"],
            "time_ms": self.sent,
            "updated_at": self.sent,
        }
        return {
            "settings": {"sound": self.sent % 2, "updated_at": self.sent},
            "progress": {self.known["slot"]: row},
        }

    def write(self, server: Server, until: threading.Event) -> None:
        """Writes until the server is gone."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        with contextlib.suppress(OSError, http.client.HTTPException):
            while not until.is_set():
                self.sent += 1
                connection.request("POST", "/sync", json.dumps(self.body()), headers)
                answer = connection.getresponse()
                text = answer.read()
                if answer.status == 200 and json.loads(text)["rejected"] == {}:
                    self.acknowledged = self.sent
                else:
                    self.refused.add(answer.status)

    def look(self, server: Server, when: str) -> None:
        """Holds what the server has against what was acknowledged."""
        status, state = server.ask("GET", "/sync", token=self.token)
        check(status == 200, f"{when}: a session is lost: {status} {state}")
        setting = state["settings"]["updated_at"]
        row = state["progress"].get(self.known["slot"], {"updated_at": 0})["updated_at"]
        check(setting == row, f"{when}: a write is there by half: {setting} and {row}")
        check(
            self.acknowledged <= row <= self.sent,
            f"{when}: {self.acknowledged} was acknowledged, {self.sent} sent, {row} is there",
        )


@contextlib.contextmanager
def writing(server: Server, phones: list[Phone]):
    """Phones that write, each on its own, while a context lasts."""
    ended = threading.Event()
    threads = [threading.Thread(target=phone.write, args=(server, ended)) for phone in phones]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join(timeout=60)


def kills(program: pathlib.Path, folder: pathlib.Path, known: dict, rounds: int) -> None:
    seed = harness.number("SEED", 1)
    chance = random.Random(seed)
    case = f"SEED={seed} ROUNDS={rounds}"
    phones: list[Phone] = []
    begun = time.monotonic()
    for number in range(rounds):
        server = Server(program, folder, "--no-limits")
        for phone in phones:
            phone.look(server, f"{case}, round {number}")
        if len(phones) < 8 or number % 20 == 0:
            phones = phones[-6:] + [Phone(server.account()["token"], known) for _ in range(2)]
        with writing(server, phones):
            time.sleep(chance.uniform(0.02, 0.6))
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
    server = Server(program, folder, "--no-limits")
    for phone in phones:
        phone.look(server, f"{case}, after the last round")
    server.end()
    with sqlite3.connect(folder / "accounts.sqlite") as database:
        state = database.execute("PRAGMA integrity_check").fetchone()
    check(state == ("ok",), f"{case}: the database is damaged: {state}")
    total = sum(phone.acknowledged for phone in phones)
    took = time.monotonic() - begun
    say(f"{case}: killed under load in {took:.0f} s; the last phones have {total} writes")
    say("none of them was lost, and none was there by half")


def locked(program: pathlib.Path, folder: pathlib.Path, known: dict) -> None:
    server = Server(program, folder, "--no-limits")
    phone = Phone(server.account()["token"], known)
    other = sqlite3.connect(folder / "accounts.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answers: list[tuple[int, float, str]] = []

    def write() -> None:
        begun = time.monotonic()
        status, headers, _ = server.send(
            *("POST", "/sync", b'{"settings":{"sound":1,"updated_at":1}}'),
            Authorization=f"Bearer {phone.token}",
        )
        answers.append((status, time.monotonic() - begun, headers.get("retry-after", "")))

    threads = [threading.Thread(target=write) for _ in range(20)]
    for thread in threads:
        thread.start()
        time.sleep(0.05)
    check(server.ask("GET", "/sync", token=phone.token)[0] == 200, "reading waits for a writer")
    check(server.ask("GET", "/puzzles/pack/first")[0] == 200, "puzzles wait for a writer")
    for thread in threads:
        thread.join()
    late = max(took for _, took, _ in answers)
    check(all(status == 503 and wait for status, _, wait in answers), f"locked: {answers}")
    check(late < 8, f"a write waits {late:.1f} s for a lock")
    other.execute("ROLLBACK")
    other.close()
    phone.sent = 2
    check(server.ask("POST", "/sync", phone.body(), phone.token)[0] == 200, "it stays locked")
    code, text = service.refusal(
        *(program, "--output", folder / "output", "--port", "0"),
        *("--accounts", folder / "accounts.sqlite", "--token-keys", folder / "keys"),
    )
    check(code == 75, f"started beside another server: {code} {text}")
    check(server.ask("GET", "/sync", token=phone.token)[0] == 200, "the first one has suffered")
    server.end()
    say(f"while the database is locked, writes are refused within {late:.1f} s and reads answered")
    other = sqlite3.connect(folder / "accounts.sqlite", isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    code, text = service.refusal(
        *(program, "--output", folder / "output", "--port", "0"),
        *("--accounts", folder / "accounts.sqlite", "--token-keys", folder / "keys"),
    )
    check(code == 75, f"started on a database that another holds: {code} {text}")
    other.close()


def overtaken(program: pathlib.Path, folder: pathlib.Path) -> None:
    """What a request found when it came is another when it writes: then it does not write."""
    server = Server(program, folder, "--no-limits")
    login = {"email": f"{secrets.token_hex(6)}@example.org", "password": "correct horse"}
    change = {"password": "correct horse", "newPassword": "battery staple"}

    def answered(*requests: tuple) -> list[tuple]:
        """Answers to requests that have all been let in before the first of them writes."""
        answers: list[tuple] = [()] * len(requests)

        def ask(index: int) -> None:
            answers[index] = server.ask(*requests[index])

        threads = [threading.Thread(target=ask, args=(index,)) for index in range(len(requests))]
        other = sqlite3.connect(folder / "accounts.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for thread in threads:
            thread.start()
            time.sleep(1)
        other.execute("ROLLBACK")
        other.close()
        for thread in threads:
            thread.join()
        return answers

    def together(*requests: tuple) -> list[int]:
        return [status for status, _ in answered(*requests)]

    def session() -> str:
        status, answer = server.ask("POST", "/auth/login", login)
        check(status == 200, f"a login: {status} {answer}")
        return answer["token"]

    token = server.account()["token"]
    out = ("POST", "/auth/logout", None, token)
    answers = together(out, ("POST", "/auth/register", login, token))
    check(answers == [200, 401], f"registered by a session that has ended: {answers}")
    token = server.account()["token"]
    check(server.ask("POST", "/auth/register", login, token)[0] == 200, "no account")
    for path, body in [("/auth/refresh", None), ("/auth/password", change)]:
        token = session()
        answers = together(("POST", "/auth/logout", None, token), ("POST", path, body, token))
        check(answers == [200, 401], f"{path} by a session that has ended: {answers}")
    token = session()
    later = {**change, "newPassword": "battery acid"}
    answers = together(
        ("POST", "/auth/password", change, token), ("POST", "/auth/password", later, token)
    )
    check(answers == [200, 403], f"a password is changed with one from before: {answers}")
    login["password"] = "battery staple"
    token = session()
    # What is kept of a password is made anew where its cost has gone up: by one of many.
    for path, body in [
        ("/auth/login", login),
        ("/auth/password", {"password": "battery staple", "newPassword": "battery staple"}),
    ]:
        cheapen(folder, login)
        answers = together(("POST", "/auth/login", login), ("POST", path, body, token))
        check(answers == [200, 200], f"{path} beside a login that renews the hash: {answers}")
    # Whoever writes for an account that goes meanwhile hears that, and who deletes it twice.
    change["password"] = "battery staple"
    for owner, request in [
        (token, ("POST", "/auth/password", change)),
        (server.account()["token"], ("POST", "/auth/register", login)),
        (server.account()["token"], ("POST", "/auth/refresh", None)),
        (server.account()["token"], ("DELETE", "/account", None)),
    ]:
        first, second = answered(("DELETE", "/account", None, owner), (*request, owner))
        is_told = (first[0], second[0], second[1].get("code")) == (200, 401, "no_account")
        check(is_told, f"{request[:2]} of an account that goes: {first} {second}")
    server.end()
    say("a request whose session has ended, or whose password has changed, meanwhile does nothing")


def synced(program: pathlib.Path, folder: pathlib.Path, known: dict) -> None:
    """What was acknowledged is on the disk: what the system alone has goes with a power cut."""
    server = Server(program, folder, "--no-limits")
    phone = Phone(server.account()["token"], known)
    trace = folder / "trace"
    calls = ["strace", "-f", "-qq", "-e", "trace=fdatasync,fsync", "-o", trace]
    tracer = subprocess.Popen([*calls, "-p", str(server.process.pid)], stderr=subprocess.DEVNULL)
    status = pathlib.Path(f"/proc/{server.process.pid}/status")
    wait(lambda: "TracerPid:\t0" not in status.read_text(), "strace does not attach")
    time.sleep(0.5)
    count = 20
    for _ in range(count):
        phone.sent += 1
        check(server.ask("POST", "/sync", phone.body(), phone.token)[0] == 200, "no sync")
    tracer.send_signal(signal.SIGINT)
    tracer.wait(timeout=20)
    seen = sum("sync(" in line for line in trace.read_text().splitlines())
    check(seen >= count, f"{count} writes were acknowledged, and {seen} waited for the disk")
    server.end()
    say(f"{count} writes, one after the other, wait {seen} times for the disk")


def full_disk(program: pathlib.Path, folder: pathlib.Path, known: dict) -> None:
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "none", disk], check=True)
    try:
        fill(program, folder, disk, known)
    finally:
        for process in Server.running:
            process.kill()
            process.wait()
        subprocess.run(["umount", disk], check=True)


def fill(program: pathlib.Path, folder: pathlib.Path, disk: pathlib.Path, known: dict) -> None:
    place = ("--output", folder / "output")
    server = Server(program, disk, "--no-limits", place=place)
    phones = [Phone(server.account()["token"], known) for _ in range(8)]
    with writing(server, phones):
        time.sleep(0.5)
        with contextlib.suppress(OSError), (disk / "filler").open("wb") as filler:
            while True:
                filler.write(b"x" * 4096)
                filler.flush()
        # Rows that are there already need no more room; new accounts do.
        statuses: set[int] = set()
        for _ in range(20_000):
            body = {"deviceId": secrets.token_hex(16)}
            statuses.add(server.ask("POST", "/auth/anon", body)[0])
            if 503 in statuses:
                break
        check(server.ask("GET", "/puzzles/pack/first")[0] == 200, "no puzzles on a full disk")
        refused = statuses.union(*(phone.refused for phone in phones)) - {200}
        check(refused == {503}, f"a full disk is told as {refused}")
        (disk / "filler").unlink()
        before = [phone.acknowledged for phone in phones]
        time.sleep(2)
        after = [phone.acknowledged for phone in phones]
    check(all(a > b for a, b in zip(after, before, strict=True)), "it stays full")
    for phone in phones:
        phone.look(server, "after the disk was full")
    server.kill()
    server = Server(program, disk, "--no-limits", place=place)
    for phone in phones:
        phone.look(server, "after the disk was full, started anew")
    server.end()
    say("on a full disk writes are refused with 503, none is lost, and with room it goes on")
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    code, text = service.refusal(
        *(program, *place, "--port", "0"),
        *("--accounts", disk / "accounts.sqlite", "--token-keys", disk / "keys"),
    )
    check(code == 74 and "written" in text, f"a read-only disk: {code} {text}")
    say("a read-only database is refused with 74")


def cheapen(folder: pathlib.Path, login: dict) -> None:
    """Keeps a password as a version before might have, which worked less on it."""
    salt, rounds = secrets.token_bytes(16), 1 << 12
    kept = hashlib.scrypt(login["password"].encode(), salt=salt, n=rounds, r=8, p=1, dklen=32)
    user = "(SELECT id FROM users WHERE email = ?)"
    with sqlite3.connect(folder / "accounts.sqlite") as database:
        database.execute(
            f"UPDATE credentials SET hash = ?, salt = ?, rounds = ? WHERE user_id = {user}",
            (kept, salt, rounds, login["email"]),
        )
    database.close()


def renewed(program: pathlib.Path, folder: pathlib.Path) -> None:
    """A session that is renewed is never lost, whatever becomes of the answer or the service."""
    home = folder / "renewed"
    home.mkdir()
    place = ("--output", folder / "output")

    def renew(token: str) -> str:
        status, answer = server.ask("POST", "/auth/refresh", token=token)
        check(status == 200, f"a session is not renewed: {status} {answer}")
        return answer["token"]

    def statuses(*tokens: str) -> list[int]:
        return [server.ask("GET", "/sync", token=token)[0] for token in tokens]

    # Killed when it has answered, and nobody has heard it.
    server = Server(program, home, "--no-limits", place=place)
    old = server.account()["token"]
    renew(old)
    server.kill()
    server = Server(program, home, "--no-limits", place=place)
    check(statuses(old) == [200], "a kill has ended a session whose place no other takes yet")
    fresh = renew(old)
    check(statuses(fresh, old) == [200, 401], "a session whose place is taken goes on")
    # Killed when it has let a new one in.
    next_one = renew(fresh)
    check(statuses(next_one) == [200], "a new session is refused")
    server.kill()
    server = Server(program, home, "--no-limits", place=place)
    check(statuses(next_one, fresh) == [200, 401], "a kill brings a session back")
    # Many at once are given one session, and all of them can use it.
    tokens: list[str] = []
    threads = [threading.Thread(target=lambda: tokens.append(renew(next_one))) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(set(statuses(*tokens)) == {200}, "of renewed sessions some are refused")
    check(statuses(next_one) == [401], "a session whose place is taken goes on")
    # Where its first use cannot be noted, it is let in, and noted later.
    old = tokens[0]
    fresh = renew(old)
    other = sqlite3.connect(home / "accounts.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    check(statuses(fresh, old) == [200, 200], "a locked database refuses what only reads")
    other.execute("ROLLBACK")
    check(statuses(fresh, old) == [200, 401], "a session whose place is taken goes on")
    # Days later, whoever asks again ends the one that nobody has used; and none is put off.
    lost = renew(fresh)
    ends = "SELECT expires_at FROM sessions ORDER BY expires_at LIMIT 1"
    end = other.execute(ends).fetchone()
    check(end[0] < (time.time() + 8 * 86_400) * 1000, f"a session that is renewed ends {end}")
    other.execute("UPDATE sessions SET created_at = created_at - 86400000")
    last = renew(fresh)
    check(statuses(fresh, lost) == [200, 401], "what nobody has used is open beside another")
    check(other.execute(ends).fetchone() == end, "asking again puts an end off")
    count = other.execute("SELECT count(*) FROM sessions").fetchone()
    check(count == (2,), f"of one player there are {count} sessions")
    check(statuses(last, fresh) == [200, 401], "the last session is refused")
    other.close()
    server.end()
    say("a renewed session is not lost by a kill, a lock or a lost answer, and ends the one before")


def older_schema(program: pathlib.Path, folder: pathlib.Path) -> None:
    """A database as the first version made it, with purchases and events that waited in it."""
    source = harness.ROOT / "Serving/Sources/Service/Database/Schema.swift"
    first = re.search(r'sql: """\n(.*?)\n +"""\)', source.read_text(), re.S)[1]
    home = folder / "older"
    home.mkdir()
    device = secrets.token_hex(16)
    with sqlite3.connect(home / "accounts.sqlite") as old:
        old.executescript(first)
        old.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        old.execute("INSERT INTO grdb_migrations VALUES ('1 accounts and progress')")
        old.execute("INSERT INTO users VALUES ('anna', NULL, 1, 1, 0)")
        digest = hashlib.sha256(device.encode()).digest()
        old.execute("INSERT INTO devices VALUES (?, 'anna')", (digest,))
        old.execute("INSERT INTO merged_users VALUES ('annas-old-phone', 'anna')")
        old.execute("INSERT INTO entitlements VALUES ('anna', 'remove_ads', 5, NULL)")
        event = {
            "id": "waiting",
            "type": "INITIAL_PURCHASE",
            "app_user_id": "annas-old-phone",
            "entitlement_ids": ["unlock_all"],
            "event_timestamp_ms": 9,
            "subscriber_attributes": {"$email": {"value": "anna@example.net"}},
        }
        names = {"id": "names", "type": "TEST", "app_user_id": "x", "aliases": ["y"]}
        gives = {"id": "gives", "type": "TRANSFER", "transferred_from": ["annas-old-phone"]}
        for waiting in [
            event,
            # At the same time, with an end that was not looked at then.
            {**event, "id": "z", "entitlement_ids": ["pro_bundle"], "expiration_at_ms": -(2**63)},
            {**names, "event_timestamp_ms": 9},
            {**gives, "transferred_to": ["y"], "event_timestamp_ms": 10},
        ]:
            body = json.dumps({"event": waiting}).encode()
            old.execute("INSERT INTO events VALUES (?, 9)", (waiting["id"],))
            old.execute("INSERT INTO parked_events VALUES (?, 'a', ?)", (waiting["id"], body))
    old.close()
    server = Server(program, home, "--no-limits", place=("--output", folder / "output"))
    account = server.ask("POST", "/auth/anon", {"deviceId": device})[1]
    check(account["userId"] == "anna", f"the account is another: {account}")
    names = server.ask("GET", "/sync", token=account["token"])[1]["purchases"]["entitlements"]
    check(names == ["remove_ads", "unlock_all"], f"purchases are {names}")
    with sqlite3.connect(home / "accounts.sqlite") as new:
        names = new.execute("SELECT name, other FROM shop_names ORDER BY name").fetchall()
        gifts = new.execute("SELECT giver, taker FROM transfers").fetchall()
        tables = new.execute("SELECT name FROM sqlite_schema WHERE name LIKE '%parked%'").fetchall()
    new.close()
    check(names == [("anna", "annas-old-phone"), ("x", "y")], f"names are {names}")
    check(gifts == [("annas-old-phone", "y")], f"gifts are {gifts}")
    check(not tables, f"bodies of events are still there: {tables}")
    server.end()
    say("a database of the first version is brought up to date, what waited in it included")


def purchases_of_before(program: pathlib.Path, folder: pathlib.Path) -> None:
    """A database of before names were noted as the shop says them: all keep what they have."""
    source = harness.ROOT / "Serving/Sources/Service/Database/Schema.swift"
    migrations = re.findall(
        r'registerMigration\("(.+?)"\).*?sql: """\n(.*?)\n +"""\)', source.read_text(), re.S
    )
    home = folder / "before"
    home.mkdir()
    devices = {name: secrets.token_hex(16) for name in ["anna", "ben", "cleo", "dora"]}
    with sqlite3.connect(home / "accounts.sqlite") as old:
        old.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for name, migration in migrations[:6]:
            old.executescript(migration)
            old.execute("INSERT INTO grdb_migrations VALUES (?)", (name,))
        # No bodies of events waited any more.
        old.execute("DROP TABLE parked_events")
        for user, device in devices.items():
            old.execute("INSERT INTO users VALUES (?, NULL, 1, 1, 0)", (user,))
            digest = hashlib.sha256(device.encode()).digest()
            old.execute("INSERT INTO devices VALUES (?, ?)", (digest, user))
        facts = [
            # What an account had bought that went into this one, and a name of the shop's.
            ("anna", "1", "unlock_all", "p", 10, None),
            # Somebody who is gone had this, and gave it to Ben, who gave it to Cleo.
            ("ben", "kept-q-1", "pro_bundle", "q", 30, 0),
            ("ben", "3", "remove_ads", "r", 40, None),
        ]
        old.executemany("INSERT INTO purchase_facts VALUES (?, ?, ?, ?, ?, ?)", facts)
        for name in ["$RCAnonymousID:a", "annas-old-phone"]:
            old.execute("INSERT INTO shop_names VALUES (?, 'anna', 1)", (name,))
        gifts = [("4", "ben", "cleo", 30), ("5", "ben", "dora", 50), ("6", "anna", "", 5)]
        old.executemany("INSERT INTO transfers VALUES (?, ?, ?, ?)", gifts)
        entitlements = [
            ("anna", "unlock_all", "p", 10, None),
            ("ben", "pro_bundle", "q", 30, 0),
            ("ben", "remove_ads", "r", 50, 0),
            ("cleo", "pro_bundle", "q", 30, None),
            ("dora", "remove_ads", "r", 50, None),
        ]
        old.executemany("INSERT INTO entitlements VALUES (?, ?, ?, ?, ?)", entitlements)
    old.close()
    server = Server(program, home, "--no-limits", place=("--output", folder / "output"))
    tokens = {
        user: server.ask("POST", "/auth/anon", {"deviceId": device})[1]["token"]
        for user, device in devices.items()
    }

    def event(number: int, **members) -> None:
        body = {"id": f"later-{number}", "event_timestamp_ms": 100 + number, **members}
        status, answer = server.ask(
            "POST", "/webhook/revenuecat", {"event": body}, Authorization=SHOP
        )
        check(status == 200, f"an event: {status} {answer}")

    def names(user: str) -> list[str]:
        return server.ask("GET", "/sync", token=tokens[user])[1]["purchases"]["entitlements"]

    had = {
        user: [name for who, name, *_, end in entitlements if (who, end) == (user, None)]
        for user in devices
    }
    check({user: names(user) for user in devices} == had, "a new version takes something away")
    for number, user in enumerate(devices):
        event(number, type="TEST", app_user_id=user)
    found = {user: names(user) for user in devices}
    check(found == had, f"with the next event they have {found}, not {had}")
    bought = {"entitlement_ids": ["unlock_all"], "product_id": "p"}
    event(10, type="EXPIRATION", app_user_id="annas-old-phone", **bought)
    check(names("anna") == [], "a name of before is not the account's any more")
    event(11, type="RENEWAL", app_user_id="$RCAnonymousID:a", **bought)
    check(names("anna") == ["unlock_all"], "a name of the shop's is not the account's any more")
    server.end()
    say("from a database of before, everybody keeps what they have bought")


def lost_tree(program: pathlib.Path, folder: pathlib.Path) -> None:
    """Without a release, or with a damaged one, every endpoint says so, and counts nothing."""
    home = folder / "lost"
    home.mkdir()
    shutil.copytree(folder / "output", home / "output")
    server = Server(program, home, "--no-limits", place=("--output", home / "output"))
    login = {"email": f"{secrets.token_hex(6)}@example.org", "password": "correct horse"}
    token = server.account()["token"]
    token = server.ask("POST", "/auth/register", login, token)[1]["token"]
    manifest = home / "output/puzzles/manifest.json"
    whole = manifest.read_bytes()

    def answers() -> set[tuple]:
        return {
            (status, (answer or {}).get("code"))
            for status, answer in [
                server.ask("GET", "/sync", None, token),
                server.ask("POST", "/sync", {}, token),
                server.ask("POST", "/auth/login", login),
            ]
        }

    manifest.write_bytes(b"{}")
    wait(lambda: server.send("GET", "/readyz")[0] == 503, "a damaged tree is ready")
    why = server.ask("GET", "/readyz")[1]
    check(why["code"] == "damaged" and "manifest.json: " in why["error"], f"readyz says {why}")
    check(answers() == {(500, "damaged")}, f"of a damaged tree it is said {answers()}")
    for _ in range(5):
        status, answer = server.ask("GET", "/puzzles/pack/invented")
        check(status == 500 and answer["code"] == "damaged", f"a pack: {status} {answer}")
    check(server.metric("downloads_total") == 0, "packs that nobody has are counted")
    manifest.unlink()
    wait(lambda: answers() == {(503, "no_puzzles")}, f"without a release it is said {answers()}")
    manifest.write_bytes(whole)
    wait(lambda: answers() == {(200, None)}, f"of a tree that is back it is said {answers()}")
    for path, status in [("first?v=0", 200), ("paid", 401), ("invented", 404), ("first", 200)]:
        for method in ["GET", "HEAD"]:
            check(
                server.send(method, f"/puzzles/pack/{path}")[0] == status,
                f"{method} of {path} is not {status}",
            )
    for status, count in [(200, 2), (401, 1), (404, 0), (500, 0)]:
        seen = server.metric("downloads_total", f'kind="pack",status="{status}"')
        check(seen == count, f"{seen} downloads with {status} are counted, of {count}")
    check("tree: puzzles/manifest.json" in server.log.read_text(), "the log has no damage")
    # What nobody has thought of.
    with sqlite3.connect(home / "accounts.sqlite") as database:
        database.execute("UPDATE credentials SET rounds = 3")
    database.close()
    for _ in range(3):
        status, answer = server.ask("POST", "/auth/login", login)
        check(
            (status, (answer or {}).get("code")) == (500, "internal_server_error"),
            f"a fault is answered with {status} {answer}",
        )
    faults = re.findall(r"fault: .*", server.log.read_text())
    check(len(faults) == 1, f"faults in the log: {faults}")
    server.end()
    say("without a tree and in every fault it says so, and counts no downloads")


def replaced_tree(program: pathlib.Path, house: pathlib.Path, folder: pathlib.Path) -> None:
    """The tree becomes another while it is asked, is taken away, and comes back."""
    home = folder / "replaced"
    home.mkdir()
    shutil.copytree(folder / "output", home / "output")
    shutil.copytree(folder / "output", home / "other")
    publish(house, folder, home / "other", "first:0")
    server = Server(program, home, "--no-limits", place=("--output", home / "output"))
    statuses: set[int] = set()
    ended = threading.Event()

    def ask() -> None:
        while not ended.is_set():
            for path in ["versions", "pack/first", f"daily/{service.day(0)}", "catalog", "now"]:
                statuses.add(server.send("GET", f"/puzzles/{path}")[0])

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        exchange(home / "output", home / "other")
        pack = json.loads((home / "output/puzzles/packs/first.json").read_text())
        wait(
            lambda pack=pack: server.ask("GET", "/puzzles/pack/first")[1] == pack,
            "the tree that took its place is not served",
        )
    ended.set()
    for thread in threads:
        thread.join()
    check(statuses == {200}, f"while the tree is replaced, answers are {statuses}")
    (home / "output").rename(home / "away")
    wait(lambda: server.send("GET", "/readyz")[0] == 503, "a tree that is gone is ready")
    check(server.ask("GET", "/healthz")[0] == 200, "it ends without a tree")
    (home / "away").rename(home / "output")
    wait(lambda: server.send("GET", "/readyz")[0] == 200, "a tree that is back is not ready")
    server.end()
    say("a tree that is replaced is served without a fault, and one that comes back is ready")


def withdrawn_date(
    program: pathlib.Path, house: pathlib.Path, folder: pathlib.Path, known: dict
) -> None:
    """A date is withdrawn between two looks at the tree, and somebody has a board of it."""
    home = folder / "withdrawn"
    home.mkdir()
    shutil.copytree(folder / "output", home / "output")
    shutil.copytree(folder / "output", home / "other")
    words = ("release", "withdraw", known["daily"], "--reason", "it spells a name")
    change(house, folder, home / "other", (*words, "--output", home / "other"))

    def start() -> Server:
        return Server(program, home, "--no-limits", place=("--output", home / "output"))

    server = start()
    login = {"email": f"{secrets.token_hex(6)}@example.org", "password": "correct horse"}
    token = server.account()["token"]
    check(server.ask("POST", "/auth/register", login, token)[0] == 200, "no account")
    row = {"puzzle": known["daily_puzzle"], "cells": known["daily_begun"], "updated_at": 1}
    body = {"progress": {known["daily"]: row}}
    for method, path, sent in [
        ("GET", "/sync", None),
        ("POST", "/sync", body),
        ("POST", "/auth/login", login),
    ]:
        token = server.account()["token"]
        check(server.ask("POST", "/sync", body, token)[0] == 200, "no sync")
        # It forgets what it has read, and looks at the tree once more.
        server.end()
        server = start()
        check(server.send("GET", "/puzzles/versions")[0] == 200, "no versions")
        exchange(home / "output", home / "other")
        status, answer = server.ask(method, path, sent, token)
        check(status == 200, f"{method} {path} as a date is withdrawn: {status} {answer}")
        rejected = {known["daily"]: "unknown_puzzle"}
        check(answer.get("rejected", rejected) == rejected, f"a withdrawn date: {answer}")
        exchange(home / "output", home / "other")
        wait(
            lambda now=server: now.send("GET", f"/puzzles/daily/{service.day(0)}")[0] == 200,
            "the tree from before is not served",
        )
    server.end()
    say("a date that is withdrawn between two looks hinders no sync and no login")


def publish(program: pathlib.Path, folder: pathlib.Path, output: pathlib.Path, slot: str) -> None:
    """A new release of a house into a copy of its tree."""
    replace = ("packs", "replace", slot, "--reason", "another")
    change(program, folder, output, replace, ("release", "publish", "--output", output))


def change(
    program: pathlib.Path, folder: pathlib.Path, output: pathlib.Path, *commands: tuple
) -> None:
    """Runs commands of a house over a copy of its tree, with a copy of its catalogue."""
    state = output.with_name(output.name + "-state")
    shutil.copytree(folder / ".almanac", state)
    for words in commands:
        subprocess.run(
            [program, *words, "--state", state, "--quiet"],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )


def exchange(one: pathlib.Path, two: pathlib.Path) -> None:
    """Lets two folders change places in one instant."""
    here, both = -100, 2
    libc = ctypes.CDLL(None, use_errno=True)
    failed = libc.renameat2(here, bytes(one), here, bytes(two), both)
    check(not failed, f"the folders cannot change places: {os.strerror(ctypes.get_errno())}")


def wait(holds, message: str, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not holds():
        check(time.monotonic() < end, message)
        time.sleep(0.1)


class Moods(bucket.Handler):
    """What stands before the bucket: hands on, is silent, refuses, lacks objects, or puts a page in
    the place of one that has no digest."""

    mood = "well"

    def decide(self, body: bytes) -> None:
        if Moods.mood == "silent":
            time.sleep(3)
            self.drop()
        elif Moods.mood == "refuses":
            self.answer(503, [], self.refusal)
        elif Moods.mood == "busy" and self.path.partition("?")[0].endswith("now.json"):
            self.answer(200, [], b"<html>busy</html>")
        elif Moods.mood in self.path:
            self.answer(404, [], b"<Error><Code>NoSuchKey</Code></Error>")
        else:
            self.answer(*self.forward(body))


def silent_bucket(program: pathlib.Path, house: pathlib.Path, folder: pathlib.Path) -> None:
    """A bucket is served as a folder is, its last good release whatever becomes of it."""
    home = folder / "bucket"
    home.mkdir()
    service.make_tree(house, home, signed=True)
    roots = json.loads(
        subprocess.run([house, "keys", "status", "--json"], cwd=home, stdout=-1, check=True).stdout
    )["roots"]
    with bucket.Server("almanac", home) as store, bucket.Proxy(store.url, Moods) as proxy:

        def upload(tree: pathlib.Path = home / "output") -> None:
            files = sorted(tree.rglob("*"), key=lambda f: f.name == "manifest.json")
            for file in [file for file in files if file.is_file()]:
                key = f"tree/{file.relative_to(tree)}"
                store.client.upload_file(str(file), store.bucket, key)

        upload()
        place = ("--output", "s3://almanac/tree", "--private", "s3://almanac/tree")
        place += ("--copy", home / "copy", "--look-every", "1", "--root-key", roots[0])
        variables = bucket.environment(proxy.url, ALMANAC_S3_TIMEOUT="2", **Server.shop)

        def start() -> Server:
            return Server(program, home, "--no-limits", place=place, variables=variables)

        def tree(name: str = "first") -> dict:
            return json.loads((home / f"output/puzzles/packs/{name}.json").read_text())

        def served(server: Server) -> dict:
            return server.ask("GET", "/puzzles/pack/first")[1]

        server = start()
        wait(lambda: served(server) == tree(), "a bucket is served otherwise", 40)
        check(
            server.ask("GET", f"/puzzles/daily/{service.day(0)}")[0] == 200, "no daily of a bucket"
        )
        user = server.account()
        event = {"type": "NON_RENEWING_PURCHASE", "app_user_id": user["userId"], "id": "b"}
        event |= {"entitlement_ids": ["unlock_all"], "event_timestamp_ms": 1}
        shop = service.SHOP
        server.ask("POST", "/webhook/revenuecat", {"event": event}, Authorization=shop)
        bought = server.ask("GET", "/puzzles/pack/paid", token=user["token"])
        check(bought[0] == 200 and bought[1]["id"] == "paid", f"a bought pack: {bought}")
        say("a bucket is served as a folder is, what has to be bought included")
        trusting(program, home, place, variables)
        distrusting(program, home, place, variables)

        def ready(server: Server) -> str:
            return server.send("GET", "/readyz")[2].decode()

        good = tree()
        for mood in ["silent", "refuses"]:
            Moods.mood = mood
            wait(
                lambda now=server: "does not answer" in ready(now),
                f"readyz hides that it {mood}",
                40,
            )
            check(served(server) == good, f"a bucket that {mood}: another pack")
            check(server.metric("tree_stale") == 1, f"a bucket that {mood}: no metric")
            server.kill()
            server = start()
            check(served(server) == good, f"started while the bucket {mood}: another pack")
            Moods.mood = "well"
            wait(lambda now=server: ready(now) == "ok\n", f"readyz: {ready(server)}", 40)
        say("while the bucket is silent or refuses, the last release is served, after a start too")

        Moods.mood = "busy"
        wait(lambda: "now.json" in ready(server), f"a page for now.json: {ready(server)}", 40)
        status, now = server.ask("GET", "/puzzles/now")
        check((status, now["day"]) == (200, service.day(0)), f"a page for now.json: {status} {now}")
        Moods.mood = "well"
        wait(lambda: ready(server) == "ok\n", f"readyz: {ready(server)}", 40)
        say("a page in the place of now.json leaves the last one in its place")

        # What the copy's disk has lost, the bucket has.
        copies = list((home / "copy/puzzles/packs").glob("*.first.json"))
        check(len(copies) == 1, f"the copy has {copies}")
        row = {"progress": {"first:0": {"hints_used": 1}}}
        for asked, is_well in [
            ("for a pack", lambda now: served(now) == good),
            ("to sync", lambda now: now.ask("POST", "/sync", row, user["token"])[0] == 200),
        ]:
            server.kill()
            copies[0].write_bytes(b"damaged")
            server = start()
            wait(
                lambda now=server, is_well=is_well: is_well(now),
                f"a damaged copy is not mended where it is asked {asked}",
            )
            check(copies[0].read_bytes() != b"damaged", "a damaged copy is left as it is")
        say("an object of the copy that was damaged is fetched again")

        earlier = home / "earlier"
        shutil.copytree(home / "output", earlier)
        renew(house, home, "first:0")
        pack = (home / "output/puzzles/packs/first.json").read_bytes()
        Moods.mood = f"{hashlib.sha256(pack).hexdigest()}.first.json"
        upload()
        wait(lambda: "is not there" in ready(server), f"an object lacks: {ready(server)}", 40)
        check(served(server) == good, "a release that lacks an object is served")
        Moods.mood = "well"
        wait(lambda: served(server) == tree(), "a new release is not served", 40)
        say("a new release is served when all of it is there")

        good = tree()
        manifest = home / "output/puzzles/manifest.json"
        text = manifest.read_text()
        forged = text.replace('"name":"first"', '"name":"forged"')
        check(forged != text, "nothing was forged")
        key = "tree/puzzles/manifest.json"
        store.client.put_object(Bucket=store.bucket, Key=key, Body=forged.encode())
        wait(lambda: "signature" in ready(server), f"a forged release: {ready(server)}", 40)
        check(served(server) == good, "a forged release is served")
        older = (home / "output/puzzles/releases/1.json").read_bytes()
        store.client.put_object(Bucket=store.bucket, Key=key, Body=older)
        wait(lambda: "was seen before" in ready(server), f"an old release: {ready(server)}", 40)
        check(served(server) == good, "an old release is served")
        server.kill()
        # All of the release before is there again: nothing but its number speaks against it.
        upload(earlier)
        begun = server.log.stat().st_size
        server = start()
        # Whoever asks it something reminds it of what it has: its look at the bucket comes first.
        looked = re.compile(rb"was seen before|was copied from the bucket")
        wait(lambda now=server: looked.search(now.log.read_bytes()[begun:]), "it does not look", 40)
        check(served(server) == good, "an old release is served after a start")
        check("was seen before" in ready(server), f"an old release, started: {ready(server)}")
        server.end()
        Moods.mood = "silent"
        other = home / "silent"
        other.mkdir()
        shutil.copy(service.key_file(home), other / "keys")
        begun = time.monotonic()
        place = tuple(other / "copy" if word == home / "copy" else word for word in place)
        server = Server(program, other, place=place, variables=variables)
        took = time.monotonic() - begun
        check(took < 3, f"it listens after {took:.0f} s where the bucket is silent")
        check(server.send("GET", "/healthz")[0] == 200, "it is not well where the bucket is silent")
        status, why = server.ask("GET", "/readyz")
        is_told = "the bucket is being copied" in why["error"]
        check(status == 503 and is_told, f"a bucket that is silent: {status} {why}")
        server.kill()
        Moods.mood = "well"
        say("a release that nobody trusted has signed, and one from before, are not served")

    place = ("--output", home / "output", "--private", home / "output", "--root-key", roots[0])
    server = Server(program, home, "--no-limits", place=place)
    check(server.ask("GET", "/puzzles/catalog")[1]["packs"][0]["name"] == "first", "no catalog")
    manifest.write_text(forged)
    wait(lambda: "not served" in ready(server), "a forged manifest in a folder is not told")
    catalog = server.ask("GET", "/puzzles/catalog")[1]["packs"][0]
    check(catalog["name"] == "first", f"a forged manifest is served: {catalog}")
    server.end()
    manifest.write_text(text)
    server = Server(program, home, place=(*place[:-1], OTHER_ROOT))
    status, why = server.ask("GET", "/readyz")
    check(status == 503 and "not served: " in why["error"], f"another root: {status} {why}")
    check("nothing is served: puzzles/" in server.log.read_text(), "the log has no other root")
    server.end()
    say("a folder's signatures are checked likewise")


def trusting(program: pathlib.Path, home: pathlib.Path, place: tuple, variables: dict) -> None:
    """A server that checks no signature hands on what an app needs to check it."""
    other = home / "trusting"
    other.mkdir()
    shutil.copy(service.key_file(home), other / "keys")
    place = tuple(other / "copy" if word == home / "copy" else word for word in place)[:-2]
    server = Server(program, other, place=place, variables=variables)
    wait(lambda: server.ask("GET", "/readyz")[0] == 200, "a bucket is not copied", 40)
    opening = server.ask("GET", "/puzzles/opening")[1]
    puzzles = home / "output/puzzles"
    number = json.loads((puzzles / "manifest.json").read_text())["release"]
    for name, file in [
        ("manifest", "manifest.json"),
        ("keys", "keys.json"),
        ("signature", f"releases/{number}.sig"),
    ]:
        given = (puzzles / file).read_text()
        check(opening.get(name) == given, f"an opening has another {name}: {str(opening)[:300]}")
    status, bundle = server.ask("GET", "/puzzles/bundle")
    check(status == 200 and bundle["packs"], f"a bucket's bundle: {status} {bundle}")
    server.end()
    say("a bucket's keys and signature are handed on by a server that checks neither")


def distrusting(program: pathlib.Path, home: pathlib.Path, place: tuple, variables: dict) -> None:
    """A server that has nothing from before, and believes nobody who has signed it, says why."""
    other = home / "distrusting"
    other.mkdir()
    place = tuple(other / "copy" if word == home / "copy" else word for word in place)[:-1]
    server = Server(program, other, place=(*place, OTHER_ROOT), variables=variables)

    def is_told() -> bool:
        status, why = server.ask("GET", "/readyz")
        code = (status, why["code"])
        return code == (503, "no_puzzles") and "does not answer: " in why["error"]

    wait(is_told, "another root of a bucket is not told", 40)
    server.end()


def renew(program: pathlib.Path, folder: pathlib.Path, slot: str) -> None:
    for words in [("packs", "replace", slot, "--reason", "another"), ("release", "publish")]:
        subprocess.run(
            [program, *words, "--quiet"], cwd=folder, check=True, stdout=subprocess.DEVNULL
        )


def enter_namespace() -> None:
    """Starts this script again with mounts of its own, where that is allowed."""
    for flags in (["-m"], ["-rm"]):
        if subprocess.run(["unshare", *flags, "true"], capture_output=True).returncode == 0:
            os.environ[NAMESPACE] = "1"
            os.execvp("unshare", ["unshare", *flags, sys.executable, *sys.argv])


def main() -> None:
    if not harness.has(modules=("yaml",)):
        return
    program, server_program = harness.programs(
        __doc__, ".build/release/almanac", ".build/release/almanac-serve"
    )

    def wanted(name: str) -> bool:
        return os.environ.get(name) != "no"

    if NAMESPACE not in os.environ and wanted("DISK") and harness.has("unshare"):
        enter_namespace()
    with service.house() as folder:
        service.make_tree(program, folder)
        known = service.names(program, folder)
        if wanted("KILLS"):
            kills(server_program, folder, known, harness.number("ROUNDS", 10, 1))
        locked(server_program, folder, known)
        if harness.has("strace"):
            synced(server_program, folder, known)
        overtaken(server_program, folder)
        renewed(server_program, folder)
        older_schema(server_program, folder)
        purchases_of_before(server_program, folder)
        lost_tree(server_program, folder)
        replaced_tree(server_program, program, folder)
        withdrawn_date(server_program, program, folder, known)
        if NAMESPACE in os.environ:
            full_disk(server_program, folder, known)
        elif wanted("DISK"):
            harness.skip("full disk and read-only folders: no private mounts are allowed here")
        if wanted("BUCKET") and bucket.is_there():
            silent_bucket(server_program, program, folder)
        service.no_secrets(folder)


if __name__ == "__main__":
    main()
