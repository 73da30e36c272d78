import Files
import Foundation

/// The disk under a folder.
package enum Disk {
  /// The bytes that are free where a folder is, or would be; `nil` where that cannot be told.
  package static func freeBytes(at path: String) -> Int? {
    var place = URL(fileURLWithPath: path).standardizedFileURL
    while !Folders.exists(place.path), place.path != "/" { place.deleteLastPathComponent() }
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: place.path)
    return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
  }
}
