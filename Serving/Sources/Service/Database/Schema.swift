import Foundation
import GRDB

/// The tables.
///
/// Migrations are only ever added: a database of any version before is brought up to date when it
/// is opened, and one of a later version is refused. They are SQL and nothing else: what the
/// program does with tables is for the tables of its own version, and would fail on those of
/// before.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 accounts and progress") { database in
      try database.execute(
        sql: """
          CREATE TABLE users (
            id TEXT PRIMARY KEY,
            email TEXT UNIQUE,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            -- The number of the last change of any of the user's rows: what `since` counts.
            change INTEGER NOT NULL DEFAULT 0
          ) STRICT;
          -- A phone's secret, as its SHA-256, with the anonymous account that it opens.
          CREATE TABLE devices (
            digest BLOB PRIMARY KEY,
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX idx_devices_user ON devices(user_id);
          CREATE TABLE credentials (
            user_id TEXT PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
            hash BLOB NOT NULL,
            salt BLOB NOT NULL,
            rounds INTEGER NOT NULL,
            block_size INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
          ) STRICT;
          CREATE TABLE sessions (
            id TEXT PRIMARY KEY,
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX idx_sessions_user ON sessions(user_id);
          CREATE INDEX idx_sessions_end ON sessions(expires_at);
          CREATE TABLE resets (
            digest BLOB PRIMARY KEY,
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            expires_at INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;
          -- Accounts that went into others: what a shop still calls them.
          CREATE TABLE merged_users (
            id TEXT PRIMARY KEY,
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX idx_merged_user ON merged_users(user_id);

          CREATE TABLE puzzle_progress (
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            puzzle_id TEXT NOT NULL,
            -- NULL where the board was of a puzzle that this place does not have any more.
            puzzle TEXT,
            cells TEXT,
            time_ms INTEGER NOT NULL DEFAULT 0,
            completed INTEGER NOT NULL DEFAULT 0,
            completed_at INTEGER,
            hints_used INTEGER NOT NULL DEFAULT 0,
            updated_at INTEGER NOT NULL,
            -- When the server first heard that it was completed.
            received_at INTEGER,
            change INTEGER NOT NULL,
            PRIMARY KEY (user_id, puzzle_id)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX idx_progress_change ON puzzle_progress(user_id, change);
          CREATE INDEX idx_progress_puzzle ON puzzle_progress(puzzle_id);
          CREATE TABLE user_settings (
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            value INTEGER NOT NULL,
            set_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, name)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE pack_progress (
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            pack_id TEXT NOT NULL,
            unlocked_index INTEGER NOT NULL DEFAULT 0,
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, pack_id)
          ) STRICT, WITHOUT ROWID;
          -- Answers that were given, for a request that comes again.
          CREATE TABLE answers (
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            key TEXT NOT NULL,
            request BLOB NOT NULL,
            answer BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, key)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX idx_answers_time ON answers(created_at);

          CREATE TABLE entitlements (
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            -- The time of the event that it comes from: an older one changes nothing.
            event_ms INTEGER NOT NULL,
            -- NULL for ever; at or before `event_ms` when it was taken back.
            expires_at INTEGER,
            PRIMARY KEY (user_id, name)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE events (
            id TEXT PRIMARY KEY,
            received_at INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;
          -- Events for users that nobody knows yet.
          CREATE TABLE parked_events (
            id TEXT PRIMARY KEY REFERENCES events(id),
            user_id TEXT NOT NULL,
            body BLOB NOT NULL
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX idx_parked_user ON parked_events(user_id);
          CREATE TABLE downloads (
            day TEXT NOT NULL,
            object TEXT NOT NULL,
            status INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (day, object, status)
          ) STRICT, WITHOUT ROWID;
          -- The apps' own table of purchases, as their document has it.
          CREATE VIEW purchases AS
            SELECT user_id,
              max(name = 'remove_ads') AS remove_ads, max(name = 'unlock_all') AS unlock_all,
              max(name = 'unlimited_hints') AS unlimited_hints,
              max(name = 'pro_bundle') AS pro_bundle, max(event_ms) AS updated_at
            FROM entitlements
            WHERE expires_at IS NULL OR expires_at > unixepoch('subsec') * 1000
            GROUP BY user_id;
          """)
    }
    migrator.registerMigration("2 purchases by product") { database in
      try database.execute(
        sql: """
          -- What a shop calls people: names of its own, and accounts that went into others. The
          -- holder is a user, or the first name of somebody whom nobody knows yet.
          CREATE TABLE shop_names (
            name TEXT PRIMARY KEY,
            holder TEXT NOT NULL
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX idx_shop_names_holder ON shop_names(holder);
          INSERT INTO shop_names (name, holder) SELECT id, user_id FROM merged_users;
          DROP TABLE merged_users;
          -- What events say, in whatever order they come: entitlements are worked out of this.
          CREATE TABLE purchase_facts (
            holder TEXT NOT NULL,
            event_id TEXT NOT NULL,
            name TEXT NOT NULL,
            -- Empty where an event names none: then it is about the name as a whole.
            product TEXT NOT NULL,
            time_ms INTEGER NOT NULL,
            -- NULL for ever; at or before `time_ms` when it was taken back.
            expires_at INTEGER,
            PRIMARY KEY (holder, event_id, name)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE transfers (
            event_id TEXT NOT NULL,
            giver TEXT NOT NULL,
            -- Empty where the account is gone.
            taker TEXT NOT NULL,
            time_ms INTEGER NOT NULL,
            PRIMARY KEY (event_id, giver)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX idx_transfers_giver ON transfers(giver);
          CREATE INDEX idx_transfers_taker ON transfers(taker);
          INSERT INTO purchase_facts (holder, event_id, name, product, time_ms, expires_at)
            SELECT user_id, 'before-' || user_id, name, '', event_ms, expires_at FROM entitlements;
          DROP VIEW purchases;
          DROP TABLE entitlements;
          CREATE TABLE entitlements (
            user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            product TEXT NOT NULL,
            event_ms INTEGER NOT NULL,
            expires_at INTEGER,
            PRIMARY KEY (user_id, name, product)
          ) STRICT, WITHOUT ROWID;
          INSERT INTO entitlements (user_id, name, product, event_ms, expires_at)
            SELECT holder, name, product, time_ms, expires_at FROM purchase_facts;
          CREATE VIEW purchases AS
            SELECT user_id,
              max(name = 'remove_ads') AS remove_ads, max(name = 'unlock_all') AS unlock_all,
              max(name = 'unlimited_hints') AS unlimited_hints,
              max(name = 'pro_bundle') AS pro_bundle, max(event_ms) AS updated_at
            FROM entitlements
            WHERE expires_at IS NULL OR expires_at > unixepoch('subsec') * 1000
            GROUP BY user_id;
          -- `parked_events` stays until they are followed: see `followParked`.
          """)
    }
    migrator.registerMigration("3 names wait for a year") { database in
      try database.execute(
        sql: """
          -- When a name was learnt: that of somebody whom nobody knows is kept for a year.
          ALTER TABLE shop_names ADD COLUMN noted_at INTEGER NOT NULL DEFAULT 0;
          UPDATE shop_names SET noted_at = unixepoch() * 1000;
          CREATE INDEX events_by_time ON events (received_at);
          """)
    }
    migrator.registerMigration("4 sessions take the places of others") { database in
      try database.execute(
        sql: """
          -- The session whose place this one takes; NULL from its first use on, which ends that.
          ALTER TABLE sessions ADD COLUMN former TEXT;
          CREATE INDEX idx_sessions_former ON sessions(former) WHERE former IS NOT NULL;
          """)
    }
    migrator.registerMigration("5 databases have signs") { database in
      try database.execute(
        sql: """
          -- Tells this database from copies of it: changes are counted on from where each stands.
          CREATE TABLE epoch (sign TEXT NOT NULL) STRICT;
          INSERT INTO epoch (sign) VALUES (lower(hex(randomblob(8))));
          """)
    }
    migrator.registerMigration("6 hints are of one puzzle") { database in
      try database.execute(
        sql: """
          -- How many of `hints_used` were used on puzzles that the place had before this one.
          ALTER TABLE puzzle_progress ADD COLUMN earlier_hints INTEGER NOT NULL DEFAULT 0;
          """)
    }
    migrator.registerMigration("7 what is noted stays by the shop's names") { database in
      try database.execute(
        sql: """
          ALTER TABLE shop_names RENAME TO names_of_before;
          -- Names that the shop has for one customer, and since when. Holders, givers and takers
          -- are names as the shop has said them.
          CREATE TABLE shop_names (
            name TEXT NOT NULL,
            other TEXT NOT NULL,
            -- The time of the earliest event that says so, and how far behind its first name the
            -- other is in it.
            time_ms INTEGER NOT NULL,
            place INTEGER NOT NULL,
            -- When an event last said so: of somebody whom nobody knows it is kept for a year.
            noted_at INTEGER NOT NULL,
            PRIMARY KEY (name, other)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX idx_shop_names_other ON shop_names(other);
          -- What is noted so far is by holders, and who was one was so from the beginning: by which
          -- name the shop had said what is not known any more.
          INSERT INTO shop_names (name, other, time_ms, place, noted_at)
            SELECT min(name, holder), max(name, holder), 0, 1, noted_at FROM names_of_before
            WHERE name != holder;
          DROP TABLE names_of_before;
          -- Accounts that are no more, each with the user whom it went into. Where that user was
          -- taken away, and others have something by it, both are ids that nobody ever had.
          CREATE TABLE former_users (
            id TEXT PRIMARY KEY,
            user_id TEXT NOT NULL
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX idx_former_users_user ON former_users(user_id);
          -- What a user has by a chain of givers of which one was forgotten: it rests on nothing,
          -- and would go with the next event.
          INSERT INTO purchase_facts (holder, event_id, name, product, time_ms, expires_at)
            SELECT user_id, 'kept-' || product || '-' || lower(hex(randomblob(16))), name, product,
              event_ms, expires_at
            FROM entitlements
            WHERE (expires_at IS NULL OR expires_at > event_ms) AND EXISTS (
              SELECT 1 FROM transfers
              WHERE taker = entitlements.user_id AND time_ms = entitlements.event_ms
            ) AND NOT EXISTS (
              WITH RECURSIVE source (name) AS (
                SELECT entitlements.user_id
                UNION SELECT giver FROM transfers JOIN source ON taker = source.name)
              SELECT 1 FROM purchase_facts AS fact JOIN source ON holder = source.name
              WHERE fact.name = entitlements.name AND fact.product = entitlements.product
                AND fact.expires_at IS entitlements.expires_at
                AND fact.time_ms <= entitlements.event_ms);
          """)
    }
    return migrator
  }

  /// Gives a copy another sign, so that phones notice when it takes the original's place.
  static func beginEpoch(_ database: Database) throws {
    guard try database.tableExists("epoch") else { return }
    try database.execute(sql: "UPDATE epoch SET sign = lower(hex(randomblob(8)))")
  }

  /// Whether a database has events of the first version, which are to be followed.
  static func hasParked(_ database: Database) throws -> Bool {
    try database.tableExists("parked_events")
  }

  /// Follows the events that waited in a database of the first version, when all tables are those
  /// of now; their bodies, in which an address may be, go.
  static func followParked(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT body, received_at FROM parked_events JOIN events USING (id) ORDER BY id")
    for row in rows {
      try JSONDecoder().decode(ShopEvent.Envelope.self, from: row["body"]).event
        .follow(database, at: row["received_at"])
    }
    try database.execute(sql: "DROP TABLE parked_events")
  }
}
