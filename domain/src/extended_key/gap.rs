//! Decides which addresses of an extended key are watched. Pure functions of what is known about the earlier addresses.
//!
//! By BIP 44, a wallet hands out addresses in order and stops searching after twenty unused addresses in a row. So each
//! branch is watched up to twenty addresses beyond its last used one, and further as soon as one of these is used. Some wallets
//! hand out addresses that are never paid; the user of such a key can raise its gap limit.

use std::collections::BTreeSet;

use ports::extended_key::{Branch, DerivationPath, DerivedAddress, GapLimit, Script, WalletExtendedKey};

/// The most addresses watched in one branch. A key with more used addresses belongs to a shop, not to a person.
pub const MOST: u32 = 1_000;

/// Returns every place to watch, given the addresses derived and read so far.
pub fn watched(scripts: &[Script], derived: &[DerivedAddress], gap: GapLimit) -> BTreeSet<DerivationPath> {
    branches(scripts, derived)
        .flat_map(|(script, branch)| {
            let end = after_last_used(derived, script, branch)
                .saturating_add(gap.get())
                .min(MOST);
            (0..end).map(move |index| DerivationPath { script, branch, index })
        })
        .collect()
}

/// Returns the first unused place of each branch, which is the next one that a wallet would use.
pub fn next(scripts: &[Script], derived: &[DerivedAddress]) -> BTreeSet<DerivationPath> {
    branches(scripts, derived)
        .map(|(script, branch)| DerivationPath {
            script,
            branch,
            index: after_last_used(derived, script, branch),
        })
        .collect()
}

/// Returns whether the search ended at a limit and not at a gap: the limit of addresses in one branch, or that of one
/// user.
#[must_use]
pub fn is_full(extended: &WalletExtendedKey) -> bool {
    let WalletExtendedKey {
        key,
        gap_limit,
        derived,
    } = extended;
    let at_end = |one: &DerivedAddress| one.is_used() == Some(true) && one.path.index + gap_limit.get() >= MOST;
    let is_read = !derived.is_empty() && derived.iter().all(|one| one.is_used().is_some());
    derived.iter().any(at_end) || (is_read && watched(&key.scripts(), derived, *gap_limit).len() > derived.len())
}

/// The branches to watch. If a key allows several scripts, change addresses are watched only for scripts whose
/// receiving branch has a used address.
fn branches(scripts: &[Script], derived: &[DerivedAddress]) -> impl Iterator<Item = (Script, Branch)> {
    let both = scripts
        .iter()
        .flat_map(|script| Branch::ALL.map(|branch| (*script, branch)));
    both.filter(move |(script, branch)| {
        *branch == Branch::External || scripts.len() == 1 || after_last_used(derived, *script, Branch::External) > 0
    })
}

/// Returns the index after the last used address of a branch.
fn after_last_used(derived: &[DerivedAddress], script: Script, branch: Branch) -> u32 {
    let used = derived
        .iter()
        .filter(|one| one.path.script == script && one.path.branch == branch && one.is_used() == Some(true));
    used.map(|one| one.path.index + 1).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use ports::{AccountId, ExtendedKey};
    use proptest::{collection::btree_set, prelude::*};

    use super::*;

    const XPUB: &str = "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj";
    const OPEN: [Script; 4] = [Script::Pkh, Script::Wpkh, Script::Tr, Script::ShWpkh];

    fn account() -> AccountId {
        "bip122:000000000019d6689c085ae165831e93:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
            .parse()
            .unwrap()
    }

    fn read(path: DerivationPath, used: Option<bool>) -> DerivedAddress {
        DerivedAddress {
            path,
            account: account(),
            transactions: used.map(u64::from),
            read_at: None,
        }
    }

    fn external(script: Script, index: u32) -> DerivationPath {
        DerivationPath {
            script,
            branch: Branch::External,
            index,
        }
    }

    /// Watches and reads addresses until there is nothing new to watch, one at a time, in the order that `turn`
    /// selects.
    fn scan(scripts: &[Script], used: impl Fn(DerivationPath) -> bool, turn: usize) -> Vec<DerivedAddress> {
        scan_up_to(GapLimit::LEAST, scripts, used, turn)
    }

    fn scan_up_to(
        gap: GapLimit,
        scripts: &[Script],
        used: impl Fn(DerivationPath) -> bool,
        turn: usize,
    ) -> Vec<DerivedAddress> {
        let mut derived: Vec<DerivedAddress> = Vec::new();
        loop {
            let known: BTreeSet<DerivationPath> = derived.iter().map(|one| one.path).collect();
            derived.extend(
                watched(scripts, &derived, gap)
                    .difference(&known)
                    .map(|path| read(*path, None)),
            );
            let unread: Vec<usize> = (0..derived.len())
                .filter(|at| derived[*at].is_used().is_none())
                .collect();
            let Some(at) = unread.get(turn % unread.len().max(1)) else {
                return derived;
            };
            let path = derived[*at].path;
            derived[*at].transactions = Some(u64::from(used(path)));
        }
    }

    fn of(derived: &[DerivedAddress], branch: Branch) -> u32 {
        let count = derived.iter().filter(|one| one.path.branch == branch).count();
        u32::try_from(count).unwrap()
    }

    #[test]
    fn an_unused_key_watches_twenty_addresses_in_each_branch() {
        let derived = scan(&[Script::Wpkh], |_| false, 0);
        assert_eq!((of(&derived, Branch::External), of(&derived, Branch::Change)), (20, 20));
    }

    #[test]
    fn with_several_scripts_change_is_watched_after_a_used_address() {
        let derived = scan(&OPEN, |_| false, 0);
        assert_eq!((of(&derived, Branch::External), of(&derived, Branch::Change)), (80, 0));
        let derived = scan(&OPEN, |path| path == external(Script::Tr, 3), 0);
        assert_eq!((of(&derived, Branch::External), of(&derived, Branch::Change)), (84, 20));
    }

    #[test]
    fn the_next_places_follow_the_last_used() {
        let one = [Script::Wpkh];
        let indices =
            |derived: &[DerivedAddress]| next(&one, derived).iter().map(|path| path.index).collect::<Vec<_>>();
        assert_eq!(indices(&[]), [0, 0]);
        assert_eq!(indices(&[read(external(Script::Wpkh, 4), Some(true))]), [5, 0]);
    }

    #[test]
    fn a_branch_has_a_limit() {
        let last = read(external(Script::Pkh, MOST - 1), Some(true));
        let key = XPUB.parse::<ExtendedKey>().unwrap();
        let with = |derived: Vec<DerivedAddress>| WalletExtendedKey {
            key: key.clone(),
            gap_limit: GapLimit::LEAST,
            derived,
        };
        assert!(is_full(&with(vec![last.clone()])));
        let ends = watched(&[Script::Pkh], &[last], GapLimit::LEAST);
        assert!(ends.iter().all(|path| path.index < MOST));
        let all = scan(&OPEN, |path| path.script == Script::Pkh && path.index < 30, 0);
        assert!(!is_full(&with(all.clone())));
        let bounded = all[..all.len() - 1].to_vec();
        assert!(is_full(&with(bounded)), "the addresses of one user have a limit, too");
    }

    proptest! {
        /// The scan finds exactly the addresses that a wallet following BIP 44 finds, in whatever order the results
        /// arrive.
        #[test]
        fn every_used_address_before_a_gap_is_found(
            used in btree_set(0_u32..120, 0..12), turn in 0_usize..7, gap in 20_u32..=60,
        ) {
            let is_used = |path: DerivationPath| path.branch == Branch::External && used.contains(&path.index);
            let derived = scan_up_to(GapLimit::new(gap).unwrap(), &[Script::Wpkh], is_used, turn);
            let mut end = gap;
            while let Some(last) = used.range(..end).next_back().filter(|last| **last + 1 + gap > end) {
                end = last + 1 + gap;
            }
            prop_assert_eq!(of(&derived, Branch::External), end);
            prop_assert_eq!(of(&derived, Branch::Change), gap);
            let found = derived.iter().filter(|one| one.is_used() == Some(true)).count();
            prop_assert_eq!(found, used.range(..end).count());
        }

        /// A watched address stays watched when more becomes known.
        #[test]
        fn knowing_more_never_watches_less(used in btree_set(0_u32..100, 0..10), more in 0_u32..100) {
            let derived: Vec<_> = used.iter().map(|index| read(external(Script::Pkh, *index), Some(true))).collect();
            let mut later = derived.clone();
            later.push(read(external(Script::Pkh, more), Some(true)));
            let watched = |derived: &[DerivedAddress]| watched(&OPEN, derived, GapLimit::LEAST);
            prop_assert!(watched(&later).is_superset(&watched(&derived)));
        }
    }
}
