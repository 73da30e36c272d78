public import Foundation

/// Where the project lies, for tests that look at its files.
public enum Project {
  /// The folder with Package.swift, Sources and Tests.
  ///
  /// Links are followed, so that a build in another folder finds the project's own neighbours.
  public static let folder: URL = {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder
  }()
}
