import Dates
import Foundation
import Identity
import JSONText
import Manifest
import Notation
import Signing
import StarBattle
import Stores
import TestSupport

/// A press in memory: releases with packs and dates, signed, as the service gives them out.
struct FakePress {
  struct Pack {
    var version = 1
    var puzzles: [String]
    var isFree = true
    var products: [String]?
    var changes: [ChangedSlots] = []
  }

  static let start = "2026-11-22T03:00:00Z"

  /// Puzzles with one solution each, of a side.
  static func puzzles(side: Int) throws -> [String] {
    golden.filter { $0[0] == "\(side)" }.map { "\($0[0])x\($0[1]).\($0[3]).d3" }
  }

  private static let golden: [[Substring]] = {
    let file = Project.folder.appendingPathComponent("Tests/Fixtures/golden-seeds.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ") }
  }()

  var packs: [String: Pack] = [:]
  var dates: [String: String] = [:]
  var withdrawals: [(id: String, reason: String)] = []
  var number = 1
  var time = FakePress.start
  var hasBundle = true
  /// The day that `now.json` is of, where nights have failed since.
  var lastNight: Day?
  /// The key that signs releases, those that roots list, and who signs the list.
  var signer: UInt8? = 10
  var listed: [UInt8] = [10]
  var root: UInt8 = 1
  var keysVersion = 1

  static func key(_ number: UInt8) throws -> SecretKey {
    guard let key = SecretKey(seed: [UInt8](repeating: number, count: 32)) else {
      throw StoreError.missing
    }
    return key
  }

  enum StoreError: Error { case missing }

  static func roots(_ current: UInt8 = 1, _ next: UInt8 = 2) throws -> [String] {
    try [current, next].map { try key($0).publicKey.text }
  }

  init() throws {
    let small = try FakePress.puzzles(side: 5)
    packs["intro"] = Pack(puzzles: Array(small[0..<3]))
    packs["more"] = Pack(puzzles: Array(small[3..<5]))
    packs["third"] = Pack(puzzles: Array(small[5..<7]))
    packs["sold"] = Pack(puzzles: Array(small[7..<9]), isFree: false)
    let days = try FakePress.puzzles(side: 6)
    for (offset, text) in days.prefix(5).enumerated() {
      dates["daily:2026-11-2\(1 + offset)"] = text
    }
    dates["weekly:2026-47"] = try FakePress.puzzles(side: 8)[0]
    dates["weekly:2026-48"] = try FakePress.puzzles(side: 8)[1]
    dates["monthly:2026-11"] = try FakePress.puzzles(side: 10)[0]
  }

  static func file(_ id: String, _ pack: Pack) -> [UInt8] {
    JSONValue.object([
      JSONMember("id", id), JSONMember("name", "Pack \(id)"), JSONMember("version", pack.version),
      JSONMember("free", pack.isFree), JSONMember("puzzles", pack.puzzles),
    ]).text
  }

  var bundle: [UInt8] { FakePress.bundle(packs.filter(\.value.isFree)) }

  static func bundle(_ packs: [String: Pack]) -> [UInt8] {
    let files = packs.sorted { $0.key < $1.key }.map {
      String(decoding: FakePress.file($0.key, $0.value), as: UTF8.self)
    }
    return Array("{\"packs\":[\(files.joined(separator: ","))]}".utf8)
  }

  // MARK: - The release

  func manifest() throws -> Manifest {
    var listed: [Manifest.Pack] = []
    var objects: [Manifest.Object] = []
    func add(_ key: ObjectKey, _ bytes: [UInt8]) {
      objects.append(
        Manifest.Object(
          key: key, mediaType: "application/json", bytes: bytes.count,
          sha256: Digest.sha256(of: bytes), md5: Digest.md5(of: bytes), cacheControl: ""))
    }
    for (name, pack) in packs.sorted(by: { $0.key < $1.key }) {
      guard let id = PackID(name) else { throw StoreError.missing }
      let bytes = FakePress.file(name, pack)
      let grid = try SBN(pack.puzzles[0]).puzzle.grid
      let part = pack.isFree ? TreePart.open : .paid
      let object = ObjectKey.pack(id, sha256: Digest.sha256(of: bytes), in: part)
      var line = Manifest.Pack(
        id: id, name: "Pack \(name)", version: pack.version, free: pack.isFree, object: object,
        grids: [.init(size: grid.side, stars: grid.stars, count: pack.puzzles.count)],
        difficulty: 3...3, changes: pack.changes)
      if pack.isFree {
        add(object, bytes)
      } else {
        line.bytes = bytes.count
        line.entitlements = pack.products ?? ["product-\(name)"]
      }
      listed.append(line)
    }
    var entries: [Cadence: [Manifest.Entry]] = [:]
    for (id, text) in dates {
      let period = try Period(id: id)
      entries[period.cadence, default: []].append(
        Manifest.Entry(period: period, sha256: Digest.sha256(of: Array(text.utf8))))
    }
    var manifest = Manifest(
      release: number,
      previous: number > 1
        ? .init(release: number - 1, sha256: String(repeating: "0", count: 64)) : nil,
      createdAt: try Timestamp(time), generatorVersion: 1, graderVersion: 1, recipeHash: "",
      packs: listed, objects: objects, earlierObjects: [],
      calendar: entries.mapValues { .init(entries: $0.sorted { $0.period < $1.period }) },
      withdrawals: withdrawals.map { .init(id: $0.id, reason: $0.reason, release: 1) })
    manifest.now = true
    if hasBundle {
      let digest = Digest.sha256(of: bundle)
      let plain = ObjectKey.bundle.immutable(sha256: digest)
      manifest.bundle = .init(plain: plain, compressed: ObjectKey.compressedBundle)
    }
    return manifest
  }

  func keys() throws -> [UInt8] {
    let list = ReleaseKeys(
      version: keysVersion, createdAt: try Timestamp(FakePress.start), release: 0,
      roots: [try FakePress.key(1).publicKey, try FakePress.key(2).publicKey], copies: 2,
      entries: try listed.map {
        .init(
          key: try FakePress.key($0).publicKey, first: 1,
          createdAt: try Timestamp(FakePress.start))
      })
    return try SignedKeys(list, signedBy: [try FakePress.key(root)]).json
  }

  func signature(_ manifest: [UInt8]) throws -> [UInt8]? {
    guard let signer else { return nil }
    let statement = try ReleaseStatement(ofManifest: manifest)
    let key = try FakePress.key(signer)
    return ReleaseSignatures(
      of: statement,
      [KeySignature(key: key.publicKey, bytes: try key.signature(of: statement.text))]
    ).json
  }

  /// What `GET /puzzles/opening` gives on a day.
  func opening(knowing known: String?, on day: Day) throws -> [UInt8] {
    let manifest = try manifest()
    var members = [JSONMember("now", String(decoding: now(on: day), as: UTF8.self))]
    let keys = try keys()
    if known != manifest.known(with: keys) {
      let bytes = manifest.json
      members.append(JSONMember("manifest", String(decoding: bytes, as: UTF8.self)))
      if let signature = try signature(bytes) {
        members.append(JSONMember("signature", String(decoding: signature, as: UTF8.self)))
      }
      members.append(JSONMember("keys", String(decoding: keys, as: UTF8.self)))
    }
    return JSONValue.object(members).text
  }

  func now(on day: Day) -> [UInt8] {
    var lists: [JSONMember] = []
    let day = lastNight ?? day
    for cadence in Cadence.allCases {
      var periods: [Period] = []
      for offset in -1...2 {
        let period = Period(cadence, containing: day.advanced(by: offset))
        if !periods.contains(period) { periods.append(period) }
      }
      let lines = periods.map { period -> JSONValue in
        guard let text = dates[period.id] else {
          return .object([JSONMember("id", period.id), JSONMember("state", "absent")])
        }
        return .object([
          JSONMember("id", period.id), JSONMember("state", "published"),
          JSONMember("sha256", Digest.sha256(of: Array(text.utf8))), JSONMember("sbn", text),
        ])
      }
      lists.append(JSONMember(cadence.rawValue, lines))
    }
    return JSONValue.object([
      JSONMember("schema", 1), JSONMember("release", number), JSONMember("day", day.description),
      JSONMember("dates", .object(lists)),
    ]).text
  }
}
