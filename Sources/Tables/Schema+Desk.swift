extension Schema {
  /// What editors keep about puzzles, and what is needed to take an edit back.
  static let desk = """
    -- Puzzles that are never to be used, whoever asks.
    CREATE TABLE refused (
      puzzle INTEGER PRIMARY KEY REFERENCES puzzles (id),
      reason TEXT NOT NULL CHECK (reason <> ''),
      at TEXT NOT NULL
    ) STRICT;

    CREATE TABLE notes (
      puzzle INTEGER PRIMARY KEY REFERENCES puzzles (id),
      note TEXT NOT NULL CHECK (note <> '')
    ) STRICT;

    CREATE TABLE tags (
      puzzle INTEGER NOT NULL REFERENCES puzzles (id),
      tag TEXT NOT NULL CHECK (tag <> ''),
      PRIMARY KEY (puzzle, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tags_by_tag ON tags (tag);

    -- The rows that an edit took away and those that it brought: a JSON object of arrays by table.
    -- "published" is the last release before it.
    CREATE TABLE undo (
      id INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      command TEXT NOT NULL,
      place TEXT NOT NULL,
      words TEXT NOT NULL,
      reason TEXT NOT NULL,
      published INTEGER NOT NULL,
      gone TEXT NOT NULL,
      come TEXT NOT NULL,
      undone TEXT
    ) STRICT;

    CREATE TRIGGER slots_not_refused BEFORE INSERT ON slots
    WHEN EXISTS (SELECT 1 FROM refused WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is refused'); END;

    CREATE TRIGGER slots_not_refused_changed BEFORE UPDATE OF puzzle ON slots
    WHEN EXISTS (SELECT 1 FROM refused WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is refused'); END;

    CREATE TRIGGER calendar_not_refused BEFORE INSERT ON calendar
    WHEN EXISTS (SELECT 1 FROM refused WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is refused'); END;

    CREATE TRIGGER ahead_not_refused BEFORE INSERT ON ahead
    WHEN EXISTS (SELECT 1 FROM refused WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is refused'); END;

    CREATE TRIGGER fillers_not_refused BEFORE INSERT ON fillers
    WHEN EXISTS (SELECT 1 FROM refused WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is refused'); END;

    CREATE TRIGGER refused_not_used BEFORE INSERT ON refused
    WHEN EXISTS (SELECT 1 FROM slots WHERE puzzle = NEW.puzzle)
      OR EXISTS (SELECT 1 FROM calendar WHERE puzzle = NEW.puzzle)
      OR EXISTS (SELECT 1 FROM fillers WHERE puzzle = NEW.puzzle)
      OR EXISTS (SELECT 1 FROM ahead WHERE puzzle = NEW.puzzle)
    BEGIN SELECT RAISE(ABORT, 'the puzzle is used'); END;
    """
}
