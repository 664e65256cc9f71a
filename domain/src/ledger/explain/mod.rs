//! The explanation of figures of entries: values, costs and gains, down to facts, prices and rates.

mod change;
mod costs;
mod day;
mod evidence;
mod expand;
pub(in crate::ledger) mod figure;
pub(in crate::ledger) mod figure_part;
mod flow;
mod held;
mod steps;
mod values;

use std::sync::Arc;

use ports::{Amount, Day, Owner, Timestamp};

use crate::{
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        explain::{figure::LedgerFigureId, figure_part::FigurePart},
        table::book_row::BookRow,
    },
    reason::Reason,
    trace::{Explanation, LeftOut, Measure, Node, Operation, Term},
};

/// A figure that was computed again.
struct ExplainedTree {
    title: String,
    tree: Node,
    left_out: Vec<LeftOut>,
}

impl Ledgers {
    /// Explains a figure of one of the caller's entries or reports, from the ledger as it is now. Fails with [`LedgerError::Changed`] if the
    /// entry is gone or no longer has the figure. If the figure has another value by now, the explanation is of that value and says
    /// so.
    pub async fn explain(&self, caller: &Caller, figure: &LedgerFigureId) -> Result<Explanation, LedgerError> {
        if !figure.belongs_to(Owner::User(caller.user)) {
            return Err(LedgerError::NotFound);
        }
        let owner = self.owner(caller).await?;
        let book = self.books.load(&self.ports, &owner).await?;
        if let Some((explained, subtitle)) = self.explain_report(caller, (&owner, &book), figure).await? {
            return Ok(explanation(figure, explained, subtitle, None));
        }
        let position = book.rows.ids().position(|id| figure.is_of(&id));
        let position = position.ok_or(LedgerError::Changed)?;
        let row = book.rows.get(position).ok_or(LedgerError::Changed)?;
        let explained = match figure.part {
            FigurePart::ValueThen
            | FigurePart::ValueToday
            | FigurePart::FeeThen
            | FigurePart::FeeToday
            | FigurePart::LegThen(_)
            | FigurePart::LegToday(_) => self.explain_value(caller.user, &book, &row, figure).await?,
            _ => self.explain_cost_part(&owner, &book, position, figure).await?,
        };
        let explained = explained.ok_or(LedgerError::Changed)?;
        let subtitle = self.subtitle(&book, &row);
        Ok(explanation(figure, explained, subtitle, Some(row.entry.time)))
    }

    /// Explains a figure of a report, with the time that it is about; `None` for a figure of an entry.
    async fn explain_report(
        &self,
        caller: &Caller,
        (owner, book): (&BookOwner, &Arc<Book>),
        figure: &LedgerFigureId,
    ) -> Result<Option<(ExplainedTree, String)>, LedgerError> {
        let (explained, subtitle) = if figure.part.is_of_report() {
            (self.explain_held(owner, book, figure).await?, String::new())
        } else if let Some(span) = figure.part.span() {
            let (from, to) = span.moments();
            let from = Some(from)
                .filter(|_| span.from > 0)
                .map(|from| Day::of(from).to_string());
            let from = from.unwrap_or_else(|| "the first transaction".to_owned());
            let explained = match figure.part {
                FigurePart::Gain(_) => self.explain_gain(caller, (owner, book), (figure, span)).await?,
                _ => self.explain_flow(owner, book, (figure, span)).await?,
            };
            (explained, format!("From {from} to {}", Day::of(to)))
        } else if let Some(day) = figure.part.day() {
            let explained = self.explain_day(caller, figure, day).await?;
            (explained, format!("At the end of {day}"))
        } else {
            return Ok(None);
        };
        Ok(Some((explained.ok_or(LedgerError::Changed)?, subtitle)))
    }

    /// Returns the account, the network and the day of a row.
    fn subtitle(&self, book: &Book, row: &BookRow) -> String {
        let account = &row.entry.id.account;
        let chain = self.ports.chains.get(&account.chain);
        let chain = chain.map_or_else(|| account.chain.to_string(), |chain| chain.name.clone());
        let name = book.own.get(&account.address);
        let name = name.cloned().unwrap_or_else(|| account.address.short());
        format!("{name} on {chain}, {}", Day::of(row.entry.time))
    }
}

/// Returns the explanation of a figure. `at` is the time of what it is about, where no price has one.
fn explanation(
    figure: &LedgerFigureId,
    explained: ExplainedTree,
    subtitle: String,
    at: Option<Timestamp>,
) -> Explanation {
    let ExplainedTree { title, tree, left_out } = explained;
    Explanation {
        figure: figure.to_string(),
        title,
        subtitle,
        exact: tree.value,
        currency: figure.currency.clone(),
        formula: formula(&tree),
        as_of: oldest_price(&tree).or(at),
        recomputed: !tree.value.is_some_and(|value| figure.shows(value)),
        valuation: None,
        left_out,
        tree,
    }
}

/// Returns the one-line formula of a product of a quantity, a price and a rate.
fn formula(tree: &Node) -> Vec<Term> {
    if tree.operation != Operation::Product {
        return Vec::new();
    }
    let term = |child: &Node| {
        let label = match child.measure {
            Measure::Quantity => "Quantity",
            Measure::Rate => "Rate",
            Measure::Price | Measure::Money | Measure::Number => "Price",
        };
        Some(Term {
            label: label.to_owned(),
            value: child.value?,
            unit: child.unit.clone(),
        })
    };
    tree.children
        .iter()
        .map(term)
        .collect::<Option<_>>()
        .unwrap_or_default()
}

/// Returns the time of the oldest price that counts.
fn oldest_price(node: &Node) -> Option<Timestamp> {
    let own = node
        .observed_at
        .filter(|_| node.measure == Measure::Price && node.counts());
    let children = node.children.iter().filter(|child| child.counts());
    children.filter_map(oldest_price).chain(own).min()
}

/// Returns what is left out of a figure, with its reason.
fn left_out(label: &str, amount: Option<Amount>, unit: &str, reason: Reason) -> LeftOut {
    LeftOut {
        label: label.to_owned(),
        place: None,
        amount,
        unit: unit.to_owned(),
        reason,
    }
}
