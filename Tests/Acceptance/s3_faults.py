#!/usr/bin/env python3
"""Publishes to a bucket through a proxy that does what networks and services do, and looks at what is left.

  Tests/Acceptance/s3_faults.py almanac moto-server-url folder       ROUNDS=30  SEED=1  STEP=1  NIGHTS=200

`folder` holds `recipes` and `state`: those of the tree s3://puzzles-live/start, the day before. Each round copies that
tree to a prefix of its own, and a night publishes to it through the proxy:

  killed     the publisher is killed with SIGKILL right after its k-th request is done, for every k
  once       one request meets a fault: dropped before or after it is done, delayed, cut off, a bit flipped on the way
             there or back, 429, 500, 503, 412; for every kind, at places all over the publish
  storm      every fifth request meets a fault by chance
  down       from one request on, there is nothing but 500
  nights     200 nights publish one after the other, while a reader behind a stale cache reads all that manifests name

Whatever happens, the publisher ends with 0, 69 or 75 (or is killed); the tree verifies as the old release or the new
one, without the proxy; the next publish finishes, and gives the undisturbed tree byte for byte. The proxy also computes
the signature of every request with botocore's own signer, and compares.
"""
import collections
import datetime
import hashlib
import http.client
import http.server
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

import boto3
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

PROGRAM, MOTO, WORK = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
ROUNDS = int(os.environ.get("ROUNDS", "30"))
STEP = int(os.environ.get("STEP", "1"))
NIGHTS = int(os.environ.get("NIGHTS", "200"))
SEED = int(os.environ.get("SEED", "1"))
BUCKET = "puzzles-live"
KEY, SECRET, REGION = "key", "secret", "us-east-1"
FAULTS = ["lost-before", "lost-after", "delay", "cut-off", "flip", "429", "500", "503", "412"]
NOW = "2026-12-31T03:00:00Z"
TARGET = urllib.parse.urlsplit(MOTO)


class Plan:
    """What becomes of the requests of one publish, by number from 0."""

    def __init__(self, fate=lambda number, method: None):
        self.fate = fate
        self.count = 0
        self.killed = None  # the process to kill, and after which request
        self.fired = collections.Counter()
        self.lock = threading.Lock()

    def next(self, method):
        with self.lock:
            number = self.count
            self.count += 1
        fault = self.fate(number, method)
        if fault:
            self.fired[fault] += 1
        return number, fault


plan = Plan()
signatures = collections.Counter()
wrong = []


def botocore_signature(method, url, headers, names):
    request = AWSRequest(method=method, url=url, headers={n: headers[n] for n in names if n != "host"})
    request.context["timestamp"] = headers["x-amz-date"]
    signer = S3SigV4Auth(Credentials(KEY, SECRET), "s3", REGION)
    text = signer.string_to_sign(request, signer.canonical_request(request))
    return signer.signature(text, request)


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def forward(self, body):
        connection = http.client.HTTPConnection(TARGET.hostname, TARGET.port, timeout=30)
        try:
            connection.request(self.command, self.path, body=body or None, headers=dict(self.headers))
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def check_signature(self, body):
        headers = {name.lower(): value for name, value in self.headers.items()}
        found = re.search(r"SignedHeaders=([^,]+), Signature=([0-9a-f]+)", headers.get("authorization", ""))
        names = found.group(1).split(";") if found else []
        url = f"http://{headers['host']}{self.path}"
        is_right = (
            found and headers.get("x-amz-content-sha256") == hashlib.sha256(body).hexdigest()
            and found.group(2) == botocore_signature(self.command, url, headers, names))
        signatures["right" if is_right else "wrong"] += 1
        if not is_right:
            wrong.append(f"{self.command} {self.path}: {len(body)} bytes, {headers}")

    def drop(self):
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def answer(self, status, headers, body, announced=None):
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                self.send_header(name, value)
        length = next((v for n, v in headers if n.lower() == "content-length"), None)
        if self.command == "HEAD" and length is not None:
            self.send_header("Content-Length", length)
        else:
            self.send_header("Content-Length", str(announced if announced is not None else len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def handle_one(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        if len(body) < length:
            return self.drop()  # The publisher gave up, or is no more.
        current = plan
        number, fault = current.next(self.command)
        self.check_signature(body)
        if fault == "lost-before":
            return self.drop()
        if fault in ("429", "500", "503", "412"):
            return self.answer(int(fault), [], b"<Error><Code>Proxy</Code><Message>no</Message></Error>")
        if fault == "delay":
            time.sleep(1.5)
        if fault == "flip" and body:
            index = len(body) // 2
            body = body[:index] + bytes([body[index] ^ 4]) + body[index + 1:]
        status, headers, content = self.forward(body)
        if current.killed and number == current.killed[1]:
            current.killed[0].kill()
            current.killed[0].wait()
            return self.drop()
        if fault == "lost-after":
            return self.drop()
        if fault == "flip" and self.command == "GET" and content:
            index = len(content) // 2
            content = content[:index] + bytes([content[index] ^ 4]) + content[index + 1:]
        if fault == "cut-off" and content:
            self.answer(status, headers, content[:len(content) // 2], announced=len(content))
            return self.drop()
        return self.answer(status, headers, content)

    do_GET = do_PUT = do_HEAD = do_DELETE = do_POST = handle_one

    def handle(self):
        try:
            super().handle()
        except (ConnectionError, BrokenPipeError, TimeoutError):
            pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
PROXY = f"http://127.0.0.1:{server.server_port}"
client = boto3.client(
    "s3", endpoint_url=MOTO, region_name=REGION, aws_access_key_id=KEY, aws_secret_access_key=SECRET)


def environment(endpoint):
    return {**os.environ, "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_REGION": REGION,
            "AWS_ENDPOINT_URL_S3": endpoint, "ALMANAC_S3_TIMEOUT": "1"}


def publish(state, tree, endpoint):
    return subprocess.Popen(
        [PROGRAM, "nightly", "--quiet", "--jobs", "1", "--now", NOW, "--recipes", "recipes", "--state", state,
         "--output", f"s3://{BUCKET}/{tree}"], cwd=WORK, env=environment(endpoint), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)


def objects(prefix):
    found = {}
    for page in client.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix + "/"):
        for line in page.get("Contents", []):
            found[line["Key"][len(prefix) + 1:]] = line["ETag"]
    return found


def release(prefix):
    body = client.get_object(Bucket=BUCKET, Key=f"{prefix}/puzzles/manifest.json")["Body"].read().decode()
    return int(re.search(r'"release":(\d+)', body).group(1))


class Reader(threading.Thread):
    """Reads the manifest and every object that it names, over and over, behind a cache that is as unhelpful as caches
    may be: it serves what it has as long as Cache-Control allows, and now and then for ten minutes more, and remembers
    for a minute that there is nothing under a name. Its clock runs ahead: half a minute between two rounds."""

    def __init__(self, prefix):
        super().__init__(daemon=True)
        self.prefix, self.now, self.lines = prefix, 0, {}
        self.chance = random.Random(SEED)
        self.is_over = False
        self.rounds = self.objects = 0
        self.releases, self.problems = set(), []

    def get(self, key):
        line = self.lines.get(key)
        if line and self.now < line[1]:
            return line[0]
        if line and line[0] is not None and self.now < line[1] + 600 and self.chance.random() < 0.5:
            return line[0]
        try:
            answer = client.get_object(Bucket=BUCKET, Key=f"{self.prefix}/{key}")
            age = int(re.search(r"max-age=(\d+)", answer["CacheControl"]).group(1))
            body = answer["Body"].read()
        except client.exceptions.NoSuchKey:
            body, age = None, 60
        # A cache may forget at any time.
        self.lines[key] = (body, self.now + min(age, self.chance.choice((60, 600, 86400))))
        return body

    def run(self):
        while not self.is_over:
            self.now += self.chance.randrange(60)
            text = self.get("puzzles/manifest.json")
            if text is None:
                continue
            manifest = json.loads(text)
            self.rounds += 1
            self.releases.add(manifest["release"])
            for line in manifest["objects"]:
                self.objects += 1
                body = self.get(line["key"])
                if body is None:
                    self.problems.append(f"release {manifest['release']} names {line['key']}: missing")
                elif hashlib.sha256(body).hexdigest() != line["sha256"]:
                    self.problems.append(f"release {manifest['release']} names {line['key']}: another")


def read_during_nights():
    """Nights that publish straight to the bucket, and a reader all the while."""
    house = os.path.join(WORK, "nights")
    shutil.copytree(os.path.join(WORK, "recipes"), os.path.join(house, "recipes"))
    recipe = os.path.join(house, "recipes/packs/first.yaml")
    with open(recipe) as file:
        text = file.read()
    reader = Reader("nights")
    reader.start()
    problems = []
    for night in range(NIGHTS):
        day = datetime.date(2026, 12, 30) + datetime.timedelta(days=night)
        with open(recipe, "w") as file:
            file.write(text.replace("name: First", f"name: First {night // 3}"))
        ended = subprocess.run(
            [PROGRAM, "nightly", "--quiet", "--jobs", "1", "--now", f"{day}T03:00:00Z", "--recipes", "recipes",
             "--state", "state", "--output", f"s3://{BUCKET}/nights"], cwd=house, env=environment(MOTO),
            capture_output=True, text=True, timeout=300)
        if ended.returncode != 0:
            problems.append(f"night {night}: status {ended.returncode}: {ended.stderr.strip()}")
    reader.is_over = True
    reader.join()
    problems += reader.problems
    print(f"s3-faults: a reader during {NIGHTS} publishes, now at release {release('nights')}: {reader.rounds} manifests of "
          f"{len(reader.releases)} releases, {reader.objects} objects; {len(problems)} missing or different", flush=True)
    return problems


class Sweep:
    def __init__(self):
        self.rounds = 0
        self.statuses = collections.Counter()
        self.problems = []

    def round(self, title, fates, kill_at=None):
        """One publish through the proxy, and all that has to hold afterwards."""
        global plan
        self.rounds += 1
        tree, state = f"round-{self.rounds}", os.path.join(WORK, "round")
        shutil.rmtree(state, ignore_errors=True)
        shutil.copytree(os.path.join(WORK, "state"), state)
        for key in objects("start"):
            client.copy_object(
                Bucket=BUCKET, Key=f"{tree}/{key}", CopySource={"Bucket": BUCKET, "Key": f"start/{key}"})
        plan = fates
        process = publish(state, tree, PROXY)
        if kill_at is not None:
            plan.killed = (process, kill_at)
        said = process.communicate(timeout=300)[1]
        current, status = plan, process.returncode
        plan = Plan()
        self.statuses[status] += 1
        killed = kill_at is not None and status == -9
        if status not in (0, 69, 75) and not killed:
            self.problems.append(f"{title}: status {status}: {said.strip()}")
        if status in (69, 75) and not said.strip():
            self.problems.append(f"{title}: no reason is given: {said.strip()}")
        verified = subprocess.run(
            [PROGRAM, "release", "verify", "--quiet", "--to", f"s3://{BUCKET}/{tree}"], env=environment(MOTO),
            capture_output=True, text=True, timeout=300)
        number = release(tree)
        if verified.returncode != 0:
            self.problems.append(f"{title}: not whole: {verified.stderr.strip()}")
        if number not in (OLD, NEW) or (status == 0 and number != NEW):
            self.problems.append(f"{title}: status {status} and release {number}")
        again = publish(state, tree, MOTO)
        said = again.communicate(timeout=300)[1]
        if again.returncode != 0:
            self.problems.append(f"{title}: the next publish fails: {said.strip()}")
        elif objects(tree) != EXPECTED:
            self.problems.append(f"{title}: the next publish's tree differs")
        for key in objects(tree):
            client.delete_object(Bucket=BUCKET, Key=f"{tree}/{key}")
        return current


def main():
    global EXPECTED, OLD, NEW, plan
    OLD = release("start")
    sweep = Sweep()
    # An undisturbed one first: what has to come out, and in how many requests.
    for key in objects("start"):
        client.copy_object(Bucket=BUCKET, Key=f"whole/{key}", CopySource={"Bucket": BUCKET, "Key": f"start/{key}"})
    state = os.path.join(WORK, "whole")
    shutil.copytree(os.path.join(WORK, "state"), state)
    plan = Plan()
    process = publish(state, "whole", PROXY)
    said = process.communicate(timeout=300)[1]
    assert process.returncode == 0, said
    total, EXPECTED, NEW = plan.count, objects("whole"), release("whole")
    assert NEW == OLD + 1
    print(f"s3-faults: an undisturbed publish makes {total} requests, release {OLD} → {NEW}", flush=True)

    def report(title, rounds):
        ends = ", ".join(f"{count} ended with {status}" for status, count in sorted(sweep.statuses.items()))
        print(f"s3-faults: {title}: {rounds} rounds, {ends}; {len(sweep.problems)} violations", flush=True)
        sweep.statuses.clear()

    places = range(0, total, STEP)
    for k in places:
        sweep.round(f"killed after request {k}", Plan(), kill_at=k)
    report("killed after every request", len(places))
    fired, count = collections.Counter(), 0
    for index, fault in enumerate(FAULTS):
        for k in range(index % 7, total, 7 * STEP):
            done = sweep.round(
                f"{fault} at request {k}", Plan(lambda number, _, k=k, fault=fault: fault if number == k else None))
            fired += done.fired
            count += 1
    report(f"one fault ({', '.join(f'{c} × {f}' for f, c in sorted(fired.items()))})", count)
    fired = collections.Counter()
    for index in range(ROUNDS):
        chance = random.Random(SEED * 1000 + index)
        done = sweep.round(
            f"storm {SEED * 1000 + index}",
            Plan(lambda number, _, chance=chance: chance.choice(FAULTS[:-1]) if chance.random() < 0.2 else None))
        fired += done.fired
    report(f"storms ({sum(fired.values())} faults)", ROUNDS)
    for k in (0, total // 2, total - 2):
        sweep.round(f"down from request {k}", Plan(lambda number, _, k=k: "500" if number >= k else None))
    report("a service that goes down", 3)
    sweep.problems += read_during_nights()
    print(f"s3-faults: {signatures['right']} signatures as botocore's, {signatures['wrong']} others")
    for problem in wrong[:5] + sweep.problems[:20]:
        print(f"  {problem}")
    return 1 if sweep.problems or signatures["wrong"] or not signatures["right"] else 0


if __name__ == "__main__":
    sys.exit(main())
