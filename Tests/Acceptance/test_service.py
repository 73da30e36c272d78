#!/usr/bin/env python3
"""Runs the conformance stories against the service with accounts, and what belongs to running it.

Makes a tree with a free and a paid pack and dailies, starts the server over it with an empty
database, and asks all of Tests/Conformance; those stories that set the clock over a tree of 2032,
with the server under libfaketime. Then: limits and what is told of them, whatever becomes of the
clock; signed events, and those of a sandbox; exports, which hold all that is kept, and all of which
goes with an account; bodies of events are not kept, and what strangers have bought for a year;
random histories of purchases, in any order, come to what a model says; mails for forgotten
passwords, and what is in them; metrics, downloads and the report for editors; a key for tokens is
changed without logging anyone out; a backup is made under load and restored; doctor; what it is
started with and should not start with. At last no line of any log holds a token, an address, a
password or a body.
"""

import base64
import contextlib
import datetime
import hashlib
import hmac
import json
import os
import pathlib
import re
import secrets
import shutil
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.parse

import harness
import purchases
import service
from harness import check, say
from service import SHOP, Server

RULES = harness.ROOT / "Pipelines/prometheus/almanac-serve.rules.yaml"
PACKS = 'route="/puzzles/pack/{id}"'


@contextlib.contextmanager
def faked(program: pathlib.Path, home: pathlib.Path, *flags: str):
    """A server whose clock libfaketime reads from a file, and that clock."""
    import conformance

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
    place = ("--output", home / "output")
    server = Server(program, home, *flags, place=place, wrap=("env",), variables=variables)
    yield server, clock
    server.end()
    for left in pathlib.Path("/dev/shm").glob(f"*faketime_*_{server.process.pid}"):
        left.unlink()


def ahead(hours: int) -> str:
    """The time in so many hours."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return f"{now + datetime.timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}"


def hard_days(program: pathlib.Path, server_program: pathlib.Path, folder: pathlib.Path) -> None:
    """The stories that set the service's clock."""
    import conformance

    home = folder / "clock"
    home.mkdir()
    stories = conformance.HERE / "clock.yaml"
    # A puzzle that is solved there has to be there, but for those that are refused as unknown.
    days = re.findall(r'"((?:daily|weekly|monthly):20[\d-]+)": "', stories.read_text())
    known = service.make_calendar(program, home, sorted(set(days)))
    with faked(server_program, home, "--no-limits") as (server, clock):
        failures = conformance.run(server.url, known, [stories], clock)
        check(failures == 0, f"{failures} stories of hard days fail")


def limits_without_clock(program: pathlib.Path, folder: pathlib.Path) -> None:
    """Whoever sets the clock neither opens a limit nor shuts anybody out."""
    home = folder / "limited"
    home.mkdir()
    shutil.copytree(folder / "output", home / "output")

    with faked(program, home) as (server, clock):
        url = urllib.parse.urlsplit(server.url)

        def anonymous() -> int:
            return server.ask("POST", "/auth/anon", {"deviceId": secrets.token_hex(16)})[0]

        answers = [anonymous() for _ in range(11)]
        check(answers == [200] * 10 + [429], f"accounts: {answers}")
        clock.set(ahead(2), url)
        check(anonymous() == 429, "a clock that is set forward opens a limit")
        answers = [server.ask("GET", "/puzzles/versions")[0] for _ in range(400)]
        check(429 in answers, "puzzles are not limited")
        clock.set(ahead(1), url)
        time.sleep(1)
        status = server.ask("GET", "/puzzles/versions")[0]
        check(status == 200, f"a clock that is set back shuts everybody out: {status}")
    say("limits hold whatever becomes of the clock")


def answers_without_clock(program: pathlib.Path, folder: pathlib.Path) -> None:
    """Answers are given again as well after a clock that was ahead was set right."""
    home = folder / "answers"
    home.mkdir()
    shutil.copytree(folder / "output", home / "output")
    with faked(program, home) as (server, clock):
        url = urllib.parse.urlsplit(server.url)
        token = server.account()["token"]

        def push(key: str) -> dict:
            status, answer = server.ask("POST", "/sync", {}, token, Idempotency_Key=key)
            check(status == 200, f"a request with a key is {status} {answer}")
            return answer

        clock.set(ahead(9), url)
        for number in range(20):
            push(f"ahead {number}")
        clock.set(ahead(0), url)
        first = push("first")
        push("second")
        time.sleep(0.01)
        check(push("first") == first, "an answer is forgotten where the clock was ahead")
    say("answers are kept whatever becomes of the clock")


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
    registered = {"email": f"{secrets.token_hex(6)}@example.org", "password": "correct horse"}
    token = server.ask(
        "POST", "/auth/register", registered, accounts[2][1]["token"], X_Forwarded_For="192.0.2.3"
    )[1]["token"]
    change = {"password": "wrong horse", "newPassword": "battery staple"}
    answers = many(12, "POST", "/auth/password", change, token)
    check(answers == [403] * 10 + [429] * 2, f"guesses at a password by its session: {answers}")
    mail = {"email": f"{secrets.token_hex(6)}@example.org"}
    answers = [
        many(1, "POST", "/auth/reset", mail, address=f"198.51.100.{number}")[0]
        for number in range(4)
    ]
    check(answers == [200] * 3 + [429], f"mails to one address from everywhere: {answers}")
    answers = [
        many(1, "POST", "/auth/reset", {"email": f"{number}@example.org"}, address="192.0.2.4")[0]
        for number in range(11)
    ]
    check(answers == [200] * 10 + [429], f"mails to everybody from one address: {answers}")
    token = accounts[0][1]["token"]
    answers = many(62, "GET", "/sync", None, token)
    check(answers == [200] * 60 + [429] * 2, f"syncs: {answers[58:]}")
    answers = many(62, "POST", "/auth/refresh", None, accounts[1][1]["token"])
    check(answers == [200] * 60 + [429] * 2, f"renewals of a session: {answers[58:]}")
    answers = many(12, "GET", "/account/export", None, token)
    check(answers == [200] * 10 + [429] * 2, f"exports: {answers}")
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
    """Where events are signed, nothing but a good signature of these minutes is believed.

    Where a header is agreed on besides, both have to be right.
    """
    header = Server.shop
    Server.shop = {"ALMANAC_WEBHOOK_SECRET": SHOP}
    server = Server(program, folder, "--no-limits")
    body = json.dumps({"event": {"id": "signed", "type": "TEST", "event_timestamp_ms": 1}}).encode()

    def ask(signature: str | None, **headers: str) -> int:
        if signature is not None:
            headers["X_RevenueCat_Webhook_Signature"] = signature
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
    Server.shop |= header
    server = Server(program, folder, "--no-limits")
    Server.shop = header
    now = int(time.time())
    good, other = f"t={now},v1={sign(now)}", f"t={now},v1={sign(now, 'other')}"
    for name, status, expected in [
        ("a header alone", ask(None, Authorization=SHOP), 401),
        ("a signature alone", ask(good), 401),
        ("a signature with a wrong header", ask(good, Authorization="wrong"), 401),
        ("a header with a wrong signature", ask(other, Authorization=SHOP), 401),
        ("both", ask(good, Authorization=SHOP), 200),
    ]:
        check(status == expected, f"where both are asked for, {name}: {status}")
    server.end()
    say("of signed events, only those of these minutes are believed; of two proofs both are needed")


def sandbox(program: pathlib.Path, folder: pathlib.Path) -> None:
    """What is bought in a shop's sandbox opens something where that is asked for."""
    server = Server(program, folder, "--no-limits", "--sandbox")
    account = server.account()
    event = {
        "id": f"sandbox-{account['userId']}",
        "type": "NON_RENEWING_PURCHASE",
        "app_user_id": account["userId"],
        "entitlement_ids": ["unlock_all"],
        "environment": "SANDBOX",
        "event_timestamp_ms": 1,
    }
    status, answer = server.ask("POST", "/webhook/revenuecat", {"event": event}, Authorization=SHOP)
    check((status, answer.get("outcome")) == (200, "done"), f"a sandbox: {status} {answer}")
    status = server.ask("GET", "/puzzles/pack/paid", token=account["token"])[0]
    check(status == 200, f"what was bought in the sandbox is {status}")
    server.end()
    say("with --sandbox, what is bought there opens packs")


# What has no rows of players.
NOBODYS = {"downloads", "grdb_migrations", "epoch"}


def kept(database: sqlite3.Connection) -> dict[str, list[dict]]:
    """All that is kept of players, table by table; also in a table that somebody adds."""
    tables = [
        name
        for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        if not name.startswith("sqlite_") and name not in NOBODYS
    ]
    found = {}
    for table in tables:
        rows = database.execute(f"SELECT * FROM {table}")
        columns = [column[0] for column in rows.description]
        found[table] = [dict(zip(columns, row, strict=True)) for row in rows]
    return found


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
    friend = server.account()
    event(3, type="TRANSFER", transferred_from=[stranger], transferred_to=[friend["userId"]])
    check(server.ask("DELETE", "/account", token=account["token"])[0] == 200, "no end")
    # All pages of the file and its log, also those that are free by now.
    database = server.folder / "accounts.sqlite"
    stored = b"".join(path.read_bytes() for path in database.parent.glob(database.name + "*"))
    check(private.encode() not in stored, "the database holds an address out of an event")
    gone = {account["userId"], stranger}
    with contextlib.closing(sqlite3.connect(database)) as connection:
        for table, rows in kept(connection).items():
            left = [row for row in rows if not gone.isdisjoint(row.values())]
            check(not left, f"{table} has rows of an account that is gone: {left}")
    event(4, type="TEST", app_user_id=friend["userId"])
    names = server.ask("GET", "/sync", token=friend["token"])[1]["purchases"]["entitlements"]
    check(names == ["unlock_all"], f"what it had given away has gone with it: {names}")
    say("of events nothing is kept but purchases, and of a deleted account nothing at all")


# What opens something, or is of another player: it stays in the database. A table that somebody
# adds is looked at whole, unless it is named here.
NOT_EXPORTED = {
    "devices": {"digest"},
    "credentials": {"hash", "salt"},
    "sessions": {"id", "former"},
    "resets": {"digest"},
    "answers": {"request"},
}


def export(program: pathlib.Path, folder: pathlib.Path, known: dict) -> None:
    """An export holds all that is kept of a player, whatever table it is in, but no secret."""
    hook = folder / "deaf-hook"
    hook.write_text("#!/bin/sh\ncat > /dev/null\n")
    hook.chmod(0o755)
    server = Server(program, folder, "--no-limits", "--reset-hook", str(hook))
    device, mark = secrets.token_hex(16), secrets.token_hex(8)
    stranger = f"$RCAnonymousID:{mark}"
    token = server.ask("POST", "/auth/anon", {"deviceId": device})[1]["token"]
    login = {"email": f"{mark}@example.org", "password": "correct horse"}
    account = server.ask("POST", "/auth/register", login, token)[1]
    user, token, giver = account["userId"], account["token"], server.account()["userId"]
    server.ask("POST", "/auth/reset", {"email": login["email"]})
    server.ask("POST", "/auth/login", login, server.account()["token"])
    row = {
        "puzzle": known["slot_puzzle"],
        "cells": known["slot_begun"],
        "time_ms": 5,
        "updated_at": known["now"],
    }
    body = {
        "progress": {known["slot"]: row},
        "settings": {"theme": "dark", "updated_at": known["now"]},
        "packProgress": {"first": 2},
    }
    status, answer = server.ask("POST", "/sync", body, token, Idempotency_Key=mark)
    check((status, answer.get("rejected")) == (200, {}), f"rows are refused: {answer}")
    bought = {"type": "INITIAL_PURCHASE", "entitlement_ids": ["unlock_all"], "product_id": "p"}
    for number, event in enumerate(
        [
            {**bought, "app_user_id": user, "aliases": [stranger]},
            {**bought, "app_user_id": giver, "entitlement_ids": ["pack:paid"]},
            {"type": "TRANSFER", "transferred_from": [giver], "transferred_to": [user]},
        ]
    ):
        event = {"id": f"{mark}-{number}", "event_timestamp_ms": number + 1, **event}
        status, answer = server.ask(
            "POST", "/webhook/revenuecat", {"event": event}, Authorization=SHOP
        )
        check((status, answer.get("outcome")) == (200, "done"), f"an event: {status} {answer}")

    database = sqlite3.connect(folder / "accounts.sqlite", isolation_level=None)

    def of_player() -> dict[str, list[dict]]:
        found = kept(database)
        # Events name nobody; they are a player's by what came of them.
        events = {
            row["event_id"]
            for table in ["purchase_facts", "transfers"]
            for row in found[table]
            if user in row.values()
        }
        ours = {table: {user} for table in found} | {"events": events}
        return {
            table: [row for row in rows if not ours[table].isdisjoint(row.values())]
            for table, rows in found.items()
        }

    for _ in range(100):
        if of_player()["resets"]:
            break
        # A link is made when the answer has gone out.
        time.sleep(0.1)
    theirs = of_player()
    status, told = server.ask("GET", "/account/export", token=token)
    check(status == 200, f"an export: {status} {told}")
    check(set(told) == set(theirs), f"the export has {sorted(told)}, not {sorted(theirs)}")
    for table, rows in theirs.items():
        check(rows, f"{table}: the player has nothing there — give them a row, or name it above")
        check(len(told[table]) == len(rows), f"{table}: {told[table]} of {len(rows)} rows")
        columns = set(rows[0]) - NOT_EXPORTED.get(table, set())
        check(set(told[table][0]) == columns, f"{table}: {told[table][0]} of {sorted(columns)}")
    check(told["transfers"][0]["taker"] == user, f"transfers are {told['transfers']}")
    check(json.loads(told["answers"][0]["answer"])["success"] is True, "an answer is no JSON")
    text = json.dumps(told)
    sessions = [name for (name,) in database.execute("SELECT id FROM sessions")]
    for secret in [device, token, giver, *sessions]:
        check(secret not in text, f"the export holds {secret}")
    check(server.ask("DELETE", "/account", token=token)[0] == 200, "an account does not go")
    left = {table: rows for table, rows in of_player().items() if rows}
    check(not left, f"of an account that is gone there is {left}")
    database.close()
    server.end()
    say(f"an export holds all {len(theirs)} tables of a player, and no secret; then all of it goes")


def strangers(program: pathlib.Path, folder: pathlib.Path) -> None:
    """What nobody has come for is forgotten after a year, and nothing that users have."""
    server = Server(program, folder, "--no-limits")
    mark = secrets.token_hex(8)
    first, giver, lost, namesake, other = (f"$RCAnonymousID:{name}{mark}" for name in "fglno")
    user, owner = server.account(), server.account()

    def event(number: int, **members) -> None:
        body = {"id": f"{mark}-{number}", "event_timestamp_ms": number, **members}
        status, answer = server.ask(
            "POST", "/webhook/revenuecat", {"event": body}, Authorization=SHOP
        )
        check(status == 200, f"an event: {status} {answer}")

    def buys(number: int, who: str, *aliases: str) -> None:
        bought = {"type": "INITIAL_PURCHASE", "entitlement_ids": ["unlock_all"], "product_id": "p"}
        event(number, app_user_id=who, aliases=aliases, **bought)

    def gives(number: int, who: str, whom: str) -> None:
        event(number, type="TRANSFER", transferred_from=[who], transferred_to=[whom])

    def rows() -> dict[str, set]:
        tables = {
            "purchase_facts": "holder",
            "transfers": "giver",
            "shop_names": "other",
            "events": "id",
        }
        with sqlite3.connect(folder / "accounts.sqlite") as database:
            ours = [mark, user["userId"], owner["userId"]]
            return {
                table: {
                    text
                    for (text,) in database.execute(f"SELECT {column} FROM {table}")
                    if any(name in text for name in ours)
                }
                for table, column in tables.items()
            }

    buys(0, first)
    gives(1, first, giver)
    gives(2, giver, user["userId"])
    buys(3, lost, f"{lost}2")
    gives(4, lost, other)
    buys(5, owner["userId"])
    gives(6, owner["userId"], other)
    event(7, type="TEST", app_user_id=namesake, aliases=[f"{namesake}2"])
    before = rows()
    check(
        before
        == {
            "purchase_facts": {first, lost, owner["userId"]},
            "transfers": {first, giver, lost, owner["userId"]},
            "shop_names": {f"{lost}2", f"{namesake}2"},
            "events": {f"{mark}-{number}" for number in range(8)},
        },
        f"of strangers there is {before}",
    )
    event(8, type="TEST")
    check(rows()["shop_names"] == before["shop_names"], "names are forgotten before a year is over")
    year = 366 * 86_400_000
    with sqlite3.connect(folder / "accounts.sqlite") as database:
        database.execute("UPDATE events SET received_at = received_at - ?", (year,))
        database.execute("UPDATE shop_names SET noted_at = noted_at - ?", (year,))
    for number, account in [(9, user), (10, owner)]:
        event(number, type="TEST", app_user_id=account["userId"])
        status = server.ask("GET", "/puzzles/pack/paid", token=account["token"])[0]
        check(status == 200, f"after a year, what an account has is gone: {status}")
    left = rows()
    check(
        left
        == {
            "purchase_facts": {first, owner["userId"]},
            "transfers": {first, giver},
            "shop_names": set(),
            "events": {f"{mark}-{number}" for number in [0, 1, 2, 5, 9, 10]},
        },
        f"after a year there is {left}",
    )
    server.end()
    say("of strangers nothing is left after a year but what users have of them")


def purchase_histories(program: pathlib.Path, folder: pathlib.Path) -> None:
    server = Server(program, folder, "--no-limits")
    purchases.histories(server)
    server.end()


def mails(program: pathlib.Path, folder: pathlib.Path) -> None:
    """A forgotten password's secret goes to a program; what becomes of it is counted and told."""
    hook, mail, number = (folder / name for name in ("hook", "mail", "hook-number"))

    def write(text: str) -> None:
        draft = folder / "hook.draft"
        draft.write_text(f"#!/bin/sh\n{text}\n")
        draft.chmod(0o755)
        draft.rename(hook)

    write(f"trap '' TERM; echo $$ > {number}; exec sleep 300")
    server = Server(program, folder, "--no-limits", "--reset-hook", str(hook))
    login = {"email": f"{secrets.token_hex(6)}@example.org", "password": "correct horse"}
    status, account = server.ask("POST", "/auth/register", login, server.account()["token"])
    check(status == 200, f"no account: {account}")
    sessions = [account["token"], server.ask("POST", "/auth/login", login)[1]["token"]]
    told: list[str] = []

    def ask() -> None:
        status, answer = server.ask("POST", "/auth/reset", {"email": login["email"]})
        check((status, answer) == (200, {"success": True}), f"a reset: {status} {answer}")

    def counted(outcome: str, count: int, seconds: float = 10) -> None:
        latest = time.monotonic() + seconds
        while server.metric("reset_mails_total", f'outcome="{outcome}"') != count:
            check(time.monotonic() < latest, f"{count} mails are not counted as {outcome}")
            time.sleep(0.1)

    def secret() -> str:
        """Asks for another mail, and gives what is in it."""
        mail.unlink(missing_ok=True)
        ask()
        counted("sent", len(told) + 1)
        address, sent = mail.read_text().splitlines()
        check(address == login["email"], f"the mail goes to {address}")
        told.append(sent)
        return sent

    def confirm(sent: str) -> tuple[int, dict]:
        body = {"token": sent, "password": "battery staple"}
        return server.ask("POST", "/auth/reset/confirm", body)

    def opened() -> list[int]:
        return [server.ask("GET", "/sync", token=token)[0] for token in sessions]

    def refuses(sent: str, when: str) -> None:
        status, answer = confirm(sent)
        is_right = (status, answer.get("code")) == (401, "bad_reset")
        check(is_right, f"what was sent is taken {when}: {status} {answer}")

    ask()
    begun = time.monotonic()
    while not number.exists() or not number.read_text():
        check(time.monotonic() < begun + 20, "the program is not run")
        time.sleep(0.1)
    write(f"env > {number}.env; echo to both; echo to both >&2; tee {mail}; cat {mail} >&2")
    first = secret()
    variables = pathlib.Path(f"{number}.env").read_text()
    check("PATH=" in variables and "ALMANAC" not in variables, f"a hook gets {variables}")
    check("to both" not in server.log.read_text(), "what a hook prints is in the log")
    check(opened() == [200, 200], f"sessions before a reset: {opened()}")
    status, answer = confirm(first)
    check(status == 200, f"what was sent is not taken: {answer}")
    sessions.append(answer["token"])
    check(opened() == [401, 401, 200], f"sessions of before a reset, and its own: {opened()}")
    refuses(first, "twice")
    second, third = secret(), secret()
    refuses(second, "when another was sent after it")
    status, answer = confirm(third)
    check(status == 200, f"of two that were sent the later is not taken: {answer}")
    token = answer["token"]
    late = secret()
    with contextlib.closing(sqlite3.connect(folder / "accounts.sqlite")) as database:
        database.execute(
            "UPDATE resets SET expires_at = ? WHERE user_id = ?",
            (int(time.time() * 1000) - 1, account["userId"]),
        )
        database.commit()
    refuses(late, "when its hour is over")
    fourth = secret()
    change = {"password": "battery staple", "newPassword": "battery acid"}
    check(server.ask("POST", "/auth/password", change, token)[0] == 200, "no change")
    refuses(fourth, "when the password has changed")
    write("cat > /dev/null; exit 3")
    ask()
    counted("failed", 1)
    hook.unlink()
    for _ in range(3):
        ask()
    counted("unstarted", 3)
    # It does not end when it is asked to.
    counted("late", 1, 60)
    process = pathlib.Path(f"/proc/{number.read_text().strip()}")
    latest = time.monotonic() + 10
    while process.exists():
        check(time.monotonic() < latest, "a program that takes too long is not ended")
        time.sleep(0.1)
    log = server.log.read_text()
    for words in ["does not end with 0", "cannot be run", "takes too long"]:
        check(log.count(f"reset hook: the program {words}") == 1, f"the log has “{words}” not once")
    check(not any(sent in log for sent in told), "the log holds a secret")
    server.end()
    say("mails for forgotten passwords are sent, and what keeps them is counted, told and ended")


def tags(server: Server) -> None:
    """What is tagged is all of a digest, so that no two states share a tag."""
    token, seen = server.account()["token"], set()
    for number in range(20):
        body = {"settings": {"sound": number % 2, "updated_at": number + 1}}
        server.ask("POST", "/sync", body, token)
        tag = server.send("GET", "/sync", Authorization=f"Bearer {token}")[1]["etag"]
        check(re.fullmatch(r'"[0-9a-f]{64}"', tag), f"a tag is {tag}")
        seen.add(tag)
    check(len(seen) == 20, f"20 states have {len(seen)} tags")


def awaited_body(server: Server) -> None:
    """Whoever waits to be told to go on with a body is told, and then answered."""
    body = json.dumps({"deviceId": secrets.token_hex(16)}).encode()
    head = "POST /auth/anon HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}\r\nExpect: 100-Continue\r\n\r\n"
    with server.open() as connection:
        connection.settimeout(5)
        connection.sendall(head.encode())
        said = connection.recv(1000)
        check(said == b"HTTP/1.1 100 Continue\r\n\r\n", f"before a body it says {said}")
        connection.sendall(body)
        said = connection.recv(1000)
        check(said.startswith(b"HTTP/1.1 200 "), f"behind a body it says {said}")


def shrunk_pack(server: Server) -> None:
    """What was unlocked of a pack that has fewer slots by now is told as far as it goes."""
    account = server.account()
    with sqlite3.connect(server.folder / "accounts.sqlite") as database:
        database.executemany(
            "INSERT INTO pack_progress (user_id, pack_id, unlocked_index, updated_at)"
            " VALUES (?, ?, 59, 1)",
            [(account["userId"], pack) for pack in ["first", "gone"]],
        )
    database.close()
    told = server.ask("GET", "/sync", token=account["token"])[1]["packProgress"]
    check(told == {"first": 3, "gone": 59}, f"of a pack of four slots it tells {told}")


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

    def written() -> bytes:
        command = [program, "report", "--accounts", folder / "accounts.sqlite"]
        return subprocess.run(command, capture_output=True, check=True).stdout

    def lines(told: dict) -> dict[tuple[str, str], dict]:
        return {(line["id"], line["puzzle"]): line for line in told["puzzles"]}

    place = known["slot2"], known["slot2_puzzle"]
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
        # Those of fewer than five people would be theirs.
        line = lines(json.loads(written()))[place]
        check(line["solved"] == number + 1, f"{number + 1} people have solved it: {line}")
        check(("medianMs" in line) == (number >= 4), f"times of {number + 1} people: {line}")
    server.send("GET", "/puzzles/pack/first")
    server.end()
    text = written()
    # In place of an earlier report, and of nothing else.
    accounts, file = folder / "accounts.sqlite", folder / "report.json"
    for to, status in [(file, 0), (file, 0), (accounts, 73), (folder / "keys", 73)]:
        before = to.read_bytes() if to.exists() else b""
        code, said = service.refusal(program, "report", "--accounts", accounts, "--to", to)
        after = to.read_bytes()
        is_right = after == before if status else json.loads(after)["puzzles"]
        check(code == status and is_right, f"a report to {to.name} ends with {code}: {said}")
    told = json.loads(text)
    puzzles = lines(told)
    solved = puzzles[place]
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


def rolled_back(program: pathlib.Path, server_program: pathlib.Path, folder: pathlib.Path) -> None:
    """What is told of a place whose puzzle changes, and changes back, is of that puzzle."""
    home = folder / "rollback"
    home.mkdir()
    service.make_tree(program, home)

    def release() -> int:
        return json.loads((home / "output/puzzles/manifest.json").read_text())["release"]

    def press(*words: str) -> None:
        subprocess.run([program, *words], cwd=home, check=True, capture_output=True)

    server = Server(server_program, home, "--no-limits")

    def wait() -> None:
        until = time.monotonic() + 20
        while server.ask("GET", "/puzzles/manifest")[1].get("release") != release():
            check(time.monotonic() < until, f"release {release()} is not served")
            time.sleep(0.1)

    login = {"email": "player@example.org", "password": "correct horse"}
    server.ask("POST", "/auth/register", login, server.account()["token"])
    phone = server.account()["token"]

    def play(hints: int, cells: str, **members) -> dict:
        known = service.names(program, home)
        row = {"puzzle": known["slot_puzzle"], "cells": known[cells], "hints_used": hints}
        row |= {"updated_at": known["now"], **members}
        answer = server.ask("POST", "/sync", {"progress": {known["slot"]: row}}, phone)[1]
        check(answer.get("rejected") == {}, f"a row is refused: {answer}")
        return known

    before = release()
    play(2, "slot_begun")
    press("packs", "replace", "first:0", "--reason", "it spells a name")
    press("release", "publish")
    wait()
    known = play(3, "slot_solved", completed=1)
    made = subprocess.run(
        [server_program, "report", "--accounts", home / "accounts.sqlite"],
        capture_output=True,
        check=True,
    ).stdout
    lines = [line for line in json.loads(made)["puzzles"] if line["id"] == known["slot"]]
    told = [(line["puzzle"], line["hinted"], line["hints"]) for line in lines]
    check(told == [(known["slot_puzzle"], 1, 1)], f"the report gives a puzzle another's: {told}")
    press("release", "rollback", str(before))
    wait()
    token = server.ask("POST", "/auth/login", login, phone)[1]["token"]
    told = server.ask("GET", "/sync", token=token)[1]["progress"][known["slot"]]
    check(told["cells"] is None, f"a board is told of another puzzle: {told}")
    press("release", "publish", "--resume")
    wait()
    told = server.ask("GET", "/sync", token=token)[1]["progress"][known["slot"]]
    check(told["completed"] == 1, f"a board did not come back with its puzzle: {told}")
    server.end()
    say("puzzles that come and go have their own boards and hints, also where accounts become one")


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
    before = server.ask("GET", "/sync", token=account["token"])[1]
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
    # Phones tell by it that what they had sent since is lost, however far it has counted by now.
    check(state["epoch"] not in (None, before["epoch"]), f"a backup has the sign of {before}")
    answer = server.ask("POST", "/sync", {}, account["token"])[1]
    check(answer["epoch"] == state["epoch"], f"a POST tells another sign: {answer}")
    # Somebody who has bought it is not sent to the shop where the private part is not served.
    event = {"id": "here", "type": "NON_RENEWING_PURCHASE", "app_user_id": account["userId"]}
    event |= {"entitlement_ids": ["unlock_all"], "event_timestamp_ms": 1}
    pack = ("GET", "/puzzles/pack/paid", None, account["token"])
    check(server.ask(*pack)[0] == 403, "a pack that is not bought is not refused")
    server.ask("POST", "/webhook/revenuecat", {"event": event}, Authorization=SHOP)
    status, answer = server.ask(*pack)
    check((status, answer["code"]) == (503, "not_here"), f"a bought pack: {status} {answer}")
    server.end()
    say("a backup made under load was restored, sessions and all")


def backups_at_once(program: pathlib.Path, folder: pathlib.Path) -> None:
    """Of several backups to one place one is made; what fails says why, and leaves nothing."""
    home = folder / "backups"
    home.mkdir()
    words = [program, "backup", "--accounts", folder / "accounts.sqlite", "--to"]
    for number in range(5):
        copy = home / f"copy{number}"
        # What one that was killed may leave.
        for ending in ["", "-wal", "-shm", "-journal"]:
            (home / f"copy{number}.draft{ending}").write_text("broken off")
        made = [
            subprocess.Popen([*words, copy], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(4)
        ]
        told = [process.communicate()[1].decode() for process in made]
        codes = sorted(process.returncode for process in made)
        check(codes[0] == 0 and set(codes[1:]) <= {73, 75}, f"four at once: {codes} {told}")
        with contextlib.closing(sqlite3.connect(copy)) as database:
            whole = database.execute("PRAGMA integrity_check").fetchone()
        check(whole == ("ok",), f"the copy of four is {whole}")
        copy.unlink()
        left = [file.name for file in home.iterdir()]
        check(left == [], f"four backups at once leave {left}")
    (home / "link").symlink_to(home / "nowhere")
    code, text = service.refusal(*words, home / "link")
    check(code == 73 and "there already" in text, f"a link that leads nowhere: {code} {text}")
    small = ("-c", 'ulimit -f 20; exec "$@"', "sh")
    code, text = service.refusal(pathlib.Path("/bin/sh"), *small, *words, home / "small")
    check(code == 74 and "may files grow" in text, f"files that may not grow: {code} {text}")
    left = [file.name for file in home.iterdir()]
    check(left == ["link"], f"backups that fail leave {left}")
    say("of several backups at once one is made, and those that fail say why")


def links(program: pathlib.Path, folder: pathlib.Path) -> None:
    """A database is held by whatever link it is named, and has one name."""
    server = Server(program, folder, "--no-limits")
    accounts = folder / "accounts.sqlite"
    (folder / "linked.sqlite").symlink_to(accounts)
    keys = service.key_file(folder)
    tree = ("--output", folder / "output", "--port", "0", "--token-keys", keys)
    code, text = service.refusal(program, *tree, "--accounts", folder / "linked.sqlite")
    check(code == 75 and "another process" in text, f"a database by a link: {code} {text}")
    os.link(accounts, folder / "hard.sqlite")
    named = ("--accounts", folder / "hard.sqlite")
    for words in [tree, ("backup", "--to", folder / "hard.copy"), ("report",)]:
        code, text = service.refusal(program, *words, *named)
        check(
            code == 74 and "2 names" in text, f"a database of two names, {words[0]}: {code} {text}"
        )
    told = subprocess.run([program, "doctor", *named], capture_output=True, text=True).stdout
    check("2 names" in told, f"doctor on a database of two names: {told}")
    (folder / "hard.sqlite").unlink()
    (folder / "linked.sqlite").unlink()
    server.end()
    say("a database is held by whatever link it is named, and is refused by a second name")


def shown_dates(server: Server) -> None:
    """Of dates `now` tells the puzzles of those that can be had, and played, by now."""
    now = server.ask("GET", "/puzzles/now")[1]
    opened = json.loads(server.ask("GET", "/puzzles/opening")[1]["now"])
    check(now == opened, "an opening has another now")
    lines = [line for line in now["dates"]["daily"] if line["state"] == "published"]
    check(service.day(2) in lines[-1]["id"], f"now does not tell of the day after tomorrow: {now}")
    for line in lines:
        status, puzzle = server.ask("GET", "/puzzles/" + line["id"].replace(":", "/"))
        given = line.get("sbn", "").strip()
        check(status == (200 if given else 404), f"{line['id']} is {status}, and now says {given}")
        check(not given or puzzle["puzzle"].strip() == given, f"another puzzle of {line['id']}")
    say("now tells the puzzles of those dates that can be had")


def surplus(server: Server) -> None:
    """Whoever is refused can read so, also when it sends on; and cannot send for ever."""
    for size, is_whole in [(2 << 20, True), (100 << 20, False)]:
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
            head = f"POST /sync HTTP/1.1\r\nHost: h\r\nContent-Length: {size}\r\n\r\n"
            line.sendall(head.encode())
            check(b" 401 " in line.recv(1 << 16), "no answer before the body")
            sent = 0
            with contextlib.suppress(OSError):
                while sent < size:
                    sent += line.send(b"x" * min(1 << 16, size - sent))
        check((sent == size) == is_whole, f"{sent} bytes of {size} were taken behind a refusal")
    say("whoever sends on behind a refusal is cut off at last")


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
        ("nothing for a tree", ("--output", ""), 64, "behind --output, is empty"),
        ("an address of others", ("--host", "192.0.2.1"), 74, "name another --host"),
        ("an address that is none", ("--host", "192.0.2.256"), 74, "no such address"),
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
            (("--accounts", folder / "copy.sqlite", "--to", ""), 64, "behind --to, is empty"),
            (("--accounts", folder / "copy.sqlite", "--to="), 64, "--to is empty"),
        ]:
            got, text = service.refusal(program, command, *flags)
            check(got == code and words in text, f"{command} {flags}: {got} {text}")
    code, text = service.refusal(
        program, "backup", "--accounts", folder / "copy.sqlite", "--to", folder / "none/copy"
    )
    check(code == 73 and "none/copy cannot be" in text, f"a backup without a folder: {code} {text}")
    (folder / "kept.draft").mkdir()
    (folder / "kept.draft/note").touch()
    code, text = service.refusal(
        program, "backup", "--accounts", folder / "copy.sqlite", "--to", folder / "kept"
    )
    is_left = (folder / "kept.draft/note").exists()
    check(code == 73 and is_left, f"a backup where somebody's folder is: {code} {text}")
    shop, Server.shop = Server.shop, {}
    accounts = ("--accounts", folder / "new.sqlite", "--token-keys", keys)
    got, text = service.refusal(program, *tree, *accounts)
    check(got == 66 and "--no-shop" in text, f"a forgotten shop: {got} {text}")
    got, text = service.refusal(program, *tree, *accounts, "--no-shop", "--sandbox")
    check(got == 64 and "name one" in text, f"a shop's sandbox without one: {got} {text}")
    got, text = service.refusal(program, *tree, *accounts, "--no-shop", "--paid", "open")
    check(got == 64 and "with --accounts" in text, f"--paid with accounts: {got} {text}")
    typed = keys.read_text().splitlines()[0]
    for words, code in (([typed], 66), (typed.split(), 64)):
        wrong = (*accounts[:2], "--token-keys", *words)
        got, text = service.refusal(program, *tree, *wrong, "--no-shop")
        told = got == code and typed.split()[-1] not in text
        check(told, f"the keys themselves in the place of their file: {got} {text}")
    keys.chmod(0o644)
    server = Server(program, folder, "--no-shop")
    text = server.log.read_text()
    check("read by everybody" in text, f"keys that all can read are used without a word: {text}")
    keys.chmod(0o600)
    event = {"id": "none", "type": "TEST", "event_timestamp_ms": 1}
    status, _ = server.ask("POST", "/webhook/revenuecat", {"event": event}, Authorization="")
    check(status == 401, f"without a shop, an event is answered with {status}")
    server.end()
    Server.shop = shop
    for flags in [("--trusted-proxies", "127.0.0.1"), ("--no-limits",), ("--no-shop",)]:
        got, text = service.refusal(program, *tree, *flags)
        check(got == 64 and "needs --accounts" in text, f"{flags} alone: {got} {text}")
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
    elsewhere = folder / "elsewhere"
    shutil.copytree(folder / "output/private", elsewhere / "private")
    code, text = look("--output", folder / "output", "--private", elsewhere)
    check(code == 0, f"a private part that lies elsewhere: {code} {text}")
    code, text = look("--output", folder / "output", "--private", folder / "empty")
    check(code == 65 and "pack paid" in text, f"a private part that is not there: {code} {text}")
    damaged = folder / "damaged.sqlite"
    data = bytearray((folder / "copy.sqlite").read_bytes())
    data[4096:20_000] = bytes(20_000 - 4096)
    damaged.write_bytes(data)
    code, text = look("--output", folder / "output", "--accounts", damaged)
    check(code == 65 and "damaged" in text, f"a damaged database: {code} {text}")
    if pathlib.Path("/dev/full").exists():
        accounts = ("--accounts", folder / "accounts.sqlite")
        for words in (("report", *accounts), ("doctor", *tree)):
            with open("/dev/full", "wb") as full:
                done = subprocess.run(
                    [program, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
                )
            told = done.returncode == 74 and "make room" in done.stderr
            check(told, f"{words[0]} without room: {done.returncode} {done.stderr}")
    else:
        harness.skip("report and doctor without room: there is no /dev/full")
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
        tags(server)
        awaited_body(server)
        shrunk_pack(server)
        shown_dates(server)
        surplus(server)
        metrics(server_program, server)
        server.end()
        if harness.has("faketime"):
            hard_days(program, server_program, folder)
            limits_without_clock(server_program, folder)
            answers_without_clock(server_program, folder)
        limits(server_program, folder)
        signed_events(server_program, folder)
        sandbox(server_program, folder)
        export(server_program, folder, known)
        strangers(server_program, folder)
        purchase_histories(server_program, folder)
        mails(server_program, folder)
        report(server_program, folder, known)
        rolled_back(program, server_program, folder)
        rotation(server_program, folder)
        backup(server_program, folder)
        backups_at_once(server_program, folder)
        links(server_program, folder)
        unfit(server_program, folder)
        doctor(server_program, folder)
        operators(server_program, folder)
        service.no_secrets(folder)


if __name__ == "__main__":
    main()
