//! What the types of rows in OKX's ledgers are, from its documentation.

use ports::fact::ExchangeRowKind::{
    self, Charge, Conversion, Deposit, Move, Other, Result as Outcome, Reward, Trade, Transfer,
};

/// A type, what it is, and OKX's words for it.
type BillKind = (&'static str, ExchangeRowKind, &'static str);

/// The type of what moves between accounts.
pub(super) const TRANSFER: &str = "1";
/// The types that other lists state: deposits, withdrawals, canceled withdrawals, fees of withdrawals.
const OF_OTHER_LISTS: [&str; 4] = ["1", "2", "13", "221"];

/// The types of the trading account. What is borrowed lowers the equity that is read.
const TRADING: [BillKind; 29] = [
    ("1", Transfer, "Transfer"),
    ("2", Trade, "Trade"),
    ("3", Outcome, "Delivery"),
    ("4", Conversion, "Forced repayment"),
    ("5", Outcome, "Liquidation"),
    ("6", Move, "Margin transfer"),
    ("7", Charge, "Interest deduction"),
    ("8", Outcome, "Funding fee"),
    ("9", Outcome, "ADL"),
    ("10", Charge, "Clawback"),
    ("11", Conversion, "System token conversion"),
    ("12", Transfer, "Strategy transfer"),
    ("13", Outcome, "DDH"),
    ("14", Trade, "Block trade"),
    ("15", Move, "Quick Margin"),
    ("16", Move, "Borrowing"),
    ("22", Move, "Repay"),
    ("24", Trade, "Spread trading"),
    ("26", Transfer, "Structured products"),
    ("27", Conversion, "Convert"),
    ("28", Conversion, "Easy convert"),
    ("29", Conversion, "One-click repay"),
    ("30", Conversion, "Simple trade"),
    ("32", Other, "Move position"),
    ("33", Move, "Loans"),
    ("34", Outcome, "Settlement"),
    ("250", Charge, "Profit sharing expenses"),
    ("251", Charge, "Profit sharing refund"),
    ("381", Reward, "Auto earn"),
];

/// The types of the funding account. Simple Earn with an open term, staking, flexible loans and the trading account are places that are read.
/// Receipts of staked ether and SOL are assets of their own, so that what is staked leaves.
const FUNDING: [BillKind; 109] = [
    ("20", Transfer, "Transfer to sub account"),
    ("21", Transfer, "Transfer from sub account"),
    ("22", Transfer, "Transfer to master account"),
    ("23", Transfer, "Transfer from master account"),
    ("28", Reward, "Claimed airdrop"),
    ("48", Reward, "Event reward"),
    ("68", Reward, "Fee rebate"),
    ("72", Transfer, "Token received"),
    ("73", Transfer, "Token given away"),
    ("74", Transfer, "Token refunded"),
    ("75", Move, "Simple Earn subscription"),
    ("76", Move, "Simple Earn redemption"),
    ("77", Reward, "Jumpstart distribution"),
    ("78", Transfer, "Jumpstart lock up"),
    ("80", Move, "Staking subscription"),
    ("82", Move, "Staking redemption"),
    ("83", Reward, "Staking yield"),
    ("84", Charge, "Violation fee"),
    ("89", Reward, "Deposit yield"),
    ("116", Transfer, "Fiat order placed"),
    ("117", Deposit, "Fiat order fulfilled"),
    ("118", Transfer, "Fiat order canceled"),
    ("124", Transfer, "Jumpstart unlocking"),
    ("130", Move, "Transferred from Trading account"),
    ("131", Move, "Transferred to Trading account"),
    ("132", Transfer, "P2P frozen"),
    ("133", Transfer, "P2P unfrozen"),
    ("134", Transfer, "P2P transferred by customer service"),
    ("135", Transfer, "Cross chain exchange"),
    ("137", Transfer, "ETH Staking subscription"),
    ("138", Transfer, "ETH Staking swapping"),
    ("139", Reward, "ETH Staking earnings"),
    ("146", Reward, "Customer feedback"),
    ("150", Reward, "Affiliate commission"),
    ("151", Reward, "Referral reward"),
    ("152", Reward, "Broker reward"),
    ("160", Transfer, "Dual Investment subscription"),
    ("161", Transfer, "Dual Investment collection"),
    ("162", Outcome, "Dual Investment profit"),
    ("163", Transfer, "Dual Investment refund"),
    ("172", Reward, "Sub-affiliate commission"),
    ("173", Reward, "Fee rebate by trading fee"),
    ("174", Transfer, "Jumpstart pay"),
    ("175", Move, "Locked collateral"),
    ("176", Move, "Loan"),
    ("177", Move, "Added collateral"),
    ("178", Move, "Returned collateral"),
    ("179", Move, "Repayment"),
    ("180", Move, "Unlocked collateral"),
    ("185", Reward, "Convert reward"),
    ("189", Reward, "Mystery box bonus"),
    ("200", Deposit, "Buy"),
    ("202", Transfer, "Price Lock subscription"),
    ("203", Transfer, "Price Lock collection"),
    ("204", Outcome, "Price Lock profit"),
    ("205", Transfer, "Price Lock refund"),
    ("207", Transfer, "Dual Investment Lite subscription"),
    ("208", Transfer, "Dual Investment Lite collection"),
    ("209", Outcome, "Dual Investment Lite profit"),
    ("210", Transfer, "Dual Investment Lite refund"),
    ("212", Move, "Flexible loan collateral locked"),
    ("215", Move, "Flexible loan collateral released"),
    ("217", Move, "Flexible loan borrowed"),
    ("218", Move, "Flexible loan repaid"),
    ("222", Charge, "Withdrawal fee refund"),
    ("225", Transfer, "Shark Fin subscription"),
    ("226", Transfer, "Shark Fin collection"),
    ("227", Outcome, "Shark Fin profit"),
    ("228", Transfer, "Shark Fin refund"),
    ("229", Reward, "Airdrop"),
    ("232", Reward, "Subsidized interest"),
    ("233", Reward, "Broker rebate"),
    ("240", Transfer, "Snowball subscription"),
    ("241", Transfer, "Snowball refund"),
    ("242", Outcome, "Snowball profit"),
    ("249", Transfer, "Seagull subscription"),
    ("250", Transfer, "Seagull collection"),
    ("251", Outcome, "Seagull profit"),
    ("252", Transfer, "Seagull refund"),
    ("265", Reward, "Signal revenue"),
    ("272", Conversion, "Convert, bought"),
    ("273", Conversion, "Convert, sold"),
    ("299", Reward, "Affiliate commission"),
    ("300", Reward, "Fee rebate"),
    ("311", Conversion, "Crypto dust"),
    ("313", Transfer, "Gift sent"),
    ("314", Transfer, "Gift received"),
    ("315", Transfer, "Gift refunded"),
    ("328", Reward, "SOL staking reward"),
    ("329", Transfer, "SOL staking subscription"),
    ("330", Transfer, "SOL staking receipt"),
    ("331", Transfer, "SOL staking redemption"),
    ("332", Transfer, "SOL staking settlement"),
    ("333", Reward, "Trial fund reward"),
    ("339", Transfer, "Fixed Simple Earn order"),
    ("340", Transfer, "Fixed Simple Earn refund"),
    ("341", Transfer, "Fixed Simple Earn redemption"),
    ("342", Transfer, "Fixed Simple Earn principal"),
    ("343", Reward, "Fixed Simple Earn interest"),
    ("344", Reward, "Fixed Simple Earn compensation"),
    ("348", Move, "BTC staking subscription"),
    ("349", Move, "BTC staking redemption"),
    ("350", Reward, "BTC staking earnings"),
    ("354", Reward, "Copy and bot rewards"),
    ("361", Transfer, "Deposit from a closed sub-account"),
    ("400", Reward, "Auto lend interest"),
    ("408", Reward, "Auto earn interest"),
    ("476", Transfer, "Transferred to Cloud Exchange"),
    ("477", Transfer, "Transferred from Cloud Exchange"),
];

/// Returns what a type of the trading account is, and what it is called.
pub(super) fn of_trading(r#type: &str) -> (ExchangeRowKind, String) {
    of(&TRADING, r#type)
}

/// Returns what a type of the funding account is, and what it is called; `None` for those that other lists state.
pub(super) fn of_funding(r#type: &str) -> Option<(ExchangeRowKind, String)> {
    (!OF_OTHER_LISTS.contains(&r#type)).then(|| of(&FUNDING, r#type))
}

fn of(kinds: &[BillKind], r#type: &str) -> (ExchangeRowKind, String) {
    let known = kinds.iter().find(|(known, ..)| *known == r#type);
    known.map_or_else(
        || (Other, format!("Type {type}")),
        |(_, kind, words)| (*kind, (*words).to_owned()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_listed_once() {
        for kinds in [&TRADING[..], &FUNDING[..]] {
            for (at, (r#type, ..)) in kinds.iter().enumerate() {
                assert!(!kinds[at + 1..].iter().any(|(other, ..)| other == r#type), "{type}");
            }
        }
        assert!(
            OF_OTHER_LISTS
                .iter()
                .all(|own| !FUNDING.iter().any(|(other, ..)| other == own))
        );
    }
}
