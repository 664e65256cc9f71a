//! The issues of a person's figures on the wire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{AssetIdText, ChainIdText, Time};

/// The severity of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Nothing to do.
    Ok,
    /// Something is old or missing.
    Warn,
    /// Figures are missing.
    Bad,
}

/// The kind of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IssueKind {
    /// An address or a name that cannot be read.
    Wallet,
    /// A source that failed and has no earlier data.
    Failed,
    /// A price that is known but held back.
    HeldPrice,
    /// A holding without a price.
    Unpriced,
    /// A holding whose quantity or value is unknown.
    Gap,
    /// A source whose last successful response is old.
    Stale,
    /// A network on which not everything is looked for.
    NotLookedFor,
    /// A protocol whose contracts do not answer as they must.
    UnreadProtocol,
    /// Accounts that have not been read yet.
    Partial,
}

/// How to resolve an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// `get-balance` with `update_balance`.
    Refresh,
    /// `set-price`.
    SetPrice,
    /// `hide-asset`.
    HideAsset,
    /// `accept-decimals`.
    AcceptDecimals,
    /// Correct the address in the list.
    FixWallet,
    /// `add-token`.
    AddToken,
    /// Wait; it is retried automatically.
    Wait,
}

/// Something that is missing from a figure, the reason, and how to resolve it.
#[derive(Debug, Serialize, ToSchema)]
pub struct HealthIssue {
    pub kind: IssueKind,
    pub severity: Severity,
    /// What it is about, for people.
    #[schema(example = "Uniswap (UNI)")]
    pub title: String,
    /// Why, for programs.
    #[schema(example = "not_listed")]
    pub reason_code: String,
    /// Why, for people.
    #[schema(example = "No price source lists this token.")]
    pub cause: String,
    /// What it affects.
    #[schema(example = "Not in any total.")]
    pub affects: String,
    pub remedy: Remedy,
    /// How to resolve it, for people.
    #[schema(example = "Set a price or hide it.")]
    pub fix: String,
    pub asset: Option<AssetIdText>,
    pub chain: Option<ChainIdText>,
    /// The address or the text entered instead, if the issue is about one.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    /// The time of the last success.
    pub last_good: Option<Time>,
    /// When it is retried automatically.
    pub retry_at: Option<Time>,
    /// How many places it affects.
    #[schema(example = 1)]
    pub count: i64,
}

/// The total number of issues.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssueCounts {
    #[schema(example = 1)]
    pub bad: i64,
    #[schema(example = 2)]
    pub warn: i64,
}

impl IssueCounts {
    pub fn of(issues: &[domain::Issue]) -> Self {
        let count = |severity| {
            let matching = issues.iter().filter(|issue| issue.severity == severity);
            i64::try_from(matching.count()).unwrap_or(i64::MAX)
        };
        Self {
            bad: count(domain::Severity::Bad),
            warn: count(domain::Severity::Warn),
        }
    }
}

impl From<domain::Severity> for Severity {
    fn from(severity: domain::Severity) -> Self {
        match severity {
            domain::Severity::Ok => Self::Ok,
            domain::Severity::Warn => Self::Warn,
            domain::Severity::Bad => Self::Bad,
        }
    }
}

impl From<domain::IssueKind> for IssueKind {
    fn from(kind: domain::IssueKind) -> Self {
        match kind {
            domain::IssueKind::Wallet => Self::Wallet,
            domain::IssueKind::Failed => Self::Failed,
            domain::IssueKind::HeldPrice => Self::HeldPrice,
            domain::IssueKind::Unpriced => Self::Unpriced,
            domain::IssueKind::Gap => Self::Gap,
            domain::IssueKind::Stale => Self::Stale,
            domain::IssueKind::NotLookedFor => Self::NotLookedFor,
            domain::IssueKind::UnreadProtocol => Self::UnreadProtocol,
            domain::IssueKind::Partial => Self::Partial,
        }
    }
}

impl From<domain::Remedy> for Remedy {
    fn from(remedy: domain::Remedy) -> Self {
        match remedy {
            domain::Remedy::Refresh => Self::Refresh,
            domain::Remedy::SetPrice => Self::SetPrice,
            domain::Remedy::HideAsset => Self::HideAsset,
            domain::Remedy::AcceptDecimals => Self::AcceptDecimals,
            domain::Remedy::FixWallet => Self::FixWallet,
            domain::Remedy::AddToken => Self::AddToken,
            domain::Remedy::Wait => Self::Wait,
        }
    }
}

impl From<&domain::Issue> for HealthIssue {
    fn from(issue: &domain::Issue) -> Self {
        let domain::Issue {
            kind,
            severity,
            title,
            code,
            cause,
            affects,
            remedy,
            fix,
            asset,
            chain,
            address,
            good_at,
            retry_at,
            count,
        } = issue;
        Self {
            kind: (*kind).into(),
            severity: (*severity).into(),
            title: title.clone(),
            reason_code: code.clone(),
            cause: cause.clone(),
            affects: affects.clone(),
            remedy: (*remedy).into(),
            fix: fix.clone(),
            asset: asset.as_ref().map(Into::into),
            chain: chain.as_ref().map(Into::into),
            wallet_address: address.clone(),
            last_good: good_at.map(Into::into),
            retry_at: retry_at.map(Into::into),
            count: i64::from(*count),
        }
    }
}
