//! Erasure of users with their data, and of accounts that no user watches any more.
//!
//! Rows that refer to a user, a wallet, an account or a visitor's session are deleted by their foreign keys. Rows that contain
//! an address or a wallet as text are deleted here: accounts, snapshots, annotations, jobs, resolved names and the privacy
//! ledger.

use ports::{StorageError, Timestamp};

use super::{
    conditions::unwatched,
    database::sql::{Dialects, Row, Statement, Tx, dialects, listed, sql},
};

/// A query for the rows to erase. On Postgres it locks them, so that none is taken back before its erasure is committed, and
/// skips rows that another transaction changes: that one may take them back, and the next run finds those that it does not.
macro_rules! held {
    ($text:literal) => {
        $crate::storage::database::sql::dialects!($text, sqlite: "", postgres: " FOR UPDATE SKIP LOCKED", "")
    };
}
pub(super) use held;

/// Erases these users, whose rows the caller has locked; the rows have a column `id`.
pub(super) async fn users(tx: &mut Tx, found: &[Row]) -> Result<u64, StorageError> {
    let ids = texts(found, "users", "id")?;
    let owned = listed!("SELECT id, name FROM wallets WHERE user_id IN ", 1, "");
    let owned = sql(owned).bind_list(&ids).fetch_all(&mut *tx).await?;
    wallets(tx, &owned).await?;
    run(tx, listed!("DELETE FROM users WHERE id IN ", 1, ""), &ids).await
}

/// Erases these wallets, which the caller has locked, or their users; the rows have the columns `id` and `name`.
pub(super) async fn wallets(tx: &mut Tx, found: &[Row]) -> Result<u64, StorageError> {
    let ids = texts(found, "wallets", "id")?;
    let owners = listed!("SELECT DISTINCT user_id FROM wallets WHERE id IN ", 1, "");
    let owners = sql(owners).bind_list(&ids).fetch_all(&mut *tx).await?;
    run(tx, listed!("DELETE FROM jobs WHERE subject IN ", 1, ""), &ids).await?;
    let erased = run(tx, listed!("DELETE FROM wallets WHERE id IN ", 1, ""), &ids).await?;
    annotations_without_wallets(tx, &texts(&owners, "wallets", "user_id")?).await?;
    names(tx, found).await?;
    Ok(erased)
}

/// The condition that the user of an annotation has a wallet with the account in this column.
macro_rules! own {
    ($account:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM accounts JOIN wallets ON wallets.user_id = annotations.user_id \
             AND (wallets.address = accounts.address OR wallets.address IN (SELECT account_writings.address \
             FROM account_writings WHERE account_writings.account = accounts.id) OR EXISTS (SELECT 1 \
             FROM derived_addresses WHERE derived_addresses.wallet = wallets.id \
             AND derived_addresses.account = accounts.id)) WHERE accounts.id = annotations.",
            $account,
            ")"
        )
    };
}

/// Erases what these users added to entries of accounts that none of their wallets has any more.
async fn annotations_without_wallets(tx: &mut Tx, users: &[String]) -> Result<(), StorageError> {
    let text = listed!(
        "DELETE FROM annotations WHERE user_id IN ",
        1,
        concat!(
            " AND NOT (",
            own!("account"),
            " AND (other_account IS NULL OR ",
            own!("other_account"),
            "))"
        )
    );
    run(tx, text, users).await.map(drop)
}

/// Erases the data of those of these names that no wallet has; the rows have a column `name`.
pub(super) async fn names(tx: &mut Tx, found: &[Row]) -> Result<(), StorageError> {
    let mut unused = texts(found, "names", "name")?;
    let text = listed!("SELECT DISTINCT name FROM wallets WHERE name IN ", 1, "");
    let carried = sql(text).bind_list(&unused).fetch_all(&mut *tx).await?;
    let used = texts(&carried, "wallets", "name")?;
    unused.retain(|name| !used.contains(name));
    run(tx, listed!("DELETE FROM names WHERE name IN ", 1, ""), &unused).await?;
    run(tx, listed!("DELETE FROM jobs WHERE subject IN ", 1, ""), &unused).await?;
    let disclosed: Vec<String> = unused.iter().map(|name| format!("name:{name}")).collect();
    run(
        tx,
        listed!("DELETE FROM disclosures WHERE disclosed IN ", 1, ""),
        &disclosed,
    )
    .await?;
    Ok(())
}

/// Erases unwatched accounts.
///
/// On Postgres the rows are locked and then checked again: a transaction that adds a wallet locks the row of its account
/// until the commit, so that the second statement sees the wallet.
pub(super) async fn unwatched(tx: &mut Tx, limit: u32) -> Result<u64, StorageError> {
    let text = dialects!(
        concat!("SELECT id FROM accounts WHERE ", unwatched!(), " ORDER BY id LIMIT $1"),
        sqlite: "",
        postgres: " FOR UPDATE",
        ""
    );
    let found = sql(text).bind(limit).fetch_all(&mut *tx).await?;
    let text = listed!(
        concat!("SELECT id, address FROM accounts WHERE ", unwatched!(), " AND id IN "),
        1,
        ""
    );
    let found = sql(text).bind_list(texts(&found, "accounts", "id")?);
    let found = found.fetch_all(&mut *tx).await?;
    let ids = texts(&found, "accounts", "id")?;
    let mut addresses = texts(&found, "accounts", "address")?;
    let text = listed!("SELECT address FROM account_writings WHERE account IN ", 1, "");
    let others = sql(text).bind_list(&ids).fetch_all(&mut *tx).await?;
    addresses.extend(texts(&others, "account_writings", "address")?);
    run(
        tx,
        listed!("UPDATE accounts SET latest = NULL WHERE id IN ", 1, ""),
        &ids,
    )
    .await?;
    run(tx, listed!("DELETE FROM snapshots WHERE account IN ", 1, ""), &ids).await?;
    annotations(tx, &ids).await?;
    run(tx, listed!("DELETE FROM jobs WHERE subject IN ", 1, ""), &ids).await?;
    let erased = run(tx, listed!("DELETE FROM accounts WHERE id IN ", 1, ""), &ids).await?;
    addresses_without_accounts(tx, addresses).await?;
    Ok(erased)
}

/// Erases what users added to entries of these accounts. Facts, entries and the progress of histories refer to the account
/// and are erased with it.
async fn annotations(tx: &mut Tx, accounts: &[String]) -> Result<(), StorageError> {
    run(
        tx,
        listed!("DELETE FROM annotations WHERE account IN ", 1, ""),
        accounts,
    )
    .await?;
    let text = listed!("DELETE FROM annotations WHERE other_account IN ", 1, "");
    run(tx, text, accounts).await.map(drop)
}

/// Erases the data of those of these addresses that have no account any more: their reverse names, the jobs that look these
/// up, and their rows of the privacy ledger.
async fn addresses_without_accounts(tx: &mut Tx, mut gone: Vec<String>) -> Result<(), StorageError> {
    let text = listed!("SELECT DISTINCT address FROM accounts WHERE address IN ", 1, "");
    let kept = sql(text).bind_list(&gone).fetch_all(&mut *tx).await?;
    let kept = texts(&kept, "accounts", "address")?;
    gone.retain(|address| !kept.contains(address));
    let text = listed!("DELETE FROM reverse_names WHERE address IN ", 1, "");
    run(tx, text, &gone).await?;
    run(tx, listed!("DELETE FROM jobs WHERE subject IN ", 1, ""), &gone).await?;
    let disclosed: Vec<String> = gone.iter().map(|address| format!("address:{address}")).collect();
    run(
        tx,
        listed!("DELETE FROM disclosures WHERE disclosed IN ", 1, ""),
        &disclosed,
    )
    .await?;
    Ok(())
}

/// Erases rows of the privacy ledger that ended before `before` and have a name that is neither a resolved name nor the name
/// of a wallet.
pub(super) async fn unused_name_disclosures(tx: &mut Tx, before: Timestamp) -> Result<(), StorageError> {
    let text = "DELETE FROM disclosures WHERE disclosed LIKE 'name:%' AND last_at < $1 \
         AND SUBSTR(disclosed, 6) NOT IN (SELECT name FROM wallets WHERE name IS NOT NULL) \
         AND SUBSTR(disclosed, 6) NOT IN (SELECT name FROM names)";
    sql(text).bind(before).execute(tx).await.map(drop)
}

async fn run(tx: &mut Tx, text: Dialects, items: &[String]) -> Result<u64, StorageError> {
    if items.is_empty() {
        return Ok(0);
    }
    let statement: Statement = sql(text).bind_list(items);
    statement.execute(tx).await
}

/// Returns the texts of a column, without nulls.
fn texts(rows: &[Row], table: &'static str, column: &str) -> Result<Vec<String>, StorageError> {
    let texts = rows.iter().map(|row| row.of(table, &[]).get::<Option<String>>(column));
    texts.filter_map(Result::transpose).collect()
}
