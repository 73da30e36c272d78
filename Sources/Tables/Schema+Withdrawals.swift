extension Schema {
  /// What was taken back.
  ///
  /// A published date may go, and only go, when that is noted here first.
  static let withdrawals = """
    CREATE TABLE withdrawals (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL CHECK (id <> ''),
      -- What the date or slot held; a pack has nothing here.
      puzzle INTEGER REFERENCES puzzles (id),
      reason TEXT NOT NULL CHECK (reason <> ''),
      at TEXT NOT NULL
    ) STRICT;

    CREATE TRIGGER withdrawals_is_kept_from_change BEFORE UPDATE ON withdrawals
    BEGIN SELECT RAISE(ABORT, 'a withdrawal never changes'); END;

    CREATE TRIGGER withdrawals_is_kept BEFORE DELETE ON withdrawals
    BEGIN SELECT RAISE(ABORT, 'a withdrawal never vanishes'); END;

    DROP TRIGGER calendar_is_kept;
    CREATE TRIGGER calendar_is_kept BEFORE DELETE ON calendar
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
      AND NOT EXISTS (
        SELECT 1 FROM withdrawals
        WHERE id = OLD.cadence || ':' || OLD.key AND puzzle = OLD.puzzle)
    BEGIN SELECT RAISE(ABORT, 'a published date never vanishes'); END;
    """
}
