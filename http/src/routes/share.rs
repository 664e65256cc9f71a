//! Share links, and the share sessions of visitors of a shared portfolio or a public address.

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::State;
use domain::ShareError;
use domain::share::{NewShareSession, Rotation, SharedWallet};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::app::LOOK_UP_NAMES;
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{self, CallLimit, per_hour};
use crate::problem::{Code, Problem};
use crate::routes::chain::DetectedChain;
use crate::routes::user::{CREATE_USER, WalletChains};
use crate::routes::wallet::ReverseName;
use crate::wire::{Time, World};

/// Limits guesses of share links.
static LINK_MISS: CallLimit = CallLimit::new("link-miss", "links that do not exist", per_hour::<20>());

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(rotate_link),
        )
        .add(
            Call::write(Access::Public)
                .problems(&[Code::NotFound])
                .counts(&LINK_MISS),
            routes!(get_portfolio_by_link),
        )
        .add(
            Call::write(Access::Public).limited(&CREATE_USER).counts(&LOOK_UP_NAMES),
            routes!(get_portfolio_by_address),
        )
}

/// Turns the caller's share link on or off, or renews it.
///
/// Sharing is off until this is called. If a link is renewed or turned off, the old link stops working and its share sessions end
/// immediately.
#[utoipa::path(post, path = "/organisation/user/rotate-link", tag = "share", operation_id = "rotateLink",
    request_body(content = RotateLinkRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = RotateLinkAnswer)))]
async fn rotate_link(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<RotateLinkRequest>,
) -> Answer<RotateLinkData> {
    let RotateLinkRequest { enabled } = request;
    let rotation = match enabled {
        Some(true) => Rotation::On,
        Some(false) => Rotation::Off,
        None => Rotation::New,
    };
    let link = app.tracker().shares().rotate(&caller, rotation).await?;
    Ok(Envelope::of(RotateLinkData {
        enabled: link.is_some(),
        link: link.as_ref().map(ToString::to_string),
    }))
}

/// Opens a share session for a shared portfolio, which is valid for an hour.
///
/// The token permits only reading what is shared. Requests for links that do not exist are counted per network; after too many of
/// them, no link can be opened for a while.
#[utoipa::path(post, path = "/organisation/user/get-portfolio-by-link", tag = "share", operation_id = "getPortfolioByLink",
    request_body(content = GetPortfolioByLinkRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetPortfolioByLinkAnswer)))]
async fn get_portfolio_by_link(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(request): Body<GetPortfolioByLinkRequest>,
) -> Answer<ShareSessionData> {
    let GetPortfolioByLinkRequest { token } = request;
    let misses = app.settings().limits.counted(&LINK_MISS, client)?;
    let session = app.tracker().shares().open(&token, &misses).await;
    let session = session.map_err(|error| match error {
        ShareError::Missed { left } => {
            limit::record_left(&LINK_MISS, left);
            Problem::NotFound
        }
        ShareError::TooMany { retry_after } => limit::exceeded(&LINK_MISS, retry_after),
        other => other.into(),
    })?;
    Ok(Envelope::of(share_session(&app, session)))
}

/// Opens a share session for one public address, which is valid for an hour.
///
/// No wallet is stored. The address is read as for a new user, so the response does not reveal whether anyone watches it. The
/// queried sources learn the address, as with `create-user`.
#[utoipa::path(post, path = "/organisation/user/get-portfolio-by-address", tag = "share", operation_id = "getPortfolioByAddress",
    request_body(content = GetPortfolioByAddressRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetPortfolioByAddressAnswer)))]
async fn get_portfolio_by_address(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(request): Body<GetPortfolioByAddressRequest>,
) -> Answer<ShareSessionData> {
    let GetPortfolioByAddressRequest { wallet_address } = request;
    let shares = app.tracker().shares();
    app.count_lookups(client, shares.look_ups(&wallet_address).await?)
        .await?;
    let session = shares.open_address(&wallet_address).await?;
    Ok(Envelope::of(share_session(&app, session)))
}

fn share_session(app: &App, session: NewShareSession) -> ShareSessionData {
    let NewShareSession {
        wallets,
        support: reach,
        token,
        expires_at,
    } = session;
    let detected = |(chain, is_read)| DetectedChain::of(chain, is_read);
    let entry = |wallet: &SharedWallet| {
        let chains = WalletChains {
            display_address: wallet.name.as_ref().map(ToString::to_string),
            chains: reach.chains(&wallet.address).into_iter().map(detected).collect(),
        };
        (wallet.address.to_string(), chains)
    };
    ShareSessionData {
        token: token.reveal().to_owned(),
        expires_on: expires_at.into(),
        wallets: wallets.iter().map(entry).collect(),
        user: SharedUser {
            user_wallets: wallets.into_iter().map(Into::into).collect(),
        },
        chains: reach
            .all()
            .iter()
            .filter(|(_, is_read)| *is_read)
            .map(|(chain, is_read)| detected((chain, *is_read)))
            .collect(),
        world: app.world(),
    }
}

impl From<SharedWallet> for SharedUserWallet {
    fn from(wallet: SharedWallet) -> Self {
        let label = wallet.label();
        let SharedWallet {
            address,
            name,
            reverse_name,
        } = wallet;
        Self {
            address: address.to_string(),
            display_address: name.as_ref().map(ToString::to_string),
            reverse_name: ReverseName::of(reverse_name.as_ref()),
            label,
        }
    }
}

answers! {
    RotateLinkAnswer = RotateLinkData,
    GetPortfolioByLinkAnswer = ShareSessionData,
    GetPortfolioByAddressAnswer = ShareSessionData,
}

impl From<ShareError> for Problem {
    fn from(error: ShareError) -> Self {
        match error {
            ShareError::NotFound | ShareError::Missed { .. } => Self::NotFound,
            ShareError::NoAddress(text) => Self::field("wallet_address", text),
            ShareError::TooMany { retry_after } => Self::RateLimited { retry_after },
            ShareError::Storage(error) => error.into(),
        }
    }
}

/// The request of `rotate-link`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"enabled": true}))]
pub struct RotateLinkRequest {
    /// True turns the link on and keeps an existing one. False turns it off. Without it, the link is renewed.
    pub enabled: Option<bool>,
}

/// The caller's share link.
#[derive(Debug, Serialize, ToSchema)]
pub struct RotateLinkData {
    pub enabled: bool,
    /// The last part of `/home/...`; null if nothing is shared.
    #[schema(example = "4hK2mQ8tYzB1nW6rC3xVdE")]
    pub link: Option<String>,
}

/// The request of `get-portfolio-by-link`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"token": "4hK2mQ8tYzB1nW6rC3xVdE"}))]
pub struct GetPortfolioByLinkRequest {
    /// The last part of the link.
    #[schema(example = "4hK2mQ8tYzB1nW6rC3xVdE")]
    pub token: String,
}

/// The request of `get-portfolio-by-address`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_address": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"}))]
pub struct GetPortfolioByAddressRequest {
    /// A public address, or a name, which is resolved.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: String,
}

/// A new share session.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SharedLook)]
pub struct ShareSessionData {
    /// The token, for `Authorization: Bearer` on the calls marked `x-shared`. It is returned once and stored as a hash.
    #[schema(example = "spy_share_4hK2mQ8tYzB1nW6rC3xVdE7pL9sFgJ0aUiO5b2Xk")]
    pub token: String,
    /// When the session ends.
    pub expires_on: Time,
    pub user: SharedUser,
    /// By address.
    #[schema(example = json!({"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045": {"display_address": "vitalik.eth", "chains": []}}))]
    pub wallets: BTreeMap<String, WalletChains>,
    /// The chains that this server reads.
    pub chains: Vec<DetectedChain>,
    pub world: World,
}

/// The wallets of a shared portfolio.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedUser {
    pub user_wallets: Vec<SharedUserWallet>,
}

/// A wallet as shown to visitors.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedUserWallet {
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: String,
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    /// The reverse name of the address, if its owner entered no name; null for a public address.
    pub reverse_name: Option<ReverseName>,
    /// The name or the shortened address; nicknames are not shared.
    #[schema(example = "vitalik.eth")]
    pub label: String,
}
