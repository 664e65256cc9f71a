//! What the types of the funding account are, as files name them.

use ports::fact::ExchangeRowKind;

/// Types that are known as such, in lower case, and whether their amount leaves.
const TYPES: [(&str, ExchangeRowKind, bool); 12] = [
    ("deposit", ExchangeRowKind::Deposit, false),
    ("withdrawal", ExchangeRowKind::Withdrawal, true),
    ("canceled withdrawal", ExchangeRowKind::Withdrawal, false),
    ("cancel withdrawal", ExchangeRowKind::Withdrawal, false),
    ("staking yield", ExchangeRowKind::Reward, false),
    ("fee rebate", ExchangeRowKind::Reward, false),
    ("stake", ExchangeRowKind::Move, true),
    ("redeem staking", ExchangeRowKind::Move, false),
    ("savings subscription", ExchangeRowKind::Move, true),
    ("savings redemption", ExchangeRowKind::Move, false),
    ("from unified trading account", ExchangeRowKind::Move, false),
    ("to unified trading account", ExchangeRowKind::Move, true),
];

/// Words in the types of what is paid out, of what moves between places that are read, of what leaves for others, and of conversions.
const PARTS: [(&[&str], ExchangeRowKind); 4] = [
    (
        &[
            "reward",
            "airdrop",
            "rebate",
            "yield",
            "interest",
            "earnings",
            "bonus",
            "commission",
        ],
        ExchangeRowKind::Reward,
    ),
    (&["trading account", "simple earn", "savings"], ExchangeRowKind::Move),
    (
        &["sub-account", "sub account", "master account"],
        ExchangeRowKind::Transfer,
    ),
    (&["convert", "dust"], ExchangeRowKind::Conversion),
];

/// Returns what a type is, and whether its amount leaves, where it states that. Unknown types are kept as such.
pub(super) fn of(name: &str) -> (ExchangeRowKind, Option<bool>) {
    let name = name.to_lowercase();
    if let Some((_, kind, leaves)) = TYPES.iter().find(|(known, ..)| *known == name) {
        return (*kind, Some(*leaves));
    }
    let has = |words: &&[&str]| words.iter().any(|word| name.contains(word));
    let known = PARTS.iter().find(|(words, _)| has(words));
    (known.map_or(ExchangeRowKind::Other, |(_, kind)| *kind), None)
}
