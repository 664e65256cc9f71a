//! Explains a figure by running its computation again and recording each step.

use ports::{Amount, AssetId, Timestamp, ValuationId};

use crate::{
    account::PersonAccounts,
    caller::Caller,
    currency::ConversionBasis,
    price::Decision,
    trace::{Explanation, Measure, NoTrace, Node, Operation, Term, Trace, TraceTree},
    valuation::{
        ValuationError, Valuations, balance,
        compute::{
            fold::fold,
            holding::{record_price, record_rate},
        },
        explain::{
            change::DayComparison,
            left_out::{collect_left_out, dead_entries, missed},
            title::{subtitle, title},
        },
        figure::{FigureId, FigurePath},
        filter::Filter,
        inputs::{gather, missed::Missed, recipe, types::Inputs, viewpoint::Viewpoint},
        report::ranking,
    },
};

impl Valuations {
    /// Explains one of the caller's figures. A figure of another user and one that never existed both give
    /// [`ValuationError::NotFound`].
    pub async fn explain(&self, caller: &Caller, figure: &FigureId) -> Result<Explanation, ValuationError> {
        let person = PersonAccounts::load(&self.ports, caller.user).await?;
        self.explain_from(&Viewpoint::person(&self.ports, &person), figure)
            .await
    }

    /// Explains a figure from a viewpoint. Fails if the figure was made for another owner.
    pub(crate) async fn explain_from(
        &self,
        from: &Viewpoint,
        figure: &FigureId,
    ) -> Result<Explanation, ValuationError> {
        if !figure.belongs_to(from.owner) {
            return Err(ValuationError::NotFound);
        }
        let loaded = self.load(from, figure.valuation).await?;
        loaded.explain(figure).ok_or(ValuationError::NotFound)
    }

    /// Explains several figures of one valuation, in the given order, loading its inputs only once.
    pub async fn explain_each(
        &self,
        caller: &Caller,
        valuation: ValuationId,
        figures: &[FigureId],
    ) -> Result<Vec<Explanation>, ValuationError> {
        let person = PersonAccounts::load(&self.ports, caller.user).await?;
        let from = Viewpoint::person(&self.ports, &person);
        let loaded = self.load(&from, valuation).await?;
        let is_own = |figure: &&FigureId| figure.valuation == valuation && figure.belongs_to(from.owner);
        let explained = figures
            .iter()
            .map(|figure| Some(figure).filter(is_own).and_then(|figure| loaded.explain(figure)));
        explained.collect::<Option<_>>().ok_or(ValuationError::NotFound)
    }

    /// Loads the inputs of a valuation, or the latest inputs if the original ones are gone.
    async fn load(&self, from: &Viewpoint, valuation: ValuationId) -> Result<Loaded, ValuationError> {
        let found = self.ports.stores.recipes.find(valuation, from.owner).await?;
        let pinned = match &found {
            Some(recipe) => gather::again(&self.ports, from, recipe).await?,
            None => None,
        };
        let Some((body, inputs)) = pinned else {
            let currency = found.as_ref().map(recipe::currency_of).unwrap_or_default();
            let wallets = found.as_ref().map(recipe::wallets_of).unwrap_or_default();
            let from = from.clone().only(&wallets);
            let latest = balance::now(&self.ports, &from, &currency).await?;
            return Ok(Loaded {
                inputs: latest.inputs,
                today: None,
                recomputed: true,
                current: latest.recipe.id,
            });
        };
        let against = body.against.and_then(|id| id.parse().ok());
        Ok(Loaded {
            inputs,
            today: self.against(from, against).await?,
            recomputed: false,
            current: against.unwrap_or(valuation),
        })
    }

    /// Loads the inputs of the valuation that a change is compared with.
    async fn against(&self, from: &Viewpoint, against: Option<ValuationId>) -> Result<Option<Inputs>, ValuationError> {
        let Some(id) = against else {
            return Ok(None);
        };
        let Some(recipe) = self.ports.stores.recipes.find(id, from.owner).await? else {
            return Ok(None);
        };
        let again = gather::again(&self.ports, from, &recipe).await?;
        Ok(again.map(|(_, inputs)| inputs))
    }
}

/// The inputs of a valuation, loaded for explaining its figures.
struct Loaded {
    inputs: Inputs,
    /// The current inputs, if the valuation is of a day ago.
    today: Option<Inputs>,
    /// Whether the original inputs are gone, so that these are the latest.
    recomputed: bool,
    /// The valuation of `today` if that is set, otherwise of `inputs`.
    current: ValuationId,
}

impl Loaded {
    /// Explains a figure; `None` if nothing matches its path any more.
    fn explain(&self, figure: &FigureId) -> Option<Explanation> {
        let inputs = &self.inputs;
        if figure.path.is_change() {
            let today = self.today.as_ref()?;
            let change = DayComparison::of(today, inputs, &figure.path)?;
            let mut explanation = self.explanation(figure, today, change.tree);
            explanation.left_out.extend(change.not_compared);
            return Some(explanation);
        }
        let tree = written(inputs, &figure.path)?;
        let tree = if self.recomputed {
            or_unknown(inputs, tree)
        } else {
            tree
        };
        Some(self.explanation(figure, inputs, tree))
    }

    fn explanation(&self, figure: &FigureId, inputs: &Inputs, tree: Node) -> Explanation {
        Explanation {
            recomputed: self.recomputed,
            valuation: Some(self.current),
            ..explanation(figure, inputs, tree)
        }
    }
}

/// Runs the computation for a path and records it; `None` if nothing matches the path.
pub fn written(inputs: &Inputs, path: &FigurePath) -> Option<Node> {
    match path {
        FigurePath::Sum(filter) => {
            let root = sum(inputs, filter, path)?;
            (!root.children.is_empty() || *filter == Filter::default()).then_some(root)
        }
        FigurePath::Rest(filter, after) => {
            let holdings = fold(inputs, filter, "", &mut NoTrace).holdings;
            let rest = ranking::without_the_first(inputs, &holdings, filter, *after);
            sum(&rest, filter, path).filter(|root| !root.children.is_empty())
        }
        FigurePath::Dust(filter) => {
            let dust = ranking::only_dust(inputs, &fold(inputs, filter, "", &mut NoTrace).holdings);
            sum(&dust, filter, path).filter(|root| !root.children.is_empty())
        }
        FigurePath::Price(asset) => {
            let mut tree = TraceTree::default();
            let decision = inputs.decisions.get(asset)?;
            record_price_in_currency(inputs, asset, decision, &mut tree);
            tree.root()
        }
        FigurePath::Change | FigurePath::GroupChange(_) | FigurePath::WalletChange(_) => None,
    }
}

fn sum(inputs: &Inputs, filter: &Filter, path: &FigurePath) -> Option<Node> {
    let mut tree = TraceTree::default();
    fold(inputs, filter, &title(inputs, path), &mut tree);
    tree.root()
}

/// A recomputed figure may have lost all its parts. An empty sum with something missing is unknown and not zero.
pub fn or_unknown(inputs: &Inputs, mut tree: Node) -> Node {
    let is_missing = tree.children.iter().any(|child| child.operation == Operation::Gap)
        || inputs.missed != Missed::default()
        || !inputs.not_looked_for().is_empty()
        || inputs.accounts.iter().any(|account| account.snapshot.is_none());
    if tree.operation == Operation::Sum && is_missing && !tree.children.iter().any(Node::counts) {
        (tree.operation, tree.value) = (Operation::Gap, None);
    }
    tree
}

/// Records a price in dollars, and the exchange rate if it is shown in another currency.
fn record_price_in_currency(inputs: &Inputs, asset: &AssetId, decision: &Decision, tree: &mut TraceTree) {
    if inputs.conversion.basis == ConversionBasis::Same {
        return record_price(inputs, asset, Some(decision), tree);
    }
    let currency = inputs.conversion.currency.as_str();
    tree.open(|| Node::new(Operation::Product, format!("Price in {currency}"), currency).measuring(Measure::Price));
    record_price(inputs, asset, Some(decision), tree);
    record_rate(inputs, tree);
    let dollars = match decision {
        Decision::Priced(priced) => Some(priced.value),
        Decision::Unpriced { .. } => None,
    };
    tree.close(|node| node.value = dollars.and_then(|dollars| inputs.conversion.of_dollars(dollars)));
}

pub fn explanation(figure: &FigureId, inputs: &Inputs, mut tree: Node) -> Explanation {
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
        figure: figure.to_string(),
        tree,
        recomputed: false,
        valuation: None,
    }
}

/// Sorts the parts of sums, whose order does not affect the result: the largest first, parts that do not count last.
fn largest_first(node: &mut Node) {
    if node.operation == Operation::Sum {
        let size = |child: &Node| child.value.map(Amount::abs);
        node.children
            .sort_by_key(|child| std::cmp::Reverse(child.counts().then(|| size(child))));
    }
    node.children.iter_mut().for_each(largest_first);
}

/// Collects the holdings that count from all levels of the tree.
fn products<'a>(node: &'a Node, found: &mut Vec<&'a Node>) {
    if node.operation == Operation::Product && node.counts() {
        found.push(node);
        return;
    }
    node.children.iter().for_each(|child| products(child, found));
}

/// Returns the one-line formula if every holding has the same price and the same rate.
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

fn oldest(node: &Node) -> Option<Timestamp> {
    let own = if node.counts() { node.observed_at } else { None };
    node.children
        .iter()
        .filter(|child| child.counts())
        .filter_map(oldest)
        .chain(own)
        .min()
}
