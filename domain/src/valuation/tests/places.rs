//! Networks and wallets: each holding is in one of them, and their counts add up to the totals.

use std::time::Duration;

use ports::{Chain, address::Form, chain::NativeAsset};

use super::*;
use crate::valuation::explain::{build::written, title::subtitle};

const WHOLE: u128 = 10u128.pow(18);

/// The three chains of the cases. `large` decides whether tokens are read with every reading or daily.
fn chains(large: bool) -> Arc<Chains> {
    let chain = |number| Chain {
        id: ChainId::evm(number),
        aliases: Vec::new(),
        code: format!("chain-{number}"),
        name: format!("Chain {number}"),
        symbol: "C".into(),
        color: "#134264".into(),
        parent: None,
        native: Some(NativeAsset {
            id: AssetId::native(&ChainId::evm(number), 60),
            metadata: Metadata::cleaned("ETH", "Ether", Some(18)),
        }),
        wrapped: None,
        mirrors: Vec::new(),
        second_contracts: Vec::new(),
        addresses: vec![Form::Evm],
        keys: Vec::new(),
        large,
        data_fee: false,
        ending: None,
        max_head_age: Duration::from_mins(5),
        explorer: None,
    };
    Arc::new(Chains::new((1..4).map(chain).collect()))
}

fn on_chains(inputs: Inputs) -> Inputs {
    Inputs {
        chains: chains(true),
        ..inputs
    }
}

fn sum(values: impl Iterator<Item = Option<Amount>>) -> Amount {
    values.flatten().try_fold(Amount::ZERO, Amount::add).unwrap()
}

proptest! {
    #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

    #[test]
    fn networks_and_addresses_add_up(inputs in case(), untraced: prop::sample::Index) {
        let mut inputs = on_chains(inputs);
        if !inputs.accounts.is_empty() {
            let at = untraced.index(inputs.accounts.len());
            inputs.accounts[at].snapshot = None;
        }
        let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let (report, coverage) = (report(&inputs), Coverage::of(&inputs, &folded));
        let whole = (coverage.priced, u32::try_from(coverage.unpriced.len()).unwrap(), coverage.reading);
        let add = |a: (u32, u32, u32), b: (u32, u32, u32)| (a.0 + b.0, a.1 + b.1, a.2 + b.2);

        prop_assert_eq!(sum(report.networks.iter().map(|line| line.value)), folded.known);
        let counted = report.networks.iter().map(|line| (line.priced, line.unpriced, line.reading));
        prop_assert!(counted.clone().all(|line| line != (0, 0, 0)));
        prop_assert_eq!(counted.fold((0, 0, 0), add), whole);

        let held: Vec<Held> = (0..4).map(|n| held_at(&inputs, &folded, &Address::evm([n; 20]))).collect();
        prop_assert_eq!(sum(held.iter().map(|one| one.value)), folded.known);
        prop_assert_eq!(held.iter().map(|one| (one.priced, one.unpriced, one.reading)).fold((0, 0, 0), add), whole);
        for one in held {
            prop_assert_eq!(sum(one.chains.iter().map(|(_, value, _)| *value)), one.value.unwrap_or(Amount::ZERO));
            prop_assert!(one.chains.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        }
        prop_assert!(report.quiet_networks.iter().all(|quiet| report.networks.iter().all(|line| line.chain != quiet.chain)));
    }
}

/// An account that was never read, or that failed since its last reading, is not quiet.
#[test]
fn a_network_is_quiet_if_every_account_was_read_and_is_empty() {
    let rows = [(1, 1, 1, WHOLE, true), (2, 1, 1, WHOLE, true)];
    let mut inputs = on_chains(inputs(&rows, &BTreeMap::new(), &[]));
    let snapshots = inputs.accounts.iter_mut().filter_map(|one| one.snapshot.as_mut());
    snapshots.for_each(|snapshot| snapshot.rows.clear());
    let quiet = |inputs: &Inputs| {
        let lines = report(inputs).quiet_networks;
        lines
            .iter()
            .map(|line| (line.chain.clone(), line.accounts))
            .collect::<Vec<_>>()
    };
    assert_eq!(quiet(&inputs), [(ChainId::evm(1), 2)]);
    let with = |change: fn(&mut AccountInput)| {
        let mut inputs = inputs.clone();
        change(&mut inputs.accounts[1]);
        quiet(&inputs)
    };
    let nothing: [(ChainId, u32); 0] = [];
    assert_eq!(with(|account| account.snapshot = None), nothing);
    assert_eq!(
        with(|account| {
            account.failure = Some(Failure {
                code: "unavailable".into(),
                text: "x".into(),
                at: AT,
                retry_at: None,
            });
        }),
        nothing
    );
    let unreadable = |account: &mut AccountInput| {
        let unreadable = &mut account.snapshot.as_mut().unwrap().unreadable;
        unreadable.push((asset(1, 9), "it reverts".into()));
    };
    assert_eq!(with(unreadable), nothing);
}

/// A network with nothing but spam counts as empty, and is not listed under a wallet.
#[test]
fn hidden_holdings_add_no_network() {
    let rows = [(1, 1, 1, WHOLE, true), (2, 1, 2, WHOLE, true)];
    for (hidden, quiet, networks, places) in [(vec![], 0, 1, 1), (vec![1], 0, 1, 1), (vec![1, 2], 1, 0, 0)] {
        let mut inputs = on_chains(inputs(&rows, &BTreeMap::new(), &[]));
        let rule = |n| (asset(1, n), HideRule::Spam);
        inputs.hidden = hidden.iter().map(|n| rule(*n)).collect();
        let report = report(&inputs);
        assert_eq!(
            (report.quiet_networks.len(), report.networks.len()),
            (quiet, networks),
            "{hidden:?}"
        );
        let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let held = held_at(&inputs, &folded, &Address::evm([2; 20]));
        assert_eq!(held.chains.len(), places, "{hidden:?}");
        let tree = written(&inputs, &FigurePath::Sum(Filter::default())).unwrap();
        let named = format!("{} wallet", 2 - hidden.len());
        let subtitle = subtitle(&tree, &inputs, &FigurePath::Sum(Filter::default()));
        assert!(subtitle.starts_with(&named), "{subtitle}");
    }
}

/// On every chain, an account that is read daily is not old a few hours after its reading.
#[test]
fn a_quiet_reading_is_old_after_a_day_and_others_after_an_hour() {
    use Activity::{Active, Quiet, Unknown};
    let old = |activity: Activity, large: bool, holds: bool, hours: u64, more: u64| {
        let mut inputs = inputs(&[(1, 1, 1, WHOLE, true)], &BTreeMap::new(), &[]);
        inputs.chains = chains(large);
        inputs.accounts[0].activity = activity;
        let snapshot = inputs.accounts[0].snapshot.as_mut().unwrap();
        snapshot.taken_at = AT.minus(Duration::from_secs(hours * 3600 + more));
        if !holds {
            snapshot.rows.clear();
        }
        let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        Coverage::of(&inputs, &folded).stale.len() == 1
    };
    for (activity, large, holds, hours) in [
        (Active, true, true, 1),
        (Active, true, false, 1),
        (Active, false, true, 1),
        (Unknown, false, false, 1),
        (Quiet, false, false, 26),
        (Quiet, true, false, 26),
    ] {
        let result = (activity, large, holds);
        assert!(!old(activity, large, holds, hours, 0), "{result:?} at {hours} hours");
        assert!(old(activity, large, holds, hours, 1), "{result:?} after {hours} hours");
    }
}

/// Dust is worth less than a dollar, converted to the displayed currency, and completely known.
#[test]
fn dust_is_known_and_below_a_dollar() {
    let dust = |rows: &[Row], thousandths_of_a_dollar: u64, conversion: Option<Conversion>| {
        let quoted = BTreeMap::from([((1, 1), vec![Some(thousandths_of_a_dollar)])]);
        let mut inputs = inputs(rows, &quoted, &[]);
        inputs.conversion = conversion.unwrap_or(inputs.conversion);
        report(&inputs).assets[0].dust
    };
    let one: [Row; 1] = [(1, 1, 1, WHOLE, true)];
    assert!(dust(&one, 999, None) && dust(&one, 0, None) && !dust(&one, 1000, None));
    let coin = agree(
        &quotes(&asset(1, 200), &vec![Some(50_000_000)]),
        None,
        &[],
        AT,
        &Rules::CURRENT,
    );
    let in_bitcoin = || {
        Some(Conversion::by_coin(
            "BTC".parse().unwrap(),
            Some((asset(1, 200), Some(coin.clone()))),
        ))
    };
    assert!(dust(&one, 999, in_bitcoin()) && !dust(&one, 1000, in_bitcoin()));
    assert!(
        !dust(&[one[0], (2, 1, 1, WHOLE, false)], 1, None),
        "a part of it is not known"
    );
    assert!(!dust(&[(1, 1, 2, WHOLE, true)], 1, None), "it has no price");
}
