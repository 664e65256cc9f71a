//! The paths of KuCoin that are requested. Nothing else is sent with a person's key.

use crate::exchange::account::ReadRoutes;

pub(super) const KEY_RIGHTS: &str = "/api/v1/user/api-key";
pub(super) const MODE: &str = "/api/ua/v1/account/mode";
pub(super) const ACCOUNTS: &str = "/api/v1/accounts";
pub(super) const CROSS_MARGIN: &str = "/api/v3/margin/accounts";
pub(super) const ISOLATED_MARGIN: &str = "/api/v3/isolated/accounts";
pub(super) const WALLET: &str = "/api/ua/v1/account/balance";
pub(super) const UNIFIED: &str = "/api/ua/v1/unified/account/balance";
pub(super) const EARN: &str = "/api/v1/earn/hold-assets";
pub(super) const LEDGER: &str = "/api/v1/accounts/ledgers";
pub(super) const TRADING_LEDGER: &str = "/api/v1/hf/accounts/ledgers";
pub(super) const MARGIN_LEDGER: &str = "/api/v3/hf/margin/account/ledgers";
pub(super) const UNIFIED_LEDGER: &str = "/api/ua/v1/account/ledger";
pub(super) const DEPOSITS: &str = "/api/v1/deposits";
pub(super) const WITHDRAWALS: &str = "/api/v1/withdrawals";

/// Every request that is sent with a person's key.
pub(super) const ROUTES: ReadRoutes = ReadRoutes::new(&[
    KEY_RIGHTS,
    MODE,
    ACCOUNTS,
    CROSS_MARGIN,
    ISOLATED_MARGIN,
    WALLET,
    UNIFIED,
    EARN,
    LEDGER,
    TRADING_LEDGER,
    MARGIN_LEDGER,
    UNIFIED_LEDGER,
    DEPOSITS,
    WITHDRAWALS,
]);
