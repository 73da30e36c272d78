/// Writes JSON as compact UTF-8: no blanks, no line ends, members in the order in which they come.
///
/// What has a line for each of a million puzzles writes it here straight away; what is looked into,
/// or stands in something larger, is a `JSONValue`, which is written here as well.
///
///     writer.object { object in
///       object.member("index", 7)
///       object.member("cells") { $0.array(cells) { $0.write($1) } }
///     }
///
/// The bytes lie in memory that has one owner, so that a byte costs no more than a store.
package struct JSONWriter: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  /// A writer that has written nothing.
  package init() {
    // More than a line about a 10×10 puzzle takes.
    capacity = 1024
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Lends what has been written.
  package borrowing func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Forgets what has been written.
  package mutating func clear() { count = 0 }

  // MARK: Values

  /// Writes `null`, `true`, a number or whatever else stands for itself.
  package mutating func write(word: String) {
    let isCopied: Void? = word.utf8.withContiguousStorageIfAvailable { utf8 in
      guard let start = utf8.baseAddress else { return }
      makeRoom(for: utf8.count)
      (base + count).update(from: start, count: utf8.count)
      count += utf8.count
    }
    if isCopied == nil { for byte in word.utf8 { write(byte) } }
  }

  /// Writes a whole number.
  package mutating func write(_ number: Int) {
    // Most are rows and columns.
    if (0..<10).contains(number) {
      write(UInt8(ascii: "0") + UInt8(number))
      return
    }
    if number < 0 { write(UInt8(ascii: "-")) }
    let start = count
    var rest = number.magnitude
    repeat {
      let (tens, digit) = rest.quotientAndRemainder(dividingBy: 10)
      write(UInt8(ascii: "0") + UInt8(digit))
      rest = tens
    } while rest != 0
    // They came from the last to the first.
    var digits = UnsafeMutableBufferPointer(start: base + start, count: count - start)
    digits.reverse()
  }

  /// Writes a string; only what JSON demands is escaped.
  package mutating func write(_ text: String) {
    write(UInt8(ascii: "\""))
    let start = count
    // Nearly every text is copied as it stands.
    write(word: text)
    if mustEscape(from: start) {
      count = start
      writeEscaped(text)
    }
    write(UInt8(ascii: "\""))
  }

  /// Whether something that has been written since some number of bytes may not stand in a string.
  private mutating func mustEscape(from start: Int) -> Bool {
    // Eight bytes at a time; those behind the last one are made harmless.
    makeRoom(for: 8)
    UnsafeMutableRawPointer(base + count).storeBytes(of: UInt64.max, as: UInt64.self)
    let bytes = UnsafeRawPointer(base)
    return stride(from: start, to: count, by: 8).contains { place in
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      return word.hasByte(below: 0x20) || word.hasByte(UInt8(ascii: "\""))
        || word.hasByte(UInt8(ascii: "\\"))
    }
  }

  private mutating func writeEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        write(UInt8(ascii: "\\"))
        write(byte)
      case 0x08: write(word: "\\b")
      case 0x09: write(word: "\\t")
      case 0x0A: write(word: "\\n")
      case 0x0C: write(word: "\\f")
      case 0x0D: write(word: "\\r")
      case ..<0x20:
        let digits = String(byte, radix: 16)
        write(word: "\\u00" + (digits.count == 1 ? "0" : "") + digits)
      default: write(byte)
      }
    }
  }

  // MARK: Lists

  /// Writes an object.
  package mutating func object(_ writeMembers: (inout JSONWriter) -> Void) {
    write(UInt8(ascii: "{"))
    writeMembers(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array.
  package mutating func array(_ writeElements: (inout JSONWriter) -> Void) {
    write(UInt8(ascii: "["))
    writeElements(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes an array of values, each of which is written by a closure.
  package mutating func array<Element>(
    _ elements: [Element], _ writeElement: (inout JSONWriter, Element) -> Void
  ) {
    array { array in
      for element in elements { array.element { writeElement(&$0, element) } }
    }
  }

  /// Writes an array of two whole numbers.
  package mutating func write(pair first: Int, _ second: Int) {
    write(UInt8(ascii: "["))
    write(first)
    write(UInt8(ascii: ","))
    write(second)
    write(UInt8(ascii: "]"))
  }

  /// Writes an element of an array that is written by a closure.
  package mutating func element(_ writeValue: (inout JSONWriter) -> Void) {
    writeValue(&self)
    write(UInt8(ascii: ","))
  }

  /// Writes a member whose value is written by a closure.
  package mutating func member(_ key: StaticString, _ writeValue: (inout JSONWriter) -> Void) {
    open(key)
    writeValue(&self)
    write(UInt8(ascii: ","))
  }

  /// Writes how a member begins, by a key that stands in the program and needs no escapes.
  private mutating func open(_ key: StaticString) {
    let length = key.utf8CodeUnitCount
    makeRoom(for: length + 3)
    base[count] = UInt8(ascii: "\"")
    (base + count + 1).update(from: key.utf8Start, count: length)
    base[count + length + 1] = UInt8(ascii: "\"")
    base[count + length + 2] = UInt8(ascii: ":")
    count += length + 3
  }

  /// Closes an object or an array, in the place of the last comma.
  private mutating func close(_ bracket: UInt8) {
    if base[count - 1] == UInt8(ascii: ",") { count -= 1 }
    write(bracket)
  }

  // MARK: Memory

  @inline(__always)
  private mutating func write(_ byte: UInt8) {
    if count == capacity { makeRoom(for: 1) }
    base[count] = byte
    count += 1
  }

  @inline(__always)
  private mutating func makeRoom(for more: Int) {
    if count + more > capacity { grow(by: more) }
  }

  private mutating func grow(by more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }
}

extension UInt64 {
  /// Whether one of the eight bytes is below a limit of at most 0x80.
  fileprivate func hasByte(below limit: UInt8) -> Bool {
    // What is borrowed from the next byte tells of one that has been found already.
    (self &- 0x0101_0101_0101_0101 &* UInt64(limit)) & ~self & 0x8080_8080_8080_8080 != 0
  }

  /// Whether one of the eight bytes is some byte.
  fileprivate func hasByte(_ byte: UInt8) -> Bool {
    (self ^ 0x0101_0101_0101_0101 &* UInt64(byte)).hasByte(below: 1)
  }
}

/// Members as they are mostly written: from plain values, `null` where there is none.
extension JSONWriter {
  /// Writes a member with a whole number, or `null`.
  package mutating func member(_ key: StaticString, _ number: Int?) {
    member(key) { if let number { $0.write(number) } else { $0.write(word: "null") } }
  }

  /// Writes a member with a string, or `null`.
  package mutating func member(_ key: StaticString, _ text: String?) {
    member(key) { if let text { $0.write(text) } else { $0.write(word: "null") } }
  }

  /// Writes a member with a number as it is spelt.
  package mutating func member(_ key: StaticString, number: String) {
    member(key) { $0.write(word: number) }
  }

  /// Writes a member with `true`, `false` or `null`.
  package mutating func member(_ key: StaticString, _ flag: Bool?) {
    member(key) { $0.write(word: flag.map { $0 ? "true" : "false" } ?? "null") }
  }

  /// Writes a member with any value.
  package mutating func member(_ key: StaticString, _ value: JSONValue) {
    member(key) { value.write(to: &$0) }
  }

  /// Writes a member whose key is known only now.
  package mutating func member(_ member: JSONMember) {
    write(member.key)
    write(UInt8(ascii: ":"))
    member.value.write(to: &self)
    write(UInt8(ascii: ","))
  }

  /// Writes members with any values.
  package mutating func members(_ members: [JSONMember]) {
    for each in members { member(each) }
  }
}
