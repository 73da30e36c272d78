"""Publishes to a bucket through a proxy that does what networks and services do.

    STEP=1  ROUNDS=30  SEED=1  NIGHTS=200

Each round copies the tree of the day before to a prefix of its own, and a night publishes to it
through the proxy. What has to be bought lies in another place than the rest, and releases are
signed:

    killed   the publisher is killed with SIGKILL right after its k-th request is done, for every k
             (every STEP-th, and the last)
    once     one request meets a fault: dropped before or after it is done, delayed, cut off, a bit
             flipped on the way there or back, 429, 500, 503, 412, a wrong clock, credentials that
             have expired, a key that is denied; for every kind, at places all
             over the publish (every 7 × STEP-th)
    storm    every fifth request meets a fault by chance, ROUNDS times
    down     from one request on, there is nothing but 500 (from the middle alone with STEP)
    nights   NIGHTS nights publish one after the other, while a reader behind a stale cache reads
             all that manifests name

Whatever happens, the publisher ends with 0, 69 or 75 (or is killed); the tree verifies as the old
release or the new one, without the proxy; the next publish finishes, and gives the undisturbed tree
byte for byte. The proxy also computes the signature of every request with botocore's own signer,
and compares. In the end the checks themselves have to find an object that is taken away.
"""

import collections
import datetime
import hashlib
import json
import pathlib
import random
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable

import bucket
import harness
import houses

# What may pass, what somebody else may have done, and refusals that only people can mend.
PASSING = ["lost-before", "lost-after", "delay", "cut-off", "flip", "429", "500", "503"]
REFUSALS = {
    "clock is wrong": (403, b"RequestTimeTooSkewed"),
    "credentials expired": (400, b"ExpiredToken"),
    "key is denied": (403, b"AccessDenied"),
}
FAULTS = [*PASSING, "412", *REFUSALS]
NOW = "2026-12-31T03:00:00Z"


class Plan:
    """What becomes of the requests of one publish, by number from 0."""

    def __init__(self, fate: Callable[[int], str | None] = lambda number: None):
        self.fate = fate
        self.count = 0
        # The process to kill, and after which request.
        self.killed: tuple[subprocess.Popen, int] | None = None
        self.fired: collections.Counter[str] = collections.Counter()
        self.lock = threading.Lock()

    def next(self) -> tuple[int, str | None]:
        with self.lock:
            number = self.count
            self.count += 1
            fault = self.fate(number)
            if fault:
                self.fired[fault] += 1
        return number, fault


class FaultyProxy(bucket.Proxy):
    """A proxy with a plan, which looks at every signature."""

    def __init__(self, url: str):
        super().__init__(url, FaultyHandler)
        self.plan = Plan()
        self.right_signatures = 0
        self.wrong_signatures: list[str] = []


class FaultyHandler(bucket.Handler):
    server: FaultyProxy

    def decide(self, body: bytes) -> None:
        plan = self.server.plan
        number, fault = plan.next()
        self.check_signature(body)
        if fault == "lost-before":
            return self.drop()
        if fault in ("429", "500", "503", "412"):
            return self.answer(int(fault), [], self.refusal)
        if fault in REFUSALS:
            status, code = REFUSALS[fault]
            return self.answer(status, [], self.refusal.replace(b"Proxy", code))
        if fault == "delay":
            time.sleep(1.5)
        if fault == "flip":
            body = flipped(body)
        status, headers, content = self.forward(body)
        if plan.killed and number == plan.killed[1]:
            plan.killed[0].kill()
            plan.killed[0].wait()
            return self.drop()
        if fault == "lost-after":
            return self.drop()
        if fault == "flip" and self.command == "GET":
            content = flipped(content)
        if fault == "cut-off" and content:
            self.answer(status, headers, content[: len(content) // 2], length=len(content))
            return self.drop()
        return self.answer(status, headers, content)

    def check_signature(self, body: bytes) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        found = re.search(
            r"SignedHeaders=([^,]+), Signature=([0-9a-f]+)", headers.get("authorization", "")
        )
        url = f"http://{headers['host']}{self.path}"
        is_right = (
            found
            and headers.get("x-amz-content-sha256") == hashlib.sha256(body).hexdigest()
            and found[2] == botocore_signature(self.command, url, headers, found[1].split(";"))
        )
        if is_right:
            self.server.right_signatures += 1
        else:
            self.server.wrong_signatures.append(
                f"{self.command} {self.path}: {len(body)} bytes, {headers}"
            )


def flipped(data: bytes) -> bytes:
    """Data with one bit of its middle changed."""
    middle = len(data) // 2
    return data and data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :]


def botocore_signature(method: str, url: str, headers: dict[str, str], names: list[str]) -> str:
    from botocore.auth import S3SigV4Auth
    from botocore.awsrequest import AWSRequest
    from botocore.credentials import Credentials

    signed = {name: headers[name] for name in names if name != "host"}
    request = AWSRequest(method=method, url=url, headers=signed)
    request.context["timestamp"] = headers["x-amz-date"]
    signer = S3SigV4Auth(Credentials(bucket.KEY, bucket.SECRET), "s3", bucket.REGION)
    text = signer.string_to_sign(request, signer.canonical_request(request))
    return signer.signature(text, request)


class Reader(threading.Thread):
    """Reads the manifest and every object that it names, over and over, behind a bad cache.

    The cache serves what it has as long as Cache-Control allows, and now and then for ten minutes
    more, and remembers for a minute that there is nothing under a name. Its clock runs ahead: half
    a minute between two rounds.
    """

    def __init__(self, server: bucket.Server, prefix: str, seed: int):
        super().__init__(daemon=True)
        self.server, self.prefix = server, prefix
        self.now = 0
        # What is kept under each name, and until when.
        self.lines: dict[str, tuple[bytes | None, int]] = {}
        self.chance = random.Random(seed)
        self.is_over = False
        self.rounds = self.objects = 0
        self.releases: set[int] = set()
        self.problems: list[str] = []

    def get(self, key: str) -> bytes | None:
        line = self.lines.get(key)
        if line and self.now < line[1]:
            return line[0]
        if line and line[0] is not None and self.now < line[1] + 600 and self.chance.random() < 0.5:
            return line[0]
        body, age = None, 60
        try:
            answer = self.server.client.get_object(
                Bucket=self.server.bucket, Key=f"{self.prefix}/open/{key}"
            )
            age = int(re.search(r"max-age=(\d+)", answer["CacheControl"])[1])
            body = answer["Body"].read()
        except self.server.client.exceptions.NoSuchKey:
            pass
        # A cache may forget at any time.
        self.lines[key] = (body, self.now + min(age, self.chance.choice((60, 600, 86400))))
        return body

    def read(self) -> None:
        """One round: the manifest, and what it names."""
        self.now += self.chance.randrange(60)
        text = self.get("puzzles/manifest.json")
        if text is None:
            return
        manifest = json.loads(text)
        self.rounds += 1
        self.releases.add(manifest["release"])
        for line in manifest["objects"]:
            self.objects += 1
            body = self.get(line["key"])
            if body is None or hashlib.sha256(body).hexdigest() != line["sha256"]:
                what = "missing" if body is None else "another"
                name = f"release {manifest['release']} names {line['key']}"
                self.problems.append(f"{name}: {what}")

    def run(self) -> None:
        while not self.is_over:
            self.read()


def places(server: bucket.Server, tree: str) -> dict[str, str]:
    """Where the two parts of a tree are."""
    place = f"s3://{server.bucket}/{tree}"
    return {"output": f"{place}/open", "private": f"{place}/sold"}


class Sweep:
    """Publishes through the proxy, and keeps what was wrong."""

    def __init__(
        self, program: pathlib.Path, server: bucket.Server, work: pathlib.Path, roots: list[str]
    ):
        self.program, self.server, self.work, self.roots = program, server, work, roots
        self.rounds = 0
        self.statuses: collections.Counter[int] = collections.Counter()
        self.fired: collections.Counter[str] = collections.Counter()
        self.problems: list[str] = []
        self.begun = time.monotonic()

    def release(self, prefix: str) -> int:
        key = f"{prefix}/open/puzzles/manifest.json"
        answer = self.server.client.get_object(Bucket=self.server.bucket, Key=key)
        return json.loads(answer["Body"].read())["release"]

    def publish(
        self, house: pathlib.Path, now: str, tree: str, url: str, **variables: str
    ) -> subprocess.Popen:
        return subprocess.Popen(
            houses.night(self.program, now, **places(self.server, tree)),
            cwd=house,
            env=bucket.environment(url, **variables),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def verify(self, tree: str) -> subprocess.CompletedProcess:
        there = places(self.server, tree)
        return subprocess.run(
            [self.program, "release", "verify", "--quiet", *self.roots]
            + ["--to", there["output"], "--private-to", there["private"]],
            env=bucket.environment(self.server.url),
            capture_output=True,
            text=True,
            timeout=300,
        )

    def new_house(self, name: str) -> pathlib.Path:
        """A house on the evening before the disturbed night."""
        house = self.work / name
        for part in "recipes", "state":
            shutil.copytree(self.work / part, house / part)
        return house

    def measure(self, proxy: FaultyProxy) -> None:
        """An undisturbed publish: what has to come out, and in how many requests."""
        self.old = self.release("start")
        self.server.copy("start", "whole")
        proxy.plan = Plan()
        process = self.publish(self.new_house("whole"), NOW, "whole", proxy.url)
        said = process.communicate(timeout=300)[1]
        harness.check(process.returncode == 0, f"an undisturbed publish fails: {said}")
        self.requests = proxy.plan.count
        self.expected, self.new = self.server.objects("whole"), self.release("whole")
        harness.check(self.new == self.old + 1, f"release {self.new} follows {self.old}")
        harness.say(
            f"an undisturbed publish makes {self.requests} requests, "
            f"release {self.old} → {self.new}"
        )

    def round(self, title: str, proxy: FaultyProxy, plan: Plan, kill_at: int | None = None) -> None:
        """One publish through the proxy, and all that has to hold afterwards."""
        self.rounds += 1
        tree = f"round-{self.rounds}"
        house = self.new_house(tree)
        self.server.copy("start", tree)
        proxy.plan = plan
        # Less than the plan's delay; where nothing is delayed, a busy machine may take longer.
        process = self.publish(house, NOW, tree, proxy.url, ALMANAC_S3_TIMEOUT="1")
        if kill_at is not None:
            plan.killed = (process, kill_at)
        said = process.communicate(timeout=300)[1].strip()
        proxy.plan = Plan()
        status = process.returncode
        self.statuses[status] += 1
        self.fired += plan.fired
        is_killed = kill_at is not None and status == -9
        if not is_killed and status not in (0, 69, 75):
            self.problems.append(f"{title}: status {status}: {said}")
        if status in (69, 75) and not said:
            self.problems.append(f"{title}: no reason is given")
        verified = self.verify(tree)
        if verified.returncode != 0:
            self.problems.append(f"{title}: not whole: {verified.stderr.strip()}")
        number = self.release(tree)
        if number not in (self.old, self.new) or (status == 0 and number != self.new):
            self.problems.append(f"{title}: status {status} and release {number}")
        again = self.publish(house, NOW, tree, self.server.url)
        said = again.communicate(timeout=300)[1].strip()
        if again.returncode != 0:
            self.problems.append(f"{title}: the next publish fails: {said}")
        elif self.server.objects(tree) != self.expected:
            self.problems.append(f"{title}: the next publish's tree differs")
        self.server.remove(tree)
        shutil.rmtree(house)

    def report(self, title: str) -> collections.Counter[int]:
        """Says how the rounds since the last report have ended; their statuses."""
        statuses, self.statuses = self.statuses, collections.Counter()
        fired, self.fired = self.fired, collections.Counter()
        faults = ", ".join(f"{count} × {name}" for name, count in sorted(fired.items()))
        ends = ", ".join(
            f"{count} ended with {status}" for status, count in sorted(statuses.items())
        )
        now = time.monotonic()
        harness.say(
            f"{title}{f' ({faults})' if faults else ''}: {statuses.total()} rounds, {ends}, "
            f"{now - self.begun:.0f} s; {len(self.problems)} violations"
        )
        self.begun = now
        return statuses

    def kill(self, proxy: FaultyProxy, step: int) -> None:
        for k in sorted({*range(0, self.requests, step), self.requests - 1}):
            self.round(f"killed after request {k}", proxy, Plan(), kill_at=k)
        statuses = self.report("killed after a request")
        harness.check(set(statuses) == {-9}, "some publishers ended before they were killed")

    def disturb_once(self, proxy: FaultyProxy, step: int) -> None:
        missing = set(FAULTS)
        for index, fault in enumerate(FAULTS):
            for k in range(index % 7, self.requests, 7 * step):
                plan = Plan(lambda number, k=k, fault=fault: fault if number == k else None)
                self.round(f"{fault} at request {k}", proxy, plan)
                missing -= set(plan.fired)
        self.report("one fault")
        harness.check(not missing, f"these faults met no request: {missing}")

    def storm(self, proxy: FaultyProxy, rounds: int, seed: int) -> None:
        # A condition that fails is no fault of the network's, and ends a publish at once.
        faults = PASSING
        for index in range(rounds):
            chance = random.Random(seed * 1000 + index)
            plan = Plan(lambda _, c=chance: c.choice(faults) if c.random() < 0.2 else None)
            self.round(f"storm {seed * 1000 + index}", proxy, plan)
            harness.check(plan.fired, f"no fault in storm {seed * 1000 + index}")
        self.report("storms")

    def go_down(self, proxy: FaultyProxy, step: int) -> None:
        middle = self.requests // 2
        for k in [0, middle, self.requests - 2] if step == 1 else [middle]:
            plan = Plan(lambda number, k=k: "500" if number >= k else None)
            self.round(f"down from request {k}", proxy, plan)
        statuses = self.report("a service that goes down")
        harness.check(0 not in statuses, "a publish has ended well without a service")

    def live_on(self, nights: int, seed: int) -> Reader:
        """Nights that publish straight to the bucket, and a reader all the while."""
        house = self.work / "nights"
        shutil.copytree(self.work / "recipes", house / "recipes")
        recipe = house / "recipes/packs/first.yaml"
        text = recipe.read_text()
        reader = Reader(self.server, "nights", seed)
        reader.start()
        for night in range(nights):
            day = datetime.date(2026, 12, 30) + datetime.timedelta(days=night)
            recipe.write_text(text.replace("name: First", f"name: First {night // 3}"))
            process = self.publish(house, f"{day}T03:00:00Z", "nights", self.server.url)
            said = process.communicate(timeout=300)[1].strip()
            if process.returncode != 0:
                self.problems.append(f"night {night}: status {process.returncode}: {said}")
        reader.is_over = True
        reader.join()
        self.problems += reader.problems
        harness.say(
            f"a reader during {nights} publishes, now at release {self.release('nights')}: "
            f"{reader.rounds} manifests of {len(reader.releases)} releases, "
            f"{reader.objects} objects, {time.monotonic() - self.begun:.0f} s; "
            f"{len(reader.problems)} missing or different"
        )
        harness.check(len(reader.releases) > 1, "the reader has seen one release at most")
        return reader

    def try_checks(self, reader: Reader) -> None:
        """Takes an object away: what has found nothing until now has to find that."""
        manifest = json.loads(reader.get("puzzles/manifest.json"))
        key = f"nights/open/{manifest['objects'][0]['key']}"
        self.server.client.delete_object(Bucket=self.server.bucket, Key=key)
        verified = self.verify("nights")
        status = verified.returncode
        harness.check(status == 65, f"a missing object gives status {status}, not 65")
        reader.lines.clear()
        reader.problems.clear()
        reader.read()
        harness.check(len(reader.problems) == 1, "the reader does not notice a missing object")


def problems(
    program: pathlib.Path, server: bucket.Server, work: pathlib.Path, roots: list[str]
) -> list[str]:
    """What is wrong after all this, beginning with a house and the tree `start` in the bucket."""
    step, rounds = harness.number("STEP", 1, least=1), harness.number("ROUNDS", 30)
    nights, seed = harness.number("NIGHTS", 200, least=2), harness.number("SEED", 1)
    sweep = Sweep(program, server, work, roots)
    with FaultyProxy(server.url) as proxy:
        sweep.measure(proxy)
        sweep.kill(proxy, step)
        sweep.disturb_once(proxy, step)
        sweep.storm(proxy, rounds, seed)
        sweep.go_down(proxy, step)
    reader = sweep.live_on(nights, seed)
    sweep.try_checks(reader)
    wrong = proxy.wrong_signatures
    harness.say(f"{proxy.right_signatures} signatures as botocore's, {len(wrong)} others")
    harness.check(proxy.right_signatures > 0, "no signature was looked at")
    return sweep.problems + [f"wrong signature: {request}" for request in wrong[:5]]
