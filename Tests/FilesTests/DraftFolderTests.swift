import Files
import Foundation
import TestSupport
import Testing

@Suite("Folders for what is not finished")
struct DraftFolderTests {
  let folder = TemporaryFolder()

  private func write(_ text: String, to name: String, in draft: borrowing DraftFolder) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(draft.path)/\(name)"))
  }

  @Test("nobody else can look into one, and it goes with its owner")
  func hidden() throws {
    do {
      let draft = try DraftFolder(in: folder.path)
      try write("secret", to: "a", in: draft)
      var status = stat()
      #expect(stat(draft.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("a file in it gets its name when it is whole, and what lies beside it goes")
  func committing() throws {
    try folder.write("old", to: "a.txt")
    do {
      let draft = try DraftFolder(beside: folder.path + "/a.txt")
      try write("new", to: "a", in: draft)
      try write("a log", to: "a-journal", in: draft)
      #expect(folder.text("a.txt") == "old")
      #expect(try draft.commit("a", as: folder.path + "/a.txt") == 3)
    }
    #expect(folder.files == ["a.txt"])
    #expect(folder.text("a.txt") == "new")
  }

  @Test("what a dead process left goes with the next one, what somebody works in stays")
  func sweeping() throws {
    try folder.write("x", to: ".almanac-4194304-7.tmp/catalog.sqlite-journal")
    try folder.write("x", to: ".almanac-4194304-8.tmp")
    try folder.write("x", to: ".almanac-notes/a")
    let first = try DraftFolder(in: folder.path)
    try write("x", to: "a", in: first)
    Folders.sweep(folder.path)
    #expect(folder.files.count == 2, "\(folder.files)")
    #expect(FileManager.default.fileExists(atPath: first.path + "/a"))
  }

  @Test("a link of such a name is not followed by the sweep")
  func sweepingLinks() throws {
    try folder.write("x", to: "precious/a")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/.almanac-4194304-7.tmp",
      withDestinationPath: folder.path + "/precious")
    Folders.sweep(folder.path)
    #expect(folder.text("precious/a") == "x")
  }
}
