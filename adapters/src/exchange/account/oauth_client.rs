//! Requests for tokens of an access that a person grants on the page of an exchange (OAuth 2.0, RFC 6749), with PKCE (RFC 7636), revocation
//! (RFC 7009) and introspection (RFC 7662).
//!
//! A code or a refresh token is sent once, because exchanges accept each once.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{
    Address, ExchangeKey, ExchangeOAuth, KeyProblem, KeyRights, PkceVerifier, RemoteError, Secret, Token, json::Json,
};
use url::{Url, form_urlencoded::Serializer};

use super::{
    key_error::key_error,
    oauth_spec::{OAuthSpec, scopes_of},
    spec::{AccountSpec, account_context},
};
use crate::{
    http_client::{HttpClient, OutgoingRequest, RequestContext},
    source::Endpoint,
};

const FORM: &str = "application/x-www-form-urlencoded";
/// The longest life of an access token that is believed.
const LONGEST_LIFE: Duration = Duration::from_hours(24 * 366);
/// The longest token.
const LONGEST: usize = 8_192;

/// The operator's client of an exchange.
#[derive(Clone)]
pub struct OAuthClientSettings {
    /// Its id, which is public.
    pub id: String,
    /// Its secret; `None` of public clients.
    pub secret: Option<Arc<Secret<String>>>,
    /// The address to which the exchange sends people back. The exchange knows it.
    pub redirect: String,
}

/// Requests tokens from an exchange.
pub struct OAuthClient {
    spec: &'static AccountSpec,
    oauth: &'static OAuthSpec,
    client: Arc<HttpClient>,
    endpoint: Endpoint,
    settings: OAuthClientSettings,
}

impl OAuthClient {
    /// Makes the client of an exchange; `None` where people cannot grant access there.
    #[must_use]
    pub fn new(
        spec: &'static AccountSpec,
        client: Arc<HttpClient>,
        endpoint: Endpoint,
        settings: OAuthClientSettings,
    ) -> Option<Self> {
        Some(Self {
            oauth: spec.oauth?,
            spec,
            client,
            endpoint,
            settings,
        })
    }

    pub(super) fn spec(&self) -> &'static OAuthSpec {
        self.oauth
    }

    pub(super) fn host(&self) -> Option<String> {
        self.endpoint.host()
    }

    /// Requests what an access may do, where the exchange states that beside its tokens.
    pub(super) async fn granted(
        &self,
        path: &[&str],
        (account, key): (&Address, &ExchangeKey),
    ) -> Result<KeyRights, RemoteError> {
        let context = self.context("rights of a key", account);
        let token = key.access_token().ok_or_else(|| self.reconnect())?;
        let answer = self.post(path, &[("token", token)], &context).await?;
        if answer["active"].as_bool() != Some(true) {
            return Err(self.reconnect());
        }
        let scopes = scopes_of(&answer["scope"]).ok_or_else(|| context.malformed("an access without its scopes"))?;
        Ok(self.oauth.rights(scopes.iter().map(String::as_str)))
    }

    pub(super) fn reconnect(&self) -> RemoteError {
        key_error(self.spec.title, KeyProblem::Reconnect, "")
    }

    fn context(&self, purpose: &'static str, account: &Address) -> RequestContext {
        account_context((self.spec.name, self.spec.title), purpose, account)
    }

    async fn post(
        &self,
        path: &[&str],
        fields: &[(&str, &str)],
        context: &RequestContext,
    ) -> Result<Json, RemoteError> {
        let request = self.form(path, fields, context)?;
        let answer = self.client.json(&request, context).await;
        self.result(answer?, context)
    }

    fn form(
        &self,
        path: &[&str],
        fields: &[(&str, &str)],
        context: &RequestContext,
    ) -> Result<OutgoingRequest, RemoteError> {
        let url = self.endpoint.url::<&str>(context, path, &[])?;
        let secret = self.settings.secret.as_ref().map(|secret| secret.reveal().as_str());
        let mut form = Serializer::new(String::new());
        form.extend_pairs(fields).append_pair("client_id", &self.settings.id);
        if let Some(secret) = secret {
            form.append_pair("client_secret", secret);
        }
        let body = form.finish().into_bytes();
        Ok(OutgoingRequest::signed_post(url, FORM, body).with_error_answer(|body| error_of(body).is_some()))
    }

    fn result(&self, answer: Json, context: &RequestContext) -> Result<Json, RemoteError> {
        match error_of(&answer) {
            None => Ok(answer),
            Some("invalid_grant") => Err(self.reconnect()),
            Some("invalid_client" | "unauthorized_client") => {
                Err(context.refused("it does not accept the client of this server, whose operator has to check it"))
            }
            Some("temporarily_unavailable" | "server_error") => {
                Err(context.unavailable("it reports that it is unavailable", None))
            }
            Some(_) => Err(context.refused("it does not support this request")),
        }
    }

    /// Reads tokens. Those of a refresh may come without another refresh token; then the old one stays valid.
    fn tokens(
        &self,
        answer: &Json,
        old_refresh: Option<&str>,
        context: &RequestContext,
    ) -> Result<ExchangeKey, RemoteError> {
        let malformed = |what| context.malformed(what);
        let token = |name: &str| {
            let text = answer[name].as_str().filter(|text| text.len() <= LONGEST)?;
            let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
            is_plain.then(|| text.to_owned())
        };
        let kind = answer["token_type"].as_str();
        if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("bearer")) {
            return Err(malformed("tokens of another kind"));
        }
        let access = token("access_token").ok_or_else(|| malformed("an answer without an access token"))?;
        let refresh = token("refresh_token").or_else(|| old_refresh.map(str::to_owned));
        let refresh = refresh.ok_or_else(|| malformed("an answer without a refresh token"))?;
        let life = &answer["expires_in"];
        let life = life.as_i64().or_else(|| life.as_str()?.parse().ok());
        let life = life
            .and_then(|seconds| u64::try_from(seconds).ok())
            .map(Duration::from_secs);
        let life = life.filter(|life| !life.is_zero() && *life <= LONGEST_LIFE);
        let life = life.ok_or_else(|| malformed("tokens without the time of their end"))?;
        Ok(ExchangeKey::of_tokens(
            access,
            Some(refresh),
            self.client.now().plus(life),
        ))
    }
}

/// Returns the code of a refusal.
fn error_of(body: &Json) -> Option<&str> {
    body.get("error")?.as_str()
}

#[async_trait]
impl ExchangeOAuth for OAuthClient {
    fn authorize_url(&self, state: &Token, challenge: &str) -> String {
        let mut url: Url = self.endpoint.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(self.oauth.authorize);
        }
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.id)
            .append_pair("redirect_uri", &self.settings.redirect)
            .append_pair("scope", &self.oauth.requested())
            .append_pair("state", state.reveal())
            .append_pair("code_challenge", challenge)
            .append_pair("code_challenge_method", "S256")
            .extend_pairs(self.oauth.parameters);
        url.into()
    }

    async fn redeem(&self, account: &Address, code: &str, verifier: &PkceVerifier) -> Result<ExchangeKey, RemoteError> {
        let context = self.context("access to an account", account);
        let fields = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &self.settings.redirect),
            ("code_verifier", verifier.reveal()),
        ];
        let answer = self.post(self.oauth.token, &fields, &context).await?;
        self.tokens(&answer, None, &context)
    }

    async fn refresh(&self, account: &Address, key: &ExchangeKey) -> Result<ExchangeKey, RemoteError> {
        let context = self.context("access to an account", account);
        let refresh = key.refresh_token().ok_or_else(|| self.reconnect())?;
        let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh)];
        let answer = self.post(self.oauth.token, &fields, &context).await?;
        self.tokens(&answer, Some(refresh), &context)
    }

    /// Revokes both tokens: not every exchange ends an access with one of them.
    async fn revoke(&self, account: &Address, key: &ExchangeKey) -> Result<(), RemoteError> {
        let context = self.context("end of an access", account);
        let mut outcome = Ok(());
        for token in [key.refresh_token(), key.access_token()].into_iter().flatten() {
            let request = self.form(self.oauth.revoke, &[("token", token)], &context)?;
            // The answer may be empty. A token that is not valid any more is refused, and has ended.
            let revoked = match self.client.send(&request, &context).await {
                Ok(body) => match ports::json::read(&body, crate::http_client::ANSWER) {
                    Ok(answer) => match self.result(answer, &context) {
                        Err(RemoteError::Key { .. }) => Ok(()),
                        other => other.map(drop),
                    },
                    Err(_) if body.iter().all(u8::is_ascii_whitespace) => Ok(()),
                    Err(_) => Err(context.malformed("text that is not JSON")),
                },
                Err(error) => Err(error),
            };
            outcome = outcome.and(revoked);
        }
        if let Err(error) = &outcome {
            tracing::warn!(
                exchange = self.spec.title,
                error = error.code(),
                "an exchange did not confirm that an access has ended"
            );
        }
        outcome
    }
}
