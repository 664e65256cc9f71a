//! Transaction ids.

use std::{fmt, str::FromStr};

use crate::{
    ids::{account::AccountId, hash_text::HashText},
    text_type::Parse,
};

/// The maximum length of an id.
const LONGEST: usize = 100;

/// The id of a transaction on its chain: `0x` and 64 hex digits on EVM chains, 64 hex digits on Bitcoin-like chains, a
/// base58 signature on Solana.
///
/// A balance change outside of any transaction has an id of its own, such as `withdrawal-1234567` for a withdrawal of the
/// beacon chain. Hex digits are in lower case.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransactionId(HashText);

/// Why a text is not a transaction id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a transaction id such as 0x5c50…2060")]
pub struct ParseTransactionIdError;

impl TransactionId {
    /// Returns the id of a withdrawal of the beacon chain, by its index.
    #[must_use]
    pub fn withdrawal(index: u64) -> Self {
        Self(format!("withdrawal-{index}").into())
    }

    /// Wraps an id from storage, which was validated when it was stored; like [`AssetId::kept`](crate::chain::asset::AssetId::kept).
    #[must_use]
    pub fn kept(id: HashText) -> Self {
        Self(id)
    }

    /// Returns the id as a hash, where it is one.
    #[must_use]
    pub fn hash(&self) -> &HashText {
        &self.0
    }
}

impl FromStr for TransactionId {
    type Err = ParseTransactionIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if !(1..=LONGEST).contains(&text.len()) || !text.bytes().all(is_letter) {
            return Err(ParseTransactionIdError);
        }
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let is_hash = digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        Ok(Self(if is_hash {
            HashText::from(text.to_ascii_lowercase())
        } else {
            HashText::from(text)
        }))
    }
}

impl fmt::Display for TransactionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for TransactionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl serde::Serialize for TransactionId {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for TransactionId {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Parse::new())
    }
}

/// The id of an entry: the account, and the transaction that changed it. Its text is `eip155:1:0x…/0x…`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EntryId {
    /// The account.
    pub account: AccountId,
    /// The transaction.
    pub transaction: TransactionId,
}

/// Why a text is not the id of an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the id of an entry: an account, a slash and a transaction")]
pub struct ParseEntryIdError;

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.account, self.transaction)
    }
}

impl FromStr for EntryId {
    type Err = ParseEntryIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (account, transaction) = text.rsplit_once('/').ok_or(ParseEntryIdError)?;
        Ok(Self {
            account: account.parse().map_err(|_| ParseEntryIdError)?,
            transaction: transaction.parse().map_err(|_| ParseEntryIdError)?,
        })
    }
}

impl TryFrom<String> for EntryId {
    type Error = ParseEntryIdError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<EntryId> for String {
    fn from(id: EntryId) -> Self {
        id.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_in_lower_case_and_other_ids_unchanged() {
        let hash = format!("0x{}", "Ab".repeat(32));
        let id: TransactionId = hash.parse().unwrap();
        assert_eq!(id.to_string(), hash.to_lowercase());
        let signature = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";
        assert_eq!(signature.parse::<TransactionId>().unwrap().to_string(), signature);
        assert_eq!(TransactionId::withdrawal(7).to_string(), "withdrawal-7");
        for bad in ["", "0x/1", "a b", &"a".repeat(101)] {
            assert!(bad.parse::<TransactionId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn an_entry_is_named_by_account_and_transaction() {
        let text = format!(
            "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045/0x{}",
            "0a".repeat(32)
        );
        let id: EntryId = text.parse().unwrap();
        assert_eq!(id.to_string(), text);
        assert!(
            "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
                .parse::<EntryId>()
                .is_err()
        );
    }
}
