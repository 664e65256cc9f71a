//! What the types of rows in KuCoin's ledgers are, from its documentation. They are written as words and in capitals.

use ports::fact::ExchangeRowKind::{
    self, Charge, Conversion, Deposit, Move, Other, Result as Outcome, Reward, Trade, Transfer, Withdrawal,
};

/// The types that other lists state.
const OF_OTHER_LISTS: [&str; 3] = ["deposit", "withdrawal", "withdraw"];

/// The types, in lower case and with spaces. Earn and the debts of margin are places that are read; lending and votes are not.
const KINDS: [(&str, ExchangeRowKind); 56] = [
    ("exchange", Trade),
    ("trade exchange", Trade),
    ("margin exchange", Trade),
    ("isolated exchange", Trade),
    ("margin trade", Trade),
    ("spot exchange", Trade),
    ("transfer", Transfer),
    ("sub transfer", Transfer),
    ("sub-account transfer", Transfer),
    ("sub to sub transfer", Transfer),
    ("broker transfer", Transfer),
    ("assets transferred in after upgrading", Transfer),
    ("public offering purchase", Transfer),
    ("send red envelope", Transfer),
    ("loans", Transfer),
    ("loans repaid", Transfer),
    ("lendings", Transfer),
    ("pool transactions", Transfer),
    ("voting", Transfer),
    ("vote for coin", Transfer),
    ("redemption of voting", Transfer),
    ("staking", Move),
    ("redemption", Move),
    ("borrowings", Move),
    ("debt repayment", Move),
    ("kucoin bonus", Reward),
    ("referral bonus", Reward),
    ("rewards", Reward),
    ("other rewards", Reward),
    ("distribution", Reward),
    ("airdrop/fork", Reward),
    ("fee rebate", Reward),
    ("open red envelope", Reward),
    ("lockdrop vesting", Reward),
    ("staking profits", Reward),
    ("soft staking profits", Reward),
    ("voting earnings", Reward),
    ("spot exchange rebate", Reward),
    ("futures exchange rebate", Reward),
    ("refunded fees", Charge),
    ("returned fees", Charge),
    ("kcs returned fees", Charge),
    ("kcs pay fees", Charge),
    ("deduction fees", Charge),
    ("kcs deduction fees", Charge),
    ("liquidation fees", Charge),
    ("liability interest", Charge),
    ("instant exchange", Conversion),
    ("convert to kcs", Conversion),
    ("auto exchange user", Conversion),
    ("buy crypto", Deposit),
    ("sell crypto", Withdrawal),
    ("futures exchange open", Outcome),
    ("futures exchange close", Outcome),
    ("funding fee", Outcome),
    ("liquidation", Outcome),
];

/// Returns what a type is; `None` for those that other lists state. Unknown ones are kept as such.
pub(super) fn kind(r#type: &str) -> Option<ExchangeRowKind> {
    let name = r#type.trim().to_ascii_lowercase().replace('_', " ");
    if OF_OTHER_LISTS.contains(&name.as_str()) {
        return None;
    }
    let known = KINDS.iter().find(|(known, _)| *known == name);
    Some(known.map_or(Other, |(_, kind)| *kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_listed_once() {
        for (at, (r#type, _)) in KINDS.iter().enumerate() {
            assert!(!KINDS[at + 1..].iter().any(|(other, _)| other == r#type), "{type}");
        }
        assert!(OF_OTHER_LISTS.iter().all(|own| kind(own).is_none()));
    }
}
