import AlmanacClient
import StarBattle
import Synchronization

/// The line of one phone: HTTP to the real service, and all that happens to it on trains, in
/// aeroplanes and in hotels.
final class FaultyTransport: Transport {
  enum Weather: CaseIterable, Sendable {
    case fine
    /// No network at all.
    case flight
    /// A page answers that wants a login.
    case portal
    /// Requests and answers get lost, are cut short, or come late.
    case train
    /// Somebody on the way changes what is answered.
    case thief
  }

  private let base: any Transport
  private let state: Mutex<(weather: Weather, random: SeededGenerator)>

  init(_ base: any Transport, seed: UInt64) {
    self.base = base
    state = Mutex((.fine, SeededGenerator(seed: seed)))
  }

  var weather: Weather {
    get { state.withLock { $0.weather } }
    set { state.withLock { $0.weather = newValue } }
  }

  private static let page = ClientAnswer(
    status: 200, headers: ["content-type": "text/html"],
    body: Array("<html><title>Welcome</title>Please log in.</html>".utf8))

  func send(_ request: ClientRequest, limit: Int) async throws(TransportFailure) -> ClientAnswer {
    let (weather, dice, place) = state.withLock { state in
      (state.weather, state.random.below(6), state.random.below(1 << 20))
    }
    switch weather {
    case .fine: return try await base.send(request, limit: limit)
    case .flight: throw .noAnswer("no network")
    case .portal: return FaultyTransport.page
    case .train:
      if dice == 0 { throw .noAnswer("a tunnel") }
      let answer = try await base.send(request, limit: limit)
      if dice == 1 { throw .noAnswer("a tunnel, later") }
      guard dice == 2, !answer.body.isEmpty else { return answer }
      return ClientAnswer(
        status: answer.status, headers: answer.headers,
        body: Array(answer.body.prefix(place % answer.body.count)))
    case .thief:
      let answer = try await base.send(request, limit: limit)
      // Puzzles alone: what protects the player's own rows is TLS.
      guard request.path.hasPrefix("/puzzles/"), answer.status == 200 else { return answer }
      var body = answer.body
      // A letter of a region or a digit of a digest becomes another.
      for offset in body.indices {
        let index = (place + offset) % body.count
        guard (0x41...0x45).contains(body[index]) || (0x30...0x38).contains(body[index]) else {
          continue
        }
        body[index] += 1
        break
      }
      return ClientAnswer(status: answer.status, headers: answer.headers, body: body)
    }
  }
}

/// A phone's clock: wrong by as much as it likes, and thirty times as fast, so that what waits
/// minutes waits seconds.
final class SoakClock: ClientClock {
  private let system = SystemClock()
  private let skew: Mutex<Int>

  init(skew: Int) { self.skew = Mutex(skew) }

  func turn(by milliseconds: Int) { skew.withLock { $0 += milliseconds } }

  var milliseconds: Int { system.milliseconds + skew.withLock { $0 } }

  func sleep(milliseconds: Int) async throws {
    try await system.sleep(milliseconds: milliseconds / 30)
  }
}
