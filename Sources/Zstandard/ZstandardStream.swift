import CZstd

/// Compresses a long text in pieces into one frame with a checksum.
///
/// The same pieces give the same bytes with one version of the library.
public struct ZstandardStream: ~Copyable {
  private let context: OpaquePointer
  private var room = [UInt8](repeating: 0, count: ZSTD_CStreamOutSize())

  /// A stream at a level that keeps up with a disk, or `nil` when there is no memory for it.
  public init?() {
    guard let context = ZSTD_createCCtx() else { return nil }
    self.context = context
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 9)
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
  }

  deinit { ZSTD_freeCCtx(context) }

  /// Adds a piece.
  ///
  /// - Parameters:
  ///   - bytes: The piece.
  ///   - isLast: Whether the frame ends with it.
  /// - Returns: What can be written by now, or `nil` when the library fails.
  public mutating func add(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8]? {
    var written: [UInt8] = []
    var failed = false
    bytes.withUnsafeBytes { source in
      var input = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
      var isOpen = true
      while isOpen {
        room.withUnsafeMutableBytes { target in
          var output = ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
          let left = ZSTD_compressStream2(
            context, &output, &input, isLast ? ZSTD_e_end : ZSTD_e_continue)
          failed = ZSTD_isError(left) != 0
          written += target[..<output.pos]
          isOpen = !failed && (isLast ? left > 0 : input.pos < input.size)
        }
      }
    }
    return failed ? nil : written
  }
}
