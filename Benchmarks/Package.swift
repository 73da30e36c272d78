// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "almanac-benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "almanac", path: "..")],
  targets: [
    .executableTarget(
      name: "almanac-bench",
      dependencies: [.product(name: "StarBattleEngine", package: "almanac")])
  ]
)
