//! An account that is connected on the page of an exchange, from the request to its end, over a database and against a local server.

use std::{sync::Arc, time::Duration};

use adapters::{
    exchange::{
        ACCOUNTS, CoinbaseAccounts, GeminiAccounts,
        account::{ExchangeAccounts, ExchangeCodes, OAuthClient, OAuthClientSettings, OAuthReader, StoredKeys},
    },
    http_client::AllowedHost,
    price::Endpoint,
    storage::DatabaseLocation,
};
use domain::{
    Caller,
    connection::{AccessAnswer, ConnectionError, ConnectionState},
};
use ports::{ChainId, ExchangeReader, Ports, Secret, Wallet};
use support::{
    outgoing::{client_with_clock, short_timeouts},
    tracker_fixture::TrackerFixture,
};

use super::oauth_server::{CLIENT, CLIENT_SECRET, OAuthExchange, OAuthServer, REDIRECT};

/// A tracker that reads one exchange from a local server.
struct Journey {
    exchange: OAuthExchange,
    server: Arc<OAuthServer>,
    fixture: TrackerFixture,
    person: Caller,
}

/// Puts the reader of a local server in the place of the invented exchange.
fn with_server(mut ports: Ports, exchange: OAuthExchange, url: &str) -> Ports {
    let host = AllowedHost::of(&url.parse().unwrap(), true).unwrap();
    let (client, _) = client_with_clock(ports.clock.clone(), vec![host], short_timeouts());
    let endpoint = || Endpoint::public(url.parse().unwrap(), 600_000);
    let parts = (client.clone(), Arc::new(ExchangeCodes::listed().unwrap()));
    let reader: Arc<dyn ExchangeReader> = match exchange {
        OAuthExchange::Coinbase => Arc::new(CoinbaseAccounts::new(parts, endpoint())),
        OAuthExchange::Gemini => Arc::new(GeminiAccounts::new(parts, endpoint()).at_pace(60_000_000)),
    };
    let spec = ACCOUNTS.into_iter().find(|spec| spec.name == exchange.name()).unwrap();
    let settings = OAuthClientSettings {
        id: CLIENT.to_owned(),
        secret: Some(Arc::new(Secret::new(CLIENT_SECRET.to_owned()))),
        redirect: REDIRECT.to_owned(),
    };
    let oauth = OAuthClient::new(spec, client, endpoint(), settings).unwrap();
    ports.exchanges.retain(|reader| reader.profile().id != spec.id());
    ports.exchanges.push(Arc::new(OAuthReader::new(reader, oauth)));
    let stored = (ports.stores.exchange_credentials.clone(), ports.storage.clone());
    let keys = Arc::new(StoredKeys::new(ports.exchanges.clone(), stored, ports.clock.clone()));
    // The last readers are those of the invented exchanges.
    ports.readers.pop();
    ports.histories.pop();
    ports
        .readers
        .push(Arc::new(ExchangeAccounts::new(keys, ports.clock.clone())));
    ports
}

impl Journey {
    async fn begin(exchange: OAuthExchange) -> Self {
        let server = Arc::new(OAuthServer::start(exchange));
        let url = server.server.url();
        let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |ports| {
            with_server(ports, exchange, &url)
        })
        .await;
        fixture.tracker.work().begin().await.unwrap();
        let person = fixture.person(&["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await;
        let mut work = fixture.tracker.ports().storage.begin().await.unwrap();
        work.registrations()
            .register(person.user, fixture.now(), None)
            .await
            .unwrap();
        work.commit().await.unwrap();
        Self {
            exchange,
            server,
            fixture,
            person,
        }
    }

    fn id(&self) -> ChainId {
        format!("exchange:{}", self.exchange.name()).parse().unwrap()
    }

    /// Requests access, consents to what `change` makes of the scopes, and answers.
    async fn connect(&self, change: impl FnOnce(&mut Vec<String>)) -> Result<Wallet, ConnectionError> {
        self.connect_as("Savings", change).await
    }

    async fn connect_as(&self, name: &str, change: impl FnOnce(&mut Vec<String>)) -> Result<Wallet, ConnectionError> {
        let connections = self.fixture.tracker.connections();
        let name = name.parse().unwrap();
        let request = connections
            .request_access(&self.person, &self.id(), &name)
            .await
            .unwrap();
        let (code, state) = self.server.consent(&request.url, change);
        let answer = AccessAnswer {
            exchange: self.id(),
            state: &state,
            code: &code,
            name: None,
        };
        connections.redeem_access(&self.person, answer).await
    }

    async fn state(&self) -> Option<ConnectionState> {
        let accounts = self.fixture.tracker.connections().list(&self.person).await.unwrap();
        accounts.into_iter().next().map(|one| one.state)
    }

    fn revoked(&self) -> usize {
        self.server.change(|state| state.revoked.len())
    }

    /// Lets time pass, and reads what is due.
    async fn wait(&self, time: Duration) {
        self.fixture.clock.advance(time);
        self.fixture.tracker.work().begin().await.unwrap();
        self.fixture.run_jobs().await;
    }
}

#[tokio::test]
async fn an_account_is_connected_read_refreshed_and_ended() {
    for exchange in OAuthExchange::ALL {
        let journey = Journey::begin(exchange).await;
        let wallet = journey.connect(|_| ()).await.unwrap();
        assert_eq!(wallet.label(), "Savings");
        journey.wait(Duration::ZERO).await;
        assert_eq!(journey.state().await, Some(ConnectionState::Connected), "{exchange:?}");
        // Access tokens last for an hour here.
        journey.wait(Duration::from_mins(70)).await;
        assert_eq!(journey.state().await, Some(ConnectionState::Connected), "{exchange:?}");
        assert!(journey.server.change(|state| (state.refreshed, state.refused)) >= (1, 0));
        assert_eq!(
            (journey.revoked(), journey.server.change(|state| state.refused)),
            (0, 0)
        );
        let name = "Savings".parse().unwrap();
        let connections = journey.fixture.tracker.connections();
        connections
            .disconnect(&journey.person, &journey.id(), &name)
            .await
            .unwrap();
        journey.wait(Duration::from_secs(9)).await;
        assert_eq!(journey.revoked(), 0, "it can be taken back");
        journey.wait(Duration::from_secs(2)).await;
        assert_eq!(journey.revoked(), 2, "{exchange:?}: both tokens");
        let keys = journey.fixture.tracker.ports().stores.exchange_credentials.clone();
        assert!(keys.of_user(journey.person.user).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn the_accesses_of_a_person_are_ended_before_they_are_erased() {
    for exchange in OAuthExchange::ALL {
        let journey = Journey::begin(exchange).await;
        journey.connect(|_| ()).await.unwrap();
        journey.wait(Duration::ZERO).await;
        let ports = journey.fixture.tracker.ports();
        let mut work = ports.storage.begin().await.unwrap();
        let due = journey.fixture.now().plus(Duration::from_hours(24));
        let registrations = work.registrations();
        registrations
            .set_deletion(journey.person.user, Some(due))
            .await
            .unwrap();
        work.commit().await.unwrap();
        journey.wait(Duration::from_hours(23)).await;
        assert_eq!(journey.revoked(), 0, "{exchange:?}: it can be taken back");
        journey.wait(Duration::from_hours(2)).await;
        assert_eq!(journey.revoked(), 2, "{exchange:?}: both tokens");
        assert!(ports.stores.users.find(journey.person.user).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_second_access_to_the_same_account_is_ended() {
    let journey = Journey::begin(OAuthExchange::Coinbase).await;
    journey.connect(|_| ()).await.unwrap();
    let refused = journey.connect_as("Second", |_| ()).await.unwrap_err();
    let message = refused.to_string();
    assert!(
        message.contains("Your account Savings is the same one") && message.contains("It was ended at"),
        "{message}"
    );
    assert_eq!(journey.revoked(), 2, "both tokens of the second");
    let accounts = journey
        .fixture
        .tracker
        .connections()
        .list(&journey.person)
        .await
        .unwrap();
    assert_eq!(accounts.len(), 1);
    journey.wait(Duration::ZERO).await;
    assert_eq!(journey.state().await, Some(ConnectionState::Connected));
}

#[tokio::test]
async fn an_access_that_is_too_wide_or_too_narrow_or_unstated_is_ended_and_not_stored() {
    for exchange in OAuthExchange::ALL {
        let journey = Journey::begin(exchange).await;
        let wide = journey.connect(|scopes| scopes.push("orders:create".to_owned())).await;
        let message = wide.unwrap_err().to_string();
        assert!(
            message.contains("orders:create") && message.contains("It was ended at"),
            "{message}"
        );
        let narrow = journey.connect(|scopes| drop(scopes.remove(0))).await;
        let message = narrow.unwrap_err().to_string();
        assert!(message.contains("can't read everything"), "{message}");
        journey.server.change(|state| state.is_silent = true);
        let unstated = journey.connect(|_| ()).await.unwrap_err();
        assert!(
            matches!(unstated, ConnectionError::AccessRefused { is_ended: true, .. }),
            "{unstated}"
        );
        assert_eq!(journey.revoked(), 6, "{exchange:?}: both tokens of each");
        assert_eq!(journey.state().await, None);
        let keys = journey.fixture.tracker.ports().stores.exchange_credentials.clone();
        assert!(keys.of_user(journey.person.user).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn an_access_that_was_ended_at_the_exchange_is_reconnected() {
    for exchange in OAuthExchange::ALL {
        let journey = Journey::begin(exchange).await;
        let first = journey.connect(|_| ()).await.unwrap();
        journey.wait(Duration::ZERO).await;
        journey.server.change(|state| state.end_all());
        journey.wait(Duration::from_mins(70)).await;
        let Some(ConnectionState::NeedsAttention(failure)) = journey.state().await else {
            panic!("{exchange:?}: {:?}", journey.state().await);
        };
        assert_eq!(failure.code.as_str(), "reconnect");
        let again = journey.connect(|_| ()).await.unwrap();
        assert_eq!(again.id, first.id);
        journey.wait(Duration::ZERO).await;
        assert_eq!(journey.state().await, Some(ConnectionState::Connected), "{exchange:?}");
    }
}
