import Synchronization

/// What the service counts of itself, for Prometheus.
///
/// Nothing in it names a user, an address or a token: labels are routes, statuses and outcomes.
package final class Metrics: Sendable {
  /// Something that happens and is counted.
  package enum Event: Hashable, Sendable {
    /// What became of entries that phones have sent.
    case syncEntry(String)
    case login(isRight: Bool)
    case resetMail(ResetMail)
    case download(kind: String, status: Int)
  }

  /// The upper ends of the times that answers are sorted by, in seconds.
  private static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  fileprivate struct Route: Hashable {
    let method: String
    let path: String
  }

  fileprivate struct Times {
    /// As many as there are bounds, and one for whatever took longer.
    var counts = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    var sum = 0.0
    var statuses: [Int: Int] = [:]
  }

  private struct State {
    var routes: [Route: Times] = [:]
    var events: [Event: Int] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Notes that a request was answered.
  package func answered(_ method: String, _ path: String, status: Int, seconds: Double) {
    let index = Metrics.bounds.firstIndex { seconds <= $0 } ?? Metrics.bounds.count
    state.withLock { state in
      state.routes[Route(method: method, path: path), default: Times()].add(index, seconds, status)
    }
  }

  package func count(_ event: Event, _ number: Int = 1) {
    guard number > 0 else { return }
    state.withLock { $0.events[event, default: 0] += number }
  }

  /// Something that goes up and down.
  package struct Gauge: Sendable {
    let name: String
    let help: String
    let value: Int

    package init(_ name: String, _ help: String, _ value: Int) {
      (self.name, self.help, self.value) = (name, help, value)
    }
  }

  /// All of it in Prometheus's text format.
  package func text(with gauges: [Gauge]) -> String {
    let state = state.withLock { $0 }
    var lines: [String] = []
    func head(_ name: String, _ type: String, _ help: String) {
      lines += ["# HELP almanac_serve_\(name) \(help)", "# TYPE almanac_serve_\(name) \(type)"]
    }
    let routes = state.routes.sorted { ($0.key.path, $0.key.method) < ($1.key.path, $1.key.method) }
    head("requests_total", "counter", "Requests that were answered.")
    for (route, times) in routes {
      for (status, count) in times.statuses.sorted(by: { $0.key < $1.key }) {
        lines.append(
          "almanac_serve_requests_total{\(route.labels),status=\"\(status)\"} \(count)")
      }
    }
    head("request_seconds", "histogram", "How long answers took.")
    for (route, times) in routes {
      var sum = 0
      for (bound, count) in zip(Metrics.bounds, times.counts) {
        sum += count
        lines.append("almanac_serve_request_seconds_bucket{\(route.labels),le=\"\(bound)\"} \(sum)")
      }
      sum += times.counts.last ?? 0
      lines += [
        "almanac_serve_request_seconds_bucket{\(route.labels),le=\"+Inf\"} \(sum)",
        "almanac_serve_request_seconds_sum{\(route.labels)} \(times.sum)",
        "almanac_serve_request_seconds_count{\(route.labels)} \(sum)",
      ]
    }
    for (name, help) in Metrics.families {
      head(name, "counter", help)
      let events = state.events.filter { $0.key.family == name }
      lines += events.map { "almanac_serve_\(name){\($0.key.labels)} \($0.value)" }.sorted()
    }
    for gauge in gauges {
      head(gauge.name, "gauge", gauge.help)
      lines.append("almanac_serve_\(gauge.name) \(gauge.value)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let families = [
    ("sync_entries_total", "Entries that phones have sent, by what became of them."),
    ("logins_total", "Logins, by whether the password was right."),
    ("reset_mails_total", "Mails for forgotten passwords, by what became of them."),
    ("downloads_total", "Packs and dated puzzles that were asked for."),
  ]
}

extension Metrics.Event {
  fileprivate var family: String {
    switch self {
    case .syncEntry: "sync_entries_total"
    case .login: "logins_total"
    case .resetMail: "reset_mails_total"
    case .download: "downloads_total"
    }
  }

  fileprivate var labels: String {
    switch self {
    case .syncEntry(let outcome): "outcome=\"\(outcome)\""
    case .login(let isRight): "outcome=\"\(isRight ? "right" : "wrong")\""
    case .resetMail(let mail): "outcome=\"\(mail.rawValue)\""
    case .download(let kind, let status): "kind=\"\(kind)\",status=\"\(status)\""
    }
  }
}

extension Metrics.Route {
  fileprivate var labels: String { "method=\"\(method)\",route=\"\(path)\"" }
}

extension Metrics.Times {
  fileprivate mutating func add(_ index: Int, _ seconds: Double, _ status: Int) {
    counts[index] += 1
    sum += seconds
    statuses[status, default: 0] += 1
  }
}
