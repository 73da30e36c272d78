package import GRDB

/// The shape of the database, as a list of changes that is only ever appended to.
///
/// What the promises to players need is kept by the database itself, so that no later code can
/// break it: a puzzle is there once (`canonical`), is used in one place (`slots_once`,
/// `calendar_once`), and what is published is never changed or removed (the triggers named
/// `…_is_kept`). Those for rows that change instead of coming in are named `…_changed`.
package enum Schema {
  package static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: puzzles, packs, calendar, releases") { database in
      try database.execute(sql: first)
    }
    migrator.registerMigration("2: reserve by date, traces, edits, migration maps") { database in
      try database.execute(sql: second)
    }
    migrator.registerMigration("withdrawals") { database in
      try database.execute(sql: withdrawals)
    }
    migrator.registerMigration("4: unpublished puzzles by grader") { database in
      // So that a night finds puzzles with an old grade without looking at all the others.
      try database.execute(
        sql: """
          CREATE INDEX puzzles_unpublished_by_grader ON puzzles (grader_version)
            WHERE first_release IS NULL
          """)
    }
    migrator.registerMigration("5: whose file it is") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
    migrator.registerMigration("6: what was ever published") { database in
      try database.execute(sql: used)
      try noteUsed(database, "first_release IS NOT NULL")
    }
    migrator.registerMigration("7: changed slots") { database in
      try database.execute(sql: changes)
    }
    migrator.registerMigration("8: replaced dates") { database in
      try database.execute(sql: replacements)
    }
    migrator.registerMigration("9: fillers") { database in
      try database.execute(sql: fillers)
    }
    migrator.registerMigration("10: signals of solves") { database in
      try database.execute(
        sql: """
          -- What can be counted of the trace, as JSON (SolveSignals).
          ALTER TABLE traces ADD COLUMN signals TEXT;
          CREATE INDEX traces_without_signals ON traces (puzzle) WHERE signals IS NULL;
          """)
    }
    migrator.registerMigration("11: refused puzzles, notes, tags, undo") { database in
      try database.execute(sql: desk)
    }
    migrator.registerMigration("12: fillers that become dates") { database in
      try database.execute(sql: fillersThatBecomeDates)
    }
    migrator.registerMigration("13: promises of rows that change") { database in
      try database.execute(sql: updates)
    }
    return migrator
  }

  private static let first = """
    CREATE TABLE releases (
      number INTEGER PRIMARY KEY CHECK (number >= 1),
      state TEXT NOT NULL CHECK (state IN ('pending', 'published')),
      created_at TEXT NOT NULL,
      manifest BLOB NOT NULL
    ) STRICT;
    -- One release at most is on its way.
    CREATE UNIQUE INDEX releases_pending ON releases (state) WHERE state = 'pending';

    CREATE TABLE puzzles (
      id INTEGER PRIMARY KEY,
      canonical BLOB NOT NULL UNIQUE,
      sbn TEXT NOT NULL,
      side INTEGER NOT NULL,
      stars INTEGER NOT NULL,
      seed INTEGER,
      generator_version INTEGER NOT NULL,
      grader_version INTEGER NOT NULL,
      score_hundredths INTEGER NOT NULL,
      difficulty INTEGER,
      level INTEGER,
      cycles INTEGER,
      rules TEXT NOT NULL,
      solution TEXT NOT NULL,
      first_release INTEGER REFERENCES releases (number)
    ) STRICT;
    CREATE INDEX puzzles_by_grid ON puzzles (side, stars, difficulty);

    CREATE TABLE packs (
      id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
      name TEXT NOT NULL,
      free INTEGER NOT NULL CHECK (free IN (0, 1))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE slots (
      pack TEXT NOT NULL REFERENCES packs (id),
      position INTEGER NOT NULL CHECK (position >= 0),
      puzzle INTEGER NOT NULL UNIQUE REFERENCES puzzles (id),
      PRIMARY KEY (pack, position)
    ) STRICT, WITHOUT ROWID;

    -- What each version of a pack held; "puzzles" are their numbers by slot, with commas.
    CREATE TABLE pack_versions (
      pack TEXT NOT NULL REFERENCES packs (id),
      version INTEGER NOT NULL CHECK (version >= 1),
      release INTEGER NOT NULL REFERENCES releases (number),
      name TEXT NOT NULL,
      free INTEGER NOT NULL,
      puzzles TEXT NOT NULL,
      PRIMARY KEY (pack, version)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE calendar (
      cadence TEXT NOT NULL CHECK (cadence <> ''),
      key TEXT NOT NULL CHECK (key <> ''),
      puzzle INTEGER NOT NULL UNIQUE REFERENCES puzzles (id),
      release INTEGER REFERENCES releases (number),
      PRIMARY KEY (cadence, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX calendar_by_release ON calendar (release);

    CREATE TABLE refusals (
      reason TEXT NOT NULL PRIMARY KEY,
      count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER slots_once BEFORE INSERT ON slots
    WHEN EXISTS (SELECT 1 FROM calendar WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is in the calendar'); END;

    CREATE TRIGGER slots_once_changed BEFORE UPDATE OF puzzle ON slots
    WHEN EXISTS (SELECT 1 FROM calendar WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is in the calendar'); END;

    CREATE TRIGGER calendar_once BEFORE INSERT ON calendar
    WHEN EXISTS (SELECT 1 FROM slots WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is in a pack'); END;

    CREATE TRIGGER calendar_once_changed BEFORE UPDATE OF puzzle ON calendar
    WHEN EXISTS (SELECT 1 FROM slots WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is in a pack'); END;

    CREATE TRIGGER calendar_is_kept_from_change BEFORE UPDATE ON calendar
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published date never changes'); END;

    CREATE TRIGGER calendar_is_kept BEFORE DELETE ON calendar
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published date never vanishes'); END;

    CREATE TRIGGER releases_is_kept_from_change BEFORE UPDATE ON releases
    WHEN OLD.state = 'published'
    BEGIN SELECT RAISE(ABORT, 'a published release never changes'); END;

    CREATE TRIGGER releases_is_kept BEFORE DELETE ON releases WHEN OLD.state = 'published'
    BEGIN SELECT RAISE(ABORT, 'a published release never vanishes'); END;

    CREATE TRIGGER pack_versions_is_kept_from_change BEFORE UPDATE ON pack_versions
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published pack version never changes'); END;

    CREATE TRIGGER pack_versions_is_kept BEFORE DELETE ON pack_versions
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published pack version never vanishes'); END;

    CREATE TRIGGER puzzles_is_kept_from_change BEFORE UPDATE OF canonical, sbn ON puzzles
    WHEN OLD.first_release IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a published puzzle never changes'); END;

    CREATE TRIGGER puzzles_is_kept BEFORE DELETE ON puzzles WHEN OLD.first_release IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a published puzzle never vanishes'); END;
    """
}
