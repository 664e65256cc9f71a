-- The newest revision of any asset: one row, taken as the last thing of a transaction, so that revisions appear in order.
CREATE TABLE asset_revision (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    newest INTEGER NOT NULL
) STRICT;
INSERT INTO asset_revision (one, newest) VALUES (1, 0);

-- When something that is known of an asset changed last: its row, its quotes, its agreed price. Whoever keeps these in
-- memory looks here first.
CREATE TABLE asset_changes (
    asset TEXT NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL
) STRICT;
CREATE INDEX asset_changes_revision ON asset_changes (revision);
