-- What users chose for the computation and the display of their portfolio. The rules are codes; the time zone is NULL until it is
-- chosen.
CREATE TABLE user_settings (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    time_zone TEXT,
    lot_method TEXT NOT NULL,
    lot_scope TEXT NOT NULL,
    fee_rule TEXT NOT NULL,
    position_rule TEXT NOT NULL,
    yield_rule TEXT NOT NULL,
    continuation_rule TEXT NOT NULL,
    arrival_rule TEXT NOT NULL
);
