//! The disclosures: which provider was sent which user data, when and why.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::wire::{ChainIdText, Limit, Start, Time, csv};

use std::collections::BTreeMap;

use axum::extract::State;
use domain::{DisclosureFilter, DisclosurePage};
use ports::disclosure::DisclosedField;
use ports::{SourceId, Timestamp};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::Problem;
use crate::routes::person::EXPORT;

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(Call::read(Access::AnyUser), routes!(get_disclosures))
        .add(
            Call::read(Access::AnyUser).limited(&EXPORT),
            routes!(export_disclosures),
        )
}

/// The most rows of one export. The table is a field of the response, so that every client can read it; a larger one would have to
/// be streamed.
const MAX_EXPORTED: u32 = 10_000;

/// Lists which provider was sent which data of the caller, when and why.
///
/// The rows are paginated, the newest first. A row covers repeated requests from `first_on` to `last_on`.
#[utoipa::path(post, path = "/common/privacy/get-disclosures", tag = "privacy", operation_id = "getDisclosures",
    request_body(content = GetDisclosuresRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetDisclosuresAnswer)))]
async fn get_disclosures(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<GetDisclosuresRequest>,
) -> Answer<GetDisclosuresData> {
    let GetDisclosuresRequest {
        start,
        limit,
        search,
        purpose,
        chain,
        start_datetime,
        end_datetime,
    } = request;
    let filter = filter(&app, search, purpose, chain, (start_datetime, end_datetime))?;
    let found = app
        .tracker()
        .disclosures()
        .search(&caller, filter, start.rows(), limit.rows())
        .await?;
    let DisclosurePage {
        rows,
        total,
        own_nodes_only,
    } = found;
    let names = source_names(&app);
    let disclosures = rows.iter().map(|row| disclosure(row, &names)).collect();
    let total = i64::try_from(total).unwrap_or(i64::MAX);
    Ok(Envelope::of(GetDisclosuresData {
        disclosures,
        start,
        limit,
        total_count: total,
        own_nodes_only,
    }))
}

/// Exports the same rows as a table: CSV of RFC 4180, with ISO 8601 times and without cells that a spreadsheet reads as formulas.
///
/// At most the newest 10,000 rows; `complete` is true if these are all.
#[utoipa::path(post, path = "/common/privacy/export-disclosures", tag = "privacy", operation_id = "exportDisclosures",
    request_body(content = ExportDisclosuresRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ExportDisclosuresAnswer)))]
async fn export_disclosures(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<ExportDisclosuresRequest>,
) -> Answer<ExportDisclosuresData> {
    let ExportDisclosuresRequest {
        search,
        purpose,
        chain,
        start_datetime,
        end_datetime,
    } = request;
    let filter = filter(&app, search, purpose, chain, (start_datetime, end_datetime))?;
    let disclosures = app.tracker().disclosures();
    let found = disclosures.search(&caller, filter, 0, MAX_EXPORTED).await?;
    let names = source_names(&app);
    let rows = found.rows.iter().map(|row| csv_row(disclosure(row, &names)));
    let content = csv::table(COLUMNS, rows)?;
    let rows = i64::try_from(found.rows.len()).unwrap_or(i64::MAX);
    Ok(Envelope::of(ExportDisclosuresData {
        file_name: format!("disclosures-{}.csv", app.clock().now().day()),
        content,
        rows,
        complete: u64::try_from(rows) == Ok(found.total),
    }))
}

const COLUMNS: [&str; 9] = [
    "first_on",
    "last_on",
    "times",
    "provider",
    "host",
    "purpose",
    "disclosed",
    "address_or_name",
    "chain",
];

fn csv_row(row: Disclosure) -> [String; 9] {
    let Disclosure {
        id: _,
        host,
        provider,
        purpose,
        disclosed,
        wallet_address,
        chain,
        count,
        first_on,
        last_on,
    } = row;
    [
        first_on.0,
        last_on.0,
        count.to_string(),
        provider,
        host,
        purpose,
        disclosed,
        wallet_address.unwrap_or_default(),
        chain.map(|chain| chain.0).unwrap_or_default(),
    ]
}

/// Returns the names of the sources.
fn source_names(app: &App) -> BTreeMap<SourceId, String> {
    let profiles = app.tracker().chains().profiles().into_iter();
    profiles.map(|profile| (profile.id, profile.name)).collect()
}

fn filter(
    app: &App,
    search: Option<String>,
    purpose: Option<String>,
    chain: Option<String>,
    (from, until): (Option<i64>, Option<i64>),
) -> Result<DisclosureFilter, Problem> {
    let trimmed = |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    Ok(DisclosureFilter {
        search: trimmed(search),
        purpose: trimmed(purpose),
        chain: trimmed(chain).map(|text| app.chain(&text)).transpose()?,
        from: from.map(Timestamp::from_seconds),
        until: until.map(Timestamp::from_seconds),
    })
}

fn disclosure(row: &ports::Disclosure, names: &BTreeMap<SourceId, String>) -> Disclosure {
    let ports::Disclosure {
        host,
        source,
        purpose,
        disclosed,
        chain,
        count,
        first_at,
        last_at,
    } = row;
    let (disclosed, subject) = description(disclosed);
    Disclosure {
        id: id(row),
        host: host.clone(),
        provider: names.get(source).cloned().unwrap_or_else(|| source.to_string()),
        purpose: purpose.clone(),
        disclosed: disclosed.to_owned(),
        wallet_address: subject,
        chain: chain.as_ref().map(Into::into),
        count: i64::try_from(*count).unwrap_or(i64::MAX),
        first_on: (*first_at).into(),
        last_on: (*last_at).into(),
    }
}

/// Returns what was disclosed, for people, and the address or name.
fn description(disclosed: &DisclosedField) -> (&'static str, Option<String>) {
    match disclosed {
        DisclosedField::Address(address) => ("This address", Some(address.to_string())),
        DisclosedField::Name(name) => ("This name", Some(name.to_string())),
        DisclosedField::Assets => ("Assets held on this server (not whose)", None),
        DisclosedField::Nothing => ("No user data", None),
    }
}

/// Returns an id that is unique to a provider, a purpose, the disclosed data and a day.
fn id(row: &ports::Disclosure) -> String {
    let disclosed = description(&row.disclosed);
    let key = format!(
        "{}|{}|{}|{disclosed:?}|{:?}|{}",
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
    ExportDisclosuresAnswer = ExportDisclosuresData,
}

/// The request of `get-disclosures`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"start": 0, "limit": 50}))]
pub struct GetDisclosuresRequest {
    #[serde(default)]
    pub start: Start,
    #[serde(default)]
    pub limit: Limit,
    /// Part of a host, a provider's name, a purpose, an address or a name.
    #[schema(example = "coingecko")]
    pub search: Option<String>,
    #[schema(example = "balances")]
    pub purpose: Option<String>,
    /// A chain's id or its code.
    #[schema(example = "ethereum")]
    pub chain: Option<String>,
    /// Only disclosures at this Unix time in seconds or later.
    #[schema(example = 1_735_689_600)]
    pub start_datetime: Option<i64>,
    /// Only disclosures before this Unix time in seconds.
    #[schema(example = 1_767_225_600)]
    pub end_datetime: Option<i64>,
}

/// The request of `export-disclosures`, with the same filters as `get-disclosures`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"search": "coingecko"}))]
pub struct ExportDisclosuresRequest {
    /// Part of a host, a provider's name, a purpose, an address or a name.
    #[schema(example = "coingecko")]
    pub search: Option<String>,
    #[schema(example = "balances")]
    pub purpose: Option<String>,
    /// A chain's id or its code.
    #[schema(example = "ethereum")]
    pub chain: Option<String>,
    /// Only disclosures at this Unix time in seconds or later.
    #[schema(example = 1_735_689_600)]
    pub start_datetime: Option<i64>,
    /// Only disclosures before this Unix time in seconds.
    #[schema(example = 1_767_225_600)]
    pub end_datetime: Option<i64>,
}

/// The caller's disclosures as a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportDisclosuresData {
    #[schema(example = "disclosures-2025-09-08.csv")]
    pub file_name: String,
    /// CSV with a header line.
    #[schema(example = "first_on,last_on,times,provider,host,purpose,disclosed,address_or_name,chain\r\n")]
    pub content: String,
    #[schema(example = 12)]
    pub rows: i64,
    /// Whether these are all that match.
    pub complete: bool,
}

/// One page of the caller's disclosures, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetDisclosuresData {
    pub disclosures: Vec<Disclosure>,
    pub start: Start,
    /// The limit that was used.
    pub limit: Limit,
    /// How many rows match.
    #[schema(example = 12)]
    pub total_count: i64,
    /// Whether only the operator's own nodes are queried.
    pub own_nodes_only: bool,
}

/// One provider was sent the same data, once or repeatedly.
#[derive(Debug, Serialize, ToSchema)]
pub struct Disclosure {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
    #[schema(example = "eth.llamarpc.com")]
    pub host: String,
    #[schema(example = "Ethereum node")]
    pub provider: String,
    #[schema(example = "balances")]
    pub purpose: String,
    /// What was disclosed, for people.
    #[schema(example = "This address")]
    pub disclosed: String,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    pub chain: Option<ChainIdText>,
    /// How many times.
    #[schema(example = 4)]
    pub count: i64,
    pub first_on: Time,
    pub last_on: Time,
}
