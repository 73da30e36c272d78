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
  // A member can only be used where its module is imported: docs/architecture.md has the arrows.
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What the modules are built with that commands run through.
///
/// What waits goes on where its caller runs: a command that needs no other thread never leaves the
/// first, and starts a seventh sooner.
let staying: [SwiftSetting] = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// These modules.
let passages: Set = [
  "Pressing", "Pipeline", "Preview", "Editing", "Releasing", "Fleet", "Upkeep", "Operating",
  "Tools",
]

/// A module of the house: its imports are the arrows of docs/architecture.md, and `make layers`
/// checks them.
func module(
  _ name: String, imports: [Target.Dependency] = [], documents: [String] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: imports, exclude: documents, resources: resources,
    swiftSettings: passages.contains(name) ? staying : strict)
}

/// The tests of a module, with the other modules that they stand on, and others' products.
///
/// Those that stand on a house spend their time in what they drive: optimised themselves, they take
/// twice as long to compile, and hardly less to run.
func tests(
  of name: String, with helpers: [String] = [], products: [Target.Dependency] = [],
  goldens: [String] = []
) -> Target {
  // The program's own tests run it and link nothing of it: the runtime would be in them twice.
  let modules = (name == "almanac" ? [] : [name]) + helpers.filter { $0 != name }
  let isOptimised = !helpers.contains("HouseSupport")
  return .testTarget(
    name: "\(name)Tests", dependencies: modules.map { .byName(name: $0) } + products,
    path: "Tests/\(name)Tests", exclude: goldens,
    swiftSettings: strict + (isOptimised ? [] : [.unsafeFlags(["-Onone"])]))
}

/// Modules of this package, by name.
func names(_ modules: [String]) -> [Target.Dependency] { modules.map { .byName(name: $0) } }

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

/// The modules that the house at work is made of.
let all = [
  "StarBattle", "Notation", "Adding", "Solving", "Grading", "Searching", "Proving", "Generating",
  "Composing",
  "Flagging", "Explaining", "Drawing", "Answering", "Recipes", "Pressing", "Catalog", "Manifest",
  "Signing",
  "Publishing",
  "Verifying",
  "Stores", "Dates", "Files", "HTTP", "Identity", "JSONText", "Printable", "Zstandard", "Pipeline",
]

/// What the tests of the product stand on.
let houses = all + ["Editing", "HouseSupport", "Operating", "Releasing", "TestSupport"]

let package = Package(
  name: "almanac",
  // `InlineArray`, which the engine keeps its boards in, comes with these. Neither has been tried.
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .executable(name: "almanac", targets: ["almanac"]),
    .library(
      name: "StarBattleEngine",
      targets: [
        "StarBattle", "Notation", "Solving", "Grading", "Searching", "Proving", "Generating",
        "Explaining",
      ]),
    // Hints alone, with what they are about: for apps that neither generate nor prove.
    .library(name: "Explaining", targets: ["StarBattle", "Notation", "Explaining"]),
    // What Serving/ reads a published tree with.
    .library(name: "PlayerState", targets: ["PlayerState", "StarBattle"]),
    .library(name: "AlmanacTree", targets: ["AlmanacTree", "Zstandard"]),
    // What Serving/ writes its answers with.
    .library(name: "JSONText", targets: ["JSONText"]),
    // What the programs of Serving/ begin with, and what they show of commands.
    .library(name: "Invocation", targets: ["Invocation"]),
    .library(name: "Printable", targets: ["Printable"]),
    // What an app plays with: offline, with hints, and in step with its player's other devices.
    .library(
      name: "AlmanacClient",
      targets: ["AlmanacClient", "StarBattle", "Notation", "Explaining", "PlayerState"]),
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
    module("Wording"),
    module("Invocation", imports: ["Printable"]),
    module("Dates", imports: ["Printable"]),
    module("JSONText", imports: ["Printable"]),
    module("Files"),
    module("Zstandard", imports: ["CZstd"]),
    module("HTTP", imports: ["CCurl"]),
    // 1
    module("Notation", imports: ["StarBattle", "Wording"]),
    module("Adding", imports: ["StarBattle", "CLanes"], documents: ["Adding.md"]),
    module("Solving", imports: ["StarBattle", "CLanes", "Adding"], documents: ["AddingARule.md"]),
    module("Grading", imports: ["StarBattle", "Solving"], documents: ["Scoring.md"]),
    module("Searching", imports: ["StarBattle", "Solving", "Grading"]),
    module("Proving", imports: ["StarBattle"]),
    module("Identity", imports: ["Dates", "Printable", crypto]),
    module("Stores", imports: ["Dates", "Files", "HTTP", "Identity", "Printable", crypto]),
    // 2
    module("Manifest", imports: ["Dates", "Identity", "JSONText", "Stores"]),
    module("Signing", imports: ["Dates", "Files", "Identity", "JSONText", crypto]),
    module("Tables", imports: ["Identity", .product(name: "GRDB", package: "GRDB.swift")]),
    module(
      "Generating", imports: ["StarBattle", "Solving", "Grading", "Searching"],
      documents: ["Grids.md", "Shapes/Fitting.md"]),
    module("Flagging", imports: ["StarBattle", "Grading", "Wording"], documents: ["Flags.md"]),
    module(
      "Composing",
      imports: ["StarBattle", "Solving", "Grading", "Searching", "Generating", "Wording"]),
    module("Explaining", imports: ["StarBattle", "Solving", "Grading", "Searching"]),
    module(
      "Drawing",
      imports: ["StarBattle", "Solving", "Grading", "Explaining", "Printable", "Wording"]),
    module(
      "Answering",
      imports: [
        "StarBattle", "Notation", "Grading", "Searching", "Flagging", "Explaining",
        "JSONText", "Wording",
      ]),
    module("PlayerState", imports: ["StarBattle", "Dates", "Identity", "JSONText"]),
    // 3
    module(
      "Recipes",
      imports: [
        "StarBattle", "Notation", "Solving", "Generating", "Composing", "Flagging",
        "Explaining",
        "Dates", "Files", "Identity", "JSONText", "Printable", "Wording",
        .product(name: "Yams", package: "Yams"),
      ]),
    module(
      "AlmanacTree", imports: ["Dates", "Identity", "JSONText", "Manifest", "Signing", "Stores"]),
    module(
      "Pressing",
      imports: [
        "StarBattle", "Notation", "Solving", "Grading", "Proving", "Generating", "Flagging",
        "Wording",
      ]),
    module(
      "Catalog",
      imports: [
        "StarBattle", "Notation", "Tables", "Dates", "Files", "Identity", "JSONText", "Zstandard",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], documents: ["Storage.md"]),
    module(
      "Publishing",
      imports: [
        "StarBattle", "Notation", "Dates", "Identity", "JSONText", "Manifest", "Signing", "Stores",
        "Zstandard", "Wording",
      ]),
    module(
      "Verifying",
      imports: [
        "StarBattle", "Notation", "Dates", "Identity", "JSONText", "Manifest", "Printable",
        "Signing", "Stores", "Zstandard", "Wording",
      ]),
    // 4
    module(
      "Pipeline",
      imports: [
        "StarBattle", "Notation", "Solving", "Grading", "Generating", "Flagging",
        "Explaining",
        "Answering",
        "Recipes", "Pressing", "Catalog", "Manifest", "Signing", "Publishing",
        "Stores", "Dates", "Files", "Identity", "JSONText", "Printable", "Wording",
      ]),
    module(
      "AlmanacClient",
      imports: [
        "StarBattle", "Notation", "Explaining", "PlayerState", "Manifest", "Signing", "Dates",
        "Files", "Identity", "JSONText", "Printable",
      ]),
    // 5
    module(
      "Preview",
      imports: [
        "StarBattle", "Notation", "Solving", "Grading", "Searching", "Flagging", "Explaining",
        "Drawing",
        "Answering",
        "Recipes", "Pressing", "Catalog", "PlayerState", "Dates", "Files", "Identity",
        "JSONText", "Pipeline", "Printable", "Wording",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      // Compiled in, so that the program stays one file.
      resources: ["page.mustache", "page.css", "page.js", "play.css", "play.js"].map {
        .embedInCode("Page/\($0)")
      }),
    module(
      "Editing",
      imports: [
        "StarBattle", "Notation", "Solving", "Grading", "Searching", "Generating", "Explaining",
        "Drawing",
        "Answering",
        "Recipes", "Pressing", "Catalog", "Dates", "Files", "Identity", "JSONText", "Pipeline",
        "Preview", "Printable", "Wording",
      ]),
    module(
      "Releasing",
      imports: [
        "StarBattle", "Notation", "Grading", "Proving", "Explaining", "Answering", "Recipes",
        "Pressing", "Catalog", "Manifest", "Signing", "Publishing", "Verifying", "Stores", "Dates",
        "Files", "Identity", "JSONText", "Pipeline", "Wording",
      ]),
    module(
      "Fleet",
      imports: [
        "StarBattle", "Notation", "Grading", "Generating", "Answering", "Pressing",
        "Catalog",
        "Stores", "Files", "Identity", "JSONText", "Zstandard", "Pipeline", "Printable", "Wording",
      ]),
    module(
      "Upkeep",
      imports: [
        "StarBattle", "Notation", "Grading", "Proving", "Generating",
        "Answering",
        "Recipes", "Pressing", "Catalog", "Manifest", "Publishing", "Stores", "Dates", "Files",
        "Identity", "JSONText", "Zstandard", "Pipeline", "Printable", "Releasing", "Wording",
      ]),
    module(
      "Operating",
      imports: [
        "Answering", "Recipes", "Pressing", "Catalog", "Manifest", "Signing", "Publishing",
        "Verifying", "Stores", "Dates", "Files", "HTTP", "JSONText", "Pipeline", "Printable",
        "Identity", "Wording",
      ]),
    module(
      "Tools",
      imports: [
        "StarBattle", "Notation", "Solving", "Grading", "Searching", "Proving", "Generating",
        "Composing",
        "Flagging", "Explaining", "Drawing", "Answering", "Recipes", "Pressing", "Catalog",
        "Dates", "Files",
        "Identity",
        "JSONText", "Pipeline", "Printable", "Wording",
      ]),
    // 6
    .plugin(name: "Commit", capability: .buildTool()),
    .executableTarget(
      name: "almanac",
      dependencies: [
        "Notation", "Generating", "Explaining", "Recipes", "Pipeline", "Preview", "Editing",
        "Releasing", "Fleet", "Upkeep", "Operating", "Tools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"), "Invocation",
        "Printable",
      ],
      // Swift's runtime goes into the program: it needs no Swift to run, starts in half the time,
      // and calls the runtime directly. Modules need no other flags for it, so tests share them.
      swiftSettings: staying + [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))],
      // Nobody looks up symbols in it, so it has no table of them to be read at the start.
      linkerSettings: [
        .unsafeFlags(
          ["-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic"],
          .when(platforms: [.linux]))
      ],
      plugins: ["Commit"]),
    .target(name: "CLanes"),
    .target(name: "CCurl"),
    .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"])]),

    .target(
      name: "TestSupport", dependencies: ["StarBattle"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // Not in the product: what `make soak-kill` kills beside the program, and what is measured.
    .executableTarget(
      name: "publishing-soak",
      dependencies: ["Notation", "Publishing", "StarBattle", "TestSupport"],
      path: "Tests/PublishingSoak", swiftSettings: strict),
    // Storage that is killed, for tests of the client and for its phones.
    .target(
      name: "ClientSupport", dependencies: ["AlmanacClient"], path: "Tests/ClientSupport",
      swiftSettings: strict),
    // Not in a product either: the phones of `make soak-phones`.
    .executableTarget(
      name: "client-soak",
      dependencies: names([
        "AlmanacClient", "ClientSupport", "StarBattle", "Notation", "Explaining", "PlayerState",
        "JSONText",
      ]),
      path: "Tests/ClientSoak", swiftSettings: strict),
    // Houses, stores and contents that the tests of the product share.
    .target(
      name: "HouseSupport",
      dependencies: names(all + ["Editing", "Operating", "Releasing", "Upkeep", "TestSupport"]),
      path: "Tests/HouseSupport", swiftSettings: strict),
    tests(of: "StarBattle", with: ["TestSupport"]),
    tests(of: "Printable"),
    tests(of: "Invocation"),
    tests(of: "Wording"),
    tests(of: "Dates", with: ["TestSupport"]),
    tests(of: "PlayerState", with: ["StarBattle", "Dates", "TestSupport"]),
    tests(of: "JSONText", with: houses),
    tests(of: "Files", with: ["TestSupport"]),
    tests(of: "Zstandard"),
    tests(of: "Identity", with: ["Dates"]),
    tests(of: "Notation", with: ["TestSupport"]),
    tests(of: "Adding", with: ["StarBattle", "TestSupport"]),
    tests(
      of: "Solving",
      with: [
        "Adding", "CLanes", "Grading", "Searching", "Generating", "Notation", "Proving",
        "TestSupport",
      ]),
    tests(
      of: "Grading",
      with: ["Generating", "Notation", "Solving", "Searching", "Proving", "TestSupport"]),
    tests(
      of: "Searching",
      with: ["Generating", "Grading", "Notation", "Solving", "Proving", "TestSupport"]),
    tests(
      of: "Proving",
      with: ["Generating", "Grading", "Notation", "Solving", "TestSupport"]),
    tests(of: "HTTP", with: houses),
    tests(of: "Stores", with: houses),
    tests(
      of: "Generating",
      with: ["Notation", "Solving", "Grading", "Searching", "Proving", "TestSupport"]),
    tests(of: "Composing", with: houses),
    tests(of: "Flagging", with: houses),
    tests(of: "Explaining", with: houses),
    tests(of: "Drawing", with: houses),
    tests(of: "Answering", with: houses),
    tests(of: "Manifest", with: houses),
    tests(of: "Signing", with: ["Dates", "Identity", "TestSupport"], products: [crypto]),
    tests(of: "Recipes", with: houses),
    tests(of: "AlmanacTree", with: houses),
    tests(
      of: "AlmanacClient",
      with: [
        "StarBattle", "Notation", "Explaining", "PlayerState", "Manifest", "Signing", "Dates",
        "Files", "Identity", "JSONText", "ClientSupport", "HouseSupport", "TestSupport",
      ]),
    tests(of: "Pressing", with: houses),
    tests(of: "Tables", products: [.product(name: "GRDB", package: "GRDB.swift")]),
    tests(of: "Catalog", with: ["Notation", "Tables", "TestSupport"]),
    tests(of: "Publishing", with: houses),
    tests(of: "Verifying", with: houses),
    tests(of: "Pipeline", with: houses + ["Preview", "Fleet", "Upkeep", "Tools"]),
    tests(of: "Preview", with: houses),
    tests(of: "Editing", with: houses + ["Preview"]),
    tests(of: "Releasing", with: houses + ["Upkeep"]),
    tests(of: "Fleet", with: houses),
    tests(of: "Upkeep", with: houses),
    tests(of: "Operating", with: houses + ["Upkeep"]),
    tests(of: "Tools", with: houses),
    tests(
      of: "almanac", with: houses + ["Preview", "Fleet", "Upkeep", "Tools"],
      goldens: ["Help"]),
  ]
)
