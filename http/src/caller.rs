//! The caller of a request, which is the only source of a user's id in handlers.

use std::collections::BTreeSet;
use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request};
use axum::http::{HeaderMap, header, request::Parts};
use domain::user::AuthenticateError;
use ports::ApiKeyScope;

use crate::App;
use crate::problem::Problem;

/// The user of the session. Handlers take it as an argument; the guard adds it to the request.
#[derive(Clone, Copy)]
pub struct SessionCaller(pub domain::Caller);

impl<S: Send + Sync> FromRequestParts<S> for SessionCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().copied().ok_or(Problem::SessionInvalid)
    }
}

/// The user of the session or of the API key, for calls that only read. A key never gets a [`SessionCaller`].
#[derive(Clone, Copy)]
pub struct ReadingCaller(pub domain::Caller);

impl<S: Send + Sync> FromRequestParts<S> for ReadingCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match parts.extensions.get::<Self>() {
            Some(caller) => Ok(*caller),
            None => SessionCaller::from_request_parts(parts, state)
                .await
                .map(|SessionCaller(caller)| Self(caller)),
        }
    }
}

/// What the API key of a request may read; everything if it has none. For calls whose answers belong to several scopes.
#[derive(Clone, Default)]
pub struct GrantedScopes(Option<BTreeSet<ApiKeyScope>>);

impl GrantedScopes {
    /// Returns a problem unless this scope is granted.
    pub fn check(&self, scope: ApiKeyScope) -> Result<(), Problem> {
        match &self.0 {
            Some(granted) if !granted.contains(&scope) => Err(Problem::ScopeRequired { scope: Some(scope) }),
            _ => Ok(()),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for GrantedScopes {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}

/// The user of a session or an API key, or the visitor of a share session. Only calls that are registered as shared have it.
#[derive(Clone)]
pub enum Viewer {
    /// A user with a session, or with an API key whose scope opens the call.
    Caller(domain::Caller),
    /// A visitor with the token of a share session.
    Visitor(domain::Visitor),
}

impl<S: Send + Sync> FromRequestParts<S> for Viewer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or(Problem::SessionInvalid)
    }
}

/// Authenticates the token of `Authorization: Bearer`. Its prefix distinguishes sessions from share sessions.
pub async fn viewer_of(app: &App, headers: &HeaderMap) -> Result<Viewer, Problem> {
    match token(headers) {
        Some(token) if token.starts_with(ports::TokenKind::Share.prefix()) => {
            let visitor = app.tracker().shares().admit(token).await;
            visitor.map(Viewer::Visitor).map_err(Into::into)
        }
        _ => of(app, headers)
            .await
            .map(|SessionCaller(caller)| Viewer::Caller(caller)),
    }
}

/// Authenticates the API key of `Authorization: Bearer`, counts the call under the key's rate limit, and checks that the key
/// has one of the scopes of the call. A call without a scope refuses every key.
pub async fn by_api_key(
    app: &App,
    headers: &HeaderMap,
    scopes: &[ApiKeyScope],
) -> Result<(ReadingCaller, GrantedScopes), Problem> {
    let token = api_key(headers).ok_or(Problem::SessionMissing)?;
    let key = app.tracker().api_keys().authenticate(token).await?;
    app.settings().limits.check_key(key.id, app.tracker()).await?;
    if !scopes.iter().any(|scope| key.scopes.contains(scope)) {
        return Err(Problem::ScopeRequired {
            scope: scopes.first().copied(),
        });
    }
    Ok((ReadingCaller(key.caller), GrantedScopes(Some(key.scopes))))
}

/// Returns the API key of a request, by the prefix of its token.
pub fn api_key(headers: &HeaderMap) -> Option<&str> {
    token(headers).filter(|token| token.starts_with(ports::TokenKind::ApiKey.prefix()))
}

/// Authenticates the session token of `Authorization: Bearer`.
pub async fn of(app: &App, headers: &HeaderMap) -> Result<SessionCaller, Problem> {
    let token = token(headers).ok_or(Problem::SessionMissing)?;
    app.tracker()
        .users()
        .authenticate(token)
        .await
        .map(SessionCaller)
        .map_err(Into::into)
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

impl From<AuthenticateError> for Problem {
    fn from(error: AuthenticateError) -> Self {
        match error {
            AuthenticateError::Invalid => Self::SessionInvalid,
            AuthenticateError::Storage(error) => error.into(),
        }
    }
}

/// A session that is checked repeatedly, because an event stream may last longer than the session.
pub struct OpenSession {
    pub caller: domain::Caller,
    token: ports::Token,
}

impl OpenSession {
    /// Returns the session of a request that the guard has authenticated.
    pub fn of(request: &Request) -> Option<Self> {
        let SessionCaller(caller) = request.extensions().get::<SessionCaller>().copied()?;
        Some(Self {
            caller,
            token: token(request.headers())?.parse().ok()?,
        })
    }

    /// Whether the session has ended. If the database does not respond, the session counts as open.
    pub async fn is_over(&self, app: &App) -> bool {
        let result = app.tracker().users().authenticate(self.token.reveal()).await;
        matches!(result, Err(AuthenticateError::Invalid))
    }
}
