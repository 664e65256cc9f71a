//! The paths of Bybit that are requested. Nothing else is sent with a person's key.

use crate::exchange::account::ReadRoutes;

pub(super) const KEY_RIGHTS: &str = "/v5/user/query-api";
pub(super) const SETTINGS: &str = "/v5/account/info";
pub(super) const TRADING: &str = "/v5/account/wallet-balance";
pub(super) const FUNDING: &str = "/v5/asset/transfer/query-account-coins-balance";
pub(super) const EARN: &str = "/v5/earn/position";
pub(super) const LOANS: &str = "/v5/crypto-loan-common/position";
pub(super) const UNIFIED_LOG: &str = "/v5/account/transaction-log";
pub(super) const FUNDING_LOG: &str = "/v5/asset/fundinghistory";
pub(super) const DEPOSITS: &str = "/v5/asset/deposit/query-record";
pub(super) const INTERNAL_DEPOSITS: &str = "/v5/asset/deposit/query-internal-record";
pub(super) const WITHDRAWALS: &str = "/v5/asset/withdraw/query-record";

/// Every request that is sent with a person's key.
pub(super) const ROUTES: ReadRoutes = ReadRoutes::new(&[
    KEY_RIGHTS,
    SETTINGS,
    TRADING,
    FUNDING,
    EARN,
    LOANS,
    UNIFIED_LOG,
    FUNDING_LOG,
    DEPOSITS,
    INTERNAL_DEPOSITS,
    WITHDRAWALS,
]);
