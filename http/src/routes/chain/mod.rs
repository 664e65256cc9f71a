//! Chains: what can be read, what an address is, prices, and the plug-ins' own descriptions.

mod bodies;
mod rows;

pub use bodies::*;

use axum::Extension;
use axum::extract::State;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call, Calls};
use crate::body::{Body, Recognized};
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::Problem;
use crate::wire::{NoFields, currency};

/// How many texts one call may ask about.
const MOST_TEXTS: usize = 200;

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(Call::read(Access::Public), routes!(get_chains))
        .add(Call::read(Access::Public), routes!(get_parent_chains))
        .add(
            Call::read(Access::Public)
                .limited("detect-chain")
                .counts("look-up-names"),
            routes!(detect_chain),
        )
        .add(Call::read(Access::Public), routes!(get_crypto_asset_rates))
        .add(Call::read(Access::Public), routes!(get_profiles))
}

/// All chains.
///
/// Calls accept the CAIP-2 id and the short code of each.
#[utoipa::path(post, path = "/wallet/chain/get-chains", tag = "chain", operation_id = "getChains",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetChainsAnswer)))]
async fn get_chains(State(app): State<App>, _: Body<NoFields>) -> Answer<GetChainsData> {
    Ok(Envelope::of(GetChainsData {
        chains: rows::all(&app),
    }))
}

/// Chains with the chains that share their addresses.
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

/// What a typed text is, and on which chains it can exist.
///
/// An address is judged by its form alone and nobody is told. A name is looked up, and the look-up stands in the privacy ledger. Secrets are refused and not repeated.
#[utoipa::path(post, path = "/wallet/chain/detect-chain", tag = "chain", operation_id = "detectChain",
    request_body(content = DetectChainRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = DetectChainAnswer)))]
async fn detect_chain(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Recognized(request): Recognized<DetectChainRequest>,
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
    if texts.is_empty() || texts.len() > MOST_TEXTS {
        return Err(Problem::field(
            "wallet_address",
            "Please enter 1 to 200 addresses or names",
        ));
    }
    let chains = app.tracker().chains();
    app.spend_look_ups(client, chains.look_ups(&texts).await?)?;
    let found = chains.detect(&texts, chain.as_ref()).await?;
    let results: Vec<_> = found.into_iter().map(rows::detection).collect();
    let first = results.first().cloned().ok_or(Problem::Internal)?;
    Ok(Envelope::of(DetectChainData { first, results }))
}

/// The price of each chain's own coin.
///
/// Null with a reason where no price is known.
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
        rates: rates.into_iter().map(|rate| rows::rate(rate, &currency)).collect(),
        currency_code: currency.to_string(),
    }))
}

/// The plug-ins' own descriptions: what each can do and what it learns.
///
/// Every source that this server is set up to ask.
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
