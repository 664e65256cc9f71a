//! The reader of an account.

use ports::{AccountId, ChainReader, Ports};

/// The reader that covers the chain of an account, if there is one.
pub fn reader<'a>(ports: &'a Ports, account: &AccountId) -> Option<&'a dyn ChainReader> {
    ports
        .readers
        .iter()
        .find(|reader| reader.chains().contains(&account.chain))
        .map(AsRef::as_ref)
}
