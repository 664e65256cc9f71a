//! Bridges whose events give both sides the same id.

use ports::{
    AssetId, Entry,
    entry::{EntryKind, LegRole},
};

use super::builder::*;
use crate::transfer_match::MatchReason;

const ACROSS: Option<&str> = Some("across:1:7");
const DAY: i64 = 60 * 24;

fn none() -> Vec<String> {
    Vec::new()
}

#[test]
fn the_id_of_a_bridge_matches_at_any_delay() {
    let out = bridged_out(1, 1, 0, 100, ACROSS);
    let links = matched(&[bridged_in(10, 2, 30 * DAY, 95, ACROSS), out.clone()], &[]);
    assert_eq!(pairs(&links), ["1>2"]);
    assert_eq!(links.links[0].reason, MatchReason::BridgeId("across:1:7".to_owned()));
    let same_chain = matched(&[bridged_in(1, 2, 1, 100, ACROSS), out], &[]);
    assert_eq!(pairs(&same_chain), none());
}

#[test]
fn an_arrival_before_its_departure_is_no_match() {
    for id in [ACROSS, Some("cctp-v2:0:2:me:100"), Some("op-deposit:eth:me:100")] {
        for (minute, fits) in [(-4, true), (-6, false), (-30 * DAY, false)] {
            let entries = [bridged_out(1, 1, 0, 100, id), bridged_in(10, 2, minute, 100, id)];
            assert_eq!(
                pairs(&matched(&entries, &[])).len() == 1,
                fits,
                "{id:?} after {minute} min"
            );
        }
    }
}

#[test]
fn an_id_that_repeats_matches_within_the_time_that_its_bridge_takes() {
    for (id, longest) in [
        ("op-deposit:eth:me:100", 60),
        ("cctp-v2:0:2:me:100", DAY),
        ("arbitrum-deposit:token:me:100", DAY),
    ] {
        for (minute, fits) in [(15, true), (longest, true), (longest + 1, false), (30 * DAY, false)] {
            let entries = [
                bridged_out(1, 1, 0, 100, Some(id)),
                bridged_in(10, 2, minute, 99, Some(id)),
            ];
            let links = matched(&entries, &[]);
            assert_eq!(pairs(&links).len() == 1, fits, "{id} after {minute} min");
            assert_eq!(links.ambiguous, []);
        }
    }
}

#[test]
fn an_id_that_repeats_matches_each_transfer_of_its_own_or_is_ambiguous() {
    let id = Some("cctp-v2:0:2:me:100");
    let weekly = [
        bridged_out(1, 1, 0, 100, id),
        bridged_in(10, 2, 20, 99, id),
        bridged_out(1, 3, 10_000, 100, id),
        bridged_in(10, 4, 10_020, 99, id),
    ];
    assert_eq!(pairs(&matched(&weekly, &[])), ["1>2", "3>4"]);
    let twice = [
        bridged_out(1, 1, 0, 100, id),
        bridged_out(1, 3, 5, 100, id),
        bridged_in(10, 2, 20, 99, id),
        bridged_in(10, 4, 25, 99, id),
    ];
    let links = matched(&twice, &[]);
    assert_eq!(pairs(&links), none());
    assert_eq!(links.ambiguous.len(), 4);
    assert_eq!(links.ambiguous[0].candidates.len(), 2);
}

#[test]
fn a_forged_arrival_with_the_id_is_no_match_and_hides_no_true_one() {
    let million = 1_000_000;
    let out = || bridged_out(1, 1, 0, 100 * million, ACROSS);
    let forged = |transaction, amount| bridged_in(10, transaction, 1, amount, ACROSS);
    for (what, arrival) in [
        (
            "a token with the same symbol",
            of_asset(forged(3, 100 * million), &spam(10)),
        ),
        ("another token", of_asset(forged(3, 100 * million), &rare(10))),
        (
            "a token that is not known",
            of_asset(forged(3, 100 * million), &coin(99)),
        ),
        ("more than was sent", forged(3, 102 * million)),
        ("much less than was sent", forged(3, 89 * million)),
    ] {
        let alone = matched(&[out(), arrival.clone()], &[]);
        assert_eq!((pairs(&alone), alone.ambiguous.len()), (none(), 0), "{what}");
        let links = matched(&[out(), arrival, bridged_in(10, 2, 5, 99 * million, ACROSS)], &[]);
        assert_eq!(
            (pairs(&links), links.ambiguous.len()),
            (vec!["1>2".to_owned()], 0),
            "{what}"
        );
    }
}

#[test]
fn two_arrivals_that_fit_one_id_are_reported_and_not_chosen() {
    let entries = [
        bridged_out(1, 1, 0, 100, ACROSS),
        bridged_in(10, 2, 5, 99, ACROSS),
        bridged_in(10, 3, 6, 99, ACROSS),
    ];
    let links = matched(&entries, &[]);
    assert_eq!((pairs(&links), links.ambiguous.len()), (none(), 3));
}

#[test]
fn a_token_that_no_list_names_is_matched_by_id_and_symbol() {
    let out = of_asset(bridged_out(1, 1, 0, 100, ACROSS), &rare(1));
    let arrival = |asset: AssetId| of_asset(bridged_in(10, 2, 5, 99, ACROSS), &asset);
    assert_eq!(pairs(&matched(&[out.clone(), arrival(rare(10))], &[])), ["1>2"]);
    assert_eq!(pairs(&matched(&[out, arrival(spam(10))], &[])), none());
    // Of tokens without any metadata only the bridge says that they are one.
    let out = of_asset(bridged_out(1, 1, 0, 100, ACROSS), &coin(77));
    assert_eq!(pairs(&matched(&[out, arrival(coin(99))], &[])), ["1>2"]);
}

#[test]
fn the_fee_in_another_asset_and_what_came_back_are_not_compared() {
    let out = with(bridged_out(1, 1, 0, 110, ACROSS), LegRole::Out, native(1), 5, Some(9));
    let out = with(out, LegRole::In, coin(1), 10, Some(9));
    assert_eq!(pairs(&matched(&[out, bridged_in(10, 2, 5, 91, ACROSS)], &[])), ["1>2"]);
}

#[test]
fn the_piece_that_a_bridge_moves_is_the_one_that_arrives() {
    let piece = |mut entry: Entry, token_id: &str| {
        entry.legs[0].token_id = Some(token_id.to_owned());
        entry
    };
    let out = piece(bridged_out(1, 1, 0, 1, ACROSS), "5");
    for (token_id, found) in [("5", vec!["1>2".to_owned()]), ("6", none())] {
        let arrival = piece(bridged_in(10, 2, 5, 1, ACROSS), token_id);
        assert_eq!(arrival.kind, EntryKind::BridgeIn);
        assert_eq!(pairs(&matched(&[out.clone(), arrival], &[])), found);
    }
}

#[test]
fn a_forged_arrival_for_a_ticket_is_no_match_and_hides_no_true_one() {
    let ticket = format!("stargate-bus:1:10:{}:25", address(1));
    let out = bridged_out(1, 1, 0, 2_500_000, Some(&ticket));
    let forged = of_asset(bridged_in(10, 3, 1, 2_500_000, Some("layerzero:ff")), &spam(10));
    let links = matched(
        &[out, forged, bridged_in(10, 2, 5, 2_500_000, Some("layerzero:ab"))],
        &[],
    );
    assert_eq!((pairs(&links), links.ambiguous.len()), (vec!["1>2".to_owned()], 0));
}
