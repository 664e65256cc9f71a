//! What an account at the exchange of the stories has on margin.

use super::trial::Held;
use ports::{Position, PositionKind};

const ETHER: &str = "eip155:1/slip44:60";
const USDC: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

/// One and a half ether, and a margin loan of 500 USDC against 2,000 of them.
pub fn margin() -> Held {
    let position = |raw: &str, kind| Position {
        asset: USDC.parse().unwrap(),
        raw: raw.parse().unwrap(),
        decimals: Some(6),
        kind,
        place: "Cross margin".parse().unwrap(),
    };
    Held {
        balances: vec![(ETHER.parse().unwrap(), "1500000000000000000".parse().unwrap())],
        positions: vec![
            position("2000000000", PositionKind::Supplied),
            position("-500000000", PositionKind::Borrowed),
        ],
        ..Held::default()
    }
}
