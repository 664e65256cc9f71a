//! What the types of rows in a file are.

use ports::fact::ExchangeRowKind::{
    self, Charge, Conversion, Deposit, Move, Other, Reward, Trade, Transfer, Withdrawal,
};

/// What states whether the asset of a row arrived or left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowSign {
    Arrives,
    Leaves,
    /// The sign of the quantity.
    Written,
    /// The sign of the quantity, where the file writes signs.
    OfConversion,
}

/// What the type of a row states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowType {
    pub(super) kind: ExchangeRowKind,
    pub(super) sign: RowSign,
}

const DUST: &str = "retail simple dust";

/// What the types are, in lower case.
const TYPES: [(&str, ExchangeRowKind, RowSign); 52] = [
    ("buy", Conversion, RowSign::Arrives),
    ("sell", Conversion, RowSign::Leaves),
    ("advanced trade buy", Trade, RowSign::Arrives),
    ("advance trade buy", Trade, RowSign::Arrives),
    ("advanced trade sell", Trade, RowSign::Leaves),
    ("advance trade sell", Trade, RowSign::Leaves),
    ("convert", Conversion, RowSign::OfConversion),
    (DUST, Conversion, RowSign::Leaves),
    ("asset migration", Conversion, RowSign::Written),
    ("wrap asset", Conversion, RowSign::Written),
    ("unwrap asset", Conversion, RowSign::Written),
    ("retail mgx dex buy", Trade, RowSign::Written),
    ("retail mgx dex send", Withdrawal, RowSign::Leaves),
    ("receive", Deposit, RowSign::Arrives),
    ("deposit", Deposit, RowSign::Arrives),
    ("send", Withdrawal, RowSign::Leaves),
    ("withdrawal", Withdrawal, RowSign::Leaves),
    ("card spend", Withdrawal, RowSign::Leaves),
    ("donation", Withdrawal, RowSign::Leaves),
    ("pro deposit", Transfer, RowSign::Leaves),
    ("exchange deposit", Transfer, RowSign::Leaves),
    ("prime deposit", Transfer, RowSign::Leaves),
    ("pro withdrawal", Transfer, RowSign::Arrives),
    ("exchange withdrawal", Transfer, RowSign::Arrives),
    ("prime withdrawal", Transfer, RowSign::Arrives),
    ("coinbase earn", Reward, RowSign::Arrives),
    ("learning reward", Reward, RowSign::Arrives),
    ("reward income", Reward, RowSign::Arrives),
    ("rewards income", Reward, RowSign::Arrives),
    ("staking income", Reward, RowSign::Arrives),
    ("inflation reward", Reward, RowSign::Arrives),
    ("interest payout", Reward, RowSign::Arrives),
    ("incentives rewards payout", Reward, RowSign::Arrives),
    ("credit card reward", Reward, RowSign::Arrives),
    ("subscription rebate", Reward, RowSign::Arrives),
    ("subscription rebates (24 hours)", Reward, RowSign::Arrives),
    ("retail simple price improvement", Reward, RowSign::Arrives),
    ("subscription", Charge, RowSign::Leaves),
    ("admin debit", Charge, RowSign::Leaves),
    ("staking transfer", Move, RowSign::Written),
    ("unstaking transfer", Move, RowSign::Written),
    ("retail staking transfer", Move, RowSign::Written),
    ("retail unstaking transfer", Move, RowSign::Written),
    ("retail eth2 deprecation", Move, RowSign::Written),
    ("vault deposit", Move, RowSign::Written),
    ("vault withdrawal", Move, RowSign::Written),
    ("cash to savings", Move, RowSign::Written),
    ("savings to cash", Move, RowSign::Written),
    ("transfer", Move, RowSign::Written),
    ("intx deposit", Transfer, RowSign::Leaves),
    ("intx withdrawal", Transfer, RowSign::Arrives),
    ("tx", Other, RowSign::Written),
];
/// What the notes of a receipt contain that is no deposit.
const REWARDS: [&str; 3] = ["coinbase referral", "coinbase earn", "coinbase rewards"];
/// What the notes state of how a purchase was paid, and the places of the account from which it can be.
const PAID_WITH: &str = " using ";
const OWN_PLACES: [&str; 3] = ["wallet", "cash", "balance"];

/// Returns what a type is, with the notes of the row. One that is not known is kept as such.
pub(super) fn of(name: &str, notes: &str) -> RowType {
    let (name, notes) = (name.to_lowercase(), notes.to_lowercase());
    let known = TYPES.iter().find(|(known, ..)| *known == name);
    let (kind, sign) = known.map_or((Other, RowSign::Written), |(_, kind, sign)| (*kind, *sign));
    let kind = match name.as_str() {
        "receive" if REWARDS.iter().any(|reward| notes.contains(reward)) => Reward,
        // A purchase that was paid by card or from a bank changed nothing else in the account: its money arrived there as this asset.
        // Where the notes do not state how it was paid, both sides count, because they decide what it cost. If it was not the account
        // that paid, the balance of the currency shows that.
        "buy" if is_paid_outside(&notes) => Deposit,
        _ => kind,
    };
    RowType { kind, sign }
}

fn is_paid_outside(notes: &str) -> bool {
    let place = notes.rsplit_once(PAID_WITH).map(|(_, place)| place);
    place.is_some_and(|place| !OWN_PLACES.iter().any(|own| place.contains(own)))
}

impl RowType {
    /// Returns whether one asset is exchanged for another.
    pub(super) fn is_exchange(self) -> bool {
        matches!(self.kind, Trade | Conversion)
    }

    /// Returns a name for what has a row for each of its sides, all of one second.
    pub(super) fn several_rows(self) -> Option<&'static str> {
        match (self.kind, self.sign) {
            (Move, _) => Some("move"),
            (Conversion, RowSign::Written) => Some("migration"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_known_in_any_case_and_others_are_kept() {
        for (name, notes, kind) in [
            ("Advanced Trade Buy", "", Trade),
            ("ADVANCE TRADE SELL", "", Trade),
            ("Receive", "Received 1 XLM from Coinbase Earn", Reward),
            ("Receive", "Received 1 XLM from an external account", Deposit),
            ("Buy", "Bought 1 XLM for 5 EUR", Conversion),
            ("Buy", "Bought 1 XLM for 5 EUR using Euro Wallet", Conversion),
            ("Buy", "Bought 1 XLM for 5 EUR using Visa debit ****1234", Deposit),
            ("Retail Staking Transfer", "", Move),
            ("Teleport", "", Other),
        ] {
            assert_eq!(of(name, notes).kind, kind, "{name} {notes}");
        }
        for (at, (name, ..)) in TYPES.iter().enumerate() {
            assert!(!TYPES[at + 1..].iter().any(|(other, ..)| other == name), "{name}");
        }
    }
}
