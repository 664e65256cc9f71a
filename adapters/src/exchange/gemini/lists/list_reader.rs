//! What every list of the history is read with.

use ports::{RemoteError, json::Json};

use super::symbols::KnownSymbols;
use crate::exchange::{
    account::{Codes, KeyUse},
    gemini::{
        paths::{MARKETS, ROUTES, TRANSFERS},
        signed_client::{NumberedClient, NumberedRequest, WEIGHT, WEIGHT_OF_TRANSFERS},
    },
};

/// What a list is read with.
pub(in crate::exchange::gemini) struct GeminiLists<'a> {
    pub(in crate::exchange::gemini) client: &'a NumberedClient,
    pub(in crate::exchange::gemini) symbols: &'a KnownSymbols,
    pub(in crate::exchange::gemini) of: KeyUse<'a>,
    pub(in crate::exchange::gemini) codes: Codes<'a>,
}

impl GeminiLists<'_> {
    pub(super) fn malformed(&self, what: &'static str) -> RemoteError {
        self.of.1.malformed(what)
    }

    /// Requests a list with further members of the JSON object, which begin with a comma.
    pub(super) async fn request(&self, path: &str, parameters: &str) -> Result<Json, RemoteError> {
        let request = NumberedRequest {
            route: ROUTES.require(path, self.of.1)?,
            parameters,
            weight: if path == TRANSFERS { WEIGHT_OF_TRANSFERS } else { WEIGHT },
        };
        self.client.read(self.of, request).await
    }

    /// Requests all markets, without a key.
    pub(super) async fn listed_markets(&self) -> Result<Json, RemoteError> {
        self.client.public(&MARKETS, self.of.1).await
    }
}
