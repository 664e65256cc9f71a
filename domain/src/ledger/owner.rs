//! Whose accounts a book covers, and what is loaded beside it.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Address, CostRules, StorageError, TimeZone, UserId, account::Activity};

use crate::{
    account::{PersonAccounts, accounts_at},
    caller::Caller,
    job::{READ_HISTORY, READ_RECEIPTS},
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner, BookReaders, unread::Unread},
        coverage::{GapDetails, HistoryCoverage, contradiction::contradiction_gaps},
        derive::filed::FiledTimes,
        refusal::refusals,
        search::party::PartyNames,
        table::key_entries::KeyAccounts,
    },
    valuation::Viewpoint,
};

impl Ledgers {
    /// Returns the zone in which the caller's days begin.
    pub async fn zone(&self, caller: &Caller) -> Result<TimeZone, LedgerError> {
        let settings = self.ports.stores.user_settings.of_user(caller.user).await?;
        Ok(settings.and_then(|one| one.time_zone).unwrap_or(TimeZone::UTC))
    }

    /// Returns the caller's accounts that were ever active, with the names of their addresses.
    pub(super) async fn owner(&self, caller: &Caller) -> Result<BookOwner, StorageError> {
        let person = PersonAccounts::load(&self.ports, caller.user).await?;
        self.owner_of(caller, person).await
    }

    /// Returns those of these accounts of the caller that were ever active, with the names of their addresses.
    pub(super) async fn owner_of(&self, caller: &Caller, person: PersonAccounts) -> Result<BookOwner, StorageError> {
        let from = Viewpoint::person(&self.ports, &person);
        let mut own = person.labels_of_all();
        let accounts = person.all(&self.ports);
        self.add_spellings(&mut own, &accounts);
        let labels = self.ports.stores.own_labels.of_user(caller.user).await?;
        let labels = labels.into_iter().map(|one| (one.place, one.text.as_str().to_owned()));
        let (accounts, mut unread) = self.active(accounts).await?;
        unread.add_wallets(&self.ports, &from).await?;
        let settings = self.ports.stores.user_settings.of_user(caller.user).await?;
        Ok(BookOwner {
            accounts,
            own,
            unread,
            keys: KeyAccounts::of(&person),
            own_labels: labels.collect(),
            rules: settings.as_ref().map(|one| one.cost_rules).unwrap_or_default(),
            zone: settings.and_then(|one| one.time_zone).unwrap_or(TimeZone::UTC),
            user: Some(caller.user),
            readers: BookReaders::User(caller.user),
        })
    }

    /// Returns the owner of the book that visitors of a user's portfolio see: these addresses with their public names, and
    /// nothing that the user added.
    pub(crate) async fn visitors_owner(
        &self,
        user: UserId,
        mut names: BTreeMap<Address, String>,
    ) -> Result<BookOwner, StorageError> {
        let accounts = accounts_at(&self.ports, names.keys());
        self.add_spellings(&mut names, &accounts);
        // Which of the person's wallets are not read is private.
        let (accounts, unread) = self.active(accounts).await?;
        Ok(BookOwner {
            accounts,
            own: names,
            unread,
            // Extended keys are not shared.
            keys: Vec::new(),
            own_labels: BTreeMap::new(),
            // What the person chose is private.
            rules: CostRules::default(),
            zone: TimeZone::UTC,
            user: None,
            readers: BookReaders::Visitors(user),
        })
    }

    /// Adds the names of addresses that a chain spells in a form of its own.
    fn add_spellings(&self, own: &mut BTreeMap<Address, String>, accounts: &[AccountId]) {
        for account in accounts {
            let spelled = own
                .iter()
                .find(|(address, _)| self.ports.chains.is_at(address, account));
            if let Some(label) = spelled.map(|(_, label)| label.clone()) {
                own.entry(account.address.clone()).or_insert(label);
            }
        }
    }

    /// Returns those of these accounts that were ever active: that hold something, whose history was read when they did, or of
    /// which transactions were counted. The history of others is not requested, because it would disclose the address to an
    /// explorer of every chain. Of those that were never read it is not known whether they were active.
    async fn active(&self, accounts: Vec<AccountId>) -> Result<(Vec<AccountId>, Unread), StorageError> {
        let states = self.ports.stores.accounts.states(&accounts).await?;
        let progress = self.ports.stores.history_progress.of_accounts(&accounts).await?;
        let active = states.iter().filter(|state| {
            let is_used = state.transactions.is_some_and(|count| count > 0);
            matches!(state.activity, Activity::Active | Activity::Filed) || is_used
        });
        let begun = progress.into_iter().map(|one| one.account);
        let active: BTreeSet<AccountId> = active.map(|state| state.id.clone()).chain(begun).collect();
        let mut unread = Unread::default();
        unread.add_accounts(&accounts, &active, &states, self.ports.clock.now());
        let accounts = accounts.into_iter().filter(|account| active.contains(account));
        Ok((accounts.collect(), unread))
    }

    /// Returns how much of the history of these accounts is known.
    pub(crate) async fn coverage(&self, owner: &BookOwner) -> Result<HistoryCoverage, StorageError> {
        let progress = self.ports.stores.history_progress.of_accounts(&owner.accounts).await?;
        let filed = FiledTimes::load(&self.ports, &owner.accounts).await?;
        let progress = filed.applied(progress);
        let subjects: Vec<String> = owner.accounts.iter().map(ToString::to_string).collect();
        let kinds = [READ_HISTORY, READ_RECEIPTS].map(|kind| kind.name.to_owned());
        let jobs = self.ports.stores.jobs.of_subjects(&kinds, &subjects).await?;
        let compared = self.ports.stores.reconciliations.latest(&owner.accounts).await?;
        let contradictions = contradiction_gaps(&self.ports, &owner.own, &compared).await?;
        let details = GapDetails {
            refusals: refusals(&self.ports).await?,
            markets: filed.missing_markets(),
            filed: filed.of_files_alone(&owner.unread.filed),
        };
        let read = (&progress[..], &jobs[..]);
        Ok(HistoryCoverage::of(
            &self.ports,
            owner,
            read,
            (contradictions, &details),
        ))
    }

    /// Returns the names that the owner of a book sees.
    pub(super) fn names<'a>(&'a self, book: &'a Book, owner: &'a BookOwner) -> PartyNames<'a> {
        PartyNames {
            own: &book.own,
            own_labels: &owner.own_labels,
            labels: &self.ports.labels,
        }
    }
}
