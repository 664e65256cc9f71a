//! What a person adds to entries: notes, marks, costs and decisions on transfers.

use ports::{
    AccountId, Amount, Annotation, AssetId, Currency, EntryId,
    annotation::{AnnotationContent, EntryMark},
    asset::clean,
    history::HistoryGapKind,
};

use crate::{
    caller::Caller,
    job::READ_HISTORY,
    ledger::{LedgerError, Ledgers},
};

/// The maximum length of a note, in characters.
const NOTE: usize = 1000;
/// How many times more facts a lifted cap allows.
const LIFT: u64 = 10;

/// What one entry's annotations become.
struct AnnotationChange<'a> {
    /// The entry.
    entry: &'a EntryId,
    /// Which annotation.
    key: String,
    /// Its new content; `None` removes it.
    content: Option<AnnotationContent>,
}

impl Ledgers {
    /// Sets the note of an entry, or removes it.
    pub async fn set_note(&self, caller: &Caller, entry: &EntryId, note: Option<&str>) -> Result<(), LedgerError> {
        let note = note.map(|text| clean(text, NOTE)).filter(|text| !text.is_empty());
        let key = AnnotationContent::Note(String::new()).key();
        let content = note.map(AnnotationContent::Note);
        self.annotate(caller, &[AnnotationChange { entry, key, content }]).await
    }

    /// Marks an entry as a gift, income or an airdrop, or removes the mark.
    pub async fn mark(&self, caller: &Caller, entry: &EntryId, mark: Option<EntryMark>) -> Result<(), LedgerError> {
        let key = AnnotationContent::Mark(EntryMark::Gift).key();
        let content = mark.map(AnnotationContent::Mark);
        self.annotate(caller, &[AnnotationChange { entry, key, content }]).await
    }

    /// Sets what an asset of an entry cost in total, or removes the cost.
    pub async fn set_cost(
        &self,
        caller: &Caller,
        entry: &EntryId,
        asset: &AssetId,
        cost: Option<(Amount, Currency)>,
    ) -> Result<(), LedgerError> {
        if let Some((amount, _)) = &cost {
            if amount.is_negative() {
                return Err(LedgerError::Invalid {
                    field: "amount",
                    text: "A cost is zero or more.".to_owned(),
                });
            }
            self.require_asset(caller, entry, asset).await?;
        }
        let content = |(amount, currency)| AnnotationContent::Cost {
            asset: asset.clone(),
            amount,
            currency,
        };
        let key = content((Amount::ZERO, Currency::usd())).key();
        let content = cost.map(content);
        self.annotate(caller, &[AnnotationChange { entry, key, content }]).await
    }

    /// Decides whether two entries are the sides of one transfer.
    pub async fn decide_match(
        &self,
        caller: &Caller,
        entry: &EntryId,
        other: &EntryId,
        matches: bool,
    ) -> Result<(), LedgerError> {
        if entry == other {
            return Err(LedgerError::Invalid {
                field: "other",
                text: "Choose another entry.".to_owned(),
            });
        }
        // The decision is stored with both sides, so that it is found from either.
        let side = |entry, other: &EntryId| {
            let other = other.clone();
            let content = AnnotationContent::Match { other, matches };
            AnnotationChange {
                entry,
                key: content.key(),
                content: Some(content),
            }
        };
        self.annotate(caller, &[side(entry, other), side(other, entry)]).await
    }

    /// Allows more facts for an account whose reading stopped at its cap, and continues to read.
    pub async fn lift_cap(&self, caller: &Caller, account: &AccountId) -> Result<(), LedgerError> {
        let owner = self.owner(caller).await?;
        if !owner.accounts.contains(account) {
            return Err(LedgerError::NotFound);
        }
        let progress = self
            .ports
            .stores
            .history_progress
            .of_accounts(std::slice::from_ref(account))
            .await?;
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        for mut one in progress {
            one.cap = one.cap.map(|cap| cap.saturating_mul(LIFT));
            one.gaps.retain(|gap| gap.kind != HistoryGapKind::Cap);
            work.history_progress().set(&one).await?;
        }
        let job = READ_HISTORY.job(&self.ports, &account.to_string(), now);
        work.jobs().enqueue(&job, now).await?;
        Ok(work.commit().await?)
    }

    /// Fails unless the entry belongs to one of the caller's accounts and exists.
    pub(super) async fn require(&self, caller: &Caller, entry: &EntryId) -> Result<(), LedgerError> {
        let owner = self.owner(caller).await?;
        let is_own = owner.accounts.contains(&entry.account);
        let revisions = self.ports.stores.entries.revisions(entry).await?;
        let exists = revisions.last().is_some_and(|last| !last.withdrawn);
        (is_own && exists).then_some(()).ok_or(LedgerError::NotFound)
    }

    /// Fails unless an entry, or the other side of its transfer, moved an asset: a cost of any other asset would have no effect.
    async fn require_asset(&self, caller: &Caller, entry: &EntryId, asset: &AssetId) -> Result<(), LedgerError> {
        let owner = self.owner(caller).await?;
        let book = self.books.load(&self.ports, &owner).await?;
        let position = book.position(book.combined.shown(entry));
        let row = position.and_then(|position| book.rows.get(position));
        let row = row.ok_or(LedgerError::NotFound)?;
        let has_moved = row.legs().any(|leg| leg.asset == *asset);
        has_moved.then_some(()).ok_or_else(|| LedgerError::Invalid {
            field: "asset",
            text: "Choose an asset that this transaction moved.".to_owned(),
        })
    }

    /// Returns the other entries that the row of an extended key's entry stands for.
    async fn same_row(&self, caller: &Caller, entry: &EntryId) -> Result<Vec<EntryId>, LedgerError> {
        let owner = self.owner(caller).await?;
        if owner.keys.is_empty() {
            return Ok(Vec::new());
        }
        let book = self.books.load(&self.ports, &owner).await?;
        let shown = book.combined.shown(entry);
        let all = book.combined.replaced(shown).iter().chain([shown]);
        Ok(all.filter(|one| *one != entry).cloned().collect())
    }

    /// Stores all changes, or none.
    async fn annotate(&self, caller: &Caller, changes: &[AnnotationChange<'_>]) -> Result<(), LedgerError> {
        let mut replaced = Vec::new();
        for change in changes {
            self.require(caller, change.entry).await?;
            let same = self.same_row(caller, change.entry).await?;
            replaced.extend(same.into_iter().map(|entry| (entry, &change.key)));
        }
        let mut work = self.ports.storage.begin().await?;
        for (entry, key) in &replaced {
            work.annotations().clear(caller.user, entry, key).await?;
        }
        for AnnotationChange { entry, key, content } in changes {
            let Some(content) = content.clone() else {
                work.annotations().clear(caller.user, entry, key).await?;
                continue;
            };
            let annotation = Annotation {
                user: caller.user,
                entry: (*entry).clone(),
                content,
                set_at: self.ports.clock.now(),
            };
            work.annotations().set(&annotation).await?;
        }
        work.commit().await?;
        self.books.drop_user(caller.user);
        Ok(())
    }
}
