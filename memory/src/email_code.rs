//! Codes and links that prove e-mail addresses.

use async_trait::async_trait;
use ports::{
    EmailCode, EmailCodeQuery, Secret, StorageError, Timestamp, UserId,
    email_code::{EmailCodeId, EmailCodeWriter, MAX_TRIES},
};
use sha2::{Digest as _, Sha256};

use crate::{
    owned::OwnedRows,
    rows::EmailCodeRow,
    tables::{Tables, check_unique},
    work::MemoryWork,
};

fn hash(text: &Secret<String>) -> [u8; 32] {
    Sha256::digest(text.reveal().as_bytes()).into()
}

fn fits(code: &EmailCode, query: &EmailCodeQuery) -> bool {
    code.email == query.email && code.purpose == query.purpose && code.user == query.user
}

impl OwnedRows for EmailCode {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        for row in tables
            .email_codes
            .values_mut()
            .filter(|row| row.code.requested_by == Some(source))
        {
            row.code.requested_by = Some(target);
        }
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        let is_of = |row: &EmailCodeRow| row.code.user == Some(user) || row.code.requested_by == Some(user);
        tables.email_codes.retain(|_, row| !is_of(row));
    }
}

#[async_trait]
impl EmailCodeWriter for MemoryWork {
    async fn add(&mut self, code: &EmailCode, text: &Secret<String>, link: &[u8; 32]) -> Result<(), StorageError> {
        for user in [code.user, code.requested_by].into_iter().flatten() {
            self.tables.owned("email_codes", user)?;
        }
        let mut all = self.tables.email_codes.values();
        let is_taken = all.any(|row| row.code.id == code.id || row.link == *link);
        check_unique("email_codes", is_taken)?;
        let query = EmailCodeQuery {
            email: code.email.clone(),
            purpose: code.purpose,
            user: code.user,
        };
        for row in self
            .tables
            .email_codes
            .values_mut()
            .filter(|row| fits(&row.code, &query))
        {
            row.hash = None;
        }
        let row = EmailCodeRow {
            code: code.clone(),
            hash: Some(hash(text)),
            link: *link,
            tries: 0,
        };
        self.tables.email_codes.insert(code.id, row);
        Ok(())
    }

    async fn try_code(
        &mut self,
        query: &EmailCodeQuery,
        text: &Secret<String>,
        now: Timestamp,
    ) -> Result<Option<EmailCode>, StorageError> {
        let mut all = self.tables.email_codes.values_mut();
        let usable = |row: &&mut EmailCodeRow| {
            fits(&row.code, query) && row.hash.is_some() && row.tries < MAX_TRIES && row.code.expires_at > now
        };
        let Some(row) = all.find(usable) else {
            return Ok(None);
        };
        row.tries += 1;
        Ok((row.hash == Some(hash(text))).then(|| row.code.clone()))
    }

    async fn with_link(&mut self, link: &[u8; 32], now: Timestamp) -> Result<Option<EmailCode>, StorageError> {
        let mut all = self.tables.email_codes.values();
        let found = all.find(|row| row.link == *link && row.code.link_expires_at > now);
        Ok(found.map(|row| row.code.clone()))
    }

    async fn remove(&mut self, id: EmailCodeId) -> Result<(), StorageError> {
        self.tables.email_codes.remove(&id);
        Ok(())
    }

    async fn remove_of(&mut self, query: &EmailCodeQuery) -> Result<(), StorageError> {
        self.tables.email_codes.retain(|_, row| !fits(&row.code, query));
        Ok(())
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        self.tables.email_codes.retain(|_, row| row.code.link_expires_at > now);
        let rows = self.tables.email_codes.values_mut();
        rows.filter(|row| row.code.expires_at <= now)
            .for_each(|row| row.hash = None);
        Ok(())
    }
}
