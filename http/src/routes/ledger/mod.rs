//! Single entries of the ledger, and reconciliation.

mod bodies;
mod cost;
mod cost_gap;
mod decoding;
mod open_cost;
mod own_label;
mod visitor_entry;

pub use bodies::*;
pub use cost_gap::*;
pub use own_label::*;
pub use visitor_entry::*;

use axum::extract::State;
use domain::ledger::{Difference, EntryLine, FactLine, MatchState, OwnEntry, entry_reference, parse_entry_reference};
use ports::annotation::EntryMark;
use ports::{AccountId, Amount, ApiKeyScope, EntryId, Owner};
use utoipa_axum::routes;

use self::decoding::decoding_text;
use crate::App;
use crate::access::{Access, Call};
use crate::body::{Body, BodyWithHashes};
use crate::caller::{ReadingCaller, SessionCaller, Viewer};
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};
use crate::routes::entry::{count, figures, row};
use crate::routes::wallet::OwnView;
use crate::wire::{Decimal, Figures, NoFields, currency};

/// The calls of this file.
pub fn router() -> Calls {
    let read = || Call::read(Access::AnyUser).scope(ApiKeyScope::Ledger);
    let write = || Call::write(Access::AnyUser).problems(&[Code::NotFound]);
    Calls::default()
        .add(
            read().shared().problems(&[Code::NotFound]).computes(),
            routes!(get_entry),
        )
        .add(read().computes(), routes!(get_cost_gaps))
        .add(read().computes(), routes!(open_cost::get_open_costs))
        .add(write(), routes!(match_transfer))
        .add(write(), routes!(unmatch_transfer))
        .add(write(), routes!(set_cost))
        .add(write(), routes!(mark_entry))
        .add(write(), routes!(set_note))
        .add(Call::write(Access::AnyUser), routes!(set_label))
        .add(write(), routes!(lift_cap))
        .add(read().computes(), routes!(get_reconciliation))
}

/// Returns an entry with the facts that it was derived from and what it changed in the cost basis.
///
/// It includes the other side of an own transfer, and what the caller added to the entry. With the token of a share session of a
/// portfolio it returns what visitors may see of its entries.
#[utoipa::path(post, path = "/wallet/ledger/get-entry", tag = "ledger", operation_id = "getEntry",
    request_body(content = GetEntryRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetEntryAnswer)))]
async fn get_entry(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<GetEntryRequest>,
) -> Answer<LedgerEntry> {
    let id = entry_id("entry", &request.entry)?;
    let currency = currency(request.currency_code.as_deref())?;
    let entry = match viewer {
        Viewer::Caller(caller) => {
            let entry = app.tracker().ledgers().entry(&caller, &id, &currency).await?;
            let figures = figures::of_entry(Owner::User(caller.user), &entry, &currency);
            LedgerEntry::Own(Box::new(entry_data(&app, entry, figures)))
        }
        Viewer::Visitor(visitor) => {
            let detail = app.tracker().shares().entry(&visitor, &id, &currency).await?;
            shared_entry(&app, detail)
        }
    };
    Ok(Envelope::of(entry))
}

/// Returns what left without a known cost in these entries.
///
/// It follows from what the caller added, so that the rows of a search, which visitors of a shared portfolio see too, do not have it.
/// `get-entry` says what repairs it.
#[utoipa::path(post, path = "/wallet/ledger/get-cost-gaps", tag = "ledger", operation_id = "getCostGaps",
    request_body(content = GetCostGapsRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetCostGapsAnswer)))]
async fn get_cost_gaps(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<GetCostGapsRequest>,
) -> Answer<GetCostGapsData> {
    if request.entries.len() > MOST_ENTRIES {
        return Err(Problem::field("entries", "Send at most 100 entries."));
    }
    let ids = request.entries.iter().map(|entry| entry_id("entries", entry));
    let ids = ids.collect::<Result<Vec<_>, _>>()?;
    let currency = currency(request.currency_code.as_deref())?;
    let gaps = app.tracker().ledgers().cost_gaps(&caller, &ids, &currency).await?;
    Ok(Envelope::of(GetCostGapsData {
        gaps: gaps.iter().map(|(id, gap)| entry_cost_gap(id, gap)).collect(),
    }))
}

/// Counts two entries as the sides of one transfer between the caller's accounts.
///
/// Neither side is then a gain, a loss or a flow. `unmatch-transfer` undoes it.
#[utoipa::path(post, path = "/wallet/ledger/match-transfer", tag = "ledger", operation_id = "matchTransfer",
    request_body(content = MatchRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = EntryChangeAnswer)))]
async fn match_transfer(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<MatchRequest>,
) -> Answer<EntryChangeData> {
    decide(&app, &caller, &request, true).await
}

/// Stops counting two entries as the sides of one transfer.
///
/// They are not matched again unless `match-transfer` requests it.
#[utoipa::path(post, path = "/wallet/ledger/unmatch-transfer", tag = "ledger", operation_id = "unmatchTransfer",
    request_body(content = MatchRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = EntryChangeAnswer)))]
async fn unmatch_transfer(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<MatchRequest>,
) -> Answer<EntryChangeData> {
    decide(&app, &caller, &request, false).await
}

async fn decide(app: &App, caller: &domain::Caller, request: &MatchRequest, matches: bool) -> Answer<EntryChangeData> {
    let (entry, other) = (entry_id("entry", &request.entry)?, entry_id("other", &request.other)?);
    app.tracker()
        .ledgers()
        .decide_match(caller, &entry, &other, matches)
        .await?;
    Ok(changed(&entry))
}

/// Sets what an asset of an entry cost.
///
/// Of an asset that arrived, it replaces the price of the day. Of an asset that left without having arrived, it is the cost of what is
/// missing. It belongs to the caller alone.
#[utoipa::path(post, path = "/wallet/ledger/set-cost", tag = "ledger", operation_id = "setCost",
    request_body(content = SetCostRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = EntryChangeAnswer)))]
async fn set_cost(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<SetCostRequest>,
) -> Answer<EntryChangeData> {
    let entry = entry_id("entry", &request.entry)?;
    let asset = request.asset.id()?;
    let currency = currency(request.currency_code.as_deref())?;
    let amount = request.amount.map(|Decimal(text)| {
        let parsed = text.trim().parse::<Amount>();
        parsed.map_err(|error| Problem::field("amount", format!("\"{text}\" {error}.")))
    });
    let cost = amount.transpose()?.map(|amount| (amount, currency));
    app.tracker().ledgers().set_cost(&caller, &entry, &asset, cost).await?;
    Ok(changed(&entry))
}

/// Marks an entry as a gift, income or an airdrop.
///
/// What arrived costs what it was worth that day. What left without having arrived counts as received this way, at its value when it
/// left. What was sent away as a gift leaves at its cost and realizes nothing. The mark belongs to the caller alone.
#[utoipa::path(post, path = "/wallet/ledger/mark-entry", tag = "ledger", operation_id = "markEntry",
    request_body(content = MarkEntryRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = EntryChangeAnswer)))]
async fn mark_entry(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<MarkEntryRequest>,
) -> Answer<EntryChangeData> {
    let entry = entry_id("entry", &request.entry)?;
    let mark = request.mark.map(|mark| match mark {
        EntryMarkKind::Gift => EntryMark::Gift,
        EntryMarkKind::Income => EntryMark::Income,
        EntryMarkKind::Airdrop => EntryMark::Airdrop,
    });
    app.tracker().ledgers().mark(&caller, &entry, mark).await?;
    Ok(changed(&entry))
}

/// Sets the caller's note about an entry.
///
/// Only the caller sees it.
#[utoipa::path(post, path = "/wallet/ledger/set-note", tag = "ledger", operation_id = "setNote",
    request_body(content = SetNoteRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = EntryChangeAnswer)))]
async fn set_note(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    BodyWithHashes(request): BodyWithHashes<SetNoteRequest>,
) -> Answer<EntryChangeData> {
    let entry = entry_id("entry", &request.entry)?;
    app.tracker()
        .ledgers()
        .set_note(&caller, &entry, request.note.as_deref())
        .await?;
    Ok(changed(&entry))
}

/// Reads more of the history of an account whose reading stopped at its limit.
///
/// The new limit is ten times as high, for all who watch the account.
#[utoipa::path(post, path = "/wallet/ledger/lift-cap", tag = "ledger", operation_id = "liftCap",
    request_body(content = LiftCapRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = LiftCapAnswer)))]
async fn lift_cap(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<LiftCapRequest>,
) -> Answer<LiftCapData> {
    let account: AccountId = request
        .account
        .trim()
        .parse()
        .map_err(|error: ports::account::ParseAccountIdError| Problem::field("account", error.to_string()))?;
    app.tracker().ledgers().lift_cap(&caller, &account).await?;
    Ok(Envelope::of(LiftCapData {
        account: account.to_string(),
    }))
}

/// Compares what the entries of the caller's accounts add up to with the balances.
///
/// Each balance is the newest one that a node reported, and the entries are those up to its block.
#[utoipa::path(post, path = "/wallet/ledger/get-reconciliation", tag = "ledger", operation_id = "getReconciliation",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetReconciliationAnswer)))]
async fn get_reconciliation(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    _: Body<NoFields>,
) -> Answer<GetReconciliationData> {
    let found = app.tracker().ledgers().reconciliation(&caller).await?;
    Ok(Envelope::of(GetReconciliationData {
        compared: count(found.compared),
        equal: count(found.equal),
        value: Decimal::money(found.value),
        reconciled: Decimal::money(found.reconciled),
        differences: found.differences.iter().map(|one| difference(&app, one)).collect(),
    }))
}

fn difference(app: &App, one: &Difference) -> DifferenceRow {
    let chain = app.tracker().ports().chains.get(&one.account.chain);
    DifferenceRow {
        account: one.account.to_string(),
        name: one.name.clone(),
        chain_name: chain.map_or_else(|| one.account.chain.to_string(), |chain| chain.name.clone()),
        asset: (&one.asset).into(),
        symbol: one.symbol.clone(),
        replayed: one.replayed.map(Decimal::exact),
        balance: one.balance.map(Decimal::exact),
        difference: one.difference.map(Decimal::exact),
        value: one.value.map(Decimal::money),
        block: i64::try_from(one.block).unwrap_or(i64::MAX),
        first: one.first.map(Into::into),
        cause: one.cause.code().to_owned(),
        cause_text: one.cause.text().to_owned(),
        remedy: one.cause.remedy().to_owned(),
    }
}

fn entry_id(field: &'static str, text: &str) -> Result<EntryId, Problem> {
    let unknown = || Problem::field(field, "Use the reference of an entry that search-transaction returned.");
    parse_entry_reference(text).ok_or_else(unknown)
}

fn changed(entry: &EntryId) -> Envelope<EntryChangeData> {
    Envelope::of(EntryChangeData {
        entry: entry_reference(entry),
    })
}

fn entry_data(app: &App, entry: OwnEntry, figures: Figures) -> GetEntryData {
    let OwnEntry { detail, cost } = entry;
    GetEntryData {
        view: OwnView::Own,
        decoding_text: decoding_text(detail.line.decoding, &detail.decoder),
        cost: (&cost).into(),
        row: row(app, &detail.line),
        revision: i64::from(detail.revision),
        stored_at: detail.stored_at.into(),
        decoder: detail.decoder,
        decoder_version: i64::from(detail.decoder_version),
        facts: detail.facts.into_iter().map(fact).collect(),
        note: detail.note,
        mark: detail.mark.map(|mark| match mark {
            EntryMark::Gift => EntryMarkKind::Gift,
            EntryMark::Income => EntryMarkKind::Income,
            EntryMark::Airdrop => EntryMarkKind::Airdrop,
        }),
        matching: matching(app, detail.matching),
        figures,
    }
}

fn fact(line: FactLine) -> FactRow {
    FactRow {
        id: line.id.to_string(),
        source: line.source.to_string(),
        source_name: line.source_name,
        stream: line.stream.code().to_owned(),
        block: i64::try_from(line.block).unwrap_or(i64::MAX),
        block_hash: line.block_hash,
        read_at: line.read_at.into(),
        json: line.json,
    }
}

fn matching(app: &App, state: MatchState) -> TransferMatchRow {
    let rows = |lines: &[EntryLine]| lines.iter().map(|line| row(app, line)).collect();
    let found = |state, reason, other, candidates| TransferMatchRow {
        state,
        reason,
        other,
        candidates,
    };
    match state {
        MatchState::Matched { reason, others } => found(
            TransferMatchState::Matched,
            Some(reason),
            others.first().map(|line| row(app, line)),
            Vec::new(),
        ),
        MatchState::Candidates(lines) => found(TransferMatchState::Candidates, None, None, rows(&lines)),
        MatchState::Rejected(lines) => found(TransferMatchState::UnmatchedByYou, None, None, rows(&lines)),
        MatchState::None => found(TransferMatchState::None, None, None, Vec::new()),
    }
}

answers! {
    GetEntryAnswer = LedgerEntry,
    GetCostGapsAnswer = GetCostGapsData,
    EntryChangeAnswer = EntryChangeData,
    LiftCapAnswer = LiftCapData,
    GetReconciliationAnswer = GetReconciliationData,
}
