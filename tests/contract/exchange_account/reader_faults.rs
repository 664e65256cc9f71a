//! What the reader of accounts at an exchange has to do about the faults of its server, for every exchange whose requests are signed with a
//! time.

use std::{sync::Arc, time::Duration};

use adapters::{
    exchange::account::{AccountParts, ExchangeCodes},
    http_client::HttpClient,
    price::Endpoint,
};
use conformance::mock_server::{Fault, RetryAfter};
use ports::{Address, ExchangeKey, ExchangeReader, PositionKind, RemoteError, Stream, disclosure::DisclosedField};
use serde_json::Value;
use support::outgoing::{RequestLog, client_for_urls, short_timeouts};

use super::{
    shown,
    signed_history::now,
    signed_server::{Refusal, SignedServer, WORDS},
};

/// An exchange as the tests know it.
pub struct TestedExchange {
    pub name: &'static str,
    /// Starts its server with an account that has a reading key and a few balances.
    pub start: fn() -> SignedServer,
    pub reader: fn(AccountParts, Endpoint) -> Arc<dyn ExchangeReader>,
    /// The names and the texts of the fields of its key.
    pub key: &'static [(&'static str, &'static str)],
    /// The target of the request for the rights of the key.
    pub rights: &'static str,
    /// The targets of all other requests of a reading, in order. The first one has the balances.
    pub places: &'static [&'static str],
    /// The path of its time.
    pub time: &'static str,
    /// The refusal of a wrong time.
    pub clock_skew: Refusal,
    /// The refusal of an exchange that is unavailable for a while.
    pub unavailable: Refusal,
    /// The code of the error for status 403 alone.
    pub forbidden: &'static str,
}

/// A running server with its reader.
pub struct ReaderFixture {
    pub exchange: &'static TestedExchange,
    pub server: SignedServer,
    pub client: Arc<HttpClient>,
    pub ledger: Arc<RequestLog>,
    pub reader: Arc<dyn ExchangeReader>,
}

impl ReaderFixture {
    pub fn of(exchange: &'static TestedExchange) -> Self {
        Self::at(exchange, (exchange.start)())
    }

    /// Returns a fixture with the same server and a client that knows nothing of it.
    pub fn again(self) -> Self {
        Self::at(self.exchange, self.server)
    }

    fn at(exchange: &'static TestedExchange, server: SignedServer) -> Self {
        let (client, ledger) = client_for_urls(&[server.url()], short_timeouts());
        let endpoint = Endpoint::public(server.url().parse().unwrap(), 600_000);
        let codes = Arc::new(ExchangeCodes::listed().unwrap());
        Self {
            reader: (exchange.reader)((client.clone(), codes), endpoint),
            exchange,
            server,
            client,
            ledger,
        }
    }

    pub fn account(&self) -> Address {
        format!("{}.4hK2mQ8tYzB1nW6rC3xVdE", self.exchange.name)
            .parse()
            .unwrap()
    }

    /// Returns the key of the account, with another text in one field.
    pub fn key_with(&self, changed: Option<(&str, &str)>) -> ExchangeKey {
        let fields = self.exchange.key.iter().map(|(name, text)| {
            let text = changed
                .filter(|(changed, _)| changed == name)
                .map_or(*text, |(_, text)| text);
            ((*name).to_owned(), text.to_owned())
        });
        ExchangeKey::new(fields).unwrap()
    }

    /// Returns the balances as lines of text. Only debts are negative.
    pub async fn lines(&self) -> Result<Vec<String>, RemoteError> {
        let positions = self.reader.balances(&self.account(), &self.key_with(None)).await?;
        assert!(
            positions
                .iter()
                .all(|one| one.raw.is_negative() == (one.kind == PositionKind::Borrowed))
        );
        Ok(shown(&positions))
    }

    pub async fn failure(&self) -> RemoteError {
        self.refused(self.lines().await)
    }

    /// Returns an error, which contains nothing of the key, of the exchange's words or of the address of the server.
    pub fn refused<T: std::fmt::Debug>(&self, answer: Result<T, RemoteError>) -> RemoteError {
        let error = answer.unwrap_err();
        let text = format!("{error} {error:?}");
        let key = self.exchange.key.iter().map(|(_, text)| *text);
        for private in key.chain(["127.0.0.1", "ignature=", "imestamp", WORDS]) {
            assert!(!text.contains(private), "{text}");
        }
        error
    }

    /// Returns the paths of all places.
    fn paths(&self) -> impl Iterator<Item = &'static str> {
        let places = self.exchange.places.iter();
        places.map(|target| target.split('?').next().unwrap())
    }

    pub async fn excess(&self) -> Vec<(String, String)> {
        let rights = self.reader.rights(&self.account(), &self.key_with(None)).await.unwrap();
        let excess = rights.excess().into_iter();
        excess.map(|right| (right.name.clone(), right.switch.clone())).collect()
    }
}

/// Only the listed requests are sent, and the request log has neither keys nor signatures.
pub async fn only_known_requests_are_sent(exchange: &'static TestedExchange) {
    let fixture = ReaderFixture::of(exchange);
    let rights = fixture
        .reader
        .rights(&fixture.account(), &fixture.key_with(None))
        .await
        .unwrap();
    assert_eq!((rights.excess().len(), rights.missing.len()), (0, 0));
    fixture.lines().await.unwrap();
    let expected: Vec<&str> = [exchange.rights]
        .into_iter()
        .chain(exchange.places.iter().copied())
        .collect();
    let paths = |targets: Vec<String>| {
        targets
            .into_iter()
            .filter(|target| !target.starts_with("/v2/user/uid"))
            .collect::<Vec<_>>()
    };
    assert_eq!(paths(fixture.server.requests()), expected, "and nothing else is sent");
    fixture.client.flush().await.unwrap();
    let lines = fixture.ledger.lines();
    assert!(!lines.is_empty());
    for line in lines {
        assert!(["rights of a key", "balances"].contains(&line.purpose.as_str()));
        let text = format!("{line:?}");
        for (_, private) in exchange.key {
            assert!(!text.contains(private), "{text}");
        }
    }
}

/// Refusals of a place have these errors, after this number of requests to it.
pub async fn refusals_have_distinct_errors(exchange: &'static TestedExchange, refusals: &[(Refusal, &str, usize)]) {
    for (refusal, code, requests) in refusals {
        let fixture = ReaderFixture::of(exchange);
        let place = fixture.paths().next().unwrap();
        fixture.server.change(|state| state.always.extend([(place, *refusal)]));
        assert_eq!(fixture.failure().await.code(), *code, "{refusal:?}");
        assert_eq!(fixture.server.count(), *requests, "{refusal:?}");
    }
}

/// Wrong fields of a key are refused with these errors, and such a key is not tried again.
pub async fn wrong_keys_are_not_tried_again(exchange: &'static TestedExchange, wrong: &[((&str, &str), &str)]) {
    for (changed, code) in wrong {
        let fixture = ReaderFixture::of(exchange);
        let key = fixture.key_with(Some(*changed));
        let rights = fixture.reader.rights(&fixture.account(), &key).await;
        assert_eq!(fixture.refused(rights).code(), *code, "{changed:?}");
        let balances = fixture.reader.balances(&fixture.account(), &key).await;
        assert_eq!(fixture.refused(balances).code(), *code, "{changed:?}");
        assert_eq!(fixture.server.count(), 2, "{changed:?}");
    }
    let fixture = ReaderFixture::of(exchange);
    let key = fixture.key_with(Some(("api_key", "schlüssel")));
    let error = fixture.refused(fixture.reader.rights(&fixture.account(), &key).await);
    assert_eq!(error.code(), "bad_key");
    assert_eq!(fixture.server.count(), 0, "what cannot be a key is not sent");
}

/// What is no answer fails, at every place, and is never an empty account.
pub async fn what_is_no_answer_fails(exchange: &'static TestedExchange) {
    for (fault, code, requests) in [
        (Fault::Html, "malformed", 1),
        (
            Fault::Json("{\"code\": \"0\", \"data\": [{\"cc".to_owned()),
            "malformed",
            1,
        ),
        (Fault::Json("{}".to_owned()), "malformed", 1),
        (Fault::Json("[]".to_owned()), "malformed", 1),
        (Fault::Truncated, "unavailable", 2),
        (Fault::Reset, "unavailable", 2),
        (Fault::Status(503), "unavailable", 2),
        (Fault::Status(403), exchange.forbidden, 1),
        (Fault::TooManyRequests(RetryAfter::Missing), "rate_limited", 1),
    ] {
        let fixture = ReaderFixture::of(exchange);
        let place = fixture.paths().next().unwrap();
        fixture
            .server
            .fail_when(move |request| request.path() == place, fault.clone());
        assert_eq!(fixture.failure().await.code(), code, "{fault:?}");
        assert_eq!(fixture.server.count(), requests, "{fault:?}");
    }
    for place in ReaderFixture::of(exchange).paths() {
        for fault in [Fault::Html, Fault::Status(404), Fault::Json("{}".to_owned())] {
            let fixture = ReaderFixture::of(exchange);
            fixture.server.fail_when(move |request| request.path() == place, fault);
            let error = fixture.failure().await;
            assert!(["malformed", "refused"].contains(&error.code()), "{place}: {error:?}");
        }
    }
}

/// A limit pauses as long as the exchange states.
pub async fn a_limit_pauses_as_long_as_stated(exchange: &'static TestedExchange) {
    let fixture = ReaderFixture::of(exchange);
    let place = fixture.paths().next().unwrap();
    let fault = Fault::TooManyRequests(RetryAfter::Seconds(60));
    fixture.server.fail_when(move |request| request.path() == place, fault);
    let error = fixture.failure().await;
    assert_eq!(
        (error.code(), error.retry_after()),
        ("rate_limited", Some(Duration::from_secs(60)))
    );
    assert_eq!(fixture.failure().await.code(), "rate_limited");
    assert_eq!(fixture.server.count(), 1, "nothing is sent during the pause");
}

/// A clock that differs is measured once, and a request is never repeated without end.
pub async fn a_clock_that_differs_is_measured_once(exchange: &'static TestedExchange) {
    for offset in [400_000, -400_000] {
        let fixture = ReaderFixture::of(exchange);
        fixture.server.change(|state| state.clock_offset = offset);
        let first = fixture.lines().await.unwrap();
        assert_eq!(fixture.lines().await.unwrap(), first);
        let requests = fixture.server.requests();
        let place = exchange.places[0];
        assert_eq!(requests[..3], [place, exchange.time, place]);
        assert_eq!(requests.len(), 2 * exchange.places.len() + 2, "{requests:?}");
    }
    let fixture = ReaderFixture::of(exchange);
    let place = fixture.paths().next().unwrap();
    fixture
        .server
        .change(|state| state.always.extend([(place, exchange.clock_skew)]));
    assert_eq!(fixture.failure().await.code(), "clock_skew");
    assert_eq!(fixture.server.count(), 3);
    fixture.client.flush().await.unwrap();
    let lines = fixture.ledger.lines();
    let time = lines.iter().find(|line| line.purpose == "time of an exchange").unwrap();
    assert_eq!(time.disclosed, DisclosedField::Nothing);
}

/// A second request helps where the exchange is unavailable for a moment.
pub async fn a_second_request_is_sent_once(exchange: &'static TestedExchange) {
    let fixture = ReaderFixture::of(exchange);
    let expected = fixture.lines().await.unwrap();
    fixture
        .server
        .change(|state| state.refusals = vec![exchange.unavailable]);
    assert_eq!(fixture.lines().await.unwrap(), expected);
    assert_eq!(fixture.server.count(), 2 * exchange.places.len() + 1);
}

/// Rights that are not stated, or not readable, are never rights to read.
pub async fn rights_that_are_not_stated_fail(exchange: &'static TestedExchange, answers: &[Value]) {
    let fixture = ReaderFixture::of(exchange);
    let rights = || async { fixture.reader.rights(&fixture.account(), &fixture.key_with(None)).await };
    for answer in answers {
        fixture.server.answer(exchange.rights, answer.clone());
        assert_eq!(fixture.refused(rights().await).code(), "malformed", "{answer}");
    }
    let path = exchange.rights.split('?').next().unwrap();
    fixture
        .server
        .fail_when(move |request| request.path() == path, Fault::Html);
    assert_eq!(fixture.refused(rights().await).code(), "malformed");
}

/// A list that the exchange does not have is refused, and nothing is sent for it.
pub async fn other_lists_are_refused(exchange: &'static TestedExchange) {
    let fixture = ReaderFixture::of(exchange);
    let request = fixture.part(Stream::Transactions, (0, now()));
    let answer = fixture.page(&request).await;
    assert_eq!(fixture.refused(answer).code(), "unsupported");
    assert_eq!(fixture.server.count(), 0);
}

/// Makes the tests that every exchange has to pass.
macro_rules! reader_tests {
    ($exchange:expr) => {
        #[tokio::test]
        async fn only_known_requests_are_sent() {
            reader_faults::only_known_requests_are_sent($exchange).await;
        }

        #[tokio::test]
        async fn what_is_no_answer_fails_and_is_never_an_empty_account() {
            reader_faults::what_is_no_answer_fails($exchange).await;
        }

        #[tokio::test]
        async fn a_limit_pauses_as_long_as_stated() {
            reader_faults::a_limit_pauses_as_long_as_stated($exchange).await;
        }

        #[tokio::test]
        async fn a_clock_that_differs_is_measured_once() {
            reader_faults::a_clock_that_differs_is_measured_once($exchange).await;
        }

        #[tokio::test]
        async fn a_second_request_is_sent_once() {
            reader_faults::a_second_request_is_sent_once($exchange).await;
        }

        #[tokio::test]
        async fn other_lists_are_refused() {
            reader_faults::other_lists_are_refused($exchange).await;
        }
    };
}
pub(crate) use reader_tests;
