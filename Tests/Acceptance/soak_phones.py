#!/usr/bin/env python3
"""A thousand phones against the real service: whatever happens to them, all agree in the end.

    PHONES=1000 STEPS=24 SEED=1     how many, how long each lives, and what happens to it

One or two devices a player, clocks that are wrong by up to years, flights, captive portals, lines
that cut answers short, somebody who changes puzzles on their way, phones that are killed in any
change of a file. Meanwhile the service is killed again and again, slots get other puzzles, a day is
withdrawn, a pack grows, and players buy and are refunded. In the end every device has to agree with
a new one that knows nothing but the service, nothing that was kept may be gone, no board may be on
a puzzle that it was not played on, and no puzzle may have been played that the press did not make.
"""

import pathlib
import queue
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import harness
import phones
import test_service
from harness import check, say


class Service:
    """The service on a port that stays, however often it is killed."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path):
        self.program, self.folder, self.port = program, folder, phones.free_port()
        self.kills = 0
        self.start()

    def start(self) -> None:
        self.server = test_service.Server(
            self.program, self.folder, "--no-limits", "--port", str(self.port)
        )

    def kill(self) -> None:
        self.server.process.send_signal(signal.SIGKILL)
        self.server.process.wait()
        self.kills += 1
        self.start()

    def tell(self, number: int, event: str) -> None:
        """Tells it what a shop tells, until it has heard."""
        word, user = event.split()
        kind = {"buy": "INITIAL_PURCHASE", "refund": "CANCELLATION"}[word]
        body = {
            "event": {
                "id": f"event-{number}",
                "type": kind,
                "app_user_id": user,
                "entitlement_ids": ["sold"],
                "event_timestamp_ms": int(time.time() * 1000) + number,
                "cancel_reason": "CUSTOMER_SUPPORT",
            }
        }
        for _ in range(50):
            try:
                status, _ = self.server.ask(
                    "POST", "/webhook/revenuecat", body, token=None, shop=test_service.SHOP
                )
                if status == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        harness.fail("the service hears no event")


def disturb(press: phones.Press, service: Service, dice: random.Random, number: int) -> str:
    """Something that happens to the service while phones play."""
    changes = {
        2: lambda: press.run("packs", "replace", "first:2", "--reason", "a face in it"),
        4: lambda: press.run("release", "withdraw", f"daily:{press.date(-1)}", "--reason", "twins"),
        6: lambda: press.run("packs", "replace", "second:0", "--reason", "too easy"),
    }
    if number in changes:
        changes[number]()
        press.night()
        return "a release"
    time.sleep(dice.uniform(0.2, 1.5))
    service.kill()
    return "a kill"


def main() -> None:
    client, program, server = harness.programs(
        __doc__,
        ".build/release/client-soak",
        ".build/release/almanac",
        "Serving/.build/release/almanac-serve",
    )
    count = harness.number("PHONES", 1000, 3)
    steps = harness.number("STEPS", 24, 1)
    seed = harness.number("SEED", int(time.time()) % 100_000)
    say(f"PHONES={count} STEPS={steps} SEED={seed} plays this again")
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="almanac phones ") as temporary:
        folder = pathlib.Path(temporary)
        press = phones.Press(program, folder)
        service = Service(server, folder)
        begun = time.monotonic()
        soak = subprocess.Popen(
            [client, f"http://127.0.0.1:{service.port}", ",".join(press.roots), str(count)]
            + [str(steps), str(seed), ",".join(press.ids), folder / "disks"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=lambda: [lines.put(line) for line in soak.stdout], daemon=True).start()
        events = changes = 0
        settled = False
        while not settled:
            while not lines.empty():
                line = lines.get().strip()
                if line == "settle":
                    settled = True
                else:
                    events += 1
                    service.tell(events, line)
            check(soak.poll() is None, f"the phones end with {soak.returncode}")
            if not settled:
                changes += 1
                disturb(press, service, dice, changes)
        lived = time.monotonic() - begun
        soak.stdin.write("go\n")
        soak.stdin.flush()
        played: set[str] = set()
        faults, last = [], ""
        soak.wait()
        time.sleep(0.5)
        while not lines.empty():
            word, _, rest = lines.get().strip().partition(" ")
            if word == "played":
                played.add(rest)
            elif word == "fault":
                faults.append(rest)
            else:
                last = rest
        for fault in faults:
            print(f"  {fault}")
        check(soak.returncode == 0, f"{len(faults)} faults or more; the phones end with {soak.returncode}")
        foreign = played - press.texts
        check(not foreign, f"puzzles were played that the press did not make: {sorted(foreign)[:3]}")
        say(
            f"{count} phones: {last}, {service.kills} kills of the service, {events} purchases and "
            f"refunds; {lived:.0f} s, and {time.monotonic() - begun - lived:.0f} s to come home"
        )


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:
        for process in test_service.Server.running:
            process.kill()
