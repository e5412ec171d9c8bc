-- Schema 1. Row ids are small and dense; text ids are computed (graph.ID), their
-- 64-bit hash is nodes.sid. "layer" 0 is head; other layers are views (sessions, commits).
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE files (
  id       INTEGER PRIMARY KEY,
  layer    INTEGER NOT NULL DEFAULT 0,
  path     TEXT NOT NULL,                 -- slash-separated, relative to the root
  lang     TEXT NOT NULL,
  kind     INTEGER NOT NULL,              -- facts.Kind: File or Config
  package  TEXT NOT NULL DEFAULT '',      -- package or namespace as declared
  size     INTEGER NOT NULL,
  lines    INTEGER NOT NULL,
  flags    INTEGER NOT NULL,              -- facts.Flags
  mtime    INTEGER NOT NULL,              -- ns; a hint only, never trusted alone
  blob     BLOB NOT NULL,                 -- BLAKE3 of the content, 16 bytes: the key into facts
  sha256   BLOB NOT NULL,                 -- 32 bytes, the Merkle leaf
  node     INTEGER NOT NULL,              -- the file's own node
  imports  TEXT NOT NULL DEFAULT '',      -- JSON [{from,items,…,file}]; '' when empty
  exports  TEXT NOT NULL DEFAULT '',      -- JSON [name]; '' when empty
  lookups  BLOB,                          -- sorted 32-bit hashes of what its linking asked of other files
  tally    BLOB NOT NULL                  -- counts of its nodes, edges and calls, see graph
);
CREATE UNIQUE INDEX files_path ON files(layer, path);

CREATE TABLE skips (path TEXT PRIMARY KEY, reason TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;

CREATE TABLE nodes (
  id     INTEGER PRIMARY KEY,             -- never used twice, see meta.next_node
  sid    INTEGER NOT NULL,                -- hash of the text id
  kind   INTEGER NOT NULL,
  form   TEXT NOT NULL,
  name   TEXT NOT NULL,
  scope  TEXT NOT NULL,                   -- what the name stands in: the qualified name without the name
  disc   TEXT NOT NULL,                   -- discriminator, part of the text id
  file   INTEGER NOT NULL,                -- files.id; 0 for Repository, Package, External, Community
  def    INTEGER NOT NULL,                -- index of the definition in its file's facts; 0 for the file itself
  parent INTEGER NOT NULL,                -- nodes.id; 0 for Repository and External
  sline  INTEGER NOT NULL, eline INTEGER NOT NULL, nline INTEGER NOT NULL,
  sbyte  INTEGER NOT NULL, ebyte INTEGER NOT NULL,
  mods   INTEGER NOT NULL,
  cx     INTEGER NOT NULL,                -- cyclomatic complexity
  hash   INTEGER NOT NULL,                -- source hash, 64 bits
  sig    TEXT NOT NULL,
  doc    TEXT NOT NULL,
  extra  BLOB                             -- parameters, return type, decorators; NULL when there are none
);
CREATE INDEX nodes_sid  ON nodes(sid);
CREATE INDEX nodes_name ON nodes(name);
CREATE INDEX nodes_file ON nodes(file, def);

-- One row per source line that says so; how is class*16 + via. edges_in is the
-- same, seen from the target.
CREATE TABLE edges    (src INTEGER, type INTEGER, dst INTEGER, line INTEGER, how INTEGER NOT NULL, PRIMARY KEY (src, type, dst, line)) WITHOUT ROWID;
CREATE TABLE edges_in (dst INTEGER, type INTEGER, src INTEGER, line INTEGER, how INTEGER NOT NULL, PRIMARY KEY (dst, type, src, line)) WITHOUT ROWID;

-- Call sites that stay open. candidates are node ids, as varints; NULL when there are none.
CREATE TABLE open_calls (src INTEGER, line INTEGER, name TEXT, recv TEXT NOT NULL, reason INTEGER NOT NULL, candidates BLOB, PRIMARY KEY (src, line, name, recv)) WITHOUT ROWID;
CREATE INDEX open_calls_name ON open_calls(name);

-- What extraction said, per blob, language and extractor version; compressed.
CREATE TABLE facts (blob BLOB, lang TEXT, version INTEGER, used INTEGER NOT NULL DEFAULT 0, data BLOB NOT NULL, PRIMARY KEY (blob, lang, version)) WITHOUT ROWID;
