//! Computes a user's rows from the list that they entered. Pure functions.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    Timestamp, UserId, Wallet, WalletId,
    extended_key::{GapLimit, WalletExtendedKey},
    wallet::Nickname,
};

use crate::chain::ParsedRow;

/// A row that was removed within this time can be restored with its nickname, group, position and date.
pub const UNDO: Duration = Duration::from_hours(24);

/// A text that the user entered, with what it was recognized as.
#[derive(Clone, Debug)]
pub struct WalletInput {
    /// The trimmed text.
    pub text: String,
    /// What it was recognized as.
    pub parsed: ParsedRow,
}

/// The user's rows after a change of their list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletListChange {
    /// The rows in display order.
    pub rows: Vec<Wallet>,
    /// The rows that the change removes.
    pub removed: Vec<Wallet>,
}

/// Returns the rows for an entered list. `existing` are the user's rows, including recently removed ones.
///
/// Blank and repeated entries are dropped, a name and its address count as one row, and rows that the list does not
/// contain are removed.
pub fn list(
    user: UserId,
    existing: &[Wallet],
    inputs: &[WalletInput],
    nicknames: &BTreeMap<String, Option<Nickname>>,
    now: Timestamp,
    mut next_id: impl FnMut() -> WalletId,
) -> WalletListChange {
    let mut seen = BTreeSet::new();
    let mut rows = Vec::new();
    for one in inputs {
        let fresh = new_wallet(user, one, now, WalletId::new(user.uuid()));
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
    WalletListChange { rows, removed }
}

fn same(known: &Wallet, fresh: &Wallet) -> bool {
    known.key() == fresh.key() || (known.name.is_some() && known.name == fresh.name)
}

/// Returns a known row with the new data, keeping the user's nickname, group, kind and date.
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

fn plain(user: UserId, inputs: &WalletInput, now: Timestamp, id: WalletId) -> Wallet {
    Wallet {
        id,
        user,
        position: 0,
        text: inputs.text.clone(),
        name: None,
        address: None,
        extended: None,
        problem: None,
        nickname: None,
        group: None,
        kind: None,
        resolved_at: None,
        previous_address: None,
        created_at: now,
        removed_at: None,
    }
}

/// Returns the row of one text.
pub fn new_wallet(user: UserId, inputs: &WalletInput, now: Timestamp, id: WalletId) -> Wallet {
    let mut wallet = plain(user, inputs, now, id);
    match &inputs.parsed {
        ParsedRow::Address(address) => wallet.address = Some(address.clone()),
        ParsedRow::Name {
            name,
            address,
            resolved_at,
        } => {
            wallet.name = Some(name.clone());
            wallet.address = Some(address.clone());
            wallet.resolved_at = Some(*resolved_at);
        }
        ParsedRow::ExtendedKey(key) => {
            wallet.text = key.reveal();
            wallet.extended = Some(WalletExtendedKey {
                key: key.clone(),
                gap_limit: GapLimit::LEAST,
                derived: Vec::new(),
            });
        }
        ParsedRow::UnresolvedName { name, problem } => {
            wallet.name = Some(name.clone());
            wallet.problem = Some(problem.clone());
        }
        ParsedRow::NotSupported(problem) | ParsedRow::Unknown(problem) => {
            wallet.problem = Some(problem.clone());
        }
        ParsedRow::Secret(_) => wallet.text.clear(),
    }
    wallet
}

#[cfg(test)]
mod tests {
    use ports::{Address, wallet::WalletProblem};

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

    fn inputs(parsed: ParsedRow) -> WalletInput {
        let text = match &parsed {
            ParsedRow::Address(address) => address.to_string(),
            ParsedRow::Name { name, .. } | ParsedRow::UnresolvedName { name, .. } => name.to_string(),
            ParsedRow::ExtendedKey(_) | ParsedRow::NotSupported(_) | ParsedRow::Unknown(_) | ParsedRow::Secret(_) => {
                "whatever".into()
            }
        };
        WalletInput { text, parsed }
    }

    fn named(name: &str, n: u8, now: Timestamp) -> WalletInput {
        inputs(ParsedRow::Name {
            name: name.parse().unwrap(),
            address: address(n),
            resolved_at: now,
        })
    }

    fn run(existing: &[Wallet], list_of: &[WalletInput], nicknames: &[(&str, &str)]) -> WalletListChange {
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
        let change = run(
            &[],
            &[named("a.eth", 1, now), inputs(ParsedRow::Address(address(1)))],
            &[],
        );
        assert_eq!(change.rows.len(), 1);
        assert_eq!(change.rows[0].label(), "a.eth");
    }

    #[test]
    fn a_removed_row_comes_back_as_it_was() {
        let one = inputs(ParsedRow::Address(address(1)));
        let two = inputs(ParsedRow::Address(address(2)));
        let mut first = run(&[], &[one.clone(), two.clone()], &[(address(2).as_str(), "Savings")]);
        first.rows[1].group = "Treasury".parse().ok();
        let second = run(&first.rows, std::slice::from_ref(&one), &[]);
        assert_eq!(second.removed.len(), 1);
        let all: Vec<_> = second.rows.iter().chain(&second.removed).cloned().collect();
        let third = run(&all, &[one, two], &[]);
        assert_eq!(third.rows[1].id, first.rows[1].id);
        assert_eq!(third.rows[1].nickname, "Savings".parse().ok());
        assert_eq!(third.rows[1].group, "Treasury".parse().ok());
        assert_eq!(third.rows[1].removed_at, None);
    }

    #[test]
    fn nicknames_that_are_not_named_stay() {
        let one = inputs(ParsedRow::Address(address(1)));
        let lower = address(1).as_str().to_lowercase();
        let first = run(&[], std::slice::from_ref(&one), &[(lower.as_str(), "Main")]);
        assert_eq!(run(&first.rows, &[one], &[]).rows[0].nickname, "Main".parse().ok());
    }

    #[test]
    fn a_name_that_moved_keeps_its_previous_address() {
        let now = Timestamp::from_seconds(100);
        let first = run(&[], &[named("a.eth", 1, now)], &[]);
        let second = run(&first.rows, &[named("a.eth", 2, now)], &[]);
        assert_eq!(second.rows[0].id, first.rows[0].id);
        assert_eq!(second.rows[0].previous_address, Some(address(1)));
        assert!(second.removed.is_empty());
    }

    #[test]
    fn an_unrecognised_text_is_kept_with_its_reason() {
        let problem = WalletProblem {
            code: "unknown".into(),
            text: "?".into(),
        };
        let change = run(&[], &[inputs(ParsedRow::Unknown(problem.clone()))], &[]);
        assert_eq!(change.rows[0].problem, Some(problem));
    }
}
