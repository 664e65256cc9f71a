-- The ledger of an account. Its number stands for the account in the rows of facts and entries, which are many.
CREATE TABLE ledgers (
    number INTEGER NOT NULL PRIMARY KEY,
    account TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
    -- Incremented by each unit of work that changes entries.
    revision INTEGER NOT NULL,
    -- How many entries count, by the version of the decoders that made them.
    decoders TEXT NOT NULL
) STRICT;

-- What sources reported, once for each content: the id is its hash.
CREATE TABLE facts (
    id BLOB NOT NULL PRIMARY KEY,
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    transaction_id TEXT NOT NULL,
    stream TEXT NOT NULL,
    block INTEGER NOT NULL,
    block_time INTEGER NOT NULL,
    source TEXT NOT NULL,
    content TEXT NOT NULL,
    read_at INTEGER NOT NULL,
    withdrawn_at INTEGER
) STRICT;
CREATE INDEX facts_transaction ON facts (ledger, transaction_id);
CREATE INDEX facts_block ON facts (ledger, block, transaction_id) WHERE withdrawn_at IS NULL;
CREATE INDEX facts_stream ON facts (ledger, stream, block, block_time) WHERE withdrawn_at IS NULL;

-- Every revision of every entry.
CREATE TABLE entries (
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    transaction_id BLOB NOT NULL,
    revision INTEGER NOT NULL,
    ledger_revision INTEGER NOT NULL,
    stored_at INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)),
    newest INTEGER NOT NULL CHECK (newest IN (0, 1)),
    content BLOB NOT NULL,
    PRIMARY KEY (ledger, transaction_id, revision)
) STRICT;
CREATE INDEX entries_newest ON entries (ledger, ledger_revision) WHERE newest;

-- Copies of newest revisions, thousands in one value, from which a whole ledger is read.
CREATE TABLE entry_segments (
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    last_revision INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (ledger, number)
) STRICT;

CREATE TABLE history_progress (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    stream TEXT NOT NULL,
    source TEXT,
    through INTEGER,
    target INTEGER,
    continuation TEXT,
    oldest INTEGER,
    facts INTEGER NOT NULL,
    total INTEGER,
    cap INTEGER,
    gaps TEXT NOT NULL,
    failure TEXT,
    is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
    updated_at INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    expected INTEGER,
    PRIMARY KEY (account, stream)
) STRICT;

-- What users add to entries. The other account is that of a matched entry.
CREATE TABLE annotations (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    content_key TEXT NOT NULL,
    other_account TEXT,
    content TEXT NOT NULL,
    set_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, account, transaction_id, content_key)
) STRICT;
CREATE INDEX annotations_account ON annotations (account);
CREATE INDEX annotations_other_account ON annotations (other_account) WHERE other_account IS NOT NULL;

-- The close of each day by each source, without a price where the source has none. Days are counted from 1970-01-01.
CREATE TABLE past_prices (
    asset TEXT NOT NULL,
    day INTEGER NOT NULL,
    source TEXT NOT NULL,
    price TEXT,
    quoted_in TEXT,
    price_at INTEGER NOT NULL,
    confidence TEXT,
    read_at INTEGER NOT NULL,
    PRIMARY KEY (asset, day, source)
) STRICT;
