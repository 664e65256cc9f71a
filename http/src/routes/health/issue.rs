//! What a person's figures lack, as it leaves.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Severity;
use crate::wire::{Asset, Chain, Time};

/// What an issue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IssueKind {
    /// An address or a name that cannot be read.
    Wallet,
    /// A source that failed and left nothing to go on.
    Failed,
    /// A price that is known and not believed.
    HeldPrice,
    /// A holding without a price.
    Unpriced,
    /// A holding whose quantity or value is not known.
    Gap,
    /// A source whose last good answer is old.
    Stale,
    /// A network on which not everything is looked for.
    NotLookedFor,
    /// What has not answered yet.
    Partial,
}

/// What helps.
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
    /// Another address in the list.
    FixWallet,
    /// `add-token`.
    AddToken,
    /// Nothing.
    Wait,
}

/// Something that a figure lacks, why, and what helps.
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
    /// What suffers.
    #[schema(example = "Not in any total.")]
    pub affects: String,
    pub remedy: Remedy,
    /// What helps, for people.
    #[schema(example = "Set a price or hide it.")]
    pub fix: String,
    pub asset: Option<Asset>,
    pub chain: Option<Chain>,
    /// The address, or what was written in its place, where it is one.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    /// When it was last good.
    pub last_good: Option<Time>,
    /// When it is tried again by itself.
    pub retry_at: Option<Time>,
    /// How many places it is about.
    #[schema(example = 1)]
    pub count: i64,
}

/// How many issues there are in all.
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
            let such = issues.iter().filter(|issue| issue.severity == severity);
            i64::try_from(such.count()).unwrap_or(i64::MAX)
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
