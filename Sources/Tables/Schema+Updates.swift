extension Schema {
  /// The promises that held for rows that come in hold for rows that change, too.
  ///
  /// A place that takes another puzzle takes none that is used elsewhere or refused, and what was
  /// published stays so.
  static let updates = """
    CREATE TRIGGER slots_not_fillers_changed BEFORE UPDATE OF puzzle ON slots
    WHEN EXISTS (SELECT 1 FROM fillers WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is in a list of the app'); END;

    CREATE TRIGGER calendar_not_fillers_changed BEFORE UPDATE OF puzzle ON calendar
    WHEN EXISTS (
      SELECT 1 FROM fillers
      WHERE puzzle = NEW.puzzle AND (cadence <> NEW.cadence OR key <> NEW.key))
    BEGIN SELECT RAISE(ABORT, 'the puzzle is in a list of the app'); END;

    CREATE TRIGGER fillers_once_changed BEFORE UPDATE OF puzzle ON fillers
    WHEN EXISTS (SELECT 1 FROM slots WHERE puzzle = NEW.puzzle)
      OR EXISTS (SELECT 1 FROM calendar WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is used elsewhere'); END;

    CREATE TRIGGER ahead_once_changed BEFORE UPDATE OF puzzle ON ahead
    WHEN EXISTS (SELECT 1 FROM slots WHERE puzzle = NEW.puzzle)
      OR EXISTS (SELECT 1 FROM calendar WHERE puzzle = NEW.puzzle)
      OR EXISTS (SELECT 1 FROM fillers WHERE puzzle = NEW.puzzle)
      OR EXISTS (SELECT 1 FROM puzzles WHERE id = NEW.puzzle AND first_release IS NOT NULL)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is used already'); END;

    CREATE TRIGGER ahead_not_fillers BEFORE INSERT ON ahead
    WHEN EXISTS (SELECT 1 FROM fillers WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is in a list of the app'); END;

    CREATE TRIGGER calendar_not_refused_changed BEFORE UPDATE OF puzzle ON calendar
    WHEN EXISTS (SELECT 1 FROM refused WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is refused'); END;

    CREATE TRIGGER ahead_not_refused_changed BEFORE UPDATE OF puzzle ON ahead
    WHEN EXISTS (SELECT 1 FROM refused WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is refused'); END;

    CREATE TRIGGER fillers_not_refused_changed BEFORE UPDATE OF puzzle ON fillers
    WHEN EXISTS (SELECT 1 FROM refused WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is refused'); END;

    CREATE TRIGGER slots_leaves_reserve_changed AFTER UPDATE OF puzzle ON slots
    BEGIN DELETE FROM ahead WHERE puzzle = NEW.puzzle; END;

    CREATE TRIGGER fillers_leaves_reserve AFTER INSERT ON fillers
    BEGIN DELETE FROM ahead WHERE puzzle = NEW.puzzle; END;

    CREATE TRIGGER fillers_leaves_reserve_changed AFTER UPDATE OF puzzle ON fillers
    BEGIN DELETE FROM ahead WHERE puzzle = NEW.puzzle; END;

    CREATE TRIGGER puzzles_stays_published BEFORE UPDATE OF first_release ON puzzles
    WHEN NEW.first_release IS NOT OLD.first_release
      AND EXISTS (SELECT 1 FROM releases WHERE number = OLD.first_release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published puzzle stays so'); END;
    """
}
