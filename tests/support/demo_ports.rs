//! The ports of the demo world: invented sources over the storage of a test.

use std::{sync::Arc, time::Duration};

use crate::{mailbox::AcceptingMailer, seeded_entropy::SeededEntropy};
use adapters::{
    chain::{receipt, rows, tokens},
    demo,
    exchange::{
        self,
        account::{AccountAssets, ExchangeAccounts, ExchangeCodes, ExchangeHistories, StoredKeys},
    },
    file_sanitizer::ContentSanitizer,
    ids::TimedIds,
    price,
};
use ports::{Asset, Chains, Clock, MailDelivery, Ports, RequiredPorts, Storage, Stores, World, WorldKind};

/// Stores the assets of the demo world and returns them with its ports. The randomness is the same in every run.
pub async fn demo_ports(
    storage: Arc<dyn Storage>,
    stores: Stores,
    plans_on: bool,
    clock: Arc<dyn Clock>,
) -> (Ports, Vec<Asset>) {
    let rows = rows::rows().unwrap();
    let mut assets = tokens::start_list(rows).unwrap();
    let demo = demo::all(clock.clone(), (rows, &assets), ExchangeCodes::listed().unwrap());
    assets.extend(demo::assets());
    let mut work = storage.begin().await.unwrap();
    work.assets().add(&assets).await.unwrap();
    work.commit().await.unwrap();
    let chains = rows::chains(rows);
    let chains = chains.all().iter().cloned().chain(exchange::rows());
    let stored = (stores.exchange_credentials.clone(), storage.clone());
    let keys = StoredKeys::new(demo.exchanges.clone(), stored, clock.clone());
    let keys = Arc::new(keys);
    let currency_prices = Arc::new(price::CurrencyPrices::new(stores.currencies.clone(), clock.clone()));
    let mut readers = demo.readers;
    readers.push(Arc::new(ExchangeAccounts::new(keys.clone(), clock.clone())));
    let mut histories = demo.histories;
    let of_account = AccountAssets::new(&stores, clock.clone());
    histories.push(Arc::new(ExchangeHistories::new(
        keys,
        of_account,
        stores.exchange_markets.clone(),
    )));
    let mut prices = demo.prices;
    prices.push(currency_prices.clone());
    let mut past_prices = demo.past_prices;
    past_prices.push(currency_prices);
    let required = RequiredPorts {
        chains: Arc::new(Chains::new(chains.collect())),
        keys: Arc::new(adapters::extended_key::Secp256k1),
        names: demo.names,
        stores,
        storage,
        clock,
        ids: Arc::new(TimedIds),
        entropy: Arc::new(SeededEntropy::default()),
        world: World {
            kind: WorldKind::Demo,
            is_configured: true,
            reason: None,
            own_nodes_only: false,
        },
    };
    let protocols = adapters::protocol::protocols().unwrap().into_iter();
    let ports = Ports {
        readers,
        allowances: demo.allowances,
        exchanges: demo.exchanges,
        signatures: demo.signatures,
        prices,
        past_prices,
        price_series: Arc::new(price::price_series(rows).unwrap()),
        known_tokens: Arc::new(tokens::known_tokens(rows).unwrap()),
        redeemables: Arc::new(price::redeemables(rows).unwrap()),
        receipts: Arc::new(receipt::receipts().unwrap()),
        protocols: Arc::new(protocols.map(|spec| spec.profile).collect()),
        labels: adapters::label::labels().unwrap(),
        events: Arc::new(adapters::market_event::events().unwrap()),
        currencies: demo.currencies,
        histories,
        mail: MailDelivery::On(Arc::new(AcceptingMailer)),
        files: Arc::new(ContentSanitizer::default()),
        plans_on,
        anonymous_kept: plans_on.then(|| Duration::from_hours(24 * 90)),
        ..Ports::new(required)
    };
    (ports, assets)
}
