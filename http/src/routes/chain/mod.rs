//! Chains, address detection, prices of coins, and the profiles of sources.

mod bodies;
mod rows;

pub use bodies::*;

use axum::Extension;
use axum::extract::State;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::app::LOOK_UP_NAMES;
use crate::body::{Body, BodyWithSecrets};
use crate::calls::Calls;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_minute};
use crate::problem::Problem;
use crate::wire::{NoFields, currency};

/// The most texts of one call.
const MAX_TEXTS: usize = 200;

/// Limits a call that comes with every change of a text.
static DETECT_CHAIN: CallLimit = CallLimit::new("detect-chain", "calls", per_minute::<600>()).in_memory();

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(Call::read(Access::Public), routes!(get_chains))
        .add(Call::read(Access::Public), routes!(get_parent_chains))
        .add(
            Call::read(Access::Public).limited(&DETECT_CHAIN).counts(&LOOK_UP_NAMES),
            routes!(detect_chain),
        )
        .add(Call::read(Access::Public), routes!(get_crypto_asset_rates))
        .add(Call::read(Access::Public), routes!(get_profiles))
}

/// Lists all chains.
///
/// Calls accept the CAIP-2 id and the short code of a chain.
#[utoipa::path(post, path = "/wallet/chain/get-chains", tag = "chain", operation_id = "getChains",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetChainsAnswer)))]
async fn get_chains(State(app): State<App>, _: Body<NoFields>) -> Answer<GetChainsData> {
    Ok(Envelope::of(GetChainsData {
        chains: rows::all(&app),
    }))
}

/// Lists the parent chains with the chains that share their addresses.
///
/// An address of a parent chain is valid on all of its chains.
#[utoipa::path(post, path = "/wallet/chain/get-parent-chains", tag = "chain", operation_id = "getParentChains",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetParentChainsAnswer)))]
async fn get_parent_chains(State(app): State<App>, _: Body<NoFields>) -> Answer<GetParentChainsData> {
    Ok(Envelope::of(GetParentChainsData {
        chains: rows::parents(rows::all(&app)),
    }))
}

/// Detects what an entered text is, and on which chains it is valid.
///
/// An address is recognized by its form alone and not disclosed to anyone. A name is resolved, and the lookup is recorded as a disclosure. Secrets are rejected and not echoed.
#[utoipa::path(post, path = "/wallet/chain/detect-chain", tag = "chain", operation_id = "detectChain",
    request_body(content = DetectChainRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = DetectChainAnswer)))]
async fn detect_chain(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    BodyWithSecrets(request): BodyWithSecrets<DetectChainRequest>,
) -> Answer<DetectChainData> {
    let DetectChainRequest {
        chain,
        wallet_address,
        wallet_addresses,
    } = request;
    let chain = chain.map(|text| app.chain(&text)).transpose()?;
    let texts: Vec<_> = wallet_address
        .into_iter()
        .chain(wallet_addresses.unwrap_or_default())
        .collect();
    if texts.is_empty() || texts.len() > MAX_TEXTS {
        return Err(Problem::field(
            "wallet_address",
            "Please enter 1 to 200 addresses or names",
        ));
    }
    let chains = app.tracker().chains();
    app.count_lookups(client, chains.look_ups(&texts).await?).await?;
    let found = chains.detect(&texts, chain.as_ref()).await?;
    let results: Vec<_> = found.into_iter().map(rows::detection).collect();
    let first = results.first().cloned().ok_or(Problem::Internal)?;
    Ok(Envelope::of(DetectChainData { first, results }))
}

/// Returns the price of each chain's own coin.
///
/// A price that is unknown is null and has a reason.
#[utoipa::path(post, path = "/wallet/chain/get-crypto-asset-rates", tag = "chain", operation_id = "getCryptoAssetRates",
    request_body(content = GetCryptoAssetRatesRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetCryptoAssetRatesAnswer)))]
async fn get_crypto_asset_rates(
    State(app): State<App>,
    Body(request): Body<GetCryptoAssetRatesRequest>,
) -> Answer<GetCryptoAssetRatesData> {
    let GetCryptoAssetRatesRequest { currency_code } = request;
    let currency = currency(currency_code.as_deref())?;
    let rates = app.tracker().prices().rates(&currency).await?;
    Ok(Envelope::of(GetCryptoAssetRatesData {
        rates: rates.into_iter().map(rows::rate).collect(),
        currency_code: currency.to_string(),
    }))
}

/// Lists every source that this server is configured to query.
///
/// Each has its capabilities, and what it learns about users.
#[utoipa::path(post, path = "/wallet/chain/get-profiles", tag = "chain", operation_id = "getProfiles",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetProfilesAnswer)))]
async fn get_profiles(State(app): State<App>, _: Body<NoFields>) -> Answer<GetProfilesData> {
    let profiles = app.tracker().chains().profiles();
    Ok(Envelope::of(GetProfilesData {
        profiles: profiles.into_iter().map(Into::into).collect(),
        own_nodes_only: app.tracker().world().own_nodes_only,
    }))
}

answers! {
    GetChainsAnswer = GetChainsData,
    GetParentChainsAnswer = GetParentChainsData,
    DetectChainAnswer = DetectChainData,
    GetCryptoAssetRatesAnswer = GetCryptoAssetRatesData,
    GetProfilesAnswer = GetProfilesData,
}
