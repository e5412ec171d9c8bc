-- Schema 2: facts packed more tightly, and what retrieval keeps.

-- Blobs of a few kilobytes share pages in a table with row ids; without, each
-- would take pages of its own.
CREATE TABLE facts_packed (blob BLOB NOT NULL, lang TEXT NOT NULL, version INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0, data BLOB NOT NULL);
INSERT INTO facts_packed SELECT blob, lang, version, used, data FROM facts;
DROP TABLE facts;
ALTER TABLE facts_packed RENAME TO facts;
CREATE UNIQUE INDEX facts_key ON facts(blob, lang, version);

-- The inverted index, see package search: the base holds what the last full
-- build saw, the delta what files changed since. A file in the delta hides its
-- documents in the base; so does a file that is gone.
CREATE TABLE search_terms (term TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE search_docs  (part INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE search_delta (file INTEGER PRIMARY KEY, data BLOB NOT NULL);  -- files.id

-- Vectors per file: which nodes, and their values; model is a key of meta.
CREATE TABLE vectors (file INTEGER PRIMARY KEY, data BLOB NOT NULL);        -- files.id

-- What people and agents say of a node, by its text id: it outlives row ids.
CREATE TABLE annotations (
  id          TEXT PRIMARY KEY,
  description TEXT NOT NULL DEFAULT '',
  tags        TEXT NOT NULL DEFAULT '[]',          -- JSON, sorted
  manual      INTEGER NOT NULL DEFAULT 0,          -- set by annotate; tags alone are not
  at          TEXT NOT NULL                        -- RFC 3339
) WITHOUT ROWID;

-- What enrichment has taken from a node's source, by the hash of its text id.
-- What the node's row says (docstring, decorators, types) is not repeated.
CREATE TABLE enrichments (
  sid  INTEGER PRIMARY KEY,                        -- nodes.sid
  hash INTEGER NOT NULL,                           -- nodes.hash at that time
  doc  INTEGER NOT NULL,                           -- hash of the docstring, which may stand outside of the node
  at   INTEGER NOT NULL,                           -- Unix time
  has  INTEGER NOT NULL,                           -- which kinds of metadata there were
  data BLOB                                        -- inline comments, exceptions; NULL when there are none
);

-- Communities (level 0 coarse, 1 fine) and the couplings between them.
CREATE TABLE communities (
  id     TEXT PRIMARY KEY,
  level  INTEGER NOT NULL,
  parent TEXT NOT NULL DEFAULT '',                 -- CHILD_OF
  label  TEXT NOT NULL,
  data   BLOB NOT NULL                             -- JSON: prefix, tags, counts, modularity, time
) WITHOUT ROWID;

-- Values that are computed from the whole graph: ranks, memberships (MEMBER_OF),
-- bridges. version is the graph's data version that they were computed from.
CREATE TABLE derived (name TEXT PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL) WITHOUT ROWID;
