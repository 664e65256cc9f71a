-- The transactions of an account that waited for a block when it was last read, as JSON.
ALTER TABLE accounts ADD COLUMN waiting TEXT;
