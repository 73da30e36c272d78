"""A bucket on moto's S3 server on this machine's loopback, and a proxy to stand before it."""

import contextlib
import http.client
import http.server
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

import harness

KEY, SECRET, REGION = "key", "secret", "us-east-1"


def is_there() -> bool:
    """Whether the server and a client can be had; see `harness.has`."""
    return harness.has(modules=("boto3", "flask", "moto"))


def environment(endpoint: str, **variables: str) -> dict[str, str]:
    """What leads the program to a server; a variable without a value is left out."""
    given = {
        **os.environ,
        "AWS_ACCESS_KEY_ID": KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET,
        "AWS_REGION": REGION,
        "AWS_ENDPOINT_URL_S3": endpoint,
        **variables,
    }
    proxies = {"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"}
    return {name: value for name, value in given.items() if value and name not in proxies}


class Server:
    """A server of its own, with one bucket; ended by its number, however the test ends."""

    def __init__(self, bucket: str, folder: pathlib.Path):
        import boto3

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.bucket, self.url, self.log = bucket, f"http://127.0.0.1:{port}", folder / "requests"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self.client = boto3.client(
            "s3",
            endpoint_url=self.url,
            region_name=REGION,
            aws_access_key_id=KEY,
            aws_secret_access_key=SECRET,
        )

    def __enter__(self) -> "Server":
        try:
            for _ in range(150):
                with (
                    contextlib.suppress(OSError),
                    socket.create_connection(
                        ("127.0.0.1", urllib.parse.urlsplit(self.url).port), timeout=1
                    ),
                ):
                    self.client.create_bucket(Bucket=self.bucket)
                    return self
                time.sleep(0.2)
            harness.fail(f"the S3 server does not start: {self.log.read_text()[-500:]}")
        except BaseException:
            self.stop()
            raise

    def __exit__(self, *_) -> None:
        self.stop()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def requests(self, method: str) -> int:
        """How many requests of a kind the server has met; its log has colours."""
        return len(re.findall(rf'"(?:\x1b\[[0-9;]*m)*{method} ', self.log.read_text()))

    def objects(self, prefix: str) -> dict[str, str]:
        """The tags of all objects below a prefix, by the rest of their keys."""
        pages = self.client.get_paginator("list_objects_v2").paginate(
            Bucket=self.bucket, Prefix=prefix + "/"
        )
        lines = (line for page in pages for line in page.get("Contents", []))
        return {line["Key"].removeprefix(prefix + "/"): line["ETag"] for line in lines}

    def copy(self, source: str, target: str) -> None:
        """Copies all objects below a prefix to another."""
        for key in self.objects(source):
            self.client.copy_object(
                Bucket=self.bucket,
                Key=f"{target}/{key}",
                CopySource={"Bucket": self.bucket, "Key": f"{source}/{key}"},
            )

    def remove(self, prefix: str) -> None:
        for key in self.objects(prefix):
            self.client.delete_object(Bucket=self.bucket, Key=f"{prefix}/{key}")


class Handler(http.server.BaseHTTPRequestHandler):
    """Hands requests on; what derives from it decides about each in `decide`."""

    protocol_version = "HTTP/1.1"
    refusal = b"<Error><Code>Proxy</Code><Message>no</Message></Error>"

    def log_message(self, *_) -> None:
        pass

    def decide(self, body: bytes) -> None:
        self.answer(*self.forward(body))

    def forward(self, body: bytes) -> tuple[int, list, bytes]:
        """The server's own answer to a request."""
        connection = http.client.HTTPConnection(self.server.target, timeout=30)
        try:
            headers = dict(self.headers)
            connection.request(self.command, self.path, body=body or None, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def answer(self, status: int, headers: list, content: bytes, length: int | None = None) -> None:
        """Answers, with a length that may be another than the content's."""
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                self.send_header(name, value)
        given = next((value for name, value in headers if name.lower() == "content-length"), None)
        if self.command == "HEAD" and given is not None:
            length = int(given)
        self.send_header("Content-Length", str(len(content) if length is None else length))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def drop(self) -> None:
        """Ends the connection without a word."""
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def handle_one(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        # One that sends less gave up, or is no more.
        if len(body) < length:
            self.drop()
        else:
            self.decide(body)

    do_GET = do_PUT = do_HEAD = do_DELETE = do_POST = handle_one

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError, TimeoutError):
            super().handle()


class Proxy(http.server.ThreadingHTTPServer):
    """Stands before a server while its context lasts."""

    daemon_threads = True

    def __init__(self, url: str, handler: type[Handler]):
        super().__init__(("127.0.0.1", 0), handler)
        self.target = urllib.parse.urlsplit(url).netloc
        self.url = f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> "Proxy":
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        self.shutdown()
        self.server_close()
