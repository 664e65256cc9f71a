//! What the calls about flows, fees and counterparties have in common: spans of time, and the figures of them.

use std::collections::BTreeSet;

use domain::accounting::{AssetFlow, PartialSum, PeriodLength};
use domain::ledger::{FigurePart, FigureSpan, FlowSubject, LedgerFigureId, ReportWindow};
use ports::{Amount, ChainId, Currency, Owner, Timestamp};

use crate::App;
use crate::problem::Problem;
use crate::routes::report::ReportChain;

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

/// Returns the name of the length of periods.
pub fn criteria(length: PeriodLength) -> String {
    match length {
        PeriodLength::Day => "day",
        _ => "month",
    }
    .to_owned()
}

/// Returns the rows of these chains.
pub fn chain_rows(app: &App, chains: &BTreeSet<ChainId>) -> Vec<ReportChain> {
    chains.iter().map(|chain| ReportChain::of(app, chain)).collect()
}

/// One of the figures of a span of time.
pub type SpanPart = fn(FigureSpan) -> FigurePart;

/// Makes the ids of the figures of a span of time.
pub struct SpanFigures<'a> {
    owner: Owner,
    span: FigureSpan,
    currency: &'a Currency,
}

impl<'a> SpanFigures<'a> {
    /// Returns what makes the figures of an owner; `None` for visitors.
    pub fn of(owner: Option<Owner>, window: &ReportWindow, currency: &'a Currency) -> Option<Self> {
        Some(Self {
            owner: owner?,
            span: FigureSpan::of(window.from, window.to?)?,
            currency,
        })
    }

    /// Returns the id of a figure.
    pub fn id(&self, subject: &FlowSubject, part: SpanPart, value: Amount) -> String {
        let (subject, value) = (subject.to_string(), (value, self.currency));
        LedgerFigureId::about(self.owner, &subject, part(self.span), value).to_string()
    }

    /// Returns the ids of the figures of a flow.
    pub fn flows(&self, pointer: &str, subject: &FlowSubject, flow: &AssetFlow) -> Vec<(String, String)> {
        let parts: [(&str, SpanPart, PartialSum); 4] = [
            ("inflows", FigurePart::FlowIn, flow.inflows()),
            ("outflows", FigurePart::FlowOut, flow.outflows()),
            ("net", FigurePart::FlowNet, flow.net()),
            ("transferred", FigurePart::FlowTransferred, flow.transferred),
        ];
        let id = |(name, part, sum): (&str, SpanPart, PartialSum)| {
            (
                format!("{pointer}/{name}/value"),
                self.id(subject, part, sum.known.amount()),
            )
        };
        parts.into_iter().map(id).collect()
    }
}
