import Testing
import Zstandard

@Suite("Zstandard")
struct ZstandardTests {
  private static let text = [UInt8](
    (0..<500).map { "puzzle \($0) of \($0 % 7)\n" }.joined().utf8)

  @Test("what is compressed comes back, at every level", arguments: [1, 9, 19])
  func roundTrip(level: Int) throws {
    for bytes in [[], [0], Self.text] {
      let frame = try Zstandard.compressed(bytes, level: level)
      #expect(Zstandard.length(of: frame) == bytes.count)
      #expect(Zstandard.decompressed(frame) == bytes)
    }
    #expect(try Zstandard.compressed(Self.text, level: level).count < Self.text.count / 4)
  }

  @Test("the same bytes give the same frame")
  func repeatable() throws {
    #expect(
      try Zstandard.compressed(Self.text, level: 19) == Zstandard.compressed(Self.text, level: 19))
  }

  @Test("a frame that was cut off anywhere gives nothing")
  func cutOff() throws {
    let frame = try Zstandard.compressed(Self.text, level: 9)
    for count in 0..<frame.count {
      #expect(Zstandard.decompressed(Array(frame[..<count])) == nil, "\(count) bytes")
    }
  }

  @Test("what is no frame, or does not say how long it is, gives nothing")
  func noFrame() throws {
    #expect(Zstandard.decompressed(Self.text) == nil)
    #expect(Zstandard.length(of: Self.text) == nil)
    guard var stream = ZstandardStream(), let start = stream.add(Self.text),
      let end = stream.add(Self.text, isLast: true)
    else {
      Issue.record("there is no memory for a stream")
      return
    }
    // Begun before the last piece, the frame cannot know how long it becomes.
    let open = start + end
    #expect(Zstandard.length(of: open) == nil)
    #expect(Zstandard.decompressed(open) == nil)
  }

  @Test("a frame that lies about its length gives nothing")
  func lyingFrame() throws {
    var frame = try Zstandard.compressed([UInt8](repeating: 7, count: 200), level: 3)
    // RFC 8878: the magic number, the descriptor, and where the frame is one segment the length.
    try #require(frame[4] == 0x20 && frame[5] == 200)
    for length in [199, 201] as [UInt8] {
      frame[5] = length
      #expect(Zstandard.length(of: frame) == Int(length))
      #expect(Zstandard.decompressed(frame) == nil)
    }
  }

  @Test("a frame is not unfolded beyond the limit")
  func limit() throws {
    let frame = try Zstandard.compressed(Self.text, level: 3)
    #expect(Zstandard.decompressed(frame, limit: Self.text.count) == Self.text)
    #expect(Zstandard.decompressed(frame, limit: Self.text.count - 1) == nil)
  }

  @Test("only the dictionary that a frame was made with unfolds it")
  func dictionaries() throws {
    let samples = (0..<200).map { sample in
      [UInt8]((0..<20).map { "step \($0 * sample % 23): mark; " }.joined().utf8)
    }
    let bytes = try #require(ZstandardDictionary.trained(on: samples, sizeInBytes: 2_048))
    #expect(bytes.count <= 2_048)
    let dictionary = try #require(ZstandardDictionary(bytes, level: 19))
    let others = try #require(
      ZstandardDictionary.trained(on: samples.map { $0.reversed() }, sizeInBytes: 2_048))
    let other = try #require(ZstandardDictionary(others, level: 19))
    for sample in samples.prefix(20) {
      let frame = try Zstandard.compressed(sample, with: dictionary)
      #expect(frame.count < (try Zstandard.compressed(sample, level: 19).count))
      #expect(Zstandard.decompressed(frame, with: dictionary) == sample)
      #expect(Zstandard.decompressed(frame, with: other) != sample)
      #expect(Zstandard.decompressed(frame) != sample)
    }
  }

  @Test("a dictionary is not learned from nothing, nor from examples that say nothing")
  func noDictionary() {
    #expect(ZstandardDictionary.trained(on: [], sizeInBytes: 2_048) == nil)
    #expect(ZstandardDictionary.trained(on: [[1, 2, 3]], sizeInBytes: 2_048) == nil)
  }
}
