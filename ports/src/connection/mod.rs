//! Accounts at exchanges: keys, what they may do, and the readers that use them.

pub mod exchange_credential;
pub mod exchange_file;
pub mod exchange_key;
pub mod exchange_reader;
pub mod key_rights;

pub use exchange_credential::{ExchangeCredential, ExchangeCredentialReader, ExchangeCredentialWriter};
pub use exchange_file::{
    ExchangeFile, ExchangeFileForm, ExchangeFileId, ExchangeFileReader, ExchangeFileWriter, FileContent, FileProblem,
    FileRow, RowReading,
};
pub use exchange_key::ExchangeKey;
pub use exchange_reader::{ExchangeHistoryRequest, ExchangeProfile, ExchangeReader, KeyField};
pub use key_rights::{GrantedRight, KeyEnd, KeyNetwork, KeyRights, RightAccess};
