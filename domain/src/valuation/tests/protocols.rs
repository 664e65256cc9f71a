//! Positions in protocols: their amounts stand for the tokens that are their receipts, and a protocol that was not read is stated.

use ports::{
    PositionLeg, ProtocolPosition, Receipt, Receipts,
    protocol::{PositionRole, UnreadProtocol},
};

use super::*;

const WHOLE: u128 = 10u128.pow(18);
const PLACE: &str = "Aave v3";

/// A position in which an amount of an asset is supplied and another one is owed, with these receipts.
fn position_of(legs: &[(u8, u128, PositionRole)], receipts: &[u8]) -> ProtocolPosition {
    let leg = |(token, raw, role): &(u8, u128, PositionRole)| {
        let (is_owed, kind) = match role {
            PositionRole::Borrow => (true, 2),
            _ => (false, 4),
        };
        let place = PLACE.parse().unwrap();
        PositionLeg {
            position: Position {
                place,
                ..position(&(1, 1, *token, *raw, is_owed, kind, 1))
            },
            role: *role,
            contract: Address::evm([0xaa; 20]),
            function: "getUserReserveData(address,address)".to_owned(),
            unlocks_at: None,
        }
    };
    ProtocolPosition {
        place: PLACE.parse().unwrap(),
        item: None,
        legs: legs.iter().map(leg).collect(),
        health: Some("1.7".parse().unwrap()),
        receipts: receipts.iter().map(|token| asset(1, *token)).collect(),
        unread: Vec::new(),
    }
}

/// A receipt of a thousand and a certificate of a debt of four hundred in a wallet, each with a price, beside five of another asset.
fn wallet() -> Inputs {
    let quoted = [1, 2, 3, 4].map(|token| ((1, token), vec![Some(1000)]));
    let rows = [
        (1, 1, 3, 1000 * WHOLE, true),
        (1, 1, 4, 400 * WHOLE, true),
        (1, 1, 2, 5 * WHOLE, true),
    ];
    let mut inputs = inputs(&rows, &BTreeMap::from(quoted), &[]);
    let quoted = vec![Some(1000)];
    inputs
        .decisions
        .insert(asset(1, 1), decision(&asset(1, 1), Some(&quoted)));
    inputs.assets.insert(asset(1, 1), known(&asset(1, 1), 1));
    inputs
}

fn with(mut inputs: Inputs, position: ProtocolPosition) -> Inputs {
    let snapshot = inputs.accounts[0].snapshot.as_mut().unwrap();
    snapshot.protocols.positions.push(position);
    inputs
}

fn loan() -> ProtocolPosition {
    let legs = [
        (1, 1000 * WHOLE, PositionRole::Collateral),
        (2, 400 * WHOLE, PositionRole::Borrow),
    ];
    position_of(&legs, &[3, 4])
}

#[test]
fn the_amounts_of_a_position_stand_for_its_receipts() {
    let report = report(&with(wallet(), loan()));
    assert_eq!(report.total.unwrap().to_string(), "605");
    let kinds: Vec<_> = report
        .kinds
        .iter()
        .map(|line| (line.kind, line.value.unwrap().to_string()))
        .collect();
    let expected = [
        (PositionKind::Regular, "5"),
        (PositionKind::Borrowed, "-400"),
        (PositionKind::Supplied, "1000"),
    ];
    assert_eq!(kinds, expected.map(|(kind, value)| (kind, value.to_owned())));
    assert!(
        report
            .assets
            .iter()
            .all(|line| line.symbol != "T3" && line.symbol != "T4")
    );
}

/// The loan of two wallets' positions, one of which has a name, beside a receipt that no reader replaces.
fn sheet_of(inputs: &Inputs) -> BalanceSheet {
    let report = report(inputs);
    let sheet = report.sheet.clone();
    let parts = [sheet.wallets, sheet.exchanges, sheet.net].into_iter().flatten();
    let sum = parts.fold(Amount::ZERO, |sum, part| sum.add(part).unwrap());
    assert_eq!(Some(sum), report.total);
    for (filter, value) in sheet_figures(&sheet) {
        let path = FigurePath::Sum(filter);
        let again: FigurePath = path.to_string().parse().unwrap();
        assert_eq!(again, path);
        let Some(value) = value else { continue };
        let root = explain::build::written(inputs, &path).unwrap_or_else(|| panic!("{path}"));
        assert_eq!(root.value, Some(value), "{path}");
    }
    sheet
}

/// Returns the inputs without the tokens that are known as receipts.
fn without_receipts(inputs: Inputs) -> Inputs {
    Inputs {
        receipts: Arc::default(),
        ..inputs
    }
}

fn text(amount: Option<Amount>) -> String {
    amount.map_or_else(|| "unknown".to_owned(), |amount| amount.to_string())
}

#[test]
fn a_balance_sheet_adds_up_and_each_figure_of_it_is_explained() {
    let named = ProtocolPosition {
        item: Some("#7|x".to_owned()),
        ..position_of(&[(1, 10 * WHOLE, PositionRole::Supply)], &[])
    };
    let sheet = sheet_of(&with(with(wallet(), loan()), named));
    assert_eq!(text(sheet.wallets), "5");
    assert_eq!(text(sheet.exchanges), "unknown");
    assert_eq!(text(sheet.credit), "1010");
    assert_eq!(text(sheet.debt), "-400");
    assert_eq!(text(sheet.net), "610");
    let [line] = sheet.protocols.as_slice() else {
        panic!("one account in one protocol")
    };
    assert_eq!((line.place.as_str(), text(line.value).as_str()), (PLACE, "610"));
    let positions: Vec<_> = line
        .positions
        .iter()
        .map(|one| (one.item.as_deref(), text(one.value)))
        .collect();
    assert_eq!(positions, [(None, "600".to_owned()), (Some("#7|x"), "10".to_owned())]);
    assert_eq!(text(line.positions[0].health), "1.7");
    let amounts = line.positions[0].amounts.iter();
    let amounts: Vec<_> = amounts.map(|one| (one.kind, text(one.part.value))).collect();
    let expected = [(PositionKind::Supplied, "1000"), (PositionKind::Borrowed, "-400")];
    assert_eq!(amounts, expected.map(|(kind, value)| (kind, value.to_owned())));
    assert_eq!((sheet.valued, sheet.unvalued), (2, 0));
}

/// Two amounts of one asset with the same kind are distinguished by what they do and by the contract that states them.
#[test]
fn amounts_of_one_asset_in_one_position_have_figures_of_their_own() {
    let mut debts = position_of(
        &[
            (2, 100 * WHOLE, PositionRole::Borrow),
            (2, 30 * WHOLE, PositionRole::Borrow),
            (2, 7 * WHOLE, PositionRole::Supply),
            (2, 2 * WHOLE, PositionRole::Collateral),
        ],
        &[],
    );
    debts.legs[1].contract = Address::evm([0xbb; 20]);
    let sheet = sheet_of(&with(without_receipts(wallet()), debts));
    let amounts = sheet.protocols[0].positions[0].amounts.iter();
    let values: Vec<_> = amounts.map(|one| text(one.part.value)).collect();
    assert_eq!(values, ["7", "2", "-30", "-100"]);
}

#[test]
fn the_receipt_of_a_protocol_that_is_not_read_is_on_the_sheet() {
    let mut inputs = without_receipts(wallet());
    let sheet = sheet_of(&inputs);
    assert!(sheet.protocols.is_empty() && sheet.net.is_none());
    let staked = Receipt {
        asset: asset(1, 2),
        kind: PositionKind::Staked,
        place: "Lido".parse().unwrap(),
        of: asset(1, 1),
        words: "ether that is staked with Lido".to_owned(),
    };
    inputs.receipts = Arc::new(Receipts::new([staked], []));
    let sheet = sheet_of(&inputs);
    assert_eq!(text(sheet.credit), "5");
    assert_eq!(sheet.protocols[0].place.as_str(), "Lido");
    assert!(sheet.protocols[0].positions[0].amounts[0].leg.is_none());
}

/// The health of an hour ago can hide a liquidation.
#[test]
fn the_health_of_an_old_reading_is_not_shown() {
    let mut inputs = with(wallet(), loan());
    inputs.at = Timestamp::from_millis(inputs.at.millis() + 3 * 3_600_000);
    let sheet = sheet_of(&inputs);
    let line = &sheet.protocols[0];
    assert!(line.stale && line.positions[0].health.is_none());
    assert_eq!(text(line.value), "600");
}

#[test]
fn a_position_that_was_read_in_part_is_not_counted_as_valued() {
    let mut partial = loan();
    partial.unread.push("Its rewards could not be read.".to_owned());
    let sheet = sheet_of(&with(wallet(), partial));
    assert_eq!((sheet.valued, sheet.unvalued), (0, 1));
}

#[test]
fn an_explanation_goes_down_to_the_call() {
    let inputs = with(wallet(), loan());
    let filter = Filter {
        kind: Some(PositionKind::Supplied),
        ..Filter::default()
    };
    let root = explain::build::written(&inputs, &FigurePath::Sum(filter)).unwrap();
    assert_eq!(root.value.unwrap().to_string(), "1000");
    let product = &root.children[0];
    let detail = product.detail.as_deref().unwrap();
    assert!(detail.ends_with(", Aave v3: supplied"), "{detail}");
    let quantity = &product.children[0];
    let detail = quantity.detail.as_deref().unwrap();
    let contract = Address::evm([0xaa; 20]);
    assert_eq!(
        detail,
        format!("block 7, getUserReserveData(address,address) of {}", contract.short())
    );
    let raw = quantity.raw.as_deref().unwrap();
    assert!(raw.contains(r#""role":"collateral""#), "{raw}");
    assert!(raw.contains(&format!(r#""contract":"{contract}""#)), "{raw}");
}

#[test]
fn a_protocol_that_was_not_read_is_missing_and_not_zero() {
    let mut inputs = wallet();
    let snapshot = inputs.accounts[0].snapshot.as_mut().unwrap();
    snapshot.protocols.unread.push(UnreadProtocol {
        place: PLACE.parse().unwrap(),
        why: "its provider is not the one that is known".to_owned(),
    });
    let coverage = report(&inputs).coverage;
    let [missed] = coverage.not_looked_for.as_slice() else {
        panic!("{:?}", coverage.not_looked_for);
    };
    assert_eq!(missed.code, UNREAD_PROTOCOL);
    assert_eq!(
        missed.text,
        "Aave v3 could not be read: its provider is not the one that is known."
    );
    assert!(!coverage.complete());
    let root = explain::build::written(&inputs, &FigurePath::Sum(Filter::default())).unwrap();
    let figure = FigureId::new(
        ValuationId([1; 16]),
        Owner::User(id(1)),
        FigurePath::Sum(Filter::default()),
    );
    let explained = explain::build::explanation(&figure, &inputs, root);
    let labels: Vec<&str> = explained.left_out.iter().map(|one| one.label.as_str()).collect();
    assert!(
        labels.iter().any(|label| label.starts_with("Aave v3 on ")),
        "{labels:?}"
    );
}

/// Otherwise what was supplied would look like a gain on the first day on which a protocol is read.
#[test]
fn a_position_is_not_compared_with_its_receipt() {
    let (read, unread) = (with(wallet(), loan()), wallet());
    for (now, then) in [(&read, &unread), (&unread, &read)] {
        let [today, before] = [now, then].map(|inputs| fold(inputs, &Filter::default(), "", &mut NoTrace));
        let both = comparison::comparable(&today, &before);
        assert_eq!(
            both,
            BTreeSet::new(),
            "of the second asset a part is a debt of the position"
        );
    }
    let (today, before) = (
        fold(&read, &Filter::default(), "", &mut NoTrace),
        fold(&read, &Filter::default(), "", &mut NoTrace),
    );
    assert_eq!(comparison::comparable(&today, &before).len(), 2);
    // A position that was opened with what was held before is compared: nothing of it was counted as a receipt.
    let mut opened = wallet();
    let snapshot = opened.accounts[0].snapshot.as_mut().unwrap();
    snapshot
        .rows
        .retain(|row| row.asset != asset(1, 3) && row.asset != asset(1, 4));
    let before = fold(&opened, &Filter::default(), "", &mut NoTrace);
    assert_eq!(comparison::comparable(&today, &before).len(), 2);
}

#[test]
fn a_part_of_a_position_that_was_not_read_is_missing_too() {
    let position = ProtocolPosition {
        unread: vec!["Rewards are not detected.".to_owned()],
        ..loan()
    };
    let coverage = report(&with(wallet(), position)).coverage;
    let texts: Vec<&str> = coverage.not_looked_for.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(
        texts,
        ["A part of Aave v3 could not be read. Rewards are not detected."]
    );
    assert!(!coverage.complete());
}

proptest! {
    #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

    /// Whatever is a receipt of what: the reader of a protocol takes away exactly what its receipts counted, and adds its amounts.
    #[test]
    fn a_position_replaces_its_receipts(inputs in case(), chosen in prop::collection::vec(any::<bool>(), 48)) {
        let before = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let mut with = inputs.clone();
        let mut choices = chosen.iter().copied().cycle();
        for snapshot in with.accounts.iter_mut().filter_map(|one| one.snapshot.as_mut()) {
            let rows = snapshot.rows.iter().filter(|_| choices.next().unwrap_or_default());
            let receipts: Vec<AssetId> = rows.map(|row| row.asset.clone()).collect();
            snapshot.protocols.positions.push(ProtocolPosition { receipts, ..position_of(&[], &[]) });
        }
        let after = fold(&with, &Filter::default(), "", &mut NoTrace);
        let is_receipt = |holding: &Holding| {
            let account = with.accounts.iter().find(|one| one.id == holding.account).unwrap();
            holding.place.is_none() && account.snapshot.as_ref().unwrap().protocols.is_receipt(&holding.asset)
        };
        let kept = before.holdings.iter().filter(|holding| !is_receipt(holding));
        let expected = kept.filter_map(Holding::valued).try_fold(Amount::ZERO, |sum, valued| sum.add(valued.amount())).unwrap();
        prop_assert_eq!(after.known, expected);
    }
}
