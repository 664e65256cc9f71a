//! Replacing the whole list of a user's wallets: which rows a submitted list comes to, and how they are stored.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Ports, StorageError, Timestamp, UnitOfWork, UserId, Wallet, WalletId, wallet::Nickname};

use crate::{
    account::{accounts_at, open},
    chain::{ChainSupport, ParsedRow, key, recognize},
    job::{self, ReadLately},
    plan::{ADDRESS_LIMIT_TRIGGER, Plan},
    wallet::{
        freeze_over_limit,
        list_change::{self, WalletInput, WalletListChange},
    },
};

/// Why a list of wallets is refused.
#[derive(Debug)]
pub enum WalletListError {
    /// By row, what is wrong with it.
    Rows(BTreeMap<usize, String>),
    /// By the key of a nickname, what is wrong with it.
    Nicknames(BTreeMap<String, String>),
    /// More wallets than the plan allows.
    PlanLimit {
        /// The plan's limit.
        limit: i64,
        /// How many wallets there would be.
        used: usize,
        /// The id by which the upgrade dialog identifies the limit.
        upgrade_trigger: u32,
    },
    /// More wallets than one user may have on this server.
    TooManyWallets {
        /// How many.
        limit: usize,
    },
    /// The storage failed.
    Storage(StorageError),
}

impl From<StorageError> for WalletListError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

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
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (usize, &str)> {
        let texts = self.texts.iter().map(|text| text.trim()).enumerate();
        texts.filter(|(_, text)| !text.is_empty())
    }

    /// Rejects what can be rejected before any name is resolved: too many rows, secrets, and more rows than the plan
    /// allows. Rows with the same form count once. A list of no more than `current` rows adds nothing and is not
    /// checked against the limits.
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

/// Converts a wallet back to an input row, without resolving its name again.
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
        (_, None, problem) => ParsedRow::Unknown(problem.clone().unwrap_or(ports::wallet::WalletProblem {
            code: "unknown".to_owned(),
            text: ports::ParseAddressError::Unknown.to_string(),
        })),
    });
    WalletInput {
        text: wallet.text.clone(),
        parsed,
    }
}

/// Returns the rows of a list together with the accounts at exchanges, which a list can neither add nor remove. A text that is the
/// address of one of them is that row.
pub fn with_exchange_accounts(mut inputs: Vec<WalletInput>, existing: &[Wallet]) -> Vec<WalletInput> {
    let is_connected = |wallet: &&Wallet| wallet.is_of_exchange() && wallet.removed_at.is_none();
    let connected: Vec<&Wallet> = existing.iter().filter(is_connected).collect();
    inputs.retain(|one| !connected.iter().any(|wallet| wallet.text == one.text));
    inputs.extend(connected.into_iter().map(unchanged_input));
    inputs
}

/// Returns how many rows count against the limits: all that the person entered.
pub fn entered(rows: &[Wallet]) -> usize {
    let counted = |wallet: &&Wallet| wallet.removed_at.is_none() && !wallet.is_of_exchange();
    rows.iter().filter(counted).count()
}

/// The recognized texts of a list, and the problems by index.
#[derive(Clone)]
pub struct ParsedList {
    pub inputs: Vec<WalletInput>,
    problems: BTreeMap<usize, String>,
}

impl ParsedList {
    /// Returns the rows, or the problems if every row has one.
    pub fn or_refused(self) -> Result<Vec<WalletInput>, WalletListError> {
        if !self.inputs.is_empty() && self.problems.len() == self.inputs.len() {
            return Err(WalletListError::Rows(self.problems));
        }
        Ok(self.inputs)
    }
}

/// Recognizes every text that is not blank.
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

/// Returns the problem of a row. If this server reads no chain at all, an unread address is no problem.
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

/// Returns the rows after the change.
pub fn decide(
    ports: &Ports,
    user: UserId,
    existing: &[Wallet],
    inputs: &[WalletInput],
    list: &ListWallets,
    now: Timestamp,
) -> Result<WalletListChange, WalletListError> {
    let nicknames = nicknames(&list.nicknames)?;
    let mut change = list_change::list(user, existing, inputs, &nicknames, now, || {
        WalletId::new(ports.ids.next())
    });
    // Only a merge leaves more rows than the plan allows: a longer list is rejected.
    freeze_over_limit(&mut change.rows, &Plan::in_force(ports.plans_on));
    Ok(change)
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

/// Checks the limits of the server and of the plan. Every row counts, recognized or not.
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

/// Returns the accounts of these rows that were read recently. Called before a unit of work is opened.
pub async fn read_lately(ports: &Ports, inputs: &[WalletInput]) -> Result<ReadLately, StorageError> {
    let accounts = accounts_at(ports, inputs.iter().filter_map(|one| one.parsed.address()));
    job::read_lately(ports, &accounts).await
}

/// Stores the rows, and enqueues the reading of their accounts, except those read recently, and the scan of their keys.
/// The derived addresses of a removed key are deleted with its row.
pub async fn keep(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    change: &WalletListChange,
    lately: &ReadLately,
    now: Timestamp,
) -> Result<(), StorageError> {
    for wallet in change.removed.iter().chain(&change.rows) {
        work.wallets().save(wallet).await?;
    }
    for wallet in change.removed.iter().filter(|wallet| wallet.extended.is_some()) {
        work.extended_keys().forget(wallet.id).await?;
    }
    for wallet in change.removed.iter().filter(|wallet| wallet.is_of_exchange()) {
        job::enqueue_key_erasure(ports, work, wallet.id, now).await?;
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
    job::enqueue_needed_readings(ports, work, &accounts, lately, now).await
}
