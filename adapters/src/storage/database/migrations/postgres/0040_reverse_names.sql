-- The last answer about the name that an address claims and that points back to it; NULL where there is none.
CREATE TABLE reverse_names (
    address TEXT NOT NULL PRIMARY KEY,
    name TEXT,
    checked_at BIGINT NOT NULL
);
CREATE INDEX reverse_names_name ON reverse_names (name) WHERE name IS NOT NULL;
