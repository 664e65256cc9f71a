//! The pages and tokens of Coinbase and Gemini for a local server, by their documentation: clients, redirect addresses, PKCE, codes and refresh
//! tokens that are accepted once, revocation, and what was granted. The same server answers requests with the tokens.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use conformance::mock_server::{MockServer, Request, RequestHandler, Response};
use data_encoding::{BASE64, BASE64URL_NOPAD};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::{coinbase_server, gemini_server};

pub const CLIENT: &str = "client-4711";
pub const CLIENT_SECRET: &str = "secret-of-the-client";
pub const REDIRECT: &str = "https://spyhop.example.org/connect/exchange";

/// What differs between the exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OAuthExchange {
    Coinbase,
    Gemini,
}

impl OAuthExchange {
    pub const ALL: [Self; 2] = [Self::Coinbase, Self::Gemini];

    pub fn name(self) -> &'static str {
        match self {
            Self::Coinbase => "coinbase",
            Self::Gemini => "gemini",
        }
    }

    fn paths(self) -> [&'static str; 3] {
        match self {
            Self::Coinbase => ["/oauth2/auth", "/oauth2/token", "/oauth2/revoke"],
            Self::Gemini => ["/auth", "/auth/token", "/auth/token/revoke"],
        }
    }

    pub fn token_path(self) -> &'static str {
        self.paths()[1]
    }

    fn separator(self) -> char {
        if self == Self::Coinbase { ' ' } else { ',' }
    }
}

/// A code that was not redeemed yet.
struct Code {
    challenge: String,
    scopes: Vec<String>,
}

/// The state of a server.
pub struct OAuthServerState {
    exchange: OAuthExchange,
    codes: BTreeMap<String, Code>,
    /// The scopes of each token that is accepted.
    access: BTreeMap<String, Vec<String>>,
    refresh: BTreeMap<String, Vec<String>>,
    issued: usize,
    /// How long access tokens last, in seconds.
    pub life: i64,
    /// Whether a refresh answers without another refresh token.
    pub keeps_refresh: bool,
    /// Whether it states no scopes.
    pub is_silent: bool,
    /// How many refresh tokens were exchanged, and how many were sent that are not accepted.
    pub refreshed: usize,
    pub refused: usize,
    pub revoked: BTreeSet<String>,
}

impl OAuthServerState {
    /// Ends every access without a request, as its owner does at the exchange.
    pub fn end_all(&mut self) {
        self.access.clear();
        self.refresh.clear();
    }

    fn tokens(&mut self, scopes: Vec<String>, keeps_refresh: bool) -> Value {
        self.issued += 1;
        let [access, refresh] = ["access", "refresh"].map(|kind| format!("{kind}-{}-canary", self.issued));
        self.access.insert(access.clone(), scopes.clone());
        let mut answer = json!({ "access_token": access, "token_type": "bearer", "expires_in": self.life });
        if !keeps_refresh {
            self.refresh.insert(refresh.clone(), scopes);
            answer["refresh_token"] = json!(refresh);
        }
        answer
    }

    fn redeem(&mut self, form: &BTreeMap<String, String>) -> Response {
        let refused =
            |error: &str| Response::json(400, &json!({ "error": error, "error_description": "MSG-OF-OAUTH" }));
        let field = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        if (field("client_id"), field("client_secret")) != (CLIENT, CLIENT_SECRET) {
            return Response::json(
                401,
                &json!({ "error": "invalid_client", "error_description": "MSG-OF-OAUTH" }),
            );
        }
        match field("grant_type") {
            "authorization_code" => {
                let code = self.codes.remove(field("code"));
                let proof = BASE64URL_NOPAD.encode(&Sha256::digest(field("code_verifier").as_bytes()));
                match code {
                    Some(code) if code.challenge == proof && field("redirect_uri") == REDIRECT => {
                        Response::json(200, &self.tokens(code.scopes, false))
                    }
                    _ => refused("invalid_grant"),
                }
            }
            "refresh_token" => {
                let keeps = self.keeps_refresh;
                let token = field("refresh_token");
                let known = if keeps {
                    self.refresh.get(token).cloned()
                } else {
                    self.refresh.remove(token)
                };
                let Some(scopes) = known else {
                    self.refused += 1;
                    return refused("invalid_grant");
                };
                self.refreshed += 1;
                Response::json(200, &self.tokens(scopes, keeps))
            }
            _ => refused("unsupported_grant_type"),
        }
    }

    fn revoke(&mut self, form: &BTreeMap<String, String>) -> Response {
        let token = form.get("token").cloned().unwrap_or_default();
        self.access.remove(&token);
        self.refresh.remove(&token);
        self.revoked.insert(token);
        Response::json(200, &json!({}))
    }

    fn introspect(&self, form: &BTreeMap<String, String>) -> Response {
        let scopes = form.get("token").and_then(|token| self.access.get(token));
        Response::json(
            200,
            &match scopes {
                Some(_) if self.is_silent => json!({ "active": true }),
                Some(scopes) => json!({ "active": true, "scope": scopes.join(","), "client_id": CLIENT }),
                None => json!({ "active": false }),
            },
        )
    }

    fn private(&self, request: &Request) -> Response {
        let token = request
            .header("authorization")
            .and_then(|text| text.strip_prefix("Bearer "));
        let scopes = token.and_then(|token| self.access.get(token));
        match self.exchange {
            OAuthExchange::Coinbase => self.coinbase(request, scopes),
            OAuthExchange::Gemini => gemini(request, scopes),
        }
    }

    fn coinbase(&self, request: &Request, scopes: Option<&Vec<String>>) -> Response {
        let Some(scopes) = scopes else {
            let refusal = json!({ "errors": [{ "id": "revoked_token", "message": "MSG-OF-OAUTH" }] });
            return Response::json(401, &refusal);
        };
        let wallet = json!({
            "id": "a-1", "type": "wallet", "currency": { "code": "BTC" }, "balance": { "amount": "1.5", "currency": "BTC" },
        });
        match request.path() {
            "/v2/user/auth" if self.is_silent => Response::json(200, &json!({ "data": { "method": "oauth" } })),
            "/v2/user/auth" => Response::json(200, &json!({ "data": { "method": "oauth", "scopes": scopes } })),
            coinbase_server::WALLETS => {
                Response::json(200, &json!({ "pagination": { "next_uri": null }, "data": [wallet] }))
            }
            coinbase_server::PORTFOLIO => {
                Response::json(200, &json!({ "accounts": [], "has_next": false, "cursor": "" }))
            }
            path => panic!("{path} is not requested with a token"),
        }
    }
}

fn gemini(request: &Request, scopes: Option<&Vec<String>>) -> Response {
    let payload = request.header("x-gemini-payload").unwrap();
    let payload: Value = serde_json::from_slice(&BASE64.decode(payload.as_bytes()).unwrap()).unwrap();
    assert_eq!(payload["request"], request.path());
    assert_eq!(payload.get("nonce"), None, "a token has no number");
    assert!(request.header("x-gemini-signature").is_none() && request.header("x-gemini-apikey").is_none());
    if scopes.is_none() {
        return gemini_server::refusal(401, "InvalidSignature");
    }
    match request.path() {
        gemini_server::BALANCES => Response::json(200, &json!([gemini_server::balance("BTC", "1.5")])),
        gemini_server::STAKING => Response::json(200, &json!([])),
        gemini_server::MARGIN => Response::json(200, &gemini_server::margin("0.00")),
        path => panic!("{path} is not requested with a token"),
    }
}

struct Handler(Arc<Mutex<OAuthServerState>>);

#[async_trait]
impl RequestHandler for Handler {
    async fn answer(&self, request: &Request) -> Response {
        let mut state = self.0.lock().unwrap();
        let form: BTreeMap<String, String> = url::form_urlencoded::parse(&request.body).into_owned().collect();
        let [_, token, revoke] = state.exchange.paths();
        match request.path() {
            path if path == token => {
                assert_eq!(
                    request.header("content-type"),
                    Some("application/x-www-form-urlencoded")
                );
                state.redeem(&form)
            }
            path if path == revoke => state.revoke(&form),
            "/auth/token/introspect" => state.introspect(&form),
            _ => state.private(request),
        }
    }
}

/// A server of an exchange.
pub struct OAuthServer {
    pub server: MockServer,
    state: Arc<Mutex<OAuthServerState>>,
}

impl OAuthServer {
    pub fn start(exchange: OAuthExchange) -> Self {
        let state = Arc::new(Mutex::new(OAuthServerState {
            exchange,
            codes: BTreeMap::new(),
            access: BTreeMap::new(),
            refresh: BTreeMap::new(),
            issued: 0,
            life: 3_600,
            keeps_refresh: false,
            is_silent: false,
            refreshed: 0,
            refused: 0,
            revoked: BTreeSet::new(),
        }));
        Self {
            server: MockServer::start(Handler(state.clone())),
            state,
        }
    }

    pub fn change<T>(&self, change: impl FnOnce(&mut OAuthServerState) -> T) -> T {
        change(&mut self.state.lock().unwrap())
    }

    /// Consents on the page at an address, and returns the code and the state with which the person is sent back. `change` changes what is
    /// granted.
    pub fn consent(&self, page: &str, change: impl FnOnce(&mut Vec<String>)) -> (String, String) {
        let page: Url = page.parse().unwrap();
        let value: BTreeMap<String, String> = page.query_pairs().into_owned().collect();
        let mut state = self.state.lock().unwrap();
        assert_eq!(page.path(), state.exchange.paths()[0]);
        assert_eq!(
            (
                value["response_type"].as_str(),
                value["client_id"].as_str(),
                value["redirect_uri"].as_str()
            ),
            ("code", CLIENT, REDIRECT)
        );
        assert_eq!(
            value["code_challenge_method"], "S256",
            "without it the verifier would be sent as it is"
        );
        let separator = state.exchange.separator();
        let mut scopes: Vec<String> = value["scope"].split(separator).map(str::to_owned).collect();
        change(&mut scopes);
        let code = format!("code-{}-canary", state.codes.len() + state.issued + 1);
        let challenge = value["code_challenge"].clone();
        state.codes.insert(code.clone(), Code { challenge, scopes });
        (code, value["state"].clone())
    }
}
