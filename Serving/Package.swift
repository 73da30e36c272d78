// swift-tools-version: 6.2
import PackageDescription

// A package of its own: SwiftNIO and Hummingbird take minutes to build, and nobody else should pay
// for them.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "almanac-serving",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "almanac", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
  ],
  targets: [
    .target(
      name: "Service",
      dependencies: [
        .product(name: "AlmanacTree", package: "almanac"),
        .product(name: "JSONText", package: "almanac"),
        .product(name: "PlayerState", package: "almanac"),
        .product(name: "StarBattleEngine", package: "almanac"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "almanac-serve",
      dependencies: [
        "CZlib", "Service", .product(name: "AlmanacTree", package: "almanac"),
        .product(name: "Invocation", package: "almanac"),
        .product(name: "PlayerState", package: "almanac"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "almanac-desk",
      dependencies: [
        .product(name: "Invocation", package: "almanac"),
        .product(name: "Printable", package: "almanac"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      // Compiled in, so that the program stays one file; the page's style is that of previews.
      resources: ["index.html", "page.css", "desk.css", "desk.js", "boards.js", "setter.js"].map {
        .embedInCode("Page/\($0)")
      }, swiftSettings: strict),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
  ]
)
