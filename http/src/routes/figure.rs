//! Explains a figure: the tree of what it is made of.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{Decimal, Reason, Time};

use axum::extract::State;
use domain::valuation;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call, Calls};
use crate::body::Body;
use crate::caller::Viewer;
use crate::desk::Desk;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default().add(
        Call::read(Access::AnyUser).shared().refuses(&[Code::NotFound]),
        routes!(explain_figure),
    )
}

/// The tree of what a figure is made of.
///
/// A figure is pinned for 24 hours; after that the tree is computed from the latest inputs and says `recomputed`.
#[utoipa::path(post, path = "/wallet/figure/explain", tag = "figure", operation_id = "explainFigure",
    request_body(content = ExplainFigureRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ExplainFigureAnswer)))]
async fn explain_figure(
    State(app): State<App>,
    viewer: Viewer,
    _desk: Desk,
    Body(request): Body<ExplainFigureRequest>,
) -> Answer<Explanation> {
    let ExplainFigureRequest { figure } = request;
    let figure = figure.parse().map_err(|_| Problem::NotFound)?;
    let tracker = app.tracker();
    let explanation = match viewer {
        Viewer::Caller(caller) => tracker.valuations().explain(&caller, &figure).await?,
        Viewer::Visitor(visitor) => tracker.shares().explain(&visitor, &figure).await?,
    };
    Ok(Envelope::of(explanation.into()))
}

answers! {
    ExplainFigureAnswer = Explanation,
}

/// The request of `explain`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"figure": "AQGWf0Tn1nY0kO2rB1Vb3Q.dG90YWw"}))]
pub struct ExplainFigureRequest {
    /// An id from an answer's `figures`.
    #[schema(example = "AQGWf0Tn1nY0kO2rB1Vb3Q.dG90YWw")]
    pub figure: String,
}

/// Why a figure is what it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Explanation {
    #[schema(example = "AQGWf0Tn1nY0kO2rB1Vb3Q.dG90YWw")]
    pub figure: String,
    #[schema(example = "ETH in Savings")]
    pub title: String,
    #[schema(example = "Ethereum, 0xd8dA…6045")]
    pub subtitle: String,
    /// As shown: rounded half-even to 18 places. Null when nothing of it is known any more.
    pub value: Option<Decimal>,
    /// Before rounding.
    pub exact: Option<Decimal>,
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The factors of the one-line formula; empty for a sum.
    pub formula: Vec<FormulaTerm>,
    pub tree: ExplainNode,
    pub left_out: Vec<LeftOut>,
    pub as_of: Option<Time>,
    /// True where the pinned inputs are gone and the tree was computed from the latest ones.
    pub recomputed: bool,
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

/// What a node does with its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// Adds them.
    Sum,
    /// Multiplies them.
    Product,
    /// The first child divided by the second.
    Quotient,
    /// Subtracts the second from the first.
    Difference,
    /// Takes the middle of at least three.
    Median,
    /// Takes the average of one or two.
    Average,
    /// Something a source said.
    Observation,
    /// A fixed number.
    Constant,
    /// Not known; counted, never summed.
    Gap,
    /// Left out on purpose.
    Hidden,
}

/// What a node's value measures: how it is written and in which column it stands, whatever its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
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
    /// What the source answered, as JSON.
    #[schema(example = "{\"balance\":\"2500000000000000000\"}")]
    pub raw: Option<String>,
    #[schema(no_recursion, example = json!([]))]
    pub children: Vec<ExplainNode>,
}

/// Who said it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExplainSource {
    #[schema(example = "ethereum-rpc")]
    pub id: String,
    #[schema(example = "Ethereum node")]
    pub name: String,
    #[schema(example = "127.0.0.1")]
    pub host: Option<String>,
}

/// The block at which it was true.
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
    /// Wallet and network, where it lies in one place.
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
    /// As shown minus exact. Null where there is no figure.
    pub difference: Option<Decimal>,
}

impl From<valuation::Explanation> for Explanation {
    fn from(explanation: valuation::Explanation) -> Self {
        let (difference, text) = (explanation.rounding_difference(), explanation.as_text());
        let valuation::Explanation {
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
        } = explanation;
        Self {
            figure: figure.to_string(),
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
            rounding: Rounding {
                rule: "half-even".to_owned(),
                places: i64::from(ports::amount::EDGE_PLACES),
                difference: difference.map(Decimal::exact),
            },
            text,
        }
    }
}

impl From<valuation::Term> for FormulaTerm {
    fn from(term: valuation::Term) -> Self {
        let valuation::Term { label, value, unit } = term;
        Self {
            label,
            value: Decimal::exact(value),
            unit,
        }
    }
}

impl From<valuation::LeftOut> for LeftOut {
    fn from(left_out: valuation::LeftOut) -> Self {
        let valuation::LeftOut {
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

impl From<valuation::Node> for ExplainNode {
    fn from(node: valuation::Node) -> Self {
        let valuation::Node {
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
            children,
        } = node;
        Self {
            operation: operation.into(),
            label,
            detail,
            value: value.map(Decimal::exact),
            measure: measure.into(),
            unit,
            source: source.map(|valuation::NodeSource { id, name, host }| ExplainSource {
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

impl From<valuation::NodeBlock> for ExplainBlock {
    fn from(block: valuation::NodeBlock) -> Self {
        let valuation::NodeBlock {
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

impl From<valuation::Measure> for Measure {
    fn from(measure: valuation::Measure) -> Self {
        match measure {
            valuation::Measure::Money => Self::Money,
            valuation::Measure::Quantity => Self::Quantity,
            valuation::Measure::Price => Self::Price,
            valuation::Measure::Rate => Self::Rate,
            valuation::Measure::Number => Self::Number,
        }
    }
}

impl From<valuation::Operation> for Operation {
    fn from(operation: valuation::Operation) -> Self {
        match operation {
            valuation::Operation::Sum => Self::Sum,
            valuation::Operation::Product => Self::Product,
            valuation::Operation::Quotient => Self::Quotient,
            valuation::Operation::Difference => Self::Difference,
            valuation::Operation::Median => Self::Median,
            valuation::Operation::Average => Self::Average,
            valuation::Operation::Observation => Self::Observation,
            valuation::Operation::Constant => Self::Constant,
            valuation::Operation::Gap => Self::Gap,
            valuation::Operation::Hidden => Self::Hidden,
        }
    }
}
