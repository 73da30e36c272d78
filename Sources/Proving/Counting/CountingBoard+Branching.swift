extension CountingBoard {
  /// Some containers, one bit each.
  struct ContainerSet {
    var rows: UInt32 = 0
    var columns: UInt32 = 0
    var regions: UInt32 = 0
  }

  /// A container by its number among its kind.
  enum ContainerNumber {
    case row(Int)
    case column(Int)
    case region(Int)
  }

  /// The open cells of a container in a row.
  func openCells(of container: ContainerNumber, in row: Int) -> UInt32 {
    switch container {
    case .row(let number): row == number ? open(.rows)[row] : 0
    case .column(let number): open(.rows)[row] & 1 << UInt32(truncatingIfNeeded: number)
    case .region(let number): open(.rows)[row] & regionCells(number, .rows)[row]
    }
  }

  /// The container that counts, still needs stars and has least room to spare for them; among
  /// equals, the one with the fewest open cells.
  ///
  /// - Parameter seen: Containers that are left out; the one that is returned is added.
  /// - Returns: The container; `nil` where none is left.
  func tightestContainer(except seen: inout ContainerSet) -> ContainerNumber? {
    var best = (rank: Int.max, container: ContainerNumber.row(0))
    for axis in [Axis.rows, .columns] {
      let left = counted(axis) & ~(axis == .rows ? seen.rows : seen.columns)
      for line in 0..<side where left >> UInt32(truncatingIfNeeded: line) & 1 != 0 {
        let need = Int(needs(axis)[line])
        if need == 0 { continue }
        let cells = open(axis)[line]
        let rank = (LineCells.capacity(cells) &- need) << 10 | cells.nonzeroBitCount
        if rank < best.rank { best = (rank, axis == .rows ? .row(line) : .column(line)) }
      }
    }
    let left = countedRegions & ~seen.regions
    for region in 0..<side where left >> UInt32(truncatingIfNeeded: region) & 1 != 0 {
      let need = Int(regionNeeds[region])
      if need == 0 { continue }
      var count = 0
      var room = Room()
      let lines = lines(of: region, .rows)
      for line in lines.first...lines.last {
        let cells = regionCells(region, .rows)[line] & open(.rows)[line]
        count &+= cells.nonzeroBitCount
        room.add(cells)
      }
      let rank = (room.stars &- need) << 10 | count
      if rank < best.rank { best = (rank, .region(region)) }
    }
    if best.rank == Int.max { return nil }
    switch best.container {
    case .row(let number): seen.rows |= 1 << UInt32(truncatingIfNeeded: number)
    case .column(let number): seen.columns |= 1 << UInt32(truncatingIfNeeded: number)
    case .region(let number): seen.regions |= 1 << UInt32(truncatingIfNeeded: number)
    }
    return best.container
  }
}
