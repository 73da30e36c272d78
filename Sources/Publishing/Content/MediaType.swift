/// The Content-Types of the tree.
enum MediaType {
  static let json = "application/json"
  static let sbn = "text/plain; charset=utf-8"
}
