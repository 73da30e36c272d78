import Foundation
import Identity
import Signing
import TestSupport
import Testing

@Suite("The README's reader of signatures")
struct ReaderExampleTests {
  private let manifest = SampleKeys.manifest(41)
  private let keys: SignedKeys
  private let sig: [UInt8]

  init() throws {
    keys = try SampleKeys.keys([SampleKeys.entry(10)])
    let signer = try ReleaseSigner(key: SampleKeys.key(10), keys: keys)
    let statement = try ReleaseStatement(ofManifest: manifest)
    sig = try #require(try signer.signatures(for: statement, found: nil))
  }

  private func read(
    _ manifest: [UInt8], _ sig: [UInt8], _ keys: [UInt8], root: UInt8 = 1
  ) throws -> Int? {
    let root = try SampleKeys.key(root).publicKey.description
    return try release(Data(manifest), Data(sig), Data(keys), roots: [root])
  }

  @Test("believes what a listed key has signed, and nothing else")
  func example() throws {
    #expect(try read(manifest, sig, keys.json) == 41)
    #expect(try read(manifest, sig, keys.json, root: 2) == nil)
    var edited = manifest
    edited[edited.count - 3] ^= 1
    #expect(try read(edited, sig, keys.json) == nil)
    #expect(try read(SampleKeys.manifest(40), sig, keys.json) == nil)
    let ended = try SampleKeys.keys([SampleKeys.entry(10, 1, 40)])
    #expect(try read(manifest, sig, ended.json) == nil)
  }

  @Test("is printed there as it is tested here")
  func text() throws {
    let source = try text("Tests/SigningTests/ReaderExample.swift")
    let begin = try #require(source.range(of: "// begin\n"))
    let end = try #require(source.range(of: "// end"))
    let code = source[begin.upperBound..<end.lowerBound]
    #expect(try text("output/README.md").contains("```swift\n\(code)```"))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Project.folder.appendingPathComponent(name), encoding: .utf8)
  }
}
