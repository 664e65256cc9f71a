//! A list at an address: one GET of the whole.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    ChainId, TokenList,
    disclosure::DisclosedField,
    source::{Profile, RemoteError, SourceKind},
    token_list::TokenListSource,
};
use url::Url;

use super::{Endpoint, KnownChains, parse};
use crate::http_client::{HttpClient, Request, RequestContext, host_key};

/// Asks for one list.
pub struct Published {
    client: Arc<HttpClient>,
    chains: Arc<KnownChains>,
    urls: Vec<Url>,
    website: &'static str,
    context: RequestContext,
    /// Its chain, where it names tokens of one alone.
    chain: Option<ChainId>,
}

impl Published {
    /// The list of this id (without `list:`) and name, at a path below the endpoint's base. `None` when the base takes no
    /// path or the id is none.
    pub(super) fn new(
        client: &Arc<HttpClient>,
        chains: &Arc<KnownChains>,
        endpoint: &Endpoint,
        (id, name): (&str, String),
        path: &[&str],
    ) -> Option<Self> {
        let below = |base: &Url| {
            let mut url = base.clone();
            if !path.is_empty() {
                url.path_segments_mut().ok()?.pop_if_empty().extend(path);
            }
            Some(url)
        };
        Some(Self {
            client: client.clone(),
            chains: chains.clone(),
            urls: endpoint.bases.iter().map(below).collect::<Option<_>>()?,
            website: endpoint.publisher.website,
            context: RequestContext {
                who: name,
                source: format!("list:{id}").parse().ok()?,
                purpose: "token list",
                disclosed: DisclosedField::Nothing,
                chain: None,
            },
            chain: None,
        })
    }

    /// The same list, known to name tokens of this chain alone.
    pub(super) fn of_chain(self, chain: Option<ChainId>) -> Self {
        Self { chain, ..self }
    }
}

#[async_trait]
impl TokenListSource for Published {
    fn profile(&self) -> Profile {
        Profile {
            id: self.context.source.clone(),
            name: self.context.who.clone(),
            kind: SourceKind::TokenList,
            website: self.website.to_owned(),
            learns: "No user data. Every server downloads the same list.".to_owned(),
            capabilities: vec!["token discovery".to_owned()],
            rate_limit: "once a day".to_owned(),
            hosts: self.urls.iter().filter_map(host_key).collect(),
            credentials: Vec::new(),
        }
    }

    fn chains(&self) -> Option<Vec<ChainId>> {
        self.chain.clone().map(|chain| vec![chain])
    }

    /// The failure of the first place is the list's: the others only stand in for it.
    async fn tokens(&self) -> Result<TokenList, RemoteError> {
        let mut failed = None;
        for url in &self.urls {
            match self.from(url).await {
                Ok(list) => return Ok(list),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        Err(failed.unwrap_or_else(|| self.context.unavailable("no URL is known", None)))
    }
}

impl Published {
    async fn from(&self, url: &Url) -> Result<TokenList, RemoteError> {
        let sent = self.client.send(&Request::get(url.clone()), &self.context).await;
        let bytes = sent.map_err(gone)?;
        let list = parse(&bytes, &self.chains).map_err(|what| self.context.malformed(&what))?;
        if list.left_out > 0 {
            let (list_id, left_out) = (self.context.source.as_str(), list.left_out);
            tracing::info!(list = list_id, left_out, "rows of a token list could not be used");
        }
        Ok(list)
    }
}

/// A list that is not there is gone, which no second try mends: it is looked for again with the next day's lists.
fn gone(error: RemoteError) -> RemoteError {
    match error {
        RemoteError::Refused { who, why } if why == "status 404" || why == "status 410" => RemoteError::Unsupported {
            who,
            what: "the list no longer exists".to_owned(),
        },
        error => error,
    }
}
