//! The explanation of the values of a row: quantity × price × rate, at its own day and today.

use ports::{
    AssetId, Currency, Day, Timestamp, UserId,
    entry::{Entry, Leg, LegRole},
};

use crate::{
    ledger::{
        LedgerError, Ledgers,
        book::Book,
        explain::{
            ExplainedTree,
            evidence::{NamedFacts, quantity},
            figure::LedgerFigureId,
            figure_part::FigurePart,
            steps::PriceSteps,
        },
        search::{line::row_legs, valuer::Valuer},
        table::{book_row::BookRow, net_amounts::net_legs},
    },
    price::PastEvidence,
    trace::{Measure, Node, Operation},
};

/// The day whose prices count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueDay {
    Then,
    Today,
}

/// What the values of a row are explained from.
struct ValueTrees<'a> {
    steps: PriceSteps<'a>,
    facts: NamedFacts,
    values: Valuer<'a>,
    currency: String,
}

impl Ledgers {
    /// Explains a value of a row; `None` where the row has no such amount, or its value is not known.
    pub(super) async fn explain_value(
        &self,
        user: UserId,
        book: &Book,
        row: &BookRow,
        figure: &LedgerFigureId,
    ) -> Result<Option<ExplainedTree>, LedgerError> {
        let legs = row_legs(row);
        let moments: Vec<(AssetId, Timestamp)> = legs
            .iter()
            .map(|(entry, leg)| (leg.asset.clone(), entry.time))
            .collect();
        let evidence = PastEvidence::of_moments(&self.ports, &moments).await?;
        let trees = self.value_trees(user, book, row, (&evidence, &figure.currency)).await?;
        let (fees, moved): (Vec<_>, Vec<_>) = legs.into_iter().partition(|(_, leg)| leg.role == LegRole::Fee);
        let leg = |index: u16| moved.get(usize::from(index)).copied();
        let (label, day, tree) = match figure.part {
            FigurePart::ValueThen => ("Value", ValueDay::Then, trees.total(row, &moved, ValueDay::Then)),
            FigurePart::ValueToday => ("Value", ValueDay::Today, trees.total(row, &moved, ValueDay::Today)),
            FigurePart::FeeThen => ("Fee", ValueDay::Then, trees.fee(&fees, ValueDay::Then)),
            FigurePart::FeeToday => ("Fee", ValueDay::Today, trees.fee(&fees, ValueDay::Today)),
            FigurePart::LegThen(index) => ("Value", ValueDay::Then, trees.first(leg(index), ValueDay::Then)),
            FigurePart::LegToday(index) => ("Value", ValueDay::Today, trees.first(leg(index), ValueDay::Today)),
            _ => return Ok(None),
        };
        let when = match day {
            ValueDay::Then => format!("on {}", Day::of(row.entry.time)),
            ValueDay::Today => "today".to_owned(),
        };
        Ok(tree.map(|tree| ExplainedTree {
            title: format!("{label} {when}"),
            tree,
            left_out: Vec::new(),
        }))
    }

    async fn value_trees<'a>(
        &'a self,
        user: UserId,
        book: &'a Book,
        row: &BookRow,
        (evidence, currency): (&'a PastEvidence, &Currency),
    ) -> Result<ValueTrees<'a>, LedgerError> {
        let entries: Vec<&Entry> = std::iter::once(&row.entry).chain(row.others()).collect();
        Ok(ValueTrees {
            steps: PriceSteps::of(&self.ports, book, evidence),
            facts: NamedFacts::load(&*self.ports.stores.facts, &entries).await?,
            values: self.valuer(Some(user), book, &[row], currency).await?,
            currency: currency.to_string(),
        })
    }
}

impl ValueTrees<'_> {
    /// Returns the value of what came in; where that is unknown or nothing came in, of what went out. What came back is neither.
    fn total(&self, row: &BookRow, legs: &[(&Entry, &Leg)], day: ValueDay) -> Option<Node> {
        let is_own = legs.iter().all(|(entry, _)| entry.id == row.entry.id);
        let net = net_legs(&row.entry.legs).filter(|_| is_own);
        let of = |role, label| {
            let nodes: Option<Vec<Node>> = match &net {
                Some(net) => {
                    let own = net.iter().filter(|leg| leg.role == role);
                    own.map(|leg| self.net_leg(&row.entry, leg, day)).collect()
                }
                None => {
                    let own = legs.iter().filter(|(_, leg)| leg.role == role);
                    own.map(|(entry, leg)| self.leg(entry, leg, day)).collect()
                }
            };
            self.sum_of(nodes?, label)
        };
        of(LegRole::In, "What came in").or_else(|| of(LegRole::Out, "What went out"))
    }

    /// Returns the value of the whole fee, of all its parts.
    fn fee(&self, fees: &[(&Entry, &Leg)], day: ValueDay) -> Option<Node> {
        let (_, first) = fees.first()?;
        let parts: Vec<_> = fees
            .iter()
            .filter(|(_, part)| part.asset == first.asset)
            .copied()
            .collect();
        self.sum(&parts, "All parts of the fee", day)
    }

    fn sum(&self, legs: &[(&Entry, &Leg)], label: &str, day: ValueDay) -> Option<Node> {
        let parts = legs.iter().map(|(entry, leg)| self.leg(entry, leg, day));
        self.sum_of(parts.collect::<Option<_>>()?, label)
    }

    fn sum_of(&self, mut parts: Vec<Node>, label: &str) -> Option<Node> {
        match parts.len() {
            0 => None,
            1 => parts.pop(),
            _ => {
                let mut sum = Node::new(Operation::Sum, label, &self.currency);
                sum.children = parts;
                sum.value = sum.recomputed();
                Some(sum)
            }
        }
    }

    fn first(&self, leg: Option<(&Entry, &Leg)>, day: ValueDay) -> Option<Node> {
        let (entry, leg) = leg?;
        self.leg(entry, leg, day)
    }

    /// Returns the value of one amount.
    fn leg(&self, entry: &Entry, leg: &Leg, day: ValueDay) -> Option<Node> {
        let quantity = quantity(&self.steps, &self.facts, entry, leg);
        self.value_of(quantity, (entry, leg), day)
    }

    /// Returns the value of a net amount: what moved in its direction, less what moved in the other one.
    fn net_leg(&self, entry: &Entry, net: &Leg, day: ValueDay) -> Option<Node> {
        let symbol = || self.steps.symbol(&net.asset);
        let of = |role: LegRole, label: &str| {
            let legs = entry
                .legs
                .iter()
                .filter(|leg| leg.asset == net.asset && leg.role == role);
            let mut sum = Node::new(Operation::Sum, label, symbol()).measuring(Measure::Quantity);
            sum.children = legs.map(|leg| quantity(&self.steps, &self.facts, entry, leg)).collect();
            sum.value = sum.recomputed();
            sum
        };
        let other = if net.role == LegRole::In {
            LegRole::Out
        } else {
            LegRole::In
        };
        let (moved, back) = (of(net.role, "Moved"), of(other, "Came back"));
        if back.children.is_empty() {
            return self.leg(entry, net, day);
        }
        let mut difference = Node::new(Operation::Difference, "Net quantity", symbol()).measuring(Measure::Quantity);
        difference.children = vec![moved, back];
        difference.value = Some(difference.recomputed()?);
        self.value_of(difference, (entry, net), day)
    }

    fn value_of(&self, quantity: Node, (entry, leg): (&Entry, &Leg), day: ValueDay) -> Option<Node> {
        let (price, conversion) = match day {
            ValueDay::Then => (
                self.steps.past_price(&leg.asset, entry.time)?,
                self.values.conversion_then(entry.time)?,
            ),
            ValueDay::Today => (
                self.steps.price_today(&leg.asset, self.values.decision(&leg.asset)?)?,
                self.values.conversion_now(),
            ),
        };
        let mut node = Node::new(Operation::Product, self.steps.symbol(&leg.asset), &self.currency);
        node.children = vec![quantity, price, self.steps.rate(conversion)];
        node.value = Some(node.recomputed()?);
        Some(node)
    }
}
