import Foundation
import Signing
import TestSupport
import Testing

@Suite("Secret keys")
struct SecretKeyTests {
  private let folder = TemporaryFolder()

  private func write(_ text: String, mode: Int = 0o600) throws -> KeyPlace {
    try folder.write(text, to: "key")
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.path + "/key")
    return KeyPlace("key", in: folder.path)
  }

  private func reason(_ place: KeyPlace) -> String {
    do throws(SigningError) {
      _ = try place.key { _ in nil }
      return "read"
    } catch {
      return "\(error)"
    }
  }

  @Test("is the key of RFC 8032, and signs as it says")
  func vector() throws {
    let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    let key = try SecretKey("almanac-secret-key:\(seed)")
    #expect(
      key.publicKey.text == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    let signature = try key.signature(of: [])
    // Signatures differ from platform to platform; all of them hold.
    #expect(key.publicKey.accepts(signature, of: []))
    #expect(!key.publicKey.accepts(signature, of: [0]))
  }

  @Test("comes from a file of its owner's alone, with or without a line end")
  func file() throws {
    let key = SecretKey()
    #expect(try write(key.text).key { _ in nil }.publicKey == key.publicKey)
    #expect(try write("\(key.text)\n", mode: 0o400).key { _ in nil }.publicKey == key.publicKey)
  }

  @Test("a file that others can read is refused", arguments: [0o644, 0o640, 0o604, 0o620, 0o601])
  func readableByOthers(mode: Int) throws {
    let place = try write(SecretKey().text, mode: mode)
    #expect(reason(place).contains("others can read the file"), "\(reason(place))")
  }

  @Test("a link, a folder, a pipe and a device are refused, and nothing waits for them")
  func noFile() throws {
    let target = try write(SecretKey().text)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: "\(target)")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    for path in ["link", "pipe", "/dev/zero", "/tmp", "."] {
      let words = reason(KeyPlace(path, in: folder.path))
      #expect(words.contains("a link or not a plain file"), "\(path): \(words)")
    }
    #expect(reason(KeyPlace("none", in: folder.path)).contains("does not exist"))
    #expect(reason(KeyPlace("no/folder", in: folder.path)).contains("does not exist"))
  }

  @Test("what is no secret key is refused without being shown")
  func badText() throws {
    let key = SecretKey()
    let digits = String(key.text.suffix(64))
    for text in [
      "", digits, key.publicKey.text, "\(key.text)0", String(key.text.dropLast()),
      key.text.uppercased(), "\(key.text) \(key.text)", key.text.replacing(":", with: ": "),
      String(repeating: key.text, count: 50),
    ] {
      let words = reason(try write(text))
      #expect(words != "read", "\(text)")
      #expect(!words.contains(digits) && !words.contains(key.publicKey.text), "\(words)")
    }
  }

  @Test("a message that quotes a key says that it is one, and nothing of it")
  func hidden() {
    let key = SecretKey().text
    for part in [key, String(key.dropLast(40))] {
      #expect(
        SecretKey.hidden(in: "--key is “\(part)”, “\(part)”")
          == "--key is “almanac-secret-key:…”, “almanac-secret-key:…”")
    }
    for text in ["intro:3", "almanac-secret-key:…"] { #expect(SecretKey.hidden(in: text) == text) }
  }

  @Test("comes from a variable, where the place says so")
  func variable() throws {
    let key = SecretKey()
    let place = KeyPlace("$ALMANAC_RELEASE_KEY", in: folder.path)
    let found = try place.key { $0 == "ALMANAC_RELEASE_KEY" ? key.text : nil }
    #expect(found.publicKey == key.publicKey)
    #expect(reason(place).hasPrefix("$ALMANAC_RELEASE_KEY: the variable is not set"))
  }
}
