-- Portfolios that are shared, each under the last part of its link. It is kept readable: the person copies it again.
CREATE TABLE shares (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    slug TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;

-- Looks of visitors: at a share, with which they end, or at one address.
CREATE TABLE views (
    id TEXT NOT NULL PRIMARY KEY,
    token_hash BLOB NOT NULL UNIQUE,
    share TEXT REFERENCES shares (slug) ON DELETE CASCADE,
    address TEXT,
    opened_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK ((share IS NULL) <> (address IS NULL))
) STRICT;
CREATE INDEX views_share ON views (share);
CREATE INDEX views_expiry ON views (expires_at);

-- What visitors' valuations were made from: it ends with the look.
CREATE TABLE view_recipes (
    view_id TEXT NOT NULL REFERENCES views (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (view_id, id)
) STRICT;
