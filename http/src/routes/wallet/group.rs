//! The call that groups wallets.

use std::collections::BTreeSet;

use axum::extract::State;
use ports::{WalletGroup, WalletId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::UpdateWalletData;
use crate::App;
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::Problem;
use crate::routes::user;

/// The most wallets of one request.
const MAX_WALLETS: usize = 500;

/// The request of `set-group`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallets": ["01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11"], "group": "Treasury"}))]
pub struct SetWalletGroupRequest {
    /// The ids of wallets of the caller.
    #[schema(min_items = 1, max_items = 500, example = json!(["01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11"]))]
    pub wallets: Vec<String>,
    /// The name of the group, of 1 to 40 characters. An empty text removes the wallets from their groups.
    #[schema(example = "Treasury")]
    pub group: String,
}

/// Puts wallets into a group, or removes them from their groups.
///
/// Wallets with the same name of a group belong together; a group exists while a wallet is in it. Nothing is changed if the caller lacks one of the wallets. Visitors see no groups, and groups change no figure.
#[utoipa::path(post, path = "/wallet/user-wallet/set-group", tag = "wallet", operation_id = "setWalletGroup",
    request_body(content = SetWalletGroupRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SetWalletGroupAnswer)))]
pub async fn set_group(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<SetWalletGroupRequest>,
) -> Answer<UpdateWalletData> {
    let SetWalletGroupRequest { wallets, group } = request;
    if wallets.is_empty() || wallets.len() > MAX_WALLETS {
        return Err(Problem::field("wallets", "Choose 1 to 500 wallets."));
    }
    // An id that cannot be parsed is that of no wallet.
    let ids = wallets.iter().map(|id| id.parse::<WalletId>());
    let ids: BTreeSet<_> = ids.collect::<Result<_, _>>().map_err(|_| Problem::NotFound)?;
    let group = Some(group.trim()).filter(|text| !text.is_empty());
    let group = group.map(str::parse::<WalletGroup>).transpose();
    let group = group.map_err(|error| Problem::field("group", error.to_string()))?;
    let tracker = app.tracker();
    let wallets = tracker.wallets().set_group(&caller, &ids, group.as_ref()).await?;
    let user_wallets = user::wallets_of(&wallets, &tracker.chains().support());
    Ok(Envelope::of(UpdateWalletData { user_wallets }))
}

answers! {
    SetWalletGroupAnswer = UpdateWalletData,
}
