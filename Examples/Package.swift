// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as an app is that uses the engine: nobody else builds it.
let package = Package(
  name: "almanac-examples",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [.library(name: "Engine", targets: ["Engine"])],
  dependencies: [.package(name: "almanac", path: "..")],
  targets: [
    .executableTarget(
      name: "Hint", dependencies: [.product(name: "StarBattleEngine", package: "almanac")],
      path: "Hint"),
    .executableTarget(
      name: "almanac-player",
      dependencies: [.product(name: "AlmanacClient", package: "almanac")], path: "Player"),
    // What is in Snippets/ may use: SwiftPM gives it the libraries of its own package alone.
    .target(
      name: "Engine",
      dependencies: [
        .product(name: "StarBattleEngine", package: "almanac"),
        .product(name: "AlmanacClient", package: "almanac"),
      ], path: "Engine"),
  ]
)
