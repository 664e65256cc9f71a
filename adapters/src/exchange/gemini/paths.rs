//! The paths of Gemini that are requested. Nothing else is sent with a person's key.

use crate::exchange::account::ReadRoutes;

/// Every request that is sent with a person's key.
pub(super) const ROUTES: ReadRoutes =
    ReadRoutes::new(&[ROLES, BALANCES, STAKING, MARGIN, TRADES, TRANSFERS, STAKING_HISTORY]);
pub(super) const ROLES: &str = "/v1/roles";
pub(super) const BALANCES: &str = "/v1/balances";
pub(super) const STAKING: &str = "/v1/balances/staking";
pub(super) const MARGIN: &str = "/v1/margin/account";
pub(super) const TRADES: &str = "/v1/mytrades";
pub(super) const TRANSFERS: &str = "/v2/transfers";
pub(super) const STAKING_HISTORY: &str = "/v1/staking/history";

/// The public path of all markets with their assets.
pub(super) const MARKETS: [&str; 4] = ["v1", "symbols", "details", "all"];
