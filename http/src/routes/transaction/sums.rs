//! What the transactions of a search add up to.

use axum::extract::State;
use domain::ledger::EntrySums;

use super::filter_rows::kind_option;
use super::{SearchTransactionRequest, TransactionSumsData, TransactionSumsRequest, conditions};
use crate::App;
use crate::body::BodyWithHashes;
use crate::caller::Viewer;
use crate::envelope::{Answer, Envelope, answers};
use crate::routes::entry::count;

/// Returns what all transactions of a search add up to, whatever its page.
///
/// Movements between own accounts are neither in nor out. It accepts the token of a share session as `search-transaction` does.
#[utoipa::path(post, path = "/wallet/transaction/get-transaction-sums", tag = "transaction", operation_id = "getTransactionSums",
    request_body(content = Option<TransactionSumsRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetTransactionSumsAnswer)))]
pub async fn get_transaction_sums(
    State(app): State<App>,
    viewer: Viewer,
    BodyWithHashes(request): BodyWithHashes<TransactionSumsRequest>,
) -> Answer<TransactionSumsData> {
    let query = conditions::query(
        &app,
        SearchTransactionRequest {
            conditions: request.conditions,
            currency_code: request.currency_code,
            ..SearchTransactionRequest::default()
        },
    )?;
    let sums = match viewer {
        Viewer::Caller(caller) => app.tracker().ledgers().sums(&caller, &query).await?,
        Viewer::Visitor(visitor) => app.tracker().shares().sums(&visitor, &query).await?,
    };
    Ok(Envelope::of(data(&sums)))
}

fn data(sums: &EntrySums) -> TransactionSumsData {
    TransactionSumsData {
        total_count: count(sums.entries),
        inflows: sums.flow.inflows().into(),
        outflows: sums.flow.outflows().into(),
        fees: sums.fees.into(),
        realized: sums.realized.into(),
        own_transfers: count(sums.own_transfers),
        bridges: count(sums.bridges),
        kind_filters: sums.kinds.iter().map(|(one, rows)| kind_option(*one, *rows)).collect(),
        currency_code: sums.currency.to_string(),
        coverage: (&sums.coverage).into(),
    }
}

answers! {
    GetTransactionSumsAnswer = TransactionSumsData,
}
