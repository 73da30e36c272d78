import Files
import Foundation
import TestSupport
import Testing

@Suite("The lock of the state folder")
struct StateLockTests {
  private let folder = TemporaryFolder()
  private var state: String { folder.path + "/a b/state" }

  @Test("is had by one run, and the other is told at once who has it")
  func exclusion() throws {
    let lock = try StateLock(folder: state)
    let error = StateLockError.locked(by: Int(getpid()), path: state + "/lock")
    #expect(throws: error) { _ = try StateLock(folder: state) }
    #expect("\(error)".contains("process \(getpid())"))
    withExtendedLifetime(lock) {}
  }

  @Test("can be had again when it is let go")
  func release() throws {
    for _ in 0..<3 {
      let lock = try patiently()
      withExtendedLifetime(lock) {}
    }
  }

  /// Takes the lock as soon as it is free: a program that another test starts at this very moment
  /// has a share in it until it runs.
  private func patiently() throws -> StateLock {
    for _ in 0..<500 {
      do throws(StateLockError) {
        return try StateLock(folder: state)
      } catch {
        guard case .locked = error else { throw error }
        usleep(10_000)
      }
    }
    return try StateLock(folder: state)
  }

  @Test("is not kept by a file that a dead process left", arguments: ["4194304\n", "", "rubbish"])
  func staleFile(content: String) throws {
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try content.write(toFile: state + "/lock", atomically: true, encoding: .utf8)
    let lock = try StateLock(folder: state)
    #expect(try String(contentsOfFile: state + "/lock", encoding: .utf8) == "\(getpid())\n")
    withExtendedLifetime(lock) {}
  }

  @Test("is kept by another process as long as that lives, and no longer")
  func otherProcess() throws {
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    holder.arguments = [
      "sh", "-c", "exec 9>\"$1\" && flock -n 9 && echo $$ >&9 && echo ready && read line", "sh",
      state + "/lock",
    ]
    let (output, input) = (Pipe(), Pipe())
    holder.standardOutput = output
    holder.standardInput = input
    try holder.run()
    #expect(output.fileHandleForReading.availableData == Data("ready\n".utf8))
    #expect {
      _ = try StateLock(folder: state)
    } throws: { error in
      guard case .locked(let process?, _)? = error as? StateLockError else { return false }
      return process > 1 && process != Int(getpid())
    }
    #expect(kill(holder.processIdentifier, SIGKILL) == 0)
    holder.waitUntilExit()
    let lock = try StateLock(folder: state)
    withExtendedLifetime(lock) {}
  }

  @Test("a link in its place is refused, and what it leads to is left alone")
  func lockIsALink() throws {
    try folder.write("IMPORTANT", to: "victim")
    try folder.write("", to: "a b/state/other")
    for target in ["\(folder.path)/victim", "\(folder.path)/none", "/dev/full", state] {
      try? FileManager.default.removeItem(atPath: state + "/lock")
      try FileManager.default.createSymbolicLink(
        atPath: state + "/lock", withDestinationPath: target)
      #expect(throws: StateLockError.notAFile(path: state + "/lock")) {
        _ = try StateLock(folder: state)
      }
    }
    #expect(folder.text("victim") == "IMPORTANT")
    #expect(folder.text("none") == nil)
  }

  @Test("a pipe or a folder in its place is refused, and nobody waits for it")
  func lockIsNoFile() throws {
    try folder.write("", to: "a b/state/other")
    #expect(mkfifo(state + "/lock", 0o644) == 0)
    let error = StateLockError.notAFile(path: state + "/lock")
    #expect(throws: error) { _ = try StateLock(folder: state) }
    #expect(unlink(state + "/lock") == 0 && mkdir(state + "/lock", 0o755) == 0)
    #expect(throws: error) { _ = try StateLock(folder: state) }
  }

  @Test("a file that has another name, or is somebody's, locks and is not written to")
  func lockIsAnothersFile() throws {
    try folder.write("12\n", to: "victim")
    try folder.write("", to: "a b/state/other")
    #expect(link(folder.path + "/victim", state + "/lock") == 0)
    do {
      let lock = try StateLock(folder: state)
      #expect(throws: StateLockError.self) { _ = try StateLock(folder: state) }
      withExtendedLifetime(lock) {}
    }
    #expect(folder.text("victim") == "12\n")
    let long = String(repeating: "somebody's words ", count: 9)
    #expect(unlink(state + "/lock") == 0)
    try folder.write(long, to: "a b/state/lock")
    let lock = try StateLock(folder: state)
    #expect(folder.text("a b/state/lock") == long)
    withExtendedLifetime(lock) {}
  }

  @Test("where the folder cannot be made, the error names it")
  func unwritable() {
    #expect {
      _ = try StateLock(folder: "/proc/almanac")
    } throws: { error in
      "\(error)".hasPrefix("/proc/almanac: cannot make the folder")
    }
  }
}
