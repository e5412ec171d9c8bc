-- Schema 6: what a dry run has judged.

-- The hash of the content that the last dry run of a file has passed, zeros
-- where there is to be no file: an elevated session writes that and no other.
ALTER TABLE session_steps ADD COLUMN content BLOB;
