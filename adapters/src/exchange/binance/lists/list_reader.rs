//! What every list of the history is read with.

use ports::{ExchangeKey, RemoteError, disclosure::DisclosedField, json::Json};

use crate::{
    exchange::{
        account::{Codes, KeyPace, KeyUse, ListMoments, Nonces},
        binance::{
            paths,
            signed_client::{ReadRequest, SignedClient},
        },
    },
    http_client::RequestContext,
};

/// The first moment of which anything is requested, in milliseconds: 14 July 2017, when Binance opened.
pub(super) const OPENED: u64 = 1_499_990_400_000;

/// What a list is read with.
pub(in crate::exchange::binance) struct ListReader<'a> {
    pub(in crate::exchange::binance) client: &'a SignedClient,
    /// What Binance counts for each person, and how much it takes.
    pub(in crate::exchange::binance) pace: (&'a Nonces, KeyPace),
    pub(in crate::exchange::binance) of: KeyUse<'a>,
    pub(in crate::exchange::binance) codes: Codes<'a>,
}

impl ListReader<'_> {
    pub(super) fn malformed(&self, what: &'static str) -> RemoteError {
        self.of.1.malformed(what)
    }

    /// Requests a part of a list, after a wait where Binance would refuse this weight of the person.
    pub(super) async fn request(
        &self,
        path: &str,
        weight: u64,
        parameters: &[(&str, &str)],
    ) -> Result<Json, RemoteError> {
        let (key, context) = self.of;
        if weight > 0 {
            let api_key = key.get(ExchangeKey::API_KEY).unwrap_or_default();
            let mut person = self.pace.0.lock(api_key).await;
            person.wait(self.pace.1, weight, self.client.now()).await;
        }
        let request = ReadRequest {
            route: paths::ROUTES.require(path, context)?,
            is_post: false,
            parameters,
        };
        self.client.read(self.of, &request).await
    }

    /// Requests what a list has between two moments. The parameters of both have these names.
    pub(super) async fn between(
        &self,
        (path, weight): (&str, u64),
        (moments, names): (ListMoments, [&str; 2]),
        rest: &[(&str, &str)],
    ) -> Result<Json, RemoteError> {
        let (first, last) = (moments.0.millis().to_string(), moments.1.millis().to_string());
        let times = [(names[0], first.as_str()), (names[1], last.as_str())];
        self.request(path, weight, &[&times, rest].concat()).await
    }

    /// Requests the names of all markets, which discloses nothing about a person.
    pub(super) async fn listed_markets(&self) -> Result<Json, RemoteError> {
        let context = RequestContext {
            purpose: "markets of an exchange",
            disclosed: DisclosedField::Nothing,
            ..self.of.1.clone()
        };
        self.client.public(&paths::MARKETS, &context).await
    }
}
