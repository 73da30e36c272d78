public import JSONText
public import StarBattle

// The rows as they are exchanged: members are called like the columns of the apps' tables.

extension PuzzleProgress {
  /// Reads `{"puzzle", "cells", "time_ms", "completed", "completed_at", "hints_used",
  /// "updated_at"}`.
  ///
  /// Cells are the text of a JSON array, as the apps keep them, or the array itself.
  package init(row: JSONValue) throws(SyncError) {
    guard case .object = row else { throw SyncError("the row is no object") }
    let hints = try row.number("hints_used") ?? 0
    guard hints <= PuzzleProgress.mostHints else {
      throw SyncError("hints_used is more than \(PuzzleProgress.mostHints)")
    }
    let isSolved = try row.flag("completed")
    let completedAt = try row.number("completed_at")
    let updatedAt = try row.number("updated_at") ?? 0
    self.init(
      play: nil, completedAt: completedAt ?? (isSolved ? updatedAt : nil),
      hintsUsed: hints)
    guard let cells = try row.cells else {
      if isSolved { throw SyncError("it is completed, and has no cells") }
      return
    }
    guard case .string(let text)? = row["puzzle"], let puzzle = PuzzleFingerprint(text) else {
      throw SyncError("puzzle is not 16 hexadecimal digits")
    }
    play = Play(
      puzzle: puzzle, cells: cells, milliseconds: try row.number("time_ms") ?? 0,
      isSolved: isSolved, updatedAt: updatedAt)
  }

  /// The row, as the members above, ascending.
  package var row: JSONValue { .object(members) }

  /// The row as the service tells it: with `received_at`, when it first heard that the place was
  /// completed; `null` where it has not.
  public func row(receivedAt: Int?) -> JSONValue {
    var members = members
    members.insert(JSONMember("received_at", receivedAt), at: members.count - 2)
    return .object(members)
  }

  private var members: [JSONMember] {
    [
      JSONMember("cells", play.map { PuzzleProgress.text(of: $0.cells) }),
      JSONMember("completed", play?.isSolved == true ? 1 : 0),
      JSONMember("completed_at", completedAt),
      JSONMember("hints_used", hintsUsed),
      JSONMember("puzzle", play?.puzzle.text),
      JSONMember("time_ms", play?.milliseconds ?? 0),
      JSONMember("updated_at", play?.updatedAt ?? 0),
    ]
  }

  /// Cells as the apps keep them: `[0,1,2,…]`.
  public static func text(of cells: [PlayerBoard.Cell]) -> String {
    String(unsafeUninitializedCapacity: 2 * cells.count + 2) { buffer in
      var count = 0
      for cell in cells {
        buffer[count] = UInt8(ascii: count == 0 ? "[" : ",")
        buffer[count + 1] = UInt8(ascii: "0") + UInt8(cell.rawValue)
        count += 2
      }
      if count == 0 {
        buffer[0] = UInt8(ascii: "[")
        count = 1
      }
      buffer[count] = UInt8(ascii: "]")
      return count + 1
    }
  }

  /// Reads cells as the apps keep them; `nil` for anything else.
  public static func cells(_ text: String) -> [PlayerBoard.Cell]? {
    if let cells = plainCells(text) { return cells }
    guard let value = try? JSONValue(reading: Array(text.utf8)) else { return nil }
    return try? cells(value)
  }

  /// Cells as `text(of:)` writes them, which is how nearly all come; `nil` for anything else, which
  /// may be cells all the same.
  fileprivate static func plainCells(_ text: String) -> [PlayerBoard.Cell]? {
    var text = text
    return text.withUTF8 { bytes -> [PlayerBoard.Cell]? in
      guard bytes.count >= 3, !bytes.count.isMultiple(of: 2), bytes[0] == UInt8(ascii: "["),
        bytes[bytes.count - 1] == UInt8(ascii: "]")
      else { return nil }
      var cells: [PlayerBoard.Cell] = []
      cells.reserveCapacity(bytes.count / 2)
      for index in stride(from: 1, to: bytes.count, by: 2) {
        guard (UInt8(ascii: "0")...UInt8(ascii: "2")).contains(bytes[index]),
          let cell = PlayerBoard.Cell(rawValue: Int(bytes[index] - UInt8(ascii: "0"))),
          index + 1 == bytes.count - 1 || bytes[index + 1] == UInt8(ascii: ",")
        else { return nil }
        cells.append(cell)
      }
      return cells
    }
  }

  fileprivate static func cells(_ value: JSONValue) throws(SyncError) -> [PlayerBoard.Cell] {
    guard case .array(let elements) = value else { throw SyncError("cells are no array") }
    var cells: [PlayerBoard.Cell] = []
    cells.reserveCapacity(elements.count)
    for element in elements {
      guard case .integer(let number) = element, let cell = PlayerBoard.Cell(rawValue: number)
      else { throw SyncError("cells are not all 0, 1 or 2") }
      cells.append(cell)
    }
    return cells
  }
}

extension PlayerSettings {
  /// Reads fields with their values, `updated_at` for all of them, and `clocks` with the times of
  /// single ones.
  ///
  /// Fields that are not known are passed over, and so are values: those of a later program; and
  /// fields whose time is none, or that have their default and say in `clocks` that nobody has set
  /// them.
  package init(row: JSONValue) throws(SyncError) {
    self = try PlayerSettings.read(row, at: 0).settings
  }

  /// The same, and whether no value or time had to be passed over; what has no time was set now.
  static func read(
    _ row: JSONValue, at now: Int
  ) throws(SyncError) -> (settings: PlayerSettings, isWhole: Bool) {
    guard case .object = row else { throw SyncError("settings are no object") }
    var (settings, isWhole) = (PlayerSettings(), true)
    let clocks = row["clocks"] ?? .object([])
    for field in Field.allCases {
      guard let value = row[field.rawValue] else { continue }
      guard let number = PlayerSettings.number(value, of: field),
        var time = try? clocks.number(field.rawValue) ?? row.number("updated_at") ?? now
      else {
        isWhole = false
        continue
      }
      if clocks[field.rawValue] == .integer(neverSet) {
        // As it was told, or changed by somebody who left the time as it was told.
        if number == PlayerSettings().value(of: field) { continue }
        time = (try? row.number("updated_at")) ?? now
      }
      // Of a clock that stands at its beginning, a change is one all the same.
      settings.set(field, to: number, at: max(time, neverSet + 1))
    }
    return (settings, isWhole)
  }

  /// The fields that were set, `updated_at` and `clocks`.
  package var row: JSONValue {
    let set = Field.allCases.compactMap { field in entries[field].map { (field, $0) } }
    return .object(
      set.map { JSONMember($0.0.rawValue, PlayerSettings.value($0.1.value, of: $0.0)) } + [
        JSONMember("updated_at", set.map(\.1.setAt).max() ?? 0),
        JSONMember(
          "clocks", .object(set.map { JSONMember($0.0.rawValue, $0.1.setAt) })),
      ])
  }

  private static func number(_ value: JSONValue, of field: Field) -> Int? {
    switch value {
    case .string(let text) where field == .theme: themes.firstIndex(of: text)
    case .bool(let flag) where field != .theme: flag ? 1 : 0
    case .integer(let number) where field != .theme && values(of: field).contains(number): number
    default: nil
    }
  }

  private static func value(_ number: Int, of field: Field) -> JSONValue {
    field == .theme ? .string(themes[number]) : .integer(number)
  }
}

extension JSONValue {
  /// A number of 0 or more that no clock or count is beyond; `nil` where there is none, or `null`.
  fileprivate func number(_ key: String) throws(SyncError) -> Int? {
    switch self[key] {
    case nil, .null?: return nil
    case .integer(let number)? where SyncTime.range.contains(number): return number
    default: throw SyncError("\(key) is no whole number from 0 to 2^53 - 1")
    }
  }

  /// 0, 1, `false` or `true`; 0 where there is none.
  fileprivate func flag(_ key: String) throws(SyncError) -> Bool {
    switch self[key] {
    case nil, .null?, .integer(0)?, .bool(false)?: return false
    case .integer(1)?, .bool(true)?: return true
    default: throw SyncError("\(key) is neither 0 nor 1")
    }
  }

  fileprivate var cells: [PlayerBoard.Cell]? {
    get throws(SyncError) {
      switch self["cells"] {
      case nil, .null?: return nil
      case .string(let text)?:
        if let cells = PuzzleProgress.plainCells(text) { return cells }
        guard let value = try? JSONValue(reading: Array(text.utf8)) else {
          throw SyncError("cells are no JSON")
        }
        return try PuzzleProgress.cells(value)
      case let value?: return try PuzzleProgress.cells(value)
      }
    }
  }
}
