//! What a person says about an asset: its price, whether it is shown, and by which decimals it is counted.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{Asset, Decimal, Time, currency};

use axum::extract::State;
use domain::AssetError;
use domain::manual_price::PriceError;
use ports::{ManualPrice, Price};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call, Calls};
use crate::body::Body;
use crate::caller::Caller;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::AnyUser).refuses(&[Code::NotFound]),
            routes!(set_asset_price),
        )
        .add(
            Call::write(Access::AnyUser).refuses(&[Code::NotFound]),
            routes!(clear_asset_price),
        )
        .add(
            Call::write(Access::AnyUser).refuses(&[Code::NotFound]),
            routes!(hide_asset),
        )
        .add(
            Call::write(Access::AnyUser).refuses(&[Code::NotFound]),
            routes!(show_asset),
        )
        .add(
            Call::write(Access::AnyUser).refuses(&[Code::NotFound]),
            routes!(accept_decimals),
        )
        .add(
            Call::write(Access::AnyUser).refuses(&[Code::NotFound]),
            routes!(clear_decimals),
        )
}

/// Sets the caller's own price of an asset.
///
/// It wins over every source and is marked wherever it is used. It is kept in dollars: one in another currency becomes dollars by the rate of now.
#[utoipa::path(post, path = "/wallet/asset/set-price", tag = "asset", operation_id = "setAssetPrice",
    request_body(content = SetAssetPriceRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SetAssetPriceAnswer)))]
async fn set_asset_price(
    State(app): State<App>,
    Caller(caller): Caller,
    Body(request): Body<SetAssetPriceRequest>,
) -> Answer<SetAssetPriceData> {
    let SetAssetPriceRequest {
        asset,
        price,
        currency_code,
    } = request;
    let currency = currency(currency_code.as_deref())?;
    let (asset, price) = (asset.id()?, stated(&price)?.amount());
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

/// Digits of a number that a person enters: more than any price has, and few enough that every figure made of it can be
/// written.
const MOST_DIGITS: usize = 60;

fn stated(price: &Decimal) -> Result<Price, Problem> {
    if price.0.bytes().filter(u8::is_ascii_digit).count() > MOST_DIGITS {
        return Err(Problem::field(
            "price",
            format!("Enter a number with at most {MOST_DIGITS} digits."),
        ));
    }
    price
        .0
        .parse()
        .map_err(|error: ports::money::PriceError| Problem::field("price", error.to_string()))
}

/// Removes the caller's own price of an asset.
///
/// From then on the asset has the price that the sources agree on, if they do.
#[utoipa::path(post, path = "/wallet/asset/clear-price", tag = "asset", operation_id = "clearAssetPrice",
    request_body(content = AssetRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ClearAssetPriceAnswer)))]
async fn clear_asset_price(
    State(app): State<App>,
    Caller(caller): Caller,
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
/// It stays listed as hidden, with its amount, until it is shown again.
#[utoipa::path(post, path = "/wallet/asset/hide-asset", tag = "asset", operation_id = "hideAsset",
    request_body(content = AssetRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = HideAssetAnswer)))]
async fn hide_asset(
    State(app): State<App>,
    Caller(caller): Caller,
    Body(request): Body<AssetRequest>,
) -> Answer<AssetHiddenData> {
    decide(&app, &caller, &request, true).await
}

/// Shows an asset again, also one taken for spam.
///
/// The caller's choice comes before every rule of this server.
#[utoipa::path(post, path = "/wallet/asset/show-asset", tag = "asset", operation_id = "showAsset",
    request_body(content = AssetRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ShowAssetAnswer)))]
async fn show_asset(
    State(app): State<App>,
    Caller(caller): Caller,
    Body(request): Body<AssetRequest>,
) -> Answer<AssetHiddenData> {
    decide(&app, &caller, &request, false).await
}

async fn decide(
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

/// Counts a token by the decimals that a list states.
///
/// It is for a token whose contract states no decimals (`decimals_assumed`). The number is the one that was shown; where the
/// list states another one by now, it is refused.
#[utoipa::path(post, path = "/wallet/asset/accept-decimals", tag = "asset", operation_id = "acceptDecimals",
    request_body(content = AcceptDecimalsRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = AcceptDecimalsAnswer)))]
async fn accept_decimals(
    State(app): State<App>,
    Caller(caller): Caller,
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

/// Counts a token no longer by the decimals that were accepted.
///
/// The holding is a gap again until the contract states its decimals or the caller accepts them again.
#[utoipa::path(post, path = "/wallet/asset/clear-decimals", tag = "asset", operation_id = "clearDecimals",
    request_body(content = AssetRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ClearDecimalsAnswer)))]
async fn clear_decimals(
    State(app): State<App>,
    Caller(caller): Caller,
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
    pub asset: Asset,
    /// The price of one unit: zero or more. It wins over every source and is marked.
    pub price: Decimal,
    /// ISO 4217; USD without it.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The price that now holds for the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetAssetPriceData {
    pub asset: Asset,
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
    pub asset: Asset,
}

/// The request of `accept-decimals`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"asset": "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F", "decimals": 6}))]
pub struct AcceptDecimalsRequest {
    pub asset: Asset,
    /// The decimals that the list states, from 0 to 255.
    #[schema(example = 6)]
    pub decimals: i64,
}

/// Whether the token is counted by decimals that the caller accepted.
#[derive(Debug, Serialize, ToSchema)]
pub struct DecimalsData {
    pub asset: Asset,
    pub accepted: bool,
}

/// The caller's own price is gone.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClearAssetPriceData {
    pub asset: Asset,
    /// False where there was none.
    pub cleared: bool,
}

/// Whether the caller sees the asset.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetHiddenData {
    pub asset: Asset,
    pub hidden: bool,
}

impl From<PriceError> for Problem {
    fn from(error: PriceError) -> Self {
        match error {
            PriceError::Asset(error) => error.into(),
            PriceError::NoRate(_) => Self::field(
                "currency_code",
                "This currency has no exchange rate right now. Send the price in USD.",
            ),
            PriceError::TooLong => Self::field("price", error.to_string()),
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
