extension Schema {
  /// Puzzles that stand in the mobile app's lists for dates which have none.
  ///
  /// Those are the dates before the first published one, and those that were taken back. They
  /// appear nowhere else.
  static let fillers = """
    CREATE TABLE fillers (
      cadence TEXT NOT NULL CHECK (cadence <> ''),
      key TEXT NOT NULL CHECK (key <> ''),
      puzzle INTEGER NOT NULL UNIQUE REFERENCES puzzles (id),
      release INTEGER REFERENCES releases (number),
      PRIMARY KEY (cadence, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER slots_not_fillers BEFORE INSERT ON slots
    WHEN EXISTS (SELECT 1 FROM fillers WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is in a list of the app'); END;

    CREATE TRIGGER calendar_not_fillers BEFORE INSERT ON calendar
    WHEN EXISTS (SELECT 1 FROM fillers WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is in a list of the app'); END;

    CREATE TRIGGER fillers_once BEFORE INSERT ON fillers
    WHEN EXISTS (SELECT 1 FROM slots WHERE puzzle = NEW.puzzle)
      OR EXISTS (SELECT 1 FROM calendar WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is used elsewhere'); END;

    CREATE TRIGGER fillers_is_kept_from_change BEFORE UPDATE ON fillers
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'an entry of the app never changes'); END;

    CREATE TRIGGER fillers_is_kept BEFORE DELETE ON fillers
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'an entry of the app never vanishes'); END;
    """

  /// A date in front of the calendar may become one of it, by a clock that is set back: then its
  /// entry moves over, with the puzzle that the app has shown on it.
  static let fillersThatBecomeDates = """
    DROP TRIGGER calendar_not_fillers;
    CREATE TRIGGER calendar_not_fillers BEFORE INSERT ON calendar
    WHEN EXISTS (
      SELECT 1 FROM fillers
      WHERE puzzle = NEW.puzzle AND (cadence <> NEW.cadence OR key <> NEW.key))
    BEGIN SELECT RAISE(ABORT, 'the puzzle is in a list of the app'); END;

    DROP TRIGGER fillers_is_kept;
    CREATE TRIGGER fillers_is_kept BEFORE DELETE ON fillers
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
      AND NOT EXISTS (
        SELECT 1 FROM calendar
        WHERE cadence = OLD.cadence AND key = OLD.key AND puzzle = OLD.puzzle)
    BEGIN SELECT RAISE(ABORT, 'an entry of the app never vanishes'); END;
    """
}
