//! Why a balance differs from what the entries add up to.

/// The likely cause of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceCause {
    /// The history is still being read.
    Reading,
    /// No source covers the history of the network.
    NoSource,
    /// The history of the exchange is not read.
    NoHistory,
    /// A source failed or reports fewer transactions than the account sent.
    MissingPage,
    /// A source refuses the network or its key.
    Refused,
    /// Transactions without token transfers are not reported.
    NativeTransfers,
    /// Coins moved by contracts are not reported.
    InternalTransfers,
    /// Withdrawals of validators are not reported.
    Withdrawals,
    /// Reading stopped at the cap.
    Cap,
    /// The token's balance changes without transfers.
    Rebasing,
    /// A transaction with the asset was not fully understood.
    Undecoded,
    /// The token was not among those whose balance was read.
    NotRead,
    /// The same, of a token that arrived unasked.
    Spam,
    /// The balance is newer than the history.
    Behind,
    /// Unknown.
    Unknown,
}

impl DifferenceCause {
    /// Returns the refusal of a source, where there is one and it is the reason for what was found.
    pub(in crate::ledger) fn or_refused(self, is_refused: bool) -> Self {
        let missing = [
            Self::MissingPage,
            Self::NativeTransfers,
            Self::InternalTransfers,
            Self::Withdrawals,
        ];
        if is_refused && missing.contains(&self) {
            Self::Refused
        } else {
            self
        }
    }

    /// Returns the stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::NoSource => "no_source",
            Self::NoHistory => "no_history",
            Self::MissingPage => "missing_page",
            Self::Refused => "refused",
            Self::NativeTransfers => "native_transfers",
            Self::InternalTransfers => "internal_transfers",
            Self::Withdrawals => "withdrawals",
            Self::Cap => "cap",
            Self::Rebasing => "rebasing",
            Self::Undecoded => "undecoded",
            Self::NotRead => "not_read",
            Self::Spam => "spam",
            Self::Behind => "behind",
            Self::Unknown => "unknown",
        }
    }

    /// Returns the cause as a sentence.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Reading => "The history is still being read.",
            Self::NoSource => "No source here covers the history of this network.",
            Self::NoHistory => "The history of this exchange is not read.",
            Self::MissingPage => "A source has not returned all transactions.",
            Self::Refused => "A source refuses this network or its key.",
            Self::NativeTransfers => "Transactions without token transfers are not reported by any source here.",
            Self::InternalTransfers => "Coins that contracts moved are not reported by any source here.",
            Self::Withdrawals => "Withdrawals of validators are not reported by any source here.",
            Self::Cap => "Reading stopped at the limit of entries.",
            Self::Rebasing => "The balance of this token changes without transfers.",
            Self::Undecoded => "A transaction with this asset was not fully understood.",
            Self::NotRead => "The balance of this token is not read from the network.",
            Self::Spam => "This token arrived unasked. Its balance is not read from the network.",
            Self::Behind => "The balance is newer than the history.",
            Self::Unknown => "The cause is unknown.",
        }
    }

    /// Returns what to do, as a sentence.
    #[must_use]
    pub fn remedy(self) -> &'static str {
        match self {
            Self::Reading => "Wait until the history is read.",
            Self::NoSource => "Configure an explorer or a node for this network.",
            Self::NoHistory => "No action needed: the balance counts. Its cost is not known.",
            Self::MissingPage => "It is read again automatically. If it stays, configure another source.",
            Self::Refused => "Check its key and plan. Data health shows what it answered.",
            Self::NativeTransfers | Self::InternalTransfers => {
                "Configure an explorer key or a node with traces for this network."
            }
            Self::Withdrawals => "Configure an Etherscan or Blockscout key.",
            Self::Cap => "Lift the limit to read the rest.",
            Self::Rebasing => "No action needed: the balance of the network counts.",
            Self::Undecoded => "Open the newest entry with this asset and check its amounts.",
            Self::NotRead => "Add the token by its contract address.",
            Self::Spam => "No action needed: totals leave it out.",
            Self::Behind => "Wait until the history is read again.",
            Self::Unknown => {
                "Open the entries with this asset and compare them with what the network's explorer or the exchange lists."
            }
        }
    }
}
