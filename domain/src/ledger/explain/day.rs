//! The explanation of the value at the end of a past day: what was held, at the closing prices and rates of the day.

use std::collections::BTreeSet;

use ports::{Day, Timestamp};

use crate::{
    accounting::{Exact, Movement, explain_balance},
    caller::Caller,
    currency::Conversion,
    ledger::{
        LedgerError, Ledgers,
        book::{BookOwner, day_rates::conversions_of_days},
        explain::{ExplainedTree, figure::LedgerFigureId, left_out, steps::PriceSteps},
        report::{
            cost_table::EVERYTHING_HELD,
            value::{
                closes::{PricedDays, in_places},
                coins::{ChainCoin, CoinIndex},
                day_run::ClosedDay,
                days::held_days,
                inputs::ValueBasis,
                period_row::subject,
            },
        },
        table::pricing::no_price_then,
    },
    trace::{Measure, Node, Operation},
};

/// The most movements of a coin that are explained one by one. More are counted.
const MOST_MOVEMENTS: usize = 50;

/// What the value of a day is explained from.
struct DayTrees<'a> {
    from: &'a ValueBasis,
    /// The movements up to the end of the day, sorted.
    movements: Vec<Movement>,
    steps: PriceSteps<'a>,
    rate: &'a Conversion,
    day: Day,
    /// The moment by which prices are looked up.
    moment: Timestamp,
}

impl Ledgers {
    /// Explains a value of a day; `None` where nothing was held, or it is no day that is over.
    pub(super) async fn explain_day(
        &self,
        caller: &Caller,
        figure: &LedgerFigureId,
        day: Day,
    ) -> Result<Option<ExplainedTree>, LedgerError> {
        let whose = self.value_owner(caller, &[]).await?;
        let (owner, from) = (&whose.book, self.value_basis(&whose, &figure.currency).await?);
        if day >= from.today {
            return Ok(None);
        }
        let index = CoinIndex::of(&from.book, &from.basis.tables);
        let counted = self.day_values(owner, &from).await?.priced_in(&index);
        let held = held_of((figure, day), (owner, &from), (&index, &counted));
        let priced = PricedDays::of(&self.ports, owner, (day, day));
        let assets: Vec<_> = held.iter().flat_map(|(coin, _)| coin.assets.iter().cloned()).collect();
        let evidence = priced.evidence(&assets).await?;
        let rates = conversions_of_days(&self.ports, &figure.currency, &BTreeSet::from([day])).await?;
        let Some(rate) = rates.get(&day) else { return Ok(None) };
        let end = owner.zone.start(day.plus(1));
        let events = from.basis.events.partition_point(|event| event.time < end);
        let trees = DayTrees {
            from: &from,
            movements: from.basis.movements(&from.book, events),
            steps: PriceSteps::of(&self.ports, &from.book, &evidence),
            rate,
            day,
            moment: priced.moment(day),
        };
        let explained = if figure.is_about(EVERYTHING_HELD) {
            trees.everything(&held)
        } else {
            trees.one(&held)
        };
        let Some(explained) = explained else { return Ok(None) };
        let movements = &trees.movements;
        let tree = self
            .expanded(&from.book, &from.basis, movements, explained.tree)
            .await?;
        Ok(Some(ExplainedTree { tree, ..explained }))
    }
}

/// A coin, with the quantity that was held of it; `None` where it is not known.
type HeldQuantity<'a> = (&'a ChainCoin, Option<Exact>);

/// Returns what was held at the end of a day of the coins that a figure is about.
fn held_of<'a>(
    (figure, day): (&LedgerFigureId, Day),
    (owner, from): (&BookOwner, &ValueBasis),
    (index, priced): (&'a CoinIndex, &BTreeSet<usize>),
) -> Vec<HeldQuantity<'a>> {
    let mut held: Vec<HeldQuantity<'a>> = Vec::new();
    let is_meant =
        |coin: &ChainCoin| figure.is_about(EVERYTHING_HELD) || figure.is_about(&subject(&coin.group, &coin.chain));
    held_days(
        (&owner.zone, from),
        (index, priced),
        day.plus(1),
        |of: &ClosedDay<'_>| {
            let own = of
                .coins
                .iter()
                .filter(|one| of.day == day && priced.contains(&one.coin));
            let own = own.filter(|one| one.quantity.is_none_or(|quantity| !quantity.is_zero()));
            let own = own.filter_map(|one| Some((index.coins.get(one.coin)?, one.quantity)));
            held.extend(own.filter(|(coin, _)| is_meant(coin)));
        },
    );
    held
}

impl DayTrees<'_> {
    fn everything(&self, held: &[HeldQuantity<'_>]) -> Option<ExplainedTree> {
        let mut sum = Node::new(Operation::Sum, "Value", self.code());
        let mut missing = Vec::new();
        for (coin, quantity) in held {
            match quantity.and_then(|quantity| self.value(coin, quantity)) {
                Some(node) => sum.children.push(node),
                None => {
                    let symbol = self.symbol(coin);
                    let reason = no_price_then(self.day.start());
                    missing.push(left_out(symbol, quantity.map(Exact::amount), symbol, reason));
                }
            }
        }
        sum.value = Some(sum.recomputed()?);
        Some(ExplainedTree {
            title: "Value of everything".to_owned(),
            tree: sum,
            left_out: missing,
        })
    }

    fn one(&self, held: &[HeldQuantity<'_>]) -> Option<ExplainedTree> {
        let (coin, quantity) = held.first()?;
        let mut tree = self.value(coin, (*quantity)?)?;
        "Value".clone_into(&mut tree.label);
        Some(ExplainedTree {
            title: format!("Value of {}", self.symbol(coin)),
            tree,
            left_out: Vec::new(),
        })
    }

    /// Returns quantity × price of a coin in the currency.
    fn value(&self, coin: &ChainCoin, quantity: Exact) -> Option<Node> {
        let price = coin
            .assets
            .iter()
            .find_map(|asset| self.steps.past_price(asset, self.moment))?;
        let mut node = Node::new(Operation::Product, self.symbol(coin), self.code());
        node.children = vec![self.quantity(coin, quantity), self.in_currency(price)?];
        node.value = Some(node.recomputed()?);
        Some(node)
    }

    /// Returns a price in dollars as that in the currency, rounded as it is multiplied.
    fn in_currency(&self, price: Node) -> Option<Node> {
        let dollars = price.value?;
        let is_same = self.rate.exchange().is_ok_and(|rate| rate.over() == rate.under());
        if is_same && in_places(dollars)?.amount() == dollars {
            return Some(price);
        }
        let mut product = Node::new(Operation::Product, "Price × rate", self.code()).measuring(Measure::Price);
        product.children = vec![price, self.steps.rate(self.rate)];
        product.value = product.recomputed();
        let mut node = Node::new(Operation::Rounded, "Price", self.code()).measuring(Measure::Price);
        node.children = vec![product];
        node.value = Some(node.recomputed()?);
        Some(node)
    }

    /// Returns a quantity as what arrived less what left; where that is much, how many amounts it sums.
    fn quantity(&self, coin: &ChainCoin, quantity: Exact) -> Node {
        let moved = self
            .movements
            .iter()
            .filter(|one| coin.members.contains(&one.asset))
            .count();
        let mut node = Node::new(Operation::Observation, "Quantity", self.symbol(coin)).measuring(Measure::Quantity);
        (node.value, node.detail) = (
            Some(quantity.amount()),
            Some(format!("the sum of {moved} amounts of your history")),
        );
        if moved > MOST_MOVEMENTS {
            return node;
        }
        let tables = &self.from.basis.tables.ledger;
        let last = self.movements.last().map_or(Timestamp::from_millis(0), |one| one.time);
        let balances = coin.members.iter();
        let balances = balances.filter_map(|asset| explain_balance(tables, &self.movements, (None, *asset), last));
        let mut whole = Node::new(Operation::Sum, "Quantity", self.symbol(coin)).measuring(Measure::Quantity);
        whole.children = balances.collect();
        let whole = match whole.children.as_slice() {
            [one] => Node {
                label: "Quantity".to_owned(),
                ..one.clone()
            },
            _ => {
                whole.value = whole.recomputed();
                whole
            }
        };
        if whole.value == node.value { whole } else { node }
    }

    fn symbol<'b>(&'b self, coin: &ChainCoin) -> &'b str {
        let first = coin.members.first();
        first.map_or("", |asset| self.from.basis.tables.ledger.symbol(*asset))
    }

    fn code(&self) -> &str {
        self.from.basis.currency().as_str()
    }
}
