//! The requests and responses of the calls about signing in.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::routes::plan::Plan;
use crate::routes::user::{User, WalletChains};
use crate::wire::World;

/// The request of `send-email-otp`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "ada@example.org"}))]
pub struct SendEmailOtpRequest {
    #[schema(example = "ada@example.org", max_length = 254)]
    pub email: String,
    /// Where on the page it was entered: letters, digits, spaces, `-` and `_`. Any other text is not stored.
    #[schema(example = "leaving", max_length = 60)]
    pub signed_up_from: Option<String>,
}

/// The request of `send-otp`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "ada@example.org"}))]
pub struct SendOtpRequest {
    #[schema(example = "ada@example.org", max_length = 254)]
    pub email: String,
}

/// A code that was sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentCodeData {
    /// Whether the address belongs to no user yet; null once a network has checked many addresses.
    #[schema(example = true)]
    pub is_new_user: Option<bool>,
    /// How many seconds to wait before the next code can be requested.
    #[schema(example = 30)]
    pub resend_after_seconds: i64,
    /// How many seconds the code works.
    #[schema(example = 600)]
    pub expires_in_seconds: i64,
}

/// The request of `verify-otp-code`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "ada@example.org", "otp_token": "K7RM2QXD"}))]
pub struct VerifyOtpCodeRequest {
    #[schema(example = "ada@example.org", max_length = 254)]
    pub email: String,
    /// The code of the mail. Spaces, dashes and small letters are accepted.
    #[schema(example = "K7RM2QXD", max_length = 60)]
    pub otp_token: String,
    /// Where on the page it was entered: letters, digits, spaces, `-` and `_`. Any other text is not stored.
    #[schema(example = "leaving", max_length = 60)]
    pub signed_up_from: Option<String>,
    /// Confirms that the session of another registered user is replaced.
    #[serde(default)]
    #[schema(example = false)]
    pub switch_user: bool,
}

/// The request of `verify-otp`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "ada@example.org", "otp_token": "K7RM2QXD"}))]
pub struct VerifyOtpRequest {
    #[schema(example = "ada@example.org", max_length = 254)]
    pub email: String,
    /// The code of the mail. Spaces, dashes and small letters are accepted.
    #[schema(example = "K7RM2QXD", max_length = 60)]
    pub otp_token: String,
    /// Confirms that the session of another registered user is replaced.
    #[serde(default)]
    #[schema(example = false)]
    pub switch_user: bool,
}

/// The request of `verify-email`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"token": "spy_email_0123456789abcdefghijABCDEFGHIJ0123abcdef"}))]
pub struct VerifyEmailRequest {
    /// The token of the link in the mail.
    #[schema(example = "spy_email_0123456789abcdefghijABCDEFGHIJ0123abcdef", max_length = 100)]
    pub token: String,
    /// Confirms that the session of another registered user is replaced.
    #[serde(default)]
    #[schema(example = false)]
    pub switch_user: bool,
    /// Confirms that what the user of the presented session has is added to the account of the address, although another session requested the link.
    #[serde(default)]
    #[schema(example = false)]
    pub add_session: bool,
}

/// The request of `get-email-link`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"token": "spy_email_0123456789abcdefghijABCDEFGHIJ0123abcdef"}))]
pub struct GetEmailLinkRequest {
    /// The token of the link in the mail.
    #[schema(example = "spy_email_0123456789abcdefghijABCDEFGHIJ0123abcdef", max_length = 100)]
    pub token: String,
}

/// What the link of a mail is for.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmailLinkData {
    /// The address to which it was sent.
    #[schema(example = "ada@example.org")]
    pub email: String,
    /// Whether the address belongs to no user yet.
    #[schema(example = false)]
    pub is_new_user: bool,
    /// Whether it replaces the address of the user who requested it, in a session of that user only.
    #[schema(example = false)]
    pub is_change: bool,
    /// Whether the user of the presented session requested it.
    #[schema(example = true)]
    pub requested_here: bool,
}

/// A user who signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedInData {
    pub user: User,
    /// The token of the new session. It is returned only here.
    #[schema(example = "spy_session_0123456789abcdefghijABCDEFGHIJ0123abcdef")]
    pub token: String,
    /// The chains of each wallet, by address.
    pub wallets: BTreeMap<String, WalletChains>,
    pub current_plan: Plan,
    pub world: World,
    /// Whether the user registered by this call.
    #[schema(example = true)]
    pub is_new_user: bool,
    /// Whether the user had requested their deletion, which this call canceled.
    #[schema(example = false)]
    pub deletion_canceled: bool,
    /// The anonymous user whose data were added to this one; `update-user-details` returns what was added.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub old_user_id: Option<String>,
}

/// The request of `update-user-details`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"old_user_id": "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11"}))]
pub struct UpdateUserDetailsRequest {
    /// The anonymous user, as signing in returned it.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub old_user_id: String,
}

/// What was added from an anonymous user.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpdateUserDetailsData {
    pub user: User,
    /// The chains of each wallet, by address.
    pub wallets: BTreeMap<String, WalletChains>,
    /// How many wallets were added.
    #[schema(example = 3)]
    pub added_wallets: i64,
    /// How many of all wallets are over the limit of the plan: they are kept, and not read.
    #[schema(example = 0)]
    pub frozen_wallets: i64,
}

/// The request of `signin-with-wallet`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_address": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"}))]
pub struct SigninWithWalletRequest {
    /// An address of an EVM chain.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", max_length = 250)]
    pub wallet_address: String,
    /// The code or CAIP-2 id of the chain on which a contract wallet exists; the default is Ethereum.
    #[schema(example = "eip155:1")]
    pub chain: Option<String>,
    /// A label of the device. It is no credential.
    #[schema(example = "laptop", max_length = 60)]
    pub device_id: Option<String>,
    /// The message that the first call returned, unchanged.
    #[schema(example = json!(null), max_length = 8192)]
    pub message: Option<String>,
    /// Its signature: hexadecimal, after 0x.
    #[schema(example = json!(null), max_length = 16386)]
    pub signature: Option<String>,
    /// Confirms that the session of another registered user is replaced.
    #[serde(default)]
    #[schema(example = false)]
    pub switch_user: bool,
}

/// A message to sign, or a user who signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SigninWithWalletData {
    /// The message to sign (EIP-4361); null once it was.
    #[schema(
        example = "localhost:4747 wants you to sign in with your Ethereum account:\n0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
    )]
    pub challenge: Option<String>,
    pub user: User,
    /// The token of a new session; null where the presented session goes on.
    #[schema(example = "spy_session_0123456789abcdefghijABCDEFGHIJ0123abcdef")]
    pub token: Option<String>,
    /// The chains of each wallet, by address.
    pub wallets: BTreeMap<String, WalletChains>,
    pub current_plan: Plan,
    pub world: World,
    /// Whether the user registered by this call.
    #[schema(example = false)]
    pub is_new_user: bool,
    /// Whether the user had requested their deletion, which this call canceled.
    #[schema(example = false)]
    pub deletion_canceled: bool,
    /// The anonymous user whose data were added to this one; `update-user-details` returns what was added.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub old_user_id: Option<String>,
}
