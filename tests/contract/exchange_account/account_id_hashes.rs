//! What tells accounts at an exchange apart: two keys of one account have a common id, and keys of different accounts have none.

use std::collections::BTreeSet;

use ports::{AccountIdHash, AccountIdentity, Address, ExchangeKey};
use serde_json::{Value, json};

use super::{
    binance,
    binance_server::{self, SPOT},
    bitstamp_server::Bitstamp,
    bybit::BYBIT,
    bybit_server,
    coinbase_server::{Coinbase, WALLETS, wallet},
    exchange_server::{AccountProtocol, ExchangeFixture},
    fixture,
    gemini_server::Gemini,
    htx::HTX,
    htx_server, key,
    kraken_server::key_info,
    kucoin::KUCOIN,
    kucoin_server,
    okx::OKX,
    okx_server, own_account, own_key,
    reader_faults::{ReaderFixture, TestedExchange},
};

type IdHashes = BTreeSet<AccountIdHash>;

async fn id_hashes(reader: &dyn AccountIdentity, account: &Address, key: &ExchangeKey) -> IdHashes {
    let id_hashes = reader.id_hashes(account, key).await.unwrap();
    let distinct: IdHashes = id_hashes.iter().cloned().collect();
    assert_eq!(distinct.len(), id_hashes.len());
    distinct
}

/// Checks that an account has one id, which is the same the next time, that another one has another, and that one without an id has none.
fn expect_apart(own: &IdHashes, again: &IdHashes, other: &IdHashes, unstated: &IdHashes) {
    assert_eq!((own.len(), other.len(), unstated.len()), (1, 1, 0));
    assert_eq!(own, again);
    assert!(own.is_disjoint(other));
}

#[tokio::test]
async fn accounts_at_kraken_have_their_number() {
    let fixture = fixture();
    let read = || async { id_hashes(&*fixture.reader, &own_account(), &own_key()).await };
    let set = |iban: &str| {
        let mut rights = key_info(&["query-funds"]);
        rights["iban"] = json!(iban);
        fixture
            .server
            .change(|state| drop(state.results.insert("GetApiKeyInfo", rights)));
    };
    let (own, again) = (read().await, read().await);
    set("AA22 N84G");
    let other = read().await;
    set("");
    expect_apart(&own, &again, &other, &read().await);
}

#[tokio::test]
async fn accounts_at_binance_have_the_number_of_their_person() {
    let fixture = binance::fixture();
    let key = key(binance_server::API_KEY, binance_server::SECRET);
    let read = || async { id_hashes(&fixture.reader, &binance::account(), &key).await };
    let set = |uid: Value| {
        fixture.server.change(|state| {
            let spot = state.answers.get_mut(SPOT).unwrap();
            spot["uid"] = uid;
        });
    };
    set(json!(354_937_868));
    let (own, again) = (read().await, read().await);
    set(json!(354_937_869));
    let other = read().await;
    set(Value::Null);
    expect_apart(&own, &again, &other, &read().await);
}

async fn expect_signed(exchange: &'static TestedExchange, target: &str, answer: impl Fn(Value) -> Value) {
    let fixture = ReaderFixture::of(exchange);
    let read = || async { id_hashes(&*fixture.reader, &fixture.account(), &fixture.key_with(None)).await };
    let (own, again) = (read().await, read().await);
    fixture.server.answer(target, answer(json!(7)));
    let other = read().await;
    fixture.server.answer(target, answer(json!("7")));
    assert_eq!(other, read().await, "a number and a text are one id");
    fixture.server.answer(target, answer(json!("")));
    expect_apart(&own, &again, &other, &read().await);
}

#[tokio::test]
async fn accounts_of_signed_exchanges_have_the_number_of_their_person() {
    let with = |mut rights: Value, field: &str, id: Value| {
        rights[field] = id;
        rights
    };
    expect_signed(&OKX, okx_server::RIGHTS, |id| {
        json!([with(okx_server::config("read_only", "")[0].clone(), "uid", id)])
    })
    .await;
    expect_signed(&KUCOIN, kucoin_server::RIGHTS, |id| {
        with(kucoin_server::key_rights("General"), "uid", id)
    })
    .await;
    expect_signed(&BYBIT, bybit_server::RIGHTS, |id| {
        bybit_server::key_rights(&[("userID", id)])
    })
    .await;
    expect_signed(&HTX, htx_server::PERSON, |id| id).await;
}

#[tokio::test]
async fn accounts_at_coinbase_have_the_ids_of_their_wallets() {
    type Fixture = ExchangeFixture<Coinbase>;
    let fixture = Fixture::start();
    let key = key(Coinbase::KEY.0, Coinbase::KEY.1);
    let read = || async { id_hashes(&*fixture.reader, &Fixture::account(), &key).await };
    let set = |wallets: Vec<Value>| fixture.change(|state| drop(state.lists.insert(WALLETS, wallets)));
    set(vec![
        wallet("w-1", "BTC", "1"),
        wallet("w-2", "EUR", "2"),
        wallet("LTC", "LTC", "0"),
    ]);
    let own = read().await;
    assert_eq!(own.len(), 2, "every person has a wallet with the id LTC");
    set(vec![
        wallet("w-2", "EUR", "5"),
        wallet("w-3", "ETH", "1"),
        wallet("LTC", "LTC", "0"),
    ]);
    assert_eq!(
        own.intersection(&read().await).count(),
        1,
        "another key reads one of them"
    );
    set(vec![wallet("w-4", "BTC", "1"), wallet("LTC", "LTC", "0")]);
    assert!(own.is_disjoint(&read().await));
}

#[tokio::test]
async fn gemini_and_bitstamp_state_nothing_that_tells_accounts_apart() {
    async fn none_of<P: AccountProtocol>() {
        let fixture = ExchangeFixture::<P>::start();
        let key = key(P::KEY.0, P::KEY.1);
        let found = id_hashes(&*fixture.reader, &ExchangeFixture::<P>::account(), &key).await;
        assert_eq!((found, fixture.requests().len()), (IdHashes::new(), 0));
    }
    none_of::<Gemini>().await;
    none_of::<Bitstamp>().await;
}
