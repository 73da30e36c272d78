import Catalog
import Dates
import Files
import Foundation
import HouseSupport
import JSONText
import Operating
import Pipeline
import Synchronization
import TestSupport
import Testing

@Suite("The nightly job")
struct NightJobTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
    func add(_ line: String) { all.withLock { $0.append(line) } }
  }

  private func run(
    _ house: NightlyHouse, _ now: String = "2026-12-30T03:00:00Z",
    night: RunNight = RunNight(), logging lines: Lines = Lines(), signal: Int32? = nil
  ) async throws -> NightReport {
    let context = RunContext(
      run: "r1", now: try Timestamp(now), jobs: 1, interruption: { signal },
      log: { lines.add($0) })
    return await night.report(in: house.places, context)
  }

  @Test("every line of the log has the time, the run's id and what happened; JSON says the same")
  func logLines() async throws {
    let (plain, objects) = (Lines(), Lines())
    _ = try await run(NightlyHouse(), night: RunNight(log: .logfmt), logging: plain)
    _ = try await run(NightlyHouse(), night: RunNight(log: .json), logging: objects)
    let lines = plain.all.withLock { $0 }
    #expect(lines.count > 8)
    for line in lines {
      #expect(line.hasPrefix("time=2026-12-30T03:00:00Z level=info run=r1 event="), "\(line)")
    }
    #expect(lines.contains { $0.contains("event=stage stage=\"pressing first\" done=0 total=7") })
    #expect(lines.last?.contains("event=done exit=0 release=1 newRelease=true made=20") == true)
    let texts = objects.all.withLock { $0 }
    #expect(texts.count == lines.count)
    for text in texts {
      let value = try JSONValue(reading: Array(text.utf8))
      #expect(value["run"] == .string("r1"))
    }
  }

  @Test("a value that would break a line apart is quoted")
  func quoting() {
    let line = LogFormat.logfmt.line([
      JSONMember("a", .string("plain")), JSONMember("b", .string("two words\n=\"x\"")),
      JSONMember("c", .string("")), JSONMember("d", .integer(3)),
    ])
    #expect(line == #"a=plain b="two words\n=\"x\"" c="" d=3"#)
  }

  @Test("metrics are written whole, after a failure too, and remember the last success")
  func metrics() async throws {
    let house = try NightlyHouse()
    let file = "\(house.folder.path)/almanac.prom"
    _ = try await run(house, night: RunNight(metrics: file))
    let first = try #require(house.folder.text("almanac.prom"))
    #expect(first.contains("almanac_last_success_timestamp_seconds 1798599600\n"))
    #expect(first.contains("almanac_horizon_seconds{cadence=\"daily\"} 259200\n"))
    // From Wednesday to the Sunday of the second week, and to the end of January.
    #expect(first.contains("almanac_horizon_seconds{cadence=\"weekly\"} 1036800\n"))
    #expect(first.contains("almanac_horizon_seconds{cadence=\"monthly\"} 2851200\n"))
    #expect(first.contains("almanac_release_number 1\n"))
    try house.writeSecond(count: 1)
    let failed = try await run(house, "2026-12-31T03:00:00Z", night: RunNight(metrics: file))
    #expect(failed.status == .badRecipe)
    let second = try #require(house.folder.text("almanac.prom"))
    #expect(second.contains("almanac_last_success_timestamp_seconds 1798599600\n"))
    #expect(second.contains("almanac_last_run_exit_status 78\n"))
    #expect(second.contains("almanac_horizon_seconds{cadence=\"daily\"} 172800\n"))
    for line in second.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(line.wholeMatch(of: /almanac_[a-z_]+(\{[^}]*\})? [0-9.]+/) != nil, "\(line)")
    }
  }

  @Test("metrics take no night by a clock that was ahead for the last success")
  func metricsAfterWrongClock() async throws {
    let house = try NightlyHouse()
    let file = "\(house.folder.path)/almanac.prom"
    for (now, accepts) in [
      ("2026-12-30T03:00:00Z", false), ("2027-03-20T03:00:00Z", false),
      ("2026-12-31T03:00:00Z", true),
    ] {
      let night = RunNight(Night(acceptsClock: accepts), metrics: file)
      #expect(try await run(house, now, night: night).failure == nil)
    }
    try house.writeSecond(count: 1)
    for day in ["2027-01-02", "2027-03-21"] {
      let failed = try await run(house, "\(day)T03:00:00Z", night: RunNight(metrics: file))
      #expect(failed.status == .badRecipe)
      let text = try #require(house.folder.text("almanac.prom"))
      #expect(text.contains("almanac_last_success_timestamp_seconds 1798686000\n"), "\(text)")
    }
  }

  @Test("log and metrics tell that the work budget ended and what stood in")
  func budget() async throws {
    let house = try NightlyHouse()
    let file = "\(house.folder.path)/almanac.prom"
    try house.writeCalendar(reserve: 8)
    _ = try await run(house)
    try house.writeCalendar(reserve: 8, seed: 10)
    let lines = Lines()
    _ = try await run(
      house, "2027-01-02T03:00:00Z",
      night: RunNight(Night(budget: 1), log: .logfmt, metrics: file), logging: lines)
    let said = lines.all.withLock { $0 }
    #expect(said.contains { $0.contains("item=daily made=1 fromReserve=0 standIns=2") })
    #expect(said.contains { $0.contains("level=warning") && $0.contains("work budget of 1") })
    #expect(said.last?.contains("made=1 standIns=3 evaluations=") == true, "\(said)")
    let text = try #require(house.folder.text("almanac.prom"))
    #expect(text.contains("almanac_last_run_stand_ins 3\n"))
    #expect(text.contains("almanac_last_run_budget_evaluations 1\n"))
    #expect(text.contains("almanac_last_run_exit_status 0\n"))
  }

  @Test("metrics that cannot be written are a note, not a failure")
  func unwritableMetrics() async throws {
    let report = try await run(
      NightlyHouse(), night: RunNight(metrics: "/dev/null/almanac.prom"))
    #expect(report.status == .done)
    #expect(report.troubles.contains { $0.hasPrefix("the metrics could not be written") })
  }

  @Test("the monitor is called once: as it is after a good night, with /fail after a bad one")
  func ping() async throws {
    let listener = try LoopbackListener()
    let ping = try #require(Ping("http://127.0.0.1:\(listener.port)/secret/?a=b"))
    let house = try NightlyHouse()
    let report = try await run(house, night: RunNight(ping: ping))
    #expect(report.notes.isEmpty && report.troubles.isEmpty)
    try house.writeSecond(count: 1)
    _ = try await run(house, night: RunNight(ping: ping))
    #expect(
      listener.lines == ["GET /secret/?a=b HTTP/1.1", "GET /secret/fail?a=b HTTP/1.1"])
  }

  @Test("nobody is called for a dry run, a run that has to wait, or one that was stopped")
  func noPing() async throws {
    let listener = try LoopbackListener()
    let ping = try #require(Ping("http://127.0.0.1:\(listener.port)/x"))
    let house = try NightlyHouse()
    _ = try await run(house, night: RunNight(Night(isDryRun: true), ping: ping))
    _ = try await run(house, night: RunNight(ping: ping), signal: 15)
    let lock = try StateLock(folder: "\(house.folder.path)/state")
    let waiting = try await run(house, night: RunNight(ping: ping))
    #expect(waiting.status == .retryLater)
    _ = consume lock
    #expect(listener.lines.isEmpty)
  }

  @Test(
    "a monitor that is gone, refuses or answers nonsense changes nothing",
    arguments: [
      ("HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", "status 500"),
      ("nonsense\r\n\r\n", "the answer is not HTTP"), (nil, "no connection can be made"),
    ])
  func badMonitor(answer: String?, says: String) async throws {
    var listener: LoopbackListener? = try LoopbackListener(answer: answer ?? "")
    let port = try #require(listener).port
    if answer == nil { listener = nil }
    let ping = try #require(Ping("http://127.0.0.1:\(port)/"))
    let report = try await run(NightlyHouse(), night: RunNight(ping: ping))
    #expect(report.status == .done)
    let note = report.troubles.first { $0.hasPrefix("the monitor at 127.0.0.1 could not be told") }
    #expect(note?.contains(says) == true, "\(report.troubles)")
    _ = listener
  }

  @Test("a silent monitor is given up when the run is asked to stop")
  func silentMonitor() async throws {
    let listener = try LoopbackListener(answer: nil)
    let ping = try #require(Ping("http://127.0.0.1:\(listener.port)/"))
    let asked = Mutex(0)
    let failure = await ping.send(hasFailed: false) {
      asked.withLock {
        $0 += 1
        return $0 > 3
      }
    }
    #expect(failure == "it was given up")
    #expect(listener.lines.count <= 1)
  }

  @Test(
    "the path of an address is called as it was written, escapes included",
    arguments: [
      ("/ok/a%2Fb?x=1", "/ok/a%2Fb/fail?x=1"), ("", "/fail"), ("/", "/fail"),
      ("/%3Fa/", "/%3Fa/fail"), ("/a%20b%25", "/a%20b%25/fail"),
      ("/%C3%A9?q=%2F", "/%C3%A9/fail?q=%2F"),
    ])
  func escapedPath(path: String, failing: String) async throws {
    let listener = try LoopbackListener()
    let ping = try #require(Ping("http://127.0.0.1:\(listener.port)\(path)"))
    for hasFailed in [false, true] {
      #expect(await ping.send(hasFailed: hasFailed, isStopped: { false }) == nil)
    }
    let plain = path.isEmpty ? "/" : path
    #expect(listener.lines == ["GET \(plain) HTTP/1.1", "GET \(failing) HTTP/1.1"])
  }

  @Test(
    "only an address with a host can be called",
    arguments: ["", "hc-ping.com", "ftp://a/b", "http://", "file:///etc/passwd"])
  func badAddress(text: String) { #expect(Ping(text) == nil) }
}
