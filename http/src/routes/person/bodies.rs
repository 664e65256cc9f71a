//! The requests and responses of the calls about what a person states, and their data.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

use crate::routes::user::{User, WalletChains};

/// The request of `update-user`. What it leaves out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"first_name": "Ada", "last_name": "Lovelace", "mobile": "+442071234567", "signed_up_from": "Profile page"}))]
pub struct UpdateUserRequest {
    /// An empty text removes it.
    #[schema(example = "Ada", max_length = 250)]
    pub first_name: Option<String>,
    /// An empty text removes it.
    #[schema(example = "Lovelace", max_length = 250)]
    pub last_name: Option<String>,
    /// A new e-mail address, which is pending until its code or link is used. An empty text keeps the current one and forgets the pending one.
    #[schema(example = json!(null), max_length = 254)]
    pub email: Option<String>,
    /// An e-mail address to which the operator of the server may send news, such as when there is an app for phones. Nothing is sent to it now. An empty text removes it.
    #[schema(example = json!(null), max_length = 254)]
    pub mailing_list: Option<String>,
    /// Digits, with a plus, spaces, dashes and brackets where they are usual. An empty text removes it.
    #[schema(example = "+442071234567", max_length = 30)]
    pub mobile: Option<String>,
    /// Where on the page it was entered: letters, digits, spaces, `-` and `_`. Any other text is not stored.
    #[schema(example = "Profile page", max_length = 60)]
    pub signed_up_from: Option<String>,
}

/// The caller after a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpdatedUserData {
    pub user: User,
    /// The chains of each wallet, by address.
    pub wallets: BTreeMap<String, WalletChains>,
}

/// The request of `unlink-wallet`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_address": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"}))]
pub struct UnlinkWalletRequest {
    /// The address of a wallet with which the caller signs in.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", max_length = 250)]
    pub wallet_address: String,
}

/// The request of `signup`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "grace@example.org", "signed_up_from": "landing-page-whale"}))]
pub struct SignupRequest {
    #[schema(example = "grace@example.org", max_length = 254)]
    pub email: String,
    /// Where on the page it was entered: letters, digits, spaces, `-` and `_`. Any other text is not stored.
    #[schema(example = "landing-page-whale", max_length = 60)]
    pub signed_up_from: Option<String>,
}

/// The request of `export-user-data`. It has no fields.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct ExportUserDataRequest {}
