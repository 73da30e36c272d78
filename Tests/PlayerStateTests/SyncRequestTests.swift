import PlayerState
import StarBattle
import TestSupport
import Testing

@Suite("Requests to sync")
struct SyncRequestTests {
  private func read(_ text: String) throws -> SyncRequest {
    try SyncRequest(reading: Array(text.utf8))
  }

  @Test("a request as the apps send it is read")
  func example() throws {
    let request = try read(
      """
      {"settings": {"auto_x": 0, "theme": "dark", "updated_at": 7, "clocks": {"theme": 9}},
       "progress": {"daily:2026-11-21": {"puzzle": "0123456789abcdef", "cells": "[0,1,2]",
         "time_ms": 61000, "completed": 0, "completed_at": null, "hints_used": 1,
         "updated_at": 1763712000000}},
       "packProgress": {"intro": 3}}
      """)
    #expect(request.settings.entries[.automaticMarks] == .init(value: 0, setAt: 7))
    #expect(request.settings.entries[.theme] == .init(value: 1, setAt: 9))
    #expect(request.settings.value(of: .sound) == 1)
    let row = try #require(request.progress["daily:2026-11-21"])
    #expect(row.play?.cells == [.open, .star, .mark])
    #expect(row.play?.milliseconds == 61000)
    #expect(row.play?.isSolved == false)
    #expect(row.hintsUsed == 1)
    #expect(request.packProgress == ["intro": 3])
    #expect(request.count == 2)
  }

  @Test("what is sent is read back the same")
  func roundTrip() throws {
    var random = ReplaySeed(31).generator
    for _ in 0..<500 {
      var request = SyncRequest()
      for field in PlayerSettings.Field.allCases where random.below(3) == 0 {
        let values = PlayerSettings.values(of: field)
        request.settings.set(field, to: random.below(values.count), at: 1 + random.below(1000))
      }
      for number in 0..<random.below(4) {
        var row = PuzzleProgressTests.row(&random)
        // A solved board was completed at some time.
        if row.play?.isSolved == true && row.completedAt == nil { row.completedAt = 3 }
        request.progress["intro:\(number)"] = row
      }
      for number in 0..<random.below(3) { request.packProgress["p\(number)"] = random.below(60) }
      #expect(try SyncRequest(reading: request.bytes) == request)
    }
  }

  @Test("of packs, too, each entry is judged alone")
  func badPacks() throws {
    let request = try read(#"{"packProgress": {"a": -1, "b": "3", "c": 2}}"#)
    #expect(request.packProgress == ["c": 2])
    #expect(request.unreadable.keys.sorted() == ["a", "b"])
  }

  @Test("cells may be the array itself, and a flag true or false")
  func otherShapes() throws {
    let request = try read(
      """
      {"progress": {"intro:0": {"puzzle": "0123456789abcdef", "cells": [1, 0], "completed": true,
        "updated_at": 5}}, "settings": {"sound": false}}
      """)
    #expect(request.progress["intro:0"]?.play?.cells == [.star, .open])
    #expect(request.progress["intro:0"]?.play?.isSolved == true)
    #expect(request.progress["intro:0"]?.completedAt == 5)
    #expect(request.settings.value(of: .sound) == 0)
  }

  @Test("streaks, hints left and purchases that a phone sends are passed over")
  func massAssignment() throws {
    let request = try read(
      """
      {"settings": {"streak_daily": 999, "hints_remaining": 999, "last_daily": "2026-11-21"},
       "purchases": {"unlock_all": 1}, "user_id": "other"}
      """)
    #expect(request == SyncRequest())
  }

  @Test(
    "one bad row does not spoil the others, and is told",
    arguments: [
      (#"7"#, "the row is no object"),
      (#"{"cells": "[0,3]", "puzzle": "0123456789abcdef"}"#, "cells are not all 0, 1 or 2"),
      (#"{"cells": "[0,1", "puzzle": "0123456789abcdef"}"#, "cells are no JSON"),
      (#"{"cells": {"a": 1}}"#, "cells are no array"),
      (#"{"cells": "[0]"}"#, "puzzle is not 16 hexadecimal digits"),
      (#"{"cells": "[0]", "puzzle": "'; DROP TABLE --"}"#, "puzzle is not 16 hexadecimal digits"),
      (#"{"completed": 1}"#, "it is completed, and has no cells"),
      (#"{"completed": 2}"#, "completed is neither 0 nor 1"),
      (#"{"hints_used": 10001}"#, "hints_used is more than 10000"),
      (#"{"hints_used": -1}"#, "hints_used is no whole number from 0 to 2^53 - 1"),
      (#"{"updated_at": 1e300}"#, "updated_at is no whole number from 0 to 2^53 - 1"),
      (#"{"completed_at": "now"}"#, "completed_at is no whole number from 0 to 2^53 - 1"),
    ])
  func badRows(row: String, message: String) throws {
    let request = try read(#"{"progress": {"intro:0": \#(row), "intro:1": {"hints_used": 1}}}"#)
    #expect(request.unreadable == ["intro:0": message])
    #expect(request.progress == ["intro:1": PuzzleProgress(play: nil, hintsUsed: 1)])
  }

  @Test(
    "a setting with a value of a later program is passed over and told, and spoils no other",
    arguments: [#""theme": "sepia""#, #""auto_x": 2"#, #""timer": null, "show_timer": "yes""#])
  func laterSettings(setting: String) throws {
    let request = try read(
      #"{"settings": {"sound": 0, \#(setting), "updated_at": 7}, "packProgress": {"intro": 3}}"#)
    #expect(request.settings.entries == [.sound: .init(value: 0, setAt: 7)])
    #expect(request.hasUnreadableSettings)
    #expect(request.packProgress == ["intro": 3])
    #expect(try !read(#"{"settings": {"sound": 0}}"#).hasUnreadableSettings)
  }

  @Test(
    "settings whose time is none are passed over and told, and spoil nothing else",
    arguments: [
      #"{"theme": "dark", "updated_at": 1.5, "clocks": {"sound": 7}, "sound": 0}"#,
      #"{"theme": "dark", "updated_at": 7, "clocks": {"theme": -1}, "sound": 0}"#,
    ])
  func badTimes(settings: String) throws {
    let request = try read(#"{"settings": \#(settings), "packProgress": {"intro": 3}}"#)
    #expect(request.settings.entries == [.sound: .init(value: 0, setAt: 7)])
    #expect(request.hasUnreadableSettings)
    #expect(request.packProgress == ["intro": 3])
  }

  @Test("settings that are no object are told, and null are none")
  func noSettings() throws {
    var request = try read(#"{"settings": 1, "packProgress": {"intro": 3}}"#)
    #expect(request.hasUnreadableSettings)
    #expect(request.packProgress == ["intro": 3])
    request = try read(#"{"settings": null, "packProgress": {"intro": 3}}"#)
    #expect(!request.hasUnreadableSettings)
    #expect(request.packProgress == ["intro": 3])
  }

  @Test("an id that is too long is told by its beginning, and spoils no other")
  func longIDs() throws {
    let id = String(repeating: "x", count: 100)
    let request = try read(
      #"{"progress": {"\#(id)y": {}, "\#(id)": {}}, "packProgress": {"ü\#(id)": 1, "intro": 3}}"#)
    #expect(request.unreadable.keys.sorted() == [id, "ü\(id.dropLast())"])
    #expect(request.progress.keys.sorted() == [id])
    #expect(request.packProgress == ["intro": 3])
  }

  @Test("settings that say no time were changed when they are read")
  func settingsWithoutTime() throws {
    let text = #"{"settings": {"sound": 0, "theme": "dark", "clocks": {"theme": 9}}}"#
    let request = try SyncRequest(reading: Array(text.utf8), at: 20)
    #expect(request.settings.entries[.sound] == .init(value: 0, setAt: 20))
    #expect(request.settings.entries[.theme] == .init(value: 1, setAt: 9))
  }

  @Test("a setting whose own time says that nobody has set it is not set by whoever sends it back")
  func settingsSentBack() throws {
    let request = try read(
      """
      {"settings": {"sound": 0, "theme": "light", "updated_at": 9,
        "clocks": {"sound": 9, "theme": 0}}}
      """)
    #expect(request.settings.entries == [.sound: .init(value: 0, setAt: 9)])
    #expect(!request.hasUnreadableSettings)
    // Whoever changes the value alone has set it, for all that.
    let changed = try read(
      #"{"settings": {"theme": "dark", "updated_at": 9, "clocks": {"theme": 0}}}"#)
    #expect(changed.settings.entries == [.theme: .init(value: 1, setAt: 9)])
    // One that was set by a clock at its beginning is.
    let early = try read(#"{"settings": {"sound": 0, "updated_at": 0}}"#)
    #expect(early.settings.entries == [.sound: .init(value: 0, setAt: 1)])
  }

  @Test(
    "what is no request is refused as a whole",
    arguments: [
      "", "[]", "null", "{", #"{"progress": []}"#, #"{"packProgress": 3}"#,
      #"{"progress": {}, "progress": {}}"#,
      String(repeating: #"{"a":"#, count: 100) + "1" + String(repeating: "}", count: 100),
    ])
  func refused(text: String) {
    #expect(throws: SyncError.self) { try read(text) }
  }
}

@Suite("Settings")
struct PlayerSettingsTests {
  @Test("of each field the later change stands, of two at once the greater value")
  func perField() {
    var left = PlayerSettings()
    left.set(.sound, to: 0, at: 5)
    left.set(.theme, to: 2, at: 1)
    var right = PlayerSettings()
    right.set(.sound, to: 1, at: 4)
    right.set(.theme, to: 1, at: 3)
    right.set(.timer, to: 0, at: 1)
    let merged = left.merged(with: right)
    #expect(merged == right.merged(with: left))
    #expect(merged.value(of: .sound) == 0)
    #expect(merged.value(of: .theme) == 1)
    #expect(merged.value(of: .timer) == 0)
    var tie = PlayerSettings()
    tie.set(.sound, to: 1, at: 5)
    #expect(tie.merged(with: left).value(of: .sound) == 1)
    #expect(left.merged(with: tie).value(of: .sound) == 1)
  }

  @Test("merging is the same in any order and however often")
  func lattice() {
    var random = ReplaySeed(37).generator
    func some(_ random: inout SeededGenerator) -> PlayerSettings {
      var settings = PlayerSettings()
      for field in [PlayerSettings.Field.theme, .sound, .timer] where random.below(2) == 0 {
        settings.set(
          field, to: random.below(PlayerSettings.values(of: field).count), at: random.below(3))
      }
      return settings
    }
    for _ in 0..<5_000 {
      let (a, b, c) = (some(&random), some(&random), some(&random))
      #expect(a.merged(with: b) == b.merged(with: a))
      #expect(a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)))
      #expect(a.merged(with: a) == a)
    }
  }

  @Test("times ahead of the server's are brought back to it")
  func clamping() {
    var settings = PlayerSettings()
    settings.set(.sound, to: 0, at: 1_000)
    #expect(settings.clamped(to: 10).entries[.sound] == .init(value: 0, setAt: 10))
    // What a clock that was ahead has let in is no end of changes.
    var known = PlayerSettings()
    known.set(.sound, to: 1, at: 11)
    let next = settings.clamped(to: 10, following: known)
    #expect(next.entries[.sound] == .init(value: 0, setAt: 12))
  }
}
