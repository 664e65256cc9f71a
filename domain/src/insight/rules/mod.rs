//! The rules. Each is a file and a line of [`RULES`].

#![allow(
    clippy::unnecessary_wraps,
    reason = "every rule has the same type, also one that can always be evaluated"
)]

mod approved_keys;
mod concentration_asset;
mod concentration_chain;
mod concentration_index;
mod concentration_issuer;
mod concentration_protocol;
mod concentration_staking;
mod concentration_venue;
mod delegated_accounts;
mod depeg;
mod ending_chain;
mod failed_fees;
mod health_factor;
mod hidden_spam;
mod idle_cash;
mod idle_stake;
mod impaired_protocol;
mod layer_one_fees;
mod liquidity_range;
mod locked_float;
mod missing_costs;
mod single_price;
mod stale_data;
mod total_fees;
mod unclaimed_rewards;
mod unlimited_approvals;
mod unlisted_tokens;
mod unlock;
mod unrealized_losses;

pub use idle_cash::DAYS as CASH_DAYS;
pub use idle_stake::DAYS as STAKE_DAYS;

use crate::insight::rule::InsightRule;

/// Every rule, in the order in which they are evaluated.
pub const RULES: [&InsightRule; 29] = [
    &health_factor::RULE,
    &approved_keys::RULE,
    &delegated_accounts::RULE,
    &unlimited_approvals::RULE,
    &depeg::RULE,
    &impaired_protocol::RULE,
    &concentration_asset::RULE,
    &concentration_index::RULE,
    &concentration_issuer::RULE,
    &concentration_chain::RULE,
    &concentration_protocol::RULE,
    &concentration_venue::RULE,
    &concentration_staking::RULE,
    &ending_chain::RULE,
    &unlock::RULE,
    &locked_float::RULE,
    &single_price::RULE,
    &unlisted_tokens::RULE,
    &stale_data::RULE,
    &hidden_spam::RULE,
    &total_fees::RULE,
    &failed_fees::RULE,
    &layer_one_fees::RULE,
    &missing_costs::RULE,
    &unrealized_losses::RULE,
    &idle_cash::RULE,
    &idle_stake::RULE,
    &liquidity_range::RULE,
    &unclaimed_rewards::RULE,
];
