import Foundation
import HouseSupport
import Manifest
import Stores
import TestSupport
import Testing

@Suite("A folder as a store")
struct DirectoryStoreTests {
  private let folder = TemporaryFolder()
  private var root: String { folder.path + "/output" }
  private var store: DirectoryStore { DirectoryStore(root: root) }

  private func object(_ key: String, _ text: String = "text") -> StoredObject {
    StoredObject(
      key: Samples.key(key), bytes: Array(text.utf8), mediaType: "text/plain",
      cacheControl: "no-cache")
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/" + path, withDestinationPath: target)
  }

  @Test("makes its folders when something is put into it, and nothing before")
  func makesFolders() throws {
    let deep = DirectoryStore(root: root + "/a b/c/")
    _ = try deep.list("puzzles/")
    _ = try deep.get(.manifest, limit: 100)
    #expect(!FileManager.default.fileExists(atPath: root))
    try deep.put(object("puzzles/x/y.json"), .ifAbsent)
    #expect(folder.files == ["output/a b/c/puzzles/x/y.json"])
  }

  @Test("leaves no temporary files, not even where a condition fails")
  func noLitter() throws {
    try store.put(object("puzzles/a.json"), .ifAbsent)
    #expect(throws: StoreError.self) { try store.put(object("puzzles/a.json"), .ifAbsent) }
    #expect(folder.files == ["output/puzzles/a.json"])
  }

  @Test("what is removed takes the folders along that it leaves empty, and no others")
  func emptiedFolders() throws {
    for key in ["puzzles/a.json", "puzzles/packs/b/c.json", "puzzles/app/d.json", "private/e.json"]
    {
      try store.put(object(key), .ifAbsent)
    }
    for name in ["app/kept", "empty"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/puzzles/\(name)", withIntermediateDirectories: true)
    }
    for key in ["packs/b/c", "app/d", "empty/f"] {
      try store.delete(Samples.key("puzzles/\(key).json"))
    }
    try store.delete(Samples.key("private/e.json"))
    let left = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
    #expect(
      left == [
        "private", "puzzles", "puzzles/a.json", "puzzles/app", "puzzles/app/kept", "puzzles/empty",
      ])
    try store.put(object("puzzles/packs/b/c.json"), .ifAbsent)
    #expect(try store.get(Samples.key("puzzles/packs/b/c.json"), limit: 100) != nil)
  }

  @Test("never follows a link that lies where an object should be")
  func linkedFile() throws {
    try folder.write("secret", to: "outside.txt")
    try folder.write("x", to: "output/puzzles/b.json")
    try link("output/puzzles/a.json", to: folder.path + "/outside.txt")
    let key = Samples.key("puzzles/a.json")
    #expect(throws: StoreError.self) { try store.get(key, limit: 100) }
    #expect(throws: StoreError.self) { try store.head(key) }
    #expect(throws: StoreError.self) { try store.put(object("puzzles/a.json"), .ifAbsent) }
    let listing = try store.list("puzzles/")
    #expect(listing.objects.map(\.key.text) == ["puzzles/b.json"])
    #expect(listing.strays == ["puzzles/a.json"])
    #expect(folder.text("outside.txt") == "secret")
  }

  @Test("never writes through a link that lies where a folder should be")
  func linkedFolder() throws {
    try folder.write("x", to: "output/puzzles/b.json")
    try folder.write("x", to: "outside/c.json")
    try link("output/puzzles/daily", to: folder.path + "/outside")
    try link("output/puzzles/packs", to: "../../outside")
    for key in ["puzzles/daily/c.json", "puzzles/packs/c.json"] {
      #expect(throws: StoreError.self) { try store.put(object(key), .always) }
      #expect(throws: StoreError.self) { try store.get(Samples.key(key), limit: 100) }
      #expect(throws: StoreError.self) { try store.delete(Samples.key(key)) }
    }
    #expect(folder.text("outside/c.json") == "x")
    #expect(try store.list("puzzles/").strays == ["puzzles/daily", "puzzles/packs"])
    #expect(folder.files.filter { $0.hasPrefix("outside/") } == ["outside/c.json"])
  }

  @Test("the root itself may be a link: that is the user's own affair")
  func linkedRoot() throws {
    try folder.write("x", to: "elsewhere/README.md")
    try link("output", to: folder.path + "/elsewhere")
    try store.put(object("puzzles/a.json"), .ifAbsent)
    #expect(folder.text("elsewhere/puzzles/a.json") == "text")
  }

  @Test("a folder, a pipe or a file in the way is an error, and none waits for ever")
  func inTheWay() throws {
    try folder.write("x", to: "output/puzzles/a.json/x")
    try folder.write("x", to: "output/puzzles/file")
    #expect(mkfifo(root + "/puzzles/pipe", 0o644) == 0)
    for key in ["puzzles/a.json", "puzzles/pipe", "puzzles/file/x"] {
      #expect(throws: StoreError.self) { try store.get(Samples.key(key), limit: 100) }
      #expect(throws: StoreError.self) { try store.put(object(key), .ifAbsent) }
    }
    #expect(throws: StoreError.self) { try store.put(object("puzzles/a.json"), .always) }
    #expect(try store.list("puzzles/").strays == ["puzzles/pipe"])
    #expect(folder.files.filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  @Test("where the root is a file, the error names it")
  func rootIsFile() throws {
    try folder.write("x", to: "output")
    #expect {
      try store.put(object("puzzles/a.json"), .always)
    } throws: { error in
      "\(error)".hasPrefix(root + ": cannot open the folder")
    }
  }

  @Test("a folder that cannot be written is an error that names it")
  func unwritable() {
    let proc = DirectoryStore(root: "/proc/almanac")
    #expect {
      try proc.put(object("puzzles/a.json"), .always)
    } throws: { error in
      "\(error)".hasPrefix("/proc/almanac: cannot make the folder")
    }
  }

  @Test("names that no key can have are listed as strays")
  func strays() throws {
    try folder.write("x", to: "output/puzzles/.DS_Store")
    try folder.write("x", to: "output/puzzles/with space.json")
    try folder.write("x", to: "output/puzzles/packs/a.json~")
    try folder.write("x", to: "output/README.md")
    let listing = try store.list("puzzles/")
    #expect(listing.objects.isEmpty)
    #expect(
      listing.strays
        == ["puzzles/.DS_Store", "puzzles/packs/a.json~", "puzzles/with space.json"])
  }

  @Test("temporary files of the dead are swept, those that somebody holds stay")
  func sweeping() throws {
    try store.put(object("puzzles/packs/a.json"), .always)
    // The largest number there can be is of nobody; another process may have got a dead one's.
    try folder.write("x", to: "output/puzzles/packs/.almanac-4194304-7.tmp")
    try folder.write("x", to: "output/puzzles/.almanac-\(getpid())-0.tmp")
    try folder.write("x", to: "output/puzzles/.almanac-1-3.tmp")
    try folder.write("x", to: "output/puzzles/.almanac-x.tmp")
    try folder.write("x", to: "output/puzzles/.almanac-\(getpid())-5.tmp")
    #expect(try store.list("puzzles/").litter.count == 5)
    let held = open(root + "/puzzles/.almanac-\(getpid())-5.tmp", O_RDONLY)
    #expect(flock(held, LOCK_EX) == 0)
    defer { close(held) }
    #expect(
      try store.sweep("puzzles/") == [
        "puzzles/.almanac-1-3.tmp", "puzzles/.almanac-\(getpid())-0.tmp", "puzzles/.almanac-x.tmp",
        "puzzles/packs/.almanac-4194304-7.tmp",
      ])
    #expect(try store.list("puzzles/").litter == ["puzzles/.almanac-\(getpid())-5.tmp"])
    #expect(folder.text("output/puzzles/packs/a.json") == "text")
  }

  @Test("a temporary name that a dead process left is no obstacle")
  func takenName() throws {
    for number in 0..<300 {
      try folder.write("x", to: "output/puzzles/.almanac-\(getpid())-\(number).tmp")
    }
    try store.put(object("puzzles/a.json"), .ifAbsent)
    #expect(folder.text("output/puzzles/a.json") == "text")
  }

  @Test("a folder is one publisher's until it lets go, and others may read and put all the same")
  func reservation() async throws {
    // What is not there yet cannot be held.
    _ = try await store.reserve("puzzles/")
    try store.put(object("puzzles/a.json"), .ifAbsent)
    let wrapped = StoppableStore(
      ForkedStore(store, folder: "private/", in: MemoryStore()), isStopped: { false })
    do {
      let held = try await wrapped.reserve("puzzles/")
      defer { withExtendedLifetime(held) {} }
      await #expect(throws: StoreError.busy(path: root + "/puzzles")) {
        try await store.reserve("puzzles/")
      }
      try store.put(object("puzzles/b.json"), .ifAbsent)
      #expect(try await store.get(ObjectKey("puzzles/b.json")) != nil)
    }
    _ = try await store.reserve("puzzles/")
  }

  @Test("a full disk is told from other errors")
  func full() {
    let error = StoreError.system(operation: "write", path: "p", code: ENOSPC)
    #expect(error.isFull)
    #expect("\(error)".contains("make room"))
    #expect(!StoreError.system(operation: "write", path: "p", code: EIO).isFull)
  }
}
