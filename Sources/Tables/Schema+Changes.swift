extension Schema {
  /// What releases have told of slots with another puzzle; "slots" are ascending, with commas.
  static let changes = """
    CREATE TABLE changes (
      pack TEXT NOT NULL REFERENCES packs (id),
      version INTEGER NOT NULL CHECK (version >= 2),
      slots TEXT NOT NULL CHECK (slots <> ''),
      reason TEXT NOT NULL,
      release INTEGER NOT NULL REFERENCES releases (number),
      PRIMARY KEY (pack, version, slots)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER changes_is_kept_from_change BEFORE UPDATE ON changes
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published change of slots never changes'); END;

    CREATE TRIGGER changes_is_kept BEFORE DELETE ON changes
    WHEN EXISTS (SELECT 1 FROM releases WHERE number = OLD.release AND state = 'published')
    BEGIN SELECT RAISE(ABORT, 'a published change of slots never vanishes'); END;

    -- What moved and is not published is worked out from what players have, not kept.
    DELETE FROM migrations WHERE release IS NULL;
    """
}
