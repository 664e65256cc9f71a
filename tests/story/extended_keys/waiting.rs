//! Transactions that wait for a block are shown beside the history, and counted nowhere.

use domain::ledger::{EntryConditions, EntryQuery, EntrySort, WaitingLines};
use ports::{Currency, Timestamp, entry::EntryMethod};
use serde_json::{Value, json};

use super::{history, *};

/// A transaction as Esplora lists it while it waits.
fn listed(id: u64, inputs: &[(String, u64)], outputs: &[(String, u64)]) -> Value {
    let coin = |(address, value): &(String, u64)| json!({"scriptpubkey_address": address, "value": value});
    let sum = |of: &[(String, u64)]| of.iter().map(|(_, value)| value).sum::<u64>();
    json!({
        "txid": format!("{id:064x}"),
        "vin": inputs.iter().map(|one| json!({"txid": format!("{:064x}", id + 1), "prevout": coin(one)})).collect::<Vec<_>>(),
        "vout": outputs.iter().map(coin).collect::<Vec<_>>(),
        "fee": sum(inputs) - sum(outputs),
        "status": {"confirmed": false},
    })
}

async fn waiting(keys: &KeyFixture, person: &Caller, conditions: EntryConditions) -> WaitingLines {
    let query = EntryQuery {
        after: None,
        start: 0,
        limit: 100,
        conditions,
        sort: EntrySort::Time,
        ascending: false,
        currency: Currency::usd(),
    };
    let ledgers = keys.fixture.tracker.ledgers();
    ledgers.search(person, &query).await.unwrap().waiting
}

/// The id, the change and since when, of each line.
fn shown(waiting: &WaitingLines) -> Vec<(String, String, Timestamp)> {
    let line = |line: &domain::ledger::WaitingLine| {
        let id = line.transaction.to_string();
        (id[60..].to_owned(), line.change.unwrap().to_string(), line.seen_at)
    };
    waiting.lines.iter().map(line).collect()
}

#[tokio::test]
async fn what_waits_is_one_line_for_a_key_and_counts_nowhere() {
    let (keys, person) = history::world().await;
    let before = keys.bitcoin(&person).await;
    let (own, change) = (history::own, history::change);
    let began = keys.fixture.now();

    // Paid to two addresses of the key, one of which was never used.
    let paid = listed(
        0xbeef,
        &[(history::friend(), 90_000)],
        &[(own(0), 50_000), (own(3), 30_000)],
    );
    for address in [own(0), own(3)] {
        keys.esplora.set_mempool(&address, std::slice::from_ref(&paid));
    }
    keys.esplora
        .set_funds(&own(0), AddressFunds::emptied(2, COIN).waiting(1));
    keys.esplora.set_funds(&own(3), AddressFunds::default().waiting(1));
    keys.fixture.clock.advance(Duration::from_hours(25));
    keys.round().await;
    let first = waiting(&keys, &person, EntryConditions::default()).await;
    let lines = shown(&first);
    assert_eq!(lines.len(), 1, "{first:?}");
    assert_eq!((lines[0].0.as_str(), lines[0].1.as_str()), ("beef", "0.0008"));
    assert!(lines[0].2 > began, "seen with the last reading");
    assert_eq!(first.lines[0].wallet.name, Some(keys.wallets(&person).await[0].label()));
    assert_eq!(first.unlisted, 0);
    assert_eq!(keys.bitcoin(&person).await, before, "what waits is in no balance");

    // A payment of the key waits too; since when the first one waits stays known. The server lists only one of sixty.
    let spent = listed(
        0xcafe,
        &[(change(1), 8_000)],
        &[(history::shop(), 5_000), (change(2), 2_500)],
    );
    for address in [change(1), change(2)] {
        keys.esplora.set_mempool(&address, std::slice::from_ref(&spent));
    }
    keys.esplora
        .set_funds(&change(1), AddressFunds::of(1, 8_000).waiting(60));
    keys.esplora.set_funds(&change(2), AddressFunds::default().waiting(1));
    keys.fixture.clock.advance(Duration::from_hours(25));
    keys.round().await;
    let second = waiting(&keys, &person, EntryConditions::default()).await;
    let ids: Vec<_> = shown(&second).into_iter().map(|(id, sum, _)| (id, sum)).collect();
    assert_eq!(
        ids,
        [
            ("cafe".to_owned(), "-0.000055".to_owned()),
            ("beef".to_owned(), "0.0008".to_owned())
        ],
        "the newest first"
    );
    assert_eq!(shown(&second)[1].2, lines[0].2, "since when it waits");
    assert!(second.lines[1].as_of > first.lines[0].as_of);
    assert_eq!(second.unlisted, 59);

    // The wallet and the network of a search count; what only entries have does not.
    let of = |conditions| waiting(&keys, &person, conditions);
    let by_wallet = |address: String| EntryConditions {
        wallets: vec![address.parse().unwrap()],
        ..EntryConditions::default()
    };
    assert_eq!(of(by_wallet(own(2))).await.lines.len(), 2, "another address of the key");
    assert_eq!(of(by_wallet(history::shop())).await.lines.len(), 0);
    let elsewhere = EntryConditions {
        chains: vec![ports::ChainId::evm(1)],
        ..EntryConditions::default()
    };
    assert_eq!(of(elsewhere).await.lines.len(), 0);
    let burnt = EntryConditions {
        methods: vec![EntryMethod::Burn],
        search: "nothing".to_owned(),
        ..EntryConditions::default()
    };
    assert_eq!(of(burnt).await.lines.len(), 2);

    // In a block, or replaced by another transaction: both are gone with the next reading.
    for address in [own(0), own(3), change(1), change(2)] {
        keys.esplora.set_mempool(&address, &[]);
        keys.esplora.set_funds(&address, AddressFunds::of(3, 8_000));
    }
    keys.fixture.clock.advance(Duration::from_hours(25));
    keys.round().await;
    let last = waiting(&keys, &person, EntryConditions::default()).await;
    assert!(last.lines.is_empty() && last.unlisted == 0, "{last:?}");
}

/// A server may still list as waiting what the history has in a block already.
#[tokio::test]
async fn what_the_history_has_does_not_wait() {
    let (keys, person) = history::world().await;
    let old = listed(400, &[(history::friend(), 10_000)], &[(history::change(1), 8_000)]);
    let new = listed(0xbeef, &[(history::friend(), 10_000)], &[(history::change(1), 8_000)]);
    keys.esplora.set_mempool(&history::change(1), &[old, new]);
    keys.esplora
        .set_funds(&history::change(1), AddressFunds::of(1, 8_000).waiting(2));
    keys.fixture.clock.advance(Duration::from_mins(16));
    keys.round().await;
    let found = waiting(&keys, &person, EntryConditions::default()).await;
    let ids: Vec<_> = shown(&found).into_iter().map(|(id, ..)| id).collect();
    assert_eq!(ids, ["beef"]);
}
