//! Connects an account with an access that its owner grants on the page of the exchange.
//!
//! The state and the verifier stay on this server. A state is used once, within ten minutes, by the session that requested it and for the same
//! exchange. Nothing is stored until the exchange has stated that the access reads and does nothing else; otherwise it is ended.

use std::time::Duration;

use ports::{
    Address, Chain, ChainId, ExchangeKey, ExchangeOAuth, ExchangeReader, KeyProblem, OAuthState, PkceVerifier,
    RemoteError, Timestamp, Token, TokenKind, Wallet, wallet::Nickname,
};

use crate::{
    caller::Caller,
    connection::{
        ConnectAccount, Connections,
        check::{CheckedKey, checked_rights, exchange},
        error::ConnectionError,
    },
};

/// How long a person has to consent.
const STATE_LIFETIME: Duration = Duration::from_mins(10);
/// The longest code of an exchange.
const LONGEST_CODE: usize = 4_096;

/// A request for consent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessRequest {
    /// The page of the exchange on which the person consents. It contains the state.
    pub url: String,
    /// Until when it may be answered.
    pub expires_at: Timestamp,
}

/// The answer of an exchange to a request for consent.
pub struct AccessAnswer<'a> {
    /// The row of the exchange that sent it.
    pub exchange: ChainId,
    /// The state of the request.
    pub state: &'a str,
    /// The code that is exchanged for tokens.
    pub code: &'a str,
    /// What the user calls the account; `None` for the name of the request.
    pub name: Option<Nickname>,
}

impl Connections {
    /// Begins to connect an account under a name, or to connect the account there with this name anew, and returns the page of the
    /// exchange on which its owner consents.
    pub async fn request_access(
        &self,
        caller: &Caller,
        exchange_id: &ChainId,
        name: &Nickname,
    ) -> Result<AccessRequest, ConnectionError> {
        let user = self.registered(caller).await?;
        let session = caller.session().ok_or(ConnectionError::NotRegistered)?;
        let (chain, reader) = exchange(&self.ports, exchange_id)?;
        let oauth = oauth_of(&**reader, exchange_id)?;
        let now = self.ports.clock.now();
        let state = Token::new(TokenKind::OAuthState, &self.ports.entropy.bytes());
        let verifier = PkceVerifier::new(&self.ports.entropy.bytes());
        let request = AccessRequest {
            url: oauth.authorize_url(&state, &verifier.challenge()),
            expires_at: now.plus(STATE_LIFETIME),
        };
        let mut work = self.ports.storage.begin().await?;
        let stored = OAuthState {
            hash: state.hash(),
            user,
            session,
            exchange: chain.id,
            name: name.clone(),
            verifier,
            created_at: now,
            expires_at: request.expires_at,
        };
        work.oauth_states().add(&stored).await?;
        work.commit().await?;
        Ok(request)
    }

    /// Connects an account with the code of a consent, and enqueues its reading. An access that may do more than read, or whose scopes the
    /// exchange does not state, is ended and not stored.
    pub async fn redeem_access(&self, caller: &Caller, answer: AccessAnswer<'_>) -> Result<Wallet, ConnectionError> {
        let state = self.taken_state(caller, &answer).await?;
        self.registered(caller).await?;
        let (chain, reader) = exchange(&self.ports, &state.exchange)?;
        let oauth = oauth_of(&**reader, &state.exchange)?;
        let request = ConnectAccount {
            exchange: state.exchange,
            name: answer.name.unwrap_or(state.name),
            accepts_warnings: true,
        };
        let account = self.address_of(caller, &chain, &request.name).await?;
        let redeemed = oauth.redeem(&account, answer.code, &state.verifier).await;
        let key = redeemed.map_err(|error| match error {
            RemoteError::Key {
                problem: KeyProblem::Reconnect,
                ..
            } => ConnectionError::StateInvalid,
            error => ConnectionError::Exchange(error),
        })?;
        let granted = (&account, &key);
        match self.store_granted(caller, (&chain, &**reader), granted, &request).await {
            Ok(wallet) => Ok(wallet),
            Err(reason) => Err(ConnectionError::AccessRefused {
                is_ended: oauth.revoke(&account, &key).await.is_ok(),
                exchange: chain.name,
                reason: Box::new(reason),
            }),
        }
    }

    /// Stores tokens that read and do nothing else, unless they read an account that is connected under another name.
    async fn store_granted(
        &self,
        caller: &Caller,
        (chain, reader): (&Chain, &dyn ExchangeReader),
        (account, key): (&Address, &ExchangeKey),
        request: &ConnectAccount,
    ) -> Result<Wallet, ConnectionError> {
        let rights = checked_rights(reader, (account, key)).await?;
        let id_hashes = reader
            .id_hashes(account, key)
            .await
            .map_err(ConnectionError::Exchange)?;
        self.check_id_hashes(caller, chain, &request.name, &id_hashes).await?;
        // A key cannot be copied but by what is stored of it.
        let stored = ExchangeKey::from_stored(key.to_stored().reveal()).map_err(|_| ConnectionError::StateInvalid)?;
        let checked = CheckedKey {
            key: stored,
            rights,
            id_hashes,
        };
        self.store(caller, (chain, account.clone()), request, checked).await
    }

    /// Uses the state of an answer up, and returns it where the answer belongs to it.
    async fn taken_state(&self, caller: &Caller, answer: &AccessAnswer<'_>) -> Result<OAuthState, ConnectionError> {
        // A recovery phrase has spaces, and is sent to nobody.
        let is_plain = answer.code.bytes().all(|byte| byte.is_ascii_graphic());
        let is_code = is_plain && !answer.code.is_empty() && answer.code.len() <= LONGEST_CODE;
        let token = answer.state.parse::<Token>().ok();
        let token = token.filter(|token| token.kind() == TokenKind::OAuthState && is_code);
        let token = token.ok_or(ConnectionError::StateInvalid)?;
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let state = work.oauth_states().take(&token.hash()).await?;
        work.commit().await?;
        let is_own = |state: &OAuthState| {
            state.user == caller.user
                && caller.session() == Some(state.session)
                && state.exchange == answer.exchange
                && state.expires_at > now
        };
        state.filter(is_own).ok_or(ConnectionError::StateInvalid)
    }
}

/// Returns what requests access at an exchange.
fn oauth_of<'a>(reader: &'a dyn ExchangeReader, id: &ChainId) -> Result<&'a dyn ExchangeOAuth, ConnectionError> {
    reader.oauth().ok_or_else(|| ConnectionError::NoAccess(id.clone()))
}
