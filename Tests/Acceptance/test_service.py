#!/usr/bin/env python3
"""Runs the conformance stories against the service with accounts, and what belongs to running it.

Makes a tree with a free and a paid pack and dailies, starts the server over it with an empty
database, and asks all of Tests/Conformance; those stories that set the clock over a tree of 2032,
with the server under libfaketime. Then: limits and what is told of them; signed events;
bodies of events are not kept; metrics, downloads and the report for editors; a key for tokens is
changed without logging anyone out; a backup is made under load and restored; doctor; what it is
started with and should not start with. At last no line of any log holds a token, an address, a
password or a body.
"""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import re
import secrets
import shutil
import sqlite3
import subprocess
import threading
import time

import harness
import service
from harness import check, say
from service import SHOP, Server

RULES = harness.ROOT / "Pipelines/prometheus/almanac-serve.rules.yaml"
PACKS = 'route="/puzzles/pack/{id}"'


def hard_days(program: pathlib.Path, server_program: pathlib.Path, folder: pathlib.Path) -> None:
    """The stories that set the service's clock, which libfaketime reads from a file."""
    import conformance

    home = folder / "clock"
    home.mkdir()
    stories = conformance.HERE / "clock.yaml"
    # A puzzle that is solved there has to be there, but for those that are refused as unknown.
    days = re.findall(r'"((?:daily|weekly|monthly):20[\d-]+)": "', stories.read_text())
    known = service.make_calendar(program, home, sorted(set(days)))
    # What the command sets for a program that it starts; the clock comes from the file alone.
    library = subprocess.run(
        ["faketime", "-m", "-f", "+0", "sh", "-c", 'echo "$LD_PRELOAD"'],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    clock = conformance.Clock(home / "now")
    variables = {
        **os.environ,
        **Server.shop,
        "LD_PRELOAD": library,
        "FAKETIME_TIMESTAMP_FILE": str(clock.file),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    # libfaketime moves the environment of the first program that it gets into, which then does not
    # find its own command line: that is env.
    server = Server(server_program, home, "--no-limits", wrap=("env",), variables=variables)
    failures = conformance.run(server.url, known, [stories], clock)
    check(failures == 0, f"{failures} stories of hard days fail")
    server.end()
    for left in pathlib.Path("/dev/shm").glob(f"*faketime_*_{server.process.pid}"):
        left.unlink()


def limits(program: pathlib.Path, folder: pathlib.Path) -> None:
    """Limits are on unless they are switched off, and say when to come again."""
    server = Server(program, folder, "--trusted-proxies", "127.0.0.1")

    def many(count: int, method: str, path: str, body=None, token=None, address="192.0.2.1"):
        # From an address of their own, so that no limit meets another's.
        return [
            server.ask(method, path, body, token, X_Forwarded_For=address)[0] for _ in range(count)
        ]

    accounts = [
        server.ask(
            "POST", "/auth/anon", {"deviceId": secrets.token_hex(16)}, X_Forwarded_For="192.0.2.9"
        )
        for _ in range(12)
    ]
    check([status for status, _ in accounts] == [200] * 10 + [429] * 2, f"accounts: {accounts}")
    token = accounts[0][1]["token"]
    login = {"email": "nobody", "password": "correct horse"}
    answers = many(7, "POST", "/auth/register", login, token)
    check(answers == [422] * 5 + [429] * 2, f"registrations: {answers}")
    login = {"email": "a@b.de", "password": "x" * 9}
    check(many(11, "POST", "/auth/login", login) == [401] * 10 + [429], "logins from one address")
    answers = many(1, "POST", "/auth/login", login, address="192.0.2.2")
    check(answers == [429], f"logins with one e-mail from another address: {answers}")
    answers = many(62, "GET", "/sync", None, token)
    check(answers == [200] * 60 + [429] * 2, f"syncs: {answers[58:]}")
    begun = time.monotonic()
    answers = many(400, "GET", "/puzzles/versions", address="2001:db8:1:2::1")
    most = 300 + 5 * (time.monotonic() - begun) + 1
    check(answers[:300] == [200] * 300 and set(answers) == {200, 429}, "too few puzzles")
    check(answers.count(200) <= most, f"{answers.count(200)} puzzles, of {most} at most")
    for address, expected in [
        ("2001:db8:1:2:ffff::9", 429),  # of the same household
        ("2001:db8:1:3::1", 200),
        ("192.0.2.1", 200),
    ]:
        # Meanwhile one or two more may have become free.
        answers = many(10, "GET", "/puzzles/versions", address=address)
        check(expected in answers, f"puzzles for {address}: {answers}")
        check(expected == 429 or 429 not in answers, f"puzzles for {address}: {answers}")
    for _ in range(100):
        status, headers, body = server.send(
            "GET", "/puzzles/versions", X_Forwarded_For="2001:db8:1:2::1"
        )
        if status == 429:
            break
    check(1 <= int(headers["retry-after"]) <= 60, f"Retry-After: {headers}")
    check(json.loads(body)["code"] == "too_many_requests", f"a limit says {body}")
    check(
        server.ask("GET", "/healthz", X_Forwarded_For="192.0.2.9")[0] == 200, "healthz is limited"
    )
    server.end()
    say("every limit holds, for a household of IPv6 addresses as for one, and says when to return")


def signed_events(program: pathlib.Path, folder: pathlib.Path) -> None:
    """Where events are signed, nothing but a good signature of these minutes is believed."""
    Server.shop = {"ALMANAC_WEBHOOK_SECRET": SHOP}
    server = Server(program, folder, "--no-limits")
    Server.shop = {"ALMANAC_WEBHOOK_AUTHORIZATION": SHOP}
    body = json.dumps({"event": {"id": "signed", "type": "TEST", "event_timestamp_ms": 1}}).encode()

    def ask(signature: str | None) -> int:
        headers = {} if signature is None else {"X_RevenueCat_Webhook_Signature": signature}
        return server.send("POST", "/webhook/revenuecat", body, **headers)[0]

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
    say("of signed events, only those of these minutes are believed")


def bodies_are_not_kept(server: Server) -> None:
    """What a shop tells of people is not in the database, and DELETE leaves nothing."""
    account = server.account()
    stranger = f"$RCAnonymousID:{secrets.token_hex(8)}"
    private = "mia.private@example.net"

    def event(number: int, **members) -> str:
        body = {
            "id": f"private-{number}-{account['userId']}",
            "event_timestamp_ms": number,
            "entitlement_ids": ["unlock_all"],
            "product_id": "p",
            "subscriber_attributes": {"$email": {"value": private}},
            **members,
        }
        status, answer = server.ask(
            "POST", "/webhook/revenuecat", {"event": body}, Authorization=SHOP
        )
        check(status == 200, f"an event: {status} {answer}")
        return answer["outcome"]

    buys = {"type": "INITIAL_PURCHASE", "app_user_id": stranger}
    check(event(1, **buys) == "parked", "a stranger's event is not parked")
    event(2, type="TEST", app_user_id=account["userId"], aliases=[stranger])
    names = server.ask("GET", "/sync", token=account["token"])[1]["purchases"]["entitlements"]
    check(names == ["unlock_all"], f"what a stranger bought did not come along: {names}")
    check(server.ask("DELETE", "/account", token=account["token"])[0] == 200, "no end")
    # All pages of the file and its log, also those that are free by now.
    database = server.folder / "accounts.sqlite"
    stored = b"".join(path.read_bytes() for path in database.parent.glob(database.name + "*"))
    check(private.encode() not in stored, "the database holds an address out of an event")
    with sqlite3.connect(database) as connection:
        for table, column in [
            ("users", "id"),
            ("purchase_facts", "holder"),
            ("shop_names", "holder"),
            ("entitlements", "user_id"),
            ("sessions", "user_id"),
        ]:
            count = connection.execute(
                f"SELECT count(*) FROM {table} WHERE {column} IN (?, ?)",
                (account["userId"], stranger),
            ).fetchone()[0]
            check(count == 0, f"{table} holds {count} rows of an account that is gone")
    say("of events nothing is kept but purchases, and of a deleted account nothing at all")


def metrics(program: pathlib.Path, server: Server) -> None:
    """What is counted, for Prometheus and for editors; who may read it."""
    seen = server.metric("requests_total", PACKS)
    for _ in range(3):
        server.send("GET", "/puzzles/pack/first")
    check(
        server.metric("requests_total", PACKS) == seen + 3,
        "requests are not counted by their routes",
    )
    for name in ["sync_entries_total", "logins_total", "downloads_total", "release"]:
        check(server.metric(name) > 0, f"{name} is nothing after all these requests")
    text = server.send("GET", "/metrics")[2].decode()
    for name in ["request_seconds_bucket", "password_hashes_waiting", "database_writes_waiting"]:
        check(f"almanac_serve_{name}" in text, f"there is no {name}")
    check("@" not in text and "userId" not in text, "metrics name somebody")
    # An alert on what nobody counts never comes.
    for name in sorted(set(re.findall(r"almanac_serve_\w+", RULES.read_text()))):
        check(re.search(rf"^{name}[ {{]", text, re.M), f"alerts look at {name}, which there is not")
    status = server.send("GET", "/metrics", X_Forwarded_For="192.0.2.1")[0]
    check(status == 404, f"a proxy's client reads the metrics: {status}")
    if harness.has("promtool"):
        done = subprocess.run(
            ["promtool", "check", "metrics"], input=text, capture_output=True, text=True
        )
        check(done.returncode == 0, f"promtool: {done.stdout}{done.stderr}")
    say("metrics count routes, entries, logins and downloads, for this machine alone")


def report(program: pathlib.Path, folder: pathlib.Path, known: dict) -> None:
    """Downloads go to the database when it ends, and editors get sums without users."""
    server = Server(program, folder, "--no-limits")
    for number in range(6):
        token = server.account()["token"]
        row = {
            "puzzle": known["slot2_puzzle"],
            "cells": known["slot2_solved"],
            "time_ms": 1000 * (number + 1),
            "completed": 1,
            "completed_at": known["now"],
            "hints_used": number % 2,
            "updated_at": known["now"],
        }
        begun = {
            "puzzle": known["slot3_puzzle"],
            "cells": known["slot3_begun"],
            "time_ms": 77,
            "updated_at": known["now"] - 8 * 86_400_000,
        }
        rows = {known["slot2"]: row, known["slot3"]: begun}
        status, answer = server.ask("POST", "/sync", {"progress": rows}, token)
        check((status, answer.get("rejected")) == (200, {}), f"rows are refused: {answer}")
    server.send("GET", "/puzzles/pack/first")
    server.end()
    text = subprocess.run(
        [program, "report", "--accounts", folder / "accounts.sqlite"],
        capture_output=True,
        check=True,
    ).stdout
    # In place of an earlier report, and of nothing else.
    accounts, written = folder / "accounts.sqlite", folder / "report.json"
    for to, status in [(written, 0), (written, 0), (accounts, 73), (folder / "keys", 73)]:
        before = to.read_bytes() if to.exists() else b""
        code, said = service.refusal(program, "report", "--accounts", accounts, "--to", to)
        after = to.read_bytes()
        is_right = after == before if status else json.loads(after)["puzzles"]
        check(code == status and is_right, f"a report to {to.name} ends with {code}: {said}")
    told = json.loads(text)
    puzzles = {(line["id"], line["puzzle"]): line for line in told["puzzles"]}
    solved = puzzles[known["slot2"], known["slot2_puzzle"]]
    check(
        (solved["solved"], solved["medianMs"], solved["p80Ms"]) == (6, 3000, 5000)
        and (solved["hinted"], solved["hints"], solved["givenUp"]) == (3, 3, 0),
        f"the report says {solved}",
    )
    left = puzzles[known["slot3"], known["slot3_puzzle"]]
    check(left["givenUp"] == 6 and "medianMs" not in left, f"the report says {left}")
    downloads = {(line["day"], line["object"], line["status"]) for line in told["downloads"]}
    check((service.day(0), "pack:first", 200) in downloads, f"downloads are {downloads}")
    users = sqlite3.connect(folder / "accounts.sqlite").execute("SELECT id FROM users").fetchall()
    check(not any(user.encode() in text for (user,) in users), "the report names a user")
    say("the report has counts, times and downloads, and no user")


def rotation(program: pathlib.Path, folder: pathlib.Path) -> None:
    """A key for tokens is changed without logging anyone out; with it go its tokens."""
    keys = service.key_file(folder)
    old = keys.read_text()
    server = Server(program, folder, "--no-limits")
    before = server.account()["token"]
    server.end()
    keys.write_text(f"2027-01 {base64.b64encode(secrets.token_bytes(32)).decode()}\n{old}")
    server = Server(program, folder, "--no-limits")
    after = server.account()["token"]
    for name, token in [("old", before), ("new", after)]:
        check(server.ask("GET", "/sync", token=token)[0] == 200, f"the {name} token is refused")
    fresh = server.ask("POST", "/auth/refresh", token=before)[1]["token"]
    server.end()
    keys.write_text(keys.read_text().splitlines()[0] + "\n")
    server = Server(program, folder, "--no-limits")
    check(server.ask("GET", "/sync", token=before)[0] == 401, "a retired key's token is believed")
    for token in [after, fresh]:
        check(server.ask("GET", "/sync", token=token)[0] == 200, "the new key's token is refused")
    server.end()
    keys.write_text(old)
    say("a key for tokens is changed without logging anyone out")


def backup(program: pathlib.Path, folder: pathlib.Path) -> None:
    """A backup that is made while phones write is whole, and can be put in place."""
    server = Server(program, folder, "--no-limits")
    account = server.account()
    body = {"settings": {"theme": "midnight", "updated_at": 5}}
    check(server.ask("POST", "/sync", body, account["token"])[0] == 200, "no sync")
    ended = threading.Event()

    def write() -> None:
        token, stamp = server.account()["token"], 5
        while not ended.is_set():
            stamp += 1
            server.ask("POST", "/sync", {"settings": {"sound": 0, "updated_at": stamp}}, token)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    copy = folder / "copy.sqlite"
    for _ in range(3):
        copy.unlink(missing_ok=True)
        subprocess.run(
            [program, "backup", "--accounts", folder / "accounts.sqlite", "--to", copy],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    ended.set()
    for thread in threads:
        thread.join()
    server.end()
    check(copy.stat().st_mode & 0o077 == 0, "others can read the backup")
    code, text = service.refusal(
        program, "backup", "--accounts", folder / "accounts.sqlite", "--to", copy
    )
    check(code == 73 and "there already" in text, f"a backup is written over: {code} {text}")
    restored = folder / "restored"
    restored.mkdir()
    shutil.copy(service.key_file(folder), restored / "keys")
    shutil.copy(copy, restored / "accounts.sqlite")
    place = ("--output", folder / "output")
    server = Server(program, restored, "--no-limits", place=place)
    status, state = server.ask("GET", "/sync", token=account["token"])
    check((status, state["settings"]["theme"]) == (200, "midnight"), f"restored: {status} {state}")
    server.end()
    say("a backup made under load was restored, sessions and all")


def unfit(program: pathlib.Path, folder: pathlib.Path) -> None:
    """What it does not start with: exit codes, and words that say what to do."""
    keys = service.key_file(folder)
    tree = ("--output", folder / "output", "--port", "0")
    (folder / "text.sqlite").write_text("this is no database, but long enough to be one\n" * 99)
    with sqlite3.connect(folder / "foreign.sqlite") as other:
        other.execute("CREATE TABLE things (id)")
    later = folder / "later.sqlite"
    shutil.copy(folder / "copy.sqlite", later)
    with sqlite3.connect(later) as other:
        other.execute("INSERT INTO grdb_migrations VALUES ('9999 of tomorrow')")
    before = (folder / "foreign.sqlite").read_bytes()
    (folder / "short").write_text("k aaaa\n")
    for name, arguments, code, words in [
        ("a text", ("--accounts", folder / "text.sqlite"), 65, "another kind of file"),
        ("a foreign database", ("--accounts", folder / "foreign.sqlite"), 65, "another program"),
        ("a later database", ("--accounts", later), 65, "a later version"),
        ("no folder", ("--accounts", folder / "none/a.sqlite"), 73, "cannot be opened"),
        ("a short key", ("--token-keys", folder / "short"), 65, "fewer than 32 bytes"),
        ("no keys", ("--token-keys", folder / "nowhere"), 66, "cannot be read"),
        ("a root that is none", ("--root-key", "abc"), 64, "no public key"),
        ("no tree", ("--output", folder / "nope"), 66, "no such folder"),
        ("no private part", ("--private", folder / "nope"), 66, "no such folder"),
        ("nothing for a tree", ("--output", ""), 64, "--output is empty"),
    ]:
        arguments = list(arguments)
        if "--accounts" not in arguments:
            arguments += ["--accounts", folder / "new.sqlite"]
        if "--token-keys" not in arguments:
            arguments += ["--token-keys", keys]
        got, text = service.refusal(program, *tree, *arguments)
        check(got == code and words in text, f"{name}: {got} {text}")
    check((folder / "foreign.sqlite").read_bytes() == before, "a foreign database was touched")
    for command in ["report", "backup"]:
        for flags, code, words in [
            (("--accounts", folder / "nope.sqlite", "--to", folder / "new"), 66, "is not there"),
            (("--accounts", folder / "copy.sqlite", "--to", ""), 64, "--to is empty"),
            (("--accounts", folder / "copy.sqlite", "--to="), 64, "--to is empty"),
        ]:
            got, text = service.refusal(program, command, *flags)
            check(got == code and words in text, f"{command} {flags}: {got} {text}")
    (folder / "empty").mkdir()
    server = Server(program, folder, place=("--output", folder / "empty"))
    text = server.log.read_text()
    check("no release yet" in text, f"a tree without a release is served without a word: {text}")
    server.end()
    say("it does not start with what it cannot use, and says why")


def doctor(program: pathlib.Path, folder: pathlib.Path) -> None:
    tree = ("--output", folder / "output", "--accounts", folder / "accounts.sqlite")
    keys = service.key_file(folder)

    def look(*arguments) -> tuple[int, str]:
        done = subprocess.run(
            [program, "doctor", *arguments], capture_output=True, text=True, timeout=60
        )
        return done.returncode, done.stdout + done.stderr

    (folder / "accounts.sqlite").chmod(0o640)
    code, text = look(*tree, "--token-keys", keys)
    check(code == 0 and "whole" in text and "signs" in text, f"doctor: {code} {text}")
    keys.chmod(0o644)
    code, text = look(*tree, "--token-keys", keys)
    check(code == 65 and "chmod" in text, f"keys that all can read: {code} {text}")
    keys.chmod(0o600)
    code, text = look("--output", folder / "nowhere")
    check(code == 65 and "no release" in text, f"no tree: {code} {text}")
    damaged = folder / "damaged.sqlite"
    data = bytearray((folder / "copy.sqlite").read_bytes())
    data[4096:20_000] = bytes(20_000 - 4096)
    damaged.write_bytes(data)
    code, text = look("--output", folder / "output", "--accounts", damaged)
    check(code == 65 and "damaged" in text, f"a damaged database: {code} {text}")
    say("doctor tells what is well from what has to be seen to")


def operators(program: pathlib.Path, folder: pathlib.Path) -> None:
    """What lies in Pipelines for whoever runs it is what systemd and Prometheus take."""
    if harness.has("systemd-analyze"):
        units = []
        for unit in sorted((harness.ROOT / "Pipelines/systemd").glob("almanac-*")):
            copy = folder / unit.name
            text = unit.read_text().replace("/usr/bin/almanac-serve", f'"{program}"')
            copy.write_text(text.replace("/usr/bin/almanac ", f'"{program}" '))
            units += [copy] if "serve" in unit.name else []
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True
        )
        check(done.returncode == 0 and not done.stderr, f"systemd-analyze: {done.stderr}")
        say(f"systemd takes {len(units)} units")
    if harness.has("promtool"):
        done = subprocess.run(["promtool", "check", "rules", RULES], capture_output=True, text=True)
        check(done.returncode == 0, f"promtool: {done.stdout}{done.stderr}")
        say("promtool takes the alerts")


def main() -> None:
    if not harness.has(modules=("yaml",)):
        return
    import conformance  # service knows where it lies

    program, server_program = harness.programs(
        __doc__, ".build/release/almanac", ".build/release/almanac-serve"
    )
    with service.house() as folder:
        service.make_tree(program, folder)
        known = service.names(program, folder)
        server = Server(server_program, folder, "--no-limits")
        stories = sorted(conformance.HERE.glob("*.yaml"))
        stories.remove(conformance.HERE / "clock.yaml")
        failures = conformance.run(server.url, known, stories)
        check(failures == 0, f"{failures} stories fail")
        bodies_are_not_kept(server)
        metrics(server_program, server)
        server.end()
        if harness.has("faketime"):
            hard_days(program, server_program, folder)
        limits(server_program, folder)
        signed_events(server_program, folder)
        report(server_program, folder, known)
        rotation(server_program, folder)
        backup(server_program, folder)
        unfit(server_program, folder)
        doctor(server_program, folder)
        operators(server_program, folder)
        service.no_secrets(folder)


if __name__ == "__main__":
    main()
