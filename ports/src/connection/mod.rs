//! Accounts at exchanges: keys, what they may do, and the readers that use them.

pub mod account_id_hash;
pub mod exchange_credential;
pub mod exchange_file;
pub mod exchange_key;
pub mod exchange_market;
pub mod exchange_oauth;
pub mod exchange_reader;
pub mod key_rights;
pub mod mapped_code;
pub mod oauth_state;

pub use account_id_hash::{AccountIdHash, AccountIdentity};
pub use exchange_credential::{ExchangeCredential, ExchangeCredentialReader, ExchangeCredentialWriter};
pub use exchange_file::{
    ExchangeFile, ExchangeFileForm, ExchangeFileId, ExchangeFileReader, ExchangeFileWriter, FileContent, FilePart,
    FileProblem, FileRow, RowReading,
};
pub use exchange_key::ExchangeKey;
pub use exchange_market::{
    AccountAsset, ExchangeMarket, ExchangeMarketReader, ExchangeMarketWriter, MarketInput, MarketLookup, MarketState,
};
pub use exchange_oauth::{ExchangeOAuth, OAuthProfile, OAuthScope};
pub use exchange_reader::{ExchangeHistoryRequest, ExchangeProfile, ExchangeReader, KeyField};
pub use key_rights::{GrantedRight, KeyEnd, KeyNetwork, KeyRights, RightAccess};
pub use mapped_code::{MappedCode, MappedCodeReader, MappedCodeWriter};
pub use oauth_state::{OAuthState, OAuthStateWriter};
