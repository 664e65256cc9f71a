//! The explanation of costs, average costs and realized gains.

use std::collections::BTreeSet;

use ports::{AssetId, StorageError, Timestamp, entry::Entry};

use crate::{
    accounting::{BasisRules, Movement, MovementOrder, PoolKey, explain_cost, explain_gain},
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::{BookBasis, CostBuilder, PoolStep, event_index, event_number},
        explain::{
            ExplainedTree, evidence::NamedFacts, expand::CostInputs, figure::LedgerFigureId, figure_part::FigurePart,
            left_out, steps::PriceSteps,
        },
    },
    price::PastEvidence,
    trace::{LeftOut, Measure, Node, Operation},
};

use std::sync::Arc;

impl Ledgers {
    /// Explains a cost or a gain of a row; `None` where the row has none.
    pub(super) async fn explain_cost_part(
        &self,
        owner: &BookOwner,
        book: &Arc<Book>,
        row: usize,
        figure: &LedgerFigureId,
    ) -> Result<Option<ExplainedTree>, LedgerError> {
        let basis = self.books.basis(&self.ports, owner, book, &figure.currency).await?;
        let Some(part) = CostPart::of(book, &basis, row, figure) else {
            return Ok(None);
        };
        let movements = basis.movements(book, part.event + 1);
        let Some(mut tree) = part.tree(&basis, &movements) else {
            return Ok(None);
        };
        let costs = CostBuilder { book, basis: &basis };
        name_missing_rates(&mut tree, &costs);
        let tree = self.expanded(book, &basis, &movements, tree).await?;
        let left_out = part.left_out(&costs, &tree);
        Ok(Some(ExplainedTree {
            title: part.title(&basis),
            tree,
            left_out,
        }))
    }

    /// Replaces the inputs of a tree by the entries, prices and rates that they come from.
    pub(super) async fn expanded(
        &self,
        book: &Book,
        basis: &BookBasis,
        movements: &[Movement],
        tree: Node,
    ) -> Result<Node, StorageError> {
        let builder = basis.builder(book);
        let mut events = BTreeSet::new();
        inputs(&tree, &mut events);
        let planned = events.iter().filter_map(|event| basis.events.get(event_index(*event)));
        let entries: Vec<Entry> = planned.flat_map(|event| builder.entries(event)).collect();
        let mut moments: BTreeSet<(AssetId, Timestamp)> = BTreeSet::new();
        for entry in &entries {
            moments.extend(entry.legs.iter().map(|leg| (leg.asset.clone(), entry.time)));
        }
        let moments: Vec<(AssetId, Timestamp)> = moments.into_iter().collect();
        let evidence = PastEvidence::of_moments(&self.ports, &moments).await?;
        let inputs = CostInputs {
            builder,
            events: &basis.events,
            movements,
            facts: NamedFacts::load(&*self.ports.stores.facts, &entries.iter().collect::<Vec<_>>()).await?,
            steps: PriceSteps::of(&self.ports, book, &evidence),
        };
        Ok(tree.expanded(&mut |leaf, input| inputs.expand(leaf, input)))
    }
}

/// A cost or a gain of a row, with the event that changed it.
struct CostPart {
    part: FigurePart,
    event: usize,
    /// The numbers of all events of the row.
    of_row: Vec<u32>,
    step: PoolStep,
    currency: String,
}

impl CostPart {
    fn of(book: &Book, basis: &BookBasis, row: usize, figure: &LedgerFigureId) -> Option<Self> {
        let (FigurePart::CostBefore(index)
        | FigurePart::CostAfter(index)
        | FigurePart::AverageBefore(index)
        | FigurePart::AverageAfter(index)
        | FigurePart::Realized(index)) = figure.part
        else {
            return None;
        };
        let shown = basis.shown_pools(book, row);
        let pool = shown.get(usize::from(index)).copied()?;
        let (event, step) = basis.changes(row).into_iter().find(|(_, step)| step.pool == pool)?;
        Some(Self {
            part: figure.part,
            event,
            of_row: basis.events_of(row).into_iter().map(event_number).collect(),
            step,
            currency: figure.currency.to_string(),
        })
    }

    fn key(&self) -> PoolKey {
        PoolKey {
            pool: self.step.pool,
            account: 0,
        }
    }

    fn title(&self, basis: &BookBasis) -> String {
        let symbol = basis.tables.ledger.symbol(self.step.pool);
        match self.part {
            FigurePart::CostBefore(_) => format!("Cost of {symbol} before this transaction"),
            FigurePart::AverageBefore(_) => format!("Average cost of {symbol} before this transaction"),
            FigurePart::CostAfter(_) => format!("Cost of {symbol} after this transaction"),
            FigurePart::AverageAfter(_) => format!("Average cost of {symbol} after this transaction"),
            _ => format!("Realized gain on {symbol}"),
        }
    }

    /// Returns the tree of the replay, whose inputs are movements.
    fn tree(&self, basis: &BookBasis, movements: &[Movement]) -> Option<Node> {
        let own = event_number(self.event);
        let before = movements.partition_point(|one| one.order.event.saturating_add(1) < own);
        let before = movements.get(..before)?;
        match self.part {
            FigurePart::CostBefore(_) => self.cost(basis, before),
            FigurePart::CostAfter(_) => self.cost(basis, movements),
            FigurePart::AverageBefore(_) => {
                self.average(self.cost(basis, before)?, self.step.before?.known.amount(), basis)
            }
            FigurePart::AverageAfter(_) => {
                self.average(self.cost(basis, movements)?, self.step.after?.known.amount(), basis)
            }
            _ => self.gain(basis, movements),
        }
    }

    fn cost(&self, basis: &BookBasis, movements: &[Movement]) -> Option<Node> {
        explain_cost(
            &basis.tables.ledger,
            movements,
            BasisRules::of_person(basis.rules),
            self.key(),
        )
    }

    fn average(&self, cost: Node, quantity: ports::Amount, basis: &BookBasis) -> Option<Node> {
        let symbol = basis.tables.ledger.symbol(self.step.pool);
        let mut held = Node::new(Operation::Observation, "Quantity", symbol).measuring(Measure::Quantity);
        held.value = Some(quantity);
        let mut quotient = Node::new(Operation::Quotient, "Cost / quantity", &self.currency).measuring(Measure::Price);
        quotient.children = vec![cost, held];
        quotient.value = quotient.recomputed();
        let mut node = Node::new(Operation::Rounded, "Average cost", &self.currency).measuring(Measure::Price);
        node.children = vec![quotient];
        node.value = Some(node.recomputed()?);
        Some(node)
    }

    /// Returns the gains of all disposals of the row.
    fn gain(&self, basis: &BookBasis, movements: &[Movement]) -> Option<Node> {
        self.step.gain?;
        let tables = &basis.tables.ledger;
        let is_own =
            |one: &&Movement| self.of_row.contains(&one.order.event) && tables.pool(one.asset) == Some(self.step.pool);
        let disposals = movements.iter().filter(is_own).map(|one| one.order);
        let gains = disposals.filter_map(|order: MovementOrder| {
            explain_gain(tables, movements, BasisRules::of_person(basis.rules), order)
        });
        let mut gains: Vec<Node> = gains.collect();
        if gains.len() == 1 {
            return gains.pop();
        }
        let mut sum = Node::new(Operation::Sum, "Realized gain", &self.currency);
        sum.children = gains;
        sum.value = Some(sum.recomputed()?);
        Some(sum)
    }

    /// Returns the lots of unknown cost, and for gains what has no gain.
    fn left_out(&self, costs: &CostBuilder<'_>, tree: &Node) -> Vec<LeftOut> {
        let mut found = Vec::new();
        gaps(tree, &mut found);
        if matches!(self.part, FigurePart::Realized(_)) {
            let symbol = |asset| costs.basis.tables.ledger.symbol(asset);
            found.extend(self.step.gaps.iter().filter(|gap| !gap.quantity.is_zero()).map(|gap| {
                let quantity = Some(gap.quantity.amount());
                left_out(symbol(gap.asset), quantity, symbol(gap.asset), costs.gap_reason(gap))
            }));
        }
        found
    }
}

fn gaps(node: &Node, found: &mut Vec<LeftOut>) {
    if let (Operation::Gap, Some(reason)) = (node.operation, &node.reason) {
        let quantity = node.children.first();
        let unit = quantity.map_or("", |one| &one.unit);
        let label = node
            .detail
            .as_deref()
            .map_or_else(|| node.label.clone(), |detail| format!("{unit} {detail}"));
        found.push(left_out(
            label.trim(),
            quantity.and_then(|one| one.value),
            unit,
            reason.clone(),
        ));
        return;
    }
    node.children.iter().for_each(|child| gaps(child, found));
}

/// Gives lots of unknown cost the missing exchange rate as their reason where it is the cause.
fn name_missing_rates(node: &mut Node, costs: &CostBuilder<'_>) {
    if node.operation == Operation::Gap
        && let Some(input) = node.children.first().and_then(|quantity| quantity.input)
    {
        let (event, leg) = MovementOrder::parts_of(input.number);
        let missing = costs.missing_rate_of(MovementOrder { rank: 0, event, leg });
        node.reason = missing.or(node.reason.take());
    }
    for child in &mut node.children {
        name_missing_rates(child, costs);
    }
}

/// Collects the events of the inputs of a tree.
fn inputs(node: &Node, events: &mut BTreeSet<u32>) {
    events.extend(node.input.map(|input| MovementOrder::parts_of(input.number).0));
    node.children.iter().for_each(|child| inputs(child, events));
}
