//! Tokens that a person added by contract address.

use axum::extract::State;
use domain::{AddTokenError, AddedTokenDetails};
use ports::AddedToken;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::asset::AssetRequest;
use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_hour};
use crate::problem::{Code, Problem};
use crate::wire::{AssetIdText, ChainIdText, NoFields, Time};

/// Limits new tokens, each of which is read from its contract.
static ADD_TOKEN: CallLimit = CallLimit::new("add-token", "added tokens", per_hour::<60>());

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::AnyUser)
                .problems(&[Code::SourceUnavailable])
                .limited(&ADD_TOKEN),
            routes!(add_token),
        )
        .add(Call::write(Access::AnyUser), routes!(remove_token))
        .add(Call::read(Access::AnyUser), routes!(get_added_tokens))
}

/// Adds a token by the address of its contract, so that it is looked for in the caller's accounts.
///
/// The symbol, name and decimals are read from the contract, and the caller's accounts on the network are read immediately. No
/// other user learns which tokens the caller added. Adding a token again changes nothing.
#[utoipa::path(post, path = "/wallet/asset/add-token", tag = "asset", operation_id = "addToken",
    request_body(content = AddTokenRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = AddTokenAnswer)))]
async fn add_token(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AddTokenRequest>,
) -> Answer<AddedTokenRow> {
    let AddTokenRequest {
        chain,
        contract_address,
    } = request;
    let chain = app.chain(&chain)?;
    let added = app
        .tracker()
        .assets()
        .add_token(&caller, &chain, &contract_address)
        .await?;
    Ok(Envelope::of(token_row(&app, added)))
}

/// Stops looking for a token that the caller added.
///
/// Its holdings are removed from the totals, unless the token is also on a token list.
#[utoipa::path(post, path = "/wallet/asset/remove-token", tag = "asset", operation_id = "removeToken",
    request_body(content = AssetRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = RemoveTokenAnswer)))]
async fn remove_token(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AssetRequest>,
) -> Answer<RemoveTokenData> {
    let AssetRequest { asset } = request;
    let id = asset.id()?;
    let removed = app.tracker().assets().remove_token(&caller, &id).await?;
    Ok(Envelope::of(RemoveTokenData {
        asset: (&id).into(),
        removed,
    }))
}

/// Lists the tokens that the caller added, the latest first.
///
/// They are looked for only in the caller's accounts.
#[utoipa::path(post, path = "/wallet/asset/get-added-tokens", tag = "asset", operation_id = "getAddedTokens",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAddedTokensAnswer)))]
async fn get_added_tokens(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    _: Body<NoFields>,
) -> Answer<GetAddedTokensData> {
    let added = app.tracker().assets().added_tokens(&caller).await?;
    Ok(Envelope::of(GetAddedTokensData {
        tokens: added.into_iter().map(|token| token_row(&app, token)).collect(),
    }))
}

fn token_row(app: &App, token: AddedTokenDetails) -> AddedTokenRow {
    let AddedTokenDetails {
        added: AddedToken { asset, added_at },
        metadata,
    } = token;
    let chain = asset.chain();
    let known = app.tracker().ports().chains.get(&chain);
    AddedTokenRow {
        chain_name: known.map_or_else(|| chain.to_string(), |known| known.name.clone()),
        chain: (&chain).into(),
        contract_address: asset
            .contract()
            .map(|contract| contract.to_string())
            .unwrap_or_default(),
        symbol: metadata.symbol,
        name: metadata.name,
        decimals: metadata.decimals.map(i64::from),
        added_on: added_at.into(),
        asset: (&asset).into(),
    }
}

answers! {
    AddTokenAnswer = AddedTokenRow,
    RemoveTokenAnswer = RemoveTokenData,
    GetAddedTokensAnswer = GetAddedTokensData,
}

/// The request of `add-token`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"chain": "eip155:2222", "contract_address": "0x919C1c267BC06a7039e03fcc2eF738525769109c"}))]
pub struct AddTokenRequest {
    /// The CAIP-2 id or code of the network, or its name on other lists.
    #[schema(example = "eip155:2222")]
    pub chain: String,
    /// The contract of the token.
    #[schema(example = "0x919C1c267BC06a7039e03fcc2eF738525769109c")]
    pub contract_address: String,
}

/// A token that the caller added.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedTokenRow {
    pub asset: AssetIdText,
    pub chain: ChainIdText,
    #[schema(example = "Kava")]
    pub chain_name: String,
    #[schema(example = "0x919C1c267BC06a7039e03fcc2eF738525769109c")]
    pub contract_address: String,
    #[schema(example = "USDt")]
    pub symbol: String,
    #[schema(example = "Tether USD")]
    pub name: String,
    /// The decimals that its contract states.
    #[schema(example = 6)]
    pub decimals: Option<i64>,
    pub added_on: Time,
}

/// Whether the token was removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemoveTokenData {
    pub asset: AssetIdText,
    /// False if the caller had not added it.
    pub removed: bool,
}

/// The tokens that the caller added.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetAddedTokensData {
    pub tokens: Vec<AddedTokenRow>,
}

impl From<AddTokenError> for Problem {
    fn from(error: AddTokenError) -> Self {
        match error {
            AddTokenError::Chain(text) => Self::field("chain", text),
            AddTokenError::Contract(text) => Self::field("contract_address", text),
            AddTokenError::Source(message) => Self::SourceUnavailable { message },
            AddTokenError::Storage(error) => error.into(),
        }
    }
}
