//! A row of a book.

use ports::{
    Address, Entry,
    entry::{Leg, LegRole},
};

use crate::transfer_match::MatchReason;

/// A row: an entry, with the other side of an own transfer.
pub(in crate::ledger) struct BookRow {
    /// The entry; for an own transfer the one that gave.
    pub entry: Entry,
    /// The other side of an own transfer.
    pub partner: Option<Partner>,
}

/// How the sides of a transfer between a person's own accounts belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnTransfer {
    /// One transaction is both sides.
    OneTransaction,
    /// Two transactions were matched, usually on two chains.
    Matched,
}

/// The other side of an own transfer.
pub(in crate::ledger) struct Partner {
    /// Further entries that gave, where one transaction spent from several accounts.
    pub given: Vec<Entry>,
    /// The entries that received.
    pub received: Vec<Entry>,
    /// Why they belong together.
    pub reason: MatchReason,
}

impl Partner {
    /// Returns all entries of the other side.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.given.iter().chain(&self.received)
    }

    /// Returns whether one transaction is both sides.
    pub fn is_same_transaction(&self, own: &Entry) -> bool {
        let own = &own.id;
        let is_same =
            |other: &Entry| other.id.transaction == own.transaction && other.id.account.chain == own.account.chain;
        self.entries().all(is_same)
    }
}

impl BookRow {
    /// Returns how the sides belong together; `None` where only one belongs to the person.
    pub fn own_transfer(&self) -> Option<OwnTransfer> {
        let partner = self.partner.as_ref()?;
        Some(if partner.is_same_transaction(&self.entry) {
            OwnTransfer::OneTransaction
        } else {
            OwnTransfer::Matched
        })
    }

    /// Returns whether a transaction between own accounts also paid others.
    pub fn pays_others(&self) -> bool {
        let own: Vec<&Address> = self.others().map(|other| &other.id.account.address).collect();
        let is_stranger = |leg: &&Leg| leg.counterparty.as_ref().is_some_and(|other| !own.contains(&other));
        let given = self.partner.iter().flat_map(|partner| &partner.given);
        let mut out = std::iter::once(&self.entry).chain(given).flat_map(|entry| &entry.legs);
        self.own_transfer() == Some(OwnTransfer::OneTransaction)
            && out.any(|leg| leg.role == LegRole::Out && is_stranger(&leg))
    }

    /// Returns the entries of the other side.
    pub fn others(&self) -> impl Iterator<Item = &Entry> {
        self.partner.iter().flat_map(Partner::entries)
    }

    /// Returns the legs of both sides.
    pub fn legs(&self) -> impl Iterator<Item = &Leg> {
        self.entry
            .legs
            .iter()
            .chain(self.others().flat_map(|other| &other.legs))
    }

    /// Returns whether any amount besides the fee moved.
    pub fn moved(&self) -> bool {
        self.entry.legs.iter().any(|leg| leg.role != LegRole::Fee)
    }
}
