//! Recorders: the same computation runs silently, or writes the tree of how it went. So an explanation is the
//! computation, never a retelling.

use ports::{Amount, SourceId, Timestamp};

use crate::reason::Reason;

/// A step of a computation, with what went into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// How the value follows from the children.
    pub operation: Operation,
    /// What it is, for people.
    pub label: String,
    /// More about it.
    pub detail: Option<String>,
    /// The value, unrounded; `None` for what has none.
    pub value: Option<Amount>,
    /// What the value measures.
    pub measure: Measure,
    /// Currency code, symbol, or nothing for a bare number.
    pub unit: String,
    /// Who said it.
    pub source: Option<NodeSource>,
    /// When it was so.
    pub observed_at: Option<Timestamp>,
    /// At which block.
    pub block: Option<NodeBlock>,
    /// Whether a median of at least three quotes chose this one.
    pub chosen: bool,
    /// Why it does not count.
    pub reason: Option<Reason>,
    /// The answer's facts as they came.
    pub raw: Option<String>,
    /// What it was made from.
    pub children: Vec<Node>,
}

/// What a value measures: it decides how the value is written and in which column it stands, whatever its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Money; the unit is a currency.
    Money,
    /// How much of an asset; the unit is its symbol.
    Quantity,
    /// Money for one whole unit of an asset.
    Price,
    /// Units of one currency for one of another.
    Rate,
    /// A bare number.
    Number,
}

/// How a value follows from the values below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The sum of the children that have a value and are neither gap nor hidden.
    Sum,
    /// The product of the children. A quotient among them is divided by last, so that nothing is rounded before.
    Product,
    /// The first child divided by the second, half-even to 36 places.
    Quotient,
    /// The first child less the second.
    Difference,
    /// The median of the children without a reason, at least three: the middle one, or half the sum of the middle two.
    Median,
    /// The average of the children without a reason: the only one, or half the sum of two.
    Average,
    /// Read from a source.
    Observation,
    /// Fixed, or set by a person.
    Constant,
    /// Not counted: no value follows from it.
    Gap,
    /// Left out on purpose.
    Hidden,
}

/// A source as an explanation names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeSource {
    /// Which source.
    pub id: SourceId,
    /// Name for people.
    pub name: String,
    /// The host that answered.
    pub host: Option<String>,
}

/// A block as an explanation names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeBlock {
    /// Height.
    pub number: u64,
    /// Hash.
    pub hash: String,
    /// The block's own time.
    pub time: Timestamp,
    /// Where a person can check the balance.
    pub url: Option<String>,
}

impl Node {
    /// A node with an operation, a label and a currency, and nothing else yet. It measures money until it says otherwise.
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
            children: Vec::new(),
        }
    }

    /// The same node measuring something else than money.
    #[must_use]
    pub fn measuring(mut self, measure: Measure) -> Self {
        self.measure = measure;
        self
    }

    /// Whether the node counts in a sum above it.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.reason.is_none() && !matches!(self.operation, Operation::Gap | Operation::Hidden)
    }

    /// Computes the value again from the tree alone; `None` where none follows. What was printed must equal it.
    #[must_use]
    pub fn recomputed(&self) -> Option<Amount> {
        let counted = || self.children.iter().filter(|child| child.counts());
        match self.operation {
            Operation::Sum => counted().try_fold(Amount::ZERO, |total, child| total.add(child.recomputed()?).ok()),
            Operation::Product => product(counted()),
            Operation::Quotient => product(std::iter::once(self)),
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

/// The product of these nodes: what stands over the line multiplied out, then what stands under it.
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

/// The middle of the values; of one or two it is their average.
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

/// Is told each step of a computation as it is made.
pub trait Trace {
    /// A step begins; what follows until its close goes into it.
    fn open(&mut self, node: impl FnOnce() -> Node);
    /// A step without parts.
    fn leaf(&mut self, node: impl FnOnce() -> Node);
    /// The step that was opened last ends; `finish` writes what it came to.
    fn close(&mut self, finish: impl FnOnce(&mut Node));
}

/// Records nothing and costs nothing: the normal run.
pub struct NoTrace;

impl Trace for NoTrace {
    fn open(&mut self, _: impl FnOnce() -> Node) {}
    fn leaf(&mut self, _: impl FnOnce() -> Node) {}
    fn close(&mut self, _: impl FnOnce(&mut Node)) {}
}

/// Writes the tree.
#[derive(Default)]
pub struct TraceTree {
    open: Vec<Node>,
    roots: Vec<Node>,
}

impl TraceTree {
    /// The one tree that was written, if one was.
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
