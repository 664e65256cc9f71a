//! Encryption of what people keep to themselves: e-mail addresses, names, notes, queued mails.
//!
//! Each person has a data key, and the instance has one for what belongs to no person. Data keys are stored in the database,
//! wrapped by a master key that is outside of it: in a file with mode 0600 or in the environment. So a copy of the database
//! alone opens nothing, and without the row of a person's key, no copy of their data can be read any more.
//!
//! Values are sealed with XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03) and random nonces. The associated data name the owner,
//! the table, the column and the row, so that a value cannot be moved to another place.

mod data_key;
mod key_file;
mod master_key_error;
mod master_keys;

pub(crate) use data_key::{DataKey, OpenSealedError, SealedPlace};
pub use master_key_error::MasterKeyError;
pub use master_keys::MasterKeySource;
pub(crate) use master_keys::MasterKeys;
