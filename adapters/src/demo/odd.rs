//! The tokens of the demo world that something is the matter with, so that every state of a portfolio can be seen.

use ports::{
    address::Address,
    asset::{Asset, AssetId, Metadata},
    chain::ChainId,
};

use super::draw::digest;

/// What is the matter with a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Odd {
    /// No source lists it.
    Unlisted,
    /// Sent to many addresses to lure people to a website, or named like a coin that it is not; no source lists it.
    Spam,
    /// Only the late source lists it, and what that says is more than a day old.
    OnlyOld,
    /// The sources differ by far more than a third.
    Disputed,
    /// Its contract does not state its decimals; a list does.
    NoDecimals,
    /// Every source says that it is worth nothing.
    Worthless,
    /// Only the source that refuses to answer lists it.
    OnlyLimited,
    /// Its contract gives no usable answer.
    Unreadable,
}

/// One odd token: an invented name on a real chain at an address that nobody owns.
pub(super) struct OddToken {
    chain: u64,
    pub symbol: &'static str,
    name: &'static str,
    /// As lists state them.
    decimals: Option<u8>,
    /// Dollars for one, where a source says so.
    pub price: &'static str,
    pub odd: Odd,
}

pub(super) const TOKENS: [OddToken; 11] = [
    token(1, "TIDE", "Tidewater Governance", Some(18), "0.85", Odd::Unlisted),
    token(1, "PEARL", "Pearl Diver Shares", Some(18), "3.4", Odd::OnlyOld),
    token(1, "BRINE", "Brine Exchange", Some(18), "1.8", Odd::Disputed),
    token(1, "FOGHORN", "Foghorn Pass", Some(2), "12", Odd::NoDecimals),
    token(1, "WRECK", "Wrecked Finance", Some(18), "1", Odd::Worthless),
    token(1, "BUOY", "Buoy Index", Some(8), "27", Odd::OnlyLimited),
    token(1, "SHOAL", "Shoal Vault", Some(18), "1", Odd::Unreadable),
    token(
        1,
        "free-harbor.example",
        "Visit https://free-harbor.example to claim",
        Some(18),
        "1",
        Odd::Spam,
    ),
    token(
        137,
        "CLAIM $5000",
        "Reward voucher at https://port-bonus.example",
        Some(6),
        "1",
        Odd::Spam,
    ),
    // The last letter of the symbol is the Cyrillic one: it looks like a dollar coin and is none.
    token(8453, "USD\u{421}", "USD Coin", Some(6), "1", Odd::Spam),
    token(42161, "MIST", "Mistral Points", Some(18), "0.02", Odd::Unlisted),
];

const fn token(
    chain: u64,
    symbol: &'static str,
    name: &'static str,
    decimals: Option<u8>,
    price: &'static str,
    odd: Odd,
) -> OddToken {
    OddToken {
        chain,
        symbol,
        name,
        decimals,
        price,
        odd,
    }
}

impl OddToken {
    /// Its row, as a chain's universe of tokens holds it.
    pub(super) fn asset(&self) -> Asset {
        let mut contract = [0; 20];
        contract.copy_from_slice(&digest(&["odd token", self.symbol])[..20]);
        let id = AssetId::erc20(&ChainId::evm(self.chain), &Address::evm(contract));
        Asset {
            group: id.as_str().to_owned(),
            id,
            metadata: Metadata::cleaned(self.symbol, self.name, self.decimals),
            // The origin names who states what the contract does not.
            origin: "Demo token list".to_owned(),
            confirmed: self.odd != Odd::NoDecimals,
            unreadable_since: None,
            listed: false,
            holders: None,
            assumed: None,
        }
    }
}
