//! Erasure: rows of a user are erased with the user, and data about an address is erased with its last watcher.

use std::collections::BTreeSet;

use ports::{
    AccountId, Address, Annotation, EntryId, Name, Timestamp, UserId, Wallet, WalletId, annotation::AnnotationContent,
    disclosure::DisclosedField,
};

use crate::{
    owned,
    tables::{Tables, most},
    watched::{is_among, visited, writings},
};

/// Erases these users and everything that belongs to them. Returns how many existed.
pub(crate) fn users(tables: &mut Tables, found: &[UserId]) -> u64 {
    let mut erased = 0;
    for user in found {
        owned::erase_all(tables, *user);
        erased += u64::from(tables.users.remove(user).is_some());
    }
    erased
}

/// Erases these wallets. Returns how many existed.
pub(crate) fn wallets(tables: &mut Tables, found: &BTreeSet<WalletId>) -> u64 {
    let subjects: BTreeSet<String> = found.iter().map(ToString::to_string).collect();
    tables.remove_jobs(|job| subjects.contains(&job.subject));
    let gone = found.iter().filter_map(|id| tables.wallets.remove(id));
    let gone: Vec<(UserId, Option<Name>)> = gone.map(|wallet| (wallet.user, wallet.name)).collect();
    tables
        .derived_addresses
        .retain(|(wallet, _), _| !found.contains(wallet));
    for user in gone.iter().map(|(user, _)| *user).collect::<BTreeSet<UserId>>() {
        annotations_without_wallets(tables, user);
    }
    let erased = gone.len() as u64;
    names(tables, gone.into_iter().filter_map(|(_, name)| name).collect());
    erased
}

/// Erases what this user added to entries of accounts that none of their wallets has any more.
fn annotations_without_wallets(tables: &mut Tables, user: UserId) {
    let own: Vec<&Wallet> = tables.wallets.values().filter(|wallet| wallet.user == user).collect();
    let addresses: BTreeSet<&Address> = own.iter().filter_map(|wallet| wallet.address.as_ref()).collect();
    let ids: BTreeSet<WalletId> = own.iter().map(|wallet| wallet.id).collect();
    let derived = tables.derived_addresses.iter();
    let derived = derived.filter(|((wallet, _), _)| ids.contains(wallet));
    let derived: BTreeSet<&AccountId> = derived.map(|(_, account)| account).collect();
    let is_own = |account: &AccountId| derived.contains(account) || is_among(tables, &addresses, account);
    let lost = |annotation: &Annotation| annotation.user == user && !named_accounts(annotation).all(is_own);
    let lost = tables.annotations.iter().filter(|(_, annotation)| lost(annotation));
    let lost: Vec<(UserId, (EntryId, String))> = lost.map(|(key, _)| key.clone()).collect();
    for key in lost {
        tables.annotations.remove(&key);
    }
}

/// Erases the data about those of these names that no wallet has.
pub(crate) fn names(tables: &mut Tables, mut unused: BTreeSet<Name>) {
    for wallet in tables.wallets.values() {
        if let Some(name) = &wallet.name {
            unused.remove(name);
        }
    }
    if unused.is_empty() {
        return;
    }
    tables.names.retain(|name, _| !unused.contains(name));
    let subjects: BTreeSet<&str> = unused.iter().map(Name::as_str).collect();
    tables.remove_jobs(|job| subjects.contains(job.subject.as_str()));
    disclosures(
        tables,
        |disclosed| matches!(disclosed, DisclosedField::Name(name) if unused.contains(name)),
    );
}

/// Erases rows of the privacy ledger.
fn disclosures(tables: &mut Tables, is_chosen: impl Fn(&DisclosedField) -> bool) {
    tables
        .disclosures
        .retain(|(subject, _), _| !is_chosen(&subject.disclosed));
}

/// Erases accounts that no wallet, removed ones included, and no share session refers to. Returns how many were erased.
pub(crate) fn unwatched(tables: &mut Tables, limit: u32) -> u64 {
    let mut addresses: BTreeSet<&Address> = visited(tables);
    addresses.extend(tables.wallets.values().filter_map(|wallet| wallet.address.as_ref()));
    let derived: BTreeSet<&AccountId> = tables.derived_addresses.values().collect();
    let accounts = tables.accounts.keys().filter(|id| !derived.contains(id));
    let unwatched = accounts.filter(|id| !is_among(tables, &addresses, id));
    let found: BTreeSet<AccountId> = unwatched.take(most(limit)).cloned().collect();
    if !found.is_empty() {
        accounts_with_snapshots(tables, &found);
    }
    found.len() as u64
}

fn accounts_with_snapshots(tables: &mut Tables, found: &BTreeSet<AccountId>) {
    let own = found.iter().map(|id| id.address.clone());
    let others = found.iter().flat_map(|id| writings(tables, id)).cloned();
    let addresses: BTreeSet<Address> = own.chain(others).collect();
    let subjects: BTreeSet<String> = found.iter().map(ToString::to_string).collect();
    for id in found {
        for (_, snapshot) in tables.account_snapshots.remove(id).into_iter().flatten() {
            tables.snapshots.remove(&snapshot);
        }
        tables.account_writings.remove(id);
        tables.held_assets.remove(id);
        tables.facts.remove(id);
        tables.entries.remove(id);
        tables.history_progress.remove(id);
        tables.reconciliations.remove(id);
        tables.allowances.remove(id);
        tables.exchange_files.retain(|_, file| file.account != *id);
        tables.mapped_codes.retain(|_, mapped| mapped.account != *id);
        tables.exchange_markets.retain(|_, market| market.account != *id);
        tables.accounts.remove(id);
    }
    tables
        .annotations
        .retain(|_, annotation| !named_accounts(annotation).any(|account| found.contains(account)));
    tables.remove_jobs(|job| subjects.contains(&job.subject));
    addresses_without_accounts(tables, addresses);
}

/// The accounts that an annotation names.
fn named_accounts(annotation: &Annotation) -> impl Iterator<Item = &AccountId> {
    let other = match &annotation.content {
        AnnotationContent::Match { other, .. } => Some(&other.account),
        AnnotationContent::Note(_) | AnnotationContent::Mark(_) | AnnotationContent::Cost { .. } => None,
    };
    std::iter::once(&annotation.entry.account).chain(other)
}

/// Erases the data about those of these addresses that have no account any more: their reverse names, the jobs that look these
/// up, and their rows of the privacy ledger.
fn addresses_without_accounts(tables: &mut Tables, mut gone: BTreeSet<Address>) {
    for account in tables.accounts.keys() {
        gone.remove(&account.address);
    }
    tables.reverse_names.retain(|address, _| !gone.contains(address));
    let subjects: BTreeSet<&str> = gone.iter().map(Address::as_str).collect();
    tables.remove_jobs(|job| subjects.contains(job.subject.as_str()));
    disclosures(
        tables,
        |disclosed| matches!(disclosed, DisclosedField::Address(address) if gone.contains(address)),
    );
}

/// Erases the reverse names of addresses that no wallet has.
pub(crate) fn reverse_names_without_wallets(tables: &mut Tables) {
    let Tables {
        wallets, reverse_names, ..
    } = tables;
    let kept: BTreeSet<&Address> = wallets.values().filter_map(|wallet| wallet.address.as_ref()).collect();
    reverse_names.retain(|address, _| kept.contains(address));
}

/// Erases rows of the privacy ledger that ended before `before` and contain a name that neither resolved nor belongs to a
/// wallet.
pub(crate) fn unused_name_disclosures(tables: &mut Tables, before: Timestamp) {
    let Tables {
        wallets,
        names,
        disclosures,
        ..
    } = tables;
    let carried: BTreeSet<&Name> = wallets.values().filter_map(|wallet| wallet.name.as_ref()).collect();
    let is_unused = |disclosed: &DisclosedField| match disclosed {
        DisclosedField::Name(name) => !carried.contains(name) && !names.contains_key(name),
        _ => false,
    };
    disclosures.retain(|(subject, _), sum| !(sum.last_at < before && is_unused(&subject.disclosed)));
}
