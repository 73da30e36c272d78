import Files
import Foundation
import TestSupport
import Testing

@Suite("Files that are written")
struct DraftFileTests {
  let folder = TemporaryFolder()

  @Test("a file has its old bytes until all of the new ones are there")
  func wholeOrOld() throws {
    try folder.write("old", to: "a.txt")
    var draft = try DraftFile(for: folder.path + "/a.txt")
    try draft.write(Array("ne".utf8))
    #expect(folder.text("a.txt") == "old")
    try draft.write(Array("w".utf8))
    try draft.commit()
    #expect(folder.text("a.txt") == "new")
    #expect(folder.files == ["a.txt"])
  }

  @Test("what nobody commits leaves nothing")
  func abandoned() throws {
    do {
      var draft = try DraftFile(for: folder.path + "/a.txt")
      try draft.write([1, 2, 3])
      #expect(folder.files.count == 1)
    }
    #expect(folder.files.isEmpty)
  }

  @Test("what a dead process left goes with the next file, what is being written stays")
  func sweeping() throws {
    try folder.write("x", to: "in/.almanac-4194304-7.tmp")
    try folder.write("x", to: "in/.almanac-notes")
    var first = try DraftFile(for: folder.path + "/in/a.txt")
    try Folders.write([1], to: folder.path + "/in/b.txt")
    #expect(folder.files.count == 3)
    try first.commit()
    #expect(folder.files == ["in/.almanac-notes", "in/a.txt", "in/b.txt"])
  }

  @Test("the reason is the system's where a file cannot be written")
  func unwritable() throws {
    let missing = folder.path + "/none/a.txt"
    #expect(throws: FolderError.cannotWrite(path: missing, reason: "No such file or directory")) {
      try Folders.write([1], to: missing)
    }
    try folder.write("x", to: "file")
    #expect(
      throws: FolderError.cannotWrite(path: folder.path + "/file/in", reason: "Not a directory")
    ) {
      try Folders.make(folder.path + "/file/in")
    }
  }

  @Test("folders are made with those above them, and may be there")
  func folders() throws {
    for _ in 1...2 { try Folders.make(folder.path + "/one/../two//three/") }
    try Folders.write([1], to: folder.path + "/two/three/a")
    #expect(folder.files == ["two/three/a"])
  }

  @Test("files are read to their end, and never beyond a bound")
  func reading() throws {
    try folder.write(String(repeating: "x", count: 5000), to: "a.txt")
    let path = folder.path + "/a.txt"
    #expect(try SmallFile.bytes(of: path, atMost: 5000).count == 5000)
    #expect(throws: SmallFile.Failure.huge(limit: 4999)) {
      try SmallFile.bytes(of: path, atMost: 4999)
    }
    #expect(throws: SmallFile.Failure.notAFile) {
      try SmallFile.bytes(of: folder.path, atMost: 10)
    }
    #expect(throws: SmallFile.Failure.missing) {
      try SmallFile.bytes(of: folder.path + "/b.txt", atMost: 10)
    }
    #if os(Linux)
      // The system says of this one that it is empty.
      #expect(try !SmallFile.bytes(of: "/proc/self/status", atMost: 1 << 16).isEmpty)
    #endif
  }
}
