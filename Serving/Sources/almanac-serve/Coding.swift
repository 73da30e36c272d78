import CZlib
import Foundation
import Zstandard

/// A way to compress bodies; where a client takes several alike, the first of these is used.
enum Coding: String, CaseIterable, Sendable {
  case zstd
  case gzip

  /// The coding that a client likes best, by its `Accept-Encoding`; `nil` where it takes none of
  /// ours.
  ///
  /// - Parameters:
  ///   - header: The header's text, such as `gzip;q=0.5, zstd`.
  ///   - offered: The codings that there are.
  /// - Returns: One of those offered.
  static func best(for header: String?, of offered: [Coding]) -> Coding? {
    guard let header else { return nil }
    var weights: [String: Double] = [:]
    for part in header.split(separator: ",") {
      let words = part.split(separator: ";").map {
        $0.filter { $0 != " " && $0 != "\t" }.lowercased()
      }
      guard let name = words.first else { continue }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) }
      // What is no number is not taken.
      weights[name] = weight.map { $0 ?? 0 } ?? 1
    }
    var best: (coding: Coding, weight: Double)?
    for coding in offered {
      let weight = weights[coding.rawValue] ?? weights["*"] ?? 0
      if weight > best?.weight ?? 0 { best = (coding, weight) }
    }
    return best?.coding
  }

  /// Bytes in this coding, always the same for the same bytes; `nil` where that cannot be done.
  func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .zstd: try? Zstandard.compressed(bytes, level: 12)
    case .gzip: Coding.gzip(bytes)
    }
  }

  private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 16 above the largest window asks for gzip's head and tail; the head's time is left at zero.
    let window = MAX_WBITS + 16
    guard
      deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    var source = bytes
    let body = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      source.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(room)
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? room - Int(stream.avail_out) : 0
      }
    }
    return body.isEmpty ? nil : body
  }
}
