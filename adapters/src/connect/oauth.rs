//! The operator's clients of exchanges on whose pages people grant access.

use std::sync::Arc;

use ports::ExchangeReader;

use crate::{
    config::{Config, PrivacyMode},
    exchange::{
        ACCOUNTS,
        account::{AccountSpec, OAuthClient, OAuthClientSettings, OAuthReader},
    },
    http_client::{AllowedHost, HttpClient},
    source::Endpoint,
};

/// The configured clients, each with its exchange and endpoint.
pub(super) struct OAuthClients(Vec<(&'static AccountSpec, Endpoint, OAuthClientSettings)>);

impl OAuthClients {
    /// Returns the clients of a configuration. With strict privacy there is none, because the exchanges are not the operator's own.
    pub(super) fn of(config: &Config) -> Self {
        let origin = config.origin.as_ref().filter(|_| config.privacy == PrivacyMode::Normal);
        let client = |spec: &&'static AccountSpec| {
            let own = config.providers.get(spec.name)?.oauth.as_ref()?;
            let settings = OAuthClientSettings {
                id: own.client_id.clone(),
                secret: own.client_secret.clone(),
                redirect: format!("{}/connect/{}", origin?, spec.name),
            };
            Some((*spec, spec.oauth?.endpoint()?, settings))
        };
        Self(ACCOUNTS.iter().filter_map(client).collect())
    }

    pub(super) fn hosts(&self) -> impl Iterator<Item = AllowedHost> {
        self.0.iter().flat_map(|(_, endpoint, _)| endpoint.hosts())
    }

    /// Adds the clients to the readers of their exchanges.
    pub(super) fn added_to(
        self,
        readers: Vec<Arc<dyn ExchangeReader>>,
        client: &Arc<HttpClient>,
    ) -> Vec<Arc<dyn ExchangeReader>> {
        let mut clients = self.0;
        let with_client = |reader: Arc<dyn ExchangeReader>| {
            let id = reader.profile().id;
            let own = clients.iter().position(|(spec, ..)| spec.id() == id);
            let own = own.map(|at| clients.swap_remove(at));
            let own =
                own.and_then(|(spec, endpoint, settings)| OAuthClient::new(spec, client.clone(), endpoint, settings));
            match own {
                Some(own) => Arc::new(OAuthReader::new(reader, own)),
                None => reader,
            }
        };
        readers.into_iter().map(with_client).collect()
    }
}

#[cfg(test)]
mod tests {
    use ports::{Token, TokenKind};
    use url::Url;

    use super::*;
    use crate::connect::start;

    const FILE: &str = "[providers.coinbase]\noauth_client_id = \"c-1\"\noauth_client_secret = \"s-1\"\n\
                        [providers.gemini]\noauth_client_id = \"g-1\"";

    fn config(privacy: &str) -> Config {
        let variables = [
            ("HOME", "/home/ada"),
            ("SPYHOP_ORIGIN", "https://spyhop.example.org"),
            ("SPYHOP_PRIVACY", privacy),
        ];
        let variables = variables
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        let parsed = Config::parse(&variables, Some(FILE)).unwrap();
        Config {
            privacy: parsed.privacy,
            providers: parsed.providers,
            origin: parsed.origin,
            ..Config::in_memory()
        }
    }

    /// Returns the parts of the page that a client opens: its address, and some of its parameters.
    fn page(url: &str, state: &Token) -> [String; 4] {
        let page: Url = url.parse().unwrap();
        let value = |name: &str| {
            let mut pairs = page.query_pairs();
            pairs.find(|(key, _)| key == name).unwrap().1.into_owned()
        };
        assert_eq!(value("state"), state.reveal());
        assert_eq!(
            (value("code_challenge").as_str(), value("response_type").as_str()),
            ("challenge", "code")
        );
        assert_eq!(value("code_challenge_method"), "S256");
        assert!(!page.as_str().contains("s-1"), "the secret is not in the page");
        let target = format!("{}{}", page.host_str().unwrap(), page.path());
        [target, value("client_id"), value("redirect_uri"), value("scope")]
    }

    #[tokio::test]
    async fn access_is_requested_where_the_operator_has_a_client() {
        let ports = start(&config("normal")).await.unwrap().ports.clone();
        let state = Token::new(TokenKind::OAuthState, &[7; 32]);
        let mut pages = Vec::new();
        for reader in &ports.exchanges {
            assert_eq!(reader.oauth().is_some(), reader.profile().oauth.is_some());
            if let Some(oauth) = reader.oauth() {
                pages.push(page(&oauth.authorize_url(&state, "challenge"), &state));
            }
        }
        let coinbase = [
            "login.coinbase.com/oauth2/auth",
            "c-1",
            "https://spyhop.example.org/connect/coinbase",
            "wallet:accounts:read wallet:transactions:read wallet:user:read offline_access",
        ];
        let gemini = [
            "exchange.gemini.com/auth",
            "g-1",
            "https://spyhop.example.org/connect/gemini",
            "balances:read,history:read,account:read",
        ];
        assert_eq!(pages, [coinbase, gemini].map(|page| page.map(str::to_owned)));
    }

    #[tokio::test]
    async fn strict_privacy_requests_no_access() {
        let ports = start(&config("strict")).await.unwrap().ports.clone();
        assert!(ports.exchanges.iter().all(|reader| reader.oauth().is_none()));
    }
}
