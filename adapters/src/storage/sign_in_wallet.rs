//! Wallets with which users sign in. Of a nonce only a keyed hash is stored.

use async_trait::async_trait;
use ports::{
    Address, ChainId, StorageError, Timestamp, UserId,
    sign_in_wallet::{SignInChallenge, SignInWallet, SignInWalletReader, SignInWalletWriter},
};

use super::{
    database::{
        Database, Keyring, SqlWork,
        sql::{Row, sql},
    },
    owned::{self, MovedRows},
};

fn nonce_hash(keyring: &Keyring, nonce: &str) -> Result<Vec<u8>, StorageError> {
    let hash = keyring.instance().keyed_hash("nonce", nonce);
    hash.map(|hash| hash.to_vec()).map_err(|_| StorageError::Corrupt {
        table: "sign_in_challenges".to_owned(),
        column: "nonce".to_owned(),
        id: String::new(),
    })
}

fn sign_in_wallet(row: &Row) -> Result<SignInWallet, StorageError> {
    let row = row.of("sign_in_wallets", &["address"]);
    let chain = row.text("chain")?;
    Ok(SignInWallet {
        address: row.kept("address", Address::kept)?,
        chain: match chain.as_str() {
            "" => None,
            text => Some(text.parse().map_err(|_| row.corrupt("chain"))?),
        },
        user: row.parsed("user_id")?,
        linked_at: row.time("linked_at")?,
    })
}

/// Returns the text of a chain in the key of a row, which is empty for a wallet that its key proved.
fn chain_text(chain: Option<&ChainId>) -> String {
    chain.map_or_else(String::new, ToString::to_string)
}

/// The columns of a message that was issued.
macro_rules! challenge_columns {
    () => {
        "address, chain, requested_by, expires_at"
    };
}

/// Runs a statement that returns the message with a nonce. Returns `None` for one that has expired.
async fn challenge(
    work: &mut SqlWork,
    text: &'static str,
    nonce: &str,
    now: Timestamp,
) -> Result<Option<SignInChallenge>, StorageError> {
    let hash = nonce_hash(&work.keyring(), nonce)?;
    let Some(row) = sql(text).bind(hash).fetch_optional(work.tx()).await? else {
        return Ok(None);
    };
    let row = row.of("sign_in_challenges", &[]);
    let challenge = SignInChallenge {
        nonce: nonce.to_owned(),
        address: row.kept("address", Address::kept)?,
        chain: row.parsed("chain")?,
        requested_by: row.maybe_parsed("requested_by")?,
        expires_at: row.time("expires_at")?,
    };
    Ok((challenge.expires_at > now).then_some(challenge))
}

#[async_trait]
impl MovedRows for SignInWallet {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = "UPDATE sign_in_challenges SET requested_by = $2 WHERE requested_by = $1";
        owned::run(work, text, source, target).await
    }
}

#[async_trait]
impl SignInWalletReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<SignInWallet>, StorageError> {
        let text = "SELECT address, chain, user_id, linked_at FROM sign_in_wallets WHERE user_id = $1 \
             ORDER BY linked_at, address, chain";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        rows.iter().map(sign_in_wallet).collect()
    }
}

#[async_trait]
impl SignInWalletWriter for SqlWork {
    async fn issue(&mut self, challenge: &SignInChallenge) -> Result<(), StorageError> {
        let nonce = nonce_hash(&self.keyring(), &challenge.nonce)?;
        let text = "INSERT INTO sign_in_challenges (nonce, address, chain, requested_by, expires_at) \
             VALUES ($1, $2, $3, $4, $5)";
        let issued = sql(text)
            .bind(nonce)
            .bind(challenge.address.as_str())
            .bind(challenge.chain.to_string())
            .bind(challenge.requested_by.map(|user| user.to_string()))
            .bind(challenge.expires_at);
        issued.execute(self.tx()).await.map(drop)
    }

    async fn issued(&mut self, nonce: &str, now: Timestamp) -> Result<Option<SignInChallenge>, StorageError> {
        let text = concat!(
            "SELECT ",
            challenge_columns!(),
            " FROM sign_in_challenges WHERE nonce = $1"
        );
        challenge(self, text, nonce, now).await
    }

    async fn take(&mut self, nonce: &str, now: Timestamp) -> Result<Option<SignInChallenge>, StorageError> {
        let text = concat!(
            "DELETE FROM sign_in_challenges WHERE nonce = $1 RETURNING ",
            challenge_columns!()
        );
        challenge(self, text, nonce, now).await
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let removed = sql("DELETE FROM sign_in_challenges WHERE expires_at <= $1").bind(now);
        removed.execute(self.tx()).await.map(drop)
    }

    async fn owner(&mut self, address: &Address, chain: Option<&ChainId>) -> Result<Option<UserId>, StorageError> {
        let text = "SELECT user_id FROM sign_in_wallets WHERE address = $1 AND chain = $2";
        let found = sql(text).bind(address.as_str()).bind(chain_text(chain));
        let found = found.fetch_optional(self.tx()).await?;
        found
            .map(|row| row.of("sign_in_wallets", &["user_id"]).parsed("user_id"))
            .transpose()
    }

    async fn link(&mut self, wallet: &SignInWallet) -> Result<(), StorageError> {
        let text = "INSERT INTO sign_in_wallets (address, chain, user_id, linked_at) VALUES ($1, $2, $3, $4)";
        let linked = sql(text)
            .bind(wallet.address.as_str())
            .bind(chain_text(wallet.chain.as_ref()))
            .bind(wallet.user.to_string())
            .bind(wallet.linked_at);
        linked.execute(self.tx()).await.map(drop)
    }

    async fn unlink(&mut self, user: UserId, address: &Address, chain: Option<&ChainId>) -> Result<bool, StorageError> {
        let text = "DELETE FROM sign_in_wallets WHERE user_id = $1 AND address = $2 AND chain = $3";
        let unlinked = sql(text)
            .bind(user.to_string())
            .bind(address.as_str())
            .bind(chain_text(chain));
        Ok(unlinked.execute(self.tx()).await? == 1)
    }
}
