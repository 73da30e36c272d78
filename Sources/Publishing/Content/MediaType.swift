/// The Content-Types of the tree.
enum MediaType {
  static let json = "application/json"
  static let zstd = "application/zstd"
  static let sbn = "text/plain; charset=utf-8"
}
