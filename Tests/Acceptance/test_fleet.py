"""Runs a fleet whose plan and results go through a bucket, and compares it with one run on one machine.

    python3 Tests/Acceptance/test_fleet.py [almanac]

The bucket is moto's S3 server on this machine's loopback, from the virtual environment of Tests/Acceptance/test_s3.sh. Eight parts, each told
by another scheduler's environment, make a plan: two attempts at one part at the same time, one part killed and started
again, one through a service that refuses every second request. The merged catalogue has to hold what one run with --jobs 1 makes, byte for byte.
Then everything that can go wrong has to end with 75 where another try may help, and with another status where it cannot.
Only processes that were started here are ended.
"""

import contextlib
import http.client
import http.server
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".build" / "moto"
BUCKET = "fleet"
UNITS, PARTS = 16, 8


def tools() -> None:
    """Goes on in the environment that has the server, made if it is not there."""
    python = TOOLS / "bin" / "python"
    if pathlib.Path(sys.prefix) == TOOLS:
        return
    if not (TOOLS / "bin" / "moto_server").exists():
        venv.create(TOOLS, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "moto[server,s3]==5.2.5"], check=True)
    sys.exit(subprocess.run([python, __file__, *sys.argv[1:]]).returncode)


def step(message: str) -> None:
    print(f"test-fleet: {message}", flush=True)


def check(holds: bool, message: str) -> None:
    if not holds:
        raise SystemExit(f"test-fleet: {message}")


class Proxy(http.server.BaseHTTPRequestHandler):
    """Hands requests on to the bucket, except those that `fate` gives a status."""

    protocol_version = "HTTP/1.1"
    target = ""
    fate = staticmethod(lambda number: None)
    count = 0
    refused = 0
    lock = threading.Lock()

    def log_message(self, *_):
        pass

    def handle_one(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with Proxy.lock:
            Proxy.count += 1
            status = Proxy.fate(Proxy.count)
            Proxy.refused += status is not None
        headers, content = [], b"<Error><Code>Proxy</Code><Message>no</Message></Error>"
        if status is None:
            connection = http.client.HTTPConnection(Proxy.target, timeout=30)
            connection.request(self.command, self.path, body=body or None, headers=dict(self.headers))
            answer = connection.getresponse()
            status, headers, content = answer.status, answer.getheaders(), answer.read()
            connection.close()
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    do_GET = do_PUT = do_HEAD = do_DELETE = handle_one


class Fleet:
    """A program, a bucket and a folder to work in."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, endpoint: str):
        self.program, self.folder, self.endpoint = program, folder, endpoint

    @contextlib.contextmanager
    def through(self, fate):
        """A service that stands before the bucket's, which gives some requests a status of its own."""
        direct = self.endpoint
        Proxy.target, Proxy.fate = urllib.parse.urlsplit(direct).netloc, staticmethod(fate)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
            threading.Thread(target=proxy.serve_forever, daemon=True).start()
            self.endpoint = f"http://127.0.0.1:{proxy.server_port}"
            try:
                yield
            finally:
                self.endpoint = direct
                proxy.shutdown()

    def start(self, *arguments: str, **variables: str) -> subprocess.Popen:
        environment = {
            **os.environ, "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL_S3": self.endpoint, "ALMANAC_S3_TIMEOUT": "2", **variables,
        }
        for name in ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"]:
            environment.pop(name, None)
        return subprocess.Popen(
            [self.program, *arguments], cwd=self.folder, env={k: v for k, v in environment.items() if v},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end(self, process: subprocess.Popen, status: int, what: str) -> str:
        try:
            said, errors = process.communicate(timeout=300)
        finally:
            process.kill()
        check(process.returncode == status, f"{what} ends with {process.returncode}, not {status}: {errors}")
        return said + errors

    def do(self, status: int, *arguments: str, **variables: str) -> str:
        return self.end(self.start(*arguments, **variables), status, " ".join(arguments))

    def plan(self, place: str, seed: int = 5) -> str:
        return self.do(
            0, "work", "plan", "--size", "14", "--stars", "3", "--difficulty", "7...", "--count", "320", "--units",
            str(UNITS), "--seed", str(seed), "--dir", place)

    def export(self, state: str) -> bytes:
        self.do(0, "catalog", "export", f"{state}.jsonl", "--state", state, "--quiet")
        return (self.folder / f"{state}.jsonl").read_bytes()


def serve(folder: pathlib.Path) -> tuple[subprocess.Popen, str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [TOOLS / "bin" / "moto_server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=(folder / "requests").open("w"), stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}"
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(100):
        try:
            opener.open(urllib.request.Request(f"{url}/{BUCKET}", method="PUT")).read()
            return server, url
        except OSError:
            time.sleep(0.2)
    server.kill()
    raise SystemExit("test-fleet: the server does not start")


def same_catalogue(fleet: Fleet, client) -> None:
    fleet.plan("alone")
    fleet.do(0, "work", "run", "--dir", "alone", "--shard", "0/1", "--jobs", "1", "--quiet")
    fleet.do(0, "work", "merge", "--dir", "alone", "--state", "state-alone", "--jobs", "1", "--quiet")
    alone = fleet.export("state-alone")
    check(alone.count(b"\n") > 300, "the single run has made too little")

    place = f"s3://{BUCKET}/some/prefix"
    fleet.plan(place)
    check("planned already" in fleet.plan(place), "the same plan is not known again")
    run = ["work", "run", "--dir", place, "--jobs", "1", "--quiet"]
    first = fleet.do(66, *run, "--shard", "0/8", AWS_ACCESS_KEY_ID="")
    check("credentials" in first, "missing credentials are not named")
    # Each part as a scheduler would tell it.
    kubernetes = {"ALMANAC_SHARDS": str(PARTS)}
    slurm = {"SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_STEP": "5", "SLURM_ARRAY_TASK_COUNT": str(PARTS)}
    fleet.do(0, *run, JOB_COMPLETION_INDEX="0", **kubernetes)
    fleet.do(0, *run, SLURM_ARRAY_TASK_ID="15", **slurm)
    fleet.do(0, *run, AWS_BATCH_JOB_ARRAY_INDEX="2", ALMANAC_SHARDS=str(PARTS))
    twice = [fleet.start(*run, JOB_COMPLETION_INDEX="3", **kubernetes) for _ in range(2)]
    for process in twice:
        fleet.end(process, 0, "one of two attempts at a part")
    said = fleet.do(2, "work", "merge", "--dir", place, "--state", "state-early", "--quiet")
    check("missing: units 4-7,12-15" in said, f"what is missing is not said: {said}")
    killed = fleet.start(*run, JOB_COMPLETION_INDEX="4", **kubernetes)
    time.sleep(0.3)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    for part in [7, 4, 6]:
        fleet.do(0, *run, "--shard", f"{part}/{PARTS}")
    with fleet.through(lambda number: 503 if number % 2 == 0 else None):
        fleet.do(0, *run, "--shard", f"5/{PARTS}")
    step(f"8 parts are done: one twice at once, one killed, one through a service that refused {Proxy.refused} requests")
    check(Proxy.refused > 0, "the service has refused nothing")
    listed = client.list_objects_v2(Bucket=BUCKET, Prefix="some/prefix/results/")["Contents"]
    check(len(listed) == UNITS, f"{len(listed)} files and not {UNITS}")
    for _ in range(2):
        fleet.do(0, "work", "merge", "--dir", place, "--state", "state-bucket", "--quiet")
    check(fleet.export("state-bucket") == alone, "the catalogue of the bucket's parts is another")
    count = alone.count(b"\n")
    step(f"{count} puzzles, {len(alone)} bytes, byte for byte those of a single run; merging again adds nothing")


def trouble(fleet: Fleet, client, server: subprocess.Popen) -> None:
    place = f"s3://{BUCKET}/some/prefix"
    run = ["work", "run", "--shard", "0/8", "--quiet", "--dir"]
    merge = ["work", "merge", "--state", "state-trouble", "--quiet", "--dir"]
    plan = ["work", "plan", "--size", "5", "--stars", "1", "--count", "8", "--units", "8", "--dir"]
    for status in (500, 503, 429):
        with fleet.through(lambda number, status=status: status):
            for arguments in (run, merge, plan):
                fleet.do(75, *arguments, place)
    step("75, try again: a service that answers 500, 503 or 429 to everything")
    with fleet.through(lambda number: 403):
        for arguments in (run, merge, plan):
            fleet.do(69, *arguments, place)
    for arguments in (run, merge, plan):
        fleet.do(69, *arguments, "s3://nowhere/x")
    step("69, do not: a service that forbids it, a bucket that does not exist")
    for arguments in (run, merge):
        fleet.do(66, *arguments, f"s3://{BUCKET}/empty")
    check("holds another plan" in fleet.do(65, *plan, place), "another plan is not refused")
    client.put_object(Bucket=BUCKET, Key="bad/plan.json", Body=b"{}")
    for arguments in (run, merge):
        fleet.do(65, *arguments, f"s3://{BUCKET}/bad")
    fleet.do(64, "work", "run", "--shard", "8/8", "--dir", place)
    fleet.do(64, "work", "run", "--dir", place, JOB_COMPLETION_INDEX="9", ALMANAC_SHARDS="8")
    file = client.list_objects_v2(Bucket=BUCKET, Prefix="some/prefix/results/")["Contents"][0]["Key"]
    whole = client.get_object(Bucket=BUCKET, Key=file)["Body"].read()
    client.put_object(Bucket=BUCKET, Key=file, Body=whole[: len(whole) // 2])
    said = fleet.do(65, *merge, place)
    check("run unit 0 again" in said, f"a damaged file is not named: {said}")
    fleet.do(0, *run, place)
    fleet.do(0, *merge, place)
    step("64, 65, 66, do not: no such part, another plan, a bad one, none; a damaged file is named and made again")
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(50)
        direct, fleet.endpoint = fleet.endpoint, f"http://127.0.0.1:{silent.getsockname()[1]}"
        nightly = ["nightly", "--quiet", "--recipes", str(ROOT / "Pipelines"), "--output"]
        for arguments in (run, merge, plan, nightly):
            process = fleet.start(*arguments, place, ALMANAC_S3_TIMEOUT="")
            time.sleep(1)
            process.terminate()
            begun = time.monotonic()
            fleet.end(process, 143, " ".join(arguments))
            check(time.monotonic() - begun < 5, "SIGTERM takes more than five seconds")
        fleet.endpoint = direct
    step("143, within seconds of SIGTERM: a service that never answers")
    server.terminate()
    server.wait(timeout=30)
    for arguments in (run, merge, plan):
        fleet.do(75, *arguments, place)
    step("75, try again: a service that is gone")


def main() -> None:
    import boto3

    program = pathlib.Path((sys.argv[1:] or [".build/release/almanac"])[0]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server, endpoint = serve(folder)
        try:
            client = boto3.client(
                "s3", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="key",
                aws_secret_access_key="secret")
            fleet = Fleet(program, folder, endpoint)
            same_catalogue(fleet, client)
            trouble(fleet, client, server)
        finally:
            server.kill()
            server.wait()
    step("all is well")


tools()
main()
