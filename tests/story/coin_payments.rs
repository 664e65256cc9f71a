//! Transactions of Bitcoin-like chains: what spends comes after what it spends, and what several own addresses pay is a payment.

use std::sync::Arc;

use adapters::{chain::rows::rows, storage::DatabaseLocation};
use async_trait::async_trait;
use domain::{
    Caller,
    ledger::{EntryLine, LegLine},
};
use ports::{
    ChainId, Currency, EntryId, Fact, HistoryReader, Profile, RemoteError, SourceId, Stream, Timestamp, TransactionId,
    entry::EntryKind,
    fact::{CoinOutput, CoinTransaction, FactBlock, FactBody},
    history::{HistoryGap, HistoryPage, HistoryRequest},
    source::SourceKind,
};
use support::tracker_fixture::{TrackerFixture, allow_any_head_age};

use crate::history::all_entries;

const FIRST: &str = "bc1qq0yf04n62n9vh987c7s8x2rvur22maz8dard7g";
const SECOND: &str = "bc1qft9raxl9ld7sfyj9eej3waqpuz30a00zee7l0x";
const STRANGER: &str = "bc1qc0fpwvam3h30r6p5ccszzs3ty59gl48uxra0ey";

/// A transaction with its height, the time of its block, and the addresses and amounts of its inputs and outputs.
#[derive(Clone)]
struct Payment {
    id: TransactionId,
    block: u64,
    second: i64,
    spends: Vec<TransactionId>,
    inputs: Vec<(&'static str, u64)>,
    outputs: Vec<(&'static str, u64)>,
}

impl Payment {
    fn new(id: u8, block: u64, inputs: &[(&'static str, u64)], outputs: &[(&'static str, u64)]) -> Self {
        Self {
            id: transaction(id),
            block,
            second: 1_600_000_000 + 600 * i64::try_from(block).unwrap(),
            spends: Vec::new(),
            inputs: inputs.to_vec(),
            outputs: outputs.to_vec(),
        }
    }

    fn spending(mut self, of: u8) -> Self {
        self.spends = vec![transaction(of)];
        self
    }

    fn fact(&self, request: &HistoryRequest) -> Fact {
        let sum = |of: &[(&str, u64)]| of.iter().map(|(_, value)| u128::from(*value)).sum::<u128>();
        Fact {
            account: request.account.clone(),
            transaction: self.id.clone(),
            block: FactBlock {
                number: self.block,
                hash: None,
                time: Timestamp::from_seconds(self.second),
                position: None,
            },
            source: SourceId::fixed("coins"),
            body: FactBody::CoinTransaction(CoinTransaction {
                inputs: outputs(&self.inputs),
                spends: self.spends.clone(),
                outputs: outputs(&self.outputs),
                fee: (sum(&self.inputs) - sum(&self.outputs)).into(),
                is_coinbase: false,
            }),
        }
    }
}

fn transaction(number: u8) -> TransactionId {
    format!("{number:02x}").repeat(32).parse().unwrap()
}

fn outputs(of: &[(&str, u64)]) -> Vec<CoinOutput> {
    let output = |(address, value): &(&str, u64)| CoinOutput {
        address: Some(address.parse().unwrap()),
        value: u128::from(*value).into(),
    };
    of.iter().map(output).collect()
}

struct MockCoins(Vec<Payment>);

fn bitcoin() -> ChainId {
    let all = rows().unwrap();
    all.iter()
        .find(|row| row.chain.code == "bitcoin")
        .unwrap()
        .chain
        .id
        .clone()
}

#[async_trait]
impl HistoryReader for MockCoins {
    fn profile(&self) -> Profile {
        Profile::new(SourceId::fixed("coins"), "coins", SourceKind::Explorer)
    }

    fn chains(&self) -> Vec<ChainId> {
        vec![bitcoin()]
    }

    fn streams(&self, _chain: &ChainId) -> Vec<Stream> {
        vec![Stream::CoinTransactions]
    }

    fn gaps(&self, _chain: &ChainId) -> Vec<HistoryGap> {
        vec![]
    }

    async fn head(&self, _chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        Ok(None)
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let (from, to) = request.blocks;
        let own = request.account.address.as_str();
        let concerns = |payment: &&Payment| {
            let mut parties = payment.inputs.iter().chain(&payment.outputs);
            (from..=to).contains(&payment.block) && parties.any(|(address, _)| *address == own)
        };
        Ok(HistoryPage {
            markets: Vec::new(),
            facts: self.0.iter().filter(concerns).map(|one| one.fact(request)).collect(),
            through: Some(to),
            continuation: None,
            total: None,
            gaps: vec![],
        })
    }
}

/// The rows of a person with these addresses, the oldest first. Everything that left is known to have arrived.
async fn lines(own: &[&str], payments: Vec<Payment>) -> Vec<EntryLine> {
    let (rows, gaps) = lines_and_gaps(own, payments).await;
    assert_eq!(gaps, [], "everything is known to have arrived");
    rows
}

/// The rows of a person with these addresses, and the entries from which something left without a known cost.
async fn lines_and_gaps(own: &[&str], payments: Vec<Payment>) -> (Vec<EntryLine>, Vec<EntryId>) {
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        allow_any_head_age(&mut ports);
        ports.histories = vec![Arc::new(MockCoins(payments))];
        ports
    })
    .await;
    let person: Caller = fixture.person(own).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let found = fixture.tracker.ledgers().search(&person, &all_entries()).await;
    let found = found.unwrap();
    assert!(!found.rows.is_empty(), "{:?}", found.coverage);
    let ids: Vec<_> = found.rows.iter().map(|row| row.id.clone()).collect();
    let ledgers = fixture.tracker.ledgers();
    let gaps = ledgers.cost_gaps(&person, &ids, &Currency::usd()).await.unwrap();
    let rows = found.rows.into_iter().filter(|row| row.chain == bitcoin());
    (rows.collect(), gaps.into_iter().map(|(id, _)| id).collect())
}

/// The kind of a row, what moved to whom, and the fee.
fn shown(row: &EntryLine) -> (EntryKind, Vec<String>, Option<String>) {
    let amount = |leg: &LegLine| format!("{:?} {}", leg.role, leg.raw);
    let legs = row.legs.iter().map(amount).collect();
    (row.kind, legs, row.fee.as_ref().map(amount))
}

fn texts(of: &[&str]) -> Vec<String> {
    of.iter().map(|text| (*text).to_owned()).collect()
}

/// Whichever of two transactions of one block has the smaller id.
#[tokio::test]
async fn in_one_block_coins_arrive_before_they_are_spent() {
    for (arrival, spending) in [(1, 2), (2, 1)] {
        for spends in [true, false] {
            let received = Payment::new(arrival, 1_000, &[(STRANGER, 200)], &[(FIRST, 100), (STRANGER, 99)]);
            let spent = Payment::new(spending, 1_000, &[(FIRST, 100)], &[(STRANGER, 90)]);
            let spent = if spends { spent.spending(arrival) } else { spent };
            let found = lines(&[FIRST], vec![spent, received]).await;
            let kinds: Vec<EntryKind> = found.iter().map(|row| row.kind).collect();
            assert_eq!(kinds, [EntryKind::Receive, EntryKind::Send]);
        }
    }
}

/// The history begins with a payment of what arrived before it.
#[tokio::test]
async fn what_leaves_without_having_arrived_lacks_a_cost() {
    let payments = vec![
        Payment::new(1, 1_000, &[(FIRST, 100)], &[(STRANGER, 90)]),
        Payment::new(2, 1_001, &[(STRANGER, 500)], &[(FIRST, 70), (STRANGER, 429)]),
    ];
    let (rows, gaps) = lines_and_gaps(&[FIRST], payments).await;
    let sent = rows.iter().find(|row| row.kind == EntryKind::Send).unwrap();
    assert_eq!(gaps, std::slice::from_ref(&sent.id));
}

/// A chain of payments within one block, in every order of their ids.
#[tokio::test]
async fn in_one_block_each_payment_follows_the_one_that_it_spends() {
    for ids in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
        let [a, b, c] = ids;
        let all = vec![
            Payment::new(c, 1_000, &[(FIRST, 60)], &[(STRANGER, 59)]).spending(b),
            Payment::new(b, 1_000, &[(FIRST, 100)], &[(STRANGER, 39), (FIRST, 60)]).spending(a),
            Payment::new(a, 1_000, &[(STRANGER, 200)], &[(FIRST, 100), (STRANGER, 99)]),
        ];
        let found = lines(&[FIRST], all).await;
        let order: Vec<TransactionId> = found.iter().map(|row| row.transaction.clone()).collect();
        assert_eq!(order, ids.map(transaction));
    }
}

/// The clock of a miner may be behind that of the one before it.
#[tokio::test]
async fn blocks_whose_times_go_back_keep_their_order() {
    let received = Payment::new(9, 1_000, &[(STRANGER, 200)], &[(FIRST, 100), (STRANGER, 99)]);
    let mut spent = Payment::new(1, 1_001, &[(FIRST, 100)], &[(STRANGER, 90)]).spending(9);
    spent.second = received.second - 1_800;
    let found = lines(&[FIRST], vec![spent, received]).await;
    let kinds: Vec<EntryKind> = found.iter().map(|row| row.kind).collect();
    assert_eq!(kinds, [EntryKind::Receive, EntryKind::Send]);
}

#[tokio::test]
async fn what_several_own_addresses_pay_is_a_payment_with_its_fee() {
    let payments = vec![
        Payment::new(
            1,
            1_000,
            &[(STRANGER, 500)],
            &[(FIRST, 100), (SECOND, 200), (STRANGER, 199)],
        ),
        Payment::new(
            2,
            1_001,
            &[(FIRST, 100), (SECOND, 200)],
            &[(STRANGER, 250), (FIRST, 45)],
        )
        .spending(1),
    ];
    let found = lines(&[FIRST, SECOND], payments).await;
    let paid: Vec<&EntryLine> = found.iter().filter(|row| row.kind != EntryKind::Receive).collect();
    let mut rows: Vec<_> = paid.iter().map(|row| shown(row)).collect();
    rows.sort_by(|one, other| one.1.cmp(&other.1));
    let own_fee = |row: &(EntryKind, Vec<String>, Option<String>)| row.2.clone();
    assert_eq!(rows.len(), 2, "{rows:?}");
    let sums: Vec<Vec<String>> = rows.iter().map(|row| row.1.clone()).collect();
    assert!(
        sums == [texts(&["Out 200"]), texts(&["Out 50"])] || sums == [texts(&["Out 195"]), texts(&["Out 55"])],
        "the stranger got 250: {rows:?}"
    );
    let fees: Vec<String> = rows.iter().filter_map(own_fee).collect();
    assert_eq!(fees, ["Fee 5"], "one of them paid it");
    for row in paid {
        assert_eq!(
            (row.kind, row.own_transfer, row.fee_incomplete),
            (EntryKind::Send, None, false)
        );
        let to = row.to.as_ref().map(|party| party.address.to_string());
        assert_eq!(to.as_deref(), Some(STRANGER));
    }
}

/// The other own address gets change, which makes the payment no transfer between own accounts.
#[tokio::test]
async fn a_payment_whose_change_goes_to_another_own_address_is_a_payment() {
    let payments = vec![
        Payment::new(1, 1_000, &[(STRANGER, 500)], &[(FIRST, 100), (STRANGER, 399)]),
        Payment::new(2, 1_001, &[(FIRST, 100)], &[(STRANGER, 60), (SECOND, 39)]).spending(1),
        Payment::new(3, 1_002, &[(SECOND, 39)], &[(FIRST, 38)]).spending(2),
    ];
    let found = lines(&[FIRST, SECOND], payments).await;
    let row = |number| found.iter().find(|row| row.transaction == transaction(number)).unwrap();
    assert_eq!(row(2).own_transfer, None);
    assert_eq!(shown(row(2)).1, texts(&["Out 60", "Out 39"]));
    assert!(row(3).own_transfer.is_some(), "nothing of it went to others");
}

#[tokio::test]
async fn with_inputs_of_strangers_the_fee_is_incomplete() {
    let payments = vec![
        Payment::new(1, 1_000, &[(STRANGER, 500)], &[(FIRST, 100), (STRANGER, 399)]),
        Payment::new(
            2,
            1_001,
            &[(FIRST, 100), (STRANGER, 300)],
            &[(FIRST, 97), (STRANGER, 300)],
        )
        .spending(1),
    ];
    let found = lines(&[FIRST, SECOND], payments).await;
    let joined = found.last().unwrap();
    assert_eq!(shown(joined).1, texts(&["Out 3"]));
    assert!(joined.fee_incomplete);
}
