//! The whole list of a user's wallets, stated at once.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Ports, StorageError, Timestamp, UnitOfWork, UserId, Wallet, WalletId, wallet::Nickname};

use crate::{
    account::{accounts_at, open},
    caller::Caller,
    chain::{Reach, Recognised, key, look_ups, recognise},
    job,
    plan::{ADDRESS_LIMIT_TRIGGER, Plan},
    user::{UserError, UserView, Users},
    wallet::{Listing, Stated, UNDO, is_named, listing},
};

/// A list of wallets as a person states it.
#[derive(Clone, Debug, Default)]
pub struct ListWallets {
    /// Addresses and names in the person's order; blanks are dropped.
    pub texts: Vec<String>,
    /// Nicknames by address or name; an empty one takes the nickname away.
    pub nicknames: BTreeMap<String, String>,
    /// Whether an empty list is meant.
    pub allow_empty: bool,
    /// The version of the list that the person saw.
    pub expected_version: Option<i64>,
}

impl ListWallets {
    /// What is not blank, trimmed, with its place.
    fn stated(&self) -> impl Iterator<Item = (usize, &str)> {
        let texts = self.texts.iter().map(|text| text.trim()).enumerate();
        texts.filter(|(_, text)| !text.is_empty())
    }

    /// Refuses what can be refused before anything is looked up: too many rows, secrets, and more than the plan allows. What
    /// is stated counts, as far as its form tells it apart; a list of no more than the `current` rows adds nothing.
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
    /// How many names of a list would be looked up, if the list is not refused before that.
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

    /// States the whole list: rows that are missing are removed, and can be added back for a day. A list of nothing but
    /// problems is refused, unless a row of it was accepted before: then it is put back, or kept.
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

    /// Removes one wallet by its address, its name or its text.
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

    /// `stated` gives the new list, told the person's rows, those removed lately included.
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

/// A row stated again as it is, without a look-up.
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

/// What a list's texts are, and what is wrong with some, by their place.
#[derive(Clone)]
pub struct AllRecognised {
    stated: Vec<Stated>,
    problems: BTreeMap<usize, String>,
}

impl AllRecognised {
    /// What was stated, unless there is a problem with all of it.
    pub fn or_refused(self) -> Result<Vec<Stated>, UserError> {
        if !self.stated.is_empty() && self.problems.len() == self.stated.len() {
            return Err(UserError::Rows(self.problems));
        }
        Ok(self.stated)
    }
}

/// Recognises every text that is not blank.
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

/// What is wrong with a row. Where nothing can be read at all, no address is worse than another.
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

/// The rows that the stated list comes to.
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

/// Refuses more rows than the server or the plan allows. Every row counts, recognised or not.
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

/// Which accounts of the stated addresses were read lately. Asked before a unit of work is opened.
pub async fn read_lately(ports: &Ports, stated: &[Stated]) -> Result<BTreeSet<AccountId>, StorageError> {
    let accounts = accounts_at(ports, stated.iter().filter_map(|one| one.recognised.address()));
    job::read_lately(ports, &accounts).await
}

/// Keeps the rows, and wants their accounts read but for those that were read lately, and the keys among them looked
/// through. What was derived from a key goes with its row.
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
        job::want_scan(ports, work, wallet.id, now).await?;
    }
    job::want_reverse_names(ports, work, &listing.rows, now).await?;
    let addresses: Vec<_> = listing.rows.iter().filter_map(|row| row.address.as_ref()).collect();
    let accounts = open(ports, work, &addresses, now).await?;
    job::want_reading(ports, work, &accounts, read_lately, now).await
}
