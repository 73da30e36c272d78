import AlmanacTree
import Foundation
import HTTPTypes
import NIOCore
import Service
import Synchronization

/// Answers what most requests are for: puzzles that anybody may have and that are in memory.
///
/// It says of them what the routes say; whatever is not plain is left to these.
struct QuickAnswers: Sendable {
  /// An answer, but for the time.
  struct Answer {
    let choice: Choice
    let caching: String
    /// Whether the body was asked for.
    let hasBody: Bool

    /// Writes it as it goes over the wire.
    func write(to buffer: inout ByteBuffer, date: String) {
      buffer.writeStaticString(
        choice.isKnown ? "HTTP/1.1 304 Not Modified\r\n" : "HTTP/1.1 200 OK\r\n")
      buffer.writeStaticString("Content-Type: application/json\r\nServer: almanac\r\n")
      buffer.writeStaticString("Vary: Accept-Encoding\r\nCache-Control: ")
      buffer.writeString(caching)
      buffer.writeStaticString("\r\nETag: ")
      buffer.writeString(choice.form.tag)
      if !choice.isKnown {
        if let coding = choice.coding {
          buffer.writeStaticString("\r\nContent-Encoding: ")
          buffer.writeString(coding.rawValue)
        }
        buffer.writeStaticString("\r\nContent-Length: ")
        buffer.writeString(String(choice.form.buffer.readableBytes))
      }
      buffer.writeStaticString("\r\nDate: ")
      buffer.writeString(date)
      buffer.writeStaticString("\r\n\r\n")
    }

    /// What comes after that; `nil` where nothing does.
    var body: ByteBuffer? { choice.isKnown || !hasBody ? nil : choice.form.buffer }
  }

  /// What a path leads to.
  private struct Found {
    let caching: String
    let body: Body
    let route: String
    let kind: String
    /// What downloads are counted under: `pack:intro`.
    let object: String
    /// Since when anybody may have it, in milliseconds; `nil` where that is always.
    let opens: Int?
  }

  /// What paths have led to, for as long as the release is the same.
  private final class Memory: Sendable {
    private let state = Mutex<(generation: Int, found: [String: Found])>((0, [:]))

    func found(at path: String, in generation: Int) -> Found? {
      state.withLock { $0.generation == generation ? $0.found[path] : nil }
    }

    /// Paths that lead nowhere are anybody's invention, and not kept.
    func keep(_ found: Found, at path: String, in generation: Int) {
      state.withLock { state in
        if state.generation != generation { state = (generation, [:]) }
        state.found[path] = found
      }
    }
  }

  private let endpoints: Endpoints
  private let memory = Memory()

  init(_ endpoints: Endpoints) { self.endpoints = endpoints }

  /// What is asked for: an object of the tree.
  private struct Target {
    let kind: String
    let name: String
    let query: Substring?

    /// - Returns: `nil` for every path that is not plain.
    init?(_ path: String) {
      let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let words = parts[0].split(separator: "/", omittingEmptySubsequences: false)
      guard words.count == 4, words[0].isEmpty, words[1] == "puzzles", !words[3].isEmpty,
        words[3].utf8.count <= 64, words[3].utf8.allSatisfy(Target.isPlain)
      else { return nil }
      kind = String(words[2])
      name = String(words[3])
      query = parts.count == 2 ? parts[1] : nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
  }

  /// Whether a request may be one of these, by its head alone.
  func mayAnswer(_ request: HTTPRequest) -> Bool {
    (request.method == .get || request.method == .head)
      && request.path?.utf8.starts(with: "/puzzles/".utf8) == true
      && request.headerFields[.authorization] == nil && request.headerFields[.connection] == nil
      && request.headerFields[.expect] == nil
  }

  /// The answer to a request that may be one of these; `nil` where the routes have to give it.
  func answer(_ request: HTTPRequest, from address: SocketAddress?) -> Answer? {
    let begun = ContinuousClock.now
    guard let path = request.path, let found = find(path) else { return nil }
    if let service = endpoints.service {
      guard service.takePuzzle(request.headerFields, from: address) else { return nil }
    }
    let choice = Choice(of: found.body, for: request.headerFields)
    let status = choice.isKnown ? 304 : 200
    endpoints.count(request.method, found.kind, found.object, status: status)
    let (seconds, attoseconds) = (ContinuousClock.now - begun).components
    endpoints.metrics.answered(
      request.method.rawValue, found.route, status: status,
      seconds: Double(seconds) + Double(attoseconds) / 1e18)
    return Answer(choice: choice, caching: found.caching, hasBody: request.method == .get)
  }

  private func find(_ path: String) -> Found? {
    guard let generation = try? endpoints.tree.generation() else { return nil }
    var found = memory.found(at: path, in: generation)
    if found == nil, let new = Target(path).flatMap({ find($0) }) {
      memory.keep(new, at: path, in: generation)
      found = new
    }
    // With accounts, nobody is told what is after tomorrow everywhere.
    if let service = endpoints.service, let opens = found?.opens, opens > service.now { return nil }
    return found
  }

  private func find(_ target: Target) -> Found? {
    let object = "\(target.kind):\(target.name)"
    if target.kind == "pack" {
      guard let pack = try? endpoints.tree.pack(target.name), pack.isFree,
        let body = try? endpoints.tree.body(of: pack)
      else { return nil }
      let caching: String
      switch target.query {
      case nil: caching = Endpoints.minute
      case "v=\(pack.version)": caching = Endpoints.year
      default: return nil
      }
      return Found(
        caching: caching, body: body, route: "/puzzles/pack/{id}", kind: target.kind,
        object: object, opens: nil)
    }
    guard target.query == nil, PublishedRelease.cadences.contains(target.kind),
      let opens = Service.opening(of: target.kind, target.name),
      let body = try? endpoints.tree.puzzle(target.kind, target.name)
    else { return nil }
    return Found(
      caching: Endpoints.day, body: body, route: "/puzzles/\(target.kind)/{key}",
      kind: target.kind, object: object, opens: opens)
  }
}
