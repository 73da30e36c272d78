/// How many hints everybody has.
public enum PlayerHints {
  /// On all puzzles together, before any is bought.
  public static let free = 3
}
