//! What the types and specifications of rows are.

use ports::fact::ExchangeRowKind;

/// Words in the specifications of what Gemini pays out.
const REWARDS: [&str; 6] = ["reward", "interest", "referral", "bonus", "cash back", "promotion"];

/// Returns what a row is. What is not known is kept as such.
pub(super) fn of(r#type: &str, specification: &str) -> ExchangeRowKind {
    let specification = specification.to_lowercase();
    let has = |word: &str| specification.contains(word);
    let may_be = |word: &str| specification.is_empty() || has(word);
    match r#type.to_lowercase().as_str() {
        "buy" | "sell" => ExchangeRowKind::Trade,
        "credit" if REWARDS.iter().any(|word| has(word)) => ExchangeRowKind::Reward,
        "credit" | "debit" if has("staking") => ExchangeRowKind::Move,
        // Gemini Earn is a place that is not read.
        "credit" | "debit" if has("earn") => ExchangeRowKind::Transfer,
        "credit" if may_be("deposit") => ExchangeRowKind::Deposit,
        "debit" if may_be("withdrawal") => ExchangeRowKind::Withdrawal,
        _ => ExchangeRowKind::Other,
    }
}
