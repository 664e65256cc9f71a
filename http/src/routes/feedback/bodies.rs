//! The request and the response of the call about feedback.

use ports::feedback::{FeedbackOpinion, FeedbackSection};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::body::HashFields;
use crate::wire::Time;

/// A section of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[schema(as = FeedbackPage)]
pub enum SectionName {
    Overview,
    #[serde(rename = "Balance Sheet")]
    BalanceSheet,
    #[serde(rename = "Asset Value")]
    AssetValue,
    #[serde(rename = "Net Flows")]
    NetFlows,
    #[serde(rename = "Transaction History")]
    TransactionHistory,
    #[serde(rename = "Counterparty Volume")]
    CounterpartyVolume,
    Insights,
    Wallets,
    #[serde(rename = "Blockchain Fees")]
    BlockchainFees,
    Profile,
    #[serde(rename = "Export Data")]
    ExportData,
}

impl From<SectionName> for FeedbackSection {
    fn from(name: SectionName) -> Self {
        match name {
            SectionName::Overview => Self::Overview,
            SectionName::BalanceSheet => Self::BalanceSheet,
            SectionName::AssetValue => Self::AssetValue,
            SectionName::NetFlows => Self::NetFlows,
            SectionName::TransactionHistory => Self::TransactionHistory,
            SectionName::CounterpartyVolume => Self::CounterpartyVolume,
            SectionName::Insights => Self::Insights,
            SectionName::Wallets => Self::Wallets,
            SectionName::BlockchainFees => Self::BlockchainFees,
            SectionName::Profile => Self::Profile,
            SectionName::ExportData => Self::ExportData,
        }
    }
}

/// An opinion about the whole product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FeedbackType)]
pub enum OpinionName {
    Positive,
    Negative,
}

impl From<OpinionName> for FeedbackOpinion {
    fn from(name: OpinionName) -> Self {
        match name {
            OpinionName::Positive => Self::Positive,
            OpinionName::Negative => Self::Negative,
        }
    }
}

/// The request of `send-feedback`: `page` and `rating`, or `feedback_type`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"page": "Wallets", "rating": 4, "feedback": "Sorting by date helps."}))]
pub struct SendFeedbackRequest {
    /// The section that is rated.
    pub page: Option<SectionName>,
    /// From 1 (terrible) to 5 (excellent).
    #[schema(example = 4, minimum = 1, maximum = 5)]
    pub rating: Option<i64>,
    /// An opinion about the whole product, in place of `page` and `rating`.
    #[schema(example = json!(null))]
    pub feedback_type: Option<OpinionName>,
    /// 1 to 4000 characters. Lines are kept.
    #[schema(example = "Sorting by date helps.", max_length = 4000)]
    pub feedback: String,
    /// The id of a file that shows it (`common/attachment/upload`).
    #[schema(example = json!(null))]
    pub attachment_id: Option<String>,
}

impl HashFields for SendFeedbackRequest {
    const TEXTS: &'static [&'static str] = &["feedback"];
}

/// Feedback that was stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct SendFeedbackData {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c12")]
    pub id: String,
    /// When it was sent; earlier where it is a repetition.
    pub sent_on: Time,
}
