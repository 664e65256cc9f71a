//! What the calls about flows, fees and counterparties have in common: chains, and the figures of spans of time.

use std::collections::BTreeSet;

use domain::accounting::{AssetFlow, PartialSum, PeriodLength};
use domain::ledger::{FigurePart, FigureSpan, FlowSubject, LedgerFigureId, ReportWindow};
use ports::{Amount, ChainId, Currency, Owner};

use crate::App;
use crate::routes::report::ReportChain;

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
