//! The paths of OKX that are requested. Nothing else is sent with a person's key.

use crate::exchange::account::ReadRoutes;

pub(super) const KEY_RIGHTS: &str = "/api/v5/account/config";
pub(super) const TRADING: &str = "/api/v5/account/balance";
pub(super) const FUNDING: &str = "/api/v5/asset/balances";
pub(super) const NOT_TRADABLE: &str = "/api/v5/asset/non-tradable-assets";
pub(super) const SAVINGS: &str = "/api/v5/finance/savings/balance";
pub(super) const EARN_ORDERS: &str = "/api/v5/finance/staking-defi/orders-active";
pub(super) const ETH_STAKING: &str = "/api/v5/finance/staking-defi/eth/balance";
pub(super) const SOL_STAKING: &str = "/api/v5/finance/staking-defi/sol/balance";
pub(super) const LOANS: &str = "/api/v5/finance/flexible-loan/loan-info";
pub(super) const TRADING_BILLS: &str = "/api/v5/account/bills-archive";
pub(super) const FUNDING_BILLS: &str = "/api/v5/asset/bills-history";
pub(super) const DEPOSITS: &str = "/api/v5/asset/deposit-history";
pub(super) const WITHDRAWALS: &str = "/api/v5/asset/withdrawal-history";

/// Every request that is sent with a person's key.
pub(super) const ROUTES: ReadRoutes = ReadRoutes::new(&[
    KEY_RIGHTS,
    TRADING,
    FUNDING,
    NOT_TRADABLE,
    SAVINGS,
    EARN_ORDERS,
    ETH_STAKING,
    SOL_STAKING,
    LOANS,
    TRADING_BILLS,
    FUNDING_BILLS,
    DEPOSITS,
    WITHDRAWALS,
]);
