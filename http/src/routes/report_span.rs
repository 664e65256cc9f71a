//! The spans of time that reports cover.

use std::collections::BTreeSet;

use domain::ledger::ReportWindow;
use ports::{ChainId, Timestamp};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::problem::Problem;

/// Returns the window of a span in seconds on these chains.
pub fn window(app: &App, (from, to): (Option<i64>, Option<i64>), chains: &[String]) -> Result<ReportWindow, Problem> {
    let chains: Result<BTreeSet<ChainId>, Problem> = chains.iter().map(|text| app.chain(text)).collect();
    let window = ReportWindow {
        from: from.map(Timestamp::from_seconds),
        to: to.map(Timestamp::from_seconds),
        chains: chains?,
        coins: BTreeSet::new(),
    };
    check_span(&window)?;
    Ok(window)
}

/// Refuses a span that no history can have: before 2009, after 2105, or the wrong way round.
pub fn check_span(window: &ReportWindow) -> Result<(), Problem> {
    let years = 1_230_768_000_000..4_291_747_200_000_i64;
    for (field, at) in [("start_datetime", window.from), ("end_datetime", window.to)] {
        if at.is_some_and(|at| !years.contains(&at.millis())) {
            return Err(Problem::field(field, "Name a time from 2009 to 2105."));
        }
    }
    match (window.from, window.to) {
        (Some(from), Some(to)) if to < from => Err(Problem::field("end_datetime", "The end is before the start.")),
        _ => Ok(()),
    }
}

/// The request of an export of a span of time.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD", "start_datetime": 1_761_696_000, "end_datetime": 1_764_374_400}))]
pub struct ExportSpanRequest {
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
    /// The first moment, in Unix seconds; the default is the first transaction.
    #[schema(example = 1_761_696_000)]
    pub start_datetime: Option<i64>,
    /// The last moment, in Unix seconds; the default is now.
    #[schema(example = 1_764_374_400)]
    pub end_datetime: Option<i64>,
}
