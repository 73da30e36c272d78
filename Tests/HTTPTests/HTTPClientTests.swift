import HTTP
import HouseSupport
import Synchronization
import Testing

// Whatever waits for an answer in vain runs into the time limit.
@Suite("One request over HTTP", .timeLimit(.minutes(20)))
struct HTTPClientTests {
  private func get(
    _ answer: String?, method: String = "GET", path: String = "/x", headers: [HTTPHeader] = [],
    limit: Int = 1000
  ) async throws -> (HTTPResponse, asked: [String]) {
    let listener = try LoopbackListener(answer: answer)
    let client = HTTPClient()
    let response = try await client.send(
      method, "http://127.0.0.1:\(listener.port)\(path)", headers: headers, limit: limit)
    return (response, listener.lines)
  }

  @Test("the whole answer comes back, with its headers by their names in lower case")
  func answer() async throws {
    let (response, asked) = try await get(
      "HTTP/1.1 404 Not Found\r\nX-Odd:  a b \r\nVary: A\r\nvary: B\r\nContent-Length: 2\r\n\r\nno")
    #expect(response.status == 404)
    #expect(response.headers == ["x-odd": "a b", "vary": "A, B", "content-length": "2"])
    #expect(response.body == Array("no".utf8))
    #expect(asked == ["GET /x HTTP/1.1"])
  }

  @Test("an address is called as it is written", arguments: ["/a/../b", "/a%2Fb?x=%20", "/.//"])
  func address(path: String) async throws {
    let (_, asked) = try await get("HTTP/1.1 204 No\r\nConnection: close\r\n\r\n", path: path)
    #expect(asked == ["GET \(path) HTTP/1.1"])
  }

  @Test("a redirect is an answer like any other, and is not followed")
  func redirect() async throws {
    let (response, asked) = try await get(
      "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
    #expect(response.status == 302 && asked.count == 1)
  }

  @Test("the head of an answer that only says “go on” is not that of the answer")
  func continuing() async throws {
    let (response, _) = try await get(
      "HTTP/1.1 100 Continue\r\nX-First: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    #expect(response.status == 200 && response.headers["x-first"] == nil)
  }

  @Test("the head alone is asked for by HEAD, whatever length it tells")
  func head() async throws {
    let (response, _) = try await get(
      "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\nConnection: close\r\n\r\n", method: "HEAD")
    #expect(response.headers["content-length"] == "5000" && response.body.isEmpty)
  }

  @Test(
    "an answer that is too long is refused by its announced length, or by what comes",
    arguments: [
      "Content-Length: 1001\r\n\r\n", "Content-Length: 9223372036854775296\r\n\r\n",
      "Connection: close\r\n\r\n" + String(repeating: "x", count: 1001),
      "Transfer-Encoding: chunked\r\n\r\n400\r\n" + String(repeating: "x", count: 1024),
    ])
  func tooLong(rest: String) async throws {
    let failure = await #expect(throws: HTTPFailure.self) {
      _ = try await get("HTTP/1.1 200 OK\r\n" + rest)
    }
    guard case .tooLong(let bytes) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(bytes > 1000)
  }

  @Test(
    "what is no whole answer is told",
    arguments: [
      ("nonsense\r\n\r\n", "the answer is not HTTP"), ("", "the connection broke off"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfour", "the connection broke off"),
    ])
  func noAnswer(answer: String, words: String) async throws {
    await #expect(throws: HTTPFailure.noAnswer(words)) { _ = try await get(answer) }
  }

  @Test("a header with a line break is not sent")
  func smuggling() async throws {
    await #expect(throws: HTTPFailure.noAnswer("the request cannot be sent")) {
      _ = try await get("HTTP/1.1 200 OK\r\n\r\n", headers: [HTTPHeader("A", "b\r\nC: d")])
    }
  }

  @Test("requests of a client that is gone are answered all the same")
  func goneClient() async throws {
    let isDue = Mutex(false)
    let listener = try LoopbackListener(
      answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", when: { isDue.withLock { $0 } })
    let url = "http://127.0.0.1:\(listener.port)/"
    let answer = Task {
      try await HTTPClient(silence: .seconds(1200)).send("GET", url, limit: 10).status
    }
    while listener.lines.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    isDue.withLock { $0 = true }
    #expect(try await answer.value == 200)
  }
}
