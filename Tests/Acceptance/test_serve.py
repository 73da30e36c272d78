#!/usr/bin/env python3
"""Asks a served tree for everything that the app asks for, and for what nobody should ask for.

Makes a small tree, serves it on loopback, and checks bodies, headers, 304, HEAD, gzip, Zstandard,
403 and 404; a new release has to be seen. Then: a thousand connections that are silent, requests
that come byte by byte, requests that are no HTTP; the server has to answer others all the while.
Where wrk is installed it says requests a second and the 99th percentile, for five seconds each. The
server is ended by its number, and with SIGTERM it has to end by itself.
"""

import contextlib
import gzip
import http.client
import json
import pathlib
import re
import socket
import subprocess
import tempfile
import time

import harness
from harness import check, say


class Server:
    def __init__(self, program: pathlib.Path, tree: pathlib.Path, *flags: str):
        self.process = subprocess.Popen(
            [program, "--output", tree, "--port", "0", *flags], stderr=subprocess.PIPE, text=True
        )
        line = self.process.stderr.readline()
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)", line)[1])

    def ask(self, path: str, method: str = "GET", **headers: str):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request(
            method, path, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, body

    def open(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def end(self) -> None:
        self.process.terminate()
        check(self.process.wait(timeout=15) == 0, f"SIGTERM ends with {self.process.returncode}")


def make_tree(program: pathlib.Path, folder: pathlib.Path) -> None:
    recipes = folder / "Pipelines"
    (recipes / "packs").mkdir(parents=True)
    (recipes / "calendar").mkdir()
    (recipes / "release.yaml").write_text(
        "packs: [gift, gold]\ncalendar: [daily, weekly, monthly]\n"
    )
    for name, free, count in [("gift", "true", 20), ("gold", "false", 4)]:
        (recipes / "packs" / f"{name}.yaml").write_text(
            f"id: {name}\nname: {name}\nfree: {free}\ngrid: {{ size: 8, stars: 1 }}\n"
            f"count: {count}\n"
            "difficulty: { from: 1, to: 3 }\nseed: 7\n"
        )
    for cadence, start in [("daily", "2026-12-30"), ("weekly", "2026-53"), ("monthly", "2026-12")]:
        (recipes / "calendar" / f"{cadence}.yaml").write_text(
            f"cadence: {cadence}\ngrid: {{ size: 10, stars: 2 }}\nstart: {start}\nhorizon: 3\n"
            "difficulty: { from: 1, to: 3 }\nseed: 9\n"
        )
    night(program, folder, "2026-12-30")


def night(program: pathlib.Path, folder: pathlib.Path, now: str) -> None:
    subprocess.run([program, "nightly", "--quiet", "--now", now], cwd=folder, check=True)


def endpoints(server: Server, tree: pathlib.Path) -> None:
    puzzles = tree / "puzzles"
    status, headers, body = server.ask("/puzzles/versions")
    check((status, json.loads(body)) == (200, {"gift": 1, "gold": 1}), f"versions: {status} {body}")
    check(
        headers["cache-control"] == "public, max-age=60, must-revalidate",
        "versions are cached otherwise",
    )
    status, headers, body = server.ask("/puzzles/pack/gift")
    check(
        status == 200 and body == (puzzles / "packs/gift.json").read_bytes(),
        "the pack has other bytes",
    )
    check(headers["cache-control"] == "public, max-age=86400", "packs are cached otherwise")
    check(headers["content-type"] == "application/json", "packs are no JSON")
    tag = headers["etag"]
    for known in [tag, f'"x", {tag}', f"W/{tag}", "*"]:
        status, headers, body = server.ask("/puzzles/pack/gift", If_None_Match=known)
        check(
            (status, body, headers["etag"]) == (304, b"", tag),
            f"If-None-Match: {known} gives {status}",
        )
    check(
        server.ask("/puzzles/pack/gift", If_None_Match='"other"')[0] == 200,
        "another tag is no match",
    )
    status, headers, body = server.ask("/puzzles/pack/gift", "HEAD")
    size = str((puzzles / "packs/gift.json").stat().st_size)
    check((status, headers["content-length"], body) == (200, size, b""), "HEAD says other than GET")
    status, headers, body = server.ask("/puzzles/pack/gift", Accept_Encoding="gzip, zstd")
    check(
        headers["content-encoding"] == "zstd" and headers["etag"] != tag, "Zstandard is not given"
    )
    zstd = headers["etag"]
    plain = subprocess.run(["zstd", "-dc"], input=body, capture_output=True, check=True).stdout
    check(
        plain == (puzzles / "packs/gift.json").read_bytes(), "the compressed pack has other bytes"
    )
    status, headers, body = server.ask("/puzzles/pack/gift", Accept_Encoding="gzip, deflate")
    check(
        headers["content-encoding"] == "gzip" and headers["etag"] not in (tag, zstd),
        "gzip is not given",
    )
    check(
        gzip.decompress(body) == (puzzles / "packs/gift.json").read_bytes(),
        "the gzipped pack has other bytes",
    )
    known = server.ask("/puzzles/pack/gift", Accept_Encoding="gzip", If_None_Match=headers["etag"])
    check(known[0] == 304 and known[2] == b"", "a gzipped pack that is known is sent again")
    for text, coding in [
        ("zstd;q=0.1, gzip", "gzip"),
        ("*", "zstd"),
        ("zstd;q=0, *;q=0.5", "gzip"),
    ]:
        headers = server.ask("/puzzles/pack/gift", Accept_Encoding=text)[1]
        check(
            headers.get("content-encoding") == coding,
            f"{text} gives {headers.get('content-encoding')}",
        )
    for refused in ["br", "zstd;q=0", "identity", "gzip;q=0.0, zstd;q=none", "*;q=0"]:
        headers = server.ask("/puzzles/pack/gift", Accept_Encoding=refused)[1]
        check(
            "content-encoding" not in headers and headers["vary"] == "Accept-Encoding",
            f"{refused} is not kept to",
        )
    for cadence, key in [("daily", "2026-12-31"), ("weekly", "2026-53"), ("monthly", "2027-01")]:
        status, headers, body = server.ask(f"/puzzles/{cadence}/{key}")
        text = (puzzles / cadence / f"{key}.sbn").read_text()
        check(status == 200 and json.loads(body) == {"puzzle": text}, f"{cadence}: {status} {body}")
        check(headers["cache-control"] == "public, max-age=86400", f"{cadence} is cached otherwise")
    missing = [
        "daily/2031-01-01",
        "daily/2026-12-32",
        "daily/..%2f..%2fmanifest.json",
        "weekly/2026-54",
        "pack/none",
    ]
    missing += [
        "pack/..%2fgift",
        "pack/%00",
        "monthly/%F0%9F%8C%9F",
        "",
        "manifest.json",
        "daily/" + "9" * 4000,
    ]
    for path in missing:
        status, headers, body = server.ask(f"/puzzles/{path}")
        check(status == 404 and "error" in json.loads(body), f"{path[:40]}: {status} {body}")
        check(headers["content-type"] == "application/json", "a refusal is no JSON")
    check(server.ask("/puzzles/versions", "DELETE")[0] in (404, 405), "DELETE is answered")
    status, _, body = server.ask("/puzzles/pack/gold")
    check(status == 403 and "error" in json.loads(body), f"a paid pack: {status} {body}")
    check(
        server.ask("/puzzles/pack/gold", X_Entitlements="remove_ads")[0] == 403,
        "remove_ads gives packs",
    )
    for owned in ["unlock_all", "remove_ads, pro_bundle", "gold"]:
        status, headers, _ = server.ask("/puzzles/pack/gold", X_Entitlements=owned)
        check(status == 200 and "private" in headers["cache-control"], f"{owned}: {status}")
    say("every endpoint answers as the app's document says")


def strangers(server: Server) -> None:
    with contextlib.ExitStack() as stack:
        silent = [stack.enter_context(server.open()) for _ in range(1000)]
        slow = [stack.enter_context(server.open()) for _ in range(50)]
        request = b"GET /puzzles/versions HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        for byte in request[:-4]:
            for connection in slow:
                connection.sendall(bytes([byte]))
        check(server.ask("/puzzles/versions")[0] == 200, "silent and slow clients keep others out")
        for connection in slow:
            connection.sendall(request[-4:])
        for connection in slow:
            check(
                connection.recv(100).startswith(b"HTTP/1.1 200"), "a slow request is not answered"
            )
        for connection in silent[::100]:
            connection.sendall(request)
            check(
                connection.recv(100).startswith(b"HTTP/1.1 200"),
                "a connection that was silent is lost",
            )
    say("1,000 silent connections and 50 slow ones are held, and others are answered")
    bad = [
        b"\x00\xff\x16\x03\x01 nonsense\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /puzzles/versions HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"GET /puzzles/versions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
        b"Content-Length: 4\r\n\r\nzz\r\n",
        b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(20_000)) + b"\r\n",
        b"POST /puzzles/versions HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000000\r\n\r\nabc",
    ]
    for text in bad:
        with server.open() as connection:
            with contextlib.suppress(OSError):
                connection.sendall(text)
                connection.shutdown(socket.SHUT_WR)
                connection.recv(1000)
        check(server.process.poll() is None, f"the server ended over {text[:40]}")
        check(server.ask("/puzzles/versions")[0] == 200, f"the server is ill after {text[:40]}")
    say(f"{len(bad)} requests that are none do no harm")


def load(server: Server) -> None:
    if not harness.has("wrk"):
        return
    for name, path in [("a daily", "daily/2026-12-30"), ("a pack", "pack/gift")]:
        said = subprocess.run(
            [
                "wrk",
                "-t1",
                "-c32",
                "-d5s",
                "--latency",
                f"http://127.0.0.1:{server.port}/puzzles/{path}",
            ],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        rate = re.search(r"Requests/sec:\s+([\d.]+)", said)[1]
        late = re.search(r"99%\s+(\S+)", said)[1]
        check("Non-2xx" not in said and "Socket errors" not in said, said)
        say(f"{name}: {float(rate):.0f} requests a second, 99 of 100 within {late}")


def main() -> None:
    program, serve = harness.programs(
        __doc__, ".build/release/almanac", "Serving/.build/release/almanac-serve"
    )
    if not harness.has("zstd"):
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_tree(program, folder)
        server = Server(serve, folder / "output")
        try:
            endpoints(server, folder / "output")
            check(server.ask("/puzzles/daily/2027-01-02")[0] == 404, "a day before its release")
            night(program, folder, "2026-12-31")
            time.sleep(1.2)
            check(server.ask("/puzzles/daily/2027-01-02")[0] == 200, "a new release is not seen")
            say("a new release is served as soon as it is there")
            strangers(server)
            load(server)
            server.end()
        finally:
            server.process.kill()
        for flags, status in [(("--paid", "open"), 200), (("--paid", "closed"), 403)]:
            server = Server(serve, folder / "output", *flags)
            try:
                got = server.ask("/puzzles/pack/gold", X_Entitlements="gold")[0]
                check(got == status, f"{flags}: {got}")
            finally:
                server.process.kill()
    say("all is well")


if __name__ == "__main__":
    main()
