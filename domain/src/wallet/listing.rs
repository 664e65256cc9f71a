//! From a stated list to rows: a pure function.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{Timestamp, UserId, Wallet, WalletId, extended_key::WalletExtendedKey, wallet::Nickname};

use crate::wallet::recognise::Recognised;

/// A row removed less than this ago comes back with its nickname, place and date.
pub const UNDO: Duration = Duration::from_hours(24);

/// A text that the person stated, and what it is.
#[derive(Clone, Debug)]
pub struct Stated {
    /// The text, trimmed.
    pub text: String,
    /// What it is.
    pub recognised: Recognised,
}

/// The user's rows after a list was stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The rows in their order.
    pub rows: Vec<Wallet>,
    /// Rows that are removed now.
    pub removed: Vec<Wallet>,
}

/// The rows that a stated list comes to. `existing` holds the user's rows, those removed lately included. Blanks and
/// repeated addresses are dropped; a name and its address are one; what the list does not name is removed.
pub fn list(
    user: UserId,
    existing: &[Wallet],
    stated: &[Stated],
    nicknames: &BTreeMap<String, Option<Nickname>>,
    now: Timestamp,
    mut next_id: impl FnMut() -> WalletId,
) -> Listing {
    let mut seen = BTreeSet::new();
    let mut rows = Vec::new();
    for one in stated {
        let fresh = row(user, one, now, WalletId::new(user.uuid()));
        if !seen.insert(fresh.key().to_owned()) {
            continue;
        }
        let known = existing.iter().find(|wallet| same(wallet, &fresh));
        let mut wallet = match known {
            Some(known) => updated(known, fresh),
            None => Wallet { id: next_id(), ..fresh },
        };
        wallet.position = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        if let Some(nickname) = nickname(nicknames, &wallet) {
            wallet.nickname.clone_from(nickname);
        }
        rows.push(wallet);
    }
    let kept: BTreeSet<_> = rows.iter().map(|wallet| wallet.id).collect();
    let gone = existing
        .iter()
        .filter(|wallet| wallet.removed_at.is_none() && !kept.contains(&wallet.id));
    let removed = gone
        .map(|wallet| Wallet {
            removed_at: Some(now),
            ..wallet.clone()
        })
        .collect();
    Listing { rows, removed }
}

fn same(known: &Wallet, fresh: &Wallet) -> bool {
    known.key() == fresh.key() || (known.name.is_some() && known.name == fresh.name)
}

/// A known row takes the newer facts and keeps the person's own: nickname, kind, date.
fn updated(known: &Wallet, fresh: Wallet) -> Wallet {
    let moved = known.address.is_some() && fresh.address.is_some() && known.address != fresh.address;
    Wallet {
        text: fresh.text,
        name: fresh.name.or_else(|| known.name.clone()),
        previous_address: if moved {
            known.address.clone()
        } else {
            known.previous_address.clone()
        },
        resolved_at: fresh.resolved_at.or(known.resolved_at),
        address: fresh.address,
        extended: fresh.extended.and_then(|fresh| known.extended.clone().or(Some(fresh))),
        problem: fresh.problem,
        removed_at: None,
        ..known.clone()
    }
}

fn nickname<'a>(nicknames: &'a BTreeMap<String, Option<Nickname>>, wallet: &Wallet) -> Option<&'a Option<Nickname>> {
    let address = wallet.address.as_ref().map(ports::Address::as_str);
    let name = wallet.name.as_ref().map(ports::Name::as_str);
    let keys = [Some(wallet.text.as_str()), address, name];
    let fits = |key: &str| keys.iter().flatten().any(|own| own.eq_ignore_ascii_case(key.trim()));
    nicknames
        .iter()
        .find(|(key, _)| fits(key))
        .map(|(_, nickname)| nickname)
}

fn plain(user: UserId, stated: &Stated, now: Timestamp, id: WalletId) -> Wallet {
    Wallet {
        id,
        user,
        position: 0,
        text: stated.text.clone(),
        name: None,
        address: None,
        extended: None,
        problem: None,
        nickname: None,
        kind: None,
        resolved_at: None,
        previous_address: None,
        created_at: now,
        removed_at: None,
    }
}

fn row(user: UserId, stated: &Stated, now: Timestamp, id: WalletId) -> Wallet {
    let mut wallet = plain(user, stated, now, id);
    match &stated.recognised {
        Recognised::Address(address) => wallet.address = Some(address.clone()),
        Recognised::Name {
            name,
            address,
            resolved_at,
        } => {
            wallet.name = Some(name.clone());
            wallet.address = Some(address.clone());
            wallet.resolved_at = Some(*resolved_at);
        }
        Recognised::ExtendedKey(key) => {
            wallet.text = key.reveal();
            wallet.extended = Some(WalletExtendedKey {
                key: key.clone(),
                derived: Vec::new(),
            });
        }
        Recognised::LostName { name, problem } => {
            wallet.name = Some(name.clone());
            wallet.problem = Some(problem.clone());
        }
        Recognised::NotSupported(problem) | Recognised::Unknown(problem) => {
            wallet.problem = Some(problem.clone());
        }
        Recognised::Secret(_) => wallet.text.clear(),
    }
    wallet
}

#[cfg(test)]
mod tests {
    use ports::{Address, wallet::Problem};

    use super::*;

    fn id(n: u8) -> UserId {
        serde_json::from_str(&format!("\"000000{n:02x}-0000-7000-8000-000000000000\"")).unwrap()
    }

    fn user() -> UserId {
        id(1)
    }

    fn address(n: u8) -> Address {
        Address::evm([n; 20])
    }

    fn stated(recognised: Recognised) -> Stated {
        let text = match &recognised {
            Recognised::Address(address) => address.to_string(),
            Recognised::Name { name, .. } | Recognised::LostName { name, .. } => name.to_string(),
            Recognised::ExtendedKey(_)
            | Recognised::NotSupported(_)
            | Recognised::Unknown(_)
            | Recognised::Secret(_) => "whatever".into(),
        };
        Stated { text, recognised }
    }

    fn named(name: &str, n: u8, now: Timestamp) -> Stated {
        stated(Recognised::Name {
            name: name.parse().unwrap(),
            address: address(n),
            resolved_at: now,
        })
    }

    fn run(existing: &[Wallet], list_of: &[Stated], nicknames: &[(&str, &str)]) -> Listing {
        let mut next = 10;
        let nicknames = nicknames
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.parse().ok()))
            .collect::<BTreeMap<_, _>>();
        list(
            user(),
            existing,
            list_of,
            &nicknames,
            Timestamp::from_seconds(100),
            || {
                next += 1;
                WalletId::new(id(next).uuid())
            },
        )
    }

    #[test]
    fn a_name_and_its_address_are_one() {
        let now = Timestamp::from_seconds(100);
        let listing = run(
            &[],
            &[named("a.eth", 1, now), stated(Recognised::Address(address(1)))],
            &[],
        );
        assert_eq!(listing.rows.len(), 1);
        assert_eq!(listing.rows[0].label(), "a.eth");
    }

    #[test]
    fn a_removed_row_comes_back_as_it_was() {
        let one = stated(Recognised::Address(address(1)));
        let two = stated(Recognised::Address(address(2)));
        let first = run(&[], &[one.clone(), two.clone()], &[(address(2).as_str(), "Savings")]);
        let second = run(&first.rows, std::slice::from_ref(&one), &[]);
        assert_eq!(second.removed.len(), 1);
        let all: Vec<_> = second.rows.iter().chain(&second.removed).cloned().collect();
        let third = run(&all, &[one, two], &[]);
        assert_eq!(third.rows[1].id, first.rows[1].id);
        assert_eq!(third.rows[1].nickname, "Savings".parse().ok());
        assert_eq!(third.rows[1].removed_at, None);
    }

    #[test]
    fn nicknames_that_are_not_named_stay() {
        let one = stated(Recognised::Address(address(1)));
        let lower = address(1).as_str().to_lowercase();
        let first = run(&[], std::slice::from_ref(&one), &[(lower.as_str(), "Main")]);
        assert_eq!(run(&first.rows, &[one], &[]).rows[0].nickname, "Main".parse().ok());
    }

    #[test]
    fn a_name_that_moved_keeps_where_it_was() {
        let now = Timestamp::from_seconds(100);
        let first = run(&[], &[named("a.eth", 1, now)], &[]);
        let second = run(&first.rows, &[named("a.eth", 2, now)], &[]);
        assert_eq!(second.rows[0].id, first.rows[0].id);
        assert_eq!(second.rows[0].previous_address, Some(address(1)));
        assert!(second.removed.is_empty());
    }

    #[test]
    fn what_is_not_recognised_is_kept_with_its_reason() {
        let problem = Problem {
            code: "unknown".into(),
            text: "?".into(),
        };
        let listing = run(&[], &[stated(Recognised::Unknown(problem.clone()))], &[]);
        assert_eq!(listing.rows[0].problem, Some(problem));
    }
}
