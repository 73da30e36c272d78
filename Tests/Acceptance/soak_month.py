#!/usr/bin/env python3
"""Months of nights with the clock set by libfaketime, as cron would run them in real time zones.

Each month is one in which calendars are hard: the end of 2026 with its week 53, a leap day, both
changes of daylight-saving time (in Berlin, with a job at 02:30 that once is skipped and once comes
twice), nights that the machine was off, and a clock that is set back by two days and on again.

After every night the program must have ended well, every date from yesterday to the horizon must be
there, what was published must not have changed, and doctor must raise no false alarm. While the
clock is wrong doctor has to say so.
"""

import datetime
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import time
import zoneinfo

import harness
from harness import fail

DAY = datetime.timedelta(days=1)
UTC = datetime.timezone.utc
HORIZON = {"daily": 14, "weekly": 4, "monthly": 2}


class House:
    """Recipes, state and tree of one month."""

    def __init__(
        self, program: pathlib.Path, folder: pathlib.Path, zone: str, start: datetime.date
    ):
        self.program, self.folder, self.zone = program, folder, zone
        self.first = start
        self.published: dict[str, str] = {}
        self.nights = 0
        recipes = folder / "Pipelines"
        (recipes / "packs").mkdir(parents=True)
        (recipes / "calendar").mkdir()
        (recipes / "release.yaml").write_text(
            "packs: [small]\ncalendar: [daily, weekly, monthly]\n"
        )
        (recipes / "packs" / "small.yaml").write_text(
            "id: small\nname: Small\nfree: true\ngrid: { size: 5, stars: 1 }\ncount: 4\n"
            "difficulty: { from: 1, to: 3 }\nseed: 7\n"
        )
        for cadence, horizon in HORIZON.items():
            (recipes / "calendar" / f"{cadence}.yaml").write_text(
                f"cadence: {cadence}\ngrid: {{ size: 7, stars: 1 }}\nstart: {key(cadence, start)}\n"
                f"horizon: {horizon}\nreserve: 3\ndifficulty: {{ from: 1, to: 3 }}\nseed: 9\n"
            )

    def run(self, moment: datetime.datetime, *arguments: str) -> subprocess.CompletedProcess:
        """The program with the system's clock at a moment; it is told no other."""
        offset = int(moment.timestamp() - time.time())
        environment = {**os.environ, "TZ": self.zone, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        return subprocess.run(
            ["faketime", "-m", "-f", f"{offset:+d}s", self.program, *arguments],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def night(self, moment: datetime.datetime) -> None:
        """A night, and everything that has to hold after it."""
        name = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        ending = self.run(moment, "nightly", "--quiet", "--json")
        if ending.returncode:
            fail(f"{name}: the night ends with {ending.returncode}: {ending.stderr}")
        today = moment.astimezone(UTC).date()
        for cadence, horizon in HORIZON.items():
            day = max(today - DAY, self.first)
            last = end(cadence, today, horizon)
            while day <= last:
                file = self.folder / "output" / "puzzles" / cadence / f"{key(cadence, day)}.sbn"
                if not file.exists():
                    fail(f"{name}: {cadence} {key(cadence, day)} is missing")
                day += DAY
        for file in (self.folder / "output" / "puzzles").glob("*ly/*.sbn"):
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
            if self.published.setdefault(file.name + file.parent.name, digest) != digest:
                fail(f"{name}: {file} has changed")
        self.health(moment, 0)
        self.nights += 1

    def health(self, moment: datetime.datetime, status: int) -> str:
        ending = self.run(moment, "doctor", "--json")
        if ending.returncode != status:
            fail(f"{moment}: doctor ends with {ending.returncode}, not {status}: {ending.stdout}")
        return ending.stdout

    def verify(self, moment: datetime.datetime) -> None:
        ending = self.run(moment, "release", "verify", "output")
        if ending.returncode:
            fail(f"the tree is not whole: {ending.stdout}{ending.stderr}")


def key(cadence: str, day: datetime.date) -> str:
    """A day's period, worked out by Python's own calendar."""
    if cadence == "daily":
        return day.isoformat()
    if cadence == "weekly":
        year, week, _ = day.isocalendar()
        return f"{year:04}-{week:02}"
    return f"{day.year:04}-{day.month:02}"


def end(cadence: str, today: datetime.date, horizon: int) -> datetime.date:
    """A day of the last period that has to be there."""
    if cadence == "daily":
        return today + (horizon - 1) * DAY
    if cadence == "weekly":
        return today + 7 * (horizon - 1) * DAY
    month = today.year * 12 + today.month - 1 + horizon - 1
    return datetime.date(month // 12, month % 12 + 1, 1)


def fires(
    zone: str, first: datetime.date, days: int, hour: int, minute: int
) -> list[datetime.datetime]:
    """When a plain cron fires that goes by the wall clock: some nights never, and some twice."""
    moment = datetime.datetime(first.year, first.month, first.day, tzinfo=UTC) - DAY
    found = []
    for _ in range((days + 2) * 24 * 60):
        local = moment.astimezone(zoneinfo.ZoneInfo(zone))
        if (local.hour, local.minute) == (
            hour,
            minute,
        ) and first <= local.date() < first + days * DAY:
            found.append(moment)
        moment += datetime.timedelta(minutes=1)
    return found


def main() -> None:
    (program,) = harness.programs(__doc__, ".build/release/almanac")
    if not harness.has("faketime"):
        return
    months = [
        ("the end of 2026 with week 53", "UTC", datetime.date(2026, 12, 13), 33, (3, 0), 33),
        ("a leap day", "Asia/Kathmandu", datetime.date(2028, 2, 12), 31, (3, 0), 31),
        ("clocks put forward", "Europe/Berlin", datetime.date(2027, 3, 10), 31, (2, 30), 30),
        ("clocks put back", "Europe/Berlin", datetime.date(2027, 10, 10), 31, (2, 30), 32),
    ]
    total = 0
    for title, zone, first, days, (hour, minute), expected in months:
        with tempfile.TemporaryDirectory() as folder:
            moments = fires(zone, first, days, hour, minute)
            harness.check(len(moments) == expected, f"{title}: cron fires {len(moments)} times")
            house = House(program, pathlib.Path(folder), zone, moments[0].date())
            for moment in moments:
                house.night(moment)
            house.verify(moments[-1])
            total += house.nights
            harness.say(f"{title} ({zone}): {house.nights} nights, no day missing, no false alarm")
    with tempfile.TemporaryDirectory() as folder:
        moments = fires("UTC", datetime.date(2027, 6, 1), 20, 3, 0)
        house = House(program, pathlib.Path(folder), "UTC", moments[0].date())
        for moment in moments[:6] + moments[9:12]:
            house.night(moment)
        harness.say("three nights off are made up for")
        # The clock is set back by two days: the night is refused, nothing may be lost or published
        # anew, and doctor has to notice.
        release = json.loads((house.folder / "output/puzzles/manifest.json").read_text())["release"]
        early = moments[11] - 2 * DAY
        ending = house.run(early, "nightly", "--quiet")
        if ending.returncode != 65 or "the clock says" not in ending.stderr:
            fail(f"a clock that was set back: {ending.returncode} {ending.stderr}")
        if (
            json.loads((house.folder / "output/puzzles/manifest.json").read_text())["release"]
            != release
        ):
            fail("a clock that was set back has published something")
        found = json.loads(house.health(early, 65))["findings"][0]
        if found["subject"] != "clock":
            fail(f"doctor does not name the clock first: {found}")
        for moment in moments[12:]:
            house.night(moment)
        house.verify(moments[-1])
        total += house.nights
        harness.say(f"a clock set back is noticed, and does no harm: {house.nights} nights")
    harness.say(f"all is well after {total} nights")


if __name__ == "__main__":
    main()
