//! Properties of valuations over generated inputs: explanations recompute, groups add up, order does not matter.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ports::{
    AccountId, Address, Amount, Asset, AssetId, Block, ChainId, Chains, Owner, PositionKind, Price, Quote, Snapshot,
    SourceId, Timestamp, ValuationId,
    account::Activity,
    asset::Metadata,
    failure::Failure,
    quote::{QuoteAnswer, QuoteId},
    snapshot::{SnapshotId, SnapshotRow},
};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};

use super::*;
use crate::{
    currency::Conversion,
    price::{Decision, Rules, SourceStatus, agree},
    spam::HideRule,
};

mod conversion;
mod coverage;
mod days;
mod freshness;
mod gaps;
mod labels;
mod places;
mod receipts;

use conversion::conversion;

const AT: Timestamp = Timestamp::from_seconds(1_790_000_000);

fn id<T: serde::de::DeserializeOwned>(n: u64) -> T {
    serde_json::from_str(&format!("\"00000000-0000-7000-8000-{n:012x}\"")).unwrap()
}

fn asset(chain: u64, n: u8) -> AssetId {
    AssetId::erc20(&ChainId::evm(chain), &Address::evm([n; 20]))
}

/// One balance of a case: wallet, chain, asset, raw amount, whether its decimals are known.
type Row = (u8, u64, u8, u128, bool);
/// The quotes of an asset: prices in thousandths; `None` means that the source does not list it.
type QuotedPrices = Vec<Option<u64>>;

fn snapshot(account: &AccountId, rows: &[&Row], n: u64) -> Snapshot {
    let row = |row: &&Row| SnapshotRow {
        asset: asset(row.1, row.2),
        raw: row.3.to_string().parse().unwrap(),
        decimals: row.4.then_some(18),
    };
    Snapshot {
        id: id::<SnapshotId>(n),
        account: account.clone(),
        block: Block {
            number: 7,
            hash: "0x7".into(),
            time: AT,
        },
        source: SourceId::fixed("evm"),
        host: "node.test".into(),
        taken_at: AT,
        probe: false,
        rows: rows.iter().map(row).collect(),
        unreadable: Vec::new(),
    }
}

fn quotes(asset: &AssetId, quoted: &QuotedPrices) -> Vec<Quote> {
    let quote = |(at, price): (usize, &Option<u64>)| Quote {
        id: id::<QuoteId>(at as u64),
        asset: asset.clone(),
        source: format!("s{at}").parse().unwrap(),
        answer: match price {
            Some(0) => QuoteAnswer::WorthZero,
            Some(price) => QuoteAnswer::Price {
                price: thousandths(*price),
                confidence: None,
            },
            None => QuoteAnswer::NotListed,
        },
        source_time: AT,
        received_at: AT,
        market: None,
    };
    quoted.iter().enumerate().map(quote).collect()
}

fn thousandths(price: u64) -> Price {
    format!("{}.{:03}", price / 1000, price % 1000).parse().unwrap()
}

fn known(asset: &AssetId, token: u8) -> Asset {
    Asset {
        id: asset.clone(),
        metadata: Metadata::cleaned(&format!("T{token}"), &format!("Token {token}"), Some(18)),
        group: group_of(token),
        origin: "chain".into(),
        confirmed: true,
        unreadable_since: None,
        listed: false,
        holders: None,
        assumed: None,
    }
}

/// Returns the name of a token's group. Some groups are named like one of their assets, as groups without a list of
/// equivalents are.
fn group_of(token: u8) -> String {
    if token.is_multiple_of(3) {
        asset(1, token).to_string()
    } else {
        format!("t{token}")
    }
}

fn account_input(account: &AccountId, snapshot: Snapshot) -> AccountInput {
    AccountInput {
        id: account.clone(),
        label: account.address.short(),
        source: SourceId::fixed("evm"),
        activity: Activity::Active,
        snapshot: Some(snapshot),
        failure: None,
        partial: false,
    }
}

fn decision(asset: &AssetId, quoted: Option<&QuotedPrices>) -> Decision {
    let statuses = [SourceStatus {
        source: SourceId::fixed("s0"),
        failure: None,
    }];
    let quotes = quotes(asset, quoted.unwrap_or(&Vec::new()));
    agree(&quotes, None, &statuses, AT, &Rules::CURRENT)
}

fn inputs(rows: &[Row], quoted: &BTreeMap<(u64, u8), QuotedPrices>, hidden: &[u8]) -> Inputs {
    let mut by_account: BTreeMap<AccountId, BTreeMap<AssetId, &Row>> = BTreeMap::new();
    for row in rows {
        let account = AccountId {
            chain: ChainId::evm(row.1),
            address: Address::evm([row.0; 20]),
        };
        by_account.entry(account).or_default().insert(asset(row.1, row.2), row);
    }
    let accounts = by_account.iter().zip(1..).map(|((account, rows), n)| {
        account_input(
            account,
            snapshot(account, &rows.values().copied().collect::<Vec<_>>(), n),
        )
    });
    let held: BTreeMap<AssetId, (u64, u8)> = rows.iter().map(|row| (asset(row.1, row.2), (row.1, row.2))).collect();
    let decide = |(asset, key): (&AssetId, &(u64, u8))| (asset.clone(), decision(asset, quoted.get(key)));
    let hide =
        |(asset, key): (&AssetId, &(u64, u8))| hidden.contains(&key.1).then(|| (asset.clone(), HideRule::HiddenByYou));
    let named = |(asset, key): (&AssetId, &(u64, u8))| (asset.clone(), known(asset, key.1));
    Inputs {
        accepted: BTreeMap::new(),
        assumptions: BTreeMap::new(),
        at: AT,
        conversion: Conversion::dollars(),
        accounts: accounts.collect(),
        decisions: held.iter().map(decide).collect(),
        hidden: held.iter().filter_map(hide).collect(),
        flags: BTreeMap::new(),
        assets: held.iter().map(named).collect(),
        sources: Vec::new(),
        chains: Arc::new(Chains::default()),
        receipts: Arc::new(receipts::staked()),
        keys: BTreeMap::new(),
        added: BTreeSet::new(),
        missed: Missed::default(),
    }
}

fn case() -> impl Strategy<Value = Inputs> {
    let row = (
        0u8..4,
        1u64..4,
        0u8..12,
        prop_oneof![Just(1u128), any::<u128>(), 0..10u128.pow(24)],
        prop::bool::weighted(0.9),
    );
    let quoted = prop::collection::vec(
        prop::option::weighted(0.8, prop_oneof![Just(0u64), 1..5_000_000_000u64, 990..1010u64]),
        0..4,
    );
    let result = prop::collection::btree_map((1u64..4, 0u8..12), quoted, 0..36);
    (
        prop::collection::vec(row, 0..40),
        result,
        prop::collection::vec(0u8..12, 0..3),
        conversion(),
    )
        .prop_map(|(rows, result, hidden, conversion)| Inputs {
            conversion,
            ..inputs(&rows, &result, &hidden)
        })
}

fn filters(inputs: &Inputs) -> Vec<Filter> {
    let mut filters = vec![Filter::default()];
    for holding in fold(inputs, &Filter::default(), "", &mut NoTrace).holdings {
        let (asset, chain, address) = (holding.asset, holding.account.chain, holding.account.address);
        filters.push(Filter {
            asset: Some(AssetSelection::Group(holding.group)),
            ..Filter::default()
        });
        filters.push(Filter {
            chain: Some(chain.clone()),
            ..Filter::default()
        });
        filters.push(Filter {
            address: Some(address.clone()),
            ..Filter::default()
        });
        filters.push(Filter {
            asset: Some(AssetSelection::Asset(asset)),
            chain: Some(chain),
            address: Some(address),
            wallet: None,
            kind: None,
        });
    }
    filters
}

/// Returns every figure of a report besides the plain sums: rests of rankings, dust, an asset on one chain, and an
/// asset in one account.
fn parts_of_answers(report: &PortfolioReport) -> Vec<(FigurePath, Amount)> {
    let mut figures = Vec::new();
    let mut add = |path, value: Option<Amount>| figures.extend(value.map(|value| (path, value)));
    if let Some(rest) = report.rest {
        add(FigurePath::Rest(Filter::default(), rest.after), rest.value);
    }
    add(FigurePath::Dust(Filter::default()), report.dust.value);
    for line in &report.assets {
        let of_line = Filter {
            asset: Some(AssetSelection::Group(line.group.clone())),
            ..Filter::default()
        };
        if let Some(rest) = line.rest {
            add(FigurePath::Rest(of_line.clone(), rest.after), rest.value);
        }
        for part in &line.parts {
            let of_part = Filter {
                asset: Some(AssetSelection::Asset(part.asset.clone())),
                chain: Some(part.account.chain.clone()),
                address: Some(part.account.address.clone()),
                wallet: None,
                kind: None,
            };
            add(FigurePath::Sum(of_part), part.value);
        }
        for one in &line.chains {
            let on_chain = Filter {
                chain: Some(one.chain.clone()),
                ..of_line.clone()
            };
            add(FigurePath::Sum(on_chain), one.value);
        }
    }
    figures
}

fn is_hidden(holding: &Holding) -> bool {
    matches!(holding.outcome, Outcome::Hidden(_))
}

fn report(inputs: &Inputs) -> PortfolioReport {
    let folded = fold(inputs, &Filter::default(), "", &mut NoTrace);
    PortfolioReport::arrange(ValuationId([0; 16]), Owner::User(id(1)), inputs.clone(), &folded, &[])
}

/// Explains more than a thousand figures and computes each again from its explanation alone.
#[test]
fn explanations_recompute_to_the_same_decimal() {
    let mut runner = TestRunner::new(Config {
        cases: 60,
        failure_persistence: None,
        ..Config::default()
    });
    let (count, of_parts) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    runner
        .run(&case(), |inputs| {
            for filter in filters(&inputs) {
                let untraced = fold(&inputs, &filter, "", &mut NoTrace);
                let mut tree = TraceTree::default();
                let result = fold(&inputs, &filter, "", &mut tree);
                let root = tree.root().unwrap();
                prop_assert_eq!(result.known, untraced.known);
                prop_assert_eq!(root.value, Some(untraced.known));
                prop_assert_eq!(root.recomputed(), Some(untraced.known));
                count.set(count.get() + 1);
            }
            for (path, value) in parts_of_answers(&report(&inputs)) {
                let root = explain::build::written(&inputs, &path).unwrap();
                prop_assert_eq!(root.value, Some(value));
                prop_assert_eq!(root.recomputed(), Some(value));
                count.set(count.get() + 1);
                of_parts.set(of_parts.get() + 1);
            }
            Ok(())
        })
        .unwrap();
    let (figures, of_parts) = (count.get(), of_parts.get());
    assert!(figures >= 1000, "only {figures} figures were explained");
    assert!(of_parts >= 30, "only {of_parts} of them were parts");
}

proptest! {
    #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

    /// The groups add up to the total, however the holdings are grouped.
    #[test]
    fn groups_add_up(inputs in case()) {
        let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let report = report(&inputs);
        let sum = |values: Vec<Option<Amount>>| values.into_iter().flatten().try_fold(Amount::ZERO, Amount::add).unwrap();
        prop_assert_eq!(sum(report.assets.iter().map(|line| line.value).collect()), folded.known);
        prop_assert_eq!(sum(report.kinds.iter().map(|line| line.value).collect()), folded.known);
        let parts = report.assets.iter().flat_map(|line| line.parts.iter().map(|part| part.value));
        prop_assert_eq!(sum(parts.collect()), folded.known);
        let named = report.assets.iter().take(7).map(|line| line.value);
        let rest = report.rest.and_then(|rest| rest.value);
        prop_assert_eq!(sum(named.chain([rest]).collect()), folded.known);
        for line in &report.assets {
            let named = line.parts.iter().take(2).map(|part| part.value);
            let rest = line.rest.and_then(|rest| rest.value);
            prop_assert_eq!(sum(named.chain([rest]).collect()), line.value.unwrap_or(Amount::ZERO));
            let on_chains = sum(line.chains.iter().map(|one| one.value).collect());
            prop_assert!(line.chains.is_empty() || on_chains == line.value.unwrap_or(Amount::ZERO));
        }
        let beyond = |count: usize, named| count.checked_sub(named).filter(|left| *left > 0);
        let worth = report.assets.iter().filter(|line| line.value.is_some_and(|value| !value.is_zero()));
        prop_assert_eq!(report.rest.map(|rest| rest.count), beyond(worth.count(), 7));
        for line in &report.assets {
            let held: Vec<_> = folded.holdings.iter().filter(|one| one.group == line.group && !is_hidden(one)).collect();
            prop_assert_eq!(line.parts.len(), held.len());
            let quantities: Option<Vec<Amount>> = held.iter().map(|one| one.quantity).collect();
            prop_assert_eq!(line.amount, quantities.map(|all| sum(all.into_iter().map(Some).collect())));
            let chains: BTreeSet<_> = held.iter().map(|one| &one.account.chain).collect();
            let listed = if chains.len() > 1 { chains.len() } else { 0 };
            prop_assert_eq!(line.chains.len(), listed);
            let valued = line.parts.iter().filter(|part| part.value.is_some());
            prop_assert_eq!(line.rest.map(|rest| rest.count), beyond(valued.count(), 2));
        }
        prop_assert_eq!(report.hidden.len(), folded.holdings.iter().filter(|one| is_hidden(one)).count());
        let dust = report.assets.iter().filter(|line| line.dust);
        prop_assert_eq!(report.dust.count, dust.clone().count());
        prop_assert_eq!(report.dust.value.unwrap_or(Amount::ZERO), sum(dust.map(|line| line.value).collect()));
    }

    /// Every holding is counted once: priced, unpriced or hidden.
    #[test]
    fn coverage_counts_every_holding_once(inputs in case()) {
        let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let coverage = Coverage::of(&inputs, &folded);
        let counted = coverage.priced as usize + coverage.unpriced.len() + coverage.hidden as usize;
        prop_assert_eq!(counted, folded.holdings.len());
        prop_assert_eq!(coverage.known, folded.known);
        prop_assert_eq!(coverage.complete(), coverage.unpriced.is_empty() && coverage.unconverted.is_none());
    }

    /// The order in which accounts and balances were found does not matter.
    #[test]
    fn order_does_not_matter(inputs in case()) {
        let forwards = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let mut turned = inputs;
        turned.accounts.reverse();
        turned.accounts.iter_mut().filter_map(|one| one.snapshot.as_mut()).for_each(|one| one.rows.reverse());
        let backwards = fold(&turned, &Filter::default(), "", &mut NoTrace);
        prop_assert_eq!(forwards.known, backwards.known);
        prop_assert_eq!(forwards.holdings.len(), backwards.holdings.len());
    }
}

#[test]
fn an_unread_account_is_unknown_and_not_zero() {
    let mut inputs = inputs(&[(1, 1, 1, 1, true)], &BTreeMap::new(), &[]);
    inputs.accounts[0].snapshot = None;
    let report = report(&inputs);
    assert_eq!(
        (report.total, report.coverage.reading, report.coverage.complete()),
        (None, 1, false)
    );
}
