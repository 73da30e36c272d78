import Identity
import JSONText
import Notation
import PlayerState

/// A pack as it is kept: read as a stranger reads it, every puzzle of it.
struct PackContents: Sendable {
  let id: PackID
  let version: Int
  let puzzles: [SBN]
  /// The bytes, and their SHA-256 in lower-case hexadecimal.
  let bytes: [UInt8]
  let sha256: String

  /// More puzzles than this no pack has.
  private static let mostPuzzles = 10_000

  init(reading bytes: [UInt8]) throws(InstallFault) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(reading: bytes)
    } catch {
      throw .malformed("\(error)")
    }
    try self.init(value, bytes)
  }

  private init(_ value: JSONValue, _ bytes: [UInt8]) throws(InstallFault) {
    guard case .string(let text)? = value["id"], let id = PackID(text) else {
      throw .malformed("id is no id of a pack")
    }
    guard case .integer(let version)? = value["version"], version >= 1 else {
      throw .malformed("version is no number from 1 on")
    }
    guard case .string? = value["name"], case .bool? = value["free"] else {
      throw .malformed("name or free is missing")
    }
    guard case .array(let texts)? = value["puzzles"],
      (1...PackContents.mostPuzzles).contains(texts.count)
    else { throw .malformed("puzzles are missing") }
    var puzzles: [SBN] = []
    puzzles.reserveCapacity(texts.count)
    for (slot, element) in texts.enumerated() {
      guard case .string(let text) = element, let puzzle = SBN(fetched: text) else {
        throw .malformed("slot \(slot) has no puzzle that can be read")
      }
      puzzles.append(puzzle)
    }
    self.id = id
    self.version = version
    self.puzzles = puzzles
    self.bytes = bytes
    sha256 = Digest.sha256(of: bytes)
  }

  /// The packs of a bundle, each with the bytes that it has by itself.
  static func packs(ofBundle bytes: [UInt8]) throws(InstallFault) -> [PackContents] {
    guard let value = try? JSONValue(reading: bytes), case .array(let packs)? = value["packs"]
    else { throw .malformed("the bundle is no list of packs") }
    var found: [PackContents] = []
    // What the press writes has one text, so that a pack's own bytes come out again.
    for pack in packs { found.append(try PackContents(pack, pack.text)) }
    return found
  }
}

extension PackContents {
  /// Which puzzles its slots have.
  var fingerprints: [PuzzleFingerprint] {
    puzzles.map { PuzzleFingerprint(ofSBN: $0.description) }
  }

  /// Where its puzzles are.
  var places: PackPlaces { places(without: []) }

  /// Where its puzzles are, but for slots that have others by now.
  func places(without outdated: Set<Int>) -> PackPlaces {
    PackPlaces(
      of: id, fingerprints.enumerated().map { outdated.contains($0.offset) ? nil : $0.element })
  }
}

extension SBN {
  /// More bytes than this no puzzle of the press has.
  private static let mostBytes = 4096

  /// Reads a puzzle from anywhere; `nil` for what is none.
  init?(fetched text: String) {
    guard text.utf8.count <= SBN.mostBytes, let puzzle = try? SBN(text) else { return nil }
    self = puzzle
  }
}
