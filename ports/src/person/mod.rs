//! What belongs to a person: the user, the ways of signing in, wallets, shares, settings.

pub mod accepted_decimals;
pub mod added_token;
pub mod api_key;
pub mod attachment;
pub mod cost_rules;
pub mod email;
pub mod email_code;
pub mod extended_key;
pub mod feedback;
pub mod hidden_asset;
pub mod insight_setting;
pub mod insight_state;
pub mod manual_price;
pub mod person_limits;
pub mod recipe;
pub mod registration;
pub mod session;
pub mod share;
pub mod sign_in_wallet;
pub mod user;
pub mod user_details;
pub mod user_email;
pub mod user_settings;
pub mod wallet;
pub mod wallet_group;
pub mod wallet_proof;

pub use accepted_decimals::{AcceptedDecimals, AcceptedDecimalsReader, AcceptedDecimalsWriter};
pub use added_token::{AddedToken, AddedTokenReader, AddedTokenWriter};
pub use api_key::{ApiKey, ApiKeyId, ApiKeyName, ApiKeyReader, ApiKeyScope, ApiKeyWriter};
pub use attachment::{
    Attachment, AttachmentId, AttachmentReader, AttachmentSummary, AttachmentWriter, FileSanitizer, NoFiles,
};
pub use cost_rules::{ArrivalRule, CarryRule, CostRules, FeeRule, LotMethod, LotScope, ParseRuleError, YieldRule};
pub use email::EmailAddress;
pub use email_code::{EmailCode, EmailCodePurpose, EmailCodeQuery, EmailCodeWriter};
pub use extended_key::{ExtendedKey, ExtendedKeyReader, ExtendedKeyWriter, KeyDeriver};
pub use feedback::{Feedback, FeedbackId, FeedbackReader, FeedbackWriter};
pub use hidden_asset::{HiddenAsset, HiddenAssetReader, HiddenAssetWriter};
pub use insight_setting::{InsightSetting, InsightSettingReader, InsightSettingWriter};
pub use insight_state::{InsightChoice, InsightState, InsightStateReader, InsightStateWriter};
pub use manual_price::{ManualPrice, ManualPriceReader, ManualPriceWriter};
pub use person_limits::PersonLimits;
pub use recipe::{Owner, Recipe, RecipeStore, ValuationId};
pub use registration::{Merge, RegistrationWriter};
pub use session::{Session, SessionReader, SessionWriter};
pub use share::{Share, ShareLink, ShareReader, ShareSession, ShareSessionId, ShareWriter};
pub use sign_in_wallet::{SignInChallenge, SignInWallet, SignInWalletReader, SignInWalletWriter};
pub use user::{User, UserId, UserReader, UserWriter};
pub use user_details::{MailingListEntry, UserDetails, UserDetailsReader, UserDetailsWriter};
pub use user_email::{UserEmail, UserEmailReader, UserEmailState, UserEmailWriter};
pub use user_settings::{UserSettings, UserSettingsReader, UserSettingsWriter};
pub use wallet::{Wallet, WalletId, WalletKind, WalletReader, WalletWriter};
pub use wallet_group::WalletGroup;
pub use wallet_proof::{NoVerifier, SignInFields, SignInMessage, SignatureCheck, SignatureVerifier};
