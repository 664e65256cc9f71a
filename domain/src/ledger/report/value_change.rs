//! How the value changed in a span of days: by what came in and went out, and by gains.

use ports::{Currency, Day, Timestamp};

use crate::{
    accounting::{Exact, PartialSum},
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        report::{
            coverage::ReportCoverage,
            flow::window::ReportWindow,
            value::{
                inputs::ValueOwner,
                period::{PeriodFigures, PeriodQuery, check_order},
            },
        },
    },
};

/// Which span is wanted.
#[derive(Clone, Debug)]
pub struct ChangeQuery {
    /// The first day whose movements count. The change is that since the end of the day before.
    pub first: Day,
    /// The last one. A span that reaches into today ends now.
    pub last: Day,
    /// The currency.
    pub currency: Currency,
}

/// How the value of everything changed in a span of days. What it opens with, the net flow and the gain are what it closes with.
#[derive(Clone, Debug)]
pub struct ValueChange {
    /// The first day.
    pub first: Day,
    /// The last one.
    pub last: Day,
    /// The movements that count.
    pub window: ReportWindow,
    /// The currency.
    pub currency: Currency,
    /// The value at the end of the day before the first one.
    pub opening: PartialSum,
    /// What came in less what went out, each at its own time.
    pub net_flow: PartialSum,
    /// The rest of the change: gains and losses of prices, rewards, less fees. What the other figures leave out makes it inexact, and is
    /// counted.
    pub gain: PartialSum,
    /// The value at the end of the last day, or now.
    pub closing: PartialSum,
    /// Under what the value that it closes with is explained.
    pub closing_figures: Option<PeriodFigures>,
    /// How much of the history it covers.
    pub coverage: ReportCoverage,
}

impl Ledgers {
    /// Returns how the value of the caller's portfolio changed in a span of days.
    pub async fn value_change(&self, caller: &Caller, query: &ChangeQuery) -> Result<ValueChange, LedgerError> {
        let owner = self.value_owner(caller, &[]).await?;
        self.value_change_of(&owner, query).await
    }

    /// Returns how the value of an owner's portfolio changed in a span of days.
    pub(crate) async fn value_change_of(
        &self,
        whose: &ValueOwner,
        query: &ChangeQuery,
    ) -> Result<ValueChange, LedgerError> {
        check_order(query.first, query.last)?;
        let of_day = |day: Day| PeriodQuery {
            first: day,
            last: day,
            wallets: Vec::new(),
            currency: query.currency.clone(),
        };
        let zone = &whose.book.zone;
        let end = Timestamp::from_millis(zone.start(query.last.plus(1)).millis() - 1);
        let window = ReportWindow::of_span(zone.start(query.first), end);
        let opening = self.value_period_of(whose, &of_day(query.first.plus(-1))).await?;
        let flows = self.flows_of(&whose.book, &window, &query.currency).await?;
        let closing = self.value_period_of(whose, &of_day(query.last)).await?;
        let net_flow = flows.total.net();
        Ok(ValueChange {
            first: query.first,
            last: query.last,
            window,
            currency: query.currency.clone(),
            gain: rest(closing.closing, &[opening.closing, net_flow]),
            opening: opening.closing,
            net_flow,
            closing: closing.closing,
            closing_figures: closing.figures,
            coverage: closing.coverage,
        })
    }
}

/// Returns what is left of a sum without these parts. What any of them leaves out is counted.
fn rest(whole: PartialSum, parts: &[PartialSum]) -> PartialSum {
    let mut rest = whole;
    for part in parts {
        let negative = Exact::ZERO.sub(part.known).ok();
        rest.left_out = rest.left_out.saturating_add(part.left_out);
        rest.add(negative);
    }
    rest
}
