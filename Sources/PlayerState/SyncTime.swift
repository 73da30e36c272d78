/// The times that devices and the service tell each other: milliseconds since 1970 in UTC.
public enum SyncTime {
  /// What no time and no count is beyond; every client reads such numbers exactly.
  public static let range = 0...9_007_199_254_740_991

  /// How far ahead of the service's clock a device's times may be, five minutes: what is further
  /// ahead is brought back to that.
  public static let lead = 300_000
}
