//! Exchanges the tokens of an access for new ones before they expire.
//!
//! An exchange accepts a refresh token once. So one process at a time sends it, by a reservation in the storage, and the new tokens replace the
//! old ones in one transaction before any request is sent with them. Where the process ends between the answer and the storage, or the answer is
//! lost, the old token is sent once more: an exchange that used it refuses it, and the account states that it has to be reconnected. Tokens
//! that were refused are erased, so that they are never sent again.

use std::{sync::Arc, time::Duration};

use ports::{
    Clock, ExchangeCredential, ExchangeCredentialReader, ExchangeKey, ExchangeOAuth, KeyProblem, RemoteError, Storage,
    StorageError, Timestamp,
};
use tokio::time::sleep;

use super::key_error::key_error;

/// How long before their end tokens are exchanged: longer than a reading takes.
const EARLY: Duration = Duration::from_mins(2);
/// How long a process may take to exchange them: longer than the timeouts of the request.
const RESERVED_FOR: Duration = Duration::from_mins(3);
/// How often it is checked whether another process has new tokens.
const PAUSE: Duration = Duration::from_millis(250);
/// How many times: about 15 seconds.
const MOST_PAUSES: u32 = 60;

/// Exchanges stored tokens for new ones.
pub(super) struct TokenRefresh {
    pub(super) storage: Arc<dyn Storage>,
    pub(super) credentials: Arc<dyn ExchangeCredentialReader>,
    pub(super) clock: Arc<dyn Clock>,
}

/// An exchange that grants access, with its display name.
pub(super) type Granting<'a> = (Option<&'a dyn ExchangeOAuth>, &'a str);

impl TokenRefresh {
    /// Returns the credential with tokens that are valid for a reading. Keys without tokens are returned as they are.
    pub(super) async fn current(
        &self,
        mut credential: ExchangeCredential,
        (oauth, who): Granting<'_>,
    ) -> Result<ExchangeCredential, RemoteError> {
        for _ in 0..MOST_PAUSES {
            if !self.is_due(&credential.key) {
                return Ok(credential);
            }
            // Without a client of the exchange, or a token, nothing can be exchanged.
            let oauth = oauth.filter(|_| credential.key.refresh_token().is_some());
            let oauth = oauth.ok_or_else(|| key_error(who, KeyProblem::Reconnect, ""))?;
            if let Some(until) = self.reserve(&credential).await.map_err(|_| not_stored(who))? {
                // Another process may have exchanged them since they were read.
                let newest = self.newest(&credential, who).await?;
                return self.exchange(newest, until, (oauth, who)).await;
            }
            sleep(PAUSE).await;
            credential = self.newest(&credential, who).await?;
        }
        Err(unavailable(who, "another process of this server requests new tokens"))
    }

    fn is_due(&self, key: &ExchangeKey) -> bool {
        let soon = self.clock.now().plus(EARLY);
        key.tokens_expire_at().is_some_and(|end| end <= soon)
    }

    /// Reserves the exchange of tokens, and returns until when; `None` where another process does it.
    async fn reserve(&self, credential: &ExchangeCredential) -> Result<Option<Timestamp>, StorageError> {
        let now = self.clock.now();
        let until = now.plus(RESERVED_FOR);
        let mut work = self.storage.begin().await?;
        let begun = work
            .exchange_credentials()
            .begin_refresh(credential.wallet, now, until)
            .await?;
        work.commit().await?;
        Ok(begun.then_some(until))
    }

    async fn newest(&self, known: &ExchangeCredential, who: &str) -> Result<ExchangeCredential, RemoteError> {
        let found = self.credentials.of_account(&known.account).await;
        let found = found.map_err(|_| not_stored(who))?;
        found.ok_or_else(|| key_error(who, KeyProblem::NoKey, ""))
    }

    async fn exchange(
        &self,
        credential: ExchangeCredential,
        until: Timestamp,
        (oauth, who): (&dyn ExchangeOAuth, &str),
    ) -> Result<ExchangeCredential, RemoteError> {
        if !self.is_due(&credential.key) {
            self.end(&credential, until, None, who).await?;
            return Ok(credential);
        }
        match oauth.refresh(&credential.account, &credential.key).await {
            Ok(tokens) => {
                if self.end(&credential, until, Some(&tokens), who).await? {
                    return Ok(ExchangeCredential {
                        key: tokens,
                        ..credential
                    });
                }
                // The account was connected anew or removed meanwhile: these tokens belong to nothing.
                // The client reports a failure.
                drop(oauth.revoke(&credential.account, &tokens).await);
                Err(unavailable(who, "the account was changed meanwhile"))
            }
            Err(error) => {
                let has_ended = matches!(&error, RemoteError::Key { .. });
                let ended = has_ended.then(ExchangeKey::ended);
                self.end(&credential, until, ended.as_ref(), who).await?;
                Err(error)
            }
        }
    }

    async fn end(
        &self,
        credential: &ExchangeCredential,
        until: Timestamp,
        tokens: Option<&ExchangeKey>,
        who: &str,
    ) -> Result<bool, RemoteError> {
        let ended = async {
            let mut work = self.storage.begin().await?;
            let of = (credential.user, credential.wallet);
            let ended = work.exchange_credentials().end_refresh(of, until, tokens).await?;
            work.commit().await?;
            Ok::<_, StorageError>(ended)
        };
        ended.await.map_err(|_| not_stored(who))
    }
}

fn not_stored(who: &str) -> RemoteError {
    unavailable(who, "the tokens of the account could not be stored by this server")
}

fn unavailable(who: &str, why: &str) -> RemoteError {
    RemoteError::Unavailable {
        who: who.to_owned(),
        why: why.to_owned(),
        retry_after: None,
    }
}
