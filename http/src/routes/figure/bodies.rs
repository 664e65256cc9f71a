//! The request and the response of `explain`.

use domain::trace;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{Decimal, Reason, Time};

/// The request of `explain`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"figure": "AQGWf0Tn1nY0kO2rB1Vb3Q.dG90YWw"}))]
pub struct ExplainFigureRequest {
    /// An id from the `figures` of a response.
    #[schema(example = "AQGWf0Tn1nY0kO2rB1Vb3Q.dG90YWw")]
    pub figure: String,
}

/// How a figure is computed.
#[derive(Debug, Serialize, ToSchema)]
pub struct Explanation {
    #[schema(example = "AQGWf0Tn1nY0kO2rB1Vb3Q.dG90YWw")]
    pub figure: String,
    #[schema(example = "ETH in Savings")]
    pub title: String,
    #[schema(example = "Ethereum, 0xd8dA…6045")]
    pub subtitle: String,
    /// The figure, rounded half-even to 18 places; null if it is no longer known.
    pub value: Option<Decimal>,
    /// The figure before rounding.
    pub exact: Option<Decimal>,
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The factors of a product; empty for a sum.
    pub formula: Vec<FormulaTerm>,
    pub tree: ExplainNode,
    pub left_out: Vec<LeftOut>,
    pub as_of: Option<Time>,
    /// True if the stored inputs have expired and the tree was computed from the latest ones.
    pub recomputed: bool,
    /// The valuation that it is computed from, for a change the later of the two; null for figures of entries.
    #[schema(example = "6f1c0f6c6c1f4d3f9a550d8a6f1f2c11")]
    pub valuation_id: Option<String>,
    pub rounding: Rounding,
    /// The whole explanation as plain text.
    #[schema(example = "2.5 ETH x 2500.5 USD = 6251.25 USD")]
    pub text: String,
}

/// One factor of a product.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormulaTerm {
    #[schema(example = "Quantity")]
    pub label: String,
    pub value: Decimal,
    #[schema(example = "ETH")]
    pub unit: String,
}

/// How a node is computed from its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// The sum.
    Sum,
    /// The product.
    Product,
    /// The first child divided by the second.
    Quotient,
    /// The child rounded half-even to 18 places. A quotient below it is divided and rounded in one step.
    Rounded,
    /// The first child minus the second.
    Difference,
    /// The median of at least three children.
    Median,
    /// The average of one or two children.
    Average,
    /// A value from a source.
    Observation,
    /// A fixed number.
    Constant,
    /// An unknown value; counted, but not part of a sum.
    Gap,
    /// Deliberately left out.
    Hidden,
}

/// What a node's value measures. It determines the number format and the column, independent of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Money; the unit is a currency.
    Money,
    /// An amount of an asset; the unit is its symbol.
    Quantity,
    /// Money for one whole unit of an asset.
    Price,
    /// Units of one currency for one of another.
    Rate,
    /// A number without a unit.
    Number,
}

/// One node of the tree.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExplainNode {
    pub operation: Operation,
    #[schema(example = "Price")]
    pub label: String,
    #[schema(example = "spread 0.04%")]
    pub detail: Option<String>,
    pub value: Option<Decimal>,
    pub measure: Measure,
    /// A currency code, a symbol, or empty.
    #[schema(example = "USD")]
    pub unit: String,
    pub source: Option<ExplainSource>,
    pub observed_at: Option<Time>,
    pub block: Option<ExplainBlock>,
    /// Whether a median of at least three quotes chose it.
    pub chosen: bool,
    pub reason: Option<Reason>,
    /// The response of the source, as JSON.
    #[schema(example = "{\"balance\":\"2500000000000000000\"}")]
    pub raw: Option<String>,
    #[schema(no_recursion, example = json!([]))]
    pub children: Vec<ExplainNode>,
}

/// The source of a value.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExplainSource {
    #[schema(example = "ethereum-rpc")]
    pub id: String,
    #[schema(example = "Ethereum node")]
    pub name: String,
    #[schema(example = "127.0.0.1")]
    pub host: Option<String>,
}

/// The block that a value was read at.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExplainBlock {
    #[schema(example = 23_318_442)]
    pub number: i64,
    #[schema(example = "0x4b2d4a2ee03b54ab1fef8a4ca2e6d3ec23e0a27e8d8f8a6d5d2fd8b4e3fbaf01")]
    pub hash: String,
    pub time: Time,
    #[schema(example = "https://etherscan.io/block/23318442")]
    pub url: Option<String>,
}

/// Something that is not in the figure.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeftOut {
    #[schema(example = "Mystery Token")]
    pub label: String,
    /// The wallet and the network, if it is in one place.
    #[schema(example = "Savings on Ethereum")]
    pub place: Option<String>,
    pub amount: Option<Decimal>,
    #[schema(example = "MYST")]
    pub unit: String,
    pub reason: Reason,
}

/// How the figure was rounded.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rounding {
    #[schema(example = "half-even")]
    pub rule: String,
    #[schema(example = 18)]
    pub places: i64,
    /// The rounded figure minus the exact one; null if there is no figure.
    pub difference: Option<Decimal>,
}

impl From<trace::Explanation> for Explanation {
    fn from(explanation: trace::Explanation) -> Self {
        let (difference, text) = (explanation.rounding_difference(), explanation.as_text());
        let trace::Explanation {
            figure,
            title,
            subtitle,
            exact,
            currency,
            formula,
            tree,
            left_out,
            as_of,
            recomputed,
            valuation,
        } = explanation;
        Self {
            figure,
            title,
            subtitle,
            value: exact.map(Decimal::money),
            exact: exact.map(Decimal::exact),
            currency_code: currency.to_string(),
            formula: formula.into_iter().map(Into::into).collect(),
            tree: tree.into(),
            left_out: left_out.into_iter().map(Into::into).collect(),
            as_of: as_of.map(Into::into),
            recomputed,
            valuation_id: valuation.map(|id| id.to_string()),
            rounding: Rounding {
                rule: "half-even".to_owned(),
                places: i64::from(ports::amount::EDGE_PLACES),
                difference: difference.map(Decimal::exact),
            },
            text,
        }
    }
}

impl From<trace::Term> for FormulaTerm {
    fn from(term: trace::Term) -> Self {
        let trace::Term { label, value, unit } = term;
        Self {
            label,
            value: Decimal::exact(value),
            unit,
        }
    }
}

impl From<trace::LeftOut> for LeftOut {
    fn from(left_out: trace::LeftOut) -> Self {
        let trace::LeftOut {
            label,
            place,
            amount,
            unit,
            reason,
        } = left_out;
        Self {
            label,
            place,
            amount: amount.map(Decimal::exact),
            unit,
            reason: reason.into(),
        }
    }
}

impl From<trace::Node> for ExplainNode {
    fn from(node: trace::Node) -> Self {
        let trace::Node {
            operation,
            label,
            detail,
            value,
            measure,
            unit,
            source,
            observed_at,
            block,
            chosen,
            reason,
            raw,
            input: _,
            subject: _,
            children,
        } = node;
        Self {
            operation: operation.into(),
            label,
            detail,
            value: value.map(Decimal::exact),
            measure: measure.into(),
            unit,
            source: source.map(|trace::NodeSource { id, name, host }| ExplainSource {
                id: id.to_string(),
                name,
                host,
            }),
            observed_at: observed_at.map(Into::into),
            block: block.map(Into::into),
            chosen,
            reason: reason.map(Into::into),
            raw,
            children: children.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<trace::NodeBlock> for ExplainBlock {
    fn from(block: trace::NodeBlock) -> Self {
        let trace::NodeBlock {
            number,
            hash,
            time,
            url,
        } = block;
        Self {
            number: i64::try_from(number).unwrap_or(i64::MAX),
            hash,
            time: time.into(),
            url,
        }
    }
}

impl From<trace::Measure> for Measure {
    fn from(measure: trace::Measure) -> Self {
        match measure {
            trace::Measure::Money => Self::Money,
            trace::Measure::Quantity => Self::Quantity,
            trace::Measure::Price => Self::Price,
            trace::Measure::Rate => Self::Rate,
            trace::Measure::Number => Self::Number,
        }
    }
}

impl From<trace::Operation> for Operation {
    fn from(operation: trace::Operation) -> Self {
        match operation {
            trace::Operation::Sum => Self::Sum,
            trace::Operation::Product => Self::Product,
            trace::Operation::Quotient => Self::Quotient,
            trace::Operation::Rounded => Self::Rounded,
            trace::Operation::Difference => Self::Difference,
            trace::Operation::Median => Self::Median,
            trace::Operation::Average => Self::Average,
            trace::Operation::Observation => Self::Observation,
            trace::Operation::Constant => Self::Constant,
            trace::Operation::Gap => Self::Gap,
            trace::Operation::Hidden => Self::Hidden,
        }
    }
}
