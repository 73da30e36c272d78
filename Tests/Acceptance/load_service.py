#!/usr/bin/env python3
"""Measures the service beside nginx, in one run and on one machine.

Both serve a daily and a pack to wrk, with two event loops each and in turns (DURATION=10 seconds):
the service has to come to 60 % of nginx's rate. Then phones sync with 20 entries each: 1,500 a
second, 99 of 100 within 20 ms; 5,000 connections are held in less than 150 MB; while logins take
all that scrypt allows, puzzles are served; ten times the limits meet no 5xx. What falls short is
said, and fails where STRICT=yes.
"""

import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import resource
import secrets
import shutil
import socket
import subprocess
import threading
import time

import harness
import service
from harness import check, say
from service import Server

UNPACKED = harness.ROOT / ".build/load"
problems: list[str] = []


def expect(holds: bool, message: str) -> None:
    say(("" if holds else "SHORT: ") + message)
    if not holds:
        problems.append(message)


def tool(name: str) -> str | None:
    """A program on this machine, or of a package that make has unpacked."""
    path = os.environ.get("PATH", "") + ":/usr/sbin"
    found = shutil.which(name, path=path)
    for folder in ["usr/sbin", "usr/bin"]:
        if found is None and (UNPACKED / folder / name).exists():
            found = str(UNPACKED / folder / name)
    return found


def wrk(url: str, seconds: int, connections: int = 32, script: pathlib.Path | None = None) -> dict:
    library = next(UNPACKED.glob("usr/lib/*"), UNPACKED)
    words = [tool("wrk"), "-t2", f"-c{connections}", f"-d{seconds}s", "--latency"]
    done = subprocess.run(
        [*words, *(["-s", str(script)] if script else []), url],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "LD_LIBRARY_PATH": str(library)},
    ).stdout
    unit = {"us": 1e-3, "ms": 1, "s": 1e3, "m": 6e4}
    late = re.search(r"99%\s+([\d.]+)(us|ms|s|m)", done)
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", done)
    return {
        "rate": float(re.search(r"Requests/sec:\s+([\d.]+)", done)[1]),
        "p99": float(late[1]) * unit[late[2]],
        "bad": int(bad[1]) if bad else 0,
        "errors": "Socket errors" in done,
        "said": done,
    }


class Nginx:
    """Serves a few files as a CDN's origin would, on a port of its own."""

    def __init__(self, folder: pathlib.Path, files: dict[str, bytes]):
        home = folder / "nginx"
        (home / "tmp").mkdir(parents=True)
        for name, data in files.items():
            path = home / "html" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        temporary = "".join(
            f"{kind}_temp_path {home}/tmp;"
            for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        )
        user = "user root;" if os.getuid() == 0 else ""
        (home / "nginx.conf").write_text(
            f"{user} daemon off; worker_processes 2; pid {home}/pid; error_log {home}/log;"
            "events { worker_connections 8192; }"
            f"http {{ {temporary} access_log off; sendfile on; tcp_nopush on; etag on;"
            "keepalive_requests 1000000; open_file_cache max=1000; default_type application/json;"
            f"server {{ listen 127.0.0.1:{self.port}; root {home}/html; }} }}"
        )
        self.process = subprocess.Popen(
            [tool("nginx"), "-p", home, "-c", home / "nginx.conf"], stderr=subprocess.DEVNULL
        )
        Server.running.append(self.process)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        harness.fail(f"nginx does not start: {(home / 'log').read_text()}")


def beside_nginx(server: Server, folder: pathlib.Path, seconds: int) -> None:
    paths = {"a daily": f"puzzles/daily/{service.day(0)}", "a pack": "puzzles/pack/first"}
    files = {path: server.send("GET", "/" + path)[2] for path in paths.values()}
    nginx = Nginx(folder, files)
    for name, path in paths.items():
        rates: dict[str, list[dict]] = {"nginx": [], "we": []}
        for _ in range(3):
            for who, port in [("nginx", nginx.port), ("we", server.port)]:
                rates[who].append(wrk(f"http://127.0.0.1:{port}/{path}", max(1, seconds // 3)))
        theirs, ours = (max(one["rate"] for one in rates[who]) for who in ["nginx", "we"])
        late = min(one["p99"] for one in rates["we"])
        check(not any(one["bad"] for one in rates["we"]), rates["we"][0]["said"])
        expect(
            ours >= 0.6 * theirs,
            f"{name} ({len(files[path])} bytes): {ours:.0f} a second, nginx {theirs:.0f}: "
            f"{ours / theirs:.0%}; 99 of 100 within {late:.1f} ms",
        )
    nginx.process.terminate()
    nginx.process.wait()


def syncs(server: Server, folder: pathlib.Path, seconds: int) -> None:
    """Phones with twenty entries each, of which every request changes all."""
    import conformance

    tokens = [server.account()["token"] for _ in range(64)]
    texts = server.ask("GET", "/puzzles/pack/many")[1]["puzzles"]
    slots = {}
    for number, text in enumerate(texts[:20]):
        side = int(text.split("x")[0])
        cells = json.dumps([2] * side + [0] * (side * (side - 1)), separators=(",", ":"))
        slots[f"many:{number}"] = {"puzzle": conformance.fingerprint(text), "cells": cells}
    body = json.dumps(
        {"progress": {name: {**row, "updated_at": "STAMP"} for name, row in slots.items()}}
    )
    script = folder / "sync.lua"
    head, *rest = body.split('"STAMP"')
    words = ", stamp, ".join(f"[==[{part}]==]" for part in [head, *rest])
    # Each of wrk's two threads has accounts of its own: what it sends is always later than before.
    half = len(tokens) // 2
    listed = ", ".join(
        "{" + ", ".join(f'"{token}"' for token in part) + "}"
        for part in (tokens[:half], tokens[half:])
    )
    script.write_text(
        f"local tokens = {{ {listed} }}\nlocal count, threads = 0, 0\n"
        'function setup(thread) threads = threads + 1; thread:set("number", threads) end\n'
        "function init(args) tokens = tokens[number]; math.randomseed(number) end\n"
        "function request()\n  count = count + 1\n"
        f"  local stamp = tostring({int(time.time() * 1000) - 10**7} + count)\n"
        f"  local body = table.concat({{ {words} }})\n"
        '  local headers = { ["Content-Type"] = "application/json",\n'
        '    ["Authorization"] = "Bearer " .. tokens[math.random(#tokens)] }\n'
        '  return wrk.format("POST", "/sync", headers, body)\nend\n'
    )
    token = tokens[0]
    answer = server.ask("POST", "/sync", json.loads(body.replace('"STAMP"', "1")), token)
    check(answer[0] == 200 and not answer[1]["rejected"], f"a sync: {answer}")
    result = wrk(f"{server.url}/sync", seconds, 16, script)
    check(not result["bad"], result["said"])
    expect(
        result["rate"] >= 1500 and result["p99"] < 20,
        f"syncs of 20 entries: {result['rate']:.0f} a second, 99 of 100 within "
        f"{result['p99']:.1f} ms, with 16 connections",
    )


def memory(server: Server, count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(count, hard - 500)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count + 400), hard))
    held = []
    for number in range(count):
        connection = socket.create_connection(("127.0.0.1", server.port))
        connection.sendall(b"GET /puzzles/pack/first HTTP/1.1\r\nHost: x\r\n\r\n")
        held.append(connection)
        if number % 100 == 99:
            for one in held[-100:]:
                check(one.recv(4096).startswith(b"HTTP/1.1 200"), "a connection is not served")
    taken = server.metric("resident_bytes") / 2**20
    for connection in held:
        connection.close()
    expect(taken < 150, f"with {count} connections that were served once: {taken:.0f} MB")


def logins(server: Server, seconds: int) -> None:
    """Logins take what scrypt takes, on as many cores as there are; puzzles go on."""
    account = server.account()
    login = {"email": f"{secrets.token_hex(6)}@example.org", "password": "correct horse"}
    check(server.ask("POST", "/auth/register", login, account["token"])[0] == 200, "no account")
    alone = []
    for _ in range(5):
        begun = time.perf_counter()
        check(server.ask("POST", "/auth/login", login)[0] == 200, "no login")
        alone.append(time.perf_counter() - begun)
    ended = threading.Event()

    def log_in() -> int:
        count = 0
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        while not ended.is_set():
            connection.request(
                *("POST", "/auth/login", json.dumps(login), {"Content-Type": "application/json"})
            )
            answer = connection.getresponse()
            answer.read()
            check(answer.status == 200, f"a login: {answer.status}")
            count += 1
        return count

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        begun = time.perf_counter()
        futures = [pool.submit(log_in) for _ in range(16)]
        result = wrk(f"{server.url}/puzzles/pack/first", seconds, 16)
        ended.set()
        count = sum(future.result() for future in futures)
        took = time.perf_counter() - begun
    most = os.cpu_count() / min(alone)
    check(not result["bad"], result["said"])
    expect(
        result["rate"] > 1000,
        f"{count / took:.1f} logins a second ({most:.1f} is all that scrypt allows), and meanwhile "
        f"{result['rate']:.0f} packs, 99 of 100 within {result['p99']:.1f} ms",
    )


def beyond_limits(program: pathlib.Path, folder: pathlib.Path, seconds: int) -> None:
    server = Server(program, folder)
    for path in ["puzzles/versions", "puzzles/pack/paid", "sync", "readyz"]:
        wrk(f"{server.url}/{path}", max(1, seconds // 3), 64)
    told = server.metric("requests_total", 'status="429"')
    failed = server.metric("requests_total", 'status="5')
    expect(failed == 0 and told > 1000, f"beyond the limits: {told:.0f} × 429, {failed:.0f} × 5xx")
    server.end()


def main() -> None:
    if not harness.has(modules=("yaml",)):
        return
    program, server_program = harness.programs(
        __doc__, ".build/release/almanac", ".build/release/almanac-serve"
    )
    if not tool("nginx") or not tool("wrk"):
        harness.skip("nginx or wrk not found — make load-service fetches them")
        return
    seconds = harness.number("DURATION", 10, 1)
    with service.house() as folder:
        service.make_tree(program, folder, many=True)
        server = Server(server_program, folder, "--no-limits")
        beside_nginx(server, folder, seconds)
        syncs(server, folder, seconds)
        logins(server, seconds)
        server.end()
        # As the unit has it.
        variables = {**os.environ, **Server.shop, "MALLOC_ARENA_MAX": "2"}
        server = Server(server_program, folder, "--no-limits", variables=variables)
        memory(server, 5000)
        server.end()
        beyond_limits(server_program, folder, seconds)
    if problems:
        say(f"{len(problems)} fall short")
    check(not problems or os.environ.get("STRICT") != "yes", "not fast enough")


if __name__ == "__main__":
    main()
