-- What is remembered of the insights of users, for each rule and what it is about: since when it is found, how
-- bad it was, and what the user decided. Without a level nothing was decided; without an end it is not a problem.
CREATE TABLE insight_states (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    rule TEXT NOT NULL,
    subject TEXT NOT NULL,
    found_at INTEGER NOT NULL,
    checked_at INTEGER NOT NULL,
    level INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    choice_level INTEGER,
    choice_until INTEGER,
    decided_at INTEGER,
    PRIMARY KEY (user_id, rule, subject)
) STRICT;
