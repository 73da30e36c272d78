#!/usr/bin/env python3
"""Asks a served tree for everything that the app asks for, and for what nobody should ask for.

Makes a small tree, serves it on loopback, and checks bodies, headers, 304, HEAD, gzip, Zstandard,
403 and 404; a new release has to be seen. Manifests that name files outside the tree, links inside
it, objects that are damaged and healed, and the moments of a publish give nothing that the manifest
does not promise. Then: a thousand connections that are silent, requests
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
import urllib.request

import harness
from harness import check, say

METHODS = "GET, HEAD, OPTIONS"


class Server:
    def __init__(
        self, program: pathlib.Path, tree: pathlib.Path, *flags: str, host: str = "127.0.0.1"
    ):
        self.process = subprocess.Popen(
            [program, "--output", tree, "--port", "0", *flags], stderr=subprocess.PIPE, text=True
        )
        line = self.process.stderr.readline()
        said = re.search(rf"http://{re.escape(host)}:(\d+)/puzzles/versions$", line.strip())
        if said is None:
            self.process.kill()
            harness.fail(f"the server does not say where it is: {line}")
        self.port = int(said[1])

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
    minute = "public, max-age=60, must-revalidate"
    check(headers["cache-control"] == minute, "packs are cached otherwise")
    year = "public, max-age=31536000, immutable"
    for version, caching in [("1", year), ("2", minute), ("x", minute)]:
        said = server.ask(f"/puzzles/pack/gift?v={version}")[1]["cache-control"]
        check(said == caching, f"version {version} of a pack is cached as {said}")
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
    for method in ["DELETE", "POST", "PUT", "PATCH"]:
        status, headers, _ = server.ask("/puzzles/versions", method)
        check((status, headers["allow"]) == (405, METHODS), f"{method}: {status}")
    for path in ["versions", "pack/gift", "pack/gold", "daily/2026-12-31", "monthly/none"]:
        status, headers, body = server.ask(f"/puzzles/{path}", "OPTIONS")
        check(
            (status, headers["allow"], body) == (204, METHODS, b""), f"OPTIONS of {path}: {status}"
        )
    check(server.ask("/puzzles/nowhere", "OPTIONS")[0] == 404, "OPTIONS of nothing is answered")
    whole = server.ask("/puzzles/pack/gift", Range="bytes=0-9")
    check((whole[0], len(whole[2]) > 10) == (200, True), "a range is neither given nor left out")
    status, _, body = server.ask("/puzzles/pack/gold")
    check(status == 403 and "error" in json.loads(body), f"a paid pack: {status} {body}")
    check(
        server.ask("/puzzles/pack/gold", X_Entitlements="remove_ads")[0] == 403,
        "remove_ads gives packs",
    )
    for owned in ["unlock_all", "remove_ads, pro_bundle", "gold"]:
        status, headers, _ = server.ask("/puzzles/pack/gold", X_Entitlements=owned)
        check(status == 200 and "private" in headers["cache-control"], f"{owned}: {status}")
    say("every endpoint answers as docs/service.md says")


class HostileTree:
    """A tree that somebody has got at, as long as it is asked."""

    def __init__(self, server: Server, tree: pathlib.Path):
        self.server = server
        self.puzzles = tree / "puzzles"
        self.manifest = (self.puzzles / "manifest.json").read_bytes()
        self.value = json.loads(self.manifest)
        self.pack = next(pack for pack in self.value["packs"] if pack["id"] == "gift")

    def forge(self, change) -> None:
        """Gives the tree another manifest, and waits until the server has looked."""
        value = json.loads(self.manifest)
        change(value)
        replace(self.puzzles / "manifest.json", json.dumps(value).encode())
        time.sleep(1.2)

    def heal(self) -> None:
        replace(self.puzzles / "manifest.json", self.manifest)
        time.sleep(1.2)

    def check_refused(self, path: str, what: str) -> None:
        """Several times, since an answer must not come back from before."""
        for _ in range(5):
            status, headers, body = self.server.ask(path)
            check(status in (404, 500), f"{what}: {path} gives {status} {body[:80]}")
            check(b"root:" not in body and b"PATH=" not in body, f"{what}: {body[:80]}")
            check(headers["cache-control"] == "no-store", f"{what}: caches keep the refusal")
            time.sleep(0.3)

    def check_served(self, what: str) -> None:
        for path in ["/puzzles/versions", "/puzzles/pack/gift", "/puzzles/daily/2026-12-31"]:
            status, _, body = self.server.ask(path)
            check(status == 200, f"{what}: {path} gives {status} {body[:80]}")


def replace(path: pathlib.Path, data: bytes) -> None:
    draft = path.with_name(path.name + ".draft")
    draft.write_bytes(data)
    draft.rename(path)


def hostile_manifests(tree: HostileTree) -> None:
    """Manifests that name files outside the tree."""
    for text in [
        "../../../../../../../../etc/passwd",
        "/etc/passwd",
        "../../../../../../../../proc/self/environ",
        "puzzles/../../secret.txt",
        "puzzles/packs/..",
        "",
    ]:

        def name_outside(value, text=text) -> None:
            for pack in value["packs"]:
                pack["object"] = text

        def name_everywhere(value, text=text) -> None:
            name_outside(value, text)
            for line in value["objects"]:
                line["key"] = text

        for change in [name_outside, name_everywhere]:
            tree.forge(change)
            tree.check_refused("/puzzles/pack/gift", f"a manifest that names “{text}”")
            tree.check_refused("/puzzles/versions", f"a manifest that names “{text}”")
    for text in [b"", b"{}", b"\x00" * 100, b"[" * 1_000_000, tree.manifest[:-5]]:
        replace(tree.puzzles / "manifest.json", text)
        time.sleep(1.2)
        tree.check_refused("/puzzles/pack/gift", "a manifest that is none")
    tree.heal()
    tree.check_served("a healed manifest")
    say("hostile manifests open no file outside the tree")


def hostile_links(tree: HostileTree, folder: pathlib.Path) -> None:
    """Links inside the tree."""
    secret = folder / "secret.txt"
    paths = {
        "/puzzles/pack/gift": tree.puzzles / tree.pack["object"].removeprefix("puzzles/"),
        "/puzzles/daily/2026-12-31": tree.puzzles / "daily/2026-12-31.sbn",
        "/puzzles/versions": tree.puzzles / "manifest.json",
    }
    for path, file in paths.items():
        data = file.read_bytes()
        # To a secret, to a file that never ends, and to the very same bytes.
        for target in [secret, pathlib.Path("/dev/zero"), folder / "copy"]:
            secret.write_text("root:secret")
            (folder / "copy").write_bytes(data)
            forget(tree)
            file.unlink()
            file.symlink_to(target)
            time.sleep(1.2)
            tree.check_refused(path, f"a link to {target.name}")
            file.unlink()
            replace(file, data)
            time.sleep(1.2)
            tree.check_served("a link that is gone")
    daily = tree.puzzles / "daily"
    forget(tree)
    daily.rename(folder / "moved")
    daily.symlink_to(folder / "moved")
    tree.check_refused("/puzzles/daily/2026-12-30", "a folder that is a link")
    daily.unlink()
    (folder / "moved").rename(daily)
    tree.check_served("a folder that is back")
    say("links inside the tree are not followed")


def forget(tree: HostileTree) -> None:
    """Lets the server forget what it has read, as a new release does."""
    tree.forge(lambda value: value.update(recipeHash="another"))
    check(tree.server.ask("/puzzles/versions")[0] == 200, "another manifest is refused")
    tree.heal()
    check(tree.server.ask("/puzzles/versions")[0] == 200, "the manifest is refused")


def damaged_objects(tree: HostileTree) -> None:
    """What was damaged when it was read is right as soon as it is healed."""
    file = tree.puzzles / tree.pack["object"].removeprefix("puzzles/")
    data = file.read_bytes()
    for bad in [b'{"damaged":true}', b"", data + b"\n", data[:-1]]:
        forget(tree)
        replace(file, bad)
        tree.check_refused("/puzzles/pack/gift", "an object that is damaged")
        replace(file, data)
        status, _, body = tree.server.ask("/puzzles/pack/gift")
        check((status, body) == (200, data), f"an object that is healed gives {status}")
    say("objects that are damaged are not served, and healed ones are at once")


def mid_publish(tree: HostileTree, program: pathlib.Path, folder: pathlib.Path) -> None:
    """Between the manifest and the rest of a publish, and after an interrupted one."""
    old = (tree.puzzles / "versions.json").read_bytes()
    for round_ in range(4):
        subprocess.run(
            [program, "packs", "replace", f"gift:{round_}", "--reason", "x", "--quiet"]
            + ["--now", "2026-12-30"],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        publish = subprocess.Popen(
            [program, "release", "publish", "--now", "2026-12-30", "--quiet"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )
        while publish.poll() is None:
            asked = [tree.server.ask("/puzzles/versions") for _ in range(20)]
            check(all(answer[0] == 200 for answer in asked), "versions fail while it publishes")
        check(publish.returncode == 0, f"publish ends with {publish.returncode}")
        time.sleep(1.2)
        got = json.loads(tree.server.ask("/puzzles/versions")[2])
        want = json.loads((tree.puzzles / "versions.json").read_bytes())
        check(got == want and got["gift"] == round_ + 2, f"versions are {got}, not {want}")
    # What an interrupted publish leaves: the new manifest, the old file.
    new = (tree.puzzles / "versions.json").read_bytes()
    replace(tree.puzzles / "versions.json", old)
    got = tree.server.ask("/puzzles/versions")[2]
    check(json.loads(got) == json.loads(new), f"versions are those of the file: {got}")
    replace(tree.puzzles / "versions.json", new)
    say("versions are those of the manifest at every moment of a publish")


def hostile(server: Server, program: pathlib.Path, folder: pathlib.Path) -> None:
    tree = HostileTree(server, folder / "output")
    hostile_manifests(tree)
    hostile_links(tree, folder)
    damaged_objects(tree)
    mid_publish(tree, program, folder)


def addresses(program: pathlib.Path, tree: pathlib.Path) -> None:
    """Where it listens is said as it can be typed, in brackets where it has colons."""
    try:
        with socket.socket(socket.AF_INET6) as free:
            free.bind(("::1", 0))
    except OSError as error:
        harness.skip(f"an IPv6 address: this machine has none ({error})")
        return
    server = Server(program, tree, "--host", "::1", host="[::1]")
    try:
        with urllib.request.urlopen(f"http://[::1]:{server.port}/puzzles/versions") as answer:
            check(answer.status == 200, f"an IPv6 address: {answer.status}")
        taken = subprocess.run(
            [program, "--output", tree, "--host", "::1", "--port", str(server.port)],
            capture_output=True,
            text=True,
            timeout=60,
        )
        words = f"cannot listen on [::1]:{server.port} "
        check(taken.returncode == 74 and words in taken.stderr, f"a taken port: {taken.stderr}")
        server.end()
    finally:
        server.process.kill()
    say("an IPv6 address is said in brackets")


def old_clients(server: Server) -> None:
    """Whoever speaks HTTP/1.0 takes an answer to have ended where the connection does."""
    for version, more, is_kept in [
        ("1.0", "", False),
        ("1.0", "Connection: Keep-Alive\r\n", True),
        ("1.1", "", True),
        ("1.1", "Connection: Close\r\n", False),
    ]:
        with server.open() as connection:
            head = f"GET /puzzles/versions HTTP/{version}\r\nHost: x\r\n{more}\r\n"
            connection.sendall(head.encode())
            connection.settimeout(1)
            answer = b""
            try:
                while piece := connection.recv(1000):
                    answer += piece
                is_open = False
            except TimeoutError:
                is_open = True
            said = f"HTTP/{version} {more.strip()}"
            check(answer.endswith(b"}"), f"{said} is answered with {answer}")
            check(is_open == is_kept, f"{said} leaves the connection open: {is_open}")
    say("a connection ends behind the answer where its client expects that")


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
        __doc__, ".build/release/almanac", ".build/release/almanac-serve"
    )
    if not harness.has("zstd"):
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_tree(program, folder)
        private = ("--private", str(folder / "output"))
        server = Server(serve, folder / "output", *private)
        try:
            endpoints(server, folder / "output")
            addresses(serve, folder / "output")
            hostile(server, program, folder)
            check(server.ask("/puzzles/daily/2027-01-02")[0] == 404, "a day before its release")
            night(program, folder, "2026-12-31")
            time.sleep(1.2)
            check(server.ask("/puzzles/daily/2027-01-02")[0] == 200, "a new release is not seen")
            say("a new release is served as soon as it is there")
            old_clients(server)
            strangers(server)
            load(server)
            server.end()
        finally:
            server.process.kill()
        cases = [
            (("--paid", "open"), 503),
            (("--paid", "closed"), 403),
            ((*private, "--paid", "open"), 200),
            ((*private, "--paid", "closed"), 403),
        ]
        for flags, status in cases:
            server = Server(serve, folder / "output", *flags)
            try:
                got = server.ask("/puzzles/pack/gold", X_Entitlements="gold")[0]
                check(got == status, f"{flags}: {got}")
            finally:
                server.process.kill()
    say("all is well")


if __name__ == "__main__":
    main()
