//! An exchange that is a reader and a row of the chains.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use super::trial_markets::{MarketWalk, TrialMarket};
use adapters::{
    exchange::account::{AccountAssets, ExchangeHistories, StoredKeys},
    storage::DatabaseLocation,
};
use async_trait::async_trait;
use ports::{
    AccountId, AccountIdHash, AccountIdentity, Address, AssetId, Block, Chain, ChainId, ChainReader, Chains, Clock,
    ExchangeHistoryRequest, ExchangeKey, ExchangeProfile, ExchangeReader, Fact, FileContent, FilePart, FileProblem,
    FileRow, KeyEnd, KeyField, KeyNetwork, KeyProblem, KeyRights, MarketLookup, Position, Profile, RawAmount,
    RemoteError, RowReading, SourceId, Stream, Timestamp,
    address::Form,
    amount::SignedRaw,
    asset::Metadata,
    chain::{Progress, Reading, WaitingTransactions},
    fact::{ExchangeAmount, ExchangeRow, ExchangeRowKind, FactBlock, FactBody},
    history::HistoryPage,
    source::SourceKind,
};
use support::{source_profile::source_profile, tracker_fixture::TrackerFixture};

pub fn exchange() -> ChainId {
    "exchange:trial".parse().unwrap()
}

fn row() -> Chain {
    Chain {
        id: exchange(),
        aliases: vec![],
        code: "trial".to_owned(),
        name: "Trial Exchange".to_owned(),
        symbol: "Trial".to_owned(),
        color: "#445566".to_owned(),
        parent: None,
        native: None,
        wrapped: None,
        mirrors: vec![],
        second_contracts: vec![],
        addresses: vec![Form::Exchange {
            name: "trial".to_owned(),
        }],
        keys: vec![],
        large: true,
        data_fee: false,
        ending: None,
        max_head_age: Duration::from_mins(5),
        explorer: None,
    }
}

/// What each account at the exchange holds.
#[derive(Clone, Default)]
pub struct Held {
    pub balances: Vec<(AssetId, RawAmount)>,
    pub positions: Vec<Position>,
    pub is_down: bool,
    pub is_key_refused: bool,
    /// The history, in any order.
    pub rows: Vec<TrialRow>,
    /// The length of the windows in which deposits are listed, from the oldest one, in milliseconds.
    pub window: Option<u64>,
    /// How many pages of it were requested.
    pub pages: usize,
    /// The id that the exchange states of the account of each key.
    pub id: Option<&'static str>,
    /// Since when keys read the history.
    pub start: Option<Timestamp>,
    /// What any file of the exchange states.
    pub file: Vec<TrialRow>,
    /// The form of such a file, and the part of the account of which it has everything, of two; `None` where it has everything.
    pub form: (&'static str, Option<&'static str>),
    /// The markets of the exchange.
    pub markets: Vec<TrialMarket>,
    /// The list of each of these pages, and how many assets were stated with it.
    pub lists: Vec<(Stream, usize)>,
}

impl Held {
    /// Returns the first moment of which a row is listed, in milliseconds.
    fn opened(&self) -> u64 {
        let times = self.rows.iter().map(|row| row.time.millis().unsigned_abs());
        times.min().unwrap_or_default()
    }
}

/// An exchange whose accounts hold what a test sets.
struct TrialExchange {
    clock: Arc<dyn Clock>,
    held: Arc<Mutex<Held>>,
}

#[async_trait]
impl ChainReader for TrialExchange {
    fn profile(&self) -> Profile {
        source_profile("trial", "Trial Exchange", SourceKind::Chain, "nothing")
    }

    fn chains(&self) -> Vec<ChainId> {
        vec![exchange()]
    }

    async fn head(&self, _: &ChainId) -> Result<Block, RemoteError> {
        let time = self.clock.now();
        Ok(Block {
            number: time.millis().unsigned_abs(),
            hash: String::new(),
            time,
        })
    }

    async fn balances(&self, account: &AccountId, _: &[AssetId], _: &dyn Progress) -> Result<Reading, RemoteError> {
        let held = self.held.lock().unwrap().clone();
        if held.is_down {
            return Err(RemoteError::Unavailable {
                who: "Trial Exchange".to_owned(),
                why: "closed for maintenance".to_owned(),
                retry_after: None,
            });
        }
        if held.is_key_refused {
            return Err(refused());
        }
        Ok(Reading {
            block: self.head(&account.chain).await?,
            source: self.profile().id,
            host: "api.trial.example".to_owned(),
            balances: held.balances,
            protocols: ports::ProtocolReading::default(),
            positions: held.positions,
            unreadable: vec![],
            waiting: WaitingTransactions::default(),
        })
    }

    async fn metadata(&self, _: &ChainId, assets: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        let codes = assets.iter().filter_map(|asset| {
            let code = asset.as_str().split_once("/code:")?.1;
            let decimals = if asset.currency_code().is_some() { 2 } else { 18 };
            Some((asset.clone(), Metadata::cleaned(code, code, Some(decimals))))
        });
        Ok(codes.collect())
    }
}

/// The exchange as what checks keys: each of them can read, from one address. Its lists are those of all accounts.
pub struct TrialKeys {
    pub held: Arc<Mutex<Held>>,
    lists: &'static [Stream],
}

#[async_trait]
impl AccountIdentity for TrialKeys {
    async fn id_hashes(&self, _: &Address, _: &ExchangeKey) -> Result<Vec<AccountIdHash>, RemoteError> {
        let id = self.held.lock().unwrap().id;
        Ok(id.iter().map(|id| AccountIdHash::of(&exchange(), id)).collect())
    }
}

#[async_trait]
impl ExchangeReader for TrialKeys {
    fn profile(&self) -> ExchangeProfile {
        let field = |name: &str| KeyField {
            name: name.to_owned(),
            label: name.to_owned(),
            is_secret: true,
        };
        ExchangeProfile {
            id: exchange(),
            source: source_profile("trial", "Trial Exchange", SourceKind::Chain, "nothing"),
            fields: vec![field("api_key"), field("api_secret")],
            steps: vec![],
            not_read: vec![],
            oauth: None,
            files: vec![],
            streams: self.lists.to_vec(),
            has_markets: self.lists.contains(&Stream::MarketTrades),
        }
    }

    async fn rights(&self, _: &Address, _: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        Ok(KeyRights {
            granted: Some(vec![]),
            missing: vec![],
            network: KeyNetwork::Only(vec!["203.0.113.24".to_owned()]),
            end: KeyEnd::Never,
            history: (self.held.lock().unwrap().start, None),
        })
    }

    async fn balances(&self, _: &Address, _: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        Ok(vec![])
    }

    /// Pages have two rows, the newest first, and the continuation is the number of rows before.
    async fn history(&self, request: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        let (keyed, request) = (&request, request.part);
        let assets = keyed.assets.len();
        let mut held = self.held.lock().unwrap();
        held.pages += 1;
        held.lists.push((request.stream, assets));
        if held.is_key_refused {
            return Err(refused());
        }
        let (skipped, list) = request.continuation.as_deref().unwrap_or("0 ").split_once(' ').unwrap();
        let skipped: usize = skipped.parse().unwrap();
        let (walk, mut markets) = match request.stream {
            Stream::MarketTrades if skipped == 0 => MarketWalk::begin(&held.markets, keyed),
            _ => (MarketWalk::read(list), Vec::new()),
        };
        let (first, mut last) = request.blocks;
        let start = held.start.map_or(0, |start| start.millis().unsigned_abs());
        let first = first.max(start);
        let window = held.window.filter(|_| request.stream == Stream::ExchangeDeposits);
        last = window.map_or(last, |length| last.min(first.max(held.opened()) + length));
        let since = Timestamp::from_millis(i64::try_from(first).unwrap());
        let within = |row: &&TrialRow| {
            row.list(self.lists) == request.stream
                && row.time.millis().unsigned_abs() <= last
                && walk.has(&held.markets, row, since)
        };
        let mut rows: Vec<&TrialRow> = held.rows.iter().filter(within).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.time));
        let total = rows.len();
        let most = window.map_or(2, |_| usize::MAX);
        let page = rows.into_iter().skip(skipped).take(most);
        let facts: Vec<Fact> = page.map(|row| row.fact(&request.account, request.stream)).collect();
        let read = skipped + facts.len();
        if read == total {
            markets.extend(walk.end(&held.markets, &held.rows));
        }
        Ok(HistoryPage {
            markets,
            through: (read == total).then_some(last),
            continuation: (read < total).then(|| format!("{read} {}", walk.text())),
            facts,
            total: u64::try_from(total).ok(),
            gaps: vec![],
        })
    }

    fn markets(&self) -> Option<&dyn MarketLookup> {
        Some(self)
    }

    fn file(&self, (account, source): (&AccountId, &SourceId), _: &[u8]) -> Result<FileContent, FileProblem> {
        let held = self.held.lock().unwrap();
        let fact = |row: &TrialRow| Fact {
            source: source.clone(),
            ..row.fact(account, Stream::ExchangeFiles)
        };
        let rows = held.file.iter().zip(1..).map(|(row, line)| FileRow {
            line,
            read: RowReading::Fact(Box::new(fact(row))),
        });
        Ok(FileContent {
            form: held.form.0.to_owned(),
            streams: held.form.1.map(|_| Stream::ExchangeDeposits).into_iter().collect(),
            part: held.form.1.map(|name| FilePart {
                name: name.to_owned(),
                of: 2,
            }),
            rows: rows.collect(),
        })
    }
}

fn refused() -> RemoteError {
    RemoteError::Key {
        who: "Trial Exchange".to_owned(),
        problem: KeyProblem::BadKey,
        why: String::new(),
    }
}

/// A row of the history of an account.
#[derive(Clone)]
pub struct TrialRow {
    pub event: &'static str,
    pub time: Timestamp,
    pub kind: ExchangeRowKind,
    /// The asset and the change, in whole units, and whether it is a fee.
    pub amounts: Vec<(&'static str, &'static str, bool)>,
}

impl TrialRow {
    /// Returns the list that has it, of an exchange with these lists.
    fn list(&self, lists: &[Stream]) -> Stream {
        match self.kind {
            _ if lists.contains(&Stream::ExchangeLedger) => Stream::ExchangeLedger,
            ExchangeRowKind::Trade => Stream::MarketTrades,
            ExchangeRowKind::Withdrawal if lists.contains(&Stream::ExchangeWithdrawals) => Stream::ExchangeWithdrawals,
            _ => Stream::ExchangeDeposits,
        }
    }

    fn fact(&self, account: &AccountId, list: Stream) -> Fact {
        let amount = |(asset, change, is_fee): &(&str, &str, bool)| ExchangeAmount {
            asset: asset.parse().unwrap(),
            amount: in_places(change),
            is_fee: *is_fee,
        };
        Fact {
            account: account.clone(),
            transaction: self.event.parse().unwrap(),
            block: FactBlock {
                number: self.time.millis().unsigned_abs(),
                hash: None,
                time: self.time,
                position: None,
            },
            source: SourceId::fixed("trial"),
            body: FactBody::ExchangeRow(ExchangeRow {
                list,
                id: format!("{}-{}", self.event, self.time.millis()),
                kind: self.kind,
                words: "a row".to_owned(),
                transaction: None,
                amounts: self.amounts.iter().map(amount).collect(),
                stated: "{}".to_owned(),
            }),
        }
    }
}

/// Returns a number of whole units in the places of amounts at exchanges.
fn in_places(units: &str) -> SignedRaw {
    let (sign, size) = units.strip_prefix('-').map_or(("", units), |size| ("-", size));
    let (whole, fraction) = size.split_once('.').unwrap_or((size, ""));
    let digits = format!("{whole}{fraction:0<18}");
    let digits = digits.trim_start_matches('0');
    format!("{sign}{digits}").parse().unwrap()
}

/// Returns the demo world with the exchange, on which every account is empty. It states no histories.
pub async fn with_exchange() -> (TrackerFixture, Arc<Mutex<Held>>) {
    world(&[]).await
}

/// Returns the same with histories.
pub async fn with_histories() -> (TrackerFixture, Arc<Mutex<Held>>) {
    world(&[Stream::ExchangeLedger]).await
}

/// Returns the same with a list of deposits, and trades on single markets.
pub async fn with_markets() -> (TrackerFixture, Arc<Mutex<Held>>) {
    world(&[Stream::ExchangeDeposits, Stream::MarketTrades]).await
}

/// Returns the same with lists of deposits and of withdrawals.
pub async fn with_transfers() -> (TrackerFixture, Arc<Mutex<Held>>) {
    world(&[Stream::ExchangeDeposits, Stream::ExchangeWithdrawals]).await
}

async fn world(lists: &'static [Stream]) -> (TrackerFixture, Arc<Mutex<Held>>) {
    let held = Arc::<Mutex<Held>>::default();
    let stated = held.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        let chains = ports.chains.all().iter().cloned().chain([row()]);
        ports.chains = Arc::new(Chains::new(chains.collect()));
        let clock = ports.clock.clone();
        let keys = Arc::new(TrialKeys {
            held: stated.clone(),
            lists,
        });
        ports.readers.push(Arc::new(TrialExchange { clock, held: stated }));
        ports.exchanges.push(keys.clone());
        let (stores, clock) = (&ports.stores, ports.clock.clone());
        let stored = (stores.exchange_credentials.clone(), ports.storage.clone());
        let stored = StoredKeys::new(vec![keys], stored, clock.clone());
        let assets = AccountAssets::new(stores, clock);
        let histories = ExchangeHistories::new(Arc::new(stored), assets, stores.exchange_markets.clone());
        ports.histories.push(Arc::new(histories));
        ports
    });
    let fixture = fixture.await;
    fixture.tracker.work().begin().await.unwrap();
    (fixture, held)
}
