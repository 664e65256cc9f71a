-- What a source says one euro is worth on a day, by currency. Observations: added, never changed.
CREATE TABLE fixings (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    day TEXT NOT NULL,
    rates TEXT NOT NULL,
    received_at BIGINT NOT NULL
);
CREATE INDEX fixings_day ON fixings (day, received_at);
