//! One entry in full.

use ports::{
    Currency, EntryId, Fact, SourceId, Stream, Timestamp,
    annotation::{AnnotationContent, EntryMark},
    fact::{FactId, StoredFact},
};

use crate::{
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::{CostBuilder, EntryCost},
        search::line::{EntryLine, LineBuilder},
        table::book_row::BookRow,
    },
};

/// An entry with its facts and what the person added to it.
#[derive(Clone, Debug)]
pub struct EntryDetail {
    /// The row.
    pub line: EntryLine,
    /// The number of its newest revision.
    pub revision: u32,
    /// When that revision was stored.
    pub stored_at: Timestamp,
    /// The decoder that made it.
    pub decoder: String,
    /// The version of the list of decoders.
    pub decoder_version: u32,
    /// The facts that it was derived from.
    pub facts: Vec<FactLine>,
    /// The person's note.
    pub note: Option<String>,
    /// The person's mark.
    pub mark: Option<EntryMark>,
    /// Whether it is one side of a transfer between the person's accounts.
    pub matching: MatchState,
}

/// One of the caller's own entries.
#[derive(Clone, Debug)]
pub struct OwnEntry {
    /// The entry.
    pub detail: EntryDetail,
    /// What it changed in the cost basis, which follows from what the person added.
    pub cost: EntryCost,
}

/// A fact as it is shown.
#[derive(Clone, Debug)]
pub struct FactLine {
    /// Its id.
    pub id: FactId,
    /// The source.
    pub source: SourceId,
    /// The source's name.
    pub source_name: String,
    /// The stream.
    pub stream: Stream,
    /// The block.
    pub block: u64,
    /// The block's hash.
    pub block_hash: Option<String>,
    /// When it was read.
    pub read_at: Timestamp,
    /// Its content as JSON.
    pub json: String,
}

/// Whether an entry is one side of a transfer between the person's accounts.
#[derive(Clone, Debug)]
pub enum MatchState {
    /// It is, with the reason.
    Matched {
        /// Why, as a sentence.
        reason: String,
        /// The other side.
        others: Vec<EntryLine>,
    },
    /// Several entries may be the other side; none is counted as matched.
    Candidates(Vec<EntryLine>),
    /// The person rejected these.
    Rejected(Vec<EntryLine>),
    /// It is not.
    None,
}

impl Ledgers {
    /// Returns one of the caller's entries in full.
    pub async fn entry(&self, caller: &Caller, id: &EntryId, currency: &Currency) -> Result<OwnEntry, LedgerError> {
        let owner = self.owner(caller).await?;
        let book = self.books.load(&self.ports, &owner).await?;
        let detail = self.detail(&owner, &book, id, currency).await?;
        let position = book.position(id).ok_or(LedgerError::NotFound)?;
        let basis = self.books.basis(&self.ports, &owner, &book, currency).await?;
        let costs = CostBuilder {
            book: &book,
            basis: &basis,
        };
        let cost = costs.entry(position, &self.coverage(&owner).await?);
        Ok(OwnEntry { detail, cost })
    }

    /// Returns one of an owner's entries in full.
    pub(crate) async fn entry_of(
        &self,
        owner: &BookOwner,
        id: &EntryId,
        currency: &Currency,
    ) -> Result<EntryDetail, LedgerError> {
        let book = self.books.load(&self.ports, owner).await?;
        self.detail(owner, &book, id, currency).await
    }

    async fn detail(
        &self,
        owner: &BookOwner,
        book: &Book,
        id: &EntryId,
        currency: &Currency,
    ) -> Result<EntryDetail, LedgerError> {
        let id = book.combined.shown(id);
        let position = book.position(id).ok_or(LedgerError::NotFound)?;
        let row = book.rows.get(position).ok_or(LedgerError::NotFound)?;
        let related = related(book, id);
        let mut shown = vec![&row];
        shown.extend(related.iter().map(|(row, _)| row));
        let values = self.valuer(owner.user, book, &shown, currency).await?;
        let builder = LineBuilder {
            ports: &self.ports,
            book,
            names: self.names(book, owner),
            values: &values,
        };
        let revisions = self.ports.stores.entries.revisions(&row.entry.id).await?;
        let newest = revisions.last().ok_or(LedgerError::NotFound)?;
        let annotations = book.annotations.get(id).map(Vec::as_slice).unwrap_or_default();
        Ok(EntryDetail {
            line: builder.line(&row),
            revision: newest.revision,
            stored_at: newest.stored_at,
            decoder: row.entry.decoder.clone(),
            decoder_version: newest.entry.decoder_version,
            facts: self.facts_of_row(&row).await?,
            note: note(annotations),
            mark: mark(annotations),
            matching: matching(&builder, &row, &related),
        })
    }

    /// Returns the facts of both sides of a row.
    async fn facts_of_row(&self, row: &BookRow) -> Result<Vec<FactLine>, LedgerError> {
        let mut facts = self.facts(&row.entry.id).await?;
        for other in row.others() {
            facts.extend(self.facts(&other.id).await?);
        }
        Ok(facts)
    }

    /// Returns the facts of an entry's transaction.
    async fn facts(&self, id: &EntryId) -> Result<Vec<FactLine>, LedgerError> {
        let facts = &self.ports.stores.facts;
        let found = facts
            .of_transactions(&id.account, std::slice::from_ref(&id.transaction))
            .await?;
        let profiles = self.ports.profiles();
        let name = |fact: &Fact| {
            let profile = profiles.iter().find(|profile| profile.id == fact.source);
            match profile {
                Some(profile) => profile.name.clone(),
                None if fact.body.stream() == Stream::ExchangeFiles => "Imported file".to_owned(),
                None => fact.source.to_string(),
            }
        };
        let line = |StoredFact { id, fact, read_at, .. }: StoredFact| FactLine {
            id,
            source_name: name(&fact),
            stream: fact.body.stream(),
            block: fact.block.number,
            block_hash: fact.block.hash,
            read_at,
            json: serde_json::to_string_pretty(&fact.body).unwrap_or_default(),
            source: fact.source,
        };
        Ok(found.into_iter().map(line).collect())
    }
}

fn note(annotations: &[AnnotationContent]) -> Option<String> {
    annotations.iter().find_map(|one| match one {
        AnnotationContent::Note(text) => Some(text.clone()),
        _ => None,
    })
}

fn mark(annotations: &[AnnotationContent]) -> Option<EntryMark> {
    annotations.iter().find_map(|one| match one {
        AnnotationContent::Mark(mark) => Some(*mark),
        _ => None,
    })
}

/// Returns the rows that may be, or are not, the other side of an entry: `true` for candidates, `false` for rejected ones.
fn related(book: &Book, id: &EntryId) -> Vec<(BookRow, bool)> {
    let candidates = book.ambiguous.get(id).into_iter().flatten().map(|other| (other, true));
    let rejected = book
        .annotations
        .get(id)
        .into_iter()
        .flatten()
        .filter_map(|content| match content {
            AnnotationContent::Match { other, matches: false } => Some((other, false)),
            _ => None,
        });
    let row = |(other, fits): (&EntryId, bool)| Some((book.rows.get(book.position(other)?)?, fits));
    candidates.chain(rejected).filter_map(row).collect()
}

fn matching(builder: &LineBuilder<'_>, row: &BookRow, related: &[(BookRow, bool)]) -> MatchState {
    if let Some(partner) = &row.partner {
        let other = |entry: &ports::Entry| {
            builder.line(&BookRow {
                entry: entry.clone(),
                partner: None,
            })
        };
        return MatchState::Matched {
            reason: partner.reason.text(),
            others: partner.entries().map(other).collect(),
        };
    }
    let lines = |wanted: bool| -> Vec<EntryLine> {
        let rows = related.iter().filter(|(_, fits)| *fits == wanted);
        rows.map(|(row, _)| builder.line(row)).collect()
    };
    match (lines(true), lines(false)) {
        (candidates, _) if !candidates.is_empty() => MatchState::Candidates(candidates),
        (_, rejected) if !rejected.is_empty() => MatchState::Rejected(rejected),
        _ => MatchState::None,
    }
}
