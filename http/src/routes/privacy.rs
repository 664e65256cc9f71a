//! The privacy ledger: who was told what, when and why.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::wire::{Chain, Limit, Start, Time};

use std::collections::BTreeMap;

use axum::extract::State;
use domain::Disclosures;
use ports::SourceId;
use ports::disclosure::Told;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call, Calls};
use crate::body::Body;
use crate::caller::Caller;
use crate::envelope::{Answer, Envelope, answers};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default().add(Call::read(Access::AnyUser), routes!(get_disclosures))
}

/// Who was told what about the caller, when and why.
#[utoipa::path(post, path = "/common/privacy/get-disclosures", tag = "privacy", operation_id = "getDisclosures",
    request_body(content = GetDisclosuresRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetDisclosuresAnswer)))]
async fn get_disclosures(
    State(app): State<App>,
    Caller(caller): Caller,
    Body(request): Body<GetDisclosuresRequest>,
) -> Answer<GetDisclosuresData> {
    let GetDisclosuresRequest { start, limit, search } = request;
    let (start, limit) = (start.clamped(), limit.clamped());
    let search = search
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty());
    let found = app
        .tracker()
        .privacy()
        .disclosures(&caller, search, start.rows(), limit.rows())
        .await?;
    let Disclosures {
        rows,
        total,
        own_nodes_only,
    } = found;
    let names: BTreeMap<_, _> = app
        .tracker()
        .chains()
        .profiles()
        .into_iter()
        .map(|profile| (profile.id, profile.name))
        .collect();
    let disclosures = rows.iter().map(|row| disclosure(row, &names)).collect();
    let total = i64::try_from(total).unwrap_or(i64::MAX);
    Ok(Envelope::of(GetDisclosuresData {
        disclosures,
        start,
        limit,
        total,
        own_nodes_only,
    }))
}

fn disclosure(row: &ports::Disclosure, names: &BTreeMap<SourceId, String>) -> Disclosure {
    let ports::Disclosure {
        host,
        source,
        purpose,
        told,
        chain,
        count,
        first_at,
        last_at,
    } = row;
    let (what, subject) = in_words(told);
    Disclosure {
        id: id(row),
        host: host.clone(),
        provider: names.get(source).cloned().unwrap_or_else(|| source.to_string()),
        purpose: purpose.clone(),
        told: what.to_owned(),
        wallet_address: subject,
        chain: chain.as_ref().map(Into::into),
        count: i64::try_from(*count).unwrap_or(i64::MAX),
        first_on: (*first_at).into(),
        last_on: (*last_at).into(),
    }
}

/// What was told, for people, and the address or the name in it.
fn in_words(told: &Told) -> (&'static str, Option<String>) {
    match told {
        Told::Address(address) => ("That somebody here watches this address.", Some(address.to_string())),
        Told::Name(name) => ("That somebody here asked about this name.", Some(name.to_string())),
        Told::Assets => ("Which assets are held here by anybody, never whose.", None),
        Told::Nothing => ("Nothing about anybody.", None),
    }
}

/// A row is one of a kind by its day and by what was told to whom, and why.
fn id(row: &ports::Disclosure) -> String {
    let told = in_words(&row.told);
    let key = format!(
        "{}|{}|{}|{told:?}|{:?}|{}",
        row.host,
        row.source,
        row.purpose,
        row.chain,
        row.first_at.day()
    );
    hex::encode(&Sha256::digest(key)[..16])
}

answers! {
    GetDisclosuresAnswer = GetDisclosuresData,
}

/// The request of `get-disclosures`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(example = json!({"start": 0, "limit": 50}))]
pub struct GetDisclosuresRequest {
    #[serde(default)]
    pub start: Start,
    #[serde(default)]
    pub limit: Limit,
    /// Part of a host, a provider or an address.
    #[schema(example = "coingecko")]
    pub search: Option<String>,
}

/// One page of the caller's ledger, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetDisclosuresData {
    pub disclosures: Vec<Disclosure>,
    pub start: Start,
    /// The limit that was used.
    pub limit: Limit,
    /// How many rows match.
    #[schema(example = 12)]
    pub total: i64,
    /// True where only the operator's own nodes are asked.
    pub own_nodes_only: bool,
}

/// One provider was told one thing, once or often.
#[derive(Debug, Serialize, ToSchema)]
pub struct Disclosure {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
    #[schema(example = "eth.llamarpc.com")]
    pub host: String,
    #[schema(example = "Ethereum node")]
    pub provider: String,
    #[schema(example = "balance")]
    pub purpose: String,
    /// What was told, for people.
    #[schema(example = "That somebody here watches this address.")]
    pub told: String,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    pub chain: Option<Chain>,
    /// How often.
    #[schema(example = 4)]
    pub count: i64,
    pub first_on: Time,
    pub last_on: Time,
}
