//! The caller: the only way to a user's id.

use axum::extract::{FromRequestParts, Request};
use axum::http::{HeaderMap, header, request::Parts};
use domain::user::AuthenticateError;

use crate::App;
use crate::problem::Problem;

/// Whoever the session belongs to. Handlers take it as an argument; the guard has put it there.
#[derive(Clone, Copy)]
pub struct Caller(pub domain::Caller);

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().copied().ok_or(Problem::SessionInvalid)
    }
}

/// Whoever looks: a person at their own, or a visitor at what is shared. Only calls that are registered as shared have it.
#[derive(Clone)]
pub enum Viewer {
    /// A person with a session.
    Caller(domain::Caller),
    /// Whoever holds the token of a look.
    Visitor(domain::Visitor),
}

impl<S: Send + Sync> FromRequestParts<S> for Viewer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or(Problem::SessionInvalid)
    }
}

/// The caller or the visitor behind the token of `Authorization: Bearer`; its prefix says which.
pub async fn viewer_of(app: &App, headers: &HeaderMap) -> Result<Viewer, Problem> {
    match token(headers) {
        Some(token) if token.starts_with(ports::TokenKind::Share.prefix()) => {
            let admitted = app.tracker().shares().admit(token).await;
            admitted.map(Viewer::Visitor).map_err(Into::into)
        }
        _ => of(app, headers).await.map(|Caller(caller)| Viewer::Caller(caller)),
    }
}

/// The caller behind the token of `Authorization: Bearer`.
pub async fn of(app: &App, headers: &HeaderMap) -> Result<Caller, Problem> {
    let token = token(headers).ok_or(Problem::SessionMissing)?;
    app.tracker()
        .users()
        .authenticate(token)
        .await
        .map(Caller)
        .map_err(Into::into)
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let stated = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = stated.split_once(' ')?;
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

/// A session that stays open longer than one answer, so that it can be looked at again.
pub struct OpenSession {
    pub caller: domain::Caller,
    token: ports::Token,
}

impl OpenSession {
    /// The session of a request that the guard let pass.
    pub fn of(request: &Request) -> Option<Self> {
        let Caller(caller) = request.extensions().get::<Caller>().copied()?;
        Some(Self {
            caller,
            token: token(request.headers())?.parse().ok()?,
        })
    }

    /// Whether it was ended meanwhile. A database that does not answer says nothing about it.
    pub async fn is_over(&self, app: &App) -> bool {
        let found = app.tracker().users().authenticate(self.token.reveal()).await;
        matches!(found, Err(AuthenticateError::Invalid))
    }
}
