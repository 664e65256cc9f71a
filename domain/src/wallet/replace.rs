//! Replacing the whole list of a user's wallets: which rows a submitted list comes to, and how they are stored.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Ports, StorageError, Timestamp, UnitOfWork, UserId, Wallet, WalletId, wallet::Nickname};

use crate::{
    account::{accounts_at, open},
    chain::{ChainSupport, ParsedRow, key, recognize},
    job,
    plan::{ADDRESS_LIMIT_TRIGGER, Plan},
    wallet::list_change::{self, WalletInput, WalletListChange},
};

/// Why a list of wallets is refused.
#[derive(Debug)]
pub enum WalletListError {
    /// By row, what is wrong with it.
    Rows(BTreeMap<usize, String>),
    /// By the key of a nickname, what is wrong with it.
    Nicknames(BTreeMap<String, String>),
    /// More addresses than the plan allows.
    PlanLimit {
        /// How many the plan allows.
        limit: i64,
        /// How many there would be.
        used: usize,
        /// The upgrade modal's id of this limit.
        upgrade_trigger: u32,
    },
    /// More wallets than one person may have on this server.
    TooManyWallets {
        /// How many.
        limit: usize,
    },
    /// Storage failed.
    Storage(StorageError),
}

impl From<StorageError> for WalletListError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

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
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (usize, &str)> {
        let texts = self.texts.iter().map(|text| text.trim()).enumerate();
        texts.filter(|(_, text)| !text.is_empty())
    }

    /// Refuses what can be refused before anything is looked up: too many rows, secrets, and more than the plan allows. What
    /// is stated counts, as far as its form tells it apart; a list of no more than the `current` rows adds nothing.
    pub(crate) fn admit(&self, ports: &Ports, plan: &Plan, current: usize) -> Result<(), WalletListError> {
        let secret = |text: &str| ports::pasted_secret::find_in_address(text).map(|secret| secret.warning().to_owned());
        let secrets: BTreeMap<_, _> = self
            .inputs()
            .filter_map(|(at, text)| Some((at, secret(text)?)))
            .collect();
        if !secrets.is_empty() {
            return Err(WalletListError::Rows(secrets));
        }
        let rows: BTreeSet<_> = self.inputs().map(|(_, text)| key(&ports.chains, text)).collect();
        if rows.len() > current {
            check_limits(ports, plan, rows.len())?;
        }
        Ok(())
    }
}

/// A row stated again as it is, without a look-up.
pub fn unchanged_input(wallet: &Wallet) -> WalletInput {
    let key = wallet
        .extended
        .as_ref()
        .map(|extended| ParsedRow::ExtendedKey(extended.key.clone()));
    let parsed = key.unwrap_or_else(|| match (&wallet.name, &wallet.address, &wallet.problem) {
        (Some(name), Some(address), _) => ParsedRow::Name {
            name: name.clone(),
            address: address.clone(),
            resolved_at: wallet.resolved_at.unwrap_or(wallet.created_at),
        },
        (None, Some(address), _) => ParsedRow::Address(address.clone()),
        (Some(name), None, Some(problem)) => ParsedRow::UnresolvedName {
            name: name.clone(),
            problem: problem.clone(),
        },
        (_, None, problem) => ParsedRow::Unknown(problem.clone().unwrap_or(ports::wallet::Problem {
            code: "unknown".to_owned(),
            text: ports::ParseAddressError::Unknown.to_string(),
        })),
    });
    WalletInput {
        text: wallet.text.clone(),
        parsed,
    }
}

/// What a list's texts are, and what is wrong with some, by their place.
#[derive(Clone)]
pub struct ParsedList {
    pub inputs: Vec<WalletInput>,
    problems: BTreeMap<usize, String>,
}

impl ParsedList {
    /// What was stated, unless there is a problem with all of it.
    pub fn or_refused(self) -> Result<Vec<WalletInput>, WalletListError> {
        if !self.inputs.is_empty() && self.problems.len() == self.inputs.len() {
            return Err(WalletListError::Rows(self.problems));
        }
        Ok(self.inputs)
    }
}

/// Recognises every text that is not blank.
pub async fn recognize_all(ports: &Ports, list: &ListWallets) -> Result<ParsedList, WalletListError> {
    let texts: Vec<_> = list.inputs().collect();
    let parsed = recognize(ports, texts.iter().map(|(_, text)| *text)).await?;
    let support = ChainSupport::of(ports);
    let problems: BTreeMap<_, _> = texts
        .iter()
        .zip(&parsed)
        .filter_map(|((at, _), one)| Some((*at, problem(&support, one)?)))
        .collect();
    let inputs = texts.into_iter().zip(parsed);
    let inputs = inputs.map(|((_, text), parsed)| WalletInput {
        text: ports::asset::clean(text, 255),
        parsed,
    });
    Ok(ParsedList {
        inputs: inputs.collect(),
        problems,
    })
}

/// What is wrong with a row. Where nothing can be read at all, no address is worse than another.
fn problem(support: &ChainSupport, parsed: &ParsedRow) -> Option<String> {
    match parsed {
        ParsedRow::Address(address) | ParsedRow::Name { address, .. } => support
            .problem(address)
            .filter(|_| support.reads_any())
            .map(|problem| problem.text),
        ParsedRow::UnresolvedName { problem, .. } | ParsedRow::NotSupported(problem) | ParsedRow::Unknown(problem) => {
            Some(problem.text.clone())
        }
        ParsedRow::ExtendedKey(_) => None,
        ParsedRow::Secret(secret) => Some(secret.warning().to_owned()),
    }
}

/// The rows that the stated list comes to.
pub fn decide(
    ports: &Ports,
    user: UserId,
    existing: &[Wallet],
    inputs: &[WalletInput],
    list: &ListWallets,
    now: Timestamp,
) -> Result<WalletListChange, WalletListError> {
    let nicknames = nicknames(&list.nicknames)?;
    Ok(list_change::list(user, existing, inputs, &nicknames, now, || {
        WalletId::new(ports.ids.next())
    }))
}

fn nicknames(given: &BTreeMap<String, String>) -> Result<BTreeMap<String, Option<Nickname>>, WalletListError> {
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
        Err(WalletListError::Nicknames(wrong))
    }
}

/// Refuses more rows than the server or the plan allows. Every row counts, recognised or not.
pub fn check_limits(ports: &Ports, plan: &Plan, used: usize) -> Result<(), WalletListError> {
    let limit = ports.person_limits.wallets;
    if used > limit {
        Err(WalletListError::TooManyWallets { limit })
    } else if plan.allows_wallets(used) {
        Ok(())
    } else {
        Err(WalletListError::PlanLimit {
            limit: plan.wallet_address_limit,
            used,
            upgrade_trigger: ADDRESS_LIMIT_TRIGGER,
        })
    }
}

/// Which accounts of the stated addresses were read lately. Asked before a unit of work is opened.
pub async fn read_lately(ports: &Ports, inputs: &[WalletInput]) -> Result<BTreeSet<AccountId>, StorageError> {
    let accounts = accounts_at(ports, inputs.iter().filter_map(|one| one.parsed.address()));
    job::read_lately(ports, &accounts).await
}

/// Keeps the rows, and wants their accounts read but for those that were read lately, and the keys among them looked
/// through. What was derived from a key goes with its row.
pub async fn keep(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    change: &WalletListChange,
    read_lately: &BTreeSet<AccountId>,
    now: Timestamp,
) -> Result<(), StorageError> {
    for wallet in change.removed.iter().chain(&change.rows) {
        work.wallets().save(wallet).await?;
    }
    for wallet in change.removed.iter().filter(|wallet| wallet.extended.is_some()) {
        work.extended_keys().forget(wallet.id).await?;
    }
    let is_new = |row: &&Wallet| {
        row.extended
            .as_ref()
            .is_some_and(|extended| extended.derived.is_empty())
    };
    for wallet in change.rows.iter().filter(is_new) {
        job::enqueue_scan(ports, work, wallet.id, now).await?;
    }
    job::enqueue_reverse_names(ports, work, &change.rows, now).await?;
    let addresses: Vec<_> = change.rows.iter().filter_map(|row| row.address.as_ref()).collect();
    let accounts = open(ports, work, &addresses, now).await?;
    job::enqueue_readings(ports, work, &accounts, read_lately, now).await
}
