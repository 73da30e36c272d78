import AlmanacClient

/// What there is to play, and who plays.
@MainActor
struct Menu {
  private let almanac: Almanac
  private let terminal: Terminal
  private var ids: [String] = []
  private var lines: [String] = []
  private var chosen = 0
  private var message = ""

  init(_ almanac: Almanac, _ terminal: Terminal) {
    self.almanac = almanac
    self.terminal = terminal
  }

  mutating func run() async throws {
    var keys = terminal.keys.makeAsyncIterator()
    try await draw()
    while let key = await keys.next(isolation: MainActor.shared) {
      switch key {
      case .up: chosen = max(0, chosen - 1)
      case .down: chosen = min(ids.count - 1, chosen + 1)
      case .enter, .space: if try await open(&keys) { return }
      case .letter("s"):
        message = "…"
        try await draw()
        let report = await almanac.start()
        message =
          report.isUpToDate && almanac.sync.lastFailure == nil
          ? "Everything is here." : "The service cannot be reached; you can play on."
      case .letter("r"): await enter(&keys, "Register", almanac.account.register)
      case .letter("l"): await enter(&keys, "Log in", almanac.account.logIn)
      case .letter("q"), .end: return
      default: break
      }
      try await draw()
    }
  }

  /// Opens what is chosen; says whether to end the program.
  private mutating func open(_ keys: inout AsyncStream<Key>.Iterator) async throws -> Bool {
    guard ids.indices.contains(chosen) else { return false }
    message = ""
    switch await almanac.library.puzzle(ids[chosen]) {
    case .ready(let puzzle):
      var game = try await Game(puzzle, almanac, terminal)
      return try await game.run(&keys)
    case .downloadRequired: message = "It is not on this device yet: press s with a network."
    case .notPurchased: message = "This pack has to be bought."
    case .notYet: message = "It has not begun yet."
    case .withdrawn(let reason): message = "It was taken back: \(reason)"
    case .notFound, .invalidID: message = "There is no such puzzle."
    }
    return false
  }

  // MARK: - Who plays

  /// Asks for an address and a password.
  private mutating func enter(
    _ keys: inout AsyncStream<Key>.Iterator, _ title: String,
    _ work: (String, String) async throws -> Void
  ) async {
    guard let email = await line(&keys, "\(title). E-mail: ", isHidden: false),
      let password = await line(&keys, "Password: ", isHidden: true)
    else { return }
    do {
      try await work(email, password)
      message = await almanac.sync.sync() ? "Welcome, \(email)." : "You are logged in."
    } catch {
      message = "\(error)"
    }
  }

  private func line(
    _ keys: inout AsyncStream<Key>.Iterator, _ question: String, isHidden: Bool
  ) async -> String? {
    var text = ""
    while true {
      terminal.show([question + (isHidden ? String(repeating: "*", count: text.count) : text)])
      switch await keys.next(isolation: MainActor.shared) {
      case .enter: return text
      case .backspace: _ = text.popLast()
      case .space: text += " "
      case .letter(let letter): text.append(letter)
      case .escape, .end, nil: return nil
      default: break
      }
    }
  }

  // MARK: - The screen

  private mutating func draw() async throws {
    ids = ["daily", "weekly", "monthly"].compactMap { almanac.current($0) }
    let installed = await almanac.library.installedPacks
    for (pack, count) in installed.sorted(by: { $0.key < $1.key }) {
      // The first one of a pack that is not solved, as apps unlock them.
      var next = 0
      while next < count, try await isSolved("\(pack):\(next)") { next += 1 }
      ids.append("\(pack):\(next < count ? next : 0)")
    }
    chosen = max(0, min(chosen, ids.count - 1))
    let streak = try await almanac.progress.streaks.daily.length
    let hours = (almanac.countdown(to: "daily") ?? 0) / 3_600_000
    lines = [
      "Almanac: Star Battle.  Days in a row: \(streak).  Next puzzle in \(hours) h.  "
        + Player.status(of: almanac), "",
    ]
    for (index, id) in ids.enumerated() {
      let star = try await isSolved(id) ? "  ★ solved" : ""
      lines.append("\(index == chosen ? ">" : " ") \(id)\(star)")
    }
    lines += [""] + terminal.wrapped(message)
    lines.append("arrows choose  enter play  s sync  r register  l log in  q quit")
    terminal.show(lines)
  }

  /// Whether the puzzle that a place has now is solved: that the place was completed once may have
  /// been with another.
  private func isSolved(_ id: String) async throws -> Bool {
    guard case .ready(let puzzle) = await almanac.library.puzzle(id) else { return false }
    return try await almanac.progress.progress(of: puzzle)?.play?.isSolved == true
  }
}
