//! Wallets.

use std::{collections::BTreeMap, str::FromStr};

use async_trait::async_trait;
use ports::{
    Address, Name, StorageError, Timestamp, UserId, Wallet, WalletId,
    extended_key::{Branch, DerivationPath, DerivedAddress, GapLimit, WalletExtendedKey},
    job::RetryState,
    wallet::{Nickname, WalletReader, WalletWriter},
    wallet_group::WalletGroup,
};

use super::{
    conditions::{present, untried},
    database::{
        Database, Keyring, SqlWork, UserKeys,
        sql::{Fields, On, Row, json, listed, sql},
    },
    erase,
    owned::{self, MovedRows},
    sealed_column::{GROUP_NAME, NICKNAME, SealedColumn},
};

/// The start of a query for all columns.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, user_id, position, text, name, address, extended_key, gap_limit, problem, sealed_nickname, ",
            "sealed_group_name, kind, resolved_at, previous_address, created_at, removed_at, (SELECT data_key FROM users ",
            "WHERE users.id = wallets.user_id) AS data_key FROM wallets ",
            $rest
        )
    };
    ($rest:literal, present) => {
        concat!(
            $crate::storage::wallet::select!($rest),
            " AND ",
            $crate::storage::conditions::present!()
        )
    };
}
pub(super) use select;

/// Reads a row, without the derived addresses of its key.
fn wallet(keyring: &Keyring, keys: &mut UserKeys, row: &Row) -> Result<Wallet, StorageError> {
    let nickname = sealed_text(keyring, keys, &NICKNAME, row)?;
    let group = sealed_text(keyring, keys, &GROUP_NAME, row)?;
    let row = row.of("wallets", &["id"]);
    Ok(Wallet {
        id: row.parsed("id")?,
        user: row.parsed("user_id")?,
        position: row.number("position")?,
        text: row.text("text")?,
        name: row.maybe_parsed("name")?,
        address: row.maybe_parsed("address")?,
        extended: extended(&row)?,
        problem: row.maybe_json("problem")?,
        nickname,
        group,
        kind: row.maybe_parsed("kind")?,
        resolved_at: row.maybe_time("resolved_at")?,
        previous_address: row.maybe_parsed("previous_address")?,
        created_at: row.time("created_at")?,
        removed_at: row.maybe_time("removed_at")?,
    })
}

/// Reads the extended key of a row, without derived addresses.
fn extended(row: &Fields<'_>) -> Result<Option<WalletExtendedKey>, StorageError> {
    let Some(key) = row.maybe_parsed("extended_key")? else {
        return Ok(None);
    };
    let gap_limit = GapLimit::new(row.number("gap_limit")?).map_err(|_| row.corrupt("gap_limit"))?;
    Ok(Some(WalletExtendedKey {
        key,
        gap_limit,
        derived: vec![],
    }))
}

/// Reads a text of a row that the user wrote. A user who never wrote anything has no key.
fn sealed_text<T: FromStr>(
    keyring: &Keyring,
    keys: &mut UserKeys,
    column: &SealedColumn,
    row: &Row,
) -> Result<Option<T>, StorageError> {
    if !column.is_set(row)? {
        return Ok(None);
    }
    let row = row.of("wallets", &["id"]);
    let text = column.open(keys.of_row(keyring, &row)?, row.parsed("user_id")?, &row)?;
    text.parse().map(Some).map_err(|_| row.corrupt(column.column))
}

/// Reads a row of an address derived for a wallet.
fn derived(row: &Row) -> Result<(WalletId, DerivedAddress), StorageError> {
    let row = row.of("derived_addresses", &["wallet", "script", "branch", "address_index"]);
    let branch = Branch::of(row.number("branch")?).ok_or_else(|| row.corrupt("branch"))?;
    let derived = DerivedAddress {
        path: DerivationPath {
            script: row.parsed("script")?,
            branch,
            index: row.number("address_index")?,
        },
        account: row.parsed("account")?,
        transactions: row.maybe_number("transactions")?,
        read_at: row.maybe_time("read_at")?,
    };
    Ok((row.parsed("wallet")?, derived))
}

/// Adds the derived addresses to wallets with a key.
pub(super) async fn add_derived(on: impl Into<On<'_>>, wallets: &mut [Wallet]) -> Result<(), StorageError> {
    let keyed: Vec<WalletId> = wallets
        .iter()
        .filter(|wallet| wallet.extended.is_some())
        .map(|wallet| wallet.id)
        .collect();
    if keyed.is_empty() {
        return Ok(());
    }
    let text = listed!(
        "SELECT wallet, script, branch, address_index, account, transactions, read_at FROM derived_addresses \
         LEFT JOIN accounts ON accounts.id = derived_addresses.account WHERE wallet IN ",
        1,
        " ORDER BY wallet, script, branch, address_index"
    );
    let rows = sql(text).bind_list(keyed).fetch_all(on).await?;
    let mut found: BTreeMap<WalletId, Vec<DerivedAddress>> = BTreeMap::new();
    for row in &rows {
        let (wallet, derived) = derived(row)?;
        found.entry(wallet).or_default().push(derived);
    }
    for wallet in wallets {
        if let (Some(extended), Some(own)) = (&mut wallet.extended, found.remove(&wallet.id)) {
            extended.derived = own;
        }
    }
    Ok(())
}

/// Reads rows, without the derived addresses of their keys.
pub(super) fn wallets(keyring: &Keyring, rows: &[Row]) -> Result<Vec<Wallet>, StorageError> {
    let mut keys = UserKeys::default();
    rows.iter().map(|row| wallet(keyring, &mut keys, row)).collect()
}

/// Adds a row or replaces it by id. The condition on `user_id` prevents that a row changes its user.
const SAVE: &str = "INSERT INTO wallets (id, user_id, position, row_key, text, name, address, problem, \
     sealed_nickname, kind, resolved_at, previous_address, created_at, removed_at, extended_key, gap_limit, \
     sealed_group_name) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) \
     ON CONFLICT (id) DO UPDATE SET position = excluded.position, row_key = excluded.row_key, \
     text = excluded.text, name = excluded.name, address = excluded.address, problem = excluded.problem, \
     sealed_nickname = excluded.sealed_nickname, kind = excluded.kind, resolved_at = excluded.resolved_at, \
     previous_address = excluded.previous_address, created_at = excluded.created_at, \
     removed_at = excluded.removed_at, extended_key = excluded.extended_key, gap_limit = excluded.gap_limit, \
     sealed_group_name = excluded.sealed_group_name \
     WHERE wallets.user_id = excluded.user_id";

/// Encrypts a text of a wallet that the user wrote. Users without texts get no key.
async fn seal_text(
    work: &mut SqlWork,
    column: &SealedColumn,
    wallet: &Wallet,
    text: Option<&str>,
) -> Result<Option<Vec<u8>>, StorageError> {
    let Some(text) = text else {
        return Ok(None);
    };
    let key = work.user_key(wallet.user).await?;
    column
        .seal(&key, wallet.user, &[&wallet.id.to_string()], text)
        .map(Some)
}

#[async_trait]
impl MovedRows for Wallet {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = "UPDATE wallets SET user_id = $2, position = position + (SELECT COALESCE(MAX(own.position) + 1, 0) \
             FROM wallets own WHERE own.user_id = $2) WHERE user_id = $1 AND NOT EXISTS \
             (SELECT 1 FROM wallets own WHERE own.user_id = $2 AND own.row_key = wallets.row_key \
             AND (own.removed_at IS NULL OR wallets.removed_at IS NOT NULL)) RETURNING id, sealed_nickname, \
             sealed_group_name";
        owned::run_sealed(work, &[&NICKNAME, &GROUP_NAME], text, source, target).await
    }
}

#[async_trait]
impl WalletReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<Wallet>, StorageError> {
        let text = select!("WHERE user_id = $1 AND removed_at IS NULL ORDER BY position, id");
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        let mut wallets = wallets(self.keyring(), &rows)?;
        add_derived(self.sql(), &mut wallets).await?;
        Ok(wallets)
    }

    async fn names_due(
        &self,
        before: Timestamp,
        tried: &RetryState,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Name>, StorageError> {
        let text = concat!(
            "SELECT name FROM wallets \
             WHERE removed_at IS NULL AND name IS NOT NULL AND (resolved_at IS NULL OR resolved_at < $1 \
             OR resolved_at > $2) AND ",
            untried!("wallets.name"),
            " AND ",
            present!(),
            " GROUP BY name ORDER BY MIN(COALESCE(resolved_at, 0)), name LIMIT $3"
        );
        let rows = sql(text)
            .bind(before)
            .bind(now)
            .bind(limit)
            .bind(tried.kind.as_str())
            .bind(tried.since)
            .fetch_all(self.sql())
            .await?;
        rows.iter()
            .map(|row| row.of("wallets", &["name"]).parsed("name"))
            .collect()
    }

    async fn addresses(&self, after: &str, limit: u32) -> Result<Vec<Address>, StorageError> {
        let text = concat!(
            "SELECT DISTINCT address FROM wallets WHERE removed_at IS NULL AND address > $1 AND ",
            present!(),
            " ORDER BY address LIMIT $2"
        );
        let rows = sql(text).bind(after).bind(limit).fetch_all(self.sql()).await?;
        rows.iter()
            .map(|row| row.of("wallets", &["address"]).parsed("address"))
            .collect()
    }

    async fn has_name(&self, name: &Name) -> Result<bool, StorageError> {
        let text = concat!(
            "SELECT id FROM wallets WHERE name = $1 AND removed_at IS NULL AND ",
            present!(),
            " LIMIT 1"
        );
        let found = sql(text).bind(name.as_str()).fetch_optional(self.sql()).await?;
        Ok(found.is_some())
    }
}

#[async_trait]
impl WalletWriter for SqlWork {
    async fn of_user(&mut self, user: UserId, removed_since: Timestamp) -> Result<Vec<Wallet>, StorageError> {
        let text = select!(
            "WHERE user_id = $1 AND (removed_at IS NULL OR removed_at >= $2) \
             ORDER BY removed_at IS NOT NULL, position, id"
        );
        let rows = sql(text).bind(user.to_string()).bind(removed_since);
        let rows = rows.fetch_all(self.tx()).await?;
        let mut wallets = wallets(&self.keyring(), &rows)?;
        add_derived(self.tx(), &mut wallets).await?;
        Ok(wallets)
    }

    async fn save(&mut self, wallet: &Wallet) -> Result<(), StorageError> {
        let nickname = wallet.nickname.as_ref().map(Nickname::as_str);
        let nickname = seal_text(self, &NICKNAME, wallet, nickname).await?;
        let group = wallet.group.as_ref().map(WalletGroup::as_str);
        let group = seal_text(self, &GROUP_NAME, wallet, group).await?;
        let saved = sql(SAVE)
            .bind(wallet.id.to_string())
            .bind(wallet.user.to_string())
            .bind(wallet.position)
            .bind(wallet.key())
            .bind(wallet.text.as_str())
            .bind(wallet.name.as_ref().map(Name::as_str))
            .bind(wallet.address.as_ref().map(Address::as_str))
            .bind(
                wallet
                    .problem
                    .as_ref()
                    .map(|problem| json("wallets", problem))
                    .transpose()?,
            )
            .bind(nickname)
            .bind(wallet.kind.map(|kind| kind.id))
            .bind(wallet.resolved_at)
            .bind(wallet.previous_address.as_ref().map(Address::as_str))
            .bind(wallet.created_at)
            .bind(wallet.removed_at)
            .bind(wallet.extended.as_ref().map(|extended| extended.key.reveal()))
            .bind(wallet.extended.as_ref().map(|extended| extended.gap_limit.get()))
            .bind(group);
        match saved.execute(self.tx()).await? {
            0 => Err(StorageError::Conflict {
                what: "wallets".to_owned(),
            }),
            _ => Ok(()),
        }
    }

    async fn named(&mut self, name: &Name) -> Result<Vec<Wallet>, StorageError> {
        let text = select!("WHERE name = $1 AND removed_at IS NULL ORDER BY id");
        let rows = sql(text).bind(name.as_str()).fetch_all(self.tx()).await?;
        wallets(&self.keyring(), &rows)
    }

    async fn erase_removed(&mut self, before: Timestamp) -> Result<u64, StorageError> {
        let found = sql(erase::held!("SELECT id, name FROM wallets WHERE removed_at < $1")).bind(before);
        let found = found.fetch_all(self.tx()).await?;
        erase::wallets(self.tx(), &found).await
    }
}
