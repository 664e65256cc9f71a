-- Times are milliseconds since 1970 and days are counted from 1970-01-01 unless a column says otherwise, amounts are plain decimal
-- text, ids are UUID text. The Postgres folder holds the same tables under the same file name.

-- The mark of this database, its keys and its counters: one row.
CREATE TABLE instance (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,
    world TEXT NOT NULL CHECK (world IN ('live', 'demo')),
    is_configured INTEGER NOT NULL CHECK (is_configured IN (0, 1)),
    created_at INTEGER NOT NULL,
    checks INTEGER NOT NULL DEFAULT 0,
    -- The key of the hashes under which networks are counted.
    counter_key TEXT,
    -- How many transactions were committed. A file beside the database says how many were acknowledged.
    revision INTEGER NOT NULL DEFAULT 0,
    -- Encrypted with the master key.
    data_key BLOB
) STRICT;

-- Users. The key of a user is encrypted with the master key and erased with the row.
CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- How many files of wallets the user added something from.
    uploads INTEGER NOT NULL DEFAULT 0 CHECK (uploads >= 0),
    -- When an e-mail address or a wallet proved who the user is; NULL for anonymous users.
    registered_at INTEGER,
    -- Where on the page the user registered.
    signed_up_from TEXT,
    -- When the last session ended; NULL while there is one. Without a session and a share nothing of the user's is read.
    left_at INTEGER,
    -- When a registered user will be erased.
    delete_at INTEGER,
    data_key BLOB
) STRICT;
CREATE INDEX users_left ON users (left_at) WHERE left_at IS NOT NULL;
CREATE INDEX users_delete_at ON users (delete_at) WHERE delete_at IS NOT NULL;

-- What users state about themselves, sealed with their key.
CREATE TABLE user_details (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL
) STRICT;

-- The e-mail addresses of users: the one they sign in with, and one that is not yet proven. Found by a keyed hash.
CREATE TABLE user_emails (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('verified', 'pending')),
    lookup BLOB NOT NULL,
    sealed BLOB NOT NULL,
    set_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, state)
) STRICT;
CREATE UNIQUE INDEX user_emails_verified ON user_emails (lookup) WHERE state = 'verified';

-- Codes and links that prove an e-mail address. Only keyed hashes are stored; the code is removed when a newer one is sent. Codes that
-- the session of a user requested are erased with that user.
CREATE TABLE email_codes (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    requested_by TEXT REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'change')),
    lookup BLOB NOT NULL,
    sealed BLOB NOT NULL,
    code_hash BLOB,
    link_hash BLOB NOT NULL UNIQUE,
    tries INTEGER NOT NULL DEFAULT 0,
    signed_up_from TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    link_expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX email_codes_lookup ON email_codes (lookup, purpose);
CREATE INDEX email_codes_ends ON email_codes (link_expires_at);
CREATE INDEX email_codes_requested_by ON email_codes (requested_by);

-- Wallets with which users sign in. The chain is empty where the key of the address proved it, which is valid everywhere.
CREATE TABLE sign_in_wallets (
    address TEXT NOT NULL,
    chain TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    linked_at INTEGER NOT NULL,
    PRIMARY KEY (address, chain)
) STRICT;
CREATE INDEX sign_in_wallets_user ON sign_in_wallets (user_id);

-- Messages to sign that were issued, by a keyed hash of their nonce. A row is removed when it is used.
CREATE TABLE sign_in_challenges (
    nonce BLOB NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    chain TEXT NOT NULL,
    requested_by TEXT REFERENCES users (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_challenges_ends ON sign_in_challenges (expires_at);
CREATE INDEX sign_in_challenges_requested_by ON sign_in_challenges (requested_by);

-- Anonymous users whose data was added to a registered one. The anonymous user is erased, so only a keyed hash of the id is kept.
CREATE TABLE merges (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    source BLOB NOT NULL,
    wallets INTEGER NOT NULL,
    frozen INTEGER NOT NULL,
    merged_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, source)
) STRICT;

-- Sessions: what each was opened on, and when its user last proved who they are.
CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash BLOB NOT NULL UNIQUE,
    device TEXT,
    network TEXT,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    proved_at INTEGER,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Keys with which programs of users read their data. Of the token only its hash and its first characters are stored. The scopes are
-- separated by commas.
CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sealed_name BLOB,
    token_start TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER,
    expires_at INTEGER
) STRICT;
CREATE INDEX api_keys_user ON api_keys (user_id);
CREATE INDEX api_keys_ends ON api_keys (expires_at) WHERE expires_at IS NOT NULL;

-- Which user was made under which idempotency key: hashes of the key and the body. A key without an owner belongs to a call that is
-- still running.
CREATE TABLE idempotency_keys (
    call TEXT NOT NULL,
    key_hash BLOB NOT NULL,
    body_hash BLOB NOT NULL,
    claim TEXT NOT NULL,
    until_at INTEGER NOT NULL,
    owner TEXT REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (call, key_hash)
) STRICT;
CREATE INDEX idempotency_keys_end ON idempotency_keys (until_at);
CREATE INDEX idempotency_keys_owner ON idempotency_keys (owner);

-- How often something that is limited was tried: the times of the tries that still count, and when the last of them ends.
CREATE TABLE counters (
    name TEXT NOT NULL,
    subject BLOB NOT NULL,
    tries TEXT NOT NULL,
    free_at INTEGER NOT NULL,
    PRIMARY KEY (name, subject)
) STRICT;
CREATE INDEX counters_free_at ON counters (free_at);

-- What users say about the product, sealed with their key.
CREATE TABLE feedback (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL,
    sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX feedback_user ON feedback (user_id);

-- Files that users attach, sealed with their key, and when a file is removed to which nothing refers.
CREATE TABLE attachments (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    added_at INTEGER NOT NULL,
    expires_at INTEGER
) STRICT;
CREATE INDEX attachments_user ON attachments (user_id);
CREATE INDEX attachments_expiry ON attachments (expires_at);

-- Mails that wait to be sent, and the keys of those that ended, so that none is sent twice. The content, which has the recipient, is
-- encrypted; it is erased when the mail was sent or given up.
CREATE TABLE mails (
    id TEXT NOT NULL PRIMARY KEY,
    dedupe_key TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
    content BLOB CHECK ((content IS NOT NULL) = (state = 'queued')),
    attempts INTEGER NOT NULL,
    next_attempt_at INTEGER NOT NULL,
    failure TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    sent_at INTEGER
) STRICT;
CREATE INDEX mails_queued ON mails (next_attempt_at) WHERE state = 'queued';

-- Portfolios that are shared, each under the last part of its link, which stays readable: the user copies it again.
CREATE TABLE shares (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    slug TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;

-- Sessions of visitors: of a share, with which they end, or of one address.
CREATE TABLE share_sessions (
    id TEXT NOT NULL PRIMARY KEY,
    token_hash BLOB NOT NULL UNIQUE,
    share TEXT REFERENCES shares (slug) ON DELETE CASCADE,
    address TEXT,
    opened_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK ((share IS NULL) <> (address IS NULL))
) STRICT;
CREATE INDEX share_sessions_share ON share_sessions (share);
CREATE INDEX share_sessions_address ON share_sessions (address) WHERE address IS NOT NULL;
CREATE INDEX share_sessions_expiry ON share_sessions (expires_at);

-- The recipes of valuations: of users, and of visitors, which end with the session.
CREATE TABLE recipes (
    owner TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (owner, id)
) STRICT;
CREATE INDEX recipes_age ON recipes (made_at);
CREATE TABLE share_session_recipes (
    share_session_id TEXT NOT NULL REFERENCES share_sessions (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (share_session_id, id)
) STRICT;

-- The wallets of users. An extended public key stays readable, as the addresses derived from it do; it never leaves this machine.
CREATE TABLE wallets (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    row_key TEXT NOT NULL,
    text TEXT NOT NULL,
    name TEXT,
    address TEXT,
    previous_address TEXT,
    extended_key TEXT,
    -- How many unused addresses in a row end the search for the addresses of the key.
    gap_limit INTEGER CHECK (gap_limit >= 20),
    problem TEXT,
    sealed_nickname BLOB,
    kind TEXT,
    resolved_at INTEGER,
    created_at INTEGER NOT NULL,
    removed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX wallets_key ON wallets (user_id, row_key) WHERE removed_at IS NULL;
CREATE INDEX wallets_user ON wallets (user_id, position);
CREATE INDEX wallets_address ON wallets (address) WHERE removed_at IS NULL;
CREATE INDEX wallets_name ON wallets (name, resolved_at) WHERE removed_at IS NULL;
CREATE INDEX wallets_removed ON wallets (address) WHERE removed_at IS NOT NULL;

-- The addresses that were derived from extended keys. Each belongs to the wallet of one user; its account belongs to nobody.
CREATE TABLE derived_addresses (
    wallet TEXT NOT NULL REFERENCES wallets (id) ON DELETE CASCADE,
    script TEXT NOT NULL CHECK (script IN ('pkh', 'wpkh', 'sh-wpkh', 'tr')),
    branch INTEGER NOT NULL CHECK (branch IN (0, 1)),
    address_index INTEGER NOT NULL CHECK (address_index >= 0),
    account TEXT NOT NULL,
    PRIMARY KEY (wallet, script, branch, address_index)
) STRICT;
CREATE INDEX derived_addresses_account ON derived_addresses (account);

-- The addresses that names resolved to.
CREATE TABLE names (
    name TEXT NOT NULL,
    resolved_at INTEGER NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (name, resolved_at, address)
) STRICT;

-- The last answer about the name that an address claims and that points back to it; NULL where there is none.
CREATE TABLE reverse_names (
    address TEXT NOT NULL PRIMARY KEY,
    name TEXT,
    checked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX reverse_names_name ON reverse_names (name) WHERE name IS NOT NULL;

-- Accounts, and when each is read next: one that failed comes after those that were not tried since.
CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    activity TEXT NOT NULL DEFAULT 'active' CHECK (activity IN ('unknown', 'quiet', 'active')),
    added_at INTEGER NOT NULL,
    latest TEXT,
    read_at INTEGER,
    -- When everything of it was read last, or its activity where it never was: a probe in between does not put that off.
    whole_at INTEGER,
    failed_at INTEGER,
    retry_at INTEGER,
    failure TEXT,
    -- How many transactions it had part in when it was last read, where that was counted.
    transactions INTEGER,
    -- The transactions that waited for a block when it was last read, as JSON.
    waiting TEXT,
    FOREIGN KEY (id, latest) REFERENCES snapshots (account, id)
) STRICT;
CREATE INDEX accounts_due ON accounts ((activity = 'quiet'), (COALESCE(whole_at, 0)), id) WHERE failed_at IS NULL;
CREATE INDEX accounts_failed ON accounts (failed_at, id) WHERE failed_at IS NOT NULL;
CREATE INDEX accounts_address ON accounts (address);

-- Other addresses of accounts, such as the base58 text of a Bitcoin Cash account, which wallets may name it by.
CREATE TABLE account_writings (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    PRIMARY KEY (account, address)
) STRICT;

-- Snapshots of accounts; a probe has the activity alone. The balances are one text: they are written once, read together and never
-- searched.
CREATE TABLE snapshots (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    block TEXT NOT NULL,
    source TEXT NOT NULL,
    host TEXT NOT NULL,
    taken_at INTEGER NOT NULL,
    probe INTEGER NOT NULL DEFAULT 0 CHECK (probe IN (0, 1)),
    held TEXT NOT NULL,
    unreadable TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX snapshots_account ON snapshots (account, taken_at, id);
CREATE INDEX snapshots_age ON snapshots (taken_at);

-- The assets in the newest snapshot of each account, so that the assets to price are known without reading snapshots.
CREATE TABLE held_assets (
    asset TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (asset, account)
) STRICT;
CREATE INDEX held_assets_account ON held_assets (account);

-- Assets. How many addresses hold one, who counted them and when are NULL where nobody counted. The assumed decimals are those that a
-- list states for a token whose contract does not.
CREATE TABLE assets (
    id TEXT NOT NULL PRIMARY KEY,
    chain TEXT NOT NULL,
    symbol TEXT NOT NULL,
    name TEXT NOT NULL,
    decimals INTEGER CHECK (decimals BETWEEN 0 AND 255),
    assumed_decimals INTEGER CHECK (assumed_decimals BETWEEN 0 AND 255),
    assumed_by TEXT,
    same_as TEXT NOT NULL,
    origin TEXT NOT NULL,
    confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
    unreadable_since INTEGER,
    holders INTEGER CHECK (holders >= 0),
    holders_by TEXT,
    holders_at INTEGER
) STRICT;
CREATE INDEX assets_chain ON assets (chain, id);

-- The published lists that name a token, and its position in each.
CREATE TABLE listed_tokens (
    list TEXT NOT NULL,
    asset TEXT NOT NULL REFERENCES assets (id),
    chain TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (list, asset)
) STRICT;
CREATE INDEX listed_tokens_asset ON listed_tokens (chain, asset, position);

-- The newest revision of any asset: one row, changed last in a transaction, so that revisions appear in order.
CREATE TABLE asset_revision (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    newest INTEGER NOT NULL
) STRICT;
INSERT INTO asset_revision (one, newest) VALUES (1, 0);

-- The revision at which something about an asset changed last: its row, its quotes, its agreed price. Caches compare it first.
CREATE TABLE asset_changes (
    asset TEXT NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL
) STRICT;
CREATE INDEX asset_changes_revision ON asset_changes (revision);

-- Tokens that users added by their contract address. The chain is that of the asset: accounts are read chain by chain.
CREATE TABLE added_tokens (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    chain TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, asset)
) STRICT;
CREATE INDEX added_tokens_chain ON added_tokens (chain, user_id);

-- The assumed decimals that users accepted.
CREATE TABLE accepted_decimals (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    decimals INTEGER NOT NULL CHECK (decimals BETWEEN 0 AND 255),
    accepted_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, asset)
) STRICT;

-- The assets that users hide, or show although a rule hides them.
CREATE TABLE hidden_assets (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
    decided_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, asset)
) STRICT;

-- The prices that users set.
CREATE TABLE manual_prices (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    price TEXT NOT NULL,
    set_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, asset)
) STRICT;

-- The sources that ever quoted an asset, so that the newest quote of each is found by one index lookup, and when each last answered
-- about its current price: an equal answer adds no quote.
CREATE TABLE quote_series (
    asset TEXT NOT NULL,
    source TEXT NOT NULL,
    answered_at INTEGER,
    PRIMARY KEY (asset, source)
) STRICT;

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
    source_time INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    CHECK ((answer = 'price') = (price IS NOT NULL)),
    CHECK ((answer = 'unusable') = (unusable IS NOT NULL)),
    FOREIGN KEY (asset, source) REFERENCES quote_series (asset, source)
) STRICT;
CREATE INDEX quotes_source_time ON quotes (asset, source, source_time, received_at);
CREATE INDEX quotes_age ON quotes (received_at);

-- The last price of each asset on which sources agreed, with which a quote that differs by much, or the only one, is compared.
CREATE TABLE agreed_prices (
    asset TEXT NOT NULL PRIMARY KEY,
    price TEXT NOT NULL,
    sources INTEGER NOT NULL CHECK (sources > 0),
    agreed_at INTEGER NOT NULL
) STRICT;

-- The close of each day by each source, without a price where the source has none.
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

-- What one euro is worth on a day by a source, by currency. The day is text. Rows are added and never changed.
CREATE TABLE fixings (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    day TEXT NOT NULL,
    rates TEXT NOT NULL,
    received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX fixings_day ON fixings (day, received_at);

-- The ledgers of accounts. The number stands for the account in the rows of facts and entries, which are many.
CREATE TABLE ledgers (
    number INTEGER NOT NULL PRIMARY KEY,
    account TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
    -- Incremented by each unit of work that changes entries.
    revision INTEGER NOT NULL,
    -- How many entries count, by the version of the decoders that made them.
    decoders TEXT NOT NULL,
    -- The revision whose entries were searched for assets.
    searched_revision INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX ledgers_unsearched ON ledgers (account) WHERE searched_revision < revision;

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

-- Every revision of every entry. The time is that of the block, by which the entries since a moment are found. Entries that were stored
-- before the column existed have the time at which they were stored, which is later; their content has their own.
CREATE TABLE entries (
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    transaction_id BLOB NOT NULL,
    revision INTEGER NOT NULL,
    ledger_revision INTEGER NOT NULL,
    stored_at INTEGER NOT NULL,
    time INTEGER NOT NULL DEFAULT 0,
    withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)),
    newest INTEGER NOT NULL CHECK (newest IN (0, 1)),
    content BLOB NOT NULL,
    PRIMARY KEY (ledger, transaction_id, revision)
) STRICT;
CREATE INDEX entries_newest ON entries (ledger, ledger_revision) WHERE newest;
CREATE INDEX entries_time ON entries (ledger, time) WHERE newest;

-- Copies of newest revisions, thousands in one value, from which a whole ledger is read.
CREATE TABLE entry_segments (
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    last_revision INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (ledger, number)
) STRICT;

-- The assets in the entries of accounts, also those that only arrived, and the days of the first and the last entry with each: their days
-- count once an account moves them. No account is named, because past prices are read once for all users.
CREATE TABLE entry_assets (
    asset TEXT NOT NULL PRIMARY KEY,
    first_day INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    is_moved INTEGER NOT NULL DEFAULT 1 CHECK (is_moved IN (0, 1))
) STRICT;

-- Moments of entries whose quotes are kept once no nearer one can come, each with an asset of the entry.
CREATE TABLE awaited_moments (
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    moment INTEGER NOT NULL,
    asset TEXT NOT NULL,
    PRIMARY KEY (ledger, moment, asset)
) STRICT;
CREATE INDEX awaited_moments_moment ON awaited_moments (moment);

-- The quotes that are nearest to moments of entries. They stay when other old quotes are deleted.
CREATE TABLE moment_quotes (
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    moment INTEGER NOT NULL,
    asset TEXT NOT NULL,
    source TEXT NOT NULL,
    quote TEXT NOT NULL REFERENCES quotes (id),
    PRIMARY KEY (ledger, moment, asset, source)
) STRICT;
CREATE INDEX moment_quotes_asset ON moment_quotes (asset, moment);
CREATE INDEX moment_quotes_quote ON moment_quotes (quote);

-- How far the history of an account is read, by stream. The newest block is that of its newest fact, so that facts in blocks that may be
-- replaced are read again; the hash is that of the last block that could no longer be replaced, by which a longer reorganization is
-- noticed.
CREATE TABLE history_progress (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    stream TEXT NOT NULL,
    source TEXT,
    through INTEGER,
    target INTEGER,
    continuation TEXT,
    oldest INTEGER,
    newest INTEGER,
    final_hash TEXT,
    facts INTEGER NOT NULL,
    total INTEGER,
    cap INTEGER,
    sent INTEGER NOT NULL,
    expected INTEGER,
    gaps TEXT NOT NULL,
    failure TEXT,
    is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (account, stream)
) STRICT;

-- The last comparison of an account's entries with its balances: the balances that contradict the entries, the block up to which they
-- agreed, and when the history is read again because of them.
CREATE TABLE reconciliations (
    account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    ledger_revision INTEGER NOT NULL,
    block INTEGER NOT NULL,
    balances TEXT NOT NULL,
    compared INTEGER NOT NULL,
    differing INTEGER NOT NULL,
    contradictions TEXT NOT NULL DEFAULT '[]',
    agreed INTEGER,
    is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
    checked_at INTEGER NOT NULL,
    rereads INTEGER NOT NULL DEFAULT 0,
    reread_at INTEGER
) STRICT;

-- What users add to entries, sealed with their key. The other account is that of a matched entry.
CREATE TABLE annotations (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    content_key TEXT NOT NULL,
    other_account TEXT,
    sealed_content BLOB,
    set_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, account, transaction_id, content_key)
) STRICT;
CREATE INDEX annotations_account ON annotations (account);
CREATE INDEX annotations_other_account ON annotations (other_account) WHERE other_account IS NOT NULL;

-- What users call addresses that are none of their wallets, on all chains of a CAIP-2 namespace, sealed with their key.
CREATE TABLE own_labels (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    namespace TEXT NOT NULL,
    address TEXT NOT NULL,
    sealed_label BLOB,
    set_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, namespace, address)
) STRICT;

-- Jobs, leased by workers. The fence is the number of the lease; crashes counts the leases in a row during which the process ended.
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
    crashes INTEGER NOT NULL DEFAULT 0,
    UNIQUE (kind, subject),
    CHECK ((state = 'running') = (worker IS NOT NULL)),
    CHECK ((state = 'running') = (lease_until IS NOT NULL))
) STRICT;
CREATE INDEX jobs_ready ON jobs (state, run_at, id);
CREATE INDEX jobs_lease ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_subject ON jobs (subject);
CREATE INDEX jobs_revision ON jobs (revision);

-- The newest revision of any job: one row, changed last in a transaction, so that revisions appear in order.
CREATE TABLE job_revision (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    newest INTEGER NOT NULL
) STRICT;
INSERT INTO job_revision (one, newest) VALUES (1, 0);

-- What was disclosed to which host, summed by day, which is text.
CREATE TABLE disclosures (
    day TEXT NOT NULL,
    host TEXT NOT NULL,
    source TEXT NOT NULL,
    purpose TEXT NOT NULL,
    disclosed TEXT NOT NULL,
    chain TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (day, host, source, purpose, disclosed, chain, first_at)
) STRICT;
CREATE INDEX disclosures_disclosed ON disclosures (disclosed, first_at);

-- The last answer and the last failure of each source.
CREATE TABLE sources (
    id TEXT NOT NULL PRIMARY KEY,
    ok_at INTEGER,
    failure TEXT
) STRICT;
