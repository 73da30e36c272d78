extension Schema {
  /// What published dates got another puzzle before they began.
  ///
  /// A published date may change, and only change, when that is noted here first and no release has
  /// told it yet.
  static let replacements = """
    CREATE TABLE replacements (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL CHECK (id <> ''),
      before INTEGER REFERENCES puzzles (id),
      -- The release that published it first: the way back when the date begins too soon.
      before_release INTEGER REFERENCES releases (number),
      after INTEGER REFERENCES puzzles (id),
      reason TEXT NOT NULL CHECK (reason <> ''),
      at TEXT NOT NULL,
      -- The release that takes the old puzzle away; the one after it has the new one.
      release INTEGER REFERENCES releases (number)
    ) STRICT;
    CREATE INDEX replacements_by_after ON replacements (after);

    CREATE TRIGGER replacements_is_kept_from_change BEFORE UPDATE ON replacements
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published replacement never changes'); END;

    CREATE TRIGGER replacements_is_kept BEFORE DELETE ON replacements
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published replacement never vanishes'); END;

    DROP TRIGGER calendar_is_kept;
    CREATE TRIGGER calendar_is_kept BEFORE DELETE ON calendar
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
      AND NOT EXISTS (
        SELECT 1 FROM withdrawals
        WHERE id = OLD.cadence || ':' || OLD.key AND puzzle = OLD.puzzle)
      AND NOT EXISTS (
        SELECT 1 FROM replacements
        WHERE id = OLD.cadence || ':' || OLD.key AND before = OLD.puzzle AND release IS NULL)
    BEGIN SELECT RAISE(ABORT, 'a published date never vanishes'); END;
    """
}
