//! Explanations of figures: the tree of values that a figure is computed from.

mod bodies;

pub use bodies::*;

use axum::extract::State;
use ports::ApiKeyScope;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::{GrantedScopes, Viewer};
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default().add(
        Call::read(Access::AnyUser)
            .shared()
            .scope(ApiKeyScope::Portfolio)
            .scope(ApiKeyScope::Ledger)
            .problems(&[Code::NotFound, Code::Conflict])
            .computes(),
        routes!(explain_figure),
    )
}

/// Explains a figure as the tree of values that it is computed from.
///
/// The inputs of a figure are stored for 24 hours. After that the tree is computed from the latest inputs, and `recomputed` is true.
/// Figures of entries are computed from the ledger as it is now, and need the scope `ledger`; `recomputed` is true where their value has changed.
#[utoipa::path(post, path = "/wallet/figure/explain", tag = "figure", operation_id = "explainFigure",
    request_body(content = ExplainFigureRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ExplainFigureAnswer)))]
async fn explain_figure(
    State(app): State<App>,
    viewer: Viewer,
    scopes: GrantedScopes,
    Body(request): Body<ExplainFigureRequest>,
) -> Answer<Explanation> {
    let ExplainFigureRequest { figure } = request;
    let tracker = app.tracker();
    if let (Ok(figure), Viewer::Caller(caller)) = (figure.parse(), &viewer) {
        scopes.check(ApiKeyScope::Ledger)?;
        return Ok(Envelope::of(tracker.ledgers().explain(caller, &figure).await?.into()));
    }
    scopes.check(ApiKeyScope::Portfolio)?;
    let figure = figure.parse().map_err(|_| Problem::NotFound)?;
    let explanation = match viewer {
        Viewer::Caller(caller) => tracker.valuations().explain(&caller, &figure).await?,
        Viewer::Visitor(visitor) => tracker.shares().explain(&visitor, &figure).await?,
    };
    Ok(Envelope::of(explanation.into()))
}

answers! {
    ExplainFigureAnswer = Explanation,
}
