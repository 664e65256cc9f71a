//! Fees that are charged in a token, on Celo.

use ports::{
    entry::{Decoding, EntryKind},
    fact::Log,
};

use super::builder::*;
use crate::decode::{is_fee_incomplete, topics};

const CELO: u64 = 42220;
const CIP_64: u8 = 0x7b;
/// Who receives fees.
const FEES: u8 = 0xfe;
const TIPS: u8 = 0xfd;

/// A transfer of 90 of a token, whose fee is stated as 21.
fn sent(first: Vec<Log>, last: Vec<Log>) -> Facts {
    let logs = first.into_iter().chain([transfer(TOKEN, ME, FRIEND, 90)]).chain(last);
    Facts::call(ME, TOKEN)
        .on(CELO)
        .selector(Some("0xa9059cbb"))
        .envelope(CIP_64)
        .logs(logs)
}

/// The largest fee is 50; of it 29 come back, and 20 and 1 are paid.
fn burned(token: u8) -> (Vec<Log>, Vec<Log>) {
    let credits = [(ME, 29), (TIPS, 1), (FEES, 20)];
    let credits = credits.map(|(to, amount)| transfer(token, ZERO, to, amount));
    (vec![transfer(token, ME, ZERO, 50)], credits.to_vec())
}

#[test]
fn a_fee_in_another_token_is_a_fee_and_no_movement() {
    let (first, last) = burned(OTHER_TOKEN);
    let entry = sent(first, last).decode();
    assert_eq!((entry.kind, entry.decoding), (EntryKind::Send, Decoding::Complete));
    assert_eq!(legs(&entry), ["out 90 55", "fee 21 66"]);
    assert_eq!(entry.legs[1].item, "log 0");
    assert_eq!(entry.counterparty, Some(address(FRIEND)));
}

#[test]
fn a_fee_in_the_token_that_is_sent_is_kept_apart() {
    let (first, last) = burned(TOKEN);
    assert_eq!(legs(&sent(first, last).decode()), ["out 90 55", "fee 21 55"]);
    // Where nothing came back, the whole amount is the fee.
    let credits = [transfer(TOKEN, ZERO, FEES, 21)];
    let whole = sent(vec![transfer(TOKEN, ME, ZERO, 21)], credits.to_vec());
    assert_eq!(legs(&whole.decode()), ["out 90 55", "fee 21 55"]);
}

/// Circle's token gives everything back and then pays the recipients from the account. Its adapter divides by 10^12 and rounds.
#[test]
fn a_fee_through_an_adapter_is_the_amount_that_the_token_moved() {
    let stated = 2_345_678_901_234_567_u128;
    let last = [
        transfer(TOKEN, ZERO, ME, 9000),
        transfer(TOKEN, ME, TIPS, 45),
        transfer(TOKEN, ME, FEES, 2300),
    ];
    let mut facts = sent(vec![transfer(TOKEN, ME, ZERO, 9000)], last.to_vec());
    facts.transaction.fee = Some(stated.into());
    assert_eq!(legs(&facts.decode()), ["out 90 55", "fee 2345 55"]);
    let far = [
        transfer(TOKEN, ZERO, ME, 9000),
        transfer(TOKEN, ME, TIPS, 45),
        transfer(TOKEN, ME, FEES, 2200),
    ];
    let mut facts = sent(vec![transfer(TOKEN, ME, ZERO, 9000)], far.to_vec());
    facts.transaction.fee = Some(stated.into());
    let entry = facts.decode();
    assert_eq!((entry.decoding, entry.decoder.as_str()), (Decoding::Failed, "fee"));
}

#[test]
fn an_unknown_fee_does_not_hide_that_amounts_are_unknown_too() {
    let malformed = log(WRAPPED, topics::WRAPPED_DEPOSIT, &[party(ME)], &[]);
    let unread = |first: Vec<Log>| {
        let paid = [(ZERO, ME, 9000), (ME, TIPS, 45), (ME, FEES, 2200)];
        let mut facts = sent(
            first,
            paid.map(|(from, to, amount)| transfer(TOKEN, from, to, amount))
                .to_vec(),
        );
        facts.transaction.fee = Some(2_345_678_901_234_567_u128.into());
        let entry = facts.decode();
        assert!(is_fee_incomplete(&entry));
        entry.decoder
    };
    let whole = transfer(TOKEN, ME, ZERO, 9000);
    assert_eq!(unread(vec![whole.clone()]), "fee");
    assert_eq!(unread(vec![whole, malformed]), "amounts_and_fee");
}

/// Before 2024 the tokens of Celo logged only what the recipients received.
#[test]
fn an_older_token_logs_only_the_payments() {
    let last = [transfer(OTHER_TOKEN, ME, FEES, 20), transfer(OTHER_TOKEN, ME, TIPS, 1)];
    let mut facts = sent(Vec::new(), last.to_vec());
    for envelope in [None, Some(0), Some(0x7c)] {
        facts.transaction.envelope = envelope;
        assert_eq!(legs(&facts.decode()), ["out 90 55", "fee 21 66"]);
    }
}

#[test]
fn a_failed_transaction_still_paid_in_the_token() {
    let (first, last) = burned(OTHER_TOKEN);
    let facts = Facts::call(ME, TOKEN)
        .on(CELO)
        .envelope(CIP_64)
        .logs(first.into_iter().chain(last));
    let entry = facts.failed().decode();
    assert_eq!(
        (entry.kind, legs(&entry)),
        (EntryKind::Failed, vec!["fee 21 66".to_owned()])
    );
}

#[test]
fn a_fee_that_no_transfers_explain_is_unknown_and_not_a_coin() {
    let unknown = |facts: Facts| {
        let entry = facts.decode();
        assert_eq!((entry.decoding, entry.decoder.as_str()), (Decoding::Failed, "fee"));
        legs(&entry)
    };
    // Without the receipt, not all transfers are known.
    let listed = Facts::call(ME, TOKEN).on(CELO).envelope(CIP_64);
    assert_eq!(unknown(listed.erc20_rows(&[(TOKEN, ME, FRIEND, 90)])), ["out 90 55"]);
    // Something was taken, but not the stated fee.
    let other = sent(vec![transfer(TOKEN, ME, ZERO, 50)], vec![transfer(TOKEN, ZERO, ME, 28)]);
    assert_eq!(unknown(other), ["out 50 55", "out 90 55", "in 28 55"]);
}

#[test]
fn a_fee_in_the_coin_stays_one() {
    // The type allows to name a token and does not require it.
    assert_eq!(
        legs(&sent(Vec::new(), Vec::new()).decode()),
        ["out 90 55", "fee 21 native"]
    );
    let (first, last) = burned(OTHER_TOKEN);
    let mut facts = sent(first, last);
    facts.transaction.envelope = Some(2);
    let moved = ["out 50 66", "out 90 55", "in 29 66", "fee 21 native"];
    assert_eq!(legs(&facts.decode()), moved);
    // Elsewhere no transaction can name one.
    facts.transaction.envelope = Some(CIP_64);
    assert_eq!(legs(&facts.on(1).decode()), moved);
}

/// A contract may log what it likes, but it cannot log before the fee is taken or know how much gas remains.
#[test]
fn a_false_log_of_another_amount_does_not_replace_the_fee() {
    let (first, last) = burned(OTHER_TOKEN);
    let fakes = [transfer(POOL, ME, ZERO, 50), transfer(POOL, ZERO, ME, 28)];
    let entry = sent(first, fakes.into_iter().chain(last).collect()).decode();
    assert_eq!(legs(&entry), ["out 90 55", "out 50 44", "in 28 44", "fee 21 66"]);
}
