//! Native value, tokens and the wrapped native asset.

use ports::{
    RawAmount, Stream, Timestamp,
    entry::{Decoding, EntryKind},
    fact::{FactBody, TokenStandard, ValidatorWithdrawal},
};

use super::builder::*;
use crate::decode::{VERSION, topics};

#[test]
fn a_plain_payment_has_a_leg_and_a_fee() {
    let entry = Facts::call(ME, FRIEND).selector(None).value(5).decode();
    assert_eq!(entry.kind, EntryKind::Send);
    assert_eq!(entry.decoding, Decoding::Complete);
    assert_eq!(legs(&entry), ["out 5 native", "fee 21 native"]);
    assert_eq!(entry.counterparty, Some(address(FRIEND)));
    assert_eq!(
        (entry.block, entry.position, entry.decoder_version),
        (19_000_000, 7, VERSION)
    );
    let entry = Facts::call(FRIEND, ME).selector(None).value(5).decode();
    assert_eq!((entry.kind, entry.decoding), (EntryKind::Receive, Decoding::Complete));
    assert_eq!(legs(&entry), ["in 5 native"]);
    assert_eq!(entry.counterparty, Some(address(FRIEND)));
}

#[test]
fn a_failed_transaction_moves_nothing_but_the_fee() {
    let facts = Facts::call(ME, ROUTER).value(5).internal(&[(ROUTER, ME, 3)]).failed();
    let entry = facts.decode();
    assert_eq!((entry.kind, entry.failed), (EntryKind::Failed, true));
    assert_eq!(legs(&entry), ["fee 21 native"]);
    assert_eq!(Facts::call(FRIEND, ME).value(5).failed().try_decode(), None);
}

#[test]
fn receipts_beat_rows() {
    let facts = Facts::call(ME, ROUTER).erc20_rows(&[(TOKEN, ME, POOL, 4), (TOKEN, ME, POOL, 4)]);
    assert_eq!(legs(&facts.decode()), ["out 4 55", "out 4 55", "fee 21 native"]);
    let entry = facts.logs([transfer(TOKEN, ME, POOL, 4)]).decode();
    assert_eq!(legs(&entry), ["out 4 55", "fee 21 native"]);
    assert_eq!(
        (entry.legs[0].stream, entry.legs[0].item.as_str()),
        (Stream::Receipts, "log 0")
    );
}

#[test]
fn internal_transfers_that_repeat_a_value_or_failed_are_skipped() {
    let mut facts =
        Facts::call(ME, ROUTER).internal(&[(ROUTER, ME, 1), (ROUTER, ME, 2), (ROUTER, ME, 4), (ROUTER, POOL, 8)]);
    let FactBody::InternalTransfers(rows) = &mut facts.bodies[0] else {
        unreachable!()
    };
    rows[0].call = "delegatecall".to_owned();
    rows[1].failed = true;
    let entry = facts.decode();
    assert_eq!(legs(&entry), ["in 4 native", "fee 21 native"]);
    assert_eq!(entry.legs[0].item, "call 0_2");
}

#[test]
fn a_refund_is_a_leg_and_the_kind_follows_the_net_amount() {
    let facts = Facts::call(ME, ROUTER).value(10).internal(&[(ROUTER, ME, 3)]);
    let entry = facts.decode();
    assert_eq!(legs(&entry), ["out 10 native", "in 3 native", "fee 21 native"]);
    assert_eq!((entry.kind, entry.decoding), (EntryKind::Send, Decoding::Generic));
}

#[test]
fn a_self_transfer_nets_to_nothing() {
    let native = Facts::call(ME, ME).selector(None).value(5).decode();
    assert_eq!(native.kind, EntryKind::SelfTransfer);
    assert_eq!(legs(&native), ["out 5 native", "in 5 native", "fee 21 native"]);
    let token = Facts::call(ME, TOKEN).logs([transfer(TOKEN, ME, ME, 5)]).decode();
    assert_eq!(token.kind, EntryKind::SelfTransfer);
}

#[test]
fn unique_tokens_are_legs_with_ids() {
    let batch = [
        number(64),
        number(160),
        number(2),
        number(8),
        number(9),
        number(2),
        number(1),
        number(3),
    ];
    let entry = Facts::call(ME, ROUTER)
        .logs([
            nft(TOKEN, FRIEND, ME, 7),
            log(
                OTHER_TOKEN,
                topics::TRANSFER_SINGLE,
                &[party(ROUTER), party(ME), party(POOL)],
                &[number(4), number(2)],
            ),
            log(
                POOL,
                topics::TRANSFER_BATCH,
                &[party(ROUTER), party(ROUTER), party(ME)],
                &batch,
            ),
        ])
        .decode();
    assert_eq!(
        legs(&entry),
        ["out 2 66 #4", "in 1 55 #7", "in 1 44 #8", "in 3 44 #9", "fee 21 native"]
    );
    assert!(entry.legs.iter().take(4).all(|leg| leg.asset.is_collection()));
    let rows = Facts::unlisted()
        .rows(TokenStandard::Erc721, &[(TOKEN, FRIEND, ME, 7)])
        .decode();
    assert_eq!(legs(&rows), ["in 1 55 #7"]);
}

#[test]
fn wrapping_needs_no_transfer_log() {
    let deposit = || log(WRAPPED, topics::WRAPPED_DEPOSIT, &[party(ME)], &[number(5)]);
    let withdrawal = || log(WRAPPED, topics::WRAPPED_WITHDRAWAL, &[party(ME)], &[number(5)]);
    let wrap = || Facts::call(ME, WRAPPED).value(5);
    let unwrap = || Facts::call(ME, WRAPPED).internal(&[(WRAPPED, ME, 5)]);
    for (facts, kind) in [
        (wrap().logs([deposit()]), EntryKind::Wrap),
        (
            wrap().logs([deposit(), transfer(WRAPPED, ZERO, ME, 5)]),
            EntryKind::Wrap,
        ),
        (wrap(), EntryKind::Wrap),
        (wrap().erc20_rows(&[(WRAPPED, ZERO, ME, 5)]), EntryKind::Wrap),
        (unwrap().logs([withdrawal()]), EntryKind::Unwrap),
        (
            unwrap().logs([transfer(WRAPPED, ME, ZERO, 5), withdrawal()]),
            EntryKind::Unwrap,
        ),
        (unwrap(), EntryKind::Unwrap),
    ] {
        let entry = facts.decode();
        let expected = match kind {
            EntryKind::Wrap => ["out 5 native", "in 5 77", "fee 21 native"],
            _ => ["out 5 77", "in 5 native", "fee 21 native"],
        };
        assert_eq!(
            (entry.kind, legs(&entry).as_slice()),
            (kind, expected.map(str::to_owned).as_slice())
        );
    }
}

#[test]
fn a_deposit_log_of_another_contract_moves_nothing() {
    let entry = Facts::call(ME, POOL)
        .value(5)
        .logs([log(POOL, topics::WRAPPED_DEPOSIT, &[party(ME)], &[number(5)])])
        .decode();
    assert_eq!(legs(&entry), ["out 5 native", "fee 21 native"]);
}

#[test]
fn a_mirror_of_the_native_asset_is_counted_once() {
    let mirrored = |facts: Facts| {
        let mut facts = facts;
        facts.context.mirrors = vec![address(TOKEN)];
        facts
    };
    let value = mirrored(Facts::call(ME, FRIEND).value(5).logs([transfer(TOKEN, ME, FRIEND, 5)]));
    assert_eq!(legs(&value.decode()), ["out 5 native", "fee 21 native"]);
    let token = mirrored(Facts::call(ME, TOKEN).logs([transfer(TOKEN, ME, FRIEND, 5)]));
    assert_eq!(legs(&token.decode()), ["out 5 native", "fee 21 native"]);
    let row = mirrored(
        Facts::call(ROUTER, POOL)
            .internal(&[(POOL, ME, 5)])
            .erc20_rows(&[(TOKEN, POOL, ME, 5)]),
    );
    assert_eq!(legs(&row.decode()), ["in 5 native"]);
    let logged = log(
        TOKEN,
        topics::POLYGON_TRANSFER,
        &[party(TOKEN), party(POOL), party(ME)],
        &[number(5), number(9), number(0), number(4), number(5)],
    );
    let polygon = mirrored(Facts::call(ROUTER, POOL).logs([logged]));
    assert_eq!(legs(&polygon.decode()), ["in 5 native"]);
}

#[test]
fn the_value_of_a_deposit_transaction_was_minted_for_its_sender() {
    let mut facts = Facts::call(ME, ME).selector(None).value(5).envelope(126).on(10);
    facts.transaction.fee = None;
    assert_eq!(legs(&facts.decode()), ["in 5 native"]);
    facts.transaction.to = Some(address(FRIEND));
    assert_eq!(legs(&facts.decode()), ["out 5 native", "in 5 native"]);
}

#[test]
fn withdrawals_of_the_beacon_chain_are_rewards_or_the_stake() {
    let ether = 10_u128.pow(18);
    for (amount, seconds, kind, decoding) in [
        (ether / 100, 1_700_000_000, EntryKind::Reward, Decoding::Complete),
        (32 * ether, 1_700_000_000, EntryKind::Unstake, Decoding::Complete),
        (ether / 100, 1_780_000_000, EntryKind::Reward, Decoding::Generic),
    ] {
        let mut facts = Facts::unlisted();
        facts.time = Timestamp::from_seconds(seconds);
        facts.bodies.push(FactBody::Withdrawal(ValidatorWithdrawal {
            index: 1,
            validator: 2,
            value: amount.into(),
        }));
        let entry = facts.decode();
        assert_eq!((entry.kind, entry.decoding), (kind, decoding));
        assert_eq!(legs(&entry), [format!("in {amount} native")]);
    }
}

#[test]
fn what_is_paid_to_the_deposit_contract_is_staked_at_the_beacon_chain() {
    let words: Vec<String> = (1..=20).map(number).collect();
    let deposit = || log(POOL, topics::BEACON_DEPOSIT, &[], &words);
    let entry = Facts::call(ME, ROUTER).value(32).logs([deposit()]).decode();
    assert_eq!(
        (entry.kind, entry.protocol.as_deref()),
        (EntryKind::Stake, Some("beacon-chain"))
    );
    assert_eq!(legs(&entry), ["out 32 native", "fee 21 native"]);
    let for_a_token = Facts::call(ME, ROUTER)
        .value(32)
        .logs([deposit(), transfer(TOKEN, ZERO, ME, 31)])
        .decode();
    assert_ne!(
        for_a_token.protocol.as_deref(),
        Some("beacon-chain"),
        "a pool deposits for others"
    );
}

#[test]
fn a_burn_without_a_transfer_left_the_account() {
    let burn = |contract, from| log(contract, topics::BURN, &[party(from)], &[number(7)]);
    let entry = Facts::call(ME, TOKEN).logs([burn(TOKEN, ME)]).decode();
    assert_eq!(
        (entry.kind, legs(&entry)),
        (EntryKind::Burn, vec!["out 7 55".to_owned(), "fee 21 native".to_owned()])
    );
    for (what, facts) in [
        (
            "logged twice",
            Facts::call(ME, TOKEN).logs([burn(TOKEN, ME), transfer(TOKEN, ME, ZERO, 7)]),
        ),
        (
            "rounded in the transfer",
            Facts::call(ME, TOKEN).logs([burn(TOKEN, ME), transfer(TOKEN, ME, ZERO, 6)]),
        ),
    ] {
        assert_eq!(legs(&facts.decode()).len(), 2, "{what}");
    }
    for (what, facts) in [
        ("another contract", Facts::call(ME, ROUTER).logs([burn(TOKEN, ME)])),
        ("somebody else's", Facts::call(ME, TOKEN).logs([burn(TOKEN, FRIEND)])),
        (
            "sent by somebody else",
            Facts::call(FRIEND, TOKEN).logs([burn(TOKEN, ME), transfer(OTHER_TOKEN, POOL, ME, 1)]),
        ),
    ] {
        assert!(
            legs(&facts.decode()).iter().all(|leg| !leg.starts_with("out")),
            "{what}"
        );
    }
}

#[test]
fn creating_a_contract_is_its_own_kind() {
    let mut facts = Facts::call(ME, FRIEND).value(3);
    facts.transaction.to = None;
    facts.transaction.created = Some(address(POOL));
    let entry = facts.decode();
    assert_eq!(
        (entry.kind, entry.counterparty.clone()),
        (EntryKind::CreateContract, Some(address(POOL)))
    );
    assert_eq!(legs(&entry), ["out 3 native", "fee 21 native"]);
}

#[test]
fn a_transaction_of_others_is_no_entry_and_withdrawn_facts_do_not_count() {
    let facts = Facts::call(FRIEND, ROUTER).logs([transfer(TOKEN, POOL, FRIEND, 3)]);
    assert_eq!(facts.try_decode(), None);
    let facts = Facts::call(ME, FRIEND).value(5);
    let mut stored = facts.stored();
    for one in &mut stored {
        one.withdrawn_at = Some(Timestamp::from_seconds(1_700_000_200));
    }
    assert_eq!(crate::decode::decode(&facts.id(), &stored, &facts.context), None);
}

#[test]
fn of_two_sources_the_newest_is_used() {
    let facts = Facts::call(ME, FRIEND).value(5);
    let mut stored = facts.stored();
    let mut newer = Facts::call(ME, FRIEND).value(6).stored().remove(0);
    newer.read_at = Timestamp::from_seconds(1_800_000_000);
    stored.push(newer);
    let entry = crate::decode::decode(&facts.id(), &stored, &facts.context).unwrap();
    assert_eq!(entry.legs[0].amount, RawAmount::from(6_u128));
}

#[test]
fn without_the_value_the_entry_says_so() {
    let facts = Facts {
        is_listed: false,
        ..Facts::call(ME, ROUTER).logs([transfer(TOKEN, ME, POOL, 3)])
    };
    let entry = facts.decode();
    assert_eq!((entry.decoding, entry.decoder.as_str()), (Decoding::Failed, "value"));
}
