//! The unusual tokens of the demo world, which make every state of a portfolio visible.

use ports::{
    address::Address,
    asset::{Asset, AssetId, Metadata},
    chain::ChainId,
};

use super::random::digest;

/// What is unusual about a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unusual {
    /// No source lists it.
    Unlisted,
    /// Sent to many addresses to lure people to a website, or named like another coin. No source lists it.
    Spam,
    /// Only the late source lists it, with a price that is more than a day old.
    OnlyOld,
    /// The prices of the sources differ by far more than a third.
    Disputed,
    /// Its contract has no decimals; a list does.
    NoDecimals,
    /// Every source reports a price of zero.
    Worthless,
    /// Only the rate-limited source lists it.
    OnlyLimited,
    /// Its contract reverts.
    Unreadable,
}

/// An unusual token: an invented name at an unowned address on a real chain.
pub(super) struct UnusualToken {
    chain: u64,
    pub symbol: &'static str,
    name: &'static str,
    /// The decimals in token lists.
    decimals: Option<u8>,
    /// The price in dollars, where a source lists it.
    pub price: &'static str,
    pub unusual: Unusual,
}

pub(super) const TOKENS: [UnusualToken; 11] = [
    token(1, "TIDE", "Tidewater Governance", Some(18), "0.85", Unusual::Unlisted),
    token(1, "PEARL", "Pearl Diver Shares", Some(18), "3.4", Unusual::OnlyOld),
    token(1, "BRINE", "Brine Exchange", Some(18), "1.8", Unusual::Disputed),
    token(1, "FOGHORN", "Foghorn Pass", Some(2), "12", Unusual::NoDecimals),
    token(1, "WRECK", "Wrecked Finance", Some(18), "1", Unusual::Worthless),
    token(1, "BUOY", "Buoy Index", Some(8), "27", Unusual::OnlyLimited),
    token(1, "SHOAL", "Shoal Vault", Some(18), "1", Unusual::Unreadable),
    token(
        1,
        "free-harbor.example",
        "Visit https://free-harbor.example to claim",
        Some(18),
        "1",
        Unusual::Spam,
    ),
    token(
        137,
        "CLAIM $5000",
        "Reward voucher at https://port-bonus.example",
        Some(6),
        "1",
        Unusual::Spam,
    ),
    // The last letter of the symbol is Cyrillic, so that it looks like a dollar coin.
    token(8453, "USD\u{421}", "USD Coin", Some(6), "1", Unusual::Spam),
    token(42161, "MIST", "Mistral Points", Some(18), "0.02", Unusual::Unlisted),
];

const fn token(
    chain: u64,
    symbol: &'static str,
    name: &'static str,
    decimals: Option<u8>,
    price: &'static str,
    unusual: Unusual,
) -> UnusualToken {
    UnusualToken {
        chain,
        symbol,
        name,
        decimals,
        price,
        unusual,
    }
}

impl UnusualToken {
    /// Returns the asset as it is stored in the list of known tokens.
    pub(super) fn asset(&self) -> Asset {
        let mut contract = [0; 20];
        contract.copy_from_slice(&digest(&["odd token", self.symbol])[..20]);
        let id = AssetId::erc20(&ChainId::evm(self.chain), &Address::evm(contract));
        Asset {
            group: id.as_str().to_owned(),
            id,
            metadata: Metadata::cleaned(self.symbol, self.name, self.decimals),
            // The decimals are from a list, because the contract has none.
            origin: "Demo token list".to_owned(),
            confirmed: self.unusual != Unusual::NoDecimals,
            unreadable_since: None,
            listed: false,
            holders: None,
            assumed: None,
        }
    }
}
