//! Links to portfolios, and the looks that visitors take by them or at one address.

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::State;
use domain::ShareError;
use domain::share::{Opened, Rotation, SharedWallet};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call, Calls};
use crate::body::Body;
use crate::caller::Caller;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit;
use crate::problem::{Code, Problem};
use crate::routes::chain::DetectedChain;
use crate::routes::user::WalletChains;
use crate::routes::wallet::ReverseName;
use crate::wire::{Time, World};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::AnyUser).refuses(&[Code::NotFound]),
            routes!(rotate_link),
        )
        .add(
            Call::write(Access::Public)
                .refuses(&[Code::NotFound])
                .counts("link-miss"),
            routes!(get_portfolio_by_link),
        )
        .add(
            Call::write(Access::Public)
                .limited("create-user")
                .counts("look-up-names"),
            routes!(get_portfolio_by_address),
        )
}

/// Turns the caller's share link on or off, or renews it.
///
/// Sharing is off until this is called. A link that is renewed or turned off opens nothing any more, and whoever looks by it
/// is shown out at once.
#[utoipa::path(post, path = "/organisation/user/rotate-link", tag = "share", operation_id = "rotateLink",
    request_body(content = RotateLinkRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = RotateLinkAnswer)))]
async fn rotate_link(
    State(app): State<App>,
    Caller(caller): Caller,
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

/// Opens a look at a shared portfolio, for an hour.
///
/// The token reads what is shown and nothing else. Links that do not exist count, for each network; after too many, none is
/// opened for a while.
#[utoipa::path(post, path = "/organisation/user/get-portfolio-by-link", tag = "share", operation_id = "getPortfolioByLink",
    request_body(content = GetPortfolioByLinkRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetPortfolioByLinkAnswer)))]
async fn get_portfolio_by_link(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(request): Body<GetPortfolioByLinkRequest>,
) -> Answer<SharedLook> {
    let GetPortfolioByLinkRequest { token } = request;
    let misses = app.settings().limits.counted("link-miss", client)?;
    let opened = app.tracker().shares().open(&token, &misses).await;
    let opened = opened.map_err(|error| match error {
        ShareError::Missed { left } => {
            limit::note_left("link-miss", left);
            Problem::NotFound
        }
        ShareError::TooMany { retry_after } => limit::refuse("link-miss", retry_after),
        other => other.into(),
    })?;
    Ok(Envelope::of(look(&app, opened)))
}

/// Opens a look at one public address, for an hour.
///
/// No wallet is stored. The address is read as for somebody new, so the answer is the same whether or not somebody here
/// watches it, and the sources that are asked learn the address as they do from `create-user`.
#[utoipa::path(post, path = "/organisation/user/get-portfolio-by-address", tag = "share", operation_id = "getPortfolioByAddress",
    request_body(content = GetPortfolioByAddressRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetPortfolioByAddressAnswer)))]
async fn get_portfolio_by_address(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(request): Body<GetPortfolioByAddressRequest>,
) -> Answer<SharedLook> {
    let GetPortfolioByAddressRequest { wallet_address } = request;
    let shares = app.tracker().shares();
    app.spend_look_ups(client, shares.look_ups(&wallet_address).await?)?;
    let opened = shares.open_address(&wallet_address).await?;
    Ok(Envelope::of(look(&app, opened)))
}

fn look(app: &App, opened: Opened) -> SharedLook {
    let Opened {
        wallets,
        support: reach,
        token,
        expires_at,
    } = opened;
    let described = |(chain, is_read)| DetectedChain::of(chain, is_read);
    let found = |wallet: &SharedWallet| {
        let chains = WalletChains {
            display_address: wallet.name.as_ref().map(ToString::to_string),
            chains: reach.chains(&wallet.address).into_iter().map(described).collect(),
        };
        (wallet.address.to_string(), chains)
    };
    SharedLook {
        token: token.reveal().to_owned(),
        expires_on: expires_at.into(),
        wallets: wallets.iter().map(found).collect(),
        user: SharedUser {
            user_wallets: wallets.into_iter().map(Into::into).collect(),
        },
        chains: reach
            .all()
            .iter()
            .filter(|(_, is_read)| *is_read)
            .map(|(chain, is_read)| described((chain, *is_read)))
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
    GetPortfolioByLinkAnswer = SharedLook,
    GetPortfolioByAddressAnswer = SharedLook,
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
    /// True: there is a link, the one that is there already if there is one. False: there is none. Left out: there is
    /// another one.
    pub enabled: Option<bool>,
}

/// The caller's share link.
#[derive(Debug, Serialize, ToSchema)]
pub struct RotateLinkData {
    pub enabled: bool,
    /// The last part of `/home/...`; null while nothing is shared.
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
    /// A public address, or a name, which is looked up.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: String,
}

/// A look that was opened.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedLook {
    /// Goes as `Authorization: Bearer` on the calls that are marked `x-shared`. It is shown once and stored as a hash.
    #[schema(example = "spy_share_4hK2mQ8tYzB1nW6rC3xVdE7pL9sFgJ0aUiO5b2Xk")]
    pub token: String,
    /// When the look ends.
    pub expires_on: Time,
    pub user: SharedUser,
    /// By address.
    #[schema(example = json!({"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045": {"display_address": "vitalik.eth", "chains": []}}))]
    pub wallets: BTreeMap<String, WalletChains>,
    /// The chains that are read here.
    pub chains: Vec<DetectedChain>,
    pub world: World,
}

/// The person behind a share, as far as visitors see them: their wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedUser {
    pub user_wallets: Vec<SharedUserWallet>,
}

/// A wallet as visitors see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedUserWallet {
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: String,
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    /// The address's own name, where its owner gave no name; null on the page of a public address.
    pub reverse_name: Option<ReverseName>,
    /// Name or shortened address; nicknames are not shown.
    #[schema(example = "vitalik.eth")]
    pub label: String,
}
