//! Traces: the same computation either runs without recording or records a tree of its steps, so an explanation is
//! always the computation itself.

mod explanation;
mod text;

use ports::{Amount, SourceId, Timestamp};

pub use explanation::{Explanation, LeftOut, Term};

use crate::reason::Reason;

/// Places of a rounded step.
const PLACES: u8 = 18;

/// A step of a computation, with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// How the value follows from the children.
    pub operation: Operation,
    /// What the step is, as a text to show.
    pub label: String,
    /// Additional text to show.
    pub detail: Option<String>,
    /// The value, unrounded; `None` if there is none.
    pub value: Option<Amount>,
    /// What the value measures.
    pub measure: Measure,
    /// Currency code or symbol; empty for a plain number.
    pub unit: String,
    /// The source of the value, if it was read from one.
    pub source: Option<NodeSource>,
    /// When the value was observed.
    pub observed_at: Option<Timestamp>,
    /// The block at which the value was read.
    pub block: Option<NodeBlock>,
    /// Whether a median of at least three quotes selected this one.
    pub chosen: bool,
    /// Why it is not used.
    pub reason: Option<Reason>,
    /// The content of the source's answer as JSON.
    pub raw: Option<String>,
    /// What is listed beside the figure where the step is not counted.
    pub subject: Option<NodeSubject>,
    /// What a step without children stands for, for a caller that knows more about it. It is not shown.
    pub input: Option<NodeInput>,
    /// The steps that the value is computed from.
    pub children: Vec<Node>,
}

/// What a figure lacks where a step is not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeSubject {
    /// What it is.
    pub label: String,
    /// Where it is held, if that is a single place.
    pub place: Option<String>,
}

/// An input of a computation that was made elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeInput {
    /// The number of the input in the computation.
    pub number: u64,
    /// What of it.
    pub part: InputPart,
}

/// What of an input a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputPart {
    /// Its quantity, or a part of it.
    Quantity,
    /// The price of one whole unit.
    Price,
    /// The value of all of it.
    Value,
    /// What it cost with fees, or what is left of that.
    Cost,
    /// The fees that belong to it.
    Fees,
}

/// What a value measures. Together with its unit this decides how the value is formatted and in which column it is
/// shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// An amount of money; the unit is a currency.
    Money,
    /// The quantity of an asset; the unit is its symbol.
    Quantity,
    /// Money for one whole unit of an asset.
    Price,
    /// Units of one currency for one unit of another.
    Rate,
    /// A plain number.
    Number,
}

/// How a value follows from the values of the children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The sum of the children that have a value and are neither a gap nor hidden.
    Sum,
    /// The product of the children. Quotients among them are divided last, so that nothing is rounded before.
    Product,
    /// The first child divided by the second, rounded half-even to 36 places.
    Quotient,
    /// The child rounded half-even to 18 places. A quotient below it is divided and rounded in one step.
    Rounded,
    /// The first child minus the second.
    Difference,
    /// The median of the children without a reason, of which there are at least three: the middle one, or the mean of
    /// the two in the middle.
    Median,
    /// The average of the children without a reason: the only one, or the mean of two.
    Average,
    /// Read from a source.
    Observation,
    /// A constant, or set by the user.
    Constant,
    /// Not counted, so no value follows from it.
    Gap,
    /// Hidden by a rule or by the user.
    Hidden,
}

/// A source in an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeSource {
    /// The source.
    pub id: SourceId,
    /// Name to show.
    pub name: String,
    /// The host that answered.
    pub host: Option<String>,
}

/// A block in an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeBlock {
    /// Block number.
    pub number: u64,
    /// Block hash.
    pub hash: String,
    /// Block time.
    pub time: Timestamp,
    /// Link to the account on a block explorer.
    pub url: Option<String>,
}

impl Node {
    /// Returns a node without value and children. It measures money unless changed with [`Node::measuring`].
    #[must_use]
    pub fn new(operation: Operation, label: impl Into<String>, unit: impl Into<String>) -> Self {
        Self {
            operation,
            label: label.into(),
            detail: None,
            value: None,
            measure: Measure::Money,
            unit: unit.into(),
            source: None,
            observed_at: None,
            block: None,
            chosen: false,
            reason: None,
            raw: None,
            subject: None,
            input: None,
            children: Vec::new(),
        }
    }

    /// Returns the node as a part of an input.
    #[must_use]
    pub fn of_input(mut self, number: u64, part: InputPart) -> Self {
        self.input = Some(NodeInput { number, part });
        self
    }

    /// Replaces each input by what `expand` returns for it. Where it returns `None`, the input stays as it is.
    #[must_use]
    pub fn expanded(mut self, expand: &mut impl FnMut(&Self, NodeInput) -> Option<Self>) -> Self {
        if let Some(expanded) = self.input.and_then(|input| expand(&self, input)) {
            return expanded;
        }
        self.children = self.children.into_iter().map(|child| child.expanded(expand)).collect();
        self
    }

    /// Returns the node with another measure.
    #[must_use]
    pub fn measuring(mut self, measure: Measure) -> Self {
        self.measure = measure;
        self
    }

    /// Returns whether the node counts in a sum above it.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.reason.is_none() && !matches!(self.operation, Operation::Gap | Operation::Hidden)
    }

    /// Computes the value again from the tree alone; `None` if there is none. It always equals the displayed value.
    #[must_use]
    pub fn recomputed(&self) -> Option<Amount> {
        let counted = || self.children.iter().filter(|child| child.counts());
        match self.operation {
            Operation::Sum => counted().try_fold(Amount::ZERO, |total, child| total.add(child.recomputed()?).ok()),
            Operation::Product => product(counted()),
            Operation::Quotient => product(std::iter::once(self)),
            Operation::Rounded => rounded(self.children.first()?),
            Operation::Difference => match self.children.as_slice() {
                [now, before] => now.recomputed()?.sub(before.recomputed()?).ok(),
                _ => None,
            },
            Operation::Median | Operation::Average => median(counted().map(Self::recomputed).collect::<Option<_>>()?),
            Operation::Observation | Operation::Constant => self.value,
            Operation::Gap | Operation::Hidden => None,
        }
    }
}

/// Returns the product of the nodes: the product of all numerators divided once by the product of all denominators.
fn product<'a>(nodes: impl Iterator<Item = &'a Node>) -> Option<Amount> {
    let (mut over, mut under) = (Amount::ONE, Amount::ONE);
    for node in nodes {
        match (node.operation, node.children.as_slice()) {
            (Operation::Quotient, [first, second]) => {
                let (first, second) = (first.recomputed()?, second.recomputed()?);
                if first != second {
                    over = over.mul(first).ok()?;
                    under = under.mul(second).ok()?;
                }
            }
            _ => over = over.mul(node.recomputed()?).ok()?,
        }
    }
    if under == Amount::ONE {
        Some(over)
    } else {
        over.div(under).ok()
    }
}

/// Returns the value of a node rounded to 18 places, in one step where it is a quotient.
fn rounded(node: &Node) -> Option<Amount> {
    match (node.operation, node.children.as_slice()) {
        (Operation::Quotient, [first, second]) => first.recomputed()?.div_rounded(second.recomputed()?, PLACES).ok(),
        _ => Some(node.recomputed()?.rounded(PLACES.into())),
    }
}

/// Returns the median of the values. For one or two values this is their average.
fn median(mut values: Vec<Amount>) -> Option<Amount> {
    values.sort();
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values.get(middle).copied()
    } else {
        values
            .get(middle.checked_sub(1)?)?
            .add(*values.get(middle)?)
            .ok()?
            .half()
            .ok()
    }
}

/// Receives the steps of a computation as they are made.
pub trait Trace {
    /// Begins a step. The steps until its close become its children.
    fn open(&mut self, node: impl FnOnce() -> Node);
    /// Adds a step without children.
    fn leaf(&mut self, node: impl FnOnce() -> Node);
    /// Ends the step that was opened last; `finish` sets its result.
    fn close(&mut self, finish: impl FnOnce(&mut Node));
}

/// Records nothing, at no cost. Used for normal valuations.
pub struct NoTrace;

impl Trace for NoTrace {
    fn open(&mut self, _: impl FnOnce() -> Node) {}
    fn leaf(&mut self, _: impl FnOnce() -> Node) {}
    fn close(&mut self, _: impl FnOnce(&mut Node)) {}
}

/// Records the steps as a tree.
#[derive(Default)]
pub struct TraceTree {
    open: Vec<Node>,
    roots: Vec<Node>,
}

impl TraceTree {
    /// Returns the recorded tree, if any.
    #[must_use]
    pub fn root(mut self) -> Option<Node> {
        self.roots.pop()
    }

    fn place(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.roots.push(node),
        }
    }
}

impl Trace for TraceTree {
    fn open(&mut self, node: impl FnOnce() -> Node) {
        self.open.push(node());
    }

    fn leaf(&mut self, node: impl FnOnce() -> Node) {
        self.place(node());
    }

    fn close(&mut self, finish: impl FnOnce(&mut Node)) {
        if let Some(mut node) = self.open.pop() {
            finish(&mut node);
            self.place(node);
        }
    }
}
