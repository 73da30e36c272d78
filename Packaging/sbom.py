#!/usr/bin/env python3
"""Prints what the program is made of, as SPDX 2.3 in JSON.

    sbom.py ROOT ALMANAC VERSION

Packages come from the graph that SwiftPM has resolved, system libraries from the program itself.
"""

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys


def said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


# The licences of the packages, by what their files begin with.
LICENCES = {
    "swift-argument-parser": "Apache-2.0 WITH Swift-exception",
    "swift-crypto": "Apache-2.0",
    "swift-asn1": "Apache-2.0",
    "grdb.swift": "MIT",
    "yams": "MIT",
    "swift-mustache": "Apache-2.0",
}

# What packages bring along, with the file that says which version it is, and how.
BROUGHT = [
    (
        "swift-crypto",
        "boringssl",
        "git+https://boringssl.googlesource.com/boringssl",
        "Apache-2.0",
        ("Sources/CCryptoBoringSSL/hash.txt", r"revision ([0-9a-f]{40})"),
    ),
    (
        "swift-crypto",
        "xkcp",
        "git+https://github.com/XKCP/XKCP",
        "CC0-1.0",
        ("Sources/CXKCP/vendored-sources.txt", r"-g([0-9a-f]+)\)"),
    ),
    ("yams", "libyaml", "git+https://github.com/yaml/libyaml", "MIT", None),
    (
        "swift-runtime",
        "icu",
        "git+https://github.com/swiftlang/swift-foundation-icu",
        "Unicode-3.0",
        None,
    ),
]


def version_of(folder: str, source: tuple[str, str] | None) -> str:
    """The version of what a package brings along, as far as it says so."""
    if source is None:
        return "NOASSERTION"
    with open(os.path.join(folder, source[0]), encoding="utf-8") as file:
        found = re.search(source[1], file.read())
    return found.group(1) if found else "NOASSERTION"


def resolved(package: dict, found: dict) -> list[tuple[str, str]]:
    """All packages below one, and who depends on whom."""
    edges = []
    for below in package["dependencies"]:
        found[below["identity"]] = below
        edges.append((package["identity"], below["identity"]))
        edges += resolved(below, found)
    return edges


def main() -> None:
    if len(sys.argv) != 4:
        print("usage: sbom.py ROOT ALMANAC VERSION", file=sys.stderr)
        sys.exit(64)
    root, program, version = sys.argv[1:]
    flags = ["--ignore-lock", "--package-path", root]
    graph = json.loads(said("swift", "package", *flags, "show-dependencies", "--format", "json"))
    found: dict[str, dict] = {}
    edges = resolved(graph, found)
    with open(program, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or said("git", "log", "-1", "--format=%ct"))
    created = datetime.datetime.fromtimestamp(epoch, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def package(name: str, number: str, place: str, licence: str) -> dict:
        return {
            "SPDXID": identifier(name),
            "name": name,
            "versionInfo": number,
            "downloadLocation": place,
            "filesAnalyzed": False,
            "licenseConcluded": licence,
            "licenseDeclared": licence,
            "copyrightText": "NOASSERTION",
        }

    def identifier(name: str) -> str:
        return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)

    packages = [package("almanac", version, "NOASSERTION", "NOASSERTION")]
    packages[0]["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    for identity, line in sorted(found.items()):
        place = f"git+{line['url'].removesuffix('.git')}@{line['version']}"
        licence = LICENCES.get(identity)
        if licence is None:
            print(f"sbom: the licence of {identity} is not known — add it", file=sys.stderr)
            sys.exit(65)
        packages.append(package(identity, line["version"], place, licence))
    number = re.search(r"Swift version (\S+)", said("swift", "--version"))
    packages.append(
        package(
            "swift-runtime",
            number.group(1) if number else "NOASSERTION",
            "https://www.swift.org/download/",
            "Apache-2.0 WITH Swift-exception",
        )
    )
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", identifier("almanac"))]
    for above, below in sorted(set(edges)):
        name = "almanac" if above == graph["identity"] else above
        relations.append((identifier(name), "STATIC_LINK", identifier(below)))
    relations.append((identifier("almanac"), "STATIC_LINK", identifier("swift-runtime")))
    for above, name, place, licence, source in BROUGHT:
        folder = found[above]["path"] if above in found else ""
        packages.append(package(name, version_of(folder, source), place, licence))
        relations.append((identifier(above), "STATIC_LINK", identifier(name)))
    linked = re.findall(r"NEEDED.*\[(.*)\]", said("readelf", "-d", program))
    # libcurl is loaded by its name, when the first request is made.
    for library in linked + ["libcurl.so.4"]:
        packages.append(package(library, "NOASSERTION", "NOASSERTION", "NOASSERTION"))
        relations.append((identifier("almanac"), "DYNAMIC_LINK", identifier(library)))
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"almanac-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/almanac-{version}-{digest}",
        "creationInfo": {"created": created, "creators": ["Tool: almanac-sbom"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
            for a, kind, b in relations
        ],
    }
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
