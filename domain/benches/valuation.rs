//! Time and allocations of the pure parts of a valuation: folding, recording a trace, agreeing on a price, and figure
//! ids.

#![allow(clippy::unwrap_used, reason = "the inputs are constants of the benchmark")]

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use divan::{AllocProfiler, Bencher, black_box};
use ports::{
    AccountId, Address, Asset, AssetId, Block, ChainId, Chains, Owner, Quote, Snapshot, SourceId, Timestamp,
    ValuationId,
    account::Activity,
    asset::Metadata,
    quote::{QuoteAnswer, QuoteId},
    snapshot::{SnapshotId, SnapshotRow},
};
use spyhop::{
    currency::Conversion,
    price::{Rules, SourceStatus, agree},
    trace::{NoTrace, Node, Operation, Trace, TraceTree},
    valuation::{AccountInput, AssetSelection, FigureId, FigurePath, Filter, Inputs, Missed, fold},
};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const AT: Timestamp = Timestamp::from_seconds(1_790_000_000);
const ACCOUNTS: u8 = 10;
const TOKENS: u16 = 300;
/// Steps recorded in one run of the trace benchmarks.
const STEPS: usize = 1000;

fn main() {
    divan::main();
}

fn id<T: serde::de::DeserializeOwned>(n: u16) -> T {
    serde_json::from_str(&format!("\"00000000-0000-7000-8000-{n:012x}\"")).unwrap()
}

fn asset(n: u16) -> AssetId {
    let mut address = [7; 20];
    address[..2].copy_from_slice(&n.to_be_bytes());
    AssetId::erc20(&ChainId::evm(1), &Address::evm(address))
}

fn known(n: u16) -> Asset {
    Asset {
        id: asset(n),
        metadata: Metadata::cleaned(&format!("T{n}"), &format!("Token {n}"), Some(18)),
        group: format!("t{n}"),
        origin: "chain".into(),
        confirmed: true,
        unreadable_since: None,
        listed: false,
        holders: None,
        assumed: None,
    }
}

fn account(n: u8) -> AccountInput {
    let account = AccountId {
        chain: ChainId::evm(1),
        address: Address::evm([n; 20]),
    };
    let row = |token| SnapshotRow {
        asset: asset(token),
        raw: format!("{token}000000000{n}").parse().unwrap(),
        decimals: Some(18),
    };
    let block = Block {
        number: 7,
        hash: "0x7".into(),
        time: AT,
    };
    let snapshot = Snapshot {
        id: id::<SnapshotId>(u16::from(n)),
        account: account.clone(),
        block,
        source: SourceId::fixed("evm"),
        host: "node.test".into(),
        taken_at: AT,
        probe: false,
        rows: (1..=TOKENS).map(row).collect(),
        positions: Vec::new(),
        protocols: ports::ProtocolReading::default(),
        unreadable: Vec::new(),
    };
    AccountInput {
        id: account,
        label: format!("Wallet {n}"),
        source: SourceId::fixed("evm"),
        activity: Activity::Active,
        snapshot: Some(snapshot),
        failure: None,
        partial: false,
        unreconciled: None,
    }
}

/// Two quotes that agree.
fn quotes(token: u16) -> [Quote; 2] {
    [("defillama", "1.25"), ("coingecko", "1.26")].map(|(source, price)| Quote {
        id: id::<QuoteId>(token),
        asset: asset(token),
        source: SourceId::fixed(source),
        answer: QuoteAnswer::Price {
            price: price.parse().unwrap(),
            confidence: None,
        },
        source_time: AT,
        received_at: AT,
        market: None,
    })
}

fn statuses() -> [SourceStatus; 1] {
    [SourceStatus {
        source: SourceId::fixed("defillama"),
        failure: None,
    }]
}

/// The inputs of a valuation with 3000 holdings, all priced.
fn inputs() -> Inputs {
    let decision = |token| {
        let decided = agree(&quotes(token), None, &statuses(), AT, &Rules::CURRENT);
        (asset(token), decided)
    };
    Inputs {
        accepted: BTreeMap::new(),
        assumptions: BTreeMap::new(),
        at: AT,
        conversion: Conversion::dollars(),
        accounts: (1..=ACCOUNTS).map(account).collect(),
        decisions: (1..=TOKENS).map(decision).collect(),
        hidden: BTreeMap::new(),
        flags: BTreeMap::new(),
        assets: (1..=TOKENS).map(|token| (asset(token), known(token))).collect(),
        sources: Vec::new(),
        chains: Arc::new(Chains::default()),
        receipts: Arc::default(),
        protocols: Arc::default(),
        keys: BTreeMap::new(),
        added: BTreeSet::new(),
        missed: Missed::default(),
        moved: BTreeMap::new(),
    }
}

fn figure() -> FigureId {
    let path = FigurePath::Sum(Filter {
        asset: Some(AssetSelection::Group("t7".into())),
        ..Filter::default()
    });
    FigureId::new(ValuationId([7; 16]), Owner::User(id(7)), path)
}

/// Records the steps of a computation without computing anything.
fn steps(recorder: &mut impl Trace) {
    let node = || Node::new(Operation::Sum, "Net worth", "USD");
    for _ in 0..STEPS {
        recorder.open(node);
        recorder.leaf(node);
        recorder.close(|node| node.chosen = true);
    }
}

#[divan::bench]
fn fold_3000_holdings_silent(bencher: Bencher<'_, '_>) {
    let inputs = inputs();
    bencher.bench_local(|| fold(black_box(&inputs), &Filter::default(), "Net worth", &mut NoTrace));
}

#[divan::bench]
fn fold_3000_holdings_tree(bencher: Bencher<'_, '_>) {
    let inputs = inputs();
    bencher.bench_local(|| {
        let mut tree = TraceTree::default();
        let folded = fold(black_box(&inputs), &Filter::default(), "Net worth", &mut tree);
        (folded, tree.root())
    });
}

#[divan::bench]
fn record_1000_steps_silent(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| steps(black_box(&mut NoTrace)));
}

#[divan::bench]
fn record_1000_steps_tree(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| steps(black_box(&mut TraceTree::default())));
}

#[divan::bench]
fn agree_on_two_quotes(bencher: Bencher<'_, '_>) {
    let (quotes, statuses) = (quotes(7), statuses());
    bencher.bench_local(|| agree(black_box(&quotes), None, &statuses, AT, &Rules::CURRENT));
}

#[divan::bench]
fn figure_id_to_text(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| black_box(figure()).to_string());
}

#[divan::bench]
fn figure_id_from_text(bencher: Bencher<'_, '_>) {
    let text = figure().to_string();
    bencher.bench_local(|| black_box(&text).parse::<FigureId>());
}
