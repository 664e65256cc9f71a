//! A reader of histories of the toy service, with one flaw.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, AtomicI64, Ordering},
};

use async_trait::async_trait;
use conformance::history_reader::evm_transaction;
use ports::{
    Address, ChainId, Fact, HistoryReader, Profile, RawAmount, RemoteError, SourceId, Stream, Timestamp,
    fact::{FactBlock, FactBody, ReportedTransaction, TokenStandard, TokenTransfer},
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
    json::Json,
    source::SourceKind,
};

use super::{PAGES, ROWS};
use crate::requirements::toy::{Flaw, ToyClient, malformed};

pub struct Reader {
    wire: ToyClient,
    refused: AtomicBool,
    answers: AtomicI64,
}

/// A row of the service.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct ToyRow {
    block: u64,
    transaction: u64,
    place: Option<u64>,
    amount: u128,
    account: String,
}

impl Reader {
    pub fn new(wire: ToyClient) -> Self {
        Self {
            wire,
            refused: AtomicBool::default(),
            answers: AtomicI64::default(),
        }
    }

    async fn rows(&self, request: &HistoryRequest, blocks: (u64, u64), page: u64) -> Result<Vec<ToyRow>, RemoteError> {
        let path = format!(
            "/history?chain={}&stream={}&from={}&to={}&page={page}",
            request.account.chain,
            request.stream.code(),
            blocks.0,
            blocks.1
        );
        let answer = self.wire.get(&path).await;
        self.refused.fetch_or(answer.is_err(), Ordering::SeqCst);
        let answer = answer?;
        if self.wire.is(Flaw::SlowIsEmpty) && answer.is_null() {
            return Ok(vec![]);
        }
        let Some(rows) = answer["rows"].as_array() else {
            return if self.wire.is(Flaw::ErrorTextIsEmpty) {
                Ok(vec![])
            } else {
                Err(malformed())
            };
        };
        let rows: Option<Vec<ToyRow>> = rows.iter().map(row).collect();
        let mut rows = rows.ok_or_else(malformed)?;
        let is_requested =
            |row: &ToyRow| row.account == request.account.to_string() && (blocks.0..=blocks.1).contains(&row.block);
        match self.wire.flaw {
            Flaw::NoPageLimit => rows.retain(is_requested),
            Flaw::AnswersForeign => {}
            _ if !rows.iter().all(is_requested) => return Err(malformed()),
            _ => {}
        }
        Ok(rows)
    }

    /// Returns the rows of a block that fills a page, and whether they are all.
    async fn block(&self, request: &HistoryRequest, block: u64) -> Result<(Vec<ToyRow>, bool), RemoteError> {
        let mut all = Vec::new();
        let pages = match self.wire.flaw {
            Flaw::OnePagePerBlock => return Ok((self.rows(request, (block, block), 1).await?, true)),
            Flaw::NoPageLimit => 1_000,
            _ => PAGES,
        };
        for page in 1..=pages {
            let rows = self.rows(request, (block, block), page).await?;
            let is_last = rows.len() < ROWS && !self.wire.is(Flaw::NoPageLimit);
            all.extend(rows);
            if is_last {
                return Ok((all, true));
            }
        }
        Ok((all, self.wire.is(Flaw::WindowIsWhole)))
    }

    fn facts(&self, request: &HistoryRequest, mut rows: Vec<ToyRow>) -> Vec<Fact> {
        rows.sort();
        let is_identified = |row: &ToyRow| row.place.is_some() || self.wire.is(Flaw::EqualIsRepeated);
        rows.dedup_by(|one, other| one == other && is_identified(one));
        let mut grouped: BTreeMap<(u64, u64, usize), Vec<RawAmount>> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            let part = if self.wire.is(Flaw::FactPerRow) { at } else { 0 };
            let key = (row.block, row.transaction, part);
            grouped.entry(key).or_default().push(RawAmount::from(row.amount));
        }
        let changes = if self.wire.is(Flaw::CountsAnswers) {
            self.answers.fetch_add(1, Ordering::SeqCst)
        } else {
            0
        };
        let fact = |((block, transaction, _), amounts): ((u64, u64, usize), Vec<RawAmount>)| Fact {
            account: request.account.clone(),
            transaction: evm_transaction(request.stream, transaction),
            block: FactBlock {
                number: block,
                hash: None,
                time: Timestamp::from_seconds(changes),
                position: None,
            },
            source: SourceId::fixed("toy"),
            body: body(request, amounts),
        };
        grouped.into_iter().map(fact).collect()
    }

    /// Returns complete rows of a full page, how far they reach, and where to continue.
    async fn full(
        &self,
        request: &HistoryRequest,
        mut rows: Vec<ToyRow>,
    ) -> Result<(Vec<ToyRow>, u64, u64, Option<u64>), RemoteError> {
        let newest = match self.wire.flaw {
            Flaw::BelievesOrder => rows.last().map(|row| row.block),
            _ => rows.iter().map(|row| row.block).max(),
        };
        let newest = newest.unwrap_or_default();
        if self.wire.is(Flaw::ForgetsRestOfBlock) {
            return Ok((rows, newest, newest + 1, None));
        }
        if rows.iter().all(|row| row.block == newest) {
            let (rows, is_whole) = self.block(request, newest).await?;
            return Ok((rows, newest, newest + 1, (!is_whole).then_some(newest)));
        }
        rows.retain(|row| row.block < newest);
        let through = if self.wire.is(Flaw::ThroughTooFar) {
            newest
        } else {
            newest - 1
        };
        Ok((rows, through, newest, None))
    }
}

fn row(row: &Json) -> Option<ToyRow> {
    Some(ToyRow {
        block: row[0].as_u64()?,
        transaction: row[1].as_u64()?,
        amount: row[2].as_str()?.parse().ok()?,
        account: row[3].as_str()?.to_owned(),
        place: row[4].as_u64(),
    })
}

fn body(request: &HistoryRequest, amounts: Vec<RawAmount>) -> FactBody {
    let (own, other) = (&request.account.address, Address::evm([9; 20]));
    if request.stream == Stream::Transactions {
        return FactBody::Transaction(ReportedTransaction {
            from: other,
            to: Some(own.clone()),
            created: None,
            value: amounts.first().copied().unwrap_or(RawAmount::ZERO),
            nonce: None,
            succeeded: true,
            fee: None,
            data_fee: None,
            selector: None,
            envelope: None,
        });
    }
    let transfer = |value| TokenTransfer {
        log_index: None,
        contract: other.clone(),
        from: other.clone(),
        to: own.clone(),
        value,
        token_id: None,
    };
    FactBody::TokenTransfers(TokenStandard::Erc20, amounts.into_iter().map(transfer).collect())
}

#[async_trait]
impl HistoryReader for Reader {
    fn profile(&self) -> Profile {
        self.wire.profile(SourceKind::Explorer)
    }

    fn chains(&self) -> Vec<ChainId> {
        [1, 10].map(ChainId::evm).to_vec()
    }

    fn streams(&self, _chain: &ChainId) -> Vec<Stream> {
        vec![Stream::Transactions, Stream::TokenTransfers]
    }

    fn gaps(&self, _chain: &ChainId) -> Vec<HistoryGap> {
        vec![]
    }

    async fn head(&self, _chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        Ok(None)
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        if self.wire.is(Flaw::RefusedChainFailsAll) && self.refused.load(Ordering::SeqCst) {
            return Err(self.wire.down("it refused a chain"));
        }
        let from = request.continuation.as_ref().and_then(|text| text.parse().ok());
        let (from, last) = (from.unwrap_or(request.blocks.0), request.blocks.1);
        let to = if self.wire.is(Flaw::LeavesLastBlockOut) {
            last - 1
        } else {
            last
        };
        let rows = match self.rows(request, (from, to), 1).await {
            Err(_) if self.wire.is(Flaw::PartIsWhole) && request.continuation.is_some() => vec![],
            rows => rows?,
        };
        if rows.is_empty() && from == request.blocks.0 && self.wire.is(Flaw::NothingIsFailure) {
            return Err(malformed());
        }
        let is_full = rows.len() >= ROWS;
        let (rows, through, next, full) = if is_full {
            self.full(request, rows).await?
        } else {
            (rows, last, last + 1, None)
        };
        let gap = |block| HistoryGap {
            kind: HistoryGapKind::FullBlock,
            blocks: Some((block, block)),
        };
        Ok(HistoryPage {
            markets: Vec::new(),
            facts: self.facts(request, rows),
            through: Some(through),
            continuation: (next <= last).then(|| next.to_string()),
            total: None,
            gaps: full.map(gap).into_iter().collect(),
        })
    }
}
