#!/usr/bin/env python3
"""Asks a service what the files beside this one say, and holds its answers against them.

Each file is a list of stories; a story is a list of requests with what they should be answered.
In requests `{name}` is put in; in answers `$name` keeps what stands there, `$any` takes anything,
`$none` says that a member is not there. An object in an answer may have members that the file does
not name; a list may not, and `{}` has none. Any service can be asked: --base-url.

A step with `clock` sets the service's clock first, and `{now}` with it. That takes a service whose
clock libfaketime reads from a file (LD_PRELOAD, FAKETIME_TIMESTAMP_FILE, FAKETIME_NO_CACHE=1,
FAKETIME_DONT_FAKE_MONOTONIC=1, started through `env`), which --clock-file names; without it such
stories are skipped, and said so. `solves: {id: time}` sends solved boards of places, which are in
`places` of the names: `{id: {puzzle, solved}}`.

Names that are there from the start: `{device}` and `{email}`, new in each story; `{daily}`,
`{slot}` with `{…_cells}`, `{…_solved}` and `{…_puzzle}`: a place of the tree, its empty and its
solved board as the apps keep them, and its fingerprint, likewise `{slot1}` … `{slot3}`, `{before}`,
a daily of two days ago, and in stories with a clock `{date}`, the first of `places`; `{changed}`, a
slot that has got another puzzle; `{replaced}`, a daily that had another puzzle before it began, and
`{replaced_from}`, when it begins; `{today}`, `{tomorrow}`, `{far}`, `{withdrawn}`: days; `{now}` in
milliseconds; `{shop}`, what the shop shows.
`rows: 501` sends so many rows of places that there are not.
"""

import argparse
import datetime
import email.utils
import hashlib
import hmac
import http.client
import json
import pathlib
import re
import secrets
import sys
import time
import urllib.parse

import yaml

HERE = pathlib.Path(__file__).parent


class Failure(Exception):
    pass


def seconds(moment: str) -> int:
    """Seconds since 1970 of a time such as 2032-12-31T12:00:00Z."""
    return int(datetime.datetime.fromisoformat(moment).timestamp())


class Clock:
    """The clock of a service that reads it from a file, by libfaketime."""

    def __init__(self, file: pathlib.Path):
        self.file = file
        self.reset()

    def set(self, moment: str, url: urllib.parse.SplitResult) -> None:
        """Sets it, and waits until the service shows that time."""
        self.write(seconds(moment) - int(time.time()))
        shown = ""
        for _ in range(100):
            shown = answer(url, "GET", "/healthz", {}, None)[1].get("date", "")
            if (
                shown
                and abs(email.utils.parsedate_to_datetime(shown).timestamp() - seconds(moment)) < 20
            ):
                return
            time.sleep(0.05)
        raise Failure(f"the service's clock is not set to {moment}: it shows {shown}")

    def reset(self) -> None:
        self.write(0)

    def write(self, ahead: int) -> None:
        # Whoever reads it must not meet half of it.
        draft = self.file.with_name(self.file.name + ".draft")
        draft.write_text(f"{ahead:+d}\n", encoding="utf-8")
        draft.replace(self.file)


def answer(url, method: str, path: str, headers: dict, body) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer."""
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
    try:
        connection.request(method, path, body=body, headers=headers)
        given = connection.getresponse()
        return given.status, {key.lower(): item for key, item in given.getheaders()}, given.read()
    finally:
        connection.close()


class Story:
    def __init__(self, base: str, names: dict[str, object], clock: Clock | None = None):
        self.url = urllib.parse.urlsplit(base)
        self.clock = clock
        self.names = {
            **names,
            "device": secrets.token_hex(16),
            "device2": secrets.token_hex(16),
            "device3": secrets.token_hex(16),
            "email": f"{secrets.token_hex(6)}@example.org",
            "id": secrets.token_hex(8),
        }

    def filled(self, value):
        if isinstance(value, str):
            if match := re.fullmatch(r"\{(\w+)\}", value):
                return self.known(match[1])
            if match := re.fullmatch(r"\{(\w+)([+-]\d+)\}", value):
                return self.known(match[1]) + int(match[2])
            return re.sub(r"\{(\w+)\}", lambda match: str(self.known(match[1])), value)
        if isinstance(value, list):
            return [self.filled(item) for item in value]
        if isinstance(value, dict):
            return {self.filled(key): self.filled(item) for key, item in value.items()}
        return value

    def known(self, name: str):
        if name not in self.names:
            raise Failure(f"nothing is called {name} yet")
        return self.names[name]

    def solved(self, places: dict[str, str]) -> dict:
        """What a phone sends that has solved the puzzles of places, each at a time."""
        rows = {}
        for identifier, moment in places.items():
            if identifier not in self.names.get("places", {}):
                raise Failure(f"no solution of {identifier} is known")
            place = self.names["places"][identifier]
            at = seconds(moment) * 1000
            rows[identifier] = {
                "puzzle": place["puzzle"],
                "cells": place["solved"],
                "time_ms": 1000,
                "completed": 1,
                "completed_at": at,
                "updated_at": at,
            }
        return {"progress": rows}

    def ask(self, step: dict) -> None:
        if "clock" in step:
            self.clock.set(step["clock"], self.url)
            self.names["now"] = seconds(step["clock"]) * 1000
        method, path = self.filled(step["request"]).split(" ", 1)
        headers = {key: str(self.filled(item)) for key, item in step.get("headers", {}).items()}
        if "as" in step:
            headers["Authorization"] = f"Bearer {self.filled(step['as'])}"
        body = None
        if "rows" in step:
            rows = {f"nowhere:{number}": {"hints_used": 1} for number in range(step["rows"])}
            step = {**step, "json": {"progress": rows}}
        if "solves" in step:
            step = {**step, "json": self.solved(step["solves"])}
        if "json" in step:
            body = json.dumps(self.filled(step["json"])).encode()
            headers.setdefault("Content-Type", "application/json")
        if "body" in step:
            body = str(self.filled(step["body"])).encode()
        if "bytes" in step:
            body = b" " * step["bytes"]
        if "signed" in step:
            moment = int(time.time()) + step.get("late", 0)
            signed = f"{moment}.".encode() + (body or b"")
            digest = hmac.new(step["signed"].encode(), signed, hashlib.sha256).hexdigest()
            headers["X-RevenueCat-Webhook-Signature"] = f"t={moment},v1={digest}"
        for _ in range(step.get("times", 1)):
            self.once(method, path, headers, body, step.get("expect", {}))

    def once(self, method, path, headers, body, expected) -> None:
        status, given, text = answer(self.url, method, path, headers, body)
        at = f"{method} {path}"
        if status != expected.get("status", 200):
            raise Failure(f"{at}: {status}, expected {expected.get('status', 200)}: {text[:300]!r}")
        for key, item in expected.get("headers", {}).items():
            self.match(given.get(key.lower(), "$none"), self.filled_answer(item), f"{at}: {key}")
        if "text" in expected and not re.fullmatch(expected["text"], text.decode()):
            raise Failure(f"{at}: {text[:300]!r}, expected {expected['text']}")
        if "json" in expected:
            self.match(json.loads(text), expected["json"], at)

    def filled_answer(self, item):
        return item if isinstance(item, str) and item.startswith("$") else self.filled(item)

    def match(self, given, expected, at: str) -> None:
        if isinstance(expected, str) and expected.startswith("$"):
            if expected == "$none":
                raise Failure(f"{at}: {given!r} is there, and should not be")
            if expected != "$any":
                self.names[expected[1:]] = given
            return
        if isinstance(expected, dict):
            if not isinstance(given, dict):
                raise Failure(f"{at}: {given!r}, expected an object")
            if given and not expected:
                raise Failure(f"{at}: {given!r}, expected nothing in it")
            for key, item in expected.items():
                name = str(self.filled(key))
                if item == "$none":
                    if name in given:
                        raise Failure(f"{at}.{name}: {given[name]!r} is there, and should not be")
                    continue
                if name not in given:
                    raise Failure(f"{at}.{name}: is not there in {given!r}")
                self.match(given[name], item, f"{at}.{name}")
            return
        if isinstance(expected, list):
            if not isinstance(given, list) or len(given) != len(expected):
                raise Failure(f"{at}: {given!r}, expected {expected!r}")
            for index, item in enumerate(expected):
                self.match(given[index], item, f"{at}[{index}]")
            return
        value = self.filled(expected)
        if given != value or isinstance(given, bool) != isinstance(value, bool):
            raise Failure(f"{at}: {given!r}, expected {value!r}")


def run(
    base: str,
    names: dict[str, object],
    files: list[pathlib.Path] | None = None,
    clock: Clock | None = None,
) -> int:
    """Runs all stories, and gives how many failed."""
    failures = count = requests = skipped = 0
    for file in files or sorted(HERE.glob("*.yaml")):
        for story in yaml.safe_load(file.read_text(encoding="utf-8")):
            needs_clock = any("clock" in step for step in story["steps"])
            if needs_clock and clock is None:
                skipped += 1
                print(f"{file.name}: skipped: {story['story']}", flush=True)
                continue
            count += 1
            player = Story(base, names, clock)
            for number, step in enumerate(story["steps"], 1):
                requests += 1
                try:
                    player.ask(step)
                except (Failure, OSError, ValueError) as failure:
                    failures += 1
                    print(f"{file.name}: {story['story']}, step {number}: {failure}", flush=True)
                    break
            if needs_clock:
                clock.reset()
    if skipped:
        print(
            f"conformance: {skipped} stories are skipped, which set the service's clock: name it"
            " with --clock-file",
            flush=True,
        )
    print(
        f"conformance: {count - failures} of {count} stories hold, {requests} requests", flush=True
    )
    if count == 0:
        print("conformance: there are no stories")
        return 1
    return failures


def fingerprint(text: str) -> str:
    return hashlib.sha256(".".join(text.split(".")[:2]).encode()).hexdigest()[:16]


def place(name: str, identifier: str, text: str, stars: list[int]) -> dict[str, object]:
    """What stories need of a place."""
    side = int(text.split("x")[0])
    cells = [0] * (side * side)
    solved = [1 if cell in stars else 0 for cell in range(side * side)]
    wrong = solved.copy()
    wrong[stars[0]], wrong[stars[0] + (1 if stars[0] % side < side - 1 else -1)] = 0, 1

    def packed(board: list[int]) -> str:
        return json.dumps(board, separators=(",", ":"))

    return {
        name: identifier,
        f"{name}_cells": packed(cells),
        f"{name}_begun": packed([2, *cells[1:]]),
        f"{name}_solved": packed(solved),
        f"{name}_wrong": packed(wrong),
        f"{name}_puzzle": fingerprint(text),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--names", type=pathlib.Path, help="a JSON file of names for the stories")
    parser.add_argument(
        "--clock-file", type=pathlib.Path, help="the file that the service's libfaketime reads"
    )
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    names = json.loads(options.names.read_text(encoding="utf-8")) if options.names else {}
    names.setdefault("now", int(time.time() * 1000))
    clock = Clock(options.clock_file) if options.clock_file else None
    sys.exit(1 if run(options.base_url, names, options.files, clock) else 0)


if __name__ == "__main__":
    main()
