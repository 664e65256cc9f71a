//! What the caller calls addresses of others.

use axum::extract::State;
use ports::Address;
use ports::address::ParseAddressError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::Problem;
use crate::wire::ChainIdText;

/// The request of `set-label`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"chain": "eip155:1", "address": "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D", "label": "Landlord"}))]
pub struct SetLabelRequest {
    /// The id or code of a network on which the address is. The label holds on all networks of its kind, such as all EVM networks.
    #[schema(example = "eip155:1")]
    pub chain: String,
    /// An address that is none of the caller's wallets.
    #[schema(example = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D")]
    pub address: String,
    /// At most 60 characters; null or empty removes the label.
    #[schema(example = "Landlord")]
    pub label: Option<String>,
}

/// The address whose label was set or removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetLabelData {
    pub chain: ChainIdText,
    #[schema(example = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D")]
    pub address: String,
}

/// Sets what the caller calls an address of somebody else.
///
/// It replaces the label of the public list, and only the caller sees it.
#[utoipa::path(post, path = "/wallet/ledger/set-label", tag = "ledger", operation_id = "setLabel",
    request_body(content = SetLabelRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SetLabelAnswer)))]
pub async fn set_label(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<SetLabelRequest>,
) -> Answer<SetLabelData> {
    let chain = app.chain(&request.chain)?;
    let address = request.address.trim().parse::<Address>();
    let address = address.map_err(|error: ParseAddressError| Problem::field("address", error.to_string()))?;
    let ledgers = app.tracker().ledgers();
    let address = ledgers
        .set_label(&caller, &chain, &address, request.label.as_deref())
        .await?;
    Ok(Envelope::of(SetLabelData {
        chain: (&chain).into(),
        address: address.to_string(),
    }))
}

answers! {
    SetLabelAnswer = SetLabelData,
}
