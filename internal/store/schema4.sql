-- Schema 4: intents. What touches several files of the working tree notes
-- first what they are and what they are to be, so that what is cut off is
-- undone by the next who opens the file.
CREATE TABLE intents (
  id      TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  method  TEXT NOT NULL,
  at      INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE intent_files (
  intent TEXT NOT NULL,
  path   TEXT NOT NULL,
  was_kind INTEGER NOT NULL, was_mode INTEGER NOT NULL, was_hash BLOB, -- as checkpoint_files; the bytes are in contents
  to_kind  INTEGER NOT NULL, to_mode  INTEGER NOT NULL, to_hash  BLOB,
  inode  TEXT NOT NULL,                   -- of a file with other names: it is written in place
  PRIMARY KEY (intent, path)
) WITHOUT ROWID;

-- Checkpoints know the folders around their files (kind 3), and which files
-- were one file under several names.
ALTER TABLE checkpoint_files ADD COLUMN inode TEXT NOT NULL DEFAULT '';
