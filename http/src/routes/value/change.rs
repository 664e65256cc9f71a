//! How the value changed in a span of days.

use axum::extract::State;
use domain::accounting::PartialSum;
use domain::ledger::{
    ChangeQuery, EVERYTHING_HELD, FigurePart, FigureSpan, FlowSubject, LedgerFigureId, PeriodFigures, ValueChange,
};
use ports::{Day, Owner};

use super::bodies::{AssetValueChangeData, AssetValueChangeRequest};
use super::day::day;
use crate::App;
use crate::body::Body;
use crate::caller::Viewer;
use crate::envelope::{Answer, Envelope, answers};
use crate::wire::{Figures, currency};

/// Returns how the value of everything changed in a span of days, by what came in and went out, and by gains.
///
/// It accepts the token of a share session as `get-asset-value-graph` does.
#[utoipa::path(post, path = "/wallet/user-wallet/get-asset-value-change", tag = "report", operation_id = "getAssetValueChange",
    request_body(content = AssetValueChangeRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAssetValueChangeAnswer)))]
pub async fn get_asset_value_change(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<AssetValueChangeRequest>,
) -> Answer<AssetValueChangeData> {
    let query = ChangeQuery {
        first: day("first_day", &request.first_day)?,
        last: day("last_day", &request.last_day)?,
        currency: currency(request.currency_code.as_deref())?,
    };
    let (change, owner) = match viewer {
        Viewer::Caller(caller) => {
            let change = app.tracker().ledgers().value_change(&caller, &query).await?;
            (change, Some(Owner::User(caller.user)))
        }
        Viewer::Visitor(visitor) => (app.tracker().shares().value_change(&visitor, &query).await?, None),
    };
    let figures = owner.map_or_else(Vec::new, |owner| figures(&change, owner));
    Ok(Envelope::of(AssetValueChangeData {
        first_day: change.first.to_string(),
        last_day: change.last.to_string(),
        opening: change.opening.into(),
        net_flow: change.net_flow.into(),
        gain: change.gain.into(),
        closing: change.closing.into(),
        currency_code: change.currency.to_string(),
        coverage: (&change.coverage).into(),
        figures: Figures(figures),
    }))
}

/// Returns the ids of the figures of a change.
fn figures(change: &ValueChange, owner: Owner) -> Vec<(String, String)> {
    let of = |subject: &str, part, sum: PartialSum| {
        let value = (sum.known.amount(), &change.currency);
        LedgerFigureId::about(owner, subject, part, value).to_string()
    };
    let of_day = |day: Day, sum| {
        let number = FigurePart::number_of(day)?;
        Some(of(EVERYTHING_HELD, FigurePart::DayTotal(number), sum))
    };
    let span = change.window.to.and_then(|to| FigureSpan::of(change.window.from, to));
    let of_span = |subject: &str, part: fn(FigureSpan) -> FigurePart, sum| Some(of(subject, part(span?), sum));
    let closing = match &change.closing_figures {
        Some(PeriodFigures::OfNow(total, _)) => Some(total.to_string()),
        Some(PeriodFigures::OfDay(day)) => of_day(*day, change.closing),
        None => None,
    };
    let all = [
        ("opening", of_day(change.first.plus(-1), change.opening)),
        (
            "net_flow",
            of_span(
                &FlowSubject::default().to_string(),
                FigurePart::FlowNet,
                change.net_flow,
            ),
        ),
        ("gain", of_span(EVERYTHING_HELD, FigurePart::Gain, change.gain)),
        ("closing", closing),
    ];
    let known = all.into_iter().filter_map(|(name, id)| Some((name, id?)));
    known.map(|(name, id)| (format!("/{name}/value"), id)).collect()
}

answers! {
    GetAssetValueChangeAnswer = AssetValueChangeData,
}
