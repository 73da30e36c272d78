#!/usr/bin/env python3
"""Attacks on the service with accounts, each with its name: none may come to anything.

Forged tokens; rows of others; members that are the server's own; SQL in every text; names that a
NUL cuts short, and addresses of letters that are like others; JSON that is none, too deep, too long
or with repeated members; paths out of the tree in every parameter; line breaks in headers; requests
hidden in others behind a proxy; X-Forwarded-For from strangers; bodies that come byte by byte, are
cut off or from strange shops; brute force; a guess at who has an account by the time it takes
(TRIES=40; 500 for medians within 5 %); long texts for addresses; more clients than are remembered;
answers that nobody reads; ten thousand connections that say nothing (CONNECTIONS=10000).
"""

import base64
import contextlib
import http.client
import json
import pathlib
import resource
import secrets
import socket
import statistics
import struct
import time

import harness
import service
from harness import check, say
from service import SHOP, Server, token


def forged_tokens(server: Server) -> None:
    account, other = server.account(), server.account()
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
        "a path for a key id": token(claims, {**header, "kid": "../../dev/null"}, b""),
        "no key id": token(claims, {key: header[key] for key in header if key != "kid"}),
        "a key of its own": token(claims, {**header, "jwk": {"kty": "oct", "k": "eA"}}, b"x"),
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
        for method, path in [("GET", "/sync"), ("GET", "/puzzles/pack/paid")]:
            status, answer = server.ask(method, path, token=forged)
            check(status == 401, f"{name}: {status} {answer}")
    revoked = server.ask("POST", "/auth/refresh", token=other["token"])[1]["token"]
    check(server.ask("GET", "/sync", token=revoked)[0] == 200, "a new token is refused")
    check(server.ask("GET", "/sync", token=other["token"])[0] == 401, "a revoked token is believed")
    server.ask("POST", "/auth/logout", token=revoked)
    check(server.ask("GET", "/sync", token=revoked)[0] == 401, "an ended session is open")
    check(server.ask("GET", "/sync", token=whole)[0] == 200, "the attacks have ended the session")
    say(f"{len(forgeries)} forged tokens and 2 revoked ones are refused")


def rows_of_others(server: Server, known: dict) -> None:
    """Whatever a client names, it reads and writes its own rows."""
    mine, theirs = server.account(), server.account()
    row = {"puzzle": known["slot_puzzle"], "cells": known["slot_begun"], "updated_at": known["now"]}
    server.ask("POST", "/sync", {"progress": {known["slot"]: row}}, theirs["token"])
    for body in [
        {"userId": theirs["userId"], "packProgress": {"first": 3}},
        {"user_id": theirs["userId"], "settings": {"sound": 0, "updated_at": 9}},
        {"progress": {f"{theirs['userId']}:0": row}},
    ]:
        server.ask("POST", "/sync", body, mine["token"])
    for path in [f"/sync?userId={theirs['userId']}", f"/account/export?user_id={theirs['userId']}"]:
        text = json.dumps(server.ask("GET", path, token=mine["token"])[1])
        check(theirs["userId"] not in text and known["slot_begun"] not in text, f"{path}: {text}")
    state = server.ask("GET", "/sync", token=theirs["token"])[1]
    check(state["packProgress"] == {} and state["settings"]["updated_at"] == 0, f"theirs: {state}")
    # The id of an account is no secret of a phone's.
    for device in [theirs["userId"], theirs["userId"].upper()]:
        opened = server.ask("POST", "/auth/anon", {"deviceId": device})[1]
        check(opened["userId"] != theirs["userId"], "an account opens by its id")
    say("nobody reads or writes rows of another")


def members_of_the_server(server: Server, known: dict) -> None:
    """Mass assignment: streaks, hints, purchases, times of the server, sent by a client."""
    account = server.account()
    body = {
        "settings": {
            **{"streak_daily": 99, "streak_weekly": 99, "last_daily": "2026-01-01"},
            **{"hints_remaining": 99, "theme": "dark", "updated_at": known["now"]},
        },
        "purchases": {"unlock_all": 1, "entitlements": ["unlock_all"]},
        "entitlements": [{"name": "unlock_all"}],
        "change": 10**9,
        "email": "a@b.de",
        "progress": {
            known["slot"]: {
                **{"puzzle": known["slot_puzzle"], "cells": known["slot_begun"]},
                **{"received_at": 1, "change": 10**9, "user_id": "x", "updated_at": known["now"]},
            }
        },
    }
    status, answer = server.ask("POST", "/sync", body, account["token"])
    check(status == 200 and answer["cursor"] < 10, f"a sync: {status} {answer}")
    state = server.ask("GET", "/sync", token=account["token"])[1]
    check(state["settings"]["streak_daily"] == 0, f"a streak was sent: {state['settings']}")
    check(state["settings"]["hints_remaining"] == 3, "hints were sent")
    check(state["purchases"]["entitlements"] == [], f"purchases were sent: {state['purchases']}")
    check(
        server.ask("GET", "/puzzles/pack/paid", token=account["token"])[0] == 403, "a pack opened"
    )
    opened = server.ask("POST", "/auth/anon", {"deviceId": secrets.token_hex(16), "userId": "root"})
    check(opened[1]["userId"] != "root", "a client chose its account's id")
    say("what is the server's own is not taken from clients")


def strange_texts(server: Server) -> None:
    """SQL, line breaks, nothing and everything in every text that is looked up or kept."""
    account = server.account()
    texts = [
        *("' OR '1'='1", "'); DROP TABLE users; --", '" OR 1=1 --', "%", "\u0000", "a\u0000b"),
        *("\r\nX-Evil: 1", "../../etc/passwd", "$(id)", "`id`", "{{7*7}}", "\ud800", "😀" * 50, ""),
    ]
    for text in texts:
        for method, path, body in [
            ("POST", "/auth/anon", {"deviceId": text}),
            ("POST", "/auth/login", {"email": text, "password": text}),
            ("POST", "/auth/reset", {"email": text}),
            ("POST", "/auth/reset/confirm", {"token": text, "password": "x" * 9}),
            ("POST", "/auth/register", {"email": text, "password": "x" * 9}),
            ("POST", "/sync", {"packProgress": {text: 1}, "settings": {text: text}}),
            ("POST", "/sync", {"progress": {text: {"puzzle": text, "cells": text}}}),
            ("POST", "/sync", {"settings": {"theme": text, "updated_at": 1}}),
        ]:
            status, answer = server.ask(method, path, body, account["token"])
            check(status < 500, f"{text!r} in {path}: {status} {answer}")
        event = {"id": f"x{text}", "type": text, "app_user_id": text, "entitlement_ids": [text]}
        for more in [{}, {"aliases": [text]}, {"transferred_to": [text], "type": "TRANSFER"}]:
            body = {
                "event": {**event, "id": f"{event['id']}{more}", "event_timestamp_ms": 1, **more}
            }
            status, answer = server.ask("POST", "/webhook/revenuecat", body, Authorization=SHOP)
            check(status < 500, f"{text!r} in an event: {status} {answer}")
    check(server.ask("GET", "/sync", token=account["token"])[0] == 200, "the session is gone")
    hostile = [
        "..%2f..%2f..%2fetc%2fpasswd",
        "..%5c..%5cetc",
        "%00",
        "'%20OR%201=1--",
        "%f0%9f%8c%9f",
    ]
    hostile += ["%2e%2e", "a" * 5000, "first%00.json", "first%2f..%2fpaid", "%c0%ae%c0%ae%2f"]
    for text in hostile:
        for path in ["pack/{}", "pack/first?v={}", "daily/{}", "weekly/{}", "monthly/{}", "{}"]:
            status, _, body = server.send("GET", "/puzzles/" + path.format(text))
            expected = (200,) if "?v=" in path else (400, 404)
            check(status in expected and b"root:" not in body, f"{path}, {text[:20]}: {status}")
        status, answer = server.ask("GET", f"/sync?since={text}", token=account["token"])
        check(status == 400, f"since={text[:20]}: {status} {answer}")
    say(f"{len(texts)} odd texts in every member and {len(hostile)} in every path do nothing")


def names_cut_short(server: Server) -> None:
    """A NUL, at which SQLite ends a text, makes no name of a longer one."""
    account, mark = server.account(), secrets.token_hex(6)
    user = account["userId"]
    event = {"id": mark, "type": "INITIAL_PURCHASE", "app_user_id": user, "product_id": "p"}
    event |= {"entitlement_ids": ["unlock_all"], "event_timestamp_ms": 1000}
    taken = {"type": "TRANSFER", "transferred_from": ["a"], "transferred_to": ["b"]}
    for members in [
        {"id": f"{mark}\0x"},
        {"app_user_id": f"{user}\0x"},
        {"original_app_user_id": "\0"},
        {"aliases": ["a", f"{user}\0"]},
        {"entitlement_ids": ["unlock_all\0x"]},
        {"product_id": "p\0"},
        {**taken, "transferred_from": [f"{user}\0x"]},
        {**taken, "transferred_to": [f"{user}\0x"]},
    ]:
        body = {"event": {**event, **members}}
        status, answer = server.ask("POST", "/webhook/revenuecat", body, Authorization=SHOP)
        check((status, answer.get("code")) == (400, "bad_event"), f"{members}: {status} {answer}")
    bought = server.ask("GET", "/sync", token=account["token"])[1]["purchases"]["entitlements"]
    check(bought == [], f"a name that is cut short has bought {bought}")
    status, answer = server.ask("POST", "/webhook/revenuecat", {"event": event}, Authorization=SHOP)
    check(answer.get("outcome") == "done", f"an event whose id was cut out: {status} {answer}")
    say("names with a NUL in them are nobody's, and cut no other name out")


def alike_addresses(server: Server) -> None:
    """Letters that look like those of an address, or count as them, make no address."""
    account, mark = server.account(), secrets.token_hex(6)
    for text in [
        f"a\u0335{mark}@example.org",
        f"a\ufe0f{mark}@example.org",
        f"a{mark}@example\u200d.org",
        f"1\u20e3{mark}@example.org",
        f"\u1fef{mark}@example.org",
        f"\u212a{mark}@example.org",
        f"{mark}@exa\u0301mple.org",
        f"{mark}\uff20example.org",
        f"{mark}@example\u3002org",
        f"\U0001d41a{mark}@example.org",
    ]:
        login = {"email": text, "password": "correct horse"}
        status, answer = server.ask("POST", "/auth/register", login, account["token"])
        check((status, answer.get("code")) == (422, "bad_email"), f"{text!r}: {status} {answer}")
    say("addresses of letters that are like others are none")


def strange_bodies(server: Server) -> None:
    """JSON bombs, repeated members, lengths that lie; each answered at once, and nothing grows."""
    mine = server.account()["token"]
    bearer = {"Authorization": f"Bearer {mine}"}
    before = server.metric("resident_bytes")
    wide = b'{"progress":{' + b",".join(b'"a:%d":{}' % n for n in range(100_000)) + b"}}"
    bombs = {
        "deep arrays": (b"[" * 100_000 + b"]" * 100_000, 400),
        "deep objects": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, 400),
        "seventeen deep": (b"[" * 17 + b"]" * 17, 400),
        "repeated members": (b'{"packProgress":{},"packProgress":{"first":3}}', 400),
        "repeated by an escape": (b'{"settings":{},"s\\u0065ttings":{}}', 400),
        "repeated deep inside": (b'{"settings":{"sound":1,"sound":0}}', 400),
        "too many entries": (wide[: 1 << 20], 400),
        "a number without an end": (b'{"settings":{"updated_at":' + b"9" * 900_000 + b"}}", 200),
        "an exponent": (b'{"settings":{"sound":0,"updated_at":1e999999}}', (200, 400)),
        "two megabytes": (b" " * (2 << 20), 413),
        "half of it": (b'{"settings":', 400),
        "two of them": (b"{}{}", 400),
        "not UTF-8": (b'{"settings":{"theme":"\xff\xfe"}}', 400),
        "a mark in front": (b"\xef\xbb\xbf{}", 400),
        "comments": (b'{/* */"settings":{}}', 400),
    }
    for name, (body, expected) in bombs.items():
        begun = time.monotonic()
        status, _, text = server.send("POST", "/sync", body, **bearer)
        allowed = expected if isinstance(expected, tuple) else (expected,)
        check(status in allowed, f"{name}: {status} {text[:100]}")
        check(time.monotonic() - begun < 5, f"{name} takes {time.monotonic() - begun:.1f} s")
    for kind in ["text/plain", "application/xml", "application/json2", ""]:
        status = server.send("POST", "/sync", b"{}", Content_Type=kind, **bearer)[0]
        check(status == 415, f"a body of type {kind!r}: {status}")
    check(server.metric("resident_bytes") < before + (200 << 20), "the bombs are in its memory")
    say(f"{len(bombs)} bodies that are none are refused, and none takes long or much")


def hidden_requests(server: Server) -> None:
    """Smuggling: a second request inside a first one must not be answered, or be nobody's."""
    inner = b"GET /puzzles/pack/first HTTP/1.1\r\nHost: x\r\nX-Inner: 1\r\n\r\n"
    post = b"POST /auth/anon HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    chunked = b"0\r\n\r\n"
    requests = {
        "length and chunks": b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked,
        "chunks and length": b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + chunked,
        "two lengths": b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(inner),
        "a length with a sign": b"Content-Length: +0\r\n\r\n",
        "a length with a blank": b"Content-Length : 0\r\n\r\n",
        "a coding with a tab": b"Transfer-Encoding:\tchunked, identity\r\n\r\n" + chunked,
        "a coding that is none": b"Transfer-Encoding: xchunked\r\n\r\n" + chunked,
        "a folded coding": b"Transfer-Encoding:\r\n chunked\r\n\r\n" + chunked,
        "a bare line feed": b"Transfer-Encoding: chunked\n\r\n" + chunked,
        "a chunk that is too long": b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
        "a chunk with a sign": b"Transfer-Encoding: chunked\r\n\r\n-1\r\n",
        "a null in a header": b"X: a\x00b\r\nContent-Length: 0\r\n\r\n",
    }
    for name, rest in requests.items():
        answer = server.raw(post + rest + inner)
        # Two answers are what two requests on one connection get; but the first must be refused
        # for what it is, and where its end is in doubt nothing may follow.
        answers = answer.count(b"HTTP/1.1 ")
        check(b'"puzzles":[' not in answer or answers == 2, f"{name}: {answer[:200]}")
        if name in ("length and chunks", "chunks and length", "two lengths", "a folded coding"):
            check(answers <= 1, f"{name}: {answers} answers: {answer[:300]}")
    injected = server.raw(
        b"GET /puzzles/pack/first%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: x\r\n"
        b"If-None-Match: a\r\n b\r\nConnection: close\r\n\r\n"
    )
    check(b"X-Evil" not in injected.split(b"\r\n\r\n")[0], f"a header was injected: {injected}")
    check(server.ask("GET", "/healthz")[0] == 200, "the server is ill")
    say(f"{len(requests)} requests with another hidden in them, and an injected header, do nothing")


def strangers_forwarding(program: pathlib.Path, folder: pathlib.Path) -> None:
    """Only proxies that are trusted say whose a request is."""
    server = Server(program, folder)
    for number in range(12):
        status, _ = server.ask(
            "POST",
            "/auth/anon",
            {"deviceId": secrets.token_hex(16)},
            X_Forwarded_For=f"192.0.2.{number}",
        )
    check(status == 429, "a stranger's X-Forwarded-For is believed")
    server.end()
    # However its address is written.
    server = Server(program, folder, "--trusted-proxies", "2001:DB8::1,::FFFF:127.0.0.1")
    for number in range(12):
        # The proxy adds the true one behind what the client has claimed.
        status, _ = server.ask(
            "POST",
            "/auth/anon",
            {"deviceId": secrets.token_hex(16)},
            X_Forwarded_For=f"192.0.2.{number}, 203.0.113.7",
        )
    check(status == 429, "what a client claims before the proxy's word is believed")
    lies = ["not an address", "", ",", "127.0.0.1", "x" * 5000, "1.2.3.4:5", "[::1]"]
    for text in lies * 2:
        status, _ = server.ask(
            "POST", "/auth/anon", {"deviceId": secrets.token_hex(16)}, X_Forwarded_For=text
        )
        check(status in (200, 429, 431), f"X-Forwarded-For: {text[:20]}: {status}")
    check(status == 429, "every lie is a bucket of its own")
    # As long as a head may be: no more of it is read than what the proxy has written.
    times = []
    for text in ["192.0.2.1," * 6000 + "203.0.113.8", "x," * 30_000 + "203.0.113.8", "x" * 60_000]:
        for _ in range(20):
            begun = time.perf_counter()
            status = server.send("HEAD", "/puzzles/pack/first", X_Forwarded_For=text)[0]
            times.append(time.perf_counter() - begun)
            check(status == 200, f"X-Forwarded-For: {text[:20]}: {status}")
    took = statistics.median(times)
    check(took < 0.004, f"a long X-Forwarded-For takes {took * 1e3:.1f} ms")
    server.end()
    say("X-Forwarded-For is believed of trusted proxies alone, and then its last word")


def brute_force(program: pathlib.Path, folder: pathlib.Path) -> None:
    """Guesses at a password, a reset and a device meet 429."""
    server = Server(program, folder, "--no-limits")
    account = server.account()
    login = {"email": f"{secrets.token_hex(6)}@example.org", "password": "correct horse"}
    check(server.ask("POST", "/auth/register", login, account["token"])[0] == 200, "no account")
    server.end()
    server = Server(program, folder, "--trusted-proxies", "127.0.0.1")
    guess = {**login, "password": "wrong horse"}
    # Each from another address: the account itself is what is guarded.
    answers = [
        server.ask("POST", "/auth/login", guess, X_Forwarded_For=f"198.51.100.{number}")[0]
        for number in range(12)
    ]
    check(answers == [401] * 10 + [429] * 2, f"guesses from everywhere: {answers}")
    answers = [
        server.ask(
            "POST",
            "/auth/reset/confirm",
            {"token": secrets.token_hex(16), "password": "x" * 9},
            X_Forwarded_For="198.51.100.99",
        )[0]
        for _ in range(12)
    ]
    check(answers[-1] == 429 and 200 not in answers, f"guesses at a reset: {answers}")
    answers = [
        server.ask(
            "POST", "/auth/anon", {"deviceId": f"{number:032x}"}, X_Forwarded_For="198.51.100.98"
        )[0]
        for number in range(12)
    ]
    check(answers == [200] * 10 + [429] * 2, f"guesses at a device: {answers}")
    server.end()
    say("guesses at passwords, resets and devices meet 429")


def told_by_time(server: Server, tries: int) -> None:
    """An address that nobody has costs as much as a wrong password."""
    account = server.account()
    email = f"{secrets.token_hex(6)}@example.org"
    login = {"email": email, "password": "correct horse"}
    check(server.ask("POST", "/auth/register", login, account["token"])[0] == 200, "no account")
    times: dict[str, list[float]] = {"wrong": [], "unknown": []}
    # The same address over again, too, so that nothing differs but whether it is there.
    addresses = [("wrong", email), ("unknown", f"x{email[1:]}")]
    for number in range(tries):
        for name, address in addresses if number % 2 else reversed(addresses):
            begun = time.perf_counter()
            status, _ = server.ask("POST", "/auth/login", {"email": address, "password": "x" * 9})
            times[name].append(time.perf_counter() - begun)
            check(status == 401, f"a wrong login: {status}")
    wrong, unknown = (statistics.median(times[name]) for name in ("wrong", "unknown"))
    apart = abs(wrong - unknown) / wrong
    # Few tries on a busy machine say little.
    most = 0.05 if tries >= 500 else 0.15
    say(
        f"{tries} tries: a wrong password takes {wrong * 1e3:.1f} ms, an unknown address "
        f"{unknown * 1e3:.1f} ms, {apart:.1%} apart"
    )
    check(apart < most, "an unknown address is told by its time")


def slow_bodies(server: Server) -> None:
    """Bodies that come byte by byte are ended, and keep nobody else out."""
    head = b"POST /auth/anon HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(server.open()) for _ in range(100)]
        for connection in slow:
            connection.sendall(head + b"Content-Length: 400\r\n\r\n{")
        begun, ended = time.monotonic(), 0
        answers: dict[socket.socket, bytes] = {}
        while len(answers) < len(slow) and time.monotonic() - begun < 60:
            for connection in [each for each in slow if each not in answers]:
                connection.setblocking(False)
                try:
                    connection.sendall(b" ")
                except OSError:
                    pass
                try:
                    answers[connection] = connection.recv(1000)
                except BlockingIOError:
                    pass
                except OSError:
                    answers[connection] = b""
            took = time.monotonic()
            check(server.ask("GET", "/puzzles/versions")[0] == 200, "others are not served")
            check(time.monotonic() - took < 5, "others wait")
            time.sleep(0.5)
        ended = time.monotonic() - begun
        told = sum(answer.startswith(b"HTTP/1.1 408") for answer in answers.values())
    check(len(answers) == len(slow), f"{len(slow) - len(answers)} are still read after a minute")
    check(told == len(slow), f"{told} of {len(slow)} are told why: {set(answers.values())}")
    say(f"{len(slow)} bodies that come byte by byte are ended after {ended:.0f} s")


def strange_shops(server: Server) -> None:
    """What others than the shop have to tell is not waited for."""
    head = b"POST /webhook/revenuecat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    for shown in [b"", b"Authorization: wrong\r\n", b"Authorization: Bearer x\r\n"]:
        with server.open() as connection:
            begun = time.monotonic()
            connection.sendall(head + shown + b"Content-Length: 250000\r\n\r\n{")
            answer = connection.recv(1000)
            took = time.monotonic() - begun
        check(answer.startswith(b"HTTP/1.1 401") and took < 5, f"{shown}: {answer} in {took:.0f} s")
    say("bodies of others than the shop are not waited for")


def cut_off_bodies(server: Server) -> None:
    """Whoever goes away in the middle of a body is no fault of the service."""
    head = b"POST /auth/anon HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    reset = struct.pack("ii", 1, 0)
    for rest in [b"Content-Length: 400\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"]:
        for _ in range(10):
            with server.open() as connection:
                connection.sendall(head + rest)
                time.sleep(0.05)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
    time.sleep(1)
    check(server.metric("requests_total", 'status="500"') == 0, "a body that is cut off is a fault")
    check("fault:" not in server.log.read_text(), "the log has a fault of somebody who went away")
    say("20 bodies that are cut off are nobody's fault")


def long_addresses(program: pathlib.Path, folder: pathlib.Path, count: int = 10_000) -> None:
    """What is no address is not remembered, however much there is of it and wherever it is from."""
    server = Server(program, folder, "--trusted-proxies", "127.0.0.1")
    before = server.metric("resident_bytes")
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    for number in range(count):
        body = json.dumps({"email": f"{number}{'x' * 4000}"})
        client = f"10.{number // 2560 % 256}.{number // 10 % 256}.1"
        headers = {"Content-Type": "application/json", "X-Forwarded-For": client}
        connection.request("POST", "/auth/reset", body, headers)
        answer = connection.getresponse()
        check((answer.status, answer.read()) == (200, b'{"success":true}'), "a reset is refused")
    grown = server.metric("resident_bytes") - before
    check(grown < count * 2000, f"{count} long addresses take {grown / 2**20:.0f} MB")
    connection.close()
    server.end()
    say(f"{count} addresses that are none, of 4 kB each, take {grown / 2**20:.0f} MB")


def many_clients(program: pathlib.Path, folder: pathlib.Path, count: int = 100_000) -> None:
    """Where as many clients are remembered as may be, not each further one costs a look at all.

    Whoever has met a limit does not get round it by being many.
    """
    server = Server(program, folder, "--trusted-proxies", "127.0.0.1")

    def guesses(client: str) -> list[int]:
        guess = {"email": "one-of-many@example.org", "password": "wrong horse"}
        return [
            server.ask("POST", "/auth/login", guess, X_Forwarded_For=client)[0] for _ in range(10)
        ]

    exhausted = time.monotonic()
    answers = guesses("198.51.100.1")
    check(answers == [401] * 10, f"guesses at one account: {answers}")
    text = b'{"email":""}'
    head = b" HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 2001:db8:%x:%x::1\r\n"
    body = b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(text), text)
    times = []
    with server.open() as connection:

        def ask(requests: list[bytes]) -> None:
            """Sends requests one behind the other, and waits until all are answered."""
            connection.sendall(b"".join(requests))
            answers, tail = 0, b""
            while answers < len(requests):
                piece = connection.recv(1 << 16)
                check(piece != b"", "the server ends the connection")
                answers += (tail + piece).count(b"HTTP/1.1 200 ")
                tail = (tail + piece)[-12:]

        # One of ten that a client may ask for in an hour: it is remembered for minutes.
        reset = b"POST /auth/reset" + head + body
        # Guesses have taken two places, by their client and by their account.
        numbers = range(count - 3)
        for start in numbers[::200]:
            some = numbers[start : start + 200]
            ask([reset % (number >> 16, number & 0xFFFF) for number in some])
        # One of 300 a minute, which is forgotten after a fifth of a second: it makes room for the
        # next, and for no other.
        pack = b"HEAD /puzzles/pack/first" + head + b"\r\n"
        for number in range(30):
            time.sleep(0.25)
            begun = time.perf_counter()
            ask([pack % (0xFFFF, number)])
            times.append(time.perf_counter() - begun)
    answers = guesses("198.51.100.2")
    # One in 90 seconds may be tried again.
    most = 1 + (time.monotonic() - exhausted) // 90
    is_limited = set(answers) <= {401, 429} and answers.count(401) <= most
    check(is_limited, f"beside {count} clients, guesses at one account: {answers}")
    server.end()
    took = statistics.median(times)
    check(took < 0.004, f"beside {count} clients, each further one takes {took * 1e3:.1f} ms")
    say(f"beside {count} clients, a further one takes {took * 1e3:.1f} ms")


def silent_connections(program: pathlib.Path, folder: pathlib.Path, count: int) -> None:
    """Connections that say nothing keep nobody out, and are closed in the end."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(count, hard - 500)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count + 400), hard))
    server = Server(program, folder, "--no-limits", "--idle", "20")
    before = server.metric("resident_bytes")
    silent = []
    try:
        for number in range(count):
            # Loopback has as many addresses as are needed for more ports than one of them has.
            connection = socket.socket()
            connection.bind((f"127.0.0.{2 + number // 20_000}", 0))
            connection.connect(("127.0.0.1", server.port))
            silent.append(connection)
        begun = time.monotonic()
        for _ in range(50):
            check(server.ask("GET", "/puzzles/pack/first")[0] == 200, "others are not served")
        took = (time.monotonic() - begun) / 50
        grown = server.metric("resident_bytes") - before
        check(took < 0.5, f"others wait for {took:.2f} s")
        silent[-1].settimeout(60)
        check(silent[-1].recv(1) == b"", "a silent connection is never closed")
    finally:
        for connection in silent:
            connection.close()
    check(server.ask("GET", "/healthz")[0] == 200, "the server is ill")
    server.end()
    say(
        f"{count} silent connections take {grown / 2**20:.0f} MB, keep nobody out, and are closed; "
        f"others wait {took * 1e3:.0f} ms"
    )


class Deaf:
    """A client that asks without end, and reads nothing unless it is told to."""

    def __init__(self, server: Server, path: str, count: int):
        self.connection = socket.socket()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.connection.connect(("127.0.0.1", server.port))
        self.connection.settimeout(2)
        # What the server does not read any more is not sent.
        with contextlib.suppress(OSError):
            self.connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * count)
        self.connection.settimeout(30)

    def read(self, count: int) -> bytes:
        """So many bytes; fewer where the server has closed the connection."""
        data = b""
        with contextlib.suppress(ConnectionError):
            while len(data) < count and (piece := self.connection.recv(count - len(data))):
                data += piece
        return data


def deaf_connections(program: pathlib.Path, folder: pathlib.Path) -> None:
    """Who reads no answers is not answered without end, and is let go; who reads slowly is not."""
    server = Server(program, folder, "--no-limits", "--idle", "3")
    before = server.metric("resident_bytes")
    for path in ["/puzzles/pack/first", "/puzzles/catalog"]:
        deaf = Deaf(server, path, 150_000)
        grown = server.metric("resident_bytes") - before
        check(grown < 32 << 20, f"{path}: answers that nobody reads take {grown / 2**20:.0f} MB")
        # The system has room for some megabytes, and says that there is more late.
        slow = Deaf(server, path, 50_000)
        for _ in range(12):
            time.sleep(1)
            piece = slow.read(1 << 20)
            check(len(piece) == 1 << 20, f"{path}: who reads slowly is let go")
        check(b"HTTP/1.1 200 OK" in piece, f"{path}: a slow reader gets {piece[:80]!r}")
        # By now the other would have got all, if it had been waited for.
        rest = len(deaf.read(150_000 * 400))
        check(rest < 150_000 * 400, f"{path}: who reads nothing is waited for, for {rest} bytes")
        deaf.connection.close()
        slow.connection.close()
    server.end()
    say("who reads no answers takes little memory and is let go, and who reads slowly is served")


def main() -> None:
    if not harness.has(modules=("yaml",)):
        return
    program, server_program = harness.programs(
        __doc__, ".build/release/almanac", ".build/release/almanac-serve"
    )
    with service.house() as folder:
        service.make_tree(program, folder)
        known = service.names(program, folder)
        server = Server(server_program, folder, "--no-limits")
        forged_tokens(server)
        rows_of_others(server, known)
        members_of_the_server(server, known)
        strange_texts(server)
        names_cut_short(server)
        alike_addresses(server)
        strange_bodies(server)
        hidden_requests(server)
        slow_bodies(server)
        strange_shops(server)
        cut_off_bodies(server)
        told_by_time(server, harness.number("TRIES", 40, 5))
        server.end()
        strangers_forwarding(server_program, folder)
        brute_force(server_program, folder)
        long_addresses(server_program, folder)
        many_clients(server_program, folder)
        deaf_connections(server_program, folder)
        silent_connections(server_program, folder, harness.number("CONNECTIONS", 10_000, 10))
        service.no_secrets(folder)


if __name__ == "__main__":
    main()
