-- What users changed of the rules of insights: whether a rule is evaluated, and its thresholds as a JSON object of numbers as text.
CREATE TABLE insight_settings (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    rule TEXT NOT NULL,
    is_on BOOLEAN NOT NULL,
    limits TEXT NOT NULL,
    PRIMARY KEY (user_id, rule)
);
