import JSONText

/// What a phone sends: `POST /sync`.
///
///     {"settings": {"auto_x": 0, "updated_at": 1763712000000},
///      "progress": {"daily:2026-11-21": {"puzzle": "0123456789abcdef", "cells": "[0,1,2,…]",
///        "time_ms": 61000, "completed": 0, "completed_at": null, "hints_used": 1,
///        "updated_at": 1763712000000}},
///      "packProgress": {"intro": 3}}
///
/// Members that it does not know are passed over, so that newer phones can talk to older servers;
/// among them whatever a phone might say of streaks, hints left and purchases, which are the
/// server's own.
public struct SyncRequest: Hashable, Sendable {
  /// The settings that were changed, as far as their values are known.
  public var settings = PlayerSettings()

  /// Whether a setting has a value or a time that is none here, or all of them are no object.
  public var hasUnreadableSettings = false

  /// The rows by their ids, as far as they can be read.
  public var progress: [String: PuzzleProgress] = [:]

  /// Rows that cannot be read, by their ids: what is wrong with each.
  ///
  /// Of an id that is too long it is the beginning.
  public var unreadable: [String: String] = [:]

  /// The greatest unlocked slot of packs.
  public var packProgress: [String: Int] = [:]

  /// How many rows there may be.
  public static let mostRows = 500

  /// How many bytes the id of a place or pack can have.
  static let longestID = 100

  /// A request with nothing in it.
  public init() {}

  /// How many entries it has, good and bad.
  public var count: Int { progress.count + unreadable.count + packProgress.count }

  /// Reads a request.
  ///
  /// A bad row or setting does not spoil the others.
  ///
  /// - Parameters:
  ///   - bytes: JSON in UTF-8.
  ///   - now: When settings were changed that say no time themselves, in milliseconds since 1970:
  ///     for a service, when it hears of them.
  /// - Throws: `SyncError` where it is no JSON, has a member twice, nests too deep, or is no such
  ///   request as a whole.
  public init(reading bytes: [UInt8], at now: Int = 0) throws(SyncError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(reading: bytes)
    } catch {
      throw SyncError("\(error)")
    }
    guard case .object = value else { throw SyncError("the body is no object") }
    if let row = value["settings"], row != .null {
      let read = try? PlayerSettings.read(row, at: now)
      settings = read?.settings ?? settings
      hasUnreadableSettings = read?.isWhole != true
    }
    for member in try SyncRequest.members(of: value, "progress") {
      if member.key.utf8.count > SyncRequest.longestID {
        refuseLong(member.key)
        continue
      }
      do throws(SyncError) {
        progress[member.key] = try PuzzleProgress(row: member.value)
      } catch {
        unreadable[member.key] = error.message
      }
    }
    for member in try SyncRequest.members(of: value, "packProgress") {
      if member.key.utf8.count > SyncRequest.longestID {
        refuseLong(member.key)
        continue
      }
      guard case .integer(let slot) = member.value, slot >= 0 else {
        unreadable[member.key] = "it is no number of 0 or more"
        continue
      }
      packProgress[member.key] = slot
    }
  }

  /// Notes an id that is too long to be one by its beginning, since what is refused is told back.
  private mutating func refuseLong(_ id: String) {
    let beginning = id.unicodeScalars.prefix(SyncRequest.longestID)
    unreadable[String(String.UnicodeScalarView(beginning))] =
      "its id has more than \(SyncRequest.longestID) bytes"
  }

  private static func members(of value: JSONValue, _ key: String) throws(SyncError) -> [JSONMember]
  {
    switch value[key] {
    case nil, .null?: return []
    case .object(let members)?: return members
    default: throw SyncError("\(key) is no object")
    }
  }

  /// The request as it is sent.
  public var bytes: [UInt8] {
    var members: [JSONMember] = []
    if !settings.entries.isEmpty { members.append(JSONMember("settings", settings.row)) }
    if !progress.isEmpty {
      let rows = progress.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value.row) }
      members.append(JSONMember("progress", .object(rows)))
    }
    if !packProgress.isEmpty {
      let packs = packProgress.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
      members.append(JSONMember("packProgress", .object(packs)))
    }
    return JSONValue.object(members).text
  }
}

/// Why a request cannot be read.
public struct SyncError: Error, Hashable, Sendable {
  /// What is wrong, in a few words of ASCII that can be shown anywhere.
  public let message: String

  init(_ message: String) { self.message = message }
}
