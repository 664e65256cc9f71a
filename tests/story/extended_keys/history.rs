//! The history of an extended key is that of one account: a transaction is one entry, however many addresses it concerns.

use std::sync::Arc;

use async_trait::async_trait;
use domain::ledger::{EntryConditions, EntryLine, EntryQuery, EntrySort, LegLine};
use ports::{
    Address, ChainId, Currency, EntryId, Fact, HistoryReader, Profile, RemoteError, SourceId, Stream, Timestamp,
    entry::{Decoding, EntryKind},
    fact::{CoinOutput, CoinTransaction, FactBlock, FactBody},
    history::{HistoryGap, HistoryPage, HistoryRequest},
    source::SourceKind,
};

use super::*;

/// A transaction: its block, and the addresses and amounts of its inputs and outputs.
#[derive(Clone)]
struct Payment {
    block: u64,
    inputs: Vec<(String, u64)>,
    outputs: Vec<(String, u64)>,
}

/// A source that reports the transactions of each address, with all their inputs and outputs, as servers do.
struct MockCoins {
    chain: ChainId,
    payments: Vec<Payment>,
}

fn outputs(of: &[(String, u64)]) -> Vec<CoinOutput> {
    let output = |(address, value): &(String, u64)| CoinOutput {
        address: Some(address.parse().unwrap()),
        value: u128::from(*value).into(),
    };
    of.iter().map(output).collect()
}

impl Payment {
    fn fact(&self, request: &HistoryRequest) -> Fact {
        let sum = |of: &[(String, u64)]| of.iter().map(|(_, value)| u128::from(*value)).sum::<u128>();
        Fact {
            account: request.account.clone(),
            transaction: format!("{:064x}", self.block).parse().unwrap(),
            block: FactBlock {
                number: self.block,
                hash: None,
                time: Timestamp::from_seconds(1_600_000_000 + i64::try_from(self.block).unwrap()),
                position: Some(1),
            },
            source: SourceId::fixed("coins"),
            body: FactBody::CoinTransaction(CoinTransaction {
                inputs: outputs(&self.inputs),
                outputs: outputs(&self.outputs),
                spends: Vec::new(),
                fee: (sum(&self.inputs) - sum(&self.outputs)).into(),
                is_coinbase: false,
            }),
        }
    }
}

#[async_trait]
impl HistoryReader for MockCoins {
    fn profile(&self) -> Profile {
        Profile::new(SourceId::fixed("coins"), "coins", SourceKind::Explorer)
    }

    fn chains(&self) -> Vec<ChainId> {
        vec![self.chain.clone()]
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
            (from..=to).contains(&payment.block) && parties.any(|(address, _)| address == own)
        };
        let facts = self.payments.iter().filter(concerns).map(|one| one.fact(request));
        Ok(HistoryPage {
            markets: Vec::new(),
            facts: facts.collect(),
            through: Some(to),
            continuation: None,
            total: None,
            gaps: vec![],
        })
    }
}

/// An address of somebody else.
pub(super) fn shop() -> String {
    address(XPUB, Script::Wpkh, Branch::External, 5)
}

pub(super) fn friend() -> String {
    address(XPUB, Script::Wpkh, Branch::External, 6)
}

pub(super) fn own(index: u32) -> String {
    native(Branch::External, index)
}

pub(super) fn change(index: u32) -> String {
    native(Branch::Change, index)
}

/// Received at two addresses, spent from both with change, moved within the key, and spent together with a friend.
fn payments() -> Vec<Payment> {
    let payment = |block, inputs: &[(String, u64)], outputs: &[(String, u64)]| Payment {
        block,
        inputs: inputs.to_vec(),
        outputs: outputs.to_vec(),
    };
    vec![
        payment(
            100,
            &[(friend(), 90_000)],
            &[(own(0), 50_000), (own(1), 30_000), (friend(), 9_000)],
        ),
        payment(
            200,
            &[(own(0), 50_000), (own(1), 30_000)],
            &[(shop(), 60_000), (change(0), 19_000)],
        ),
        payment(300, &[(change(0), 19_000)], &[(own(2), 18_500)]),
        payment(
            400,
            &[(friend(), 10_000), (own(2), 18_500)],
            &[(shop(), 20_000), (change(1), 8_000)],
        ),
    ]
}

pub(super) async fn world() -> (KeyFixture, Caller) {
    let chain = rows().unwrap().iter().find(|row| row.chain.code == "bitcoin").unwrap();
    let source = Arc::new(MockCoins {
        chain: chain.chain.id.clone(),
        payments: payments(),
    });
    let keys = KeyFixture::with(|ports| ports.histories = vec![source]).await;
    for (address, count) in [(own(0), 2), (own(1), 2), (own(2), 2), (change(0), 2)] {
        keys.esplora.set_funds(&address, AddressFunds::emptied(count, COIN));
    }
    keys.esplora.set_funds(&change(1), AddressFunds::of(1, 8_000));
    let person = keys.person(ZPUB).await;
    keys.round().await;
    (keys, person)
}

async fn search(keys: &KeyFixture, person: &Caller, conditions: EntryConditions) -> Vec<EntryLine> {
    let query = EntryQuery {
        after: None,
        start: 0,
        limit: 100,
        conditions,
        sort: EntrySort::Time,
        ascending: true,
        currency: Currency::usd(),
    };
    let ledgers = keys.fixture.tracker.ledgers();
    ledgers.search(person, &query).await.unwrap().rows
}

/// Returns the kind of a row and what moved, with the fee.
fn shown(row: &EntryLine) -> (EntryKind, Vec<String>, Option<String>) {
    let amount = |leg: &LegLine| format!("{:?} {}", leg.role, leg.raw);
    (
        row.kind,
        row.legs.iter().map(amount).collect(),
        row.fee.as_ref().map(amount),
    )
}

fn texts(of: &[&str]) -> Vec<String> {
    of.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn each_transaction_is_one_entry_with_the_amounts_of_the_whole_key() {
    let (keys, person) = world().await;
    let lines = search(&keys, &person, EntryConditions::default()).await;
    let found: Vec<_> = lines.iter().map(shown).collect();
    assert_eq!(
        found,
        [
            (EntryKind::Receive, texts(&["In 50000", "In 30000"]), None),
            (EntryKind::Send, texts(&["Out 60000"]), Some("Fee 1000".to_owned())),
            (EntryKind::SelfTransfer, vec![], Some("Fee 500".to_owned())),
            (EntryKind::Send, texts(&["Out 10500"]), None),
        ]
    );
    let decoding: Vec<Decoding> = lines.iter().map(|row| row.decoding).collect();
    let (whole, net) = (Decoding::Complete, Decoding::Failed);
    assert_eq!(decoding, [whole, whole, whole, net]);
    assert!(lines[3].fee_incomplete, "a friend paid too");
    let name = Some(keys.wallets(&person).await[0].label());
    assert_eq!(lines[1].from.as_ref().unwrap().name, name);
    assert_eq!(lines[1].to.as_ref().unwrap().address.as_str(), shop());
    assert_eq!(lines[0].from.as_ref().unwrap().address.as_str(), friend());
    // What arrived less what left is what the key holds.
    assert_eq!(80_000 - 60_000 - 1_000 - 500 - 10_500, 8_000);
}

#[tokio::test]
async fn the_key_is_one_wallet_among_the_filters_and_each_of_its_addresses_finds_its_rows() {
    let (keys, person) = world().await;
    let filters = keys.fixture.tracker.ledgers().filters(&person).await.unwrap();
    let wallets: Vec<(&str, usize)> = filters
        .wallets
        .iter()
        .map(|one| (one.value.as_str(), one.count))
        .collect();
    assert_eq!(wallets.len(), 1);
    assert_eq!(wallets[0].1, 4);
    let value: Address = wallets[0].0.parse().unwrap();
    for wanted in [value, change(1).parse().unwrap()] {
        let conditions = EntryConditions {
            wallets: vec![wanted],
            ..EntryConditions::default()
        };
        assert_eq!(search(&keys, &person, conditions).await.len(), 4);
    }
    let conditions = EntryConditions {
        search: change(1),
        ..EntryConditions::default()
    };
    let found = search(&keys, &person, conditions).await;
    assert_eq!(found.iter().map(|row| row.block).collect::<Vec<_>>(), [400]);
}

#[tokio::test]
async fn a_note_on_the_entry_of_any_of_its_addresses_is_a_note_on_the_row() {
    let (keys, person) = world().await;
    let lines = search(&keys, &person, EntryConditions::default()).await;
    let ledgers = keys.fixture.tracker.ledgers();
    let mut other: EntryId = lines[1].id.clone();
    other.account.address = change(0).parse().unwrap();
    assert_ne!(other, lines[1].id, "an address that spent stands for the key");
    ledgers.set_note(&person, &other, Some("a bicycle")).await.unwrap();
    for id in [&lines[1].id, &other] {
        let detail = ledgers.entry(&person, id, &Currency::usd()).await.unwrap().detail;
        assert_eq!(detail.note.as_deref(), Some("a bicycle"));
        assert_eq!(detail.line.id, lines[1].id);
        assert_eq!(detail.facts.len(), 1);
    }
    ledgers.set_note(&person, &lines[1].id, None).await.unwrap();
    let detail = ledgers.entry(&person, &other, &Currency::usd()).await.unwrap().detail;
    assert_eq!(detail.note, None);
}
