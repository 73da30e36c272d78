// swift-tools-version: 6.2
import PackageDescription

// A package of its own: SwiftNIO and Hummingbird take minutes to build, and nobody else should pay
// for them.
let package = Package(
  name: "almanac-serving",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "almanac", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "almanac-serve",
      dependencies: [
        "CZlib", .product(name: "AlmanacTree", package: "almanac"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
  ]
)
