import Catalog
import Files
import Foundation
import HouseSupport
import Pipeline
import TestSupport
import Testing

/// A night for every exit status that its help names; 70 is left to `ExitStatusTests`, since a bug
/// cannot be ordered.
@Suite("How a night ends")
struct NightlyEndingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
  }

  private func night(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Program.Ending {
    try Program.run(
      ["nightly", "--quiet", "--now", "2026-11-21"] + arguments, in: folder,
      environment: environment)
  }

  @Test("0: done, and again nothing to do")
  func done() throws {
    #expect(try night().status == 0)
    #expect(try night().status == 0)
  }

  @Test("2: a grid without enough puzzles is done in part, and nothing is published")
  func partial() throws {
    try folder.write(
      SampleRecipes.pack("grid", "grid: { size: 4, stars: 1 }").replacing(
        "count: 4", with: "count: 600"),
      to: "Pipelines/packs/tiny.yaml")
    let ending = try night()
    #expect(ending.status == 2)
    #expect(ending.errors.contains("can be published"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/output/puzzles/manifest.json"))
  }

  @Test("2: a work budget that ends before anything is in reserve; the next night goes on")
  func budget() throws {
    try folder.write(SampleRecipes.daily, to: "Pipelines/calendar/daily.yaml")
    try folder.write("packs: [tiny]\ncalendar: [daily]\n", to: "Pipelines/release.yaml")
    let ending = try night("--budget", "1")
    #expect(ending.status == 2)
    #expect(ending.errors.contains("raise --budget"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/output/puzzles/manifest.json"))
    #expect(try night().status == 0)
  }

  @Test("64: a command line that is wrong")
  func usage() throws {
    #expect(try night("--ping-url", "nowhere").status == 64)
    #expect(try night("--log", "xml").status == 64)
    #expect(try night("--budget", "0").status == 64)
  }

  @Test("65: a tree whose catalogue is gone")
  func badData() throws {
    _ = try night()
    try FileManager.default.removeItem(atPath: "\(folder.path)/.almanac")
    #expect(try night().status == 65)
  }

  @Test("66: recipes that are not there")
  func noInput() throws {
    #expect(try night("--recipes", "nowhere").status == 66)
  }

  @Test("69: a bucket that nobody serves")
  func unavailable() throws {
    let port = try LoopbackListener().port
    let ending = try night(
      "--output", "s3://bucket/p",
      environment: [
        "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:\(port)", "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b", "ALMANAC_S3_TIMEOUT": "1",
      ])
    #expect(ending.status == 69, "\(ending.errors)")
  }

  @Test("73: an output that is a file")
  func cannotCreate() throws {
    try folder.write("x", to: "output")
    #expect(try night().status == 73)
  }

  @Test("74: a disk that is full")
  func inputOutput() throws {
    let program = try Program.path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    // No file may grow beyond 8 blocks of 512 bytes, as if the disk ended there.
    process.arguments = [
      "-c", "trap '' XFSZ; ulimit -f 8; exec '\(program)' nightly --quiet --now 2026-11-21",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
  }

  @Test("75: another run holds the lock")
  func locked() throws {
    let lock = try StateLock(folder: "\(folder.path)/.almanac")
    #expect(try night().status == 75)
    _ = consume lock
  }

  @Test("78: a recipe that is wrong")
  func badRecipe() throws {
    try folder.write(SampleRecipes.pack("seed", "seed: many"), to: "Pipelines/packs/tiny.yaml")
    #expect(try night().status == 78)
  }

  @Test(
    "130 and 143: a signal ends a long night with a whole state, which the next night goes on from",
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func stopped(number: Int32, status: Int32) throws {
    try folder.write(
      SampleRecipes.daily("grid", "grid: { size: 25, stars: 6 }").replacing(
        "horizon: 3", with: "horizon: 60"), to: "Pipelines/calendar/daily.yaml")
    try folder.write("packs: [tiny]\ncalendar: [daily]\n", to: "Pipelines/release.yaml")
    let ending = try Program.run(
      ["nightly", "--quiet", "--jobs", "1", "--now", "2026-11-21"], in: folder,
      signal: (number, 1.0))
    #expect(ending.status == status)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/output/puzzles/manifest.json"))
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    #expect(try night().status == 0)
  }
}
