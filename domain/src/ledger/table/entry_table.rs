//! Entries in a compact form.
//!
//! A person may have hundreds of thousands of entries, and a book keeps all of them. What entries repeat is kept once and numbered;
//! an entry is made again from its numbers when it is needed.

use std::{cmp::Ordering, collections::BTreeMap};

use ports::{
    AccountId, Address, Approval, AssetId, ChainId, Entry, EntryId, RawAmount, Stream, Timestamp, TransactionId,
    entry::{Decoding, EntryKind, HashParts, HashText, Leg, LegRole},
    fact::EXCHANGE_DECIMALS,
};

use crate::ledger::table::numbered_values::{NONE, NumberedValues, index};

/// Entries in a compact form, by number.
#[derive(Default)]
pub(in crate::ledger) struct EntryTable {
    accounts: NumberedValues<AccountId>,
    addresses: NumberedValues<Address>,
    assets: NumberedValues<AssetId>,
    /// Protocols, decoders, items of legs, ids of tokens and bridges, and ids of transactions and blocks that are no hashes.
    texts: NumberedValues<String>,
    entries: Vec<PackedEntry>,
    legs: Vec<PackedLeg>,
    /// Amounts that do not fit in 128 bits, by leg.
    long: BTreeMap<u32, RawAmount>,
    /// The approvals of the entries that have any, by number.
    approvals: BTreeMap<u32, Vec<Approval>>,
}

/// The numbers of an asset and of a token id.
pub(in crate::ledger) type AssetNumbers = (u32, u32);

struct PackedEntry {
    time: Timestamp,
    block: u64,
    account: u32,
    position: u32,
    counterparty: u32,
    protocol: u32,
    bridge_id: u32,
    decoder: u32,
    decoder_version: u32,
    /// The number of its first leg. The first leg of the next entry follows its last one.
    legs: u32,
    transaction: PackedHash,
    block_hash: Option<PackedHash>,
    kind: EntryKind,
    decoding: Decoding,
    failed: bool,
}

/// A hash, or the number of a text in the bytes of its number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PackedHash {
    Prefixed([u8; 32]),
    Digits([u8; 32]),
    Other([u8; 4]),
}

struct PackedLeg {
    asset: u32,
    counterparty: u32,
    item: u32,
    token_id: u32,
    amount: [u8; 16],
    role: LegRole,
    stream: Stream,
}

/// How many legs are reserved for an entry before it is known. Memory that is not written takes no room, and a list that grows is
/// copied again and again.
const LEGS_OF_ENTRY: usize = 2;

impl EntryTable {
    /// Makes an empty table with room for many entries.
    pub fn with_capacity(entries: usize) -> Self {
        Self {
            entries: Vec::with_capacity(entries),
            legs: Vec::with_capacity(entries * LEGS_OF_ENTRY),
            ..Self::default()
        }
    }

    /// Adds entries.
    pub fn extend(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.push(entry);
        }
    }

    fn push(&mut self, entry: &Entry) {
        let packed = PackedEntry {
            time: entry.time,
            block: entry.block,
            account: self.accounts.number(&entry.id.account, AccountId::clone),
            position: entry.position,
            counterparty: self.optional_address(entry.counterparty.as_ref()),
            protocol: self.optional_text(entry.protocol.as_deref()),
            bridge_id: self.optional_text(entry.bridge_id.as_deref()),
            decoder: self.texts.number(entry.decoder.as_str(), str::to_owned),
            decoder_version: entry.decoder_version,
            legs: index(self.legs.len()),
            transaction: self.packed_hash(entry.id.transaction.hash()),
            block_hash: entry.block_hash.as_ref().map(|hash| self.packed_hash(hash)),
            kind: entry.kind,
            decoding: entry.decoding,
            failed: entry.failed,
        };
        if !entry.approvals.is_empty() {
            self.approvals
                .insert(index(self.entries.len()), entry.approvals.clone());
        }
        self.entries.push(packed);
        for leg in &entry.legs {
            self.push_leg(leg);
        }
    }

    fn push_leg(&mut self, leg: &Leg) {
        let amount = leg.amount.as_u128().unwrap_or_else(|| {
            self.long.insert(index(self.legs.len()), leg.amount);
            0
        });
        let packed = PackedLeg {
            asset: self.assets.number(&leg.asset, copied_asset),
            counterparty: self.optional_address(leg.counterparty.as_ref()),
            item: self.texts.number(leg.item.as_str(), str::to_owned),
            token_id: self.optional_text(leg.token_id.as_deref()),
            amount: amount.to_le_bytes(),
            role: leg.role,
            stream: leg.stream,
        };
        self.legs.push(packed);
    }

    fn optional_text(&mut self, text: Option<&str>) -> u32 {
        text.map_or(NONE, |text| self.texts.number(text, str::to_owned))
    }

    fn optional_address(&mut self, address: Option<&Address>) -> u32 {
        address.map_or(NONE, |address| self.addresses.number(address, copied_address))
    }

    fn packed_hash(&mut self, hash: &HashText) -> PackedHash {
        match hash.parts() {
            HashParts::Prefixed(bytes) => PackedHash::Prefixed(*bytes),
            HashParts::Digits(bytes) => PackedHash::Digits(*bytes),
            HashParts::Other(text) => PackedHash::Other(self.texts.number(text, str::to_owned).to_le_bytes()),
        }
    }

    /// Frees what only adding entries needs.
    pub fn complete(&mut self) {
        self.accounts.complete();
        self.addresses.complete();
        self.assets.complete();
        self.texts.complete();
        self.entries.shrink_to_fit();
        self.legs.shrink_to_fit();
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

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

    /// Returns an entry.
    pub fn get(&self, number: u32) -> Option<Entry> {
        let packed = self.packed(number)?;
        Some(Entry {
            id: self.id_of(packed)?,
            block: packed.block,
            block_hash: packed.block_hash.map(|hash| self.hash(hash)),
            position: packed.position,
            time: packed.time,
            kind: packed.kind,
            legs: self.legs(number),
            counterparty: self.addresses.get(packed.counterparty).cloned(),
            protocol: self.texts.get(packed.protocol).cloned(),
            bridge_id: self.texts.get(packed.bridge_id).cloned(),
            approvals: self.approvals.get(&number).cloned().unwrap_or_default(),
            failed: packed.failed,
            decoding: packed.decoding,
            decoder: self.texts.get(packed.decoder).cloned().unwrap_or_default(),
            decoder_version: packed.decoder_version,
        })
    }

    /// Returns the id of an entry.
    pub fn id(&self, number: u32) -> Option<EntryId> {
        self.id_of(self.packed(number)?)
    }

    /// Returns the account of an entry.
    pub fn account(&self, number: u32) -> Option<&AccountId> {
        self.accounts.get(self.packed(number)?.account)
    }

    /// Returns the numbers of the asset and of the token id of each leg of an entry, for [`Self::asset`].
    pub fn asset_numbers(&self, number: u32) -> impl Iterator<Item = AssetNumbers> {
        let legs = self.leg_range(number).and_then(|range| self.legs.get(range));
        let legs = legs.unwrap_or_default().iter();
        legs.map(|leg| (leg.asset, leg.token_id))
    }

    /// Returns an asset, with the id of a token.
    pub fn asset(&self, (asset, token_id): AssetNumbers) -> Option<(&AssetId, Option<&str>)> {
        Some((self.assets.get(asset)?, self.texts.get(token_id).map(String::as_str)))
    }

    /// Returns the time of an entry.
    pub fn time(&self, number: u32) -> Option<Timestamp> {
        self.packed(number).map(|packed| packed.time)
    }

    /// Returns the chain of an entry, its block, and its position there.
    pub fn place(&self, number: u32) -> Option<(&ChainId, u64, u32)> {
        let packed = self.packed(number)?;
        let account = self.accounts.get(packed.account)?;
        Some((&account.chain, packed.block, packed.position))
    }

    /// Returns the kind of an entry.
    pub fn kind(&self, number: u32) -> Option<EntryKind> {
        self.packed(number).map(|packed| packed.kind)
    }

    /// Compares two entries by time, place and id.
    pub fn compare(&self, one: u32, other: u32) -> Ordering {
        self.time(one)
            .cmp(&self.time(other))
            .then_with(|| self.place(one).cmp(&self.place(other)))
            .then_with(|| self.id(one).cmp(&self.id(other)))
    }

    /// Returns the role, the asset and the amount of each leg of an entry.
    pub fn amounts(&self, number: u32) -> impl Iterator<Item = (LegRole, &AssetId, RawAmount)> + Clone {
        let range = self.leg_range(number).unwrap_or_default();
        let legs = self.legs.get(range.clone()).unwrap_or_default();
        let stated = range.zip(legs);
        stated.filter_map(|(place, leg)| Some((leg.role, self.assets.get(leg.asset)?, self.amount(place, leg))))
    }

    /// Returns the decimal places of the amounts of an entry, where they are not those of its assets.
    pub fn places(&self, number: u32) -> Option<u8> {
        let range = self.leg_range(number)?;
        let first = self.legs.get(range)?.first()?;
        first.stream.is_of_exchange().then_some(EXCHANGE_DECIMALS)
    }

    /// Returns the legs of an entry.
    fn legs(&self, number: u32) -> Vec<Leg> {
        let Some(range) = self.leg_range(number) else {
            return Vec::new();
        };
        let legs = self.legs.get(range.clone()).unwrap_or_default();
        let mut found = Vec::with_capacity(legs.len());
        for (place, leg) in range.zip(legs) {
            found.extend(self.leg(place, leg));
        }
        found
    }

    fn leg(&self, place: usize, leg: &PackedLeg) -> Option<Leg> {
        Some(Leg {
            role: leg.role,
            asset: self.assets.get(leg.asset)?.clone(),
            token_id: self.texts.get(leg.token_id).cloned(),
            amount: self.amount(place, leg),
            counterparty: self.addresses.get(leg.counterparty).cloned(),
            stream: leg.stream,
            item: self.texts.get(leg.item).cloned().unwrap_or_default(),
        })
    }

    fn amount(&self, place: usize, leg: &PackedLeg) -> RawAmount {
        let long = self.long.get(&index(place)).copied();
        long.unwrap_or_else(|| u128::from_le_bytes(leg.amount).into())
    }

    fn leg_range(&self, number: u32) -> Option<std::ops::Range<usize>> {
        let place = usize::try_from(number).ok()?;
        let start = self.entries.get(place)?.legs;
        let end = self.entries.get(place + 1).map(|next| next.legs);
        let end = end.map_or(Some(self.legs.len()), |end| usize::try_from(end).ok());
        Some(usize::try_from(start).ok()?..end?)
    }

    fn packed(&self, number: u32) -> Option<&PackedEntry> {
        self.entries.get(usize::try_from(number).ok()?)
    }

    fn id_of(&self, packed: &PackedEntry) -> Option<EntryId> {
        Some(EntryId {
            account: self.accounts.get(packed.account)?.clone(),
            transaction: TransactionId::kept(self.hash(packed.transaction)),
        })
    }

    fn hash(&self, hash: PackedHash) -> HashText {
        match hash {
            PackedHash::Prefixed(bytes) => HashText::prefixed(bytes),
            PackedHash::Digits(bytes) => HashText::digits(bytes),
            PackedHash::Other(number) => {
                let text = self.texts.get(u32::from_le_bytes(number));
                text.map_or("", String::as_str).into()
            }
        }
    }
}

fn copied_asset(asset: &AssetId) -> AssetId {
    AssetId::kept(asset.as_str()).unwrap_or_else(|_| asset.clone())
}

fn copied_address(address: &Address) -> Address {
    Address::kept(address.as_str()).unwrap_or_else(|_| address.clone())
}
