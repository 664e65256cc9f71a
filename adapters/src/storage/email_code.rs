//! Codes and links that prove e-mail addresses.

use async_trait::async_trait;
use ports::{
    EmailCode, EmailCodeQuery, Secret, StorageError, Timestamp, UserId,
    email_code::{EmailCodeId, EmailCodeWriter, MAX_TRIES},
};

use super::{
    database::{
        Keyring, SqlWork,
        sql::{Row, dialects, sql},
    },
    owned::{self, MovedRows},
    user_email::lookup,
};
use crate::seal::SealedPlace;

/// The purpose of the keyed hash of codes.
const HASHED: &str = "email code";

/// The columns of a code.
macro_rules! columns {
    () => {
        "id, user_id, requested_by, purpose, sealed, code_hash, signed_up_from, created_at, expires_at, link_expires_at"
    };
}

fn place(id: &str) -> SealedPlace<'_> {
    SealedPlace {
        table: "email_codes",
        column: "sealed",
        row: id,
    }
}

/// Returns the text that is hashed: the same code for another address has another hash.
fn hashed(id: &str, text: &Secret<String>) -> String {
    format!("{id} {}", text.reveal())
}

fn corrupt(id: &str) -> StorageError {
    StorageError::Corrupt {
        table: "email_codes".to_owned(),
        column: "sealed".to_owned(),
        id: id.to_owned(),
    }
}

fn email_code(keyring: &Keyring, row: &Row) -> Result<EmailCode, StorageError> {
    let row = row.of("email_codes", &["id"]);
    let (id, sealed): (EmailCodeId, Vec<u8>) = (row.parsed("id")?, row.get("sealed")?);
    let opened = keyring.instance().open(place(&id.to_string()), &sealed);
    let opened = opened.map_err(|_| row.corrupt("sealed"))?;
    let address = std::str::from_utf8(&opened).map_err(|_| row.corrupt("sealed"))?;
    Ok(EmailCode {
        id,
        purpose: row.parsed("purpose")?,
        email: address.parse().map_err(|_| row.corrupt("sealed"))?,
        user: row.maybe_parsed("user_id")?,
        requested_by: row.maybe_parsed("requested_by")?,
        signed_up_from: row.get("signed_up_from")?,
        created_at: row.time("created_at")?,
        expires_at: row.time("expires_at")?,
        link_expires_at: row.time("link_expires_at")?,
    })
}

fn user_text(query: &EmailCodeQuery) -> String {
    query.user.map_or_else(String::new, |user| user.to_string())
}

#[async_trait]
impl MovedRows for EmailCode {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = "UPDATE email_codes SET requested_by = $2 WHERE requested_by = $1";
        owned::run(work, text, source, target).await
    }
}

#[async_trait]
impl EmailCodeWriter for SqlWork {
    async fn add(&mut self, code: &EmailCode, text: &Secret<String>, link: &[u8; 32]) -> Result<(), StorageError> {
        let (keyring, id) = (self.keyring(), code.id.to_string());
        let address = lookup(&keyring, &code.email)?;
        let older = "UPDATE email_codes SET code_hash = NULL WHERE lookup = $1 AND purpose = $2 \
             AND COALESCE(user_id, '') = $3";
        let user = code.user.map_or_else(String::new, |user| user.to_string());
        let voided = sql(older).bind(address.clone()).bind(code.purpose.as_str()).bind(user);
        voided.execute(self.tx()).await?;
        let key = keyring.instance();
        let sealed = key.seal(place(&id), code.email.as_str().as_bytes());
        let hash = key.keyed_hash(HASHED, &hashed(&id, text));
        let text = "INSERT INTO email_codes (id, user_id, requested_by, purpose, lookup, sealed, code_hash, link_hash, \
             signed_up_from, created_at, expires_at, link_expires_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
        let added = sql(text)
            .bind(id.as_str())
            .bind(code.user.map(|user| user.to_string()))
            .bind(code.requested_by.map(|user| user.to_string()))
            .bind(code.purpose.as_str())
            .bind(address)
            .bind(sealed.map_err(|_| corrupt(&id))?)
            .bind(hash.map_err(|_| corrupt(&id))?.to_vec())
            .bind(link.to_vec())
            .bind(code.signed_up_from.clone())
            .bind(code.created_at)
            .bind(code.expires_at)
            .bind(code.link_expires_at);
        added.execute(self.tx()).await.map(drop)
    }

    /// The try is counted by the statement that finds the code, before the code is compared.
    async fn try_code(
        &mut self,
        query: &EmailCodeQuery,
        text: &Secret<String>,
        now: Timestamp,
    ) -> Result<Option<EmailCode>, StorageError> {
        let keyring = self.keyring();
        let counting = concat!(
            "UPDATE email_codes SET tries = tries + 1 WHERE lookup = $1 AND purpose = $2 \
             AND COALESCE(user_id, '') = $3 AND code_hash IS NOT NULL AND tries < $4 AND expires_at > $5 RETURNING ",
            columns!()
        );
        let counted = sql(counting)
            .bind(lookup(&keyring, &query.email)?)
            .bind(query.purpose.as_str())
            .bind(user_text(query))
            .bind(MAX_TRIES)
            .bind(now);
        let Some(row) = counted.fetch_optional(self.tx()).await? else {
            return Ok(None);
        };
        let code = email_code(&keyring, &row)?;
        let hash: Vec<u8> = row.of("email_codes", &["id"]).get("code_hash")?;
        let hashed = hashed(&code.id.to_string(), text);
        let is_right = keyring.instance().has_keyed_hash(HASHED, &hashed, &hash);
        Ok(is_right.then_some(code))
    }

    /// Locks all codes of the address, the newest first as [`Self::try_code`] does: two links that sign in at the same time
    /// would otherwise wait for each other.
    async fn with_link(&mut self, link: &[u8; 32], now: Timestamp) -> Result<Option<EmailCode>, StorageError> {
        let text = dialects!(
            concat!(
                "SELECT link_hash, ",
                columns!(),
                " FROM email_codes WHERE lookup = (SELECT lookup FROM email_codes WHERE link_hash = $1 \
                 AND link_expires_at > $2) ORDER BY id DESC"
            ),
            sqlite: "",
            postgres: " FOR UPDATE",
            ""
        );
        let held = sql(text).bind(link.to_vec()).bind(now).fetch_all(self.tx()).await?;
        let keyring = self.keyring();
        for row in &held {
            if row.of("email_codes", &["id"]).get::<Vec<u8>>("link_hash")? == link {
                return email_code(&keyring, row).map(Some);
            }
        }
        Ok(None)
    }

    async fn remove(&mut self, id: EmailCodeId) -> Result<(), StorageError> {
        let removed = sql("DELETE FROM email_codes WHERE id = $1").bind(id.to_string());
        removed.execute(self.tx()).await.map(drop)
    }

    async fn remove_of(&mut self, query: &EmailCodeQuery) -> Result<(), StorageError> {
        let text = "DELETE FROM email_codes WHERE lookup = $1 AND purpose = $2 AND COALESCE(user_id, '') = $3";
        let removed = sql(text)
            .bind(lookup(&self.keyring(), &query.email)?)
            .bind(query.purpose.as_str())
            .bind(user_text(query));
        removed.execute(self.tx()).await.map(drop)
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let voided = "UPDATE email_codes SET code_hash = NULL WHERE expires_at <= $1 AND code_hash IS NOT NULL";
        sql(voided).bind(now).execute(self.tx()).await?;
        let removed = sql("DELETE FROM email_codes WHERE link_expires_at <= $1").bind(now);
        removed.execute(self.tx()).await.map(drop)
    }
}
