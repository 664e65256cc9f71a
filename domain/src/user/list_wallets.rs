//! Replaces the whole list of a user's wallets.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Ports, StorageError, Timestamp, UnitOfWork, UserId, Wallet, WalletId, wallet::Nickname};

use crate::{
    caller::Caller,
    chain::Reach,
    plan::{ADDRESS_LIMIT_TRIGGER, Plan},
    sync,
    user::{UserError, UserView, Users},
    valuation::accounts_at,
    wallet::{
        listing::{self, Listing, Stated, UNDO},
        open::open,
        recognise::{Recognised, key, look_ups, recognise},
        update::is_named,
    },
};

/// A list of wallets as a user enters it.
#[derive(Clone, Debug, Default)]
pub struct ListWallets {
    /// Addresses and names in display order. Blank texts are dropped.
    pub texts: Vec<String>,
    /// Nicknames by address or name. An empty nickname is removed.
    pub nicknames: BTreeMap<String, String>,
    /// Whether an empty list may remove all wallets.
    pub allow_empty: bool,
    /// The version of the list that the user saw.
    pub expected_version: Option<i64>,
}

impl ListWallets {
    /// Returns the trimmed texts that are not blank, with their indexes.
    fn stated(&self) -> impl Iterator<Item = (usize, &str)> {
        let texts = self.texts.iter().map(|text| text.trim()).enumerate();
        texts.filter(|(_, text)| !text.is_empty())
    }

    /// Rejects what can be rejected before any name is resolved: too many rows, secrets, and more rows than the plan
    /// allows. Rows with the same form count once. A list of no more than `current` rows adds nothing and is not
    /// checked against the limits.
    fn admit(&self, ports: &Ports, plan: &Plan, current: usize) -> Result<(), UserError> {
        let secret = |text: &str| ports::pasted_secret::find_in_address(text).map(|secret| secret.warning().to_owned());
        let secrets: BTreeMap<_, _> = self
            .stated()
            .filter_map(|(at, text)| Some((at, secret(text)?)))
            .collect();
        if !secrets.is_empty() {
            return Err(UserError::Rows(secrets));
        }
        let rows: BTreeSet<_> = self.stated().map(|(_, text)| key(&ports.chains, text)).collect();
        if rows.len() > current {
            check_limits(ports, plan, rows.len())?;
        }
        Ok(())
    }
}

impl Users {
    /// Returns how many names of a list would have to be resolved. Fails if the list is rejected before that.
    pub async fn look_ups(&self, caller: Option<&Caller>, list: &ListWallets) -> Result<usize, UserError> {
        self.admit(caller, list).await?;
        Ok(look_ups(&self.ports, list.stated().map(|(_, text)| text)).await?)
    }

    pub(super) async fn admit(&self, caller: Option<&Caller>, list: &ListWallets) -> Result<(), UserError> {
        let current = match caller {
            Some(caller) => self.ports.stores.wallets.of_user(caller.user).await?.len(),
            None => 0,
        };
        list.admit(&self.ports, &self.plan(), current)
    }

    /// Replaces the caller's list of wallets.
    ///
    /// Wallets that are missing from the list are removed and can be restored unchanged for a day. A list in which
    /// every row has a problem is rejected, unless one of its rows is already a wallet or was removed recently.
    pub async fn list_wallets(&self, caller: &Caller, list: &ListWallets) -> Result<UserView, UserError> {
        self.admit(Some(caller), list).await?;
        let recognised = recognise_all(&self.ports, list).await?;
        let lately = read_lately(&self.ports, &recognised.stated).await?;
        self.change(caller, list, &lately, |existing| {
            let is_known = |one: &Stated| existing.iter().any(|wallet| wallet.text == one.text);
            if recognised.stated.iter().any(is_known) {
                Ok(recognised.stated.clone())
            } else {
                recognised.clone().or_refused()
            }
        })
        .await
    }

    /// Removes one wallet by its address, name or text.
    pub async fn delete_wallet(&self, caller: &Caller, text: &str) -> Result<UserView, UserError> {
        let names = |wallet: &Wallet| is_named(wallet, text);
        let current = self.ports.stores.wallets.of_user(caller.user).await?;
        if !current.iter().any(&names) {
            return Err(UserError::NotFound);
        }
        let stated: Vec<_> = current.iter().map(restated).collect();
        let lately = read_lately(&self.ports, &stated).await?;
        let list = ListWallets {
            allow_empty: true,
            ..ListWallets::default()
        };
        self.change(caller, &list, &lately, |existing| {
            let stays = |row: &&Wallet| row.removed_at.is_none() && !names(row);
            Ok(existing.iter().filter(stays).map(restated).collect())
        })
        .await
    }

    /// Changes the list in one unit of work. `stated` returns the new list for the user's rows, including those removed
    /// recently.
    async fn change(
        &self,
        caller: &Caller,
        list: &ListWallets,
        read_lately: &BTreeSet<AccountId>,
        stated: impl Fn(&[Wallet]) -> Result<Vec<Stated>, UserError> + Send,
    ) -> Result<UserView, UserError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let mut user = work.users().lock(caller.user).await?.ok_or(UserError::NotFound)?;
        if list.expected_version.is_some_and(|version| version != user.version) {
            return Err(UserError::Stale);
        }
        let existing = work.wallets().of_user(caller.user, now.minus(UNDO)).await?;
        let current = existing.iter().filter(|wallet| wallet.removed_at.is_none()).count();
        let stated = stated(&existing)?;
        if stated.is_empty() && current > 0 && !list.allow_empty {
            return Err(UserError::WouldEmpty);
        }
        let listing = decide(&self.ports, caller.user, &existing, &stated, list, now)?;
        if listing.rows.len() > current {
            check_limits(&self.ports, &self.plan(), listing.rows.len())?;
        }
        user.version += 1;
        work.users().set_version(user.id, user.version).await?;
        keep(&self.ports, work.as_mut(), &listing, read_lately, now).await?;
        work.commit().await?;
        Ok(self.view(user, listing.rows))
    }
}

/// Converts a wallet back to an input row, without resolving its name again.
pub fn restated(wallet: &Wallet) -> Stated {
    let key = wallet
        .extended
        .as_ref()
        .map(|extended| Recognised::ExtendedKey(extended.key.clone()));
    let recognised = key.unwrap_or_else(|| match (&wallet.name, &wallet.address, &wallet.problem) {
        (Some(name), Some(address), _) => Recognised::Name {
            name: name.clone(),
            address: address.clone(),
            resolved_at: wallet.resolved_at.unwrap_or(wallet.created_at),
        },
        (None, Some(address), _) => Recognised::Address(address.clone()),
        (Some(name), None, Some(problem)) => Recognised::LostName {
            name: name.clone(),
            problem: problem.clone(),
        },
        (_, None, problem) => Recognised::Unknown(problem.clone().unwrap_or(ports::wallet::Problem {
            code: "unknown".to_owned(),
            text: ports::ParseAddressError::Unknown.to_string(),
        })),
    });
    Stated {
        text: wallet.text.clone(),
        recognised,
    }
}

/// The recognized texts of a list, and the problems by index.
#[derive(Clone)]
pub struct AllRecognised {
    stated: Vec<Stated>,
    problems: BTreeMap<usize, String>,
}

impl AllRecognised {
    /// Returns the rows, or the problems if every row has one.
    pub fn or_refused(self) -> Result<Vec<Stated>, UserError> {
        if !self.stated.is_empty() && self.problems.len() == self.stated.len() {
            return Err(UserError::Rows(self.problems));
        }
        Ok(self.stated)
    }
}

/// Recognizes every text that is not blank.
pub async fn recognise_all(ports: &Ports, list: &ListWallets) -> Result<AllRecognised, UserError> {
    let texts: Vec<_> = list.stated().collect();
    let recognised = recognise(ports, texts.iter().map(|(_, text)| *text)).await?;
    let reach = Reach::of(ports);
    let problems: BTreeMap<_, _> = texts
        .iter()
        .zip(&recognised)
        .filter_map(|((at, _), one)| Some((*at, problem(&reach, one)?)))
        .collect();
    let stated = texts.into_iter().zip(recognised);
    let stated = stated.map(|((_, text), recognised)| Stated {
        text: ports::asset::clean(text, 255),
        recognised,
    });
    Ok(AllRecognised {
        stated: stated.collect(),
        problems,
    })
}

/// Returns the problem of a row. If this server reads no chain at all, an unread address is no problem.
fn problem(reach: &Reach, recognised: &Recognised) -> Option<String> {
    match recognised {
        Recognised::Address(address) | Recognised::Name { address, .. } => reach
            .problem(address)
            .filter(|_| reach.reads_any())
            .map(|problem| problem.text),
        Recognised::LostName { problem, .. } | Recognised::NotSupported(problem) | Recognised::Unknown(problem) => {
            Some(problem.text.clone())
        }
        Recognised::ExtendedKey(_) => None,
        Recognised::Secret(secret) => Some(secret.warning().to_owned()),
    }
}

/// Returns the rows after the change.
pub fn decide(
    ports: &Ports,
    user: UserId,
    existing: &[Wallet],
    stated: &[Stated],
    list: &ListWallets,
    now: Timestamp,
) -> Result<Listing, UserError> {
    let nicknames = nicknames(&list.nicknames)?;
    Ok(listing::list(user, existing, stated, &nicknames, now, || {
        WalletId::new(ports.ids.next())
    }))
}

fn nicknames(given: &BTreeMap<String, String>) -> Result<BTreeMap<String, Option<Nickname>>, UserError> {
    let mut wrong = BTreeMap::new();
    let mut good = BTreeMap::new();
    for (key, text) in given {
        match text.trim() {
            "" => drop(good.insert(key.clone(), None)),
            text => match text.parse() {
                Ok(nickname) => drop(good.insert(key.clone(), Some(nickname))),
                Err(error) => drop(wrong.insert(key.clone(), ToString::to_string(&error))),
            },
        }
    }
    if wrong.is_empty() {
        Ok(good)
    } else {
        Err(UserError::Nicknames(wrong))
    }
}

/// Checks the limits of the server and of the plan. Every row counts, recognized or not.
pub fn check_limits(ports: &Ports, plan: &Plan, used: usize) -> Result<(), UserError> {
    let limit = ports.person_limits.wallets;
    if used > limit {
        Err(UserError::TooManyWallets { limit })
    } else if plan.allows_wallets(used) {
        Ok(())
    } else {
        Err(UserError::PlanLimit {
            limit: plan.wallet_address_limit,
            used,
            upgrade_trigger: ADDRESS_LIMIT_TRIGGER,
        })
    }
}

/// Returns the accounts of these rows that were read recently. Called before a unit of work is opened.
pub async fn read_lately(ports: &Ports, stated: &[Stated]) -> Result<BTreeSet<AccountId>, StorageError> {
    let accounts = accounts_at(ports, stated.iter().filter_map(|one| one.recognised.address()));
    sync::read_lately(ports, &accounts).await
}

/// Stores the rows, and enqueues the reading of their accounts, except those read recently, and the scan of their keys.
/// The derived addresses of a removed key are deleted with its row.
pub async fn keep(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    listing: &Listing,
    read_lately: &BTreeSet<AccountId>,
    now: Timestamp,
) -> Result<(), StorageError> {
    for wallet in listing.removed.iter().chain(&listing.rows) {
        work.wallets().save(wallet).await?;
    }
    for wallet in listing.removed.iter().filter(|wallet| wallet.extended.is_some()) {
        work.extended_keys().forget(wallet.id).await?;
    }
    let is_new = |row: &&Wallet| {
        row.extended
            .as_ref()
            .is_some_and(|extended| extended.derived.is_empty())
    };
    for wallet in listing.rows.iter().filter(is_new) {
        sync::want_scan(ports, work, wallet.id, now).await?;
    }
    sync::want_reverse_names(ports, work, &listing.rows, now).await?;
    let addresses: Vec<_> = listing.rows.iter().filter_map(|row| row.address.as_ref()).collect();
    let accounts = open(ports, work, &addresses, now).await?;
    sync::want_reading(ports, work, &accounts, read_lately, now).await
}
