//! The sessions of a registered user.

use axum::extract::State;
use ports::Session;

use super::bodies::{ListSessionsData, ListSessionsRequest, RevokeSessionData, RevokeSessionRequest, SessionRow};
use crate::App;
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::Problem;

/// Returns the caller's sessions, the last used first.
///
/// Each has what it was opened on and from which network, so that people recognize it. Expired sessions are left out.
#[utoipa::path(post, path = "/organisation/user/list-sessions", tag = "user", operation_id = "listSessions",
    request_body(content = Option<ListSessionsRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ListSessionsAnswer)))]
pub async fn list_sessions(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    _: Body<ListSessionsRequest>,
) -> Answer<ListSessionsData> {
    let sessions = app.tracker().users().sessions(&caller).await?;
    let row = |session: &Session| SessionRow {
        id: session.id.to_string(),
        current: Some(session.id) == caller.session(),
        device: session.device.clone(),
        network: session.network.clone(),
        created_on: session.created_at.into(),
        used_on: session.used_at.into(),
        expires_on: session.expires_at.into(),
    };
    Ok(Envelope::of(ListSessionsData {
        sessions: sessions.iter().map(row).collect(),
    }))
}

/// Ends one of the caller's sessions, or all others.
///
/// The session of this call is ended by `sign-out`.
#[utoipa::path(post, path = "/organisation/user/revoke-session", tag = "user", operation_id = "revokeSession",
    request_body(content = RevokeSessionRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = RevokeSessionAnswer)))]
pub async fn revoke_session(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<RevokeSessionRequest>,
) -> Answer<RevokeSessionData> {
    let users = app.tracker().users();
    match (&request.id, request.others) {
        (Some(id), false) => {
            let id = id.parse().map_err(|_| Problem::NotFound)?;
            users.revoke_session(&caller, id).await?;
        }
        (None, true) => users.revoke_other_sessions(&caller).await?,
        _ => return Err(Problem::field("id", "Send the id of a session, or others: true.")),
    }
    Ok(Envelope::of(RevokeSessionData { revoked: true }))
}

answers! {
    ListSessionsAnswer = ListSessionsData,
    RevokeSessionAnswer = RevokeSessionData,
}
