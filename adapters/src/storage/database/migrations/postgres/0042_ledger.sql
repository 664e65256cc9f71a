-- The ledger of an account. Its number stands for the account in the rows of facts and entries, which are many.
CREATE TABLE ledgers (
    number BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
    -- Incremented by each unit of work that changes entries.
    revision BIGINT NOT NULL,
    -- How many entries count, by the version of the decoders that made them.
    decoders TEXT NOT NULL
);

-- What sources reported, once for each content: the id is its hash.
CREATE TABLE facts (
    id BYTEA NOT NULL PRIMARY KEY,
    ledger BIGINT NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    transaction_id TEXT COLLATE "C" NOT NULL,
    stream TEXT NOT NULL,
    block BIGINT NOT NULL,
    block_time BIGINT NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    content TEXT NOT NULL,
    read_at BIGINT NOT NULL,
    withdrawn_at BIGINT
);
CREATE INDEX facts_transaction ON facts (ledger, transaction_id);
CREATE INDEX facts_block ON facts (ledger, block, transaction_id) WHERE withdrawn_at IS NULL;
CREATE INDEX facts_stream ON facts (ledger, stream, block, block_time) WHERE withdrawn_at IS NULL;

-- Every revision of every entry.
CREATE TABLE entries (
    ledger BIGINT NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    transaction_id BYTEA NOT NULL,
    revision BIGINT NOT NULL,
    ledger_revision BIGINT NOT NULL,
    stored_at BIGINT NOT NULL,
    withdrawn BOOLEAN NOT NULL,
    newest BOOLEAN NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (ledger, transaction_id, revision)
);
CREATE INDEX entries_newest ON entries (ledger, ledger_revision) WHERE newest;

-- Copies of newest revisions, thousands in one value, from which a whole ledger is read.
CREATE TABLE entry_segments (
    ledger BIGINT NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    last_revision BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (ledger, number)
);

CREATE TABLE history_progress (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    stream TEXT NOT NULL,
    source TEXT,
    through BIGINT,
    target BIGINT,
    continuation TEXT,
    oldest BIGINT,
    facts BIGINT NOT NULL,
    total BIGINT,
    cap BIGINT,
    gaps TEXT NOT NULL,
    failure TEXT,
    is_whole BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL,
    sent BIGINT NOT NULL,
    expected BIGINT,
    PRIMARY KEY (account, stream)
);

-- What users add to entries. The other account is that of a matched entry.
CREATE TABLE annotations (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    transaction_id TEXT COLLATE "C" NOT NULL,
    content_key TEXT NOT NULL,
    other_account TEXT,
    content TEXT NOT NULL,
    set_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, account, transaction_id, content_key)
);
CREATE INDEX annotations_account ON annotations (account);
CREATE INDEX annotations_other_account ON annotations (other_account) WHERE other_account IS NOT NULL;

-- The close of each day by each source, without a price where the source has none. Days are counted from 1970-01-01.
CREATE TABLE past_prices (
    asset TEXT NOT NULL,
    day BIGINT NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    price TEXT,
    quoted_in TEXT,
    price_at BIGINT NOT NULL,
    confidence TEXT,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (asset, day, source)
);
