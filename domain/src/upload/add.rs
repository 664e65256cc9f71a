//! Adds selected rows of an upload.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Timestamp, Wallet, WalletKind, wallet::Nickname, wallet::WalletProblem};

use crate::{
    caller::Caller,
    chain::{ChainSupport, ParsedRow, look_ups, recognize},
    upload::{UploadError, Uploads, room::Room},
    user::{UserError, UserView, Users},
    wallet::{UNDO, WalletInput, WalletListChange, list_change, replace},
};

/// A row to add as a wallet.
#[derive(Clone, Debug)]
pub struct UploadedWallet {
    /// An address or a name.
    pub text: String,
    /// The nickname, if any.
    pub nickname: Option<Nickname>,
    /// The kind of wallet, if known.
    pub kind: Option<WalletKind>,
}

/// The result of adding rows.
#[derive(Clone, Debug)]
pub struct Added {
    /// The user with the wallets after the call.
    pub view: UserView,
    /// How many wallets were added.
    pub added: usize,
    /// How many rows were already wallets of the caller, or occurred twice.
    pub known: usize,
    /// The rows that were not added, by index, with the reason.
    pub left_out: BTreeMap<usize, WalletProblem>,
}

/// The list of wallets after adding the rows.
struct RowAddition {
    list: WalletListChange,
    added: usize,
}

impl Uploads {
    /// Returns how many names in these rows would have to be resolved. Fails if the rows are rejected before that.
    pub async fn look_ups(&self, rows: &[UploadedWallet]) -> Result<usize, UploadError> {
        self.admit(rows)?;
        Ok(look_ups(&self.ports, rows.iter().map(|row| row.text.as_str())).await?)
    }

    /// Adds rows after the caller's existing wallets.
    ///
    /// Adds all rows that are recognized and new, or none if the plan does not allow that many. Existing wallets stay
    /// unchanged, so repeating the call has no effect.
    pub async fn add(&self, caller: &Caller, rows: &[UploadedWallet]) -> Result<Added, UploadError> {
        self.admit(rows)?;
        let parsed = recognize(&self.ports, rows.iter().map(|row| row.text.as_str())).await?;
        let (good, left_out) = sorted(&ChainSupport::of(&self.ports), rows, parsed);
        let inputs: Vec<_> = good.iter().map(|(_, inputs)| inputs.clone()).collect();
        let lately = replace::read_lately(&self.ports, &inputs).await?;
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let mut user = work.users().lock(caller.user).await?.ok_or(UserError::NotFound)?;
        let existing = work.wallets().of_user(caller.user, now.minus(UNDO)).await?;
        let current: Vec<_> = existing
            .iter()
            .filter(|row| row.removed_at.is_none())
            .cloned()
            .collect();
        let change = self.decide(caller, &existing, &current, &good, now);
        let room = Room::of(
            &self.plan(),
            user.uploads,
            replace::entered(&current),
            self.ports.person_limits.wallets,
        );
        if change.added > room.left {
            return Err(UploadError::NoRoom(room));
        }
        if change.added > 0 {
            (user.version, user.uploads) = (user.version + 1, user.uploads.saturating_add(1));
            work.users().set_version(user.id, user.version).await?;
            work.users().set_uploads(user.id, user.uploads).await?;
            replace::keep(&self.ports, work.as_mut(), &change.list, &lately, now).await?;
            work.commit().await?;
        }
        Ok(Added {
            view: Users::new(self.ports.clone()).view(user, change.list.rows),
            added: change.added,
            known: good.len() - change.added,
            left_out,
        })
    }

    /// Rejects what can be rejected before any name is resolved: too many rows, and secrets.
    fn admit(&self, rows: &[UploadedWallet]) -> Result<(), UserError> {
        let limit = self.ports.person_limits.wallets;
        if rows.len() > limit {
            return Err(UserError::TooManyWallets { limit });
        }
        let secret = |row: &UploadedWallet| {
            ports::pasted_secret::find_in_address(&row.text).map(|secret| secret.warning().to_owned())
        };
        let secrets: BTreeMap<_, _> = rows
            .iter()
            .enumerate()
            .filter_map(|(at, row)| Some((at, secret(row)?)))
            .collect();
        if secrets.is_empty() {
            Ok(())
        } else {
            Err(UserError::Rows(secrets))
        }
    }

    /// Returns the existing rows unchanged, followed by the new ones.
    fn decide(
        &self,
        caller: &Caller,
        existing: &[Wallet],
        current: &[Wallet],
        good: &[(&UploadedWallet, WalletInput)],
        now: Timestamp,
    ) -> RowAddition {
        let all: Vec<_> = current
            .iter()
            .map(replace::unchanged_input)
            .chain(good.iter().map(|(_, inputs)| inputs.clone()))
            .collect();
        let next_id = || ports::WalletId::new(self.ports.ids.next());
        let mut change = list_change::list(caller.user, existing, &all, &BTreeMap::new(), now, next_id);
        let there: BTreeSet<_> = current.iter().map(|wallet| wallet.id).collect();
        let mut added = 0;
        for wallet in change.rows.iter_mut().filter(|row| !there.contains(&row.id)) {
            added += 1;
            if let Some((row, _)) = good.iter().find(|(_, inputs)| is_of(wallet, inputs)) {
                wallet.nickname = row.nickname.clone().or_else(|| wallet.nickname.clone());
                wallet.kind = row.kind.or(wallet.kind);
            }
        }
        RowAddition { list: change, added }
    }
}

fn is_of(wallet: &Wallet, inputs: &WalletInput) -> bool {
    match (&inputs.parsed, &wallet.extended) {
        (ParsedRow::ExtendedKey(key), Some(extended)) => *key == extended.key,
        (inputs, None) => inputs.address() == wallet.address.as_ref(),
        _ => false,
    }
}

type Sorted<'a> = (Vec<(&'a UploadedWallet, WalletInput)>, BTreeMap<usize, WalletProblem>);

/// Separates the rows that can be added from the others, with the reason why not.
fn sorted<'a>(support: &ChainSupport, rows: &'a [UploadedWallet], parsed: Vec<ParsedRow>) -> Sorted<'a> {
    let (mut good, mut left_out) = (Vec::new(), BTreeMap::new());
    for (at, (row, parsed)) in rows.iter().zip(parsed).enumerate() {
        match why_not(support, &parsed) {
            Some(problem) => drop(left_out.insert(at, problem)),
            None => good.push((
                row,
                WalletInput {
                    text: ports::asset::clean(&row.text, 255),
                    parsed,
                },
            )),
        }
    }
    (good, left_out)
}

fn why_not(support: &ChainSupport, parsed: &ParsedRow) -> Option<WalletProblem> {
    match parsed {
        ParsedRow::Address(address) | ParsedRow::Name { address, .. } => support.problem(address),
        ParsedRow::UnresolvedName { problem, .. } | ParsedRow::NotSupported(problem) | ParsedRow::Unknown(problem) => {
            Some(problem.clone())
        }
        ParsedRow::ExtendedKey(_) => None,
        ParsedRow::Secret(secret) => Some(WalletProblem {
            code: "secret".to_owned(),
            text: secret.warning().to_owned(),
        }),
    }
}
