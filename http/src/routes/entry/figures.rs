//! The ids under which the figures of entries are explained.

use domain::ledger::{CostChange, EntryLine, FigurePart, LedgerFigureId, OwnEntry};
use ports::{Amount, Currency, Owner};

use crate::wire::Figures;

/// Collects the figures of one answer.
struct EntryFigures<'a> {
    owner: Owner,
    currency: &'a Currency,
    figures: Vec<(String, String)>,
}

/// Returns the figures of the rows of a page: their values and fees.
pub fn of_page(owner: Owner, rows: &[EntryLine], currency: &Currency) -> Figures {
    let mut found = EntryFigures::new(owner, currency);
    for (index, line) in rows.iter().enumerate() {
        found.add_row(&format!("/results/{index}"), line);
    }
    Figures(found.figures)
}

/// Returns the figures of an entry: of its row, of each amount, and of its costs.
pub fn of_entry(owner: Owner, entry: &OwnEntry, currency: &Currency) -> Figures {
    let detail = &entry.detail;
    let mut found = EntryFigures::new(owner, currency);
    found.add_row("/row", &detail.line);
    for (index, leg) in (0..).zip(&detail.line.legs) {
        let place = |name: &str| format!("/row/legs/{index}/{name}");
        let (then, today) = (leg.value_then.as_ref().ok(), leg.value_today.as_ref().ok());
        found.add(
            &detail.line,
            place("value_then"),
            FigurePart::LegThen(index),
            then.copied(),
        );
        found.add(
            &detail.line,
            place("value_today"),
            FigurePart::LegToday(index),
            today.copied(),
        );
    }
    if let Some(fee) = &detail.line.fee {
        let (then, today) = (fee.value_then.as_ref().ok(), fee.value_today.as_ref().ok());
        found.add(
            &detail.line,
            "/row/fee/value_then".to_owned(),
            FigurePart::FeeThen,
            then.copied(),
        );
        found.add(
            &detail.line,
            "/row/fee/value_today".to_owned(),
            FigurePart::FeeToday,
            today.copied(),
        );
    }
    for (index, change) in (0..).zip(&entry.cost.assets) {
        found.add_cost(&detail.line, index, change);
    }
    Figures(found.figures)
}

impl<'a> EntryFigures<'a> {
    fn new(owner: Owner, currency: &'a Currency) -> Self {
        Self {
            owner,
            currency,
            figures: Vec::new(),
        }
    }

    fn add_row(&mut self, place: &str, line: &EntryLine) {
        let (then, today) = (line.value_then.as_ref().ok(), line.value_today.as_ref().ok());
        self.add(
            line,
            format!("{place}/value_then"),
            FigurePart::ValueThen,
            then.copied(),
        );
        self.add(
            line,
            format!("{place}/value_today"),
            FigurePart::ValueToday,
            today.copied(),
        );
        if let Some(fee) = &line.fee {
            let (then, today) = (fee.value_then.as_ref().ok(), fee.value_today.as_ref().ok());
            self.add(line, format!("{place}/fee_then"), FigurePart::FeeThen, then.copied());
            self.add(line, format!("{place}/fee_today"), FigurePart::FeeToday, today.copied());
        }
    }

    fn add_cost(&mut self, line: &EntryLine, index: u16, change: &CostChange) {
        let place = |name: &str| format!("/cost/assets/{index}/{name}");
        let (before, after) = (&change.before, &change.after);
        // A cost of nothing follows from nothing.
        let held = |state: &domain::ledger::CostState| state.cost.filter(|_| state.average.is_some());
        self.add(line, place("before/cost"), FigurePart::CostBefore(index), held(before));
        self.add(line, place("after/cost"), FigurePart::CostAfter(index), held(after));
        self.add(
            line,
            place("before/average"),
            FigurePart::AverageBefore(index),
            before.average,
        );
        self.add(
            line,
            place("after/average"),
            FigurePart::AverageAfter(index),
            after.average,
        );
        self.add(line, place("realized"), FigurePart::Realized(index), change.realized);
    }

    fn add(&mut self, line: &EntryLine, pointer: String, part: FigurePart, value: Option<Amount>) {
        if let Some(value) = value {
            let id = LedgerFigureId::new(self.owner, &line.id, part, (value, self.currency));
            self.figures.push((pointer, id.to_string()));
        }
    }
}
