//! Explains a figure: runs the computation again below one path and writes down each step.

use std::collections::BTreeSet;

use ports::{Amount, AssetId, Currency, Timestamp};

use crate::{
    caller::Caller,
    currency::Basis,
    price::Decision,
    valuation::{
        ValuationError, Valuations, balance,
        figure::{FigureId, FigurePath, Filter},
        fold::fold,
        gather,
        holding::{record_price, record_rate},
        inputs::{Inputs, Missed},
        ranking, recipe,
        record::{Node, Operation, Reason, Recorder, Silent, Tree},
        text,
        title::{priced_asset, subtitle, title},
        viewpoint::Viewpoint,
        yesterday::{comparable, only},
    },
};

/// Why a figure is what it is.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Which figure.
    pub figure: FigureId,
    /// What it is, for people.
    pub title: String,
    /// Over what it is taken.
    pub subtitle: String,
    /// The figure, unrounded; `None` when nothing of it is known any more.
    pub exact: Option<Amount>,
    /// Its currency.
    pub currency: Currency,
    /// The one-line formula, where one product tells the whole figure.
    pub formula: Vec<Term>,
    /// Each step.
    pub tree: Node,
    /// What is not in the figure.
    pub left_out: Vec<LeftOut>,
    /// When the oldest of its observations was made.
    pub as_of: Option<Timestamp>,
    /// Whether the observations it was first made from are gone, so that it was computed from newer ones.
    pub recomputed: bool,
}

/// A factor of the one-line formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// `Quantity`, `Price`, `Rate`.
    pub label: String,
    /// The number, exact.
    pub value: Amount,
    /// Symbol or currency.
    pub unit: String,
}

/// Something that is not in the figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// What and where.
    pub label: String,
    /// How much of it.
    pub amount: Option<Amount>,
    /// Of what.
    pub unit: String,
    /// Why.
    pub reason: Reason,
}

impl Explanation {
    /// What rounding at the edge takes away: the figure as shown less the exact one. `None` where there is no figure.
    #[must_use]
    pub fn rounding_difference(&self) -> Option<Amount> {
        self.exact.and_then(|exact| exact.at_edge().sub(exact).ok())
    }

    /// The whole explanation as plain text, for copying.
    #[must_use]
    pub fn as_text(&self) -> String {
        text::explanation(self)
    }
}

impl Valuations {
    /// Explains one of the caller's figures. Somebody else's figure and one that never was look the same.
    pub async fn explain(&self, caller: &Caller, figure: &FigureId) -> Result<Explanation, ValuationError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        self.explain_from(&Viewpoint::person(&self.ports, caller.user, &wallets), figure)
            .await
    }

    /// The same for whoever the figure was made for, as they see it.
    pub(crate) async fn explain_from(
        &self,
        from: &Viewpoint,
        figure: &FigureId,
    ) -> Result<Explanation, ValuationError> {
        if !figure.belongs_to(from.owner) {
            return Err(ValuationError::NotFound);
        }
        let found = self.ports.stores.recipes.find(figure.valuation, from.owner).await?;
        let pinned = match &found {
            Some(recipe) => gather::again(&self.ports, from, recipe).await?,
            None => None,
        };
        let recomputed = pinned.is_none();
        let tree = match (&figure.path, pinned) {
            (FigurePath::Change, Some((body, then))) => self.change(from, body.against.as_deref(), &then).await?,
            (FigurePath::Change, None) => return Err(ValuationError::NotFound),
            (path, Some((_, inputs))) => written(&inputs, path).map(|tree| (inputs, tree)),
            (path, None) => {
                let currency = found.as_ref().map(recipe::currency_of).unwrap_or_default();
                let inputs = balance::now(&self.ports, from, None, &currency).await?.inputs;
                let tree = written(&inputs, path).map(|tree| or_unknown(&inputs, tree));
                tree.map(|tree| (inputs, tree))
            }
        };
        let (inputs, tree) = tree.ok_or(ValuationError::NotFound)?;
        Ok(explanation(figure.clone(), &inputs, tree, recomputed))
    }

    /// The tree of a change: today's sum and yesterday's, each over what is valued on both days.
    async fn change(
        &self,
        from: &Viewpoint,
        against: Option<&str>,
        then: &Inputs,
    ) -> Result<Option<(Inputs, Node)>, ValuationError> {
        let Some(id) = against.and_then(|text| text.parse().ok()) else {
            return Ok(None);
        };
        let Some(recipe) = self.ports.stores.recipes.find(id, from.owner).await? else {
            return Ok(None);
        };
        let Some((_, now)) = gather::again(&self.ports, from, &recipe).await? else {
            return Ok(None);
        };
        let mut tree = Tree::default();
        let filter = Filter::default();
        let both = comparable(
            &fold(&now, &filter, "", &mut Silent),
            &fold(then, &filter, "", &mut Silent),
        );
        tree.open(|| {
            Node::new(
                Operation::Difference,
                "Change in a day",
                now.conversion.currency.as_str(),
            )
        });
        let today = fold(&only(&now, &both), &filter, "Now", &mut tree).known;
        let before = fold(&only(then, &both), &filter, "A day ago", &mut tree).known;
        tree.close(|node| node.value = today.sub(before).ok());
        Ok(tree.root().map(|root| (now, root)))
    }
}

/// Runs the computation below a path and writes it down; `None` when nothing fits the path.
pub(super) fn written(inputs: &Inputs, path: &FigurePath) -> Option<Node> {
    match path {
        FigurePath::Sum(filter) => {
            let root = sum(inputs, filter, path)?;
            (!root.children.is_empty() || *filter == Filter::default()).then_some(root)
        }
        FigurePath::Rest(filter, after) => {
            let holdings = fold(inputs, filter, "", &mut Silent).holdings;
            let rest = ranking::without_the_first(inputs, &holdings, filter, *after);
            sum(&rest, filter, path).filter(|root| !root.children.is_empty())
        }
        FigurePath::Dust(filter) => {
            let dust = ranking::only_dust(inputs, &fold(inputs, filter, "", &mut Silent).holdings);
            sum(&dust, filter, path).filter(|root| !root.children.is_empty())
        }
        FigurePath::Price(asset) => {
            let mut tree = Tree::default();
            record_price_told(inputs, &priced_asset(inputs, asset)?, &mut tree);
            tree.root()
        }
        FigurePath::Change => None,
    }
}

fn sum(inputs: &Inputs, filter: &Filter, path: &FigurePath) -> Option<Node> {
    let mut tree = Tree::default();
    fold(inputs, filter, &title(inputs, path), &mut tree);
    tree.root()
}

/// What is computed anew may have lost all that it was made of: a sum of nothing, where something is missing, is not zero.
pub(super) fn or_unknown(inputs: &Inputs, mut tree: Node) -> Node {
    let is_missing = tree.children.iter().any(|child| child.operation == Operation::Gap)
        || inputs.missed != Missed::default()
        || inputs.accounts.iter().any(|account| account.snapshot.is_none());
    if tree.operation == Operation::Sum && is_missing && !tree.children.iter().any(Node::counts) {
        (tree.operation, tree.value) = (Operation::Gap, None);
    }
    tree
}

/// A price in dollars, and its rate where it is told in another currency.
fn record_price_told(inputs: &Inputs, asset: &AssetId, tree: &mut Tree) {
    let decision = inputs.decisions.get(asset);
    if inputs.conversion.basis == Basis::Same {
        return record_price(inputs, asset, decision, tree);
    }
    let currency = inputs.conversion.currency.as_str();
    tree.open(|| Node::new(Operation::Product, format!("Price in {currency}"), currency));
    record_price(inputs, asset, decision, tree);
    record_rate(inputs, tree);
    let dollars = match decision {
        Some(Decision::Priced(priced)) => Some(priced.value),
        Some(Decision::Unpriced { .. }) | None => None,
    };
    tree.close(|node| node.value = dollars.and_then(|dollars| inputs.conversion.of_dollars(dollars)));
}

pub(super) fn explanation(figure: FigureId, inputs: &Inputs, mut tree: Node, recomputed: bool) -> Explanation {
    largest_first(&mut tree);
    let mut left_out = Vec::new();
    collect_left_out(&tree, &mut left_out);
    if figure.path == FigurePath::Sum(Filter::default()) {
        left_out.extend(dead_entries(inputs));
        left_out.extend(missed(inputs));
    }
    Explanation {
        title: title(inputs, &figure.path),
        subtitle: subtitle(&tree, inputs, &figure.path),
        exact: tree.value,
        currency: inputs.conversion.currency.clone(),
        formula: formula(&tree, &figure.path),
        left_out,
        as_of: oldest(&tree),
        figure,
        tree,
        recomputed,
    }
}

/// The parts of a sum do not depend on their order, so they stand as a person reads them: the largest first, what does not
/// count last.
fn largest_first(node: &mut Node) {
    if node.operation == Operation::Sum {
        node.children
            .sort_by_key(|child| std::cmp::Reverse(child.counts().then_some(child.value)));
    }
    node.children.iter_mut().for_each(largest_first);
}

/// The holdings that count, wherever they stand in the tree.
fn products<'a>(node: &'a Node, found: &mut Vec<&'a Node>) {
    if node.operation == Operation::Product && node.counts() {
        found.push(node);
        return;
    }
    node.children.iter().for_each(|child| products(child, found));
}

/// One product tells the whole figure when every holding has the same price and the same rate.
fn formula(tree: &Node, path: &FigurePath) -> Vec<Term> {
    let (FigurePath::Sum(Filter { asset: Some(_), .. }) | FigurePath::Rest(Filter { asset: Some(_), .. }, _)) = path
    else {
        return Vec::new();
    };
    let mut holdings = Vec::new();
    products(tree, &mut holdings);
    let factors: Vec<[&Node; 3]> = holdings
        .iter()
        .filter_map(|node| node.children.iter().collect::<Vec<_>>().try_into().ok())
        .collect();
    let Some([quantity, price, rate]) = factors.first().copied() else {
        return Vec::new();
    };
    let same = factors
        .iter()
        .all(|[q, p, r]| q.unit == quantity.unit && p.value == price.value && r.value == rate.value);
    let total = factors
        .iter()
        .try_fold(Amount::ZERO, |sum, [q, ..]| sum.add(q.value?).ok());
    let (true, Some(total), Some(price_value), Some(rate_value)) = (same, total, price.value, rate.value) else {
        return Vec::new();
    };
    let term = |label: &str, value: Amount, unit: &str| Term {
        label: label.to_owned(),
        value,
        unit: unit.to_owned(),
    };
    vec![
        term("Quantity", total, &quantity.unit),
        term("Price", price_value, &price.unit),
        term("Rate", rate_value, &rate.unit),
    ]
}

fn collect_left_out(node: &Node, left_out: &mut Vec<LeftOut>) {
    let holding = matches!(node.operation, Operation::Gap | Operation::Hidden) && node.label != "Price";
    if let (true, Some(reason)) = (holding, &node.reason) {
        let quantity = node
            .children
            .iter()
            .find(|child| child.operation == Operation::Observation);
        left_out.push(LeftOut {
            label: format!("{}, {}", node.label, node.detail.clone().unwrap_or_default()),
            amount: quantity.and_then(|one| one.value),
            unit: quantity.map_or_else(|| node.unit.clone(), |one| one.unit.clone()),
            reason: reason.clone(),
        });
        return;
    }
    node.children.iter().for_each(|child| collect_left_out(child, left_out));
}

/// Listed tokens whose contracts do not answer, in one line: nobody here was ever seen to hold them.
fn dead_entries(inputs: &Inputs) -> Option<LeftOut> {
    let snapshots = inputs.accounts.iter().filter_map(|one| one.snapshot.as_ref());
    let unreadable = snapshots.flat_map(|snapshot| &snapshot.unreadable);
    let dead = unreadable.filter(|(asset, why)| inputs.is_dead(asset, why));
    let dead: BTreeSet<_> = dead.map(|(asset, _)| asset).collect();
    (!dead.is_empty()).then(|| LeftOut {
        label: format!("{} listed tokens whose contracts give no answer", dead.len()),
        amount: None,
        unit: String::new(),
        reason: Reason {
            code: "unreadable",
            text: "No wallet here was ever seen to hold them.".to_owned(),
        },
    })
}

/// Wallets that are not read, and chains on which not everything is looked for: no amount is known of them.
fn missed(inputs: &Inputs) -> impl Iterator<Item = LeftOut> {
    let left_out = |label: String, code, text: &str| LeftOut {
        label,
        amount: None,
        unit: String::new(),
        reason: Reason {
            code,
            text: text.to_owned(),
        },
    };
    let Missed {
        unread, not_looked_for, ..
    } = &inputs.missed;
    let unread = unread.iter();
    let wallets = unread.map(move |one| left_out(one.label.clone(), "unread_wallet", &one.problem.text));
    let chains = not_looked_for.iter();
    wallets.chain(chains.map(move |one| {
        let label = format!("Unlisted tokens on {}", one.chain_name);
        left_out(label, "not_looked_for", &one.text)
    }))
}

fn oldest(node: &Node) -> Option<Timestamp> {
    let own = if node.counts() { node.observed_at } else { None };
    node.children
        .iter()
        .filter(|child| child.counts())
        .filter_map(oldest)
        .chain(own)
        .min()
}
