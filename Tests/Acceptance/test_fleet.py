#!/usr/bin/env python3
"""Runs a fleet whose plan and results go through a bucket, and compares it with a single run.

The bucket is moto's, on this machine's loopback. Eight parts, each told by another scheduler's
environment, make a plan: two attempts at one part at the same time, one part killed and started
again, one through a service that refuses every second request. The merged catalogue has to hold
what one run with --jobs 1 makes, byte for byte. Then everything that can go wrong has to end with
75 where another try may help, and with another status where it cannot.

Only processes that were started here are ended.
"""

import contextlib
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator

import bucket
import harness
from harness import ROOT, check, say

BUCKET = "fleet"
UNITS, PARTS = 16, 8


class RefusingProxy(bucket.Proxy):
    """A service that gives some requests a status of its own, by their numbers from 1."""

    def __init__(self, url: str, fate: Callable[[int], int | None]):
        super().__init__(url, RefusingHandler)
        self.fate = fate
        self.count = self.refused = 0
        self.lock = threading.Lock()


class RefusingHandler(bucket.Handler):
    server: RefusingProxy

    def decide(self, body: bytes) -> None:
        with self.server.lock:
            self.server.count += 1
            status = self.server.fate(self.server.count)
            self.server.refused += status is not None
        if status is None:
            self.answer(*self.forward(body))
        else:
            self.answer(status, [], self.refusal)


class Fleet:
    """A program, a bucket and a folder to work in."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, endpoint: str):
        self.program, self.folder, self.endpoint = program, folder, endpoint

    @contextlib.contextmanager
    def through(self, fate: Callable[[int], int | None]) -> Iterator[RefusingProxy]:
        """Everything goes through a service that refuses; it has to, at least once."""
        direct = self.endpoint
        with RefusingProxy(direct, fate) as proxy:
            self.endpoint = proxy.url
            try:
                yield proxy
            finally:
                self.endpoint = direct
        check(proxy.refused > 0, "the service has refused nothing")

    def start(self, *arguments: str, **variables: str) -> subprocess.Popen:
        return subprocess.Popen(
            [self.program, *arguments],
            cwd=self.folder,
            env=bucket.environment(self.endpoint, **{"ALMANAC_S3_TIMEOUT": "2", **variables}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self, process: subprocess.Popen, status: int, what: str) -> str:
        try:
            said, errors = process.communicate(timeout=300)
        finally:
            process.kill()
        check(
            process.returncode == status,
            f"{what} ends with {process.returncode}, not {status}: {errors}",
        )
        return said + errors

    def do(self, status: int, *arguments: str, **variables: str) -> str:
        return self.end(self.start(*arguments, **variables), status, " ".join(arguments))

    def plan(self, place: str, seed: int = 5) -> str:
        return self.do(
            0,
            "work",
            "plan",
            "--size",
            "14",
            "--stars",
            "3",
            "--difficulty",
            "7...",
            "--count",
            "320",
            "--units",
            str(UNITS),
            "--seed",
            str(seed),
            "--dir",
            place,
        )

    def export(self, state: str) -> bytes:
        self.do(0, "catalog", "export", f"{state}.jsonl", "--state", state, "--quiet")
        return (self.folder / f"{state}.jsonl").read_bytes()


def same_catalogue(fleet: Fleet, server: bucket.Server) -> None:
    fleet.plan("alone")
    fleet.do(0, "work", "run", "--dir", "alone", "--shard", "0/1", "--jobs", "1", "--quiet")
    fleet.do(
        0, "work", "merge", "--dir", "alone", "--state", "state-alone", "--jobs", "1", "--quiet"
    )
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
    slurm = {
        "SLURM_ARRAY_TASK_MIN": "10",
        "SLURM_ARRAY_TASK_STEP": "5",
        "SLURM_ARRAY_TASK_COUNT": str(PARTS),
    }
    fleet.do(0, *run, JOB_COMPLETION_INDEX="0", **kubernetes)
    fleet.do(0, *run, SLURM_ARRAY_TASK_ID="15", **slurm)
    fleet.do(0, *run, AWS_BATCH_JOB_ARRAY_INDEX="2", ALMANAC_SHARDS=str(PARTS))
    twice = [fleet.start(*run, JOB_COMPLETION_INDEX="3", **kubernetes) for _ in range(2)]
    for process in twice:
        fleet.end(process, 0, "one of two attempts at a part")
    said = fleet.do(2, "work", "merge", "--dir", place, "--state", "state-early", "--quiet")
    check("missing: units 4-7,12-15" in said, f"what is missing is not said: {said}")
    killed = fleet.start(*run, JOB_COMPLETION_INDEX="4", **kubernetes)
    time.sleep(0.1)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    check(killed.returncode == -signal.SIGKILL, "the part had ended before it was killed")
    for part in [7, 4, 6]:
        fleet.do(0, *run, "--shard", f"{part}/{PARTS}")
    with fleet.through(lambda number: 503 if number % 2 == 0 else None) as proxy:
        fleet.do(0, *run, "--shard", f"5/{PARTS}")
    say("8 parts are done: one twice at once, one killed")
    say(f"one of them went through a service that refused {proxy.refused} requests")
    files = server.objects("some/prefix/results")
    check(len(files) == UNITS, f"{len(files)} files and not {UNITS}")
    for _ in range(2):
        fleet.do(0, "work", "merge", "--dir", place, "--state", "state-bucket", "--quiet")
    check(fleet.export("state-bucket") == alone, "the catalogue of the bucket's parts is another")
    count = alone.count(b"\n")
    say(f"{count} puzzles, {len(alone)} bytes, byte for byte those of a single run")
    say("merging again adds nothing")


def trouble(fleet: Fleet, server: bucket.Server) -> None:
    place = f"s3://{BUCKET}/some/prefix"
    run = ["work", "run", "--shard", "0/8", "--quiet", "--dir"]
    merge = ["work", "merge", "--state", "state-trouble", "--quiet", "--dir"]
    plan = ["work", "plan", "--size", "5", "--stars", "1", "--count", "8", "--units", "8", "--dir"]
    for status in (500, 503, 429):
        with fleet.through(lambda number, status=status: status):
            for arguments in (run, merge, plan):
                fleet.do(75, *arguments, place)
    say("75, try again: a service that answers 500, 503 or 429 to everything")
    with fleet.through(lambda number: 403):
        for arguments in (run, merge, plan):
            fleet.do(69, *arguments, place)
    for arguments in (run, merge, plan):
        fleet.do(69, *arguments, "s3://nowhere/x")
    say("69, do not: a service that forbids it, a bucket that does not exist")
    for arguments in (run, merge):
        fleet.do(66, *arguments, f"s3://{BUCKET}/empty")
    check("holds another plan" in fleet.do(65, *plan, place), "another plan is not refused")
    client = server.client
    client.put_object(Bucket=BUCKET, Key="bad/plan.json", Body=b"{}")
    for arguments in (run, merge):
        fleet.do(65, *arguments, f"s3://{BUCKET}/bad")
    fleet.do(64, "work", "run", "--shard", "8/8", "--dir", place)
    fleet.do(64, "work", "run", "--dir", place, JOB_COMPLETION_INDEX="9", ALMANAC_SHARDS="8")
    file = f"some/prefix/results/{min(server.objects('some/prefix/results'))}"
    whole = client.get_object(Bucket=BUCKET, Key=file)["Body"].read()
    client.put_object(Bucket=BUCKET, Key=file, Body=whole[: len(whole) // 2])
    said = fleet.do(65, *merge, place)
    check("run unit 0 again" in said, f"a damaged file is not named: {said}")
    fleet.do(0, *run, place)
    fleet.do(0, *merge, place)
    say("64, 65, 66, do not: no such part, another plan, a bad one, none")
    say("a damaged file is named and made again")
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
    say("143, within seconds of SIGTERM: a service that never answers")
    server.stop()
    for arguments in (run, merge, plan):
        fleet.do(75, *arguments, place)
    say("75, try again: a service that is gone")


def main() -> None:
    (program,) = harness.programs(__doc__, ".build/release/almanac")
    if not bucket.is_there():
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with bucket.Server(BUCKET, folder) as server:
            fleet = Fleet(program, folder, server.url)
            same_catalogue(fleet, server)
            trouble(fleet, server)
    say("all is well")


if __name__ == "__main__":
    main()
