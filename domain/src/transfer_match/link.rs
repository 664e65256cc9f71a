//! The results of matching.

use std::time::Duration;

use ports::{Amount, EntryId, transfer_match::MatchSettings};

/// Why entries are one transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchReason {
    /// The user decided it.
    Decided,
    /// One transaction moved the amount between own accounts.
    SameTransaction,
    /// An exchange states this transaction on a chain.
    StatedTransaction(String),
    /// A bridge gave both sides the same id.
    BridgeId(String),
    /// The ticket of a bridge names this recipient, chain and amount.
    Ticket,
    /// The same asset arrived in a similar amount shortly after.
    Similar {
        /// How much time passed.
        delay: Duration,
        /// The difference of the amounts as a part of the amount sent.
        difference: Amount,
        /// The limits of both.
        settings: MatchSettings,
    },
}

impl MatchReason {
    /// Returns a sentence for users.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Decided => "You matched these entries.".to_owned(),
            Self::SameTransaction => "One transaction moved this between your accounts.".to_owned(),
            Self::StatedTransaction(id) => format!("The exchange states the transaction of the other side: {id}."),
            Self::BridgeId(id) => format!("The bridge gave both sides the same id: {id}."),
            Self::Ticket => "The ticket of the bridge names this account, this network and this amount.".to_owned(),
            Self::Similar {
                delay,
                difference,
                settings,
            } => {
                let percent = |part: Amount| part.mul(Amount::HUNDRED).unwrap_or(part);
                let (differ, most) = (percent(*difference).rounded_visibly(2), percent(settings.tolerance));
                let minutes = delay.as_secs().div_ceil(60);
                let hours = settings.window.as_secs() / 3600;
                format!(
                    "The same asset arrived within {minutes} min, and the amounts differ by {differ}%. This server allows \
                     {hours} h and {most}%."
                )
            }
        }
    }
}

/// Entries that are the two sides of one transfer between own accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferLink {
    /// Where it left: one entry, or several where one transaction spent from several accounts.
    pub sent: Vec<EntryId>,
    /// Where it arrived.
    pub received: Vec<EntryId>,
    /// Why they match.
    pub reason: MatchReason,
}

impl TransferLink {
    /// Returns all entries of it.
    pub fn entries(&self) -> impl Iterator<Item = &EntryId> {
        self.sent.iter().chain(&self.received)
    }
}

/// An entry whose other side may be one of several. The user decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmbiguousTransfer {
    /// The entry.
    pub entry: EntryId,
    /// The entries that fit, ordered.
    pub candidates: Vec<EntryId>,
}

/// The result of matching.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransferLinks {
    /// The matches.
    pub links: Vec<TransferLink>,
    /// The entries with several candidates.
    pub ambiguous: Vec<AmbiguousTransfer>,
}

impl TransferLinks {
    /// Returns the other entries of a match that an entry is in; empty where it is in none.
    #[must_use]
    pub fn others(&self, entry: &EntryId) -> Vec<&EntryId> {
        let link = self.links.iter().find(|link| link.entries().any(|one| one == entry));
        let others = link.into_iter().flat_map(TransferLink::entries);
        others.filter(|one| *one != entry).collect()
    }

    pub(super) fn sorted(mut self) -> Self {
        self.links
            .sort_by(|one, other| (&one.sent, &one.received).cmp(&(&other.sent, &other.received)));
        self.ambiguous.sort_by(|one, other| one.entry.cmp(&other.entry));
        self
    }
}
