-- Networks are counted under a hash with a key of this database; what was counted without one is forgotten.
ALTER TABLE instance ADD COLUMN counter_key TEXT;
DELETE FROM counters;
