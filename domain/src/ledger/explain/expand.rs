//! The inputs of a replay as the entries, prices and rates that they come from.

use ports::{
    Amount,
    entry::{Entry, Leg, LegRole},
};

use crate::{
    accounting::{Exact, Movement, MovementOrder, MovementRole, MovementValue},
    ledger::{
        cost::{MovementBuilder, PlannedEvent, event_index, is_supplied},
        explain::{
            evidence::{NamedFacts, entered, of_entry, quantity},
            steps::PriceSteps,
        },
    },
    trace::{InputPart, Measure, Node, NodeInput, Operation},
};

/// What the inputs of a replay are expanded from.
pub struct CostInputs<'a> {
    /// Makes the movements again.
    pub builder: MovementBuilder<'a>,
    /// The events of the replay.
    pub events: &'a [PlannedEvent],
    /// The movements of the replay, sorted.
    pub movements: &'a [Movement],
    /// The facts of the entries.
    pub facts: NamedFacts,
    /// Prices and rates.
    pub steps: PriceSteps<'a>,
}

impl<'a> CostInputs<'a> {
    /// Returns an input as a tree of the same value; `None` where that is not possible, so that the input stays as it is.
    pub fn expand(&self, leaf: &Node, input: NodeInput) -> Option<Node> {
        let movement = self.movement(input.number)?;
        let mut node = match input.part {
            InputPart::Quantity => self.quantity(movement, leaf.value?),
            InputPart::Price => self.price(movement),
            InputPart::Value => self.value(movement),
            InputPart::Cost => self.cost(movement, leaf.value?),
            InputPart::Fees => self.fees(movement),
        }?;
        if node.recomputed() != leaf.value {
            return None;
        }
        node.value = leaf.value;
        let detail = if node.operation == Operation::Constant && input.part != InputPart::Quantity {
            [leaf.detail.clone(), Some(node.label.to_lowercase())]
        } else {
            [leaf.detail.clone().or(node.detail), None]
        };
        let detail: Vec<String> = detail.into_iter().flatten().collect();
        node.detail = (!detail.is_empty()).then(|| detail.join(", "));
        if input.part != InputPart::Price {
            node.label.clone_from(&leaf.label);
        }
        node.observed_at = leaf.observed_at.or(node.observed_at);
        Some(node)
    }

    fn movement(&self, number: u64) -> Option<&'a Movement> {
        let (event, leg) = MovementOrder::parts_of(number);
        let of_event = self.event(event);
        of_event.iter().find(|one| one.order.leg == leg)
    }

    fn event(&self, event: u32) -> &'a [Movement] {
        let start = self.movements.partition_point(|one| one.order.event < event);
        let rest = self.movements.get(start..).unwrap_or_default();
        let end = rest.partition_point(|one| one.order.event == event);
        rest.get(..end).unwrap_or_default()
    }

    /// Returns the entry of a movement, with those of its amounts that the movement is the sum of.
    fn source(&self, movement: &Movement) -> Option<(Entry, Vec<Leg>)> {
        let event = self.events.get(event_index(movement.order.event))?;
        let role = match movement.role {
            MovementRole::Out | MovementRole::TransferOut | MovementRole::ConvertOut => LegRole::Out,
            MovementRole::In | MovementRole::TransferIn | MovementRole::ConvertIn => LegRole::In,
            MovementRole::Fee => LegRole::Fee,
        };
        let tables = self.builder.tables;
        let mut entries = self.builder.entries(event).into_iter();
        let entry = entries.find(|entry| tables.account(&entry.id.account) == Some(movement.account))?;
        let is_own = |leg: &&Leg| leg.role == role && tables.asset(leg) == Some(movement.asset);
        let own = entry.legs.iter().filter(is_own).cloned().collect();
        Some((entry, own))
    }

    /// Returns a quantity of a movement, or a part of it.
    fn quantity(&self, movement: &Movement, value: Amount) -> Option<Node> {
        let symbol = self.builder.tables.ledger.symbol(movement.asset);
        let (entry, legs) = self.source(movement)?;
        if is_supplied(movement.order.event) {
            let mut node = entered("Quantity", value, symbol).measuring(Measure::Quantity);
            of_entry(&self.steps, &self.facts, &entry, &mut node);
            node.detail = Some("missing before this transaction, stated by you".to_owned());
            return Some(node);
        }
        let mut nodes: Vec<Node> = legs
            .iter()
            .map(|leg| quantity(&self.steps, &self.facts, &entry, leg))
            .collect();
        if nodes.len() > 1 {
            let mut sum = Node::new(Operation::Sum, "Quantity", symbol).measuring(Measure::Quantity);
            sum.children = nodes;
            sum.value = sum.recomputed();
            nodes = vec![sum];
        }
        let mut node = nodes.pop()?;
        let whole = node.value?;
        if whole != value {
            let detail = node.detail.take().unwrap_or_default();
            node.detail = Some(format!("part of {whole} {symbol}, {detail}"));
            (node.operation, node.value) = (Operation::Observation, Some(value));
        }
        Some(node)
    }

    /// Returns the price of a movement in the currency.
    fn price(&self, movement: &Movement) -> Option<Node> {
        let (entry, _) = self.source(movement)?;
        let asset = &self.builder.tables.of_number(movement.asset)?.asset;
        let price = self.steps.past_price(asset, entry.time)?;
        let conversion = self.builder.rates.conversion(entry.time)?;
        let MovementValue::UnitPrice(value) = movement.value else {
            return None;
        };
        if price.value == Some(value.amount()) && conversion.exchange().is_ok_and(|rate| rate.over() == rate.under()) {
            return Some(price);
        }
        let code = conversion.currency.as_str();
        let mut product = Node::new(Operation::Product, "Price × rate", code).measuring(Measure::Price);
        product.children = vec![price, self.steps.rate(conversion)];
        product.value = product.recomputed();
        let mut node = Node::new(Operation::Rounded, "Price", code).measuring(Measure::Price);
        node.children = vec![product];
        Some(node)
    }

    /// Returns the value of all of a movement.
    fn value(&self, movement: &Movement) -> Option<Node> {
        let currency = self.builder.tables.ledger.currency.as_str();
        match movement.value {
            MovementValue::UnitPrice(price) => {
                let quantity = self.quantity(movement, movement.quantity.amount())?;
                let mut node = Node::new(Operation::Product, "Value", currency);
                let leaf = self.price(movement).map(|node| Node {
                    value: Some(price.amount()),
                    ..node
                });
                node.children = vec![quantity, leaf?];
                node.value = node.recomputed();
                Some(node)
            }
            MovementValue::Total(total) => Some(self.entered(movement, total)),
            MovementValue::Unknown => None,
        }
    }

    /// Returns a cost that the person entered, and its conversion.
    fn entered(&self, movement: &Movement, total: Exact) -> Node {
        let currency = self.builder.tables.ledger.currency.as_str();
        let plain = || entered("Cost that you entered", total.amount(), currency);
        let known = self.source(movement).and_then(|(entry, _)| {
            let asset = &self.builder.tables.of_number(movement.asset)?.asset;
            let cost = self.builder.cost_of(&entry.id, asset)?;
            Some((entry, cost))
        });
        let Some((entry, (amount, of))) = known.filter(|(_, (_, of))| of.as_str() != currency) else {
            return plain();
        };
        let converted = || {
            let own = self.builder.rates.of(of, entry.time)?;
            let mut back = self.steps.rate(own);
            back.children.reverse();
            (back.label, back.unit) = (format!("Dollars for 1 {of}"), "USD".to_owned());
            back.detail = None;
            back.value = back.recomputed();
            let mut dollars = Node::new(Operation::Product, "In dollars", "USD");
            dollars.children = vec![entered("Cost that you entered", amount, of.as_str()), back];
            dollars.value = dollars.recomputed();
            let mut product = Node::new(Operation::Product, "Cost × rate", currency);
            product.children = vec![dollars, self.steps.rate(self.builder.rates.conversion(entry.time)?)];
            product.value = product.recomputed();
            let mut node = Node::new(Operation::Rounded, "Cost that you entered", currency);
            node.children = vec![product];
            Some(node).filter(|node| node.recomputed() == Some(total.amount()))
        };
        converted().unwrap_or_else(plain)
    }

    /// Returns what remains of the cost of a movement: its value with the fees that it carries, minus what earlier disposals took.
    fn cost(&self, movement: &Movement, remaining: Amount) -> Option<Node> {
        let currency = self.builder.tables.ledger.currency.as_str();
        let mut whole = self.value(movement)?;
        whole.value = whole.recomputed();
        if let Some(fees) = self.fees(movement).filter(|_| self.carries_fees(movement)) {
            let mut sum = Node::new(Operation::Sum, "Value with fees", currency);
            sum.children = vec![whole, fees];
            sum.value = sum.recomputed();
            whole = sum;
        }
        let cost = whole.value?;
        if cost == remaining {
            return Some(whole);
        }
        let mut taken = Node::new(Operation::Observation, "Taken by earlier disposals", currency);
        taken.value = remaining.sub(cost).ok();
        let mut node = Node::new(Operation::Sum, "Remaining cost", currency);
        node.children = vec![whole, taken];
        Some(node)
    }

    /// Returns the fees of the event of a movement.
    fn fees(&self, movement: &Movement) -> Option<Node> {
        let of_event = self.event(movement.order.event).iter();
        let fees = of_event.filter(|one| one.role == MovementRole::Fee && one.value != MovementValue::Unknown);
        let mut nodes: Vec<Node> = fees.filter_map(|fee| self.value(fee)).collect();
        for node in &mut nodes {
            "Fee".clone_into(&mut node.label);
        }
        if nodes.len() < 2 {
            return nodes.pop();
        }
        let mut sum = Node::new(Operation::Sum, "Fees", &self.builder.tables.ledger.currency);
        sum.children = nodes;
        sum.value = sum.recomputed();
        Some(sum)
    }

    /// Returns whether the fees of an event are part of the cost or the proceeds of a movement: of its first acquisition, else of
    /// its first disposal.
    fn carries_fees(&self, movement: &Movement) -> bool {
        let event = self.event(movement.order.event);
        let first = |role| event.iter().find(|one| one.role == role);
        let carrier = first(MovementRole::In).or_else(|| first(MovementRole::Out));
        carrier.is_some_and(|one| one.order == movement.order)
    }
}
