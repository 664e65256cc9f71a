//! Access that people grant at Coinbase and Gemini: codes, what was granted, and tokens that are exchanged for new ones.

use std::sync::Arc;

use adapters::{
    exchange::{
        ACCOUNTS, CoinbaseAccounts, GeminiAccounts,
        account::{ExchangeAccounts, ExchangeCodes, OAuthClient, OAuthClientSettings, OAuthReader, StoredKeys},
    },
    http_client::HttpClient,
    price::Endpoint,
};
use conformance::{
    mock_server::{Fault, RetryAfter},
    store::samples::{id, user},
};
use memory::MemoryStorage;
use ports::{
    AccountId, Address, ChainReader as _, Clock as _, ExchangeCredential, ExchangeKey, ExchangeOAuth, ExchangeReader,
    KeyRights, PkceVerifier, RemoteError, Secret, Storage as _, Token, TokenKind,
    chain::{Progress, Reading},
};
use support::outgoing::{RequestLog, WallClock, client_for_urls, short_timeouts};

use super::{
    oauth_server::{CLIENT, CLIENT_SECRET, OAuthExchange, OAuthServer, REDIRECT},
    shown,
};

struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _: u32, _: u32) {}
}

/// A server, a reader of accounts there, and the storage of two processes.
struct OAuthFixture {
    exchange: OAuthExchange,
    server: OAuthServer,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
    reader: Arc<OAuthReader>,
    storage: MemoryStorage,
}

impl OAuthFixture {
    fn start(exchange: OAuthExchange) -> Self {
        let server = OAuthServer::start(exchange);
        let url = server.server.url();
        let (client, ledger) = client_for_urls(std::slice::from_ref(&url), short_timeouts());
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
        let oauth = OAuthClient::new(spec, client.clone(), endpoint(), settings).unwrap();
        Self {
            exchange,
            server,
            client,
            ledger,
            reader: Arc::new(OAuthReader::new(reader, oauth)),
            storage: MemoryStorage::new(),
        }
    }

    fn oauth(&self) -> &dyn ExchangeOAuth {
        self.reader.oauth().unwrap()
    }

    fn account(&self) -> Address {
        format!("{}.4hK2mQ8tYzB1nW6rC3xVdE", self.exchange.name())
            .parse()
            .unwrap()
    }

    /// Consents, and returns the code.
    fn code(&self, verifier: &PkceVerifier, change: impl FnOnce(&mut Vec<String>)) -> String {
        let state = Token::new(TokenKind::OAuthState, &[7; 32]);
        let page = self.oauth().authorize_url(&state, &verifier.challenge());
        let (code, sent_back) = self.server.consent(&page, change);
        assert_eq!(sent_back, state.reveal());
        code
    }

    async fn granted(&self, change: impl FnOnce(&mut Vec<String>)) -> ExchangeKey {
        let verifier = PkceVerifier::new(&[3; 32]);
        let code = self.code(&verifier, change);
        self.oauth().redeem(&self.account(), &code, &verifier).await.unwrap()
    }

    async fn rights(&self, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        self.reader.rights(&self.account(), key).await
    }

    /// Stores the tokens of an access that lasts for as many seconds.
    async fn stored(&self, life: i64) {
        self.server.change(|state| state.life = life);
        let key = self.granted(|_| ()).await;
        let rights = self.rights(&key).await.unwrap();
        let now = WallClock.now();
        let mut work = self.storage.begin().await.unwrap();
        work.users().add(&user(1)).await.unwrap();
        let credential = ExchangeCredential {
            wallet: id(1),
            user: user(1).id,
            account: self.account(),
            key,
            rights,
            id_hashes: Vec::new(),
            checked_at: now,
            created_at: now,
        };
        work.exchange_credentials().save(&credential).await.unwrap();
        work.commit().await.unwrap();
        self.server.change(|state| state.life = 3_600);
    }

    /// Returns the readers of another process.
    fn process(&self) -> ExchangeAccounts {
        let storage = Arc::new(self.storage.clone());
        let stored = (
            self.storage.stores().exchange_credentials,
            storage as Arc<dyn ports::Storage>,
        );
        let readers: Vec<Arc<dyn ExchangeReader>> = vec![self.reader.clone()];
        let keys = StoredKeys::new(readers, stored, Arc::new(WallClock));
        ExchangeAccounts::new(Arc::new(keys), Arc::new(WallClock))
    }

    async fn read_by(&self, process: &ExchangeAccounts) -> Result<Reading, RemoteError> {
        let account = AccountId {
            chain: format!("exchange:{}", self.exchange.name()).parse().unwrap(),
            address: self.account(),
        };
        process.balances(&account, &[], &NoProgress).await
    }

    async fn read(&self) -> Result<Reading, RemoteError> {
        self.read_by(&self.process()).await
    }

    /// Returns how often tokens were exchanged, and how often they were refused.
    fn counts(&self) -> (usize, usize) {
        self.server.change(|state| (state.refreshed, state.refused))
    }

    async fn stored_text(&self) -> String {
        let keys = self.storage.stores().exchange_credentials;
        let found = keys.of_account(&self.account()).await.unwrap().unwrap();
        found.key.to_stored().reveal().clone()
    }
}

/// Returns an error, which contains nothing of tokens, of the exchange's words or of the address of the server.
fn refused<T: std::fmt::Debug>(answer: Result<T, RemoteError>) -> RemoteError {
    let error = answer.unwrap_err();
    let text = format!("{error} {error:?}");
    for private in ["canary", CLIENT_SECRET, "MSG-OF", "127.0.0.1"] {
        assert!(!text.contains(private), "{text}");
    }
    error
}

#[tokio::test]
async fn an_access_is_granted_read_and_ended() {
    for exchange in OAuthExchange::ALL {
        let fixture = OAuthFixture::start(exchange);
        let key = fixture.granted(|_| ()).await;
        let rights = fixture.rights(&key).await.unwrap();
        assert_eq!((rights.excess().len(), rights.missing.len()), (0, 0), "{rights:?}");
        let positions = fixture.reader.balances(&fixture.account(), &key).await.unwrap();
        let lines = shown(&positions);
        assert!(lines.len() == 1 && lines[0].contains("1.5"), "{lines:?}");
        fixture.oauth().revoke(&fixture.account(), &key).await.unwrap();
        let revoked = fixture.server.change(|state| state.revoked.len());
        assert_eq!(revoked, 2, "both tokens");
        assert_eq!(refused(fixture.rights(&key).await).code(), "reconnect");
        let balances = fixture.reader.balances(&fixture.account(), &key).await;
        assert_eq!(refused(balances).code(), "reconnect");
        fixture.client.flush().await.unwrap();
        let purposes: Vec<String> = fixture.ledger.lines().into_iter().map(|line| line.purpose).collect();
        for purpose in [
            "access to an account",
            "rights of a key",
            "balances",
            "end of an access",
        ] {
            assert!(purposes.iter().any(|one| one == purpose), "{purpose}: {purposes:?}");
        }
        for request in fixture.server.server.seen() {
            assert!(!request.target.contains("canary"), "no token is in an address");
        }
    }
}

#[tokio::test]
async fn a_code_is_redeemed_once_by_who_requested_it() {
    for exchange in OAuthExchange::ALL {
        let fixture = OAuthFixture::start(exchange);
        let (own, other) = (PkceVerifier::new(&[3; 32]), PkceVerifier::new(&[4; 32]));
        let (oauth, account) = (fixture.oauth(), fixture.account());
        let code = fixture.code(&own, |_| ());
        assert!(oauth.redeem(&account, &code, &own).await.is_ok());
        assert_eq!(refused(oauth.redeem(&account, &code, &own).await).code(), "reconnect");
        let code = fixture.code(&own, |_| ());
        assert_eq!(refused(oauth.redeem(&account, &code, &other).await).code(), "reconnect");
        let sent = fixture.server.server.count();
        assert_eq!(
            refused(oauth.redeem(&account, "invented", &own).await).code(),
            "reconnect"
        );
        assert_eq!(fixture.server.server.count(), sent + 1, "a code is sent once");
    }
}

#[tokio::test]
async fn what_was_granted_is_stated_by_the_exchange() {
    for exchange in OAuthExchange::ALL {
        let fixture = OAuthFixture::start(exchange);
        for wide in [
            "wallet:transactions:send",
            "orders:create",
            "account:update",
            "something:new",
        ] {
            let key = fixture.granted(|scopes| scopes.push(wide.to_owned())).await;
            let rights = fixture.rights(&key).await.unwrap();
            let excess: Vec<&str> = rights.excess().iter().map(|right| right.name.as_str()).collect();
            assert_eq!(excess, [wide], "{exchange:?}");
        }
        let key = fixture.granted(|scopes| drop(scopes.remove(0))).await;
        assert_eq!(fixture.rights(&key).await.unwrap().missing.len(), 1, "{exchange:?}");
        fixture.server.change(|state| state.is_silent = true);
        assert_eq!(refused(fixture.rights(&key).await).code(), "malformed");
    }
}

#[tokio::test]
async fn tokens_are_exchanged_before_they_expire_by_one_process() {
    for exchange in OAuthExchange::ALL {
        let fixture = OAuthFixture::start(exchange);
        fixture.stored(60).await;
        let (one, other) = (fixture.process(), fixture.process());
        let (first, second) = tokio::join!(fixture.read_by(&one), fixture.read_by(&other));
        assert_eq!(
            (first.unwrap().positions.len(), second.unwrap().positions.len()),
            (1, 1)
        );
        assert_eq!(fixture.counts(), (1, 0), "{exchange:?}");
        let stored = fixture.stored_text().await;
        assert!(
            stored.contains("access-2-canary") && stored.contains("refresh-2-canary"),
            "{stored}"
        );
        fixture.read().await.unwrap();
        assert_eq!(fixture.counts(), (1, 0), "they last for an hour now");
    }
}

#[tokio::test]
async fn a_refresh_token_that_stays_valid_is_kept() {
    let fixture = OAuthFixture::start(OAuthExchange::Gemini);
    fixture.stored(60).await;
    fixture
        .server
        .change(|state| (state.keeps_refresh, state.life) = (true, 60));
    for count in 1..=2 {
        fixture.read().await.unwrap();
        assert_eq!(fixture.counts(), (count, 0));
    }
    assert!(fixture.stored_text().await.contains("refresh-1-canary"));
}

#[tokio::test]
async fn a_failure_that_used_no_token_loses_nothing() {
    for (fault, code) in [
        (Fault::Status(500), "unavailable"),
        (Fault::Status(503), "unavailable"),
        (Fault::Html, "malformed"),
        (Fault::Reset, "unavailable"),
        (Fault::TooManyRequests(RetryAfter::Missing), "rate_limited"),
        (Fault::Json("{\"access_token\": \"x\"}".to_owned()), "malformed"),
    ] {
        let fixture = OAuthFixture::start(OAuthExchange::Coinbase);
        fixture.stored(60).await;
        let path = fixture.exchange.token_path();
        let before = fixture.server.server.count();
        fixture
            .server
            .server
            .fail_when(move |request| request.path() == path, fault.clone());
        assert_eq!(refused(fixture.read().await).code(), code, "{fault:?}");
        assert_eq!(
            fixture.server.server.count(),
            before + 1,
            "a token is sent once in a reading: {fault:?}"
        );
        fixture.server.server.heal();
        if matches!(fault, Fault::TooManyRequests(_)) {
            continue; // The host stays paused for this process.
        }
        assert_eq!(fixture.read().await.unwrap().positions.len(), 1, "{fault:?}");
        assert_eq!(fixture.counts(), (1, 0), "{fault:?}");
    }
}

#[tokio::test]
async fn an_answer_that_was_lost_ends_in_a_new_connection_and_not_in_old_tokens() {
    let fixture = OAuthFixture::start(OAuthExchange::Coinbase);
    fixture.stored(60).await;
    let path = fixture.exchange.token_path();
    // The exchange uses the token, and its answer breaks off.
    fixture
        .server
        .server
        .fail_when(move |request| request.path() == path, Fault::Truncated);
    assert_eq!(refused(fixture.read().await).code(), "unavailable");
    assert_eq!(fixture.counts(), (1, 0));
    fixture.server.server.heal();
    assert_eq!(refused(fixture.read().await).code(), "reconnect");
    assert_eq!(fixture.counts(), (1, 1), "the exchange states that it was used");
    let sent = fixture.server.server.count();
    assert_eq!(refused(fixture.read().await).code(), "reconnect");
    assert_eq!(
        fixture.server.server.count(),
        sent,
        "nothing is sent with tokens that have ended"
    );
    assert!(!fixture.stored_text().await.contains("canary"), "they are erased");
}

#[tokio::test]
async fn a_process_that_was_killed_in_between_is_noticed() {
    let fixture = OAuthFixture::start(OAuthExchange::Coinbase);
    fixture.stored(60).await;
    let keys = fixture.storage.stores().exchange_credentials;
    let stored = keys.of_account(&fixture.account()).await.unwrap().unwrap();
    // It reserved the exchange, received new tokens, and was killed before it stored them.
    let past = WallClock.now().minus(std::time::Duration::from_secs(1));
    let mut work = fixture.storage.begin().await.unwrap();
    let begun = work
        .exchange_credentials()
        .begin_refresh(stored.wallet, past, past)
        .await;
    assert!(begun.unwrap());
    work.commit().await.unwrap();
    fixture.oauth().refresh(&fixture.account(), &stored.key).await.unwrap();
    assert_eq!(refused(fixture.read().await).code(), "reconnect");
    assert!(!fixture.stored_text().await.contains("canary"));
}

#[tokio::test]
async fn an_access_that_was_ended_at_the_exchange_needs_attention() {
    for exchange in OAuthExchange::ALL {
        let fixture = OAuthFixture::start(exchange);
        fixture.stored(3_600).await;
        fixture.read().await.unwrap();
        fixture.server.change(|state| state.end_all());
        let error = refused(fixture.read().await);
        assert_eq!(error.code(), "reconnect", "{exchange:?}");
        assert!(error.to_string().contains("has ended the access"), "{error}");
        let fixture = OAuthFixture::start(exchange);
        fixture.stored(60).await;
        fixture.server.change(|state| state.end_all());
        assert_eq!(refused(fixture.read().await).code(), "reconnect", "{exchange:?}");
    }
}

#[tokio::test]
async fn a_client_that_the_exchange_does_not_know_is_the_operator_s_concern() {
    let fixture = OAuthFixture::start(OAuthExchange::Coinbase);
    fixture.stored(60).await;
    let body = "{\"error\": \"invalid_client\"}".to_owned();
    fixture.server.server.fail_next(Fault::Json(body));
    let error = refused(fixture.read().await);
    assert_eq!(error.code(), "refused");
    assert!(error.to_string().contains("operator"), "{error}");
    assert!(
        fixture.stored_text().await.contains("refresh-1-canary"),
        "the tokens stay"
    );
}
