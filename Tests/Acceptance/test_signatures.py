#!/usr/bin/env python3
"""Checks signatures with an implementation that is not ours: python's cryptography.

Keys are made, nights are lived through, and every signature in the tree is checked by a reader that
is written here from docs/signatures.md alone. It also has to find something: a byte changed, a
signature of another release, a foreign root. And the other way round: keys and signatures that are
made here are believed by `release verify`. The readers in Python and JavaScript that
output/README.md prints are run on the same trees; the one in Swift is a test of `make test`.
"""

import hashlib
import json
import pathlib
import re
import shutil
import stat
import subprocess
import tempfile

import harness
import houses
from harness import check, say

RECIPES = {
    "packs/tiny.yaml": """id: tiny
name: Tiny
free: true
grid: { size: 5, stars: 1 }
count: 4
difficulty: 2
seed: 1
""",
    "calendar/daily.yaml": """cadence: daily
grid: { size: 6, stars: 1 }
start: 2026-12-30
horizon: 14
difficulty: 2
seed: 9
""",
}
PACKS = "packs: [tiny]\ncalendar: [daily]\n"
PLACES = ["--recipes", "recipes", "--output", "out", "--state", "state"]
MARK = "almanac-secret-key:"


def holds(key: str, signature: str, text: bytes) -> bool:
    """Whether a signature is what it is said to be."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), text
        )
    except InvalidSignature:
        return False
    return True


def read(tree: dict[str, bytes], roots: list[str]) -> int:
    """The number of the release that a tree holds, if its signatures can be trusted; else 0."""
    keys = json.loads(tree["out/puzzles/keys.json"])
    text = ("ALMANAC1 KEYS\n" + keys["signed"]).encode()
    if not any(
        s["key"] in roots and holds(s["key"], s["signature"], text) for s in keys["signatures"]
    ):
        return 0
    manifest = tree["out/puzzles/manifest.json"]
    said = json.loads(manifest)
    number = said["release"]
    digest = hashlib.sha256(manifest).hexdigest()
    text = f"ALMANAC1\n{number}\n{digest}\n{said['createdAt']}".encode()
    trusted = {
        entry["key"]
        for entry in json.loads(keys["signed"])["keys"]
        if entry["first"] <= number and (entry["last"] is None or number <= entry["last"])
    }
    signatures = json.loads(tree[f"out/puzzles/releases/{number}.sig"])["signatures"]
    good = any(s["key"] in trusted and holds(s["key"], s["signature"], text) for s in signatures)
    return number if good else 0


def printed(language: str) -> str:
    """The example in a language, as output/README.md has it."""
    text = (harness.ROOT / "output/README.md").read_text()
    found = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    examples = [code for code in found if "ALMANAC1 KEYS" in code]
    check(len(examples) == 1, f"output/README.md has {len(examples)} readers in {language}")
    return examples[0]


def read_in_python(objects: list[bytes], roots: list[str]) -> int | None:
    names: dict = {}
    exec(compile(printed("python"), "output/README.md", "exec"), names)  # noqa: S102
    return names["release"](*objects, roots)


def read_in_javascript(objects: list[bytes], roots: list[str]) -> int | None:
    script = (
        printed("javascript")
        + """
const [roots, ...objects] = JSON.parse(require("node:fs").readFileSync(0));
const [manifest, sig, keys] = objects.map((text) => Buffer.from(text, "hex"));
console.log(JSON.stringify(release(manifest, sig, keys, roots)));
"""
    )
    ended = subprocess.run(
        ["node", "--input-type=commonjs", "-e", script],
        input=json.dumps([roots, *(bytes.hex() for bytes in objects)]),
        capture_output=True,
        text=True,
    )
    check(ended.returncode == 0, f"the reader in JavaScript ended with: {ended.stderr}")
    return json.loads(ended.stdout)


def printed_readers(tree: dict[str, bytes], roots: list[str]) -> None:
    """What output/README.md prints believes a tree, and nothing that is wrong with it."""
    folder = "out/puzzles/"
    number = json.loads(tree[folder + "manifest.json"])["release"]
    manifest, sig, keys, older = (
        tree[folder + name]
        for name in (
            "manifest.json",
            f"releases/{number}.sig",
            "keys.json",
            f"releases/{number - 1}.sig",
        )
    )
    edited = manifest.replace(b'"name":"Tiny"', b'"name":"Tiki"')
    check(edited != manifest, "nothing was edited")
    readers = {"Python": read_in_python}
    if harness.has("node"):
        readers["JavaScript"] = read_in_javascript
    for language, reader in readers.items():
        good = reader([manifest, sig, keys], roots)
        check(good == number, f"the reader in {language} says {good}, not {number}")
        for objects, trusted in [
            ([edited, sig, keys], roots),
            ([manifest, older, keys], roots),
            ([manifest, sig, keys], ["00" * 32]),
        ]:
            check(reader(objects, trusted) is None, f"the reader in {language} believes too much")
    say(f"the readers of output/README.md are right: {', '.join(readers)}")


class House:
    def __init__(self, program: pathlib.Path, folder: pathlib.Path) -> None:
        self.program = program
        self.day = ""
        self.folder = houses.make(folder, RECIPES | {"release.yaml": PACKS})

    def run(self, *words: str, status: int = 0) -> str:
        ended = houses.run(self.folder, self.program, *words)
        check(ended.returncode == status, f"{words} ended with {ended.returncode}: {ended.stderr}")
        return ended.stdout

    def night(self, day: str, status: int = 0) -> None:
        self.day = day
        ended = houses.run(self.folder, *houses.night(self.program, f"{day}T03:00:00Z"))
        check(ended.returncode == status, f"the night of {day}: {ended.stderr}")

    def sign_with(self, key: str) -> None:
        text = f"{PACKS}signing: {{ key: ../{key} }}\n"
        (self.folder / "recipes/release.yaml").write_text(text)

    def verify(self, *roots: str, status: int = 0) -> dict:
        words = [word for root in roots for word in ("--root-key", root)]
        return json.loads(
            self.run("release", "verify", "out", "--json", "--now", self.day, *words, status=status)
        )

    def tree(self) -> dict[str, bytes]:
        return houses.files(self.folder)

    def roots(self) -> list[str]:
        return json.loads(self.run("keys", "status", "--json", *PLACES))["roots"]


def signed_here(house: House) -> None:
    """A list and a signature that are made here, from the page alone, are believed there."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        PublicFormat,
    )

    def public(key: Ed25519PrivateKey) -> str:
        return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    root, key = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    line = {"key": public(key), "first": 1, "last": None, "createdAt": "2026-12-30T00:00:00Z"}
    signed = json.dumps(
        {
            "version": 1,
            "createdAt": "2026-12-30T00:00:00Z",
            "release": 0,
            "roots": [public(root)],
            "copies": 2,
            "keys": [line],
            "note": "members to come are signed, too",
        }
    )
    signature = root.sign(("ALMANAC1 KEYS\n" + signed).encode()).hex()
    keys = {
        "schema": 1,
        "signed": signed,
        "signatures": [{"key": public(root), "signature": signature}],
    }
    (house.folder / "recipes/keys.json").write_text(json.dumps(keys))
    secret = key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()).hex()
    path = house.folder / "made-here.key"
    path.touch(mode=0o600)
    path.write_text(MARK + secret)
    house.sign_with("made-here.key")
    house.night("2026-12-30")
    check(house.verify(public(root))["signatures"]["trusted"] == [public(key)], "not believed")
    check(
        read(house.tree(), [public(root)]) == 1, "what they sign with a key of ours does not hold"
    )


def main() -> None:
    (program,) = harness.programs(__doc__, ".build/release/almanac")
    if not harness.has(modules=("cryptography",)):
        return
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="almanac-signatures-"))
    house = House(program, scratch / "house")
    house.run("keys", "new", "one", "two", "--key", "release.key", *PLACES)
    for name in ["one/root.key", "two/next.key", "release.key"]:
        mode = stat.S_IMODE((house.folder / name).stat().st_mode)
        check(mode == 0o600, f"{name} has mode {mode:o}")
    house.sign_with("release.key")
    roots = house.roots()
    for release, day in enumerate(["2026-12-30", "2026-12-31", "2027-01-01"], start=1):
        house.night(day)
        check(read(house.tree(), roots[:1]) == release, f"release {release} is not believed")
    house.verify(*roots)
    say("three releases hold, by cryptography and by release verify")

    tree = house.tree()
    printed_readers(tree, roots)
    pointer, sign = "out/puzzles/manifest.json", "out/puzzles/releases/3.sig"
    changed = bytearray(tree[pointer])
    changed[-3] ^= 1
    older = tree[sign.replace("3.sig", "2.sig")]
    check(read(tree | {sign: older}, roots) == 0, "a signature of another release was believed")
    check(read(tree, ["00" * 32]) == 0, "a foreign root was believed")
    try:
        check(read(tree | {pointer: bytes(changed)}, roots) == 0, "an edited manifest was believed")
    except ValueError:
        pass
    house.verify("00" * 32, status=65)
    (house.folder / sign).write_bytes(older)
    house.verify(*roots, status=65)
    house.night("2027-01-01")
    house.verify(*roots)
    say("edited, swapped and foreign ones are refused by both, and the next night heals")

    house.run(
        "keys",
        "rotate",
        "--root",
        "one/root.key",
        "--root",
        "two/root.key",
        "--key",
        "release-2.key",
        *PLACES,
    )
    house.night("2027-01-02", status=65)
    house.sign_with("release-2.key")
    house.night("2027-01-02")
    check(read(house.tree(), roots[:1]) == 4, "a rotated key is not believed")
    house.run(
        "keys",
        "rotate",
        "--root",
        "one/next.key",
        "--root",
        "two/next.key",
        "--next",
        "one/next-2.key",
        "--next",
        "two/next-2.key",
        *PLACES,
    )
    house.night("2027-01-03")
    check(
        read(house.tree(), roots) == 5, "apps that were built before do not believe the next root"
    )
    check(read(house.tree(), roots[:1]) == 0, "the lost root still counts")
    house.verify(*roots)
    say("keys and roots that follow each other hold for apps that were built before")

    signed_here(House(program, scratch / "other"))
    say("keys and lists that cryptography has made are believed")
    shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
