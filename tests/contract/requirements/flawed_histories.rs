//! Flawed readers of histories, each of which violates a requirement.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use conformance::{
    history_reader::{
        self as requirements, Harness, HistoryRow, MockHistory, PageOrder, Samples, check, evm_transaction,
    },
    mock_server::{Request, Response},
};
use ports::{
    AccountId, Address, ChainId, Fact, HistoryReader, Profile, RawAmount, RemoteError, SourceId, Stream, Timestamp,
    fact::{FactBlock, FactBody, ReportedTransaction, TokenStandard, TokenTransfer},
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
    json::Json,
    source::SourceKind,
};
use serde_json::{Value, json};

use super::{
    bugs::Port,
    toy::{Flaw, ToyClient, call_timeout, check_flaws, faulty, malformed, parameter},
};

const ROWS: usize = 10;
/// The number of pages of one block that the service has.
const PAGES: u64 = 5;

/// `GET /history?chain=C&stream=S&from=F&to=T&page=N` returns `{"rows": [[block, transaction, amount, account, place], …]}`,
/// oldest first; an error is `{"error": "…"}`.
pub struct FlawedHarness(pub Flaw, pub reqwest::Client);

struct Reader {
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

impl Harness for FlawedHarness {
    fn reader(&self, base: &str) -> Arc<dyn HistoryReader> {
        Arc::new(Reader {
            wire: ToyClient::new(base, self.0, &self.1),
            refused: AtomicBool::default(),
            answers: AtomicI64::default(),
        })
    }

    fn answer(&self, request: &Request, known: &MockHistory) -> Response {
        let number = |name: &str| parameter(request, name).parse::<u64>().unwrap_or_default();
        let is_endless = known.order == PageOrder::Endless;
        let blocks = number("from")..=number("to");
        let fits = |row: &&HistoryRow| {
            let is_requested = row.stream.code() == parameter(request, "stream")
                && row.account.chain.as_str() == parameter(request, "chain");
            is_requested && (is_endless || known.ignores_blocks || blocks.contains(&row.block))
        };
        let page = if is_endless { 0 } else { number("page") as usize - 1 };
        let rows = known.rows.iter().filter(fits).skip(page * ROWS).take(ROWS);
        let place = |row: &HistoryRow| (row.stream == Stream::Transactions).then_some(row.item);
        let mut rows: Vec<Value> = rows
            .map(|row| {
                json!([
                    row.block,
                    row.transaction,
                    row.amount.to_string(),
                    row.account.to_string(),
                    place(row)
                ])
            })
            .collect();
        if known.order == PageOrder::Reversed {
            rows.reverse();
        }
        if number("page") > PAGES {
            return Response::json(200, &json!({ "error": "too many pages" }));
        }
        Response::json(200, &json!({ "rows": rows }))
    }

    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response> {
        (parameter(request, "chain") == chain.as_str()).then(|| Response::new(402, "text/plain", "pay"))
    }

    fn error_text(&self) -> Option<Response> {
        Some(Response::json(200, &json!({ "error": "busy" })))
    }

    fn samples(&self) -> Samples {
        let account = |chain: u64, n: u8| AccountId {
            chain: ChainId::evm(chain),
            address: Address::evm([n; 20]),
        };
        Samples {
            accounts: [account(1, 1), account(10, 1)],
            stranger: account(1, 2),
            page_rows: ROWS,
            window: Some(ROWS * PAGES as usize),
            identified: vec![Stream::Transactions],
        }
    }

    fn patience(&self) -> Duration {
        call_timeout()
    }
}

impl Reader {
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
            facts: self.facts(request, rows),
            through: Some(through),
            continuation: (next <= last).then(|| next.to_string()),
            total: None,
            gaps: full.map(gap).into_iter().collect(),
        })
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_flawed_reader_of_histories_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::FactPerRow, requirements::EVERY_ROW),
        (Flaw::WindowIsWhole, requirements::WINDOW),
        (Flaw::BelievesOrder, requirements::ORDER),
        (Flaw::ThroughTooFar, requirements::THROUGH),
        (Flaw::LeavesLastBlockOut, requirements::BLOCKS),
        (Flaw::CountsAnswers, requirements::SAME),
        (Flaw::NothingIsFailure, requirements::NOTHING),
        (Flaw::PartIsWhole, requirements::ALL_OR_NOTHING),
        (Flaw::NoPageLimit, requirements::BOUNDED),
        (Flaw::AnswersForeign, requirements::FOREIGN),
        (Flaw::RefusedChainFailsAll, requirements::NEIGHBOURS),
    ]);
    check_flaws(Port::History, |flaw, client| check(FlawedHarness(flaw, client)), wrong).await;
}
