package import Flagging
package import JSONText

extension Flag {
  /// The flag as commands print it; `other` is the place of the puzzle that it is like.
  package var json: JSONValue {
    .object([
      JSONMember("flag", kind.rawValue), JSONMember("figure", figure), JSONMember("limit", limit),
      JSONMember("reason", reason), JSONMember("other", other),
    ])
  }
}
