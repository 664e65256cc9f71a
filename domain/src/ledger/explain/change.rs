//! The explanation of the gain of a span of days: what the value changed by, less what came in and went out.

use std::sync::Arc;

use ports::{Amount, Day, Owner};

use crate::{
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        explain::{
            ExplainedTree,
            figure::LedgerFigureId,
            figure_part::{FigurePart, FigureSpan},
        },
        report::{cost_table::EVERYTHING_HELD, flow::subject::FlowSubject},
    },
    trace::{Node, Operation},
    valuation::{ValuationError, Valuations},
};

impl Ledgers {
    /// Explains the gain of a span of days; `None` where one of the values that it follows from is not known.
    pub(super) async fn explain_gain(
        &self,
        caller: &Caller,
        (owner, book): (&BookOwner, &Arc<Book>),
        (figure, span): (&LedgerFigureId, FigureSpan),
    ) -> Result<Option<ExplainedTree>, LedgerError> {
        let (from, to) = span.moments();
        let (before, last) = (owner.zone.day(from).plus(-1), owner.zone.day(to));
        let about = |subject: &str, part| {
            let value = (Amount::ZERO, &figure.currency);
            LedgerFigureId::about(Owner::User(caller.user), subject, part, value)
        };
        let net = about(&FlowSubject::default().to_string(), FigurePart::FlowNet(span));
        let Some(closing) = self.explain_end(caller, figure, last).await? else {
            return Ok(None);
        };
        let Some(opening) = self.explain_end(caller, figure, before).await? else {
            return Ok(None);
        };
        let Some(flows) = self.explain_flow(owner, book, (&net, span)).await? else {
            return Ok(None);
        };
        let mut left_out = closing.left_out;
        left_out.extend(opening.left_out);
        left_out.extend(flows.left_out);
        let end = if last >= owner.zone.day(self.ports.clock.now()) {
            "Value now".to_owned()
        } else {
            format!("Value at the end of {last}")
        };
        let currency = figure.currency.as_str();
        let change = difference(
            ("Change of the value", currency),
            named(closing.tree, end),
            named(opening.tree, format!("Value at the end of {before}")),
        );
        let gain =
            change.and_then(|change| difference(("Gain", currency), change, named(flows.tree, "Net flows".to_owned())));
        Ok(gain.map(|tree| ExplainedTree {
            title: "Gain, after fees".to_owned(),
            tree,
            left_out,
        }))
    }

    /// Explains the value of everything at the end of a day, or now.
    async fn explain_end(
        &self,
        caller: &Caller,
        figure: &LedgerFigureId,
        day: Day,
    ) -> Result<Option<ExplainedTree>, LedgerError> {
        let whose = self.value_owner(caller, &[]).await?;
        let from = self.value_basis(&whose, &figure.currency).await?;
        if day >= from.today {
            let now = self.value_now(&whose.viewpoint, &from).await?;
            let valuations = Valuations::new(self.ports.clone());
            let explained = valuations.explain_from(&whose.viewpoint, &now.figure).await;
            let explained = match explained {
                Ok(explained) => explained,
                Err(ValuationError::NotFound) => return Ok(None),
                Err(ValuationError::Storage(error)) => return Err(error.into()),
            };
            return Ok(Some(ExplainedTree {
                title: explained.title,
                tree: explained.tree,
                left_out: explained.left_out,
            }));
        }
        let Some(number) = FigurePart::number_of(day) else {
            return Ok(None);
        };
        let value = (Amount::ZERO, &figure.currency);
        let of_day = LedgerFigureId::about(
            Owner::User(caller.user),
            EVERYTHING_HELD,
            FigurePart::DayTotal(number),
            value,
        );
        self.explain_day(caller, &of_day, day).await
    }
}

fn named(node: Node, label: String) -> Node {
    Node { label, ..node }
}

fn difference((label, currency): (&str, &str), one: Node, other: Node) -> Option<Node> {
    let mut node = Node::new(Operation::Difference, label, currency);
    node.children = vec![one, other];
    node.value = Some(node.recomputed()?);
    Some(node)
}
