import Generating
import Yams

extension RecipeFields {
  /// `arguments: 6`: the most parts that an argument may have, any number without it; the outer
  /// `nil` means a mistake.
  func arguments() -> Int?? {
    guard let node = values["arguments"] else { return .some(nil) }
    return reader.integer(node, "arguments", in: GradeRange.argumentSizes).map { .some($0) }
  }
}
