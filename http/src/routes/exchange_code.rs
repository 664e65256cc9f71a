//! What codes of assets at exchanges mean, where no list says it.

use axum::extract::State;
use domain::mapped_code::{ExchangeCode, MappedCodeError};
use ports::Asset;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::exchange::exchange_id;
use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::mark;
use crate::problem::{Code, Problem};
use crate::wire::{AssetIdText, Time};

/// The longest symbol or address that is looked for.
const LONGEST: usize = 100;

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::read(Access::AnyUser).computes().problems(&[Code::NotFound]),
            routes!(get_exchange_codes),
        )
        .add(Call::read(Access::AnyUser), routes!(get_code_candidates))
        .add(
            Call::write(Access::Registered).computes().problems(&[Code::NotFound]),
            routes!(set_exchange_code),
        )
        .add(
            Call::write(Access::Registered).computes().problems(&[Code::NotFound]),
            routes!(clear_exchange_code),
        )
}

/// Returns the codes in the caller's accounts at an exchange that no list maps to an asset.
///
/// Their amounts are shown and have no price until the caller states what they mean. Codes that the caller mapped are included.
#[utoipa::path(post, path = "/organisation/user/get-exchange-codes", tag = "exchange", operation_id = "getExchangeCodes",
    request_body(content = ExchangeCodesRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetExchangeCodesAnswer)))]
async fn get_exchange_codes(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<ExchangeCodesRequest>,
) -> Answer<ExchangeCodesData> {
    let exchange = exchange_id(&app, &request.exchange)?;
    let codes = app.tracker().mapped_codes().list(&caller, &exchange).await?;
    Ok(Envelope::of(ExchangeCodesData {
        codes: codes.iter().map(|code| code_row(&app, code)).collect(),
    }))
}

/// Returns the assets that a code may mean: those with this symbol, or with this contract on any network.
///
/// At most 40 are returned, those of published lists first. Anybody can make a token with any symbol, so that a person has to choose.
#[utoipa::path(post, path = "/organisation/user/get-code-candidates", tag = "exchange", operation_id = "getCodeCandidates",
    request_body(content = CodeCandidatesRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetCodeCandidatesAnswer)))]
async fn get_code_candidates(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<CodeCandidatesRequest>,
) -> Answer<CodeCandidatesData> {
    let text = request.symbol.trim();
    if text.is_empty() || text.len() > LONGEST {
        return Err(Problem::field(
            "symbol",
            "Enter a symbol, or the address of a contract.",
        ));
    }
    let found = app.tracker().mapped_codes().candidates(&caller, text).await?;
    Ok(Envelope::of(CodeCandidatesData {
        assets: found.iter().map(|asset| candidate_row(&app, asset)).collect(),
    }))
}

/// States which asset a code at an exchange means, in all of the caller's accounts there.
///
/// The balances are read again and the entries derived again, so that it has the prices and the cost of this asset. What the exchange sent
/// stays as it is.
#[utoipa::path(post, path = "/organisation/user/set-exchange-code", tag = "exchange", operation_id = "setExchangeCode",
    request_body(content = SetExchangeCodeRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SetExchangeCodeAnswer)))]
async fn set_exchange_code(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<SetExchangeCodeRequest>,
) -> Answer<SetExchangeCodeData> {
    let (code, asset) = (request.code.of_field("code")?, request.asset.id()?);
    app.tracker().mapped_codes().map(&caller, &code, &asset).await?;
    Ok(Envelope::of(SetExchangeCodeData {
        code: (&code).into(),
        asset: (&asset).into(),
    }))
}

/// Takes back what the caller stated about a code at an exchange.
///
/// Its amounts are those of the code again, without a price.
#[utoipa::path(post, path = "/organisation/user/clear-exchange-code", tag = "exchange", operation_id = "clearExchangeCode",
    request_body(content = ClearExchangeCodeRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ClearExchangeCodeAnswer)))]
async fn clear_exchange_code(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<ClearExchangeCodeRequest>,
) -> Answer<ClearExchangeCodeData> {
    let code = request.code.of_field("code")?;
    let cleared = app.tracker().mapped_codes().clear(&caller, &code).await?;
    Ok(Envelope::of(ClearExchangeCodeData {
        code: (&code).into(),
        cleared,
    }))
}

fn code_row(app: &App, code: &ExchangeCode) -> ExchangeCodeRow {
    let mapped = code.mapped.as_ref();
    ExchangeCodeRow {
        code: (&code.code).into(),
        symbol: code.symbol.clone(),
        is_held: code.is_held,
        asset: mapped.map(|(asset, _)| candidate_row(app, asset)),
        mapped_on: mapped.map(|(_, at)| (*at).into()),
    }
}

fn candidate_row(app: &App, asset: &Asset) -> CodeCandidateRow {
    let chain = asset.id.chain();
    let known = app.tracker().ports().chains.get(&chain);
    let is_currency = asset.id.currency_code().is_some();
    CodeCandidateRow {
        asset: (&asset.id).into(),
        symbol: asset.metadata.symbol.clone(),
        name: asset.metadata.name.clone(),
        chain_name: match known {
            _ if is_currency => None,
            Some(known) => Some(known.name.clone()),
            None => Some(chain.to_string()),
        },
        contract_address: asset.id.contract().map(|contract| contract.to_string()),
        listed: asset.listed,
        mark: mark::of_asset(&asset.id),
    }
}

impl From<MappedCodeError> for Problem {
    fn from(error: MappedCodeError) -> Self {
        match error {
            MappedCodeError::NotFound => Self::NotFound,
            MappedCodeError::Target(text) => Self::field("asset", text),
            MappedCodeError::Ledger(error) => error.into(),
            MappedCodeError::Storage(error) => error.into(),
        }
    }
}

answers! {
    GetExchangeCodesAnswer = ExchangeCodesData,
    GetCodeCandidatesAnswer = CodeCandidatesData,
    SetExchangeCodeAnswer = SetExchangeCodeData,
    ClearExchangeCodeAnswer = ClearExchangeCodeData,
}

/// The request of `get-exchange-codes`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"exchange": "kraken"}))]
pub struct ExchangeCodesRequest {
    /// The exchange.
    #[schema(example = "kraken")]
    pub exchange: String,
}

/// The codes at an exchange that no list maps to an asset.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExchangeCodesData {
    /// Ordered by code.
    pub codes: Vec<ExchangeCodeRow>,
}

/// A code at an exchange that no list maps to an asset.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeCode)]
pub struct ExchangeCodeRow {
    /// The asset that is known by this code only.
    #[schema(example = "exchange:kraken/code:NEWCOIN")]
    pub code: AssetIdText,
    /// The code as the exchange sends it.
    #[schema(example = "NEWCOIN")]
    pub symbol: String,
    /// Whether an account has a balance of it.
    pub is_held: bool,
    /// What the caller stated that it means; null for nothing.
    pub asset: Option<CodeCandidateRow>,
    /// When the caller stated it.
    pub mapped_on: Option<Time>,
}

/// The request of `get-code-candidates`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"symbol": "USDC"}))]
pub struct CodeCandidatesRequest {
    /// A symbol, or the address of a contract.
    #[schema(example = "USDC", max_length = 100)]
    pub symbol: String,
}

/// The assets that a code may mean.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodeCandidatesData {
    /// Those of published lists first.
    pub assets: Vec<CodeCandidateRow>,
}

/// An asset that a code may mean.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CodeCandidate)]
pub struct CodeCandidateRow {
    /// Its id.
    pub asset: AssetIdText,
    /// Its symbol, which anybody can choose.
    #[schema(example = "USDC")]
    pub symbol: String,
    /// Its name, which anybody can choose.
    #[schema(example = "USD Coin")]
    pub name: String,
    /// The network; null for a currency of a state.
    #[schema(example = "Ethereum")]
    pub chain_name: Option<String>,
    /// Its contract; null for coins and currencies.
    #[schema(example = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")]
    pub contract_address: Option<String>,
    /// Whether a published list names it.
    pub listed: bool,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/tokens/USDC.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
}

/// The request of `set-exchange-code`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "exchange:kraken/code:NEWCOIN", "asset": "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F"}))]
pub struct SetExchangeCodeRequest {
    /// The code, as `get-exchange-codes` returns it.
    #[schema(example = "exchange:kraken/code:NEWCOIN")]
    pub code: AssetIdText,
    /// What it means.
    pub asset: AssetIdText,
}

/// What a code means.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetExchangeCodeData {
    /// The code.
    #[schema(example = "exchange:kraken/code:NEWCOIN")]
    pub code: AssetIdText,
    /// What it means.
    pub asset: AssetIdText,
}

/// The request of `clear-exchange-code`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "exchange:kraken/code:NEWCOIN"}))]
pub struct ClearExchangeCodeRequest {
    /// The code, as `get-exchange-codes` returns it.
    #[schema(example = "exchange:kraken/code:NEWCOIN")]
    pub code: AssetIdText,
}

/// Whether something was taken back.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClearExchangeCodeData {
    /// The code.
    #[schema(example = "exchange:kraken/code:NEWCOIN")]
    pub code: AssetIdText,
    /// False if nothing was stated about it.
    pub cleared: bool,
}
