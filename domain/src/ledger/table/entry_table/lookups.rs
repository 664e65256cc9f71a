//! Finds entries of a table.

use std::collections::HashSet;

use ports::{
    AccountId, Address, AssetId, Entry, EntryId, Timestamp,
    entry::{EntryKind, HashParts, HashText, LegRole},
};

use super::{EntryTable, NONE, PackedEntry, PackedHash};

impl EntryTable {
    /// Returns the numbers of all entries with this id.
    pub fn numbers_of(&self, id: &EntryId) -> Vec<u32> {
        let account = self.accounts.position(&id.account);
        let (Some(account), Some(transaction)) = (account, self.known_hash(id.transaction.hash())) else {
            return Vec::new();
        };
        let is_same = |packed: &PackedEntry| packed.account == account && packed.transaction == transaction;
        let found = (0..).zip(&self.entries).filter(|(_, packed)| is_same(packed));
        found.map(|(number, _)| number).collect()
    }

    /// Returns the compact form of a hash; `None` for a text that no entry has.
    fn known_hash(&self, hash: &HashText) -> Option<PackedHash> {
        Some(match hash.parts() {
            HashParts::Prefixed(bytes) => PackedHash::Prefixed(*bytes),
            HashParts::Digits(bytes) => PackedHash::Digits(*bytes),
            HashParts::Other(text) => PackedHash::Other(self.texts.position(text)?.to_le_bytes()),
        })
    }

    /// Returns the numbers of all entries of the transactions of these entries, in any account.
    pub fn in_transactions<'a>(&self, ids: impl Iterator<Item = &'a EntryId>) -> Vec<u32> {
        let known = ids.filter_map(|id| Some((&id.account.chain, self.known_hash(id.transaction.hash())?)));
        let wanted: HashSet<_> = known.collect();
        let is_wanted = |packed: &PackedEntry| {
            let chain = self.accounts.get(packed.account).map(|account| &account.chain);
            chain.is_some_and(|chain| wanted.contains(&(chain, packed.transaction)))
        };
        let found = (0..).zip(&self.entries).filter(|(_, packed)| is_wanted(packed));
        found.map(|(number, _)| number).collect()
    }

    /// Returns whether an entry between these times is a side of a bridge.
    pub fn has_bridge_between(&self, from: Timestamp, to: Timestamp) -> bool {
        let mut near = self
            .entries
            .iter()
            .filter(|packed| from <= packed.time && packed.time <= to);
        near.any(|packed| packed.bridge_id != NONE || matches!(packed.kind, EntryKind::BridgeOut | EntryKind::BridgeIn))
    }

    /// Returns whether an entry between these times may be the other side of a payment or receipt among others, on another chain.
    pub fn has_other_side_between(&self, (from, to): (Timestamp, Timestamp), entries: &[Entry]) -> bool {
        let is_side = |kinds: (EntryKind, EntryKind)| {
            matches!(
                kinds,
                (EntryKind::Send, EntryKind::Receive) | (EntryKind::Receive, EntryKind::Send)
            )
        };
        let is_near = |packed: &&PackedEntry| from <= packed.time && packed.time <= to;
        let mut near = self.entries.iter().filter(is_near);
        near.any(|packed| {
            let chain = self.accounts.get(packed.account).map(|account| &account.chain);
            let is_other = |entry: &Entry| chain != Some(&entry.id.account.chain);
            entries
                .iter()
                .any(|entry| is_side((packed.kind, entry.kind)) && is_other(entry))
        })
    }

    /// Returns the numbers of the entries of an account with a counterparty that is wanted.
    pub fn with_counterparty(&self, account: &AccountId, is_wanted: impl Fn(&Address) -> bool) -> Vec<u32> {
        let addresses = (0..).zip(self.addresses.iter());
        let wanted: HashSet<u32> = addresses
            .filter(|(_, address)| is_wanted(address))
            .map(|(number, _)| number)
            .collect();
        let Some(account) = self.accounts.position(account).filter(|_| !wanted.is_empty()) else {
            return Vec::new();
        };
        let has = |(number, packed): &(u32, &PackedEntry)| {
            let legs = self.leg_range(*number).and_then(|range| self.legs.get(range));
            let mut legs = legs.into_iter().flatten();
            packed.account == account
                && (wanted.contains(&packed.counterparty) || legs.any(|leg| wanted.contains(&leg.counterparty)))
        };
        let found = (0..).zip(&self.entries).filter(has);
        found.map(|(number, _)| number).collect()
    }

    /// Returns whether an entry states this decoder.
    pub fn has_decoder(&self, decoder: &str) -> bool {
        let known = self.texts.position(decoder);
        known.is_some_and(|decoder| self.entries.iter().any(|packed| packed.decoder == decoder))
    }

    /// Returns whether an asset ever moved.
    pub fn has_asset(&self, asset: &AssetId) -> bool {
        self.assets.position(asset).is_some()
    }

    /// Returns whether an asset ever reached an account.
    pub fn has_received(&self, account: &AccountId, asset: &AssetId) -> bool {
        let (Some(account), Some(asset)) = (self.accounts.position(account), self.assets.position(asset)) else {
            return false;
        };
        let own = (0..).zip(&self.entries).filter(|(_, packed)| packed.account == account);
        let legs = own.filter_map(|(number, _)| self.legs.get(self.leg_range(number)?));
        legs.flatten().any(|leg| leg.role == LegRole::In && leg.asset == asset)
    }
}
