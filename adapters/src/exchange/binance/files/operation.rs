//! What the operations in a statement are.

use ports::fact::ExchangeRowKind;

/// The operations that are a part of a trade.
const TRADES: [&str; 9] = [
    "buy",
    "sell",
    "fee",
    "transaction related",
    "transaction buy",
    "transaction spend",
    "transaction sold",
    "transaction revenue",
    "transaction fee",
];
const FEES: [&str; 2] = ["fee", "transaction fee"];
/// The operations that are a part of a conversion outside of the markets.
const CONVERSIONS: [&str; 6] = [
    "small assets exchange bnb",
    "binance convert",
    "large otc trading",
    "asset conversion transfer",
    "stablecoins auto-conversion",
    "convert fiat to crypto ocbs",
];
const DEPOSITS: [&str; 2] = ["deposit", "fiat deposit"];
const WITHDRAWALS: [&str; 3] = ["withdraw", "fiat withdraw", "fiat withdrawal"];
/// Words in the names of what is paid out.
const REWARDS: [&str; 9] = [
    "interest",
    "reward",
    "airdrop",
    "distribution",
    "commission history",
    "commission rebate",
    "kickback",
    "referral",
    "voucher",
];
/// Words in the names of what moves between two places of the account.
const MOVES: [&str; 6] = [
    "subscription",
    "redemption",
    "savings purchase",
    "staking purchase",
    "account transfer",
    "transfer between",
];

/// Returns what an operation is, and whether it is a fee of it. One that is not known is kept as such.
pub(super) fn operation(name: &str) -> (ExchangeRowKind, bool) {
    let name = name.to_lowercase();
    let is = |names: &[&str]| names.contains(&name.as_str());
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let kind = if is(&TRADES) {
        ExchangeRowKind::Trade
    } else if is(&CONVERSIONS) || name.starts_with("token swap") {
        ExchangeRowKind::Conversion
    } else if is(&DEPOSITS) {
        ExchangeRowKind::Deposit
    } else if is(&WITHDRAWALS) {
        ExchangeRowKind::Withdrawal
    } else if has(&MOVES) || name == "asset - transfer" {
        ExchangeRowKind::Move
    } else if has(&REWARDS) {
        ExchangeRowKind::Reward
    } else if name == "funding fee" {
        ExchangeRowKind::Charge
    } else if ["realized profit and loss", "realize profit and loss"].contains(&name.as_str()) {
        ExchangeRowKind::Result
    } else {
        ExchangeRowKind::Other
    };
    (kind, is(&FEES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_recognized_and_others_are_kept() {
        for (name, expected) in [
            ("Buy", (ExchangeRowKind::Trade, false)),
            ("Transaction Fee", (ExchangeRowKind::Trade, true)),
            ("Small Assets Exchange BNB", (ExchangeRowKind::Conversion, false)),
            (
                "Token Swap - Redenomination/Rebranding",
                (ExchangeRowKind::Conversion, false),
            ),
            ("Deposit", (ExchangeRowKind::Deposit, false)),
            ("Withdraw", (ExchangeRowKind::Withdrawal, false)),
            ("Simple Earn Flexible Interest", (ExchangeRowKind::Reward, false)),
            ("Simple Earn Flexible Subscription", (ExchangeRowKind::Move, false)),
            ("Simple Earn Locked Redemption", (ExchangeRowKind::Move, false)),
            ("Launchpool Subscription/Redemption", (ExchangeRowKind::Move, false)),
            ("Launchpool Airdrop", (ExchangeRowKind::Reward, false)),
            ("Asset - Transfer", (ExchangeRowKind::Move, false)),
            (
                "Transfer Between Main and Funding Wallet",
                (ExchangeRowKind::Move, false),
            ),
            ("Funding Fee", (ExchangeRowKind::Charge, false)),
            ("P2P Trading", (ExchangeRowKind::Other, false)),
            ("", (ExchangeRowKind::Other, false)),
        ] {
            assert_eq!(operation(name), expected, "{name}");
        }
    }
}
