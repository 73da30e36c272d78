extension Schema {
  /// What the second migration adds: puzzles made ahead for dates, traces, what editors did, and
  /// the maps that tell players where their slots went.
  static let second = """
    -- Slots that an editor appended: no recipe asked for them, so none can take them away.
    ALTER TABLE slots ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0 CHECK (by_hand IN (0, 1));

    -- Puzzles in reserve that have a date already. "aim" is what they were made for: when that
    -- changes they lose the date, unless an editor has pinned them to it.
    CREATE TABLE ahead (
      cadence TEXT NOT NULL CHECK (cadence <> ''),
      key TEXT NOT NULL CHECK (key <> ''),
      puzzle INTEGER NOT NULL UNIQUE REFERENCES puzzles (id),
      aim TEXT NOT NULL,
      pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
      PRIMARY KEY (cadence, key)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX puzzles_unpublished ON puzzles (side, stars, difficulty)
      WHERE first_release IS NULL;

    CREATE TABLE dictionaries (
      id INTEGER PRIMARY KEY,
      bytes BLOB NOT NULL
    ) STRICT;

    -- How the rules solve a puzzle, compressed with Zstandard, with a dictionary where one is
    -- named.
    CREATE TABLE traces (
      puzzle INTEGER PRIMARY KEY REFERENCES puzzles (id),
      dictionary INTEGER REFERENCES dictionaries (id),
      bytes BLOB NOT NULL
    ) STRICT;

    -- What was decided by hand or taken out of use, and why; "place" is the id that players know.
    CREATE TABLE edits (
      id INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('append', 'replace', 'remove', 'order', 'pin', 'swap')),
      place TEXT NOT NULL,
      before INTEGER REFERENCES puzzles (id),
      after INTEGER REFERENCES puzzles (id),
      reason TEXT NOT NULL
    ) STRICT;
    CREATE INDEX edits_by_before ON edits (before);

    -- Where the slots of a pack's version went in the next one: a JSON array, null for a slot that
    -- is gone.
    CREATE TABLE migrations (
      pack TEXT NOT NULL REFERENCES packs (id),
      from_version INTEGER NOT NULL CHECK (from_version >= 1),
      map TEXT NOT NULL,
      reason TEXT NOT NULL,
      at TEXT NOT NULL,
      release INTEGER REFERENCES releases (number),
      PRIMARY KEY (pack, from_version)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER ahead_once BEFORE INSERT ON ahead
    WHEN EXISTS (SELECT 1 FROM slots WHERE puzzle = NEW.puzzle)
      OR EXISTS (SELECT 1 FROM calendar WHERE puzzle = NEW.puzzle)
      OR EXISTS (SELECT 1 FROM puzzles WHERE id = NEW.puzzle AND first_release IS NOT NULL)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is used already'); END;

    CREATE TRIGGER ahead_is_open BEFORE INSERT ON ahead
    WHEN EXISTS (SELECT 1 FROM calendar WHERE cadence = NEW.cadence AND key = NEW.key)
    BEGIN SELECT RAISE(ABORT, 'the date has its puzzle already'); END;

    CREATE TRIGGER slots_leaves_reserve AFTER INSERT ON slots
    BEGIN DELETE FROM ahead WHERE puzzle = NEW.puzzle; END;

    CREATE TRIGGER calendar_leaves_reserve AFTER INSERT ON calendar
    BEGIN
      DELETE FROM ahead
      WHERE puzzle = NEW.puzzle OR (cadence = NEW.cadence AND key = NEW.key);
    END;

    CREATE TRIGGER calendar_leaves_reserve_changed AFTER UPDATE OF puzzle ON calendar
    BEGIN DELETE FROM ahead WHERE puzzle = NEW.puzzle; END;

    CREATE TRIGGER migrations_is_kept_from_change BEFORE UPDATE ON migrations
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published migration map never changes'); END;

    CREATE TRIGGER migrations_is_kept BEFORE DELETE ON migrations
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published migration map never vanishes'); END;
    """
}
