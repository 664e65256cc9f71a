-- Times are milliseconds since 1970, amounts are plain decimal text, ids are UUID text. The Postgres folder holds the
-- same tables under the same file name.

-- What this database is: one row.
CREATE TABLE instance (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,
    world TEXT NOT NULL CHECK (world IN ('live', 'demo')),
    asked INTEGER NOT NULL CHECK (asked IN (0, 1)),
    created_at INTEGER NOT NULL,
    checks INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE wallets (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    row_key TEXT NOT NULL,
    written TEXT NOT NULL,
    name TEXT,
    address TEXT,
    problem TEXT,
    nickname TEXT,
    kind TEXT,
    resolved_at INTEGER,
    previous_address TEXT,
    created_at INTEGER NOT NULL,
    removed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX wallets_key ON wallets (user_id, row_key) WHERE removed_at IS NULL;
CREATE INDEX wallets_user ON wallets (user_id, position);
CREATE INDEX wallets_address ON wallets (address) WHERE removed_at IS NULL;
CREATE INDEX wallets_name ON wallets (name, resolved_at) WHERE removed_at IS NULL;

CREATE TABLE names (
    name TEXT NOT NULL,
    resolved_at INTEGER NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (name, resolved_at, address)
) STRICT;

CREATE TABLE assets (
    id TEXT NOT NULL PRIMARY KEY,
    chain TEXT NOT NULL,
    symbol TEXT NOT NULL,
    name TEXT NOT NULL,
    decimals INTEGER CHECK (decimals BETWEEN 0 AND 255),
    same_as TEXT NOT NULL,
    origin TEXT NOT NULL,
    confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
    unreadable_since INTEGER
) STRICT;
CREATE INDEX assets_chain ON assets (chain, id);

CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    latest TEXT,
    read_at INTEGER,
    failure TEXT,
    FOREIGN KEY (id, latest) REFERENCES snapshots (account, id)
) STRICT;
CREATE INDEX accounts_due ON accounts (COALESCE(read_at, 0), id);
CREATE INDEX accounts_address ON accounts (address);

-- The balances are one text: they are written once, read together and never searched.
CREATE TABLE snapshots (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    block TEXT NOT NULL,
    source TEXT NOT NULL,
    host TEXT NOT NULL,
    taken_at INTEGER NOT NULL,
    held TEXT NOT NULL,
    unreadable TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX snapshots_account ON snapshots (account, taken_at, id);
CREATE INDEX snapshots_age ON snapshots (taken_at);

-- What the newest snapshot of each account holds, so that what has to be priced is known without reading snapshots.
CREATE TABLE held_assets (
    asset TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (asset, account)
) STRICT;
CREATE INDEX held_assets_account ON held_assets (account);

-- Which source ever quoted which asset: the newest quote of each is then one look into an index.
CREATE TABLE quote_series (
    asset TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (asset, source)
) STRICT;

CREATE TABLE quotes (
    id TEXT NOT NULL PRIMARY KEY,
    asset TEXT NOT NULL,
    source TEXT NOT NULL,
    answer TEXT NOT NULL CHECK (answer IN ('price', 'worth_zero', 'not_listed', 'unusable')),
    price TEXT,
    confidence TEXT,
    unusable TEXT,
    source_time INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    CHECK ((answer = 'price') = (price IS NOT NULL)),
    CHECK ((answer = 'unusable') = (unusable IS NOT NULL)),
    FOREIGN KEY (asset, source) REFERENCES quote_series (asset, source)
) STRICT;
CREATE INDEX quotes_received ON quotes (asset, source, received_at, id);
CREATE INDEX quotes_source_time ON quotes (asset, source, source_time, received_at);
CREATE INDEX quotes_age ON quotes (received_at);

CREATE TABLE manual_prices (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    price TEXT NOT NULL,
    set_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, asset)
) STRICT;

-- What people decided about showing an asset: hidden, or shown although a rule hides it.
CREATE TABLE hidden_assets (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
    decided_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, asset)
) STRICT;

CREATE TABLE recipes (
    owner TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (owner, id)
) STRICT;
CREATE INDEX recipes_age ON recipes (made_at);

CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ready', 'running', 'done', 'dead')),
    run_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    max_attempts INTEGER NOT NULL,
    again_at INTEGER,
    done INTEGER NOT NULL,
    total INTEGER,
    last_error TEXT,
    finished_at INTEGER,
    updated_at INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    worker TEXT,
    fence INTEGER NOT NULL,
    lease_until INTEGER,
    UNIQUE (kind, subject),
    CHECK ((state = 'running') = (worker IS NOT NULL)),
    CHECK ((state = 'running') = (lease_until IS NOT NULL))
) STRICT;
CREATE INDEX jobs_ready ON jobs (state, run_at, id);
CREATE INDEX jobs_lease ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_subject ON jobs (subject);

-- The newest revision of any job: one row, taken as the last thing of a transaction, so that revisions appear in order.
CREATE TABLE job_revision (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    newest INTEGER NOT NULL
) STRICT;
INSERT INTO job_revision (one, newest) VALUES (1, 0);

CREATE TABLE disclosures (
    day TEXT NOT NULL,
    host TEXT NOT NULL,
    source TEXT NOT NULL,
    purpose TEXT NOT NULL,
    told TEXT NOT NULL,
    chain TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (day, host, source, purpose, told, chain, first_at)
) STRICT;
CREATE INDEX disclosures_told ON disclosures (told, first_at);

CREATE TABLE sources (
    id TEXT NOT NULL PRIMARY KEY,
    ok_at INTEGER,
    failure TEXT
) STRICT;
