-- Schema 7: files of which not all could be read or linked, and why. What is
-- remembered is of the content that the file has in files: a change of it, or
-- linking it again, writes the row anew.
CREATE TABLE given_up (path TEXT PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID;
