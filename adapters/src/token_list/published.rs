//! A token list at a URL, downloaded as a whole.

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
use crate::http_client::{HttpClient, OutgoingRequest, RequestContext, host_key};

/// One list of a publisher.
pub(super) struct ListLocation<'a> {
    /// Its id, without `list:`.
    pub(super) id: String,
    /// The display name.
    pub(super) name: String,
    /// The path below the base URL.
    pub(super) path: Vec<&'a str>,
    /// The chain, where all its tokens are on one.
    pub(super) chain: Option<ChainId>,
}

/// A token list that is downloaded from one of several URLs.
pub struct PublishedList {
    client: Arc<HttpClient>,
    chains: Arc<KnownChains>,
    urls: Vec<Url>,
    website: &'static str,
    context: RequestContext,
    /// The chain, where all tokens of the list are on one.
    chain: Option<ChainId>,
}

impl PublishedList {
    /// Creates a list. Returns `None` when a base URL cannot have a path or the id is invalid.
    pub(super) fn new(
        client: &Arc<HttpClient>,
        chains: &Arc<KnownChains>,
        endpoint: &Endpoint,
        website: &'static str,
        location: ListLocation<'_>,
    ) -> Option<Self> {
        let list_url = |base: &Url| {
            let mut url = base.clone();
            if !location.path.is_empty() {
                url.path_segments_mut().ok()?.pop_if_empty().extend(&location.path);
            }
            Some(url)
        };
        let bases = std::iter::once(&endpoint.base).chain(&endpoint.fallbacks);
        Some(Self {
            client: client.clone(),
            chains: chains.clone(),
            urls: bases.map(list_url).collect::<Option<_>>()?,
            website,
            context: RequestContext {
                who: location.name,
                source: format!("list:{}", location.id).parse().ok()?,
                purpose: "token list",
                disclosed: DisclosedField::Nothing,
                chain: None,
            },
            chain: location.chain,
        })
    }
}

#[async_trait]
impl TokenListSource for PublishedList {
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

    /// Returns the error of the first URL when all fail: the others are fallbacks.
    async fn tokens(&self) -> Result<TokenList, RemoteError> {
        let mut failed = None;
        for url in &self.urls {
            match self.download(url).await {
                Ok(list) => return Ok(list),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        Err(failed.unwrap_or_else(|| self.context.unavailable("no URL is known", None)))
    }
}

impl PublishedList {
    async fn download(&self, url: &Url) -> Result<TokenList, RemoteError> {
        let response = self
            .client
            .send(&OutgoingRequest::get(url.clone()), &self.context)
            .await;
        let bytes = response.map_err(missing_list)?;
        let list = parse(&bytes, &self.chains).map_err(|what| self.context.malformed(&what))?;
        if list.left_out > 0 {
            let (list_id, left_out) = (self.context.source.as_str(), list.left_out);
            tracing::info!(list = list_id, left_out, "rows of a token list could not be used");
        }
        Ok(list)
    }
}

/// Maps a missing list to an error that is not retried. The list is requested again with the lists of the next day.
fn missing_list(error: RemoteError) -> RemoteError {
    match error {
        RemoteError::Refused { who, why } if why == "status 404" || why == "status 410" => RemoteError::Unsupported {
            who,
            what: "the list no longer exists".to_owned(),
        },
        error => error,
    }
}
