-- The market that a quote comes from: its name, what its prices count in (NULL: dollars), and how deep it is.
ALTER TABLE quotes ADD COLUMN market TEXT;
ALTER TABLE quotes ADD COLUMN quoted_in TEXT;
ALTER TABLE quotes ADD COLUMN bid TEXT;
ALTER TABLE quotes ADD COLUMN ask TEXT;
ALTER TABLE quotes ADD COLUMN volume TEXT;

-- The price of each asset that was last agreed upon: the yardstick for a quote that leaps, and the witness for one that
-- stands alone.
CREATE TABLE agreed_prices (
    asset TEXT NOT NULL PRIMARY KEY,
    price TEXT NOT NULL,
    sources BIGINT NOT NULL CHECK (sources > 0),
    agreed_at BIGINT NOT NULL
);
