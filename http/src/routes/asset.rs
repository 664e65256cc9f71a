//! A person's own settings of an asset: its price, whether it is hidden, and its accepted decimals.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{AssetIdText, Decimal, Time, currency};

use axum::extract::State;
use domain::AssetError;
use domain::manual_price::ManualPriceError;
use ports::{ManualPrice, Price};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(set_asset_price),
        )
        .add(
            Call::write(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(clear_asset_price),
        )
        .add(
            Call::write(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(hide_asset),
        )
        .add(
            Call::write(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(show_asset),
        )
        .add(
            Call::write(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(accept_decimals),
        )
        .add(
            Call::write(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(clear_decimals),
        )
}

/// Sets the caller's own price of an asset.
///
/// It overrides every source and is marked wherever it is used. It is stored in US dollars; a price in another currency is converted at the current rate.
#[utoipa::path(post, path = "/wallet/asset/set-price", tag = "asset", operation_id = "setAssetPrice",
    request_body(content = SetAssetPriceRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SetAssetPriceAnswer)))]
async fn set_asset_price(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<SetAssetPriceRequest>,
) -> Answer<SetAssetPriceData> {
    let SetAssetPriceRequest {
        asset,
        price,
        currency_code,
    } = request;
    let currency = currency(currency_code.as_deref())?;
    let (asset, price) = (asset.id()?, parse_price(&price)?.amount());
    let set = app.tracker().prices().set(&caller, &asset, price, &currency).await?;
    let ManualPrice {
        user: _,
        asset,
        price: _,
        set_at,
    } = set;
    Ok(Envelope::of(SetAssetPriceData {
        asset: (&asset).into(),
        price: Decimal::exact(price),
        currency_code: currency.to_string(),
        set_on: set_at.into(),
    }))
}

/// The most digits of a price. No real price has more, and every figure computed from it can still be represented.
const MAX_DIGITS: usize = 60;

fn parse_price(price: &Decimal) -> Result<Price, Problem> {
    if price.0.bytes().filter(u8::is_ascii_digit).count() > MAX_DIGITS {
        return Err(Problem::field(
            "price",
            format!("Enter a number with at most {MAX_DIGITS} digits."),
        ));
    }
    price
        .0
        .parse()
        .map_err(|error: ports::money::PriceError| Problem::field("price", error.to_string()))
}

/// Removes the caller's own price of an asset.
///
/// The asset then has the price that the sources agree on, if there is one.
#[utoipa::path(post, path = "/wallet/asset/clear-price", tag = "asset", operation_id = "clearAssetPrice",
    request_body(content = AssetRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ClearAssetPriceAnswer)))]
async fn clear_asset_price(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AssetRequest>,
) -> Answer<ClearAssetPriceData> {
    let AssetRequest { asset } = request;
    let id = asset.id()?;
    let cleared = app.tracker().prices().clear(&caller, &id).await?;
    Ok(Envelope::of(ClearAssetPriceData {
        asset: (&id).into(),
        cleared,
    }))
}

/// Leaves an asset out of the totals.
///
/// It is still listed as hidden, with its amount, until it is shown again.
#[utoipa::path(post, path = "/wallet/asset/hide-asset", tag = "asset", operation_id = "hideAsset",
    request_body(content = AssetRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = HideAssetAnswer)))]
async fn hide_asset(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AssetRequest>,
) -> Answer<AssetHiddenData> {
    set_hidden(&app, &caller, &request, true).await
}

/// Shows an asset again, even if it was classified as spam.
///
/// The caller's choice overrides every rule of this server.
#[utoipa::path(post, path = "/wallet/asset/show-asset", tag = "asset", operation_id = "showAsset",
    request_body(content = AssetRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ShowAssetAnswer)))]
async fn show_asset(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AssetRequest>,
) -> Answer<AssetHiddenData> {
    set_hidden(&app, &caller, &request, false).await
}

async fn set_hidden(
    app: &App,
    caller: &domain::Caller,
    AssetRequest { asset }: &AssetRequest,
    hidden: bool,
) -> Answer<AssetHiddenData> {
    let (assets, id) = (app.tracker().assets(), asset.id()?);
    if hidden {
        assets.hide(caller, &id).await?;
    } else {
        assets.show(caller, &id).await?;
    }
    Ok(Envelope::of(AssetHiddenData {
        asset: (&id).into(),
        hidden,
    }))
}

/// Accepts the decimals that a list states for a token.
///
/// This applies to a token whose contract states no decimals (`decimals_assumed`). Send the number that was shown; the request is
/// rejected if the list states another one now.
#[utoipa::path(post, path = "/wallet/asset/accept-decimals", tag = "asset", operation_id = "acceptDecimals",
    request_body(content = AcceptDecimalsRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = AcceptDecimalsAnswer)))]
async fn accept_decimals(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AcceptDecimalsRequest>,
) -> Answer<DecimalsData> {
    let AcceptDecimalsRequest { asset, decimals } = request;
    let id = asset.id()?;
    let number = u8::try_from(decimals).map_err(|_| Problem::field("decimals", "Enter a number from 0 to 255."))?;
    app.tracker().assets().accept_decimals(&caller, &id, number).await?;
    Ok(Envelope::of(DecimalsData {
        asset: (&id).into(),
        accepted: true,
    }))
}

/// Withdraws the accepted decimals of a token.
///
/// The holding is a gap again until the contract states its decimals or the caller accepts decimals again.
#[utoipa::path(post, path = "/wallet/asset/clear-decimals", tag = "asset", operation_id = "clearDecimals",
    request_body(content = AssetRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ClearDecimalsAnswer)))]
async fn clear_decimals(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AssetRequest>,
) -> Answer<DecimalsData> {
    let AssetRequest { asset } = request;
    let id = asset.id()?;
    app.tracker().assets().withdraw_decimals(&caller, &id).await?;
    Ok(Envelope::of(DecimalsData {
        asset: (&id).into(),
        accepted: false,
    }))
}

answers! {
    AcceptDecimalsAnswer = DecimalsData,
    ClearDecimalsAnswer = DecimalsData,
    SetAssetPriceAnswer = SetAssetPriceData,
    ClearAssetPriceAnswer = ClearAssetPriceData,
    HideAssetAnswer = AssetHiddenData,
    ShowAssetAnswer = AssetHiddenData,
}

/// The request of `set-price`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"asset": "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F", "price": "1.01"}))]
pub struct SetAssetPriceRequest {
    pub asset: AssetIdText,
    /// The price of one unit: zero or more. It overrides every source and is marked.
    pub price: Decimal,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The caller's own price.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetAssetPriceData {
    pub asset: AssetIdText,
    pub price: Decimal,
    #[schema(example = "USD")]
    pub currency_code: String,
    pub set_on: Time,
}

/// A request that names one asset.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"asset": "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F"}))]
pub struct AssetRequest {
    pub asset: AssetIdText,
}

/// The request of `accept-decimals`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"asset": "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F", "decimals": 6}))]
pub struct AcceptDecimalsRequest {
    pub asset: AssetIdText,
    /// The decimals that the list states, from 0 to 255.
    #[schema(example = 6)]
    pub decimals: i64,
}

/// Whether the token is counted with decimals that the caller accepted.
#[derive(Debug, Serialize, ToSchema)]
pub struct DecimalsData {
    pub asset: AssetIdText,
    pub accepted: bool,
}

/// Whether the caller's own price was removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClearAssetPriceData {
    pub asset: AssetIdText,
    /// False if there was none.
    pub cleared: bool,
}

/// Whether the asset is hidden from the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetHiddenData {
    pub asset: AssetIdText,
    pub hidden: bool,
}

impl From<ManualPriceError> for Problem {
    fn from(error: ManualPriceError) -> Self {
        match error {
            ManualPriceError::Asset(error) => error.into(),
            ManualPriceError::NoRate(_) => Self::field(
                "currency_code",
                "This currency has no exchange rate right now. Send the price in USD.",
            ),
            ManualPriceError::TooLong => Self::field("price", error.to_string()),
        }
    }
}

impl From<AssetError> for Problem {
    fn from(error: AssetError) -> Self {
        match error {
            AssetError::NotFound => Self::NotFound,
            AssetError::NotAssumed => Self::field(
                "decimals",
                "No token list states these decimals now. Reload the page and check the number.",
            ),
            AssetError::Storage(error) => error.into(),
        }
    }
}
