import Printable

/// Text in the format that Prometheus reads.
struct Exposition {
  /// What a metric counts.
  enum Kind: String {
    /// Something that goes up and down.
    case gauge
    /// Something that only rises.
    case counter
  }

  private(set) var text = ""

  /// Adds a metric with its samples; one without any is left out.
  ///
  /// - Parameters:
  ///   - name: Its name, with the unit behind it.
  ///   - kind: What it counts.
  ///   - help: What it means, in a sentence without line breaks.
  ///   - samples: Labels and values.
  mutating func add(
    _ name: String, _ kind: Kind, _ help: String,
    _ samples: [(labels: [(name: String, value: String)], value: String)]
  ) {
    guard !samples.isEmpty else { return }
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(Exposition.escaped($0.value))\"" }
      text += name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
      text += " \(sample.value)\n"
    }
  }

  /// Adds a metric with one value, or none.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int?) {
    add(name, kind, help, value.map { [([], "\($0)")] } ?? [])
  }

  private static func escaped(_ value: String) -> String {
    value.replacingScalars { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: nil
      }
    }
  }
}
