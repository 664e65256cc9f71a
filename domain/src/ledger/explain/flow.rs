//! The explanation of flows and fees of a span of time: each movement at its own price.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ports::ChainId;

use crate::{
    accounting::{FlowSide, Movement, explain_values},
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::BookBasis,
        explain::{
            ExplainedTree,
            figure::LedgerFigureId,
            figure_part::{FigurePart, FigureSpan},
            left_out,
        },
        report::{
            flow::{
                counterparties::each_exchange, fees::each_fee, flows::each_flow, subject::FlowSubject,
                window::ReportWindow,
            },
            value::coins::CoinIndex,
        },
        search::party::PartyNames,
        table::pricing::no_price_then,
    },
    trace::{LeftOut, Node, Operation},
};

/// The most movements that are explained one by one. Of more, those of each coin are counted.
const MOST_MOVEMENTS: usize = 200;

/// The movements of a figure, by the symbol of what moved or the name of the chain.
type NamedMovements = BTreeMap<String, Vec<Movement>>;

/// What flows are explained from.
struct FlowTrees<'a> {
    book: &'a Book,
    basis: &'a BookBasis,
    index: CoinIndex,
    window: ReportWindow,
}

impl Ledgers {
    /// Explains a flow or fees; `None` where the figure is of a choice of chains or coins that cannot be found again.
    pub(super) async fn explain_flow(
        &self,
        owner: &BookOwner,
        book: &Arc<Book>,
        (figure, span): (&LedgerFigureId, FigureSpan),
    ) -> Result<Option<ExplainedTree>, LedgerError> {
        let basis = self.books.basis(&self.ports, owner, book, &figure.currency).await?;
        let index = CoinIndex::of(book, &basis.tables);
        let (from, to) = span.moments();
        let span = ReportWindow::of_span(from, to);
        let parties = self.names(book, owner);
        let names = match figure.part {
            FigurePart::Volume(_) => services(&parties, (book, &basis), &span),
            _ => BTreeSet::new(),
        };
        let subject = FlowSubject::candidates(&index, &book.accounts).find_map(|one| {
            let mut of_services = names.iter().map(|name| one.with_service(name));
            let is_meant = |one: &FlowSubject| figure.is_about(&one.to_string());
            of_services
                .find(is_meant)
                .or_else(|| Some(one.clone()).filter(is_meant))
        });
        let Some(subject) = subject else { return Ok(None) };
        let trees = FlowTrees {
            book,
            basis: &basis,
            index,
            window: subject.window(from, to),
        };
        let explained = match &subject.service {
            Some(name) => trees.volume(&parties, name),
            None => trees.explained(figure.part, &self.chain_names()),
        };
        let Some((explained, movements)) = explained else {
            return Ok(None);
        };
        let tree = self.expanded(book, &basis, &movements, explained.tree).await?;
        Ok(Some(ExplainedTree { tree, ..explained }))
    }

    fn chain_names(&self) -> BTreeMap<ChainId, String> {
        let chains = self.ports.chains.all().iter();
        chains.map(|chain| (chain.id.clone(), chain.name.clone())).collect()
    }
}

/// Returns the names of the services with which value was exchanged in a window.
fn services(names: &PartyNames<'_>, (book, basis): (&Book, &BookBasis), window: &ReportWindow) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    each_exchange(book, basis, window, |exchange| {
        found.extend(exchange.service(names).map(|service| service.name));
    });
    found
}

impl FlowTrees<'_> {
    /// Explains what was exchanged with a service.
    fn volume(&self, names: &PartyNames<'_>, name: &str) -> Option<(ExplainedTree, Vec<Movement>)> {
        let mut moved = NamedMovements::new();
        let tables = &self.basis.tables.ledger;
        each_exchange(self.book, self.basis, &self.window, |exchange| {
            let is_own = exchange.service(names).is_some_and(|service| service.name == name);
            for movement in exchange.counted.iter().filter(|_| is_own) {
                let symbol = tables.symbol(movement.asset).to_owned();
                moved.entry(symbol).or_default().push(*movement);
            }
        });
        let tree = self.sum("Volume", &moved)?;
        Some(self.with_missing(format!("Volume with {name}"), moved, tree))
    }

    fn explained(&self, part: FigurePart, names: &BTreeMap<ChainId, String>) -> Option<(ExplainedTree, Vec<Movement>)> {
        let (title, groups, tree) = match part {
            FigurePart::Fees(_) => {
                let fees = self.fees(names);
                let tree = self.sum("Fees", &fees);
                ("Fees", fees, tree?)
            }
            FigurePart::FlowNet(_) => {
                let (inflows, outflows) = (self.flows(FlowSide::In), self.flows(FlowSide::Out));
                let mut net = self.node(Operation::Difference, "Net");
                net.children = vec![self.sum("Inflows", &inflows)?, self.sum("Outflows", &outflows)?];
                net.value = Some(net.recomputed()?);
                let mut all = inflows;
                for (symbol, moved) in outflows {
                    all.entry(symbol).or_default().extend(moved);
                }
                ("Net flow", all, net)
            }
            FigurePart::FlowOut(_) => self.side("Outflows", FlowSide::Out)?,
            FigurePart::FlowTransferred(_) => self.side("Moved between own accounts", FlowSide::Transferred)?,
            _ => self.side("Inflows", FlowSide::In)?,
        };
        Some(self.with_missing(title.to_owned(), groups, tree))
    }

    /// Returns an explanation with what has no price, and its movements, sorted.
    fn with_missing(&self, title: String, groups: NamedMovements, tree: Node) -> (ExplainedTree, Vec<Movement>) {
        let left_out = groups.iter().filter_map(|(symbol, moved)| self.missing(symbol, moved));
        let left_out = left_out.collect();
        let mut movements: Vec<Movement> = groups.into_values().flatten().collect();
        movements.sort_by_key(|movement| movement.order.number());
        let explained = ExplainedTree { title, tree, left_out };
        (explained, movements)
    }

    fn side(&self, title: &'static str, side: FlowSide) -> Option<(&'static str, NamedMovements, Node)> {
        let groups = self.flows(side);
        let tree = self.sum(title, &groups)?;
        Some((title, groups, tree))
    }

    fn flows(&self, side: FlowSide) -> NamedMovements {
        let mut groups = NamedMovements::new();
        let tables = &self.basis.tables.ledger;
        each_flow(self.book, self.basis, (&self.window, &self.index), |_, movement| {
            if FlowSide::of(movement) == Some(side) {
                let symbol = tables.symbol(movement.asset).to_owned();
                groups.entry(symbol).or_default().push(*movement);
            }
        });
        groups
    }

    fn fees(&self, names: &BTreeMap<ChainId, String>) -> NamedMovements {
        let mut groups = NamedMovements::new();
        each_fee(self.book, self.basis, &self.window, |chain, fee| {
            let name = names.get(chain).cloned().unwrap_or_else(|| chain.to_string());
            groups.entry(name).or_default().push(*fee);
        });
        groups
    }

    /// Returns the sum of the values of all movements, those of a group together.
    fn sum(&self, label: &str, groups: &NamedMovements) -> Option<Node> {
        let is_long = groups.values().map(Vec::len).sum::<usize>() > MOST_MOVEMENTS;
        let mut sum = self.node(Operation::Sum, label);
        for (name, moved) in groups {
            let priced = moved.iter().filter(|one| is_priced(one));
            let mut node = explain_values(name, &self.basis.tables.ledger, priced)?;
            if is_long {
                node = Node {
                    operation: Operation::Observation,
                    detail: Some(format!("the sum of {} amounts of your history", node.children.len())),
                    children: Vec::new(),
                    ..node
                };
            }
            sum.children.push(node);
        }
        sum.value = Some(sum.recomputed()?);
        Some(sum)
    }

    /// Returns the movements without a price, those of a group together.
    fn missing(&self, symbol: &str, moved: &[Movement]) -> Option<LeftOut> {
        let mut without = moved.iter().filter(|one| !is_priced(one));
        let first = without.next()?;
        let asset = self.basis.tables.ledger.symbol(first.asset);
        let quantity = without.next().is_none().then(|| first.quantity.amount());
        let label = if symbol.is_empty() {
            "Token without a name"
        } else {
            symbol
        };
        Some(left_out(label, quantity, asset, no_price_then(first.time)))
    }

    fn node(&self, operation: Operation, label: &str) -> Node {
        Node::new(operation, label, self.basis.currency().as_str())
    }
}

fn is_priced(movement: &Movement) -> bool {
    movement.total().is_ok_and(|total| total.is_some())
}
