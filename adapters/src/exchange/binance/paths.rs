//! The paths of Binance that are requested. Nothing else is sent with a person's key.

use crate::exchange::account::ReadRoutes;

/// Every request that is sent with a person's key.
pub(super) const ROUTES: ReadRoutes = ReadRoutes::new(&[
    KEY_RIGHTS,
    SPOT,
    FUNDING,
    FLEXIBLE,
    LOCKED,
    ETH_STAKING,
    SOL_STAKING,
    CROSS_MARGIN,
    ISOLATED_MARGIN,
    LOANS,
    DEPOSITS,
    WITHDRAWALS,
    CURRENCIES,
    CONVERSIONS,
    DUST,
    DISTRIBUTIONS,
    TRADES,
]);
pub(super) const KEY_RIGHTS: &str = "/sapi/v1/account/apiRestrictions";
pub(super) const SPOT: &str = "/api/v3/account";
/// A POST, which reads like the others.
pub(super) const FUNDING: &str = "/sapi/v1/asset/get-funding-asset";
pub(super) const FLEXIBLE: &str = "/sapi/v1/simple-earn/flexible/position";
pub(super) const LOCKED: &str = "/sapi/v1/simple-earn/locked/position";
pub(super) const ETH_STAKING: &str = "/sapi/v2/eth-staking/account";
pub(super) const SOL_STAKING: &str = "/sapi/v1/sol-staking/account";
pub(super) const CROSS_MARGIN: &str = "/sapi/v1/margin/account";
pub(super) const ISOLATED_MARGIN: &str = "/sapi/v1/margin/isolated/account";
pub(super) const LOANS: &str = "/sapi/v2/loan/flexible/ongoing/orders";
pub(super) const DEPOSITS: &str = "/sapi/v1/capital/deposit/hisrec";
pub(super) const WITHDRAWALS: &str = "/sapi/v1/capital/withdraw/history";
/// Deposits and withdrawals of currencies of states.
pub(super) const CURRENCIES: &str = "/sapi/v1/fiat/orders";
pub(super) const CONVERSIONS: &str = "/sapi/v1/convert/tradeFlow";
/// Small quantities that were converted.
pub(super) const DUST: &str = "/sapi/v1/asset/dribblet";
pub(super) const DISTRIBUTIONS: &str = "/sapi/v1/asset/assetDividend";
pub(super) const TRADES: &str = "/api/v3/myTrades";

/// The public path of what a market trades.
pub(super) const MARKET: [&str; 3] = ["api", "v3", "exchangeInfo"];
/// The public path of all markets with their prices.
pub(super) const MARKETS: [&str; 4] = ["api", "v3", "ticker", "price"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_requests_that_read_are_on_the_list() {
        let margin = [CROSS_MARGIN, ISOLATED_MARGIN];
        let others = [
            KEY_RIGHTS,
            SPOT,
            FUNDING,
            FLEXIBLE,
            LOCKED,
            ETH_STAKING,
            SOL_STAKING,
            LOANS,
        ];
        for path in others.into_iter().chain(margin) {
            assert!(ROUTES.find(path).is_some(), "{path}");
        }
        for path in [
            "/api/v3/order",
            "/api/v3/order/test",
            "/sapi/v1/capital/withdraw/apply",
            "/sapi/v1/asset/transfer",
            "/sapi/v1/asset/dust",
            "/sapi/v1/simple-earn/flexible/redeem",
            "/sapi/v2/eth-staking/eth/stake",
            "/sapi/v1/margin/borrow-repay",
            "/sapi/v2/loan/flexible/borrow",
            "/api/v3/userDataStream",
        ] {
            assert!(ROUTES.find(path).is_none(), "{path}");
        }
    }
}
