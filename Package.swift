// swift-tools-version: 6.2
import PackageDescription

/// What every target is built with.
///
/// CPU flags are set once, in the Makefile (`CPU_FLAGS`).
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  // `any P` is written where a value is boxed, so that boxes stay out of the engine.
  .enableUpcomingFeature("ExistentialAny"),
  // What a module imports stays its own affair unless it says `public import`.
  .enableUpcomingFeature("InternalImportsByDefault"),
  // A member can only be used where its module is imported: the arrows of the design, checked.
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module of the house: its imports are the arrows of the design, checked by `make layers`.
func module(
  _ name: String, imports: [Target.Dependency] = [], documents: [String] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: imports, exclude: documents, resources: resources,
    swiftSettings: strict)
}

/// The tests of a module.
func tests(of name: String, with helpers: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + helpers,
    path: "Tests/\(name)Tests", swiftSettings: strict)
}

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let all: [Target.Dependency] = [
  "StarBattle", "Notation", "Solving", "Proving", "Generating", "Explaining", "Recipes",
  "Pressing", "Catalog", "Manifest", "Publishing", "Verifying", "Stores", "Dates", "Files",
  "Identity", "JSONText", "Printable", "Zstandard", "Pipeline",
]

let package = Package(
  name: "almanac",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "almanac", targets: ["almanac"]),
    .library(
      name: "StarBattleEngine",
      targets: ["StarBattle", "Notation", "Solving", "Proving", "Generating"]),
    // What Serving/ reads a published tree with.
    .library(name: "AlmanacTree", targets: ["AlmanacTree", "Zstandard"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // 0
    module("StarBattle"),
    module("Printable"),
    module("Dates", imports: ["Printable"]),
    module("JSONText", imports: ["Printable"]),
    module("Files"),
    module("Zstandard", imports: ["CZstd"]),
    // 1
    module("Notation", imports: ["StarBattle"]),
    module(
      "Solving", imports: ["StarBattle", "CLanes"],
      documents: ["AddingARule.md", "Grading/Scoring.md"]),
    module("Proving", imports: ["StarBattle"]),
    module("Identity", imports: ["Dates", crypto]),
    module("Stores", imports: ["Dates", "Files", "Identity", "Printable", crypto]),
    // 2
    module(
      "Manifest", imports: ["StarBattle", "Dates", "Identity", "JSONText", "Printable", "Stores"]),
    module(
      "Generating", imports: ["StarBattle", "Solving"],
      documents: ["Grids.md", "Shapes/Fitting.md"]),
    module("Explaining", imports: ["StarBattle", "Notation", "Solving", "JSONText"]),
    // 3
    module(
      "Recipes",
      imports: [
        "StarBattle", "Notation", "Solving", "Generating", "Explaining", "Dates", "Files",
        "Identity", "JSONText", "Printable", .product(name: "Yams", package: "Yams"),
      ]),
    module("AlmanacTree", imports: ["Dates", "Identity", "Manifest", "Stores"]),
    module("Pressing", imports: ["StarBattle", "Notation", "Solving", "Proving", "Generating"]),
    module(
      "Catalog",
      imports: [
        "StarBattle", "Notation", "Zstandard", "Files", "Identity",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], documents: ["Storage.md"]),
    module(
      "Publishing",
      imports: [
        "StarBattle", "Notation", "Dates", "Identity", "JSONText", "Manifest", "Printable",
        "Stores",
        "Zstandard",
      ]),
    module(
      "Verifying",
      imports: [
        "StarBattle", "Notation", "Dates", "Identity", "JSONText", "Manifest", "Printable",
        "Stores",
        "Zstandard",
      ]),
    // 4
    module(
      "Pipeline",
      imports: [
        "StarBattle", "Notation", "Solving", "Proving", "Generating", "Explaining", "Recipes",
        "Pressing", "Catalog", "Manifest", "Publishing", "Verifying", "Stores", "Dates", "Files",
        "Identity", "JSONText", "Printable", "Zstandard",
      ]),
    // 5
    module(
      "Preview",
      imports: [
        "StarBattle", "Notation", "Solving", "Proving", "Generating", "Explaining", "Recipes",
        "Pressing", "Catalog", "Manifest", "Publishing", "Verifying", "Stores", "Dates", "Files",
        "Identity", "JSONText", "Printable", "Pipeline",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      // Compiled in, so that the program stays one file.
      resources: ["page.mustache", "page.css", "page.js"].map { .embedInCode("Page/\($0)") }),
    module("Editing", imports: all + ["Preview"]),
    module("Fleet", imports: all),
    module("Operating", imports: all),
    module("Tools", imports: all),
    // 6
    .executableTarget(
      name: "almanac",
      dependencies: all + [
        "Preview", "Editing", "Fleet", "Operating", "Tools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    .target(name: "CLanes"),
    .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"])]),

    .target(
      name: "TestSupport", dependencies: ["StarBattle"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // Not in the product: what `make soak-kill` kills beside the program, and what is measured.
    .executableTarget(
      name: "publishing-soak",
      dependencies: ["Notation", "Publishing", "StarBattle", "TestSupport"],
      path: "Tests/PublishingSoak", swiftSettings: strict),
    tests(of: "StarBattle", with: ["TestSupport"]),
    tests(of: "Notation", with: ["TestSupport"]),
    tests(of: "Solving", with: ["CLanes", "Generating", "Notation", "Proving", "TestSupport"]),
    tests(of: "Proving", with: ["Notation", "TestSupport"]),
    tests(of: "Generating", with: ["Notation", "Solving", "Proving", "TestSupport"]),
    tests(of: "Catalog", with: ["Notation", "TestSupport"]),
    tests(of: "Publishing", with: ["Notation", "TestSupport"]),
    tests(
      of: "Pipeline",
      with: [
        "Catalog", "Generating", "Notation", "Proving", "Publishing", "Solving", "TestSupport",
        "Editing", "Fleet", "Operating", "Tools", "Preview",
      ]),
  ]
)
