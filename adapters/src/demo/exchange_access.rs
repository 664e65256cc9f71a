//! Access to accounts at the exchanges of the demo world. The page on which people consent is one of this server, and states that it is invented.

use async_trait::async_trait;
use ports::{Address, Clock, ExchangeKey, ExchangeOAuth, KeyProblem, KeyRights, PkceVerifier, RemoteError, Token};
use std::{sync::Arc, time::Duration};

use super::invented::pause;
use crate::exchange::account::{AccountSpec, OAuthSpec, key_error};

/// How long an access token lasts.
const LIFE: Duration = Duration::from_hours(1);
/// The beginning of the codes of the invented page.
const CODE: &str = "demo-";
/// The code of an access that may send money, by which people see what happens then.
const TOO_WIDE: &str = "demo-may-send";
const SENDS: &str = "wallet:transactions:send";

/// Access to accounts at an invented exchange.
pub(super) struct DemoAccess {
    pub(super) spec: &'static AccountSpec,
    pub(super) oauth: &'static OAuthSpec,
    pub(super) clock: Arc<dyn Clock>,
}

impl DemoAccess {
    /// Returns what the access of a token may do.
    pub(super) fn rights(&self, token: &str) -> KeyRights {
        let requested = self.oauth.scopes.iter().map(|scope| scope.name);
        self.oauth.rights(requested.chain((token == TOO_WIDE).then_some(SENDS)))
    }

    fn tokens(&self, identity: &str) -> ExchangeKey {
        let end = self.clock.now().plus(LIFE);
        ExchangeKey::of_tokens(identity.to_owned(), Some(identity.to_owned()), end)
    }

    fn reconnect(&self) -> RemoteError {
        key_error(self.spec.title, KeyProblem::Reconnect, "")
    }
}

#[async_trait]
impl ExchangeOAuth for DemoAccess {
    fn authorize_url(&self, state: &Token, _: &str) -> String {
        format!("/connect/demo?exchange={}&state={}", self.spec.name, state.reveal())
    }

    async fn redeem(&self, _: &Address, code: &str, _: &PkceVerifier) -> Result<ExchangeKey, RemoteError> {
        pause(80).await;
        let is_code = code.starts_with(CODE) && code.len() < 64 && code.bytes().all(|byte| byte.is_ascii_graphic());
        if is_code {
            Ok(self.tokens(code))
        } else {
            Err(self.reconnect())
        }
    }

    async fn refresh(&self, _: &Address, key: &ExchangeKey) -> Result<ExchangeKey, RemoteError> {
        pause(80).await;
        let identity = key.refresh_token().ok_or_else(|| self.reconnect())?;
        Ok(self.tokens(identity))
    }

    async fn revoke(&self, _: &Address, _: &ExchangeKey) -> Result<(), RemoteError> {
        pause(60).await;
        Ok(())
    }
}
