-- Times are milliseconds since 1970 and days are counted from 1970-01-01 unless a column says otherwise, amounts are plain decimal
-- text, ids are UUID text. The SQLite folder holds the same tables under the same file name.

-- The mark of this database, its keys and its counters: one row.
CREATE TABLE instance (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,
    world TEXT NOT NULL CHECK (world IN ('live', 'demo')),
    is_configured BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    checks BIGINT NOT NULL DEFAULT 0,
    -- The key of the hashes under which networks are counted.
    counter_key TEXT,
    -- How many transactions were committed, which is counted in files alone.
    revision BIGINT NOT NULL DEFAULT 0,
    -- Encrypted with the master key.
    data_key BYTEA
);

-- Users. The key of a user is encrypted with the master key and erased with the row.
CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- How many files of wallets the user added something from.
    uploads BIGINT NOT NULL DEFAULT 0 CHECK (uploads >= 0),
    -- When an e-mail address or a wallet proved who the user is; NULL for anonymous users.
    registered_at BIGINT,
    -- Where on the page the user registered.
    signed_up_from TEXT,
    -- When the last session ended; NULL while there is one. Without a session and a share nothing of the user's is read.
    left_at BIGINT,
    -- When a registered user will be erased.
    delete_at BIGINT,
    data_key BYTEA
);
CREATE INDEX users_left ON users (left_at) WHERE left_at IS NOT NULL;
CREATE INDEX users_delete_at ON users (delete_at) WHERE delete_at IS NOT NULL;

-- What users state about themselves, sealed with their key.
CREATE TABLE user_details (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed BYTEA NOT NULL
);

-- The e-mail addresses of users: the one they sign in with, and one that is not yet proven. Found by a keyed hash.
CREATE TABLE user_emails (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('verified', 'pending')),
    lookup BYTEA NOT NULL,
    sealed BYTEA NOT NULL,
    set_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, state)
);
CREATE UNIQUE INDEX user_emails_verified ON user_emails (lookup) WHERE state = 'verified';

-- Codes and links that prove an e-mail address. Only keyed hashes are stored; the code is removed when a newer one is sent. Codes that
-- the session of a user requested are erased with that user.
CREATE TABLE email_codes (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    requested_by TEXT REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'change')),
    lookup BYTEA NOT NULL,
    sealed BYTEA NOT NULL,
    code_hash BYTEA,
    link_hash BYTEA NOT NULL UNIQUE,
    tries BIGINT NOT NULL DEFAULT 0,
    signed_up_from TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    link_expires_at BIGINT NOT NULL
);
CREATE INDEX email_codes_lookup ON email_codes (lookup, purpose);
CREATE INDEX email_codes_ends ON email_codes (link_expires_at);
CREATE INDEX email_codes_requested_by ON email_codes (requested_by);

-- Wallets with which users sign in. The chain is empty where the key of the address proved it, which is valid everywhere.
CREATE TABLE sign_in_wallets (
    address TEXT COLLATE "C" NOT NULL,
    chain TEXT COLLATE "C" NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    linked_at BIGINT NOT NULL,
    PRIMARY KEY (address, chain)
);
CREATE INDEX sign_in_wallets_user ON sign_in_wallets (user_id);

-- Messages to sign that were issued, by a keyed hash of their nonce. A row is removed when it is used.
CREATE TABLE sign_in_challenges (
    nonce BYTEA NOT NULL PRIMARY KEY,
    address TEXT COLLATE "C" NOT NULL,
    chain TEXT COLLATE "C" NOT NULL,
    requested_by TEXT REFERENCES users (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sign_in_challenges_ends ON sign_in_challenges (expires_at);
CREATE INDEX sign_in_challenges_requested_by ON sign_in_challenges (requested_by);

-- Anonymous users whose data was added to a registered one. The anonymous user is erased, so only a keyed hash of the id is kept.
CREATE TABLE merges (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    source BYTEA NOT NULL,
    wallets BIGINT NOT NULL,
    frozen BIGINT NOT NULL,
    merged_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, source)
);

-- Sessions: what each was opened on, and when its user last proved who they are.
CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash BYTEA NOT NULL UNIQUE,
    device TEXT,
    network TEXT,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    proved_at BIGINT,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Keys with which programs of users read their data. Of the token only its hash and its first characters are stored. The scopes are
-- separated by commas.
CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sealed_name BYTEA,
    token_start TEXT NOT NULL,
    token_hash BYTEA NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT,
    expires_at BIGINT
);
CREATE INDEX api_keys_user ON api_keys (user_id);
CREATE INDEX api_keys_ends ON api_keys (expires_at) WHERE expires_at IS NOT NULL;

-- Which user was made under which idempotency key: hashes of the key and the body. A key without an owner belongs to a call that is
-- still running.
CREATE TABLE idempotency_keys (
    call TEXT NOT NULL,
    key_hash BYTEA NOT NULL,
    body_hash BYTEA NOT NULL,
    claim TEXT NOT NULL,
    until_at BIGINT NOT NULL,
    owner TEXT REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (call, key_hash)
);
CREATE INDEX idempotency_keys_end ON idempotency_keys (until_at);
CREATE INDEX idempotency_keys_owner ON idempotency_keys (owner);

-- How often something that is limited was tried: the times of the tries that still count, and when the last of them ends.
CREATE TABLE counters (
    name TEXT NOT NULL,
    subject BYTEA NOT NULL,
    tries TEXT NOT NULL,
    free_at BIGINT NOT NULL,
    PRIMARY KEY (name, subject)
);
CREATE INDEX counters_free_at ON counters (free_at);

-- What users say about the product, sealed with their key.
CREATE TABLE feedback (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sealed BYTEA NOT NULL,
    sent_at BIGINT NOT NULL
);
CREATE INDEX feedback_user ON feedback (user_id);

-- Files that users attach, sealed with their key, and when a file is removed to which nothing refers.
CREATE TABLE attachments (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    size BIGINT NOT NULL,
    sealed BYTEA NOT NULL,
    added_at BIGINT NOT NULL,
    expires_at BIGINT
);
CREATE INDEX attachments_user ON attachments (user_id);
CREATE INDEX attachments_expiry ON attachments (expires_at);

-- Mails that wait to be sent, and the keys of those that ended, so that none is sent twice. The content, which has the recipient, is
-- encrypted; it is erased when the mail was sent or given up.
CREATE TABLE mails (
    id TEXT NOT NULL PRIMARY KEY,
    dedupe_key TEXT COLLATE "C" NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
    content BYTEA CHECK ((content IS NOT NULL) = (state = 'queued')),
    attempts BIGINT NOT NULL,
    next_attempt_at BIGINT NOT NULL,
    failure TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    sent_at BIGINT
);
CREATE INDEX mails_queued ON mails (next_attempt_at) WHERE state = 'queued';

-- Portfolios that are shared, each under the last part of its link, which stays readable: the user copies it again.
CREATE TABLE shares (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    slug TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);

-- Sessions of visitors: of a share, with which they end, or of one address.
CREATE TABLE share_sessions (
    id TEXT NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    share TEXT REFERENCES shares (slug) ON DELETE CASCADE,
    address TEXT,
    opened_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    CHECK ((share IS NULL) <> (address IS NULL))
);
CREATE INDEX share_sessions_share ON share_sessions (share);
CREATE INDEX share_sessions_address ON share_sessions (address) WHERE address IS NOT NULL;
CREATE INDEX share_sessions_expiry ON share_sessions (expires_at);

-- The recipes of valuations: of users, and of visitors, which end with the session.
CREATE TABLE recipes (
    owner TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (owner, id)
);
CREATE INDEX recipes_age ON recipes (made_at);
CREATE TABLE share_session_recipes (
    share_session_id TEXT NOT NULL REFERENCES share_sessions (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (share_session_id, id)
);

-- The wallets of users. An extended public key stays readable, as the addresses derived from it do; it never leaves this machine.
CREATE TABLE wallets (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    row_key TEXT NOT NULL,
    text TEXT NOT NULL,
    name TEXT,
    address TEXT,
    previous_address TEXT,
    extended_key TEXT,
    -- How many unused addresses in a row end the search for the addresses of the key.
    gap_limit BIGINT CHECK (gap_limit >= 20),
    problem TEXT,
    sealed_nickname BYTEA,
    kind TEXT,
    resolved_at BIGINT,
    created_at BIGINT NOT NULL,
    removed_at BIGINT
);
CREATE UNIQUE INDEX wallets_key ON wallets (user_id, row_key) WHERE removed_at IS NULL;
CREATE INDEX wallets_user ON wallets (user_id, position);
CREATE INDEX wallets_address ON wallets (address) WHERE removed_at IS NULL;
CREATE INDEX wallets_name ON wallets (name, resolved_at) WHERE removed_at IS NULL;
CREATE INDEX wallets_removed ON wallets (address) WHERE removed_at IS NOT NULL;

-- The addresses that were derived from extended keys. Each belongs to the wallet of one user; its account belongs to nobody.
CREATE TABLE derived_addresses (
    wallet TEXT NOT NULL REFERENCES wallets (id) ON DELETE CASCADE,
    script TEXT NOT NULL CHECK (script IN ('pkh', 'wpkh', 'sh-wpkh', 'tr')),
    branch BIGINT NOT NULL CHECK (branch IN (0, 1)),
    address_index BIGINT NOT NULL CHECK (address_index >= 0),
    account TEXT NOT NULL,
    PRIMARY KEY (wallet, script, branch, address_index)
);
CREATE INDEX derived_addresses_account ON derived_addresses (account);

-- The addresses that names resolved to.
CREATE TABLE names (
    name TEXT NOT NULL,
    resolved_at BIGINT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (name, resolved_at, address)
);

-- The last answer about the name that an address claims and that points back to it; NULL where there is none.
CREATE TABLE reverse_names (
    address TEXT NOT NULL PRIMARY KEY,
    name TEXT,
    checked_at BIGINT NOT NULL
);
CREATE INDEX reverse_names_name ON reverse_names (name) WHERE name IS NOT NULL;

-- Accounts, and when each is read next: one that failed comes after those that were not tried since.
CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    activity TEXT NOT NULL DEFAULT 'active' CHECK (activity IN ('unknown', 'quiet', 'active')),
    added_at BIGINT NOT NULL,
    latest TEXT,
    read_at BIGINT,
    -- When everything of it was read last, or its activity where it never was: a probe in between does not put that off.
    whole_at BIGINT,
    failed_at BIGINT,
    retry_at BIGINT,
    failure TEXT,
    -- How many transactions it had part in when it was last read, where that was counted.
    transactions BIGINT,
    -- The transactions that waited for a block when it was last read, as JSON.
    waiting TEXT
);
CREATE INDEX accounts_due ON accounts ((activity = 'quiet'), (COALESCE(whole_at, 0)), id) WHERE failed_at IS NULL;
CREATE INDEX accounts_failed ON accounts (failed_at, id) WHERE failed_at IS NOT NULL;
CREATE INDEX accounts_address ON accounts (address);

-- Other addresses of accounts, such as the base58 text of a Bitcoin Cash account, which wallets may name it by.
CREATE TABLE account_writings (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    PRIMARY KEY (account, address)
);

-- Snapshots of accounts; a probe has the activity alone. The balances are one text: they are written once, read together and never
-- searched.
CREATE TABLE snapshots (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    block TEXT NOT NULL,
    source TEXT NOT NULL,
    host TEXT NOT NULL,
    taken_at BIGINT NOT NULL,
    probe BOOLEAN NOT NULL DEFAULT FALSE,
    held TEXT NOT NULL,
    unreadable TEXT NOT NULL,
    UNIQUE (account, id)
);
ALTER TABLE accounts ADD FOREIGN KEY (id, latest) REFERENCES snapshots (account, id);
CREATE INDEX snapshots_account ON snapshots (account, taken_at, id);
CREATE INDEX snapshots_age ON snapshots (taken_at);

-- The assets in the newest snapshot of each account, so that the assets to price are known without reading snapshots.
CREATE TABLE held_assets (
    asset TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (asset, account)
);
CREATE INDEX held_assets_account ON held_assets (account);

-- Assets. How many addresses hold one, who counted them and when are NULL where nobody counted. The assumed decimals are those that a
-- list states for a token whose contract does not.
CREATE TABLE assets (
    id TEXT NOT NULL PRIMARY KEY,
    chain TEXT NOT NULL,
    symbol TEXT NOT NULL,
    name TEXT NOT NULL,
    decimals BIGINT CHECK (decimals BETWEEN 0 AND 255),
    assumed_decimals BIGINT CHECK (assumed_decimals BETWEEN 0 AND 255),
    assumed_by TEXT,
    same_as TEXT NOT NULL,
    origin TEXT NOT NULL,
    confirmed BOOLEAN NOT NULL,
    unreadable_since BIGINT,
    holders BIGINT CHECK (holders >= 0),
    holders_by TEXT,
    holders_at BIGINT
);
CREATE INDEX assets_chain ON assets (chain, id);

-- The published lists that name a token, and its position in each.
CREATE TABLE listed_tokens (
    list TEXT NOT NULL,
    asset TEXT NOT NULL REFERENCES assets (id),
    chain TEXT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (list, asset)
);
CREATE INDEX listed_tokens_asset ON listed_tokens (chain, asset, position);

-- The newest revision of any asset: one row, changed last in a transaction, so that revisions appear in order.
CREATE TABLE asset_revision (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    newest BIGINT NOT NULL
);
INSERT INTO asset_revision (one, newest) VALUES (1, 0);

-- The revision at which something about an asset changed last: its row, its quotes, its agreed price. Caches compare it first.
CREATE TABLE asset_changes (
    asset TEXT NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL
);
CREATE INDEX asset_changes_revision ON asset_changes (revision);

-- Tokens that users added by their contract address. The chain is that of the asset: accounts are read chain by chain.
CREATE TABLE added_tokens (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    chain TEXT NOT NULL,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, asset)
);
CREATE INDEX added_tokens_chain ON added_tokens (chain, user_id);

-- The assumed decimals that users accepted.
CREATE TABLE accepted_decimals (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    decimals BIGINT NOT NULL CHECK (decimals BETWEEN 0 AND 255),
    accepted_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, asset)
);

-- The assets that users hide, or show although a rule hides them.
CREATE TABLE hidden_assets (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    hidden BOOLEAN NOT NULL,
    decided_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, asset)
);

-- The prices that users set.
CREATE TABLE manual_prices (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    price TEXT NOT NULL,
    set_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, asset)
);

-- The sources that ever quoted an asset, so that the newest quote of each is found by one index lookup, and when each last answered
-- about its current price: an equal answer adds no quote.
CREATE TABLE quote_series (
    asset TEXT NOT NULL,
    source TEXT NOT NULL,
    answered_at BIGINT,
    PRIMARY KEY (asset, source)
);

-- Quotes, with the market that a quote comes from: its name, what its prices count in (NULL: dollars), and how deep it is.
CREATE TABLE quotes (
    id TEXT NOT NULL PRIMARY KEY,
    asset TEXT NOT NULL,
    source TEXT NOT NULL,
    answer TEXT NOT NULL CHECK (answer IN ('price', 'worth_zero', 'not_listed', 'unusable')),
    price TEXT,
    confidence TEXT,
    unusable TEXT,
    market TEXT,
    quoted_in TEXT,
    bid TEXT,
    ask TEXT,
    volume TEXT,
    source_time BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    CHECK ((answer = 'price') = (price IS NOT NULL)),
    CHECK ((answer = 'unusable') = (unusable IS NOT NULL)),
    FOREIGN KEY (asset, source) REFERENCES quote_series (asset, source)
);
CREATE INDEX quotes_source_time ON quotes (asset, source, source_time, received_at);
CREATE INDEX quotes_age ON quotes (received_at);

-- The last price of each asset on which sources agreed, with which a quote that differs by much, or the only one, is compared.
CREATE TABLE agreed_prices (
    asset TEXT NOT NULL PRIMARY KEY,
    price TEXT NOT NULL,
    sources BIGINT NOT NULL CHECK (sources > 0),
    agreed_at BIGINT NOT NULL
);

-- The close of each day by each source, without a price where the source has none.
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

-- What one euro is worth on a day by a source, by currency. The day is text. Rows are added and never changed.
CREATE TABLE fixings (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    day TEXT NOT NULL,
    rates TEXT NOT NULL,
    received_at BIGINT NOT NULL
);
CREATE INDEX fixings_day ON fixings (day, received_at);

-- The ledgers of accounts. The number stands for the account in the rows of facts and entries, which are many.
CREATE TABLE ledgers (
    number BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
    -- Incremented by each unit of work that changes entries.
    revision BIGINT NOT NULL,
    -- How many entries count, by the version of the decoders that made them.
    decoders TEXT NOT NULL,
    -- The revision whose entries were searched for assets.
    searched_revision BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX ledgers_unsearched ON ledgers (account) WHERE searched_revision < revision;

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

-- Every revision of every entry. The time is that of the block, by which the entries since a moment are found. Entries that were stored
-- before the column existed have the time at which they were stored, which is later; their content has their own.
CREATE TABLE entries (
    ledger BIGINT NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    transaction_id BYTEA NOT NULL,
    revision BIGINT NOT NULL,
    ledger_revision BIGINT NOT NULL,
    stored_at BIGINT NOT NULL,
    time BIGINT NOT NULL DEFAULT 0,
    withdrawn BOOLEAN NOT NULL,
    newest BOOLEAN NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (ledger, transaction_id, revision)
);
CREATE INDEX entries_newest ON entries (ledger, ledger_revision) WHERE newest;
CREATE INDEX entries_time ON entries (ledger, time) WHERE newest;

-- Copies of newest revisions, thousands in one value, from which a whole ledger is read.
CREATE TABLE entry_segments (
    ledger BIGINT NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    last_revision BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (ledger, number)
);

-- The assets in the entries of accounts, also those that only arrived, and the days of the first and the last entry with each: their days
-- count once an account moves them. No account is named, because past prices are read once for all users.
CREATE TABLE entry_assets (
    asset TEXT NOT NULL PRIMARY KEY,
    first_day BIGINT NOT NULL,
    last_day BIGINT NOT NULL,
    is_moved BOOLEAN NOT NULL DEFAULT TRUE
);

-- Moments of entries whose quotes are kept once no nearer one can come, each with an asset of the entry.
CREATE TABLE awaited_moments (
    ledger BIGINT NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    moment BIGINT NOT NULL,
    asset TEXT NOT NULL,
    PRIMARY KEY (ledger, moment, asset)
);
CREATE INDEX awaited_moments_moment ON awaited_moments (moment);

-- The quotes that are nearest to moments of entries. They stay when other old quotes are deleted.
CREATE TABLE moment_quotes (
    ledger BIGINT NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    moment BIGINT NOT NULL,
    asset TEXT NOT NULL,
    source TEXT NOT NULL,
    quote TEXT NOT NULL REFERENCES quotes (id),
    PRIMARY KEY (ledger, moment, asset, source)
);
CREATE INDEX moment_quotes_asset ON moment_quotes (asset, moment);
CREATE INDEX moment_quotes_quote ON moment_quotes (quote);

-- How far the history of an account is read, by stream. The newest block is that of its newest fact, so that facts in blocks that may be
-- replaced are read again; the hash is that of the last block that could no longer be replaced, by which a longer reorganization is
-- noticed.
CREATE TABLE history_progress (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    stream TEXT NOT NULL,
    source TEXT,
    through BIGINT,
    target BIGINT,
    continuation TEXT,
    oldest BIGINT,
    newest BIGINT,
    final_hash TEXT,
    facts BIGINT NOT NULL,
    total BIGINT,
    cap BIGINT,
    sent BIGINT NOT NULL,
    expected BIGINT,
    gaps TEXT NOT NULL,
    failure TEXT,
    is_whole BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (account, stream)
);

-- The last comparison of an account's entries with its balances: the balances that contradict the entries, the block up to which they
-- agreed, and when the history is read again because of them.
CREATE TABLE reconciliations (
    account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    ledger_revision BIGINT NOT NULL,
    block BIGINT NOT NULL,
    balances TEXT NOT NULL,
    compared BIGINT NOT NULL,
    differing BIGINT NOT NULL,
    contradictions TEXT NOT NULL DEFAULT '[]',
    agreed BIGINT,
    is_whole BOOLEAN NOT NULL,
    checked_at BIGINT NOT NULL,
    rereads BIGINT NOT NULL DEFAULT 0,
    reread_at BIGINT
);

-- What users add to entries, sealed with their key. The other account is that of a matched entry.
CREATE TABLE annotations (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    transaction_id TEXT COLLATE "C" NOT NULL,
    content_key TEXT NOT NULL,
    other_account TEXT,
    sealed_content BYTEA,
    set_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, account, transaction_id, content_key)
);
CREATE INDEX annotations_account ON annotations (account);
CREATE INDEX annotations_other_account ON annotations (other_account) WHERE other_account IS NOT NULL;

-- What users call addresses that are none of their wallets, on all chains of a CAIP-2 namespace, sealed with their key.
CREATE TABLE own_labels (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    namespace TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    sealed_label BYTEA,
    set_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, namespace, address)
);

-- Jobs, leased by workers. The fence is the number of the lease; crashes counts the leases in a row during which the process ended.
CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ready', 'running', 'done', 'dead')),
    run_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    max_attempts BIGINT NOT NULL,
    again_at BIGINT,
    done BIGINT NOT NULL,
    total BIGINT,
    last_error TEXT,
    finished_at BIGINT,
    updated_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    worker TEXT,
    fence BIGINT NOT NULL,
    lease_until BIGINT,
    crashes BIGINT NOT NULL DEFAULT 0,
    UNIQUE (kind, subject),
    CHECK ((state = 'running') = (worker IS NOT NULL)),
    CHECK ((state = 'running') = (lease_until IS NOT NULL))
);
CREATE INDEX jobs_ready ON jobs (state, run_at, id);
CREATE INDEX jobs_lease ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_subject ON jobs (subject);
CREATE INDEX jobs_revision ON jobs (revision);

-- The newest revision of any job: one row, changed last in a transaction, so that revisions appear in order.
CREATE TABLE job_revision (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    newest BIGINT NOT NULL
);
INSERT INTO job_revision (one, newest) VALUES (1, 0);

-- What was disclosed to which host, summed by day, which is text.
CREATE TABLE disclosures (
    day TEXT NOT NULL,
    host TEXT NOT NULL,
    source TEXT NOT NULL,
    purpose TEXT NOT NULL,
    disclosed TEXT NOT NULL,
    chain TEXT NOT NULL,
    first_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    times BIGINT NOT NULL,
    PRIMARY KEY (day, host, source, purpose, disclosed, chain, first_at)
);
CREATE INDEX disclosures_disclosed ON disclosures (disclosed, first_at);

-- The last answer and the last failure of each source.
CREATE TABLE sources (
    id TEXT NOT NULL PRIMARY KEY,
    ok_at BIGINT,
    failure TEXT
);
