//! The paths of HTX that are requested. Nothing else is sent with a person's key.

use crate::exchange::account::ReadRoutes;

pub(super) const PERSON: &str = "/v2/user/uid";
pub(super) const KEY_RIGHTS: &str = "/v2/user/api-key";
pub(super) const ACCOUNTS: &str = "/v1/account/accounts";
pub(super) const BALANCE: &str = "/v1/account/accounts/{id}/balance";
pub(super) const ISOLATED_MARGIN: &str = "/v1/margin/accounts/balance";
pub(super) const TRADES: &str = "/v1/order/matchresults";
pub(super) const TRANSFERS: &str = "/v2/account/ledger";
pub(super) const CHANGES: &str = "/v1/account/history";
pub(super) const DEPOSITS_AND_WITHDRAWALS: &str = "/v1/query/deposit-withdraw";

/// Every request that is sent with a person's key.
pub(super) const ROUTES: ReadRoutes = ReadRoutes::new(&[
    PERSON,
    KEY_RIGHTS,
    ACCOUNTS,
    BALANCE,
    ISOLATED_MARGIN,
    TRADES,
    TRANSFERS,
    CHANGES,
    DEPOSITS_AND_WITHDRAWALS,
]);
