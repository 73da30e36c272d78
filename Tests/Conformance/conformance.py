#!/usr/bin/env python3
"""Asks a service what the files beside this one say, and holds its answers against them.

Each file is a list of stories; a story is a list of requests with what they should be answered.
In requests `{name}` is put in; in answers `$name` keeps what stands there, `$any` takes anything,
`$none` says that a member is not there. An object in an answer may have members that the file does
not name; a list may not. Any service can be asked: --base-url.

Names that are there from the start: `{device}` and `{email}`, new in each story; `{daily}`,
`{slot}` with `{…_cells}`, `{…_solved}` and `{…_puzzle}`: a place of the tree, its empty and its
solved board as the apps keep them, and its fingerprint, likewise `{slot1}` … `{slot3}` and
`{before}`, a daily of two days ago; `{today}`, `{tomorrow}`, `{far}`, `{withdrawn}`: days; `{now}`
in milliseconds; `{shop}`, what the shop shows. `rows: 501` sends so many rows of places that there
are not.
"""

import argparse
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


class Story:
    def __init__(self, base: str, names: dict[str, object]):
        self.url = urllib.parse.urlsplit(base)
        self.names = {
            **names,
            "device": secrets.token_hex(16),
            "device2": secrets.token_hex(16),
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

    def ask(self, step: dict) -> None:
        method, path = self.filled(step["request"]).split(" ", 1)
        headers = {key: str(self.filled(item)) for key, item in step.get("headers", {}).items()}
        if "as" in step:
            headers["Authorization"] = f"Bearer {self.filled(step['as'])}"
        body = None
        if "rows" in step:
            rows = {f"nowhere:{number}": {"hints_used": 1} for number in range(step["rows"])}
            step = {**step, "json": {"progress": rows}}
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
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=20)
        try:
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        at = f"{method} {path}"
        if answer.status != expected.get("status", 200):
            raise Failure(
                f"{at}: {answer.status}, expected {expected.get('status', 200)}: {text[:300]!r}"
            )
        given = {key.lower(): item for key, item in answer.getheaders()}
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


def run(base: str, names: dict[str, object], files: list[pathlib.Path] | None = None) -> int:
    """Runs all stories, and gives how many failed."""
    failures = count = requests = 0
    for file in files or sorted(HERE.glob("*.yaml")):
        for story in yaml.safe_load(file.read_text(encoding="utf-8")):
            count += 1
            player = Story(base, names)
            for number, step in enumerate(story["steps"], 1):
                requests += 1
                try:
                    player.ask(step)
                except (Failure, OSError, ValueError) as failure:
                    failures += 1
                    print(f"{file.name}: {story['story']}, step {number}: {failure}", flush=True)
                    break
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
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    names = json.loads(options.names.read_text(encoding="utf-8")) if options.names else {}
    names.setdefault("now", int(time.time() * 1000))
    sys.exit(1 if run(options.base_url, names, options.files) else 0)


if __name__ == "__main__":
    main()
