//! One asset of one account, as its owner and visitors receive it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{HeldPosition, Receipt};
use crate::wire::{AssetIdText, ChainIdText, Decimal, Reason, Time};

/// One asset of one wallet on one chain.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedAssetPart {
    pub asset: AssetIdText,
    /// The asset's own symbol, which may differ from the symbol of the row.
    #[schema(example = "WETH")]
    pub symbol: String,
    /// The position that it is the receipt of; null if none is known.
    pub receipt: Option<Receipt>,
    /// The position that it is; null for a balance.
    pub position: Option<HeldPosition>,
    pub chain: ChainIdText,
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: String,
    /// The nickname, which only the owner sees; the name or the shortened address.
    #[schema(example = "vitalik.eth")]
    pub wallet_label: String,
    pub amount: Option<Decimal>,
    /// The amount in the smallest unit, if the token's decimals are unknown.
    #[schema(example = "1000000")]
    pub raw_amount: Option<String>,
    pub price: Option<Decimal>,
    pub value: Option<Decimal>,
    /// Percent of the priced total.
    pub share: Option<Decimal>,
    /// Why there is no value.
    pub reason: Option<Reason>,
    pub as_of: Time,
    /// The block at which it was read.
    #[schema(example = 23_318_442)]
    pub block: Option<i64>,
    /// Whether it is a coin, or a token on a list.
    pub listed: bool,
    pub stale: bool,
    #[schema(example = "https://etherscan.io/address/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub explorer_url: Option<String>,
}
