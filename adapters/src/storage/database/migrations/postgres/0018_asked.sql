-- When a source last answered about the present of an asset: an answer that says the same again leaves no other trace.
ALTER TABLE quote_series ADD COLUMN asked_at BIGINT;
