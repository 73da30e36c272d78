"""Random histories of purchases, against a plain model of what comes of them.

A history is bought, ended, given away and told of names, at times of the shop's. The server hears
of it in several orders, each time about new people, of whom one logs in to the account of another
somewhere in between; what everybody has then is what the model says. At last somebody goes, which
takes nothing from the others, whatever comes afterwards.
"""

import dataclasses
import itertools
import random
import secrets

import harness
from harness import check, say
from service import SHOP, Server

USERS, STRANGERS = ["u0", "u1", "u2", "u3"], ["s0", "s1", "s2"]
# The shop's times are low numbers: what ends at `PAST` has ended, what ends at `FAR` does not.
PAST, FAR = 500, 9_000_000_000_000


@dataclasses.dataclass(frozen=True)
class Event:
    number: int
    time: int
    # The first is the one that holds or takes.
    names: tuple[str, ...]
    givers: tuple[str, ...] = ()
    # Name and product; none where nothing but names is told.
    item: tuple[str, str] | None = None
    end: int | None = None

    def body(self, names: dict[str, str], mark: str) -> dict:
        who = [names[name] for name in self.names]
        body = {"id": f"{mark}-{self.number:03}", "event_timestamp_ms": self.time}
        if self.givers:
            givers = [names[name] for name in self.givers]
            return body | {"type": "TRANSFER", "transferred_from": givers, "transferred_to": who}
        body |= {"app_user_id": who[0], "aliases": who[1:]}
        if self.item is None:
            return body | {"type": "TEST"}
        name, product = self.item
        kind = "EXPIRATION" if self.end is not None and self.end <= self.time else "RENEWAL"
        return body | {
            "type": kind,
            "entitlement_ids": [name],
            "product_id": product or None,
            "expiration_at_ms": self.end,
        }


def history(chance: random.Random) -> list[Event]:
    events: list[Event] = []
    time = 0
    for number in range(chance.randint(4, 14)):
        names = chance.sample(USERS + STRANGERS, 4)
        kind = chance.choice(["buys", "buys", "gives", "gives", "ends", "names"])
        # Names are told at times of their own: of several told at once, no order is the right one.
        several = kind == "names" or chance.random() < 0.2
        time += 1 if several or chance.random() < 0.8 else 0
        who, item = tuple(names[: 2 if several else 1]), None
        if kind in ["buys", "ends"]:
            item = (chance.choice("xy"), chance.choice(["p", "q", ""]))
        event = Event(number, time, who, item=item)
        if kind == "gives":
            event = dataclasses.replace(event, givers=tuple(names[2 : chance.choice([3, 4])]))
        elif kind == "ends":
            event = dataclasses.replace(event, end=time)
        elif kind == "buys":
            event = dataclasses.replace(event, end=chance.choice([None, None, FAR, PAST]))
        events.append(event)
        time += 1 if several else 0
    return events


class Model:
    """What comes of a history, with no look at how the server works it out.

    Holdings are kept by name; names are one customer's by what was told of them up to a time.
    """

    def __init__(self, history: list[Event], owners: dict[str, str]):
        self.owners = owners
        self.steps: list[tuple] = []
        for event in sorted(history, key=self.order):
            self.steps += [("joins", event, event.names[0], other) for other in event.names[1:]]
            if event.item:
                self.steps.append(("holds", event, event.names[0]))
            self.steps += [("gives", event, giver, event.names[0]) for giver in event.givers]
        # The customers after each step, as sets of names.
        customers = [{name} for name in USERS + STRANGERS]
        self.customers = []
        for kind, _, *who in self.steps:
            if kind == "joins":
                one, other = (next(c for c in customers if name in c) for name in who)
                accounts = {owners[name] for name in one | other if name in owners}
                if one is not other and len(accounts) < 2:
                    customers = [c for c in customers if c not in (one, other)] + [one | other]
            self.customers.append(customers)
        self.held: dict[str, dict] = {name: {} for name in USERS + STRANGERS}
        for number in range(len(self.steps)):
            self.follow(number)

    @staticmethod
    def order(event: Event) -> tuple:
        kind = 0 if event.item else 1
        end = FAR + 1 if event.end is None else event.end
        return (event.time, kind, -end if event.item else 0, event.number)

    def customer(self, name: str, number: int) -> set[str]:
        return next(customer for customer in self.customers[number] if name in customer)

    def arrives(self, name: str, number: int) -> bool:
        """Whether what a name is given comes to somebody who is known, in the end."""
        later = range(number, len(self.steps))
        if any(other in self.owners for step in later for other in self.customer(name, step)):
            return True
        for step in later[1:]:
            kind, _, *who = self.steps[step]
            customer = self.customer(name, step)
            if kind == "gives" and who[0] in customer and who[1] not in customer:
                if self.arrives(who[1], step):
                    return True
        return False

    def now(self, customer: set[str]) -> dict:
        """What a customer has by what was said last, with its end."""
        items: dict = {}
        for name in customer:
            for item, (time, end) in self.held[name].items():
                if item not in items or (time, -end) > (items[item][0], -items[item][1]):
                    items[item] = (time, end)
        return items

    def put(self, customer: set[str], name: str, item: tuple, time: int, end: int) -> None:
        for other in customer:
            self.held[other].pop(item, None)
        self.held[name][item] = (time, end)

    def follow(self, number: int) -> None:
        kind, event, *who = self.steps[number]
        if kind == "holds":
            customer = self.customer(who[0], number)
            end = FAR + 1 if event.end is None else event.end
            if event.item[1] == "" and end <= event.time:
                for item in self.now(customer):
                    if item[0] == event.item[0]:
                        self.put(customer, who[0], item, event.time, end)
            self.put(customer, who[0], event.item, event.time, end)
        elif kind == "gives":
            giver, taker = (self.customer(name, number) for name in who)
            if giver is taker or not self.arrives(who[1], number):
                return
            for item, (_, end) in self.now(giver).items():
                if end <= event.time:
                    continue
                for name in giver:
                    self.held[name].pop(item, None)
                if self.now(taker).get(item, (0, -1))[1] < end:
                    self.put(taker, who[1], item, event.time, end)

    def names(self, user: str) -> list[str]:
        """The names that a user has."""
        last = len(self.steps) - 1
        theirs = [c for c in self.customers[last] if user in {self.owners.get(n) for n in c}]
        return sorted(
            {item[0] for c in theirs for item, (_, end) in self.now(c).items() if end >= FAR}
        )


class People:
    """New accounts for a history, and new names for those whom nobody knows."""

    def __init__(self, server: Server):
        self.server, self.mark = server, secrets.token_hex(6)
        self.accounts = {name: server.account() for name in USERS}
        self.login = {"email": f"{self.mark}@example.org", "password": "correct horse"}
        status, self.accounts["u0"] = server.ask(
            "POST", "/auth/register", self.login, self.accounts["u0"]["token"]
        )
        check(status == 200, f"no account: {self.accounts['u0']}")
        self.names = {name: account["userId"] for name, account in self.accounts.items()}
        self.names |= {name: f"$RCAnonymousID:{name}{self.mark}" for name in STRANGERS}

    def hear(self, event: Event) -> None:
        body = {"event": event.body(self.names, self.mark)}
        status, answer = self.server.ask("POST", "/webhook/revenuecat", body, Authorization=SHOP)
        check(status == 200, f"an event: {status} {answer}")

    def log_in(self) -> None:
        former = self.accounts.pop("u1")
        status, self.accounts["u0"] = self.server.ask(
            "POST", "/auth/login", self.login, former["token"]
        )
        check(status == 200, f"no login: {self.accounts['u0']}")

    def leave(self, user: str) -> None:
        status, _ = self.server.ask("DELETE", "/account", token=self.accounts.pop(user)["token"])
        check(status == 200, f"an account does not go: {status}")

    def purchases(self) -> dict[str, list[str]]:
        found = {}
        for name, account in self.accounts.items():
            status, answer = self.server.ask("GET", "/sync", token=account["token"])
            check(status == 200, f"a sync: {status} {answer}")
            found[name] = sorted(answer["purchases"]["entitlements"])
        return found


def histories(server: Server) -> None:
    count, seed = harness.number("HISTORIES", 20), harness.number("SEED", 1)
    some = 0
    for number in range(seed, seed + count):
        chance = random.Random(number)
        told = history(chance)
        owners = {"u0": "u0", "u1": "u0", "u2": "u2", "u3": "u3"}
        model = Model(told, owners)
        expected = {user: model.names(user) for user in ["u0", "u2", "u3"]}
        some += any(expected.values())
        for order in range(3):
            people, events = People(server), list(told)
            if order:
                chance.shuffle(events)
            login = chance.randint(0, len(events))
            for place, event in enumerate(events):
                if place == login:
                    people.log_in()
                people.hear(event)
            if login == len(events):
                people.log_in()
            found = people.purchases()
            case = f"SEED={number} HISTORIES=1, order {order}: {told}"
            check(found == expected, f"{case}: people have {found}, not {expected}")
            gone = chance.choice(list(found))
            people.leave(gone)
            for last, user in zip(itertools.count(len(told)), people.accounts):
                people.hear(Event(last, PAST - 1, (user,)))
            found = people.purchases()
            left = {user: names for user, names in expected.items() if user != gone}
            check(found == left, f"{case}: without {gone} they have {found}, not {left}")
    check(some * 3 > count, f"of {count} histories, {some} come to something")
    say(f"{count} histories of purchases come to the same in any order, and go with nobody")
