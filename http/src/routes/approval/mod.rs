//! Approvals: what others may move of what a person holds.

mod bodies;
mod rows;

pub use bodies::*;

use axum::extract::State;
use domain::approval::ApprovalError;
use ports::ApiKeyScope;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::ReadingCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::Problem;
use crate::wire::currency;

/// The calls of this file.
pub fn router() -> Calls {
    let read = Call::read(Access::AnyUser).scope(ApiKeyScope::Ledger).computes();
    Calls::default().add(read, routes!(get_approvals))
}

/// Returns what others may move of what the caller holds, by spender, with the value that each can cost.
///
/// The approvals that transactions logged are read again from the contracts of the tokens. What is missing is in `gaps` and `unread`. Each has
/// the call that takes it back, which is never made here.
#[utoipa::path(post, path = "/wallet/user-wallet/get-approvals", tag = "approval", operation_id = "getApprovals",
    request_body(content = Option<GetApprovalsRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetApprovalsAnswer)))]
async fn get_approvals(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<GetApprovalsRequest>,
) -> Answer<ApprovalsData> {
    let currency = currency(request.currency_code.as_deref())?;
    let report = app.tracker().approvals().report(&caller, &currency).await?;
    Ok(Envelope::of(rows::data(&report)))
}

impl From<ApprovalError> for Problem {
    fn from(error: ApprovalError) -> Self {
        match error {
            ApprovalError::Valuation(error) => error.into(),
            ApprovalError::Ledger(error) => error.into(),
            ApprovalError::Storage(error) => error.into(),
        }
    }
}

answers! {
    GetApprovalsAnswer = ApprovalsData,
}
