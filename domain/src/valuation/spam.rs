//! Spam: tokens whose name or symbol advertises a website or a reward.

use ports::asset::Metadata;

/// Endings and words that real tokens do not carry in their names, and that advertisements do.
const MARKS: [&str; 18] = [
    "http", "www.", ".com", ".net", ".org", ".io", ".xyz", ".app", ".site", ".link", ".vip", ".gift", "t.me/",
    "claim ", "visit ", "airdrop", "reward", "voucher",
];

/// Whether the name or symbol advertises something.
#[must_use]
pub fn advertises(metadata: &Metadata) -> bool {
    [&metadata.symbol, &metadata.name].iter().any(|text| {
        let text = text.to_lowercase();
        MARKS.iter().any(|mark| text.contains(mark)) || text.starts_with('$')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advertisements_are_found_and_tokens_are_not() {
        let named = |symbol: &str, name: &str| advertises(&Metadata::cleaned(symbol, name, Some(18)));
        assert!(named("USDC", "Visit usdc-bonus.xyz to claim"));
        assert!(named("$ 1000 UNI", "x"));
        assert!(named("ETH-AIRDROP", "x"));
        for (symbol, name) in [
            ("USDC", "USD Coin"),
            ("yCRV", "yearn.fi Curve"),
            ("1INCH", "1inch"),
            ("ENS", "Ethereum Name Service"),
        ] {
            assert!(!named(symbol, name), "{symbol}");
        }
    }
}
