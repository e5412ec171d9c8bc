-- Schema 5: what a file's rows hash to, so that damage shows which the engine
-- cannot see. NULL: not known, as in an index from elsewhere.
ALTER TABLE files ADD COLUMN digest INTEGER;
