//! The request and response of the call about insights. A response has words, numbers and names as parts, and no markup.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{AssetIdText, ChainIdText, Decimal, Figures, Time};

/// The request of `get-wallet-insights`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct GetWalletInsightsRequest {
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// What rules find in everything that a person holds, owes and paid.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalletInsightsData {
    /// The insights, the worst first.
    pub insights: Vec<InsightRow>,
    /// How many more were found that are about too little money to be listed.
    #[schema(example = 2)]
    pub minor: i64,
    /// How many more were found than the plan lists, which lists the worst ones.
    #[schema(example = 0)]
    pub beyond_plan: i64,
    /// How many wait for a second evaluation, ten minutes later at least, that confirms them.
    #[schema(example = 0)]
    pub unconfirmed: i64,
    /// Those that the person put away.
    pub put_away: Vec<PutAwayInsight>,
    /// How many rules were evaluated.
    #[schema(example = 20)]
    pub checked: i64,
    /// The rules that could not be evaluated, or not for everything that they are about.
    pub not_evaluated: Vec<NotEvaluatedRow>,
    /// Every rule with its thresholds.
    pub rules: Vec<InsightRuleRow>,
    /// When the rules were evaluated.
    pub evaluated_on: Time,
    /// The currency of money.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// Figure ids by JSON pointer, for `explain-figure`.
    pub figures: Figures,
}

/// Something that a rule found.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsightRow {
    /// The type: reduce cost 10, reduce risk 20, increase yield 30.
    #[schema(example = 20)]
    pub insight_type: i64,
    /// Its name.
    #[schema(example = "Reduce Risk")]
    pub type_name: String,
    /// The kind of risk: token float 10, borrower 20, unlock 30, lender 40, market cap 50, staking 60, discoverability 70,
    /// concentration 80. Null where it is about none of them.
    #[schema(example = 80)]
    pub sub_type: Option<i64>,
    /// Its name; null where there is none.
    #[schema(example = "Concentration Risk")]
    pub sub_type_name: Option<String>,
    /// The stable id of the rule.
    #[schema(example = "conc.asset")]
    pub rule: String,
    /// How bad it is.
    pub severity: InsightSeverityCode,
    /// What was found, as the parts of a sentence.
    pub title: Vec<SentencePart>,
    /// What the rule looks for.
    #[schema(example = "Concentration in one asset")]
    pub sub_title: String,
    /// The stable key of what it is about, within the rule.
    #[schema(example = "eth")]
    pub subject: String,
    /// The name of what it is about.
    #[schema(example = "ETH")]
    pub subject_name: String,
    /// The figure that is compared with the threshold.
    pub figure: SentencePart,
    /// How the figure was computed, from the first to the last term.
    pub arithmetic: Vec<InsightTerm>,
    /// The threshold that it crosses.
    pub threshold: InsightThreshold,
    /// What would change it, as the parts of sentences.
    pub change: Vec<SentencePart>,
    /// What is left out of it, each as a sentence.
    #[schema(example = json!([]))]
    pub caveats: Vec<String>,
    /// When the oldest of the readings and prices was made that it uses; null where it uses none.
    pub as_of: Option<Time>,
    /// When it was found first.
    pub found_on: Time,
    /// How much money it is about; null where it is about no money, or the amount is not known.
    pub at_stake: Option<Decimal>,
}

/// How bad an insight is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InsightSeverityCode {
    /// Worth knowing.
    Info,
    /// A small matter.
    Low,
    /// Worth a look.
    Medium,
    /// Needs attention.
    High,
    /// Needs attention now.
    Critical,
}

/// What a part of a sentence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SentencePartKind {
    /// Words.
    Text,
    /// An amount of money in the currency of the response.
    Money,
    /// A number of percent.
    Percent,
    /// A number without a unit.
    Number,
    /// An amount of an asset.
    Quantity,
    /// An asset.
    Asset,
    /// A protocol.
    Protocol,
    /// A network or an exchange.
    Network,
    /// A moment.
    Date,
}

/// A part of a sentence. Names of assets are text from elsewhere and never markup.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"kind": "percent", "text": "62.5", "value": "62.5", "asset": null, "chain": null, "time": null}))]
pub struct SentencePart {
    /// What it is.
    pub kind: SentencePartKind,
    /// It as text: words, a name, or its number without a unit.
    #[schema(example = "62.5")]
    pub text: String,
    /// Its number; null for words, names and moments.
    pub value: Option<Decimal>,
    /// The asset; null for everything else.
    pub asset: Option<AssetIdText>,
    /// The network or exchange; null for everything else.
    pub chain: Option<ChainIdText>,
    /// The moment; null for everything else.
    pub time: Option<Time>,
}

/// A term of an arithmetic.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsightTerm {
    /// How it changes the result of the terms before it: `+`, `−`, `×`, `÷` or `=`; empty for a value that is only stated.
    #[schema(example = "÷")]
    pub sign: String,
    /// What it is.
    #[schema(example = "Everything you own")]
    pub label: String,
    /// Its value.
    pub value: SentencePart,
}

/// A threshold of a rule.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsightThreshold {
    /// Its name within the rule.
    #[schema(example = "share")]
    pub name: String,
    /// What is compared with it.
    #[schema(example = "Share of one asset")]
    pub text: String,
    /// The side that is reported: `above`, `at least`, `below` or `at most`.
    #[schema(example = "above")]
    pub side: String,
    /// The unit: `dollars`, which are converted, `percent`, `days` or `number`.
    #[schema(example = "percent")]
    pub unit: String,
    /// Its number in this evaluation; money in the currency of the response.
    pub limit: Decimal,
    /// The default, in its own unit.
    pub default: Decimal,
    /// What the person chose, in its own unit; null where it is the default.
    pub chosen: Option<Decimal>,
}

/// A rule.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsightRuleRow {
    /// Its stable id.
    #[schema(example = "conc.asset")]
    pub id: String,
    /// What it looks for.
    #[schema(example = "Concentration in one asset")]
    pub title: String,
    /// The type of its insights: 10, 20 or 30.
    #[schema(example = 20)]
    pub insight_type: i64,
    /// The kind of risk: 10 to 80; null for none.
    #[schema(example = 80)]
    pub sub_type: Option<i64>,
    /// Whether it is evaluated.
    #[schema(example = true)]
    pub enabled: bool,
    /// Its thresholds.
    pub thresholds: Vec<InsightThreshold>,
}

/// A rule that could not be evaluated, or not for everything that it is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotEvaluatedRow {
    /// The stable id of the rule.
    #[schema(example = "conc.asset")]
    pub rule: String,
    /// A stable code of the reason.
    #[schema(example = "unpriced")]
    pub code: String,
    /// Why, as a sentence.
    #[schema(example = "The prices of 3 assets are missing.")]
    pub text: String,
}

/// An insight that the person put away.
#[derive(Debug, Serialize, ToSchema)]
pub struct PutAwayInsight {
    /// The stable id of the rule.
    #[schema(example = "conc.asset")]
    pub rule: String,
    /// The stable key of what it is about, within the rule.
    #[schema(example = "eth")]
    pub subject: String,
    /// The name of what it is about.
    #[schema(example = "ETH")]
    pub subject_name: String,
    /// What was found, as the parts of a sentence.
    pub title: Vec<SentencePart>,
    /// Until when; null where it is not a problem. It is listed earlier once it is worse.
    pub until: Option<Time>,
    /// When the person decided this.
    pub decided_on: Time,
}

/// The request of `snooze-insight`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rule": "conc.asset", "subject": "eth", "days": 30}))]
pub struct SnoozeInsightRequest {
    /// The `rule` of the insight.
    #[schema(max_length = 100, example = "conc.asset")]
    pub rule: String,
    /// The `subject` of the insight.
    #[schema(max_length = 1000, example = "eth")]
    pub subject: String,
    /// For how many days: 7, 30 or 90.
    #[schema(example = 30)]
    pub days: u32,
}

/// The request of `dismiss-insight` and `restore-insight`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rule": "conc.asset", "subject": "eth"}))]
pub struct InsightRequest {
    /// The `rule` of the insight.
    #[schema(max_length = 100, example = "conc.asset")]
    pub rule: String,
    /// The `subject` of the insight.
    #[schema(max_length = 1000, example = "eth")]
    pub subject: String,
}

/// What was decided about an insight.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsightChoiceData {
    /// Whether it is put away.
    #[schema(example = true)]
    pub put_away: bool,
    /// Until when; null where it is not put away, or has no end.
    pub until: Option<Time>,
}

/// The request of `set-insight-rule`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rule": "conc.asset", "enabled": true, "thresholds": [{"name": "share", "limit": "50"}]}))]
pub struct SetInsightRuleRequest {
    /// The id of the rule.
    #[schema(max_length = 100, example = "conc.asset")]
    pub rule: String,
    /// Whether it is evaluated.
    #[schema(example = true)]
    pub enabled: bool,
    /// Its thresholds; those that are missing have their defaults.
    #[serde(default)]
    #[schema(max_items = 10)]
    pub thresholds: Vec<ThresholdChange>,
}

/// A threshold that a person chose.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "share", "limit": "50"}))]
pub struct ThresholdChange {
    /// Its name within the rule.
    #[schema(max_length = 100, example = "share")]
    pub name: String,
    /// Its number in its own unit: dollars, percent, days or a number.
    pub limit: Decimal,
}

/// What was changed of a rule.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetInsightRuleData {
    /// Whether it is evaluated.
    #[schema(example = true)]
    pub enabled: bool,
}
