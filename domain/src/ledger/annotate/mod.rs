//! What a person adds to entries: notes, marks, costs and decisions on transfers.

pub(in crate::ledger) mod own_label;
pub(in crate::ledger) mod reference;

use std::time::Duration;

use ports::{
    AccountId, Amount, Annotation, AssetId, Currency, Entry, EntryId, HistoryProgress,
    annotation::{AnnotationContent, EntryMark},
    asset::clean,
    entry::LegRole,
    history::HistoryGapKind,
};

use crate::{
    accounting::BasisGapReason,
    caller::Caller,
    job::READ_HISTORY,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, matched_assets},
        table::book_row::BookRow,
    },
};

/// The maximum length of a note, in characters.
const NOTE: usize = 1000;
/// How many times more facts a lifted cap allows.
const LIFT: u64 = 10;

/// How far the clocks of two chains may differ.
const CLOCKS: Duration = Duration::from_mins(5);

/// What one entry's annotations become.
struct AnnotationChange<'a> {
    /// The entry.
    entry: &'a EntryId,
    /// Which annotation.
    key: String,
    /// Its new content; `None` removes it.
    content: Option<AnnotationContent>,
}

/// A row that a person says something about.
struct AnnotatedRow {
    row: BookRow,
    /// What was said about its entry before.
    contents: Vec<AnnotationContent>,
    /// The assets that left without having arrived.
    missing: Vec<AssetId>,
}

impl Ledgers {
    /// Sets the note of an entry, or removes it.
    pub async fn set_note(&self, caller: &Caller, entry: &EntryId, note: Option<&str>) -> Result<(), LedgerError> {
        let note = note.map(|text| clean(text, usize::MAX)).filter(|text| !text.is_empty());
        if note.as_ref().is_some_and(|text| text.chars().count() > NOTE) {
            return Err(LedgerError::Invalid {
                field: "note",
                text: format!("A note has at most {NOTE} characters."),
            });
        }
        let key = AnnotationContent::Note(String::new()).key();
        let content = note.map(AnnotationContent::Note);
        self.annotate(caller, &[AnnotationChange { entry, key, content }]).await
    }

    /// Marks an entry as a gift, income or an airdrop, or removes the mark.
    pub async fn mark(&self, caller: &Caller, entry: &EntryId, mark: Option<EntryMark>) -> Result<(), LedgerError> {
        if let Some(mark) = mark {
            self.require_mark(caller, entry, mark).await?;
        }
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
        if matches {
            self.require_transfer(caller, entry, other).await?;
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
        let is_capped = |one: &HistoryProgress| one.gaps.iter().any(|gap| gap.kind == HistoryGapKind::Cap);
        if !progress.iter().any(is_capped) {
            return Err(LedgerError::Invalid {
                field: "account",
                text: "Its history did not stop at a limit.".to_owned(),
            });
        }
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

    /// Fails unless a cost of an asset has an effect: the entry, or the other side of its transfer, received the asset, or sent it
    /// without known cost.
    async fn require_asset(&self, caller: &Caller, entry: &EntryId, asset: &AssetId) -> Result<(), LedgerError> {
        let annotated = self.annotated(caller, entry).await?;
        let refused = |text: &str| LedgerError::Invalid {
            field: "asset",
            text: text.to_owned(),
        };
        let mut legs = annotated.row.legs().filter(|leg| leg.asset == *asset).peekable();
        if legs.peek().is_none() {
            return Err(refused("Choose an asset that this transaction moved."));
        }
        let is_set = annotated
            .contents
            .iter()
            .any(|one| matches!(one, AnnotationContent::Cost { asset: known, .. } if known == asset));
        if is_set || legs.any(|leg| leg.role == LegRole::In) || annotated.missing.contains(asset) {
            return Ok(());
        }
        Err(refused("Its cost follows from what arrived before."))
    }

    /// Fails unless a mark has an effect: it says as what something arrived, that something was given away, or where something came
    /// from that left without having arrived.
    async fn require_mark(&self, caller: &Caller, entry: &EntryId, mark: EntryMark) -> Result<(), LedgerError> {
        let annotated = self.annotated(caller, entry).await?;
        let has = |role| annotated.row.entry.legs.iter().any(|leg| leg.role == role);
        let is_alone = annotated.row.partner.is_none();
        let says = match (has(LegRole::In), has(LegRole::Out)) {
            (true, false) => is_alone,
            (false, true) => is_alone && mark == EntryMark::Gift,
            _ => false,
        };
        let is_set = annotated
            .contents
            .iter()
            .any(|one| matches!(one, AnnotationContent::Mark(_)));
        if says || is_set || !annotated.missing.is_empty() {
            return Ok(());
        }
        Err(LedgerError::Invalid {
            field: "mark",
            text: "This transaction gives or brings nothing that the mark could explain.".to_owned(),
        })
    }

    /// Returns the row of an entry with what the person said about it.
    async fn annotated(&self, caller: &Caller, entry: &EntryId) -> Result<AnnotatedRow, LedgerError> {
        let owner = self.owner(caller).await?;
        let book = self.books.load(&self.ports, &owner).await?;
        let basis = self.books.basis(&self.ports, &owner, &book, &Currency::usd()).await?;
        let place = book.position(entry).ok_or(LedgerError::NotFound)?;
        let row = book.rows.get(place).ok_or(LedgerError::NotFound)?;
        let gaps = basis
            .gaps(place)
            .into_iter()
            .filter(|gap| gap.reason == BasisGapReason::NoLot);
        let missing = gaps.filter_map(|gap| Some(basis.tables.of_number(gap.asset)?.asset.clone()));
        Ok(AnnotatedRow {
            contents: book.annotations.get(&row.entry.id).cloned().unwrap_or_default(),
            missing: missing.collect(),
            row,
        })
    }

    /// Fails unless one of the entries sends what the other one receives later, and neither is in another match.
    async fn require_transfer(&self, caller: &Caller, entry: &EntryId, other: &EntryId) -> Result<(), LedgerError> {
        let owner = self.owner(caller).await?;
        let book = self.books.load(&self.ports, &owner).await?;
        let row = |id: &EntryId| Some((book.position(id)?, book.rows.get(book.position(id)?)?));
        let (Some((place, row)), Some((other_place, other_row))) = (row(entry), row(other)) else {
            return Err(LedgerError::NotFound);
        };
        let refused = |text: &str| LedgerError::Invalid {
            field: "other",
            text: text.to_owned(),
        };
        if place == other_place {
            return Ok(());
        }
        if row.partner.is_some() || other_row.partner.is_some() {
            return Err(refused(
                "One of the two is matched with another one. Undo that match first.",
            ));
        }
        let [first, second] = [&row.entry, &other_row.entry];
        let (first, second) = if first.time <= second.time {
            (first, second)
        } else {
            (second, first)
        };
        let is_simultaneous = second.time.since(first.time) <= CLOCKS;
        if carries(&book, first, second) || (is_simultaneous && carries(&book, second, first)) {
            return Ok(());
        }
        Err(refused(
            "One of the two has to send an asset that the other one receives later.",
        ))
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

/// Returns whether an entry sends an asset that another one receives. Assets of one group count as one.
fn carries(book: &Book, from: &Entry, to: &Entry) -> bool {
    let groups = matched_assets(&book.assets);
    let of = |entry: &Entry, role| -> Vec<AssetId> {
        let legs = entry.legs.iter().filter(|leg| leg.role == role);
        legs.map(|leg| leg.asset.clone()).collect()
    };
    let is_same = |one: &AssetId, other: &AssetId| {
        let (group, of_other) = (groups.get(one), groups.get(other));
        one == other
            || group
                .zip(of_other)
                .is_some_and(|(group, of_other)| group.group == of_other.group)
    };
    let received = of(to, LegRole::In);
    let sent = of(from, LegRole::Out);
    sent.iter()
        .any(|asset| received.iter().any(|other| is_same(asset, other)))
}
