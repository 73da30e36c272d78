import CLanes
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Lines eight at a time")
struct LanesTests {
  @Test("say the same of every line as one at a time")
  func lines() {
    var random = ReplaySeed(31).generator
    SomeBoards.forEach(300, using: &random) { layout, start, _ in
      var board = start
      let side = layout.grid.side
      for base in [0, 32] {
        var (isShort, isPairShort) = (false, false)
        for line in base + 1...base + side {
          let (here, next) = (board.lines[line], line < base + side ? board.lines[line + 1] : 0)
          let (need, more) = (board.needs[line], line < base + side ? board.needs[line + 1] : 0)
          if Runs.capacity(here) < Int(need) { isShort = true }
          if Runs.capacity(here | next) < Int(need) + Int(more) { isPairShort = true }
        }
        board.withLines { lines, needs in
          let found = almanac_lines_lack(lines + base, needs + base, side, false)
          #expect(found == isShort, "side \(side), base \(base)")
          let withPairs = almanac_lines_lack(lines + base, needs + base, side, true)
          #expect(withPairs == (isShort || isPairShort), "side \(side), base \(base)")
        }
      }
    }
  }

  @Test("measure how tight lines are as whole numbers do")
  func tightness() {
    var random = ReplaySeed(36).generator
    let measured = UnsafeMutablePointer<UInt32>.allocate(capacity: 64)
    defer { measured.deallocate() }
    var slacks: Set<Int> = []
    SomeBoards.forEach(300, using: &random) { layout, board, _ in
      let side = layout.grid.side
      for base in [0, 32] {
        // No line needs more than it can hold.
        for line in base + 1...base + side {
          let capacity = UInt8(Runs.capacity(board.lines[line]))
          board.needs[line] = min(board.needs[line], capacity)
        }
      }
      board.measureTightness(into: measured, of: 840, side: side)
      for base in [0, 32] {
        for line in base + 1...base + side {
          let need = Int(board.needs[line])
          let slack = Runs.capacity(board.lines[line]) - need
          #expect(
            measured[line] == (need == 0 ? 0 : UInt32(840 / (slack + 1))), "slack \(slack)")
          if need > 0 { slacks.insert(slack) }
        }
      }
    }
    #expect(slacks.isSuperset(of: 0...11), "\(slacks.sorted())")
  }

  @Test("see that a container has too few cells just where it has")
  func counts() {
    var random = ReplaySeed(35).generator
    var lacking = 0
    SomeBoards.forEach(300, marks: 9, using: &random) { _, start, _ in
      var board = start
      let lacks = (0..<96).contains { board.unknowns[$0] < UInt16(board.needs[$0]) }
      let found = board.withCounts { almanac_counts_lack($0, $1) }
      #expect(found == lacks)
      if lacks { lacking += 1 }
    }
    #expect(lacking > 20 && lacking < 280, "\(lacking) of 300")
  }

  @Test("find the same lines tight, and the same pairs, as one at a time")
  func tight() {
    var random = ReplaySeed(33).generator
    SomeBoards.forEach(300, using: &random) { layout, start, _ in
      var board = start
      let side = layout.grid.side
      for base in [0, 32] {
        let found = board.withLines {
          (
            almanac_lines_tight($0 + base, $1 + base, side),
            almanac_pairs_tight($0 + base, $1 + base, side)
          )
        }
        for line in 1...side {
          let (here, need) = (board.lines[base + line], Int(board.needs[base + line]))
          let isTight = need > 0 && Runs.capacity(here) <= need
          #expect(
            found.0 >> UInt32(line) & 1 == (isTight ? 1 : 0), "side \(side), line \(base + line)")
          if line == side { continue }
          let needs = need + Int(board.needs[base + line + 1])
          let both = Runs.capacity(here | board.lines[base + line + 1])
          let isTightPair = needs > 0 && both <= needs
          #expect(
            found.1 >> UInt32(line) & 1 == (isTightPair ? 1 : 0),
            "side \(side), from \(base + line)")
        }
        #expect(found.0 >> UInt32(side + 1) == 0)
      }
    }
  }

  @Test("strike the places that touch more of a region's cells than it can spare")
  func struck() {
    var random = ReplaySeed(38).generator
    var counts: [Int: Int] = [:]
    SomeBoards.forEach(400, marks: 2, using: &random) { layout, start, random in
      var board = start
      let side = layout.grid.side
      let region = random.below(side)
      // Cells that do not touch, as packings have them.
      var cells = [UInt32](repeating: 0, count: 48)
      for _ in 0..<40 {
        let (row, column) = (1 + random.below(side), 1 + random.below(side))
        let near: UInt32 = 7 << UInt32(column - 1)
        if (cells[row - 1] | cells[row] | cells[row + 1]) & near == 0 {
          cells[row] |= 1 << UInt32(column)
        }
      }
      let masks = layout.masks + region * 64
      for spare in -1...5 {
        var found = [UInt32](repeating: 0, count: 48)
        board.withLines { lines, _ in
          almanac_rows_strike(&found, cells, lines, masks, spare, 1, side)
        }
        for row in 1...side {
          for column in 1...side {
            let near: UInt32 = 7 << UInt32(column - 1)
            let count = (row - 1...row + 1).reduce(0) {
              $0 + (cells[$1] & board.lines[$1] & masks[$1] & near).nonzeroBitCount
            }
            let isOwn = layout.region(of: (row - 1) * side + column - 1) == region
            let enough = spare < 0 ? 1 : spare + (isOwn ? 2 : 1)
            #expect(
              (found[row] >> UInt32(column) & 1 == 1) == (count >= enough),
              "\(layout.grid), region \(region), row \(row), column \(column), spare \(spare)")
            counts[count, default: 0] += 1
          }
        }
      }
    }
    #expect(Set(counts.keys) == [0, 1, 2, 3, 4], "\(counts)")
  }

  @Test("find the regions that lose more places to a star than they can spare")
  func places() {
    var random = ReplaySeed(39).generator
    var (losing, keeping) = (0, 0)
    for _ in 0..<400 {
      let count = 1 + random.below(8)
      var rows = [UInt8](repeating: 0xFF, count: 8 * 32)
      var columns = rows
      for index in 0..<count * 32 where random.below(4) != 0 {
        rows[index] = UInt8(1 + random.below(7))
        columns[index] = UInt8(1 + random.below(7))
      }
      let spare = (0..<32).map { _ in UInt8(random.below(3)) }
      let star = (row: 1 + random.below(7), column: 1 + random.below(7))
      let (wholeRow, wholeColumn) = (random.below(2) == 0, random.below(2) == 0)
      let (own, more) = (random.below(32), random.below(2) == 0 ? 1 : 0x80)
      let found = rows.withUnsafeBufferPointer { rows in
        columns.withUnsafeBufferPointer { columns in
          spare.withUnsafeBufferPointer { spare in
            var places = almanac_places(
              rows: rows.baseAddress, columns: columns.baseAddress, count: count,
              spare: spare.baseAddress)
            return almanac_places_lost(
              &places, UInt8(star.row), UInt8(star.column), wholeRow ? 0xFF : 0,
              wholeColumn ? 0xFF : 0, UInt8(own), UInt8(more))
          }
        }
      }
      for region in 0..<32 {
        let lost = (0..<count).count { index in
          let (row, column) = (Int(rows[index * 32 + region]), Int(columns[index * 32 + region]))
          return abs(row - star.row) <= 1 && abs(column - star.column) <= 1
            || wholeRow && row == star.row || wholeColumn && column == star.column
        }
        let loses = lost > Int(spare[region]) + (region == own ? more : 0)
        #expect((found >> UInt32(region) & 1 == 1) == loses, "region \(region), \(lost) lost")
        if loses { losing += 1 } else { keeping += 1 }
      }
    }
    #expect(losing > 1000 && keeping > 1000, "\(losing) lose, \(keeping) keep")
  }

  @Test("measure every region as one line at a time would")
  func regions() {
    var random = ReplaySeed(32).generator
    SomeBoards.forEach(150, using: &random) { layout, start, _ in
      var board = start
      let side = layout.grid.side
      for region in 0..<side {
        for base in [0, 32] {
          var cells = [UInt32](repeating: ~0, count: 48)
          var (alone, paired) = ([UInt8](repeating: 9, count: 48), [UInt8](repeating: 9, count: 48))
          let span = (1...side).filter { layout.masks[region * 64 + base + $0] != 0 }
          let (low, high) = (span[0], span[span.count - 1])
          let found = board.withLines { lines, _ in
            almanac_region_measure(
              &cells, &alone, &paired, lines + base, layout.masks + (region * 64 + base), low, high)
          }
          var before: UInt32 = 0
          for line in low...high {
            let here = board.lines[base + line] & layout.masks[region * 64 + base + line]
            #expect(cells[line] == here)
            #expect(found >> UInt32(line) & 1 == (here == 0 ? 0 : 1))
            #expect(Int(alone[line]) == Runs.capacity(here))
            #expect(Int(paired[line]) == Runs.capacity(here | before))
            before = here
          }
          #expect(found & ~((2 << UInt32(high)) - (1 << UInt32(low))) == 0)
        }
      }
    }
  }
}
