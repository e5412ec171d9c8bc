-- Schema 1. Row ids are small and dense; text ids are computed (graph.ID), their
-- 64-bit hash is nodes.sid. "layer" 0 is head; other layers are views (sessions, commits).
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE files (
  id       INTEGER PRIMARY KEY,
  layer    INTEGER NOT NULL DEFAULT 0,
  path     TEXT NOT NULL,                 -- slash-separated, relative to the root
  lang     TEXT NOT NULL,
  kind     INTEGER NOT NULL,              -- facts.Kind: File, Config, Test
  package  TEXT NOT NULL DEFAULT '',
  size     INTEGER NOT NULL,
  lines    INTEGER NOT NULL,
  flags    INTEGER NOT NULL,              -- facts.Flags
  mtime    INTEGER NOT NULL,              -- ns; a hint only, never trusted alone
  blob     BLOB NOT NULL,                 -- BLAKE3 of the content, 16 bytes: the key into facts
  sha256   BLOB NOT NULL,                 -- 32 bytes, the Merkle leaf
  node     INTEGER NOT NULL,              -- the file's own node
  imports  TEXT NOT NULL DEFAULT '[]',    -- JSON [{from,items,…,file}]
  exports  TEXT NOT NULL DEFAULT '[]',    -- JSON [name]
  lookups  BLOB                           -- sorted 32-bit hashes of what its linking asked of other files
);
CREATE UNIQUE INDEX files_path ON files(layer, path);

CREATE TABLE skips (path TEXT PRIMARY KEY, reason TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;

CREATE TABLE nodes (
  id     INTEGER PRIMARY KEY,
  sid    INTEGER NOT NULL,                -- hash of the text id
  kind   INTEGER NOT NULL,
  form   TEXT NOT NULL DEFAULT '',
  name   TEXT NOT NULL,
  qname  TEXT NOT NULL,                   -- qualified inside the file: A.b
  disc   TEXT NOT NULL DEFAULT '',        -- discriminator, part of the text id
  file   INTEGER NOT NULL,                -- files.id; 0 for Repository, Package, External, Community
  parent INTEGER NOT NULL,                -- nodes.id
  sline  INTEGER NOT NULL, eline INTEGER NOT NULL, nline INTEGER NOT NULL,
  sbyte  INTEGER NOT NULL, ebyte INTEGER NOT NULL,
  mods   INTEGER NOT NULL,
  cx     INTEGER NOT NULL,                -- cyclomatic complexity
  hash   INTEGER NOT NULL,                -- source hash, 64 bits
  sig    TEXT NOT NULL DEFAULT '',
  doc    TEXT NOT NULL DEFAULT '',
  extra  TEXT NOT NULL DEFAULT ''         -- JSON {params,returns,decorators}; '' when empty
);
CREATE INDEX nodes_sid  ON nodes(sid);
CREATE INDEX nodes_name ON nodes(name);
CREATE INDEX nodes_file ON nodes(file, sline);

-- One row per source line that says so. edges_in is the same, seen from the target.
CREATE TABLE edges    (src INTEGER, type INTEGER, dst INTEGER, line INTEGER, class INTEGER NOT NULL, via INTEGER NOT NULL, PRIMARY KEY (src, type, dst, line)) WITHOUT ROWID;
CREATE TABLE edges_in (dst INTEGER, type INTEGER, src INTEGER, line INTEGER, PRIMARY KEY (dst, type, src, line)) WITHOUT ROWID;

-- Call sites that stay open.
CREATE TABLE open_calls (src INTEGER, line INTEGER, name TEXT, recv TEXT NOT NULL, reason INTEGER NOT NULL, candidates TEXT NOT NULL DEFAULT '', PRIMARY KEY (src, line, name, recv)) WITHOUT ROWID;
CREATE INDEX open_calls_name ON open_calls(name);

-- What extraction said, per blob, language and extractor version; compressed.
CREATE TABLE facts (blob BLOB, lang TEXT, version INTEGER, used INTEGER NOT NULL DEFAULT 0, data BLOB NOT NULL, PRIMARY KEY (blob, lang, version)) WITHOUT ROWID;
