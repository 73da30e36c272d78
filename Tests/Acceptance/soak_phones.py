#!/usr/bin/env python3
"""A thousand phones against the real service: whatever happens to them, all agree in the end.

    PHONES=1000 STEPS=60 SEED=1     how many, how long each lives, and what happens to it

One or two devices a player, clocks that are wrong by up to years, flights, captive portals, lines
that cut answers short, somebody who changes puzzles on their way, phones that are killed in any
change of a file. Meanwhile the service is killed again and again, slots get other puzzles, a day is
withdrawn, a pack grows, and players buy and are refunded. In the end every device has to agree with
a new one that knows nothing but the service, nothing that was kept may be gone, no board may be on
a puzzle that it was not played on, and no puzzle may have been played that the press did not make.
"""

import contextlib
import os
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
from harness import check, say
from service import SHOP, Server


class Service:
    """The service on a port that stays, however often it is killed."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path):
        self.program, self.folder, self.port = program, folder, phones.free_port()
        self.kills = 0
        self.start()

    def start(self) -> None:
        self.server = Server(self.program, self.folder, "--no-limits", "--port", str(self.port))

    def kill(self) -> None:
        self.server.process.send_signal(signal.SIGKILL)
        self.server.process.wait()
        self.kills += 1
        self.start()

    def catch_up(self, press: phones.Press) -> None:
        """Waits until it serves what was published last: it looks once a second.

        Phones that ask before have what was there before, and are held against one that asks later.
        """
        published = press.manifest.read_bytes()
        for _ in range(100):
            with contextlib.suppress(OSError):
                if self.server.send("GET", "/puzzles/manifest")[2] == published:
                    return
            time.sleep(0.1)
        harness.fail("the service does not serve what was published last")

    def tell(self, seed: str, number: int, event: str) -> None:
        """Tells it what a shop tells, until it has heard."""
        word, user = event.split()
        kind = {"buy": "INITIAL_PURCHASE", "refund": "CANCELLATION"}[word]
        body = {
            "event": {
                "id": f"event-{seed}-{number}",
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
                    "POST", "/webhook/revenuecat", body, token=None, Authorization=SHOP
                )
                if status == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        harness.fail("the service hears no event")


# The last change comes out when all phones have settled, right before they come home.
LAST = 0


def disturb(press: phones.Press, service: Service, dice: random.Random, number: int) -> str:
    """Something that happens to the service while phones play."""
    changes = {
        LAST: lambda: press.run("packs", "replace", "third:1", "--reason", "at the last moment"),
        2: lambda: press.run("packs", "replace", "first:2", "--reason", "a face in it"),
        4: lambda: press.run("release", "withdraw", f"daily:{press.date(-1)}", "--reason", "twins"),
        6: lambda: press.run("packs", "replace", "second:0", "--reason", "too easy"),
        3: lambda: press.run("packs", "replace", "sold:0", "--reason", "twins"),
    }
    if number in changes and press.changes.isdisjoint({number}):
        press.changes.add(number)
        changes[number]()
        press.night()
        return "a release"
    time.sleep(dice.uniform(0.2, 1.5))
    service.kill()
    return "a kill"


def live(
    client: pathlib.Path, press: phones.Press, service: Service, words: list[str], forgets: str = ""
) -> tuple[int, list[str], str]:
    """Has phones live, and says how they end: status, what does not hold, what they did."""
    dice = random.Random(words[-1])
    bundle = press.folder / "free.json"
    bundle.write_bytes(press.bundle.read_bytes())
    begun = time.monotonic()
    soak = subprocess.Popen(
        [client, f"http://127.0.0.1:{service.port}", ",".join(press.roots), *words]
        + [",".join(press.ids), press.folder / f"disks{forgets}", bundle],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "FORGETS": forgets},
    )
    lines: queue.Queue[str] = queue.Queue()
    reader = threading.Thread(target=lambda: [lines.put(line) for line in soak.stdout], daemon=True)
    reader.start()
    events, changes, kills, settled = 0, 0, service.kills, False
    while True:
        while not lines.empty():
            line = lines.get().strip()
            if line == "settle":
                settled = True
            else:
                events += 1
                service.tell(words[-1], events, line)
        if settled:
            break
        check(soak.poll() is None, f"the phones end with {soak.returncode}")
        changes += 1
        disturb(press, service, dice, changes)
    lived = time.monotonic() - begun
    if LAST not in press.changes:
        disturb(press, service, dice, LAST)
    service.catch_up(press)
    begun_home = time.monotonic()
    soak.stdin.write("go\n")
    soak.stdin.flush()
    soak.wait()
    reader.join(timeout=10)
    played: set[str] = set()
    faults, last = [], ""
    while not lines.empty():
        word, _, rest = lines.get().strip().partition(" ")
        if word == "played":
            played.add(rest)
        elif word == "fault":
            faults.append(rest)
        else:
            last = rest
    foreign = sorted(played - press.texts)
    faults += [f"the press did not make {text}, and it was played" for text in foreign]
    home = time.monotonic() - begun_home
    said = (
        f"{last}, {service.kills - kills} kills of the service, {events} purchases and refunds; "
        f"{lived:.0f} s, and {home:.0f} s to come home"
    )
    return soak.returncode, faults, said


def main() -> None:
    client, program, server = harness.programs(
        __doc__,
        ".build/release/client-soak",
        ".build/release/almanac",
        ".build/release/almanac-serve",
    )
    count = harness.number("PHONES", 1000, 3)
    steps = harness.number("STEPS", 60, 1)
    seed = harness.number("SEED", int(time.time()) % 100_000)
    say(f"PHONES={count} STEPS={steps} SEED={seed} plays this again")
    with tempfile.TemporaryDirectory(prefix="almanac phones ") as temporary:
        press = phones.Press(program, pathlib.Path(temporary))
        service = Service(server, pathlib.Path(temporary))
        status, faults, said = live(client, press, service, [str(count), str(steps), str(seed)])
        for fault in faults[:20]:
            print(f"  {fault}")
        check(status == 0 and not faults, f"not all agree: {said}")
        say(f"{count} phones: {said}; all agree")

        # Disks that say to have written what they have not: that has to be noticed.
        words = ["40", "60", str(seed + count)]
        status, faults, _ = live(client, press, service, words, forgets="3")
        check(status == 1 and faults, "phones that forget are not found")
        say(f"40 phones that forget every third move: {len(faults)} faults are found, as has to be")


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:
        for process in Server.running:
            process.kill()
