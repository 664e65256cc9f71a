//! Coins whose issuer, peg or staking is known. They are named by what the same coin has in common on several chains, which only the
//! shipped lists set, so that a token with the same symbol is not one of them.

/// A coin whose price is meant to be that of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StableCoin {
    /// What it has in common on several chains, or its asset id.
    pub group: &'static str,
    /// Who issues it.
    pub issuer: &'static str,
    /// The ISO 4217 code of the money.
    pub peg: &'static str,
}

const fn coin(group: &'static str, issuer: &'static str, peg: &'static str) -> StableCoin {
    StableCoin { group, issuer, peg }
}

/// Yield-bearing coins such as sUSDe are not here: their price is meant to grow.
const STABLE_COINS: [StableCoin; 22] = [
    coin("usdc", "Circle", "USD"),
    coin(
        "eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d",
        "Circle",
        "USD",
    ),
    coin("eurc", "Circle", "EUR"),
    coin("usdt", "Tether", "USD"),
    coin(
        "eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955",
        "Tether",
        "USD",
    ),
    coin("dai", "Sky", "USD"),
    coin(
        "eip155:56/erc20:0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3",
        "Sky",
        "USD",
    ),
    coin(
        "eip155:1/erc20:0xdC035D45d973E3EC169d2276DDab16f1e407384F",
        "Sky",
        "USD",
    ),
    coin("usde", "Ethena", "USD"),
    coin("gho", "Aave", "USD"),
    coin("lusd", "Liquity", "USD"),
    coin("frax", "Frax", "USD"),
    coin("mai", "QiDao", "USD"),
    coin("susd", "Synthetix", "USD"),
    coin("eure", "Monerium", "EUR"),
    coin("gbpe", "Monerium", "GBP"),
    coin("eurs", "Stasis", "EUR"),
    coin(
        "eip155:1/erc20:0x0000000000085d4780B73119b644AE5ecd22b376",
        "Techteryx",
        "USD",
    ),
    coin(
        "eip155:1/erc20:0x056Fd409E1d7A124BD7017459dFEa2F387b6d5Cd",
        "Gemini",
        "USD",
    ),
    coin(
        "eip155:1/erc20:0x8E870D67F660D95d5be530380D0eC0bd388289E1",
        "Paxos",
        "USD",
    ),
    coin(
        "eip155:1/erc20:0xf939E0A03FB07F59A73314E73794Be0E57ac1b4E",
        "Curve",
        "USD",
    ),
    coin(
        "eip155:1/erc20:0x6c3ea9036406852006290770BEdFcAbA0e23A0e8",
        "Paxos",
        "USD",
    ),
];

/// The coins of chains that pay for being staked, by what they have in common on several chains.
const STAKEABLE: [&str; 4] = ["eth", "sol", "pol", "avax"];

/// Returns the coin with the price of money that this group is.
#[must_use]
pub fn stable_coin(group: &str) -> Option<StableCoin> {
    let mut coins = STABLE_COINS.into_iter();
    coins.find(|coin| coin.group.eq_ignore_ascii_case(group))
}

/// Returns whether holders of this coin can stake it.
#[must_use]
pub fn is_stakeable(group: &str) -> bool {
    STAKEABLE.contains(&group)
}
