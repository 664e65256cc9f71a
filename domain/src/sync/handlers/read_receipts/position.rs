//! The position in the transactions without a receipt.

use std::{fmt, str::FromStr};

use ports::{Timestamp, TransactionId};

use crate::decode;

/// The last transaction that was looked at. Its text is the continuation of the stored progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReceiptPosition {
    /// The version of the decoders, which decide whether an entry is spam.
    version: u32,
    /// When the first transaction was looked at.
    pub(super) begun: Timestamp,
    /// How many transactions up to here have no receipt and are to have none. Where there are more, transactions were added
    /// before this position.
    pub(super) without: u64,
    /// The block and the id of the transaction.
    pub(super) last: (u64, TransactionId),
}

impl ReceiptPosition {
    pub(super) fn new(begun: Timestamp, without: u64, last: (u64, TransactionId)) -> Self {
        Self {
            version: decode::VERSION,
            begun,
            without,
            last,
        }
    }

    /// Returns whether the same decoders are used as before.
    pub(super) fn is_current(&self) -> bool {
        self.version == decode::VERSION
    }
}

impl fmt::Display for ReceiptPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (block, transaction) = &self.last;
        let begun = self.begun.millis();
        write!(f, "{} {begun} {} {block} {transaction}", self.version, self.without)
    }
}

impl FromStr for ReceiptPosition {
    type Err = ();

    /// Fails for the continuation of another reader.
    fn from_str(text: &str) -> Result<Self, ()> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [version, begun, without, block, transaction] = parts.as_slice() else {
            return Err(());
        };
        Ok(Self {
            version: version.parse().map_err(|_| ())?,
            begun: begun.parse().map(Timestamp::from_millis).map_err(|_| ())?,
            without: without.parse().map_err(|_| ())?,
            last: (block.parse().map_err(|_| ())?, transaction.parse().map_err(|_| ())?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_back_and_another_text_is_none() {
        let id: TransactionId = format!("0x{:064x}", 7).parse().unwrap();
        let position = ReceiptPosition::new(Timestamp::from_millis(5), 3, (19_000_000, id));
        assert_eq!(position.to_string().parse(), Ok(position.clone()));
        assert!(position.is_current());
        for text in ["", "12", "1 2 3 4", "a 2 3 4 0x1", "3 1 5 6 not-an,id"] {
            assert_eq!(text.parse::<ReceiptPosition>(), Err(()), "{text}");
        }
    }
}
