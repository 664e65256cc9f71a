//! Accounts at exchanges among the chains of a tracker, and the prices of the currencies that people have there.

use std::sync::Arc;

use ports::{Chains, Ports};

use crate::{
    chain::rows::{self, ChainSpec},
    exchange::{
        self,
        account::{AccountAssets, ExchangeAccounts, ExchangeHistories, StoredKeys},
    },
    price::CurrencyPrices,
};

/// Returns the chains of these rows, and the exchanges.
pub(super) fn chains(rows: &[ChainSpec]) -> Chains {
    let chains = rows::chains(rows);
    let all = chains.all().iter().cloned().chain(exchange::rows());
    Chains::new(all.collect())
}

/// Adds the readers of the accounts at the exchanges of these ports, and the prices of currencies of states.
///
/// Both need the storage. So neither is among the sources that are probed to find out whether the live world can be reached.
pub(super) fn with_accounts(mut ports: Ports) -> Ports {
    let (stores, clock) = (&ports.stores, &ports.clock);
    let prices = Arc::new(CurrencyPrices::new(stores.currencies.clone(), clock.clone()));
    ports.prices.push(prices.clone());
    ports.past_prices.push(prices);
    if !ports.exchanges.is_empty() {
        let stored = (stores.exchange_credentials.clone(), ports.storage.clone());
        let keys = Arc::new(StoredKeys::new(ports.exchanges.clone(), stored, clock.clone()));
        let accounts = ExchangeAccounts::new(keys.clone(), clock.clone());
        ports.readers.push(Arc::new(accounts));
        let assets = AccountAssets::new(stores, clock.clone());
        ports.histories.push(Arc::new(ExchangeHistories::new(
            keys,
            assets,
            stores.exchange_markets.clone(),
        )));
    }
    ports
}

#[cfg(test)]
mod tests {
    use ports::{AssetId, ChainId};

    use crate::{
        config::{Config, PrivacyMode, Sources},
        connect::start,
        exchange::{ACCOUNTS, account::AccountSpec},
    };

    #[tokio::test]
    async fn accounts_at_exchanges_are_read_unless_privacy_is_strict() {
        let own = "[providers.kraken]\nbase_url = \"http://10.0.0.5/\"\nown = true";
        for (privacy, text, hosts) in [
            (PrivacyMode::Normal, "", Some("api.kraken.com")),
            (PrivacyMode::Normal, own, Some("10.0.0.5:80")),
            (PrivacyMode::Strict, "", None),
            (PrivacyMode::Strict, own, Some("10.0.0.5:80")),
        ] {
            let parsed = Config::parse(&[("HOME".to_owned(), "/home/ada".to_owned())].into(), Some(text)).unwrap();
            let config = Config {
                privacy,
                providers: parsed.providers,
                ..Config::in_memory()
            };
            let ports = start(&config).await.unwrap().ports.clone();
            let exchange: ChainId = "exchange:kraken".parse().unwrap();
            assert!(
                ports.chains.get(&exchange).is_some(),
                "the rows of what was read before stay"
            );
            let readers = ports
                .readers
                .iter()
                .filter(|reader| reader.chains().contains(&exchange));
            assert_eq!(readers.count(), usize::from(hosts.is_some()));
            let profiles = ports.exchanges.iter().map(|reader| reader.profile());
            let of_exchange = profiles.filter(|profile| profile.id == exchange);
            let read: Vec<_> = of_exchange.flat_map(|profile| profile.source.hosts).collect();
            assert_eq!(read, Vec::from_iter(hosts.map(str::to_owned)));
        }
    }

    #[tokio::test]
    async fn every_exchange_can_have_a_host_of_the_operator() {
        let own = |spec: &&AccountSpec| {
            format!(
                "[providers.{}]\nbase_url = \"http://10.0.0.5/\"\nown = true\n",
                spec.name
            )
        };
        let file: String = ACCOUNTS.iter().map(own).collect();
        let parsed = Config::parse(&[("HOME".to_owned(), "/home/ada".to_owned())].into(), Some(&file)).unwrap();
        let config = Config {
            privacy: PrivacyMode::Strict,
            providers: parsed.providers,
            ..Config::in_memory()
        };
        let ports = start(&config).await.unwrap().ports.clone();
        let read: Vec<_> = ports.exchanges.iter().map(|reader| reader.profile().id).collect();
        assert_eq!(read, ACCOUNTS.map(AccountSpec::id));
    }

    #[tokio::test]
    async fn the_demo_world_has_the_same_exchanges_without_hosts() {
        let config = Config {
            sources: Sources::Demo,
            ..Config::in_memory()
        };
        let ports = start(&config).await.unwrap().ports.clone();
        let profiles: Vec<_> = ports.exchanges.iter().map(|reader| reader.profile()).collect();
        assert_eq!(profiles.len(), ACCOUNTS.len());
        assert!(profiles.iter().all(|profile| profile.source.hosts.is_empty()));
        assert!(
            ports
                .prices
                .iter()
                .any(|source| source.covers(&AssetId::of_currency("EUR").unwrap()))
        );
    }
}
