import Foundation
import HouseSupport
import Pipeline
import Releasing
import TestSupport
import Testing

@Suite("Reading beside somebody who publishes")
struct SteadyReadingTests {
  private let house: NightlyHouse
  private let now = "2026-12-30T04:00:00Z"

  init() async throws {
    house = try NightlyHouse()
    #expect(try await house.run("2026-12-30T03:00:00Z").release == 1)
  }

  /// The status of a command while a file of the tree is away for a moment, or for good.
  private func status(
    of command: any Command, without file: String, isBack: Bool
  ) async throws -> Pipeline.ExitStatus {
    let (path, away) = ("\(house.folder.path)/out/\(file)", "\(house.folder.path)/away")
    try FileManager.default.moveItem(atPath: path, toPath: away)
    // A process brings it back: threads may all be at work on other tests.
    let returning = Process()
    returning.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = isBack ? "sleep 0.1; mv \"$0\" \"$1\"" : "exit 0"
    returning.arguments = ["-c", script, away, path]
    try returning.run()
    let said = try await command.said(in: house.places, .at(now))
    returning.waitUntilExit()
    if !isBack { try FileManager.default.moveItem(atPath: away, toPath: path) }
    return said.status
  }

  @Test(
    "what is missing for a moment alone is no damage, and what stays missing is",
    arguments: ["puzzles/versions.json", "puzzles/daily/2026-12-30.sbn"])
  func verify(file: String) async throws {
    #expect(try await status(of: VerifyRelease(), without: file, isBack: true) == .done)
    #expect(try await status(of: VerifyRelease(), without: file, isBack: false) == .badData)
  }
}
