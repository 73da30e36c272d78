import AlmanacClient
import HouseSupport
import Testing

// Whatever waits for an answer in vain runs into the time limit.
@Suite("The way to the service", .timeLimit(.minutes(20)))
struct NetworkTransportTests {
  /// Opens an app whose service answers so, whatever it is asked.
  private func failure(
    _ answer: String?, scheme: String = "http"
  ) async throws -> InstallFault? {
    let listener = try LoopbackListener(answer: answer)
    let address = "\(scheme)://127.0.0.1:\(listener.port)"
    let almanac = Almanac(
      transport: NetworkTransport(to: address, timeout: .seconds(2)), storage: MemoryStorage())
    let report = await almanac.start()
    #expect(listener.lines.contains { $0 == "GET /puzzles/opening HTTP/1.1" })
    return report.failed["opening"]
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

  /// How the length of an answer becomes known.
  enum Manner: CaseIterable { case announced, untilTheEnd, inChunks }

  @Test(
    "an answer that is too long is given up, by its announced length or by what comes",
    arguments: Manner.allCases)
  func tooLong(manner: Manner) async throws {
    let spaces = String(repeating: " ", count: 33 << 20)
    let rest =
      switch manner {
      case .announced: "Content-Length: \(33 << 20)\r\n\r\n{"
      case .untilTheEnd: "Connection: close\r\n\r\n" + spaces
      case .inChunks: "Transfer-Encoding: chunked\r\n\r\n2100000\r\n" + spaces
      }
    guard case .service(.tooLong(let bytes))? = try await failure(Self.head + rest) else {
      Issue.record("it is not too long")
      return
    }
    #expect(bytes > 32 << 20)
  }

  @Test("an answer that never comes, or breaks off, is none", arguments: [nil, "", head + "\r\n{"])
  func noAnswer(answer: String?) async throws {
    switch try await failure(answer) {
    case .service(.noAnswer)?: break
    // A body without a length ends where its connection does.
    case .service(.notTheService(200))? where answer?.hasPrefix(Self.head) == true: break
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  /// A way that leads to one endpoint alone.
  private struct OneWay: Transport {
    let base: NetworkTransport
    let path: String

    func send(_ request: ClientRequest, limit: Int) async throws(TransportFailure) -> ClientAnswer {
      guard request.path == path else { throw .noAnswer("no way") }
      return try await base.send(request, limit: limit)
    }
  }

  @Test("an answer on a slow line is waited for while something comes")
  func slowLine() async throws {
    let body = #"{"now":"\#(String(repeating: " ", count: 2_000))"}"#
    let listener = try LoopbackListener(
      answer: Self.head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body, pause: 1)
    let network = NetworkTransport(
      to: "http://127.0.0.1:\(listener.port)", timeout: .seconds(3))
    let almanac = Almanac(
      transport: OneWay(base: network, path: "/puzzles/opening"), storage: MemoryStorage())
    let report = await almanac.start()
    #expect(report.failed["opening"] == .malformed("the opening has no dates"))
  }

  @Test("a scheme is the same in capitals")
  func capitals() async throws {
    let empty = Self.head + "Content-Length: 2\r\n\r\n{}"
    #expect(
      try await failure(empty, scheme: "HTTP") == .malformed("the opening has no dates"))
  }

  @Test("a redirect is not followed, and a login is not answered")
  func strangers() async throws {
    let moved = "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"
    #expect(try await failure(moved) == .service(.notTheService(status: 302)))
    let login =
      "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"
      + "Content-Length: 0\r\n\r\n"
    #expect(try await failure(login) == .service(.notTheService(status: 401)))
  }
}
