-- Schema 3: sync and safety. Times are Unix milliseconds. Hashes of content
-- are SHA-256, 32 bytes. Nothing here is part of the graph or of its dump.

-- The Merkle roots that the graph has had, and what each change replaced: the
-- tree at a root is today's with the changes since taken back. Bounded, see
-- graph.keepRoots.
CREATE TABLE roots (root BLOB PRIMARY KEY, version INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX roots_version ON roots(version);
CREATE TABLE file_history (
  version INTEGER NOT NULL,               -- the data version that the change made
  path    TEXT NOT NULL,
  was     BLOB,                           -- SHA-256 before it; NULL: there was no such file
  PRIMARY KEY (path, version)
) WITHOUT ROWID;
CREATE INDEX file_history_version ON file_history(version);

-- Bytes of files, kept for sessions, checkpoints and pushes; compressed.
CREATE TABLE contents (hash BLOB NOT NULL, size INTEGER NOT NULL, data BLOB NOT NULL);
CREATE UNIQUE INDEX contents_hash ON contents(hash);

-- Files whose content a client has pushed and that the disk holds otherwise.
-- It counts until the disk changes.
CREATE TABLE pushed (
  path TEXT PRIMARY KEY,
  disk BLOB,                              -- what the disk held then; NULL: no file
  hash BLOB                               -- what counts instead, in contents; NULL: no file
) WITHOUT ROWID;

CREATE TABLE sessions (
  id           TEXT PRIMARY KEY,
  agent        TEXT NOT NULL,
  task         TEXT NOT NULL,
  mode         TEXT NOT NULL,             -- read, write
  concurrency  TEXT NOT NULL,             -- mvcc, exclusive
  status       TEXT NOT NULL,             -- open, completed, aborted, rolled_back, expired
  level        TEXT NOT NULL,             -- standard, elevated
  scope        TEXT NOT NULL,             -- JSON: the patterns granted
  denied       TEXT NOT NULL,             -- JSON
  commit_sha   TEXT NOT NULL DEFAULT '',
  base_version INTEGER NOT NULL,          -- data version of the graph that it began on
  base_root    BLOB,                      -- its Merkle root
  opened       INTEGER NOT NULL,
  expires      INTEGER NOT NULL,
  ttl          INTEGER NOT NULL,          -- what each use renews, ms
  closed       INTEGER,
  audit        TEXT NOT NULL              -- id of its audit log
) WITHOUT ROWID;
CREATE INDEX sessions_open ON sessions(status, expires);

-- What a session has read and written. content and base are in contents where
-- the session is mvcc; NULL: no file.
CREATE TABLE session_files (
  session TEXT NOT NULL,
  path    TEXT NOT NULL,
  wrote   INTEGER NOT NULL DEFAULT 0,     -- 0: only read
  base    BLOB,
  content BLOB,
  at      INTEGER NOT NULL,
  PRIMARY KEY (session, path)
) WITHOUT ROWID;

-- How far a session is with a file since its last write of it: 0 nothing,
-- 1 guard, 2 dryrun, 3 checkpoint.
CREATE TABLE session_steps (session TEXT, path TEXT, step INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (session, path)) WITHOUT ROWID;

CREATE TABLE locks (path TEXT PRIMARY KEY, session TEXT NOT NULL, acquired INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX locks_session ON locks(session);

CREATE TABLE checkpoints (id TEXT PRIMARY KEY, session TEXT NOT NULL, at INTEGER NOT NULL, hash BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX checkpoints_session ON checkpoints(session, at);
CREATE TABLE checkpoint_files (
  checkpoint TEXT NOT NULL,
  path       TEXT NOT NULL,
  kind       INTEGER NOT NULL,            -- 0 absent, 1 file, 2 symbolic link
  mode       INTEGER NOT NULL,            -- permission bits
  hash       BLOB,                        -- the bytes, or the link's target, in contents
  viewed     INTEGER NOT NULL DEFAULT 0,  -- 1: the session had made something else of it in its own view
  view       BLOB,                        -- that, in contents; NULL: no file
  PRIMARY KEY (checkpoint, path)
) WITHOUT ROWID;

-- Append-only. Each entry's hash covers the entry and the hash before it.
CREATE TABLE audit (
  seq     INTEGER PRIMARY KEY,
  log     TEXT NOT NULL,                  -- sessions.audit; '' outside of sessions
  at      INTEGER NOT NULL,
  method  TEXT NOT NULL,
  entry   TEXT NOT NULL,                  -- JSON: target, files, result, ...
  prev    BLOB NOT NULL,
  hash    BLOB NOT NULL
);
CREATE INDEX audit_log ON audit(log, seq);

-- Changes of nodes, by the hash of their text id.
CREATE TABLE churn (
  sid     INTEGER NOT NULL,               -- nodes.sid
  at      INTEGER NOT NULL,
  event   INTEGER NOT NULL,               -- 1 added, 2 modified, 3 removed
  agent   TEXT NOT NULL DEFAULT '',
  session TEXT NOT NULL DEFAULT '',
  origin  TEXT NOT NULL DEFAULT ''        -- a commit, for what the history says
);
CREATE INDEX churn_sid ON churn(sid, at);
CREATE INDEX churn_at ON churn(at);
