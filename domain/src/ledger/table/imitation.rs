//! Transfers from look-alike addresses: somebody sends next to nothing from an address that begins and ends like one that the
//! account has dealt with, so that the person copies the wrong one from their history.
//!
//! Only all entries of an account tell this, so that it is derived when they are loaded and stored nowhere.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

use hashbrown::{HashMap, HashSet};
use ports::{
    AccountId, Address, AssetId, Entry, EntryId, RawAmount,
    entry::{EntryKind, Leg, LegRole},
};

/// The name that an entry states instead of its decoder's.
const DECODER: &str = "look-alike";
/// How many times smaller than a payment of the imitated address an amount is. It is chosen and not measured.
const SMALLER: u128 = 100;

/// The first and the last two bytes of an address: the digits that a short form shows.
type ShortForm = [u8; 4];

/// Marks the entries that imitate a counterparty of their account as unwanted. Addresses of the owner are no imitations.
pub(in crate::ledger) fn mark(entries: &mut [Entry], own: &BTreeMap<Address, String>) {
    let mut accounts: HashMap<&AccountId, Vec<&Entry>> = HashMap::new();
    for entry in entries.iter() {
        accounts.entry(&entry.id.account).or_default().push(entry);
    }
    let found = accounts.into_values().flat_map(|entries| {
        let assets: OnceCell<HashSet<&AssetId>> = OnceCell::new();
        let all = || entries.iter().flat_map(|entry| received(entry)).collect();
        imitations(&entries, own, |asset| assets.get_or_init(all).contains(asset))
    });
    let found: HashSet<EntryId> = found.map(|entry| entry.id.clone()).collect();
    for entry in entries.iter_mut().filter(|entry| found.contains(&entry.id)) {
        entry.kind = EntryKind::Spam;
        DECODER.clone_into(&mut entry.decoder);
    }
}

/// Returns the assets that an entry brought.
fn received(entry: &Entry) -> impl Iterator<Item = &AssetId> {
    let legs = entry.legs.iter().filter(|leg| leg.role == LegRole::In);
    legs.map(|leg| &leg.asset)
}

/// Returns the counterparties of an entry and its legs.
fn counterparties(entry: &Entry) -> impl Iterator<Item = &Address> {
    let legs = entry.legs.iter().filter_map(|leg| leg.counterparty.as_ref());
    legs.chain(&entry.counterparty)
}

/// Returns the entries of one account that imitate. `has_received` says whether an asset ever reached the account.
fn imitations<'a>(
    entries: &[&'a Entry],
    own: &BTreeMap<Address, String>,
    has_received: impl Fn(&AssetId) -> bool,
) -> Vec<&'a Entry> {
    let alike = alike(entries, own);
    if alike.is_empty() {
        return Vec::new();
    }
    let dealings = Dealings::of(entries, &alike);
    let suspects = entries.iter().filter_map(|entry| Some((*entry, only_other(entry)?)));
    let imitating = suspects.filter(|(entry, other)| {
        let Some(others) = short_form(other).and_then(|form| alike.get(&form)) else {
            return false;
        };
        let mut others = others.iter().filter(|imitated| imitated != &other);
        others.any(|imitated| dealings.is_imitated((imitated, other), entry, &has_received))
    });
    imitating.map(|(entry, _)| entry).collect()
}

/// The counterparties of an account that share a short form with another one.
fn alike<'a>(entries: &[&'a Entry], own: &BTreeMap<Address, String>) -> BTreeMap<ShortForm, BTreeSet<&'a Address>> {
    let others: HashSet<&Address> = entries.iter().flat_map(|entry| counterparties(entry)).collect();
    let mut forms: BTreeMap<ShortForm, BTreeSet<&Address>> = BTreeMap::new();
    for other in others.into_iter().filter(|other| !own.contains_key(*other)) {
        if let Some(form) = short_form(other) {
            forms.entry(form).or_default().insert(other);
        }
    }
    forms.retain(|_, addresses| addresses.len() > 1);
    forms
}

/// What an account and its counterparties have done.
struct Dealings<'a> {
    /// When the account first paid or called an address itself: block, position.
    first_paid: HashMap<&'a Address, (u64, u32)>,
    /// The largest amount of an asset that moved between the account and an address.
    largest: HashMap<(&'a Address, &'a AssetId), RawAmount>,
}

impl<'a> Dealings<'a> {
    fn of(entries: &[&'a Entry], alike: &BTreeMap<ShortForm, BTreeSet<&'a Address>>) -> Self {
        let known: HashSet<&Address> = alike.values().flatten().copied().collect();
        let mut found = Self {
            first_paid: HashMap::new(),
            largest: HashMap::new(),
        };
        for entry in entries {
            let place = (entry.block, entry.position);
            let paid = entry.legs.iter().filter(|leg| leg.role == LegRole::Out);
            let paid = paid.filter_map(|leg| leg.counterparty.as_ref());
            let paid = paid.chain(&entry.counterparty).filter(|_| is_own(entry));
            for other in paid.filter(|other| known.contains(other)) {
                let first = found.first_paid.entry(other).or_insert(place);
                *first = place.min(*first);
            }
            for leg in &entry.legs {
                found.add(leg, &known);
            }
        }
        found
    }

    fn add(&mut self, leg: &'a Leg, known: &HashSet<&Address>) {
        if let Some(other) = leg.counterparty.as_ref().filter(|other| known.contains(other)) {
            let largest = self.largest.entry((other, &leg.asset)).or_insert(RawAmount::ZERO);
            *largest = leg.amount.max(*largest);
        }
    }

    /// Returns whether an entry imitates an address: the account dealt with that one, and the entry moves nothing that counts.
    fn is_imitated(
        &self,
        (imitated, imitator): (&Address, &Address),
        entry: &Entry,
        has_received: impl Fn(&AssetId) -> bool,
    ) -> bool {
        let has_paid_before = self
            .first_paid
            .get(imitator)
            .is_some_and(|first| *first <= (entry.block, entry.position));
        let is_paid = self.first_paid.contains_key(imitated);
        let mut legs = entry.legs.iter();
        !has_paid_before
            && legs.all(|leg| {
                let largest = self.largest.get(&(imitated, &leg.asset));
                let is_small = largest.map(|largest| is_small(leg.amount, *largest));
                match leg.role {
                    LegRole::In => is_small.unwrap_or(is_paid),
                    // A false log takes a token that the account never had.
                    _ => is_paid && !has_received(&leg.asset),
                }
            })
    }
}

fn is_small(amount: RawAmount, largest: RawAmount) -> bool {
    let amount = amount.as_u128().and_then(|amount| amount.checked_mul(SMALLER));
    amount.is_some_and(|amount| RawAmount::from(amount) <= largest)
}

/// Returns whether the account made the transaction: it paid the fee.
fn is_own(entry: &Entry) -> bool {
    entry.legs.iter().any(|leg| leg.role == LegRole::Fee)
}

/// Returns the only other side of a transaction that somebody else made.
fn only_other(entry: &Entry) -> Option<&Address> {
    let is_transfer = matches!(entry.kind, EntryKind::Receive | EntryKind::Send | EntryKind::Airdrop);
    let mut others = entry.legs.iter().map(|leg| leg.counterparty.as_ref());
    let first = others.next().flatten().filter(|_| is_transfer && !is_own(entry))?;
    others.all(|other| other == Some(first)).then_some(first)
}

fn short_form(address: &Address) -> Option<ShortForm> {
    let bytes = address.evm_bytes()?;
    let [first, second, .., third, last] = bytes;
    Some([first, second, third, last])
}

#[cfg(test)]
mod tests;
