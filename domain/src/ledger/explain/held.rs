//! The explanation of what is held: cost, value today, and the gain that selling it would realize.

use std::sync::Arc;

use ports::{Amount, AssetId};

use crate::{
    accounting::{BasisGapReason, BasisRules, Movement, explain_pool_cost, explain_realized},
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::{BookBasis, OpenPool},
        explain::{ExplainedTree, figure::LedgerFigureId, figure_part::FigurePart, left_out, steps::PriceSteps},
        report::cost_table::{EVERYTHING_HELD, HeldFigures, is_left_out, subject},
        search::valuer::Valuer,
    },
    price::PastEvidence,
    reason::Reason,
    trace::{LeftOut, Measure, Node, Operation},
};

/// The most disposals that are explained one by one. Longer histories are explained by asset, and each disposal at its entry.
const MOST_DISPOSALS: usize = 300;

/// What the figures of everything held are explained from.
struct HeldTrees<'a> {
    book: &'a Book,
    basis: &'a BookBasis,
    movements: Vec<Movement>,
    values: &'a Valuer<'a>,
    steps: PriceSteps<'a>,
}

/// A pool with the asset that stands for it.
struct HeldPool<'a> {
    number: u32,
    asset: &'a AssetId,
    symbol: &'a str,
    open: &'a OpenPool,
}

impl Ledgers {
    /// Explains a figure of what is held; `None` where it is not known or nothing is held any more.
    pub(super) async fn explain_held(
        &self,
        owner: &BookOwner,
        book: &Arc<Book>,
        figure: &LedgerFigureId,
    ) -> Result<Option<ExplainedTree>, LedgerError> {
        let mut owner = owner.clone();
        owner.rules.method = figure.part.method().unwrap_or(owner.rules.method);
        let basis = self.books.basis(&self.ports, &owner, book, &figure.currency).await?;
        let values = self.held_values(&owner, book, &basis).await?;
        let evidence = PastEvidence::of_moments(&self.ports, &[]).await?;
        let trees = HeldTrees {
            book,
            basis: &basis,
            movements: basis.movements(book, basis.events.len()),
            values: &values,
            steps: PriceSteps::of(&self.ports, book, &evidence),
        };
        let is_meant = |pool: &HeldPool<'_>| figure.is_about(&subject(pool.asset, pool.symbol));
        let pools: Vec<HeldPool<'_>> = if figure.is_about(EVERYTHING_HELD) {
            trees.pools().collect()
        } else {
            trees.pools().filter(is_meant).collect()
        };
        let Some(explained) = trees.explained(figure.part, &pools) else {
            return Ok(None);
        };
        let tree = self.expanded(book, &basis, &trees.movements, explained.tree).await?;
        Ok(Some(ExplainedTree { tree, ..explained }))
    }
}

impl<'a> HeldTrees<'a> {
    fn pools(&self) -> impl Iterator<Item = HeldPool<'a>> {
        let tables = &self.basis.tables;
        self.basis.open.0.iter().filter_map(|(pool, open)| {
            let number = tables.main_asset(*pool)?;
            let asset = &tables.of_number(number)?.asset;
            (!is_left_out(self.book, self.values, asset, open)).then_some(HeldPool {
                number: *pool,
                asset,
                symbol: tables.ledger.symbol(number),
                open,
            })
        })
    }

    fn explained(&self, part: FigurePart, pools: &[HeldPool<'_>]) -> Option<ExplainedTree> {
        let (title, tree) = match part {
            FigurePart::TotalCost | FigurePart::MethodCost(_) => ("Cost", self.total("Cost", pools, Self::cost)),
            FigurePart::TotalValue => ("Value today", self.total("Value", pools, Self::value)),
            FigurePart::TotalGain | FigurePart::MethodUnrealized(_) => {
                ("Gain if sold today", self.total("Gain", pools, Self::gain))
            }
            FigurePart::MethodRealized(_) => ("Realized gain", self.realized()),
            FigurePart::MethodTotal(_) => {
                let parts = [self.total("Unrealized", pools, Self::gain)?, self.realized()?];
                ("Realized and unrealized gain", self.sum("Total gain", parts.into()))
            }
            _ => return self.explained_pool(part, pools.first()?),
        };
        let missing = pools.iter().filter(|pool| self.lacks(part, pool));
        Some(ExplainedTree {
            title: format!("{title} of everything"),
            tree: tree?,
            left_out: missing.map(|pool| self.missing(pool, part)).collect(),
        })
    }

    fn explained_pool(&self, part: FigurePart, pool: &HeldPool<'_>) -> Option<ExplainedTree> {
        let (title, tree) = match part {
            FigurePart::HeldCost => ("Cost", self.cost(pool)),
            FigurePart::HeldAverage => ("Average cost", self.average(pool)),
            FigurePart::HeldValue => ("Value today", self.value(pool)),
            _ => ("Gain if sold today", self.gain(pool)),
        };
        let unknown = pool.open.unknown.known;
        let is_partly = !unknown.is_zero() && part != FigurePart::HeldValue;
        let left_out = is_partly.then(|| left_out(pool.symbol, Some(unknown.amount()), pool.symbol, unknown_cost()));
        Some(ExplainedTree {
            title: format!("{title} of {}", pool.symbol),
            tree: tree?,
            left_out: left_out.into_iter().collect(),
        })
    }

    /// Returns the sum of a figure of all pools that have it.
    fn total(
        &self,
        label: &str,
        pools: &[HeldPool<'_>],
        of: impl Fn(&Self, &HeldPool<'_>) -> Option<Node>,
    ) -> Option<Node> {
        let nodes = pools.iter().filter_map(|pool| {
            let node = of(self, pool)?;
            Some(Node {
                label: pool.symbol.to_owned(),
                ..node
            })
        });
        self.sum(label, nodes.collect())
    }

    fn sum(&self, label: &str, children: Vec<Node>) -> Option<Node> {
        let mut sum = Node::new(Operation::Sum, label, self.basis.currency().as_str());
        sum.children = children;
        sum.value = Some(sum.recomputed()?);
        Some(sum)
    }

    /// Returns the gains of all disposals, of many by asset alone.
    fn realized(&self) -> Option<Node> {
        let methods = self.basis.methods(self.book);
        let own = methods.iter().find(|totals| totals.method == self.basis.rules.method)?;
        let tables = &self.basis.tables.ledger;
        let rules = BasisRules::of_person(self.basis.rules);
        let is_long = own.gains.disposals() > MOST_DISPOSALS;
        let gains = own.gains.pools.iter().map(|(pool, (gain, disposals))| {
            let mut node = Node::new(Operation::Observation, "", self.basis.currency().as_str());
            node.detail = Some(format!("the sum of {disposals} disposals of your history"));
            node.value = Some(gain.known.amount());
            let whole = (!is_long).then(|| explain_realized(tables, &self.movements, rules, *pool));
            let whole = whole.flatten().filter(|whole| whole.value == node.value);
            Node {
                label: tables.symbol(*pool).to_owned(),
                ..whole.unwrap_or(node)
            }
        });
        self.sum("Realized gain", gains.collect())
    }

    /// Returns whether a pool has no such figure, or only in part.
    fn lacks(&self, part: FigurePart, pool: &HeldPool<'_>) -> bool {
        let has_price = self.values.price_today(pool.asset).is_ok();
        let has_cost = pool.open.unknown.known.is_zero();
        match part {
            FigurePart::TotalValue => !has_price,
            FigurePart::TotalCost | FigurePart::MethodCost(_) => !has_cost,
            FigurePart::MethodRealized(_) => false,
            _ => !has_price || !has_cost,
        }
    }

    /// Returns a pool that has no such figure, with the reason.
    fn missing(&self, pool: &HeldPool<'_>, part: FigurePart) -> LeftOut {
        let price = self.values.price_today(pool.asset).err();
        let price = price.filter(|_| !matches!(part, FigurePart::TotalCost | FigurePart::MethodCost(_)));
        let unknown = pool.open.unknown.known.amount();
        let quantity = match price {
            Some(_) => HeldFigures::of(pool.open, pool.asset, self.values).quantity,
            None => Some(unknown),
        };
        left_out(pool.symbol, quantity, pool.symbol, price.unwrap_or_else(unknown_cost))
    }

    fn cost(&self, pool: &HeldPool<'_>) -> Option<Node> {
        if pool.open.known.known.is_zero() {
            return None;
        }
        let rules = BasisRules::of_person(self.basis.rules);
        explain_pool_cost(&self.basis.tables.ledger, &self.movements, rules, pool.number)
    }

    fn average(&self, pool: &HeldPool<'_>) -> Option<Node> {
        let code = self.basis.currency().as_str();
        let mut quotient = Node::new(Operation::Quotient, "Cost / quantity", code).measuring(Measure::Price);
        quotient.children = vec![self.cost(pool)?, self.quantity(pool, pool.open.known.known.amount())];
        quotient.value = quotient.recomputed();
        let mut node = Node::new(Operation::Rounded, "Average cost", code).measuring(Measure::Price);
        node.children = vec![quotient];
        node.value = Some(node.recomputed()?);
        Some(node)
    }

    fn value(&self, pool: &HeldPool<'_>) -> Option<Node> {
        let figures = HeldFigures::of(pool.open, pool.asset, self.values);
        self.worth(pool, figures.quantity?)
    }

    fn gain(&self, pool: &HeldPool<'_>) -> Option<Node> {
        let mut node = Node::new(Operation::Difference, "Gain", self.basis.currency().as_str());
        node.children = vec![self.worth(pool, pool.open.known.known.amount())?, self.cost(pool)?];
        node.value = Some(node.recomputed()?);
        Some(node)
    }

    /// Returns quantity × price × rate.
    fn worth(&self, pool: &HeldPool<'_>, quantity: Amount) -> Option<Node> {
        let price = self.steps.price_today(pool.asset, self.values.decision(pool.asset)?)?;
        let mut node = Node::new(Operation::Product, "Value", self.basis.currency().as_str());
        node.children = vec![
            self.quantity(pool, quantity),
            price,
            self.steps.rate(self.values.conversion_now()),
        ];
        node.value = Some(node.recomputed()?);
        Some(node)
    }

    fn quantity(&self, pool: &HeldPool<'_>, quantity: Amount) -> Node {
        let tables = &self.basis.tables.ledger;
        let moved = self
            .movements
            .iter()
            .filter(|one| tables.pool(one.asset) == Some(pool.number));
        let mut node = Node::new(Operation::Observation, "Quantity", pool.symbol).measuring(Measure::Quantity);
        (node.value, node.detail) = (
            Some(quantity),
            Some(format!("the sum of {} amounts of your history", moved.count())),
        );
        node
    }
}

fn unknown_cost() -> Reason {
    BasisGapReason::UnknownCost.reason()
}
