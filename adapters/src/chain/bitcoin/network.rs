//! A chain and its servers: compares their newest blocks, and reads a balance that is consistent with one block.

use std::{sync::Arc, time::Duration};

use futures::future::join_all;
use ports::{
    AccountId, Block, ChainId, RawAmount, RemoteError,
    chain::{Reading, WaitingTransactions},
};
use tokio::{sync::Mutex, time::Instant};

use super::server::Server;
use crate::{
    chain::{
        bitcoin_api::{SOURCE, Usage},
        rows::ChainSpec,
    },
    http_client::HttpClient,
};

/// The number of blocks that a server may be behind the others.
const LAG: u64 = 2;
/// How often a server is read again because its tip changed while the balance was read.
const TRIES: usize = 3;
/// The number of agreeing servers that is enough: slow servers are then not compared.
const ENOUGH: usize = 2;
/// How long a comparison of the servers is valid.
const SURVEY_AGE: Duration = Duration::from_mins(1);
/// How long it is valid where slow servers had to be included.
const SLOW_SURVEY_AGE: Duration = Duration::from_mins(10);

/// The balance of an account, and its usage where the server reports it.
pub(super) type ReadingWithUsage = (Reading, Option<Usage>);

pub(super) struct BitcoinNetwork {
    row: ChainSpec,
    servers: Vec<Server>,
    survey: Mutex<Option<Survey>>,
}

/// The result of a comparison of the servers.
#[derive(Clone)]
struct Survey {
    at: Instant,
    age: Duration,
    /// The height that the servers agree on.
    reference: u64,
    /// The indexes of the servers that agree, followed by those that were not compared.
    order: Vec<usize>,
}

impl BitcoinNetwork {
    pub(super) fn new(row: &ChainSpec, client: &Arc<HttpClient>) -> Self {
        let server = |endpoint| Server::new(client, &row.chain, endpoint);
        Self {
            servers: row.endpoints.iter().map(server).collect(),
            row: row.clone(),
            survey: Mutex::default(),
        }
    }

    /// Returns whether a server lists the transactions of an address.
    pub(super) fn lists_transactions(&self) -> bool {
        self.servers.iter().any(Server::lists_transactions)
    }

    /// Returns the servers that list transactions and agree with the others, the preferred ones first.
    pub(super) async fn listing_servers(&self) -> Result<Vec<&Server>, RemoteError> {
        let order = self.current_survey(None).await?.order;
        let servers = order.into_iter().filter_map(|index| self.servers.get(index));
        Ok(servers.filter(|server| server.lists_transactions()).collect())
    }

    pub(super) fn row(&self) -> &ChainSpec {
        &self.row
    }

    pub(super) fn chain(&self) -> &ChainId {
        &self.row.chain.id
    }

    pub(super) fn hosts(&self) -> impl Iterator<Item = &str> {
        self.servers.iter().map(Server::host)
    }

    /// Returns the last comparison, or a new one where it is expired or was made before `since`.
    async fn current_survey(&self, since: Option<Instant>) -> Result<Survey, RemoteError> {
        let mut known = self.survey.lock().await;
        let holds = |survey: &&Survey| survey.at.elapsed() < survey.age && since.is_none_or(|since| survey.at >= since);
        if let Some(survey) = known.as_ref().filter(holds) {
            return Ok(survey.clone());
        }
        let survey = self.compare().await?;
        *known = Some(survey.clone());
        Ok(survey)
    }

    /// Requests the newest block of each server. Slow servers are skipped where enough others agree; they are the last
    /// resort.
    async fn compare(&self) -> Result<Survey, RemoteError> {
        let mut heights = vec![None; self.servers.len()];
        self.request_heights(&mut heights, false).await;
        let mut age = SURVEY_AGE;
        if agreeing(&heights, median_height(&heights)).len() < ENOUGH && self.servers.iter().any(Server::is_slow) {
            self.request_heights(&mut heights, true).await;
            age = SLOW_SURVEY_AGE;
        }
        let reference = median_height(&heights);
        let mut order = agreeing(&heights, reference);
        if order.is_empty() {
            return Err(self.failure(heights.into_iter().flatten().filter_map(Result::err).collect()));
        }
        let was_skipped = |height: &Option<_>| matches!(height, None | Some(Err(RemoteError::Throttled { .. })));
        order.extend((0..heights.len()).filter(|index| was_skipped(&heights[*index])));
        Ok(Survey {
            at: Instant::now(),
            age,
            reference,
            order,
        })
    }

    async fn request_heights(&self, heights: &mut [Option<Result<u64, RemoteError>>], slow: bool) {
        let servers = self.servers.iter().zip(heights);
        let requests = servers.filter(|(server, _)| server.is_slow() == slow);
        let requests = requests.map(|(server, height)| async move {
            *height = Some(server.newest().await.map(|block| block.number));
        });
        join_all(requests).await;
    }

    /// Picks the error to report: a rate limit first, because it only needs patience, then a server that answers but
    /// is not up to date.
    pub(super) fn failure(&self, mut errors: Vec<RemoteError>) -> RemoteError {
        errors.sort_by_key(|error| match error {
            RemoteError::Throttled { wait, .. } => (0, *wait),
            RemoteError::NotCurrent { .. } => (1, Duration::ZERO),
            error if error.is_retryable() => (2, Duration::ZERO),
            _ => (3, Duration::ZERO),
        });
        let chosen = errors.into_iter().next();
        chosen.unwrap_or_else(|| RemoteError::Unavailable {
            who: self.row.chain.name.clone(),
            why: "no server is configured".to_owned(),
            retry_after: None,
        })
    }

    pub(super) async fn newest(&self) -> Result<Block, RemoteError> {
        let survey = self.current_survey(Some(Instant::now())).await?;
        let newest = survey.order.iter().find_map(|index| self.servers[*index].last_block());
        newest.ok_or_else(|| self.failure(vec![]))
    }

    /// Reads the balance of an account. Where a server has moved away from the compared height and no other one
    /// answers, the servers are compared once more.
    pub(super) async fn read(&self, account: &AccountId) -> Result<ReadingWithUsage, RemoteError> {
        let began = Instant::now();
        let survey = self.current_survey(None).await?;
        let read = match self.read_by(&survey, account).await {
            Err(ReadFailure { has_moved: true, .. }) if survey.at < began => {
                let survey = self.current_survey(Some(began)).await?;
                self.read_by(&survey, account).await
            }
            read => read,
        };
        read.map_err(|failure| failure.error)
    }

    async fn read_by(&self, survey: &Survey, account: &AccountId) -> Result<ReadingWithUsage, ReadFailure> {
        let (mut errors, mut has_moved) = (Vec::new(), false);
        for server in survey.order.iter().map(|index| &self.servers[*index]) {
            match self.read_from(server, survey, account).await {
                Ok(reading) => return Ok(reading),
                Err(failure) => {
                    has_moved |= failure.has_moved;
                    errors.push(failure.error);
                }
            }
        }
        let error = self.failure(errors);
        Err(ReadFailure { error, has_moved })
    }

    /// Reads a balance between two reads of the tip. If the tip is the same, the balance is of that block, whether or
    /// not the chain grew or was reorganized before.
    async fn read_from(
        &self,
        server: &Server,
        survey: &Survey,
        account: &AccountId,
    ) -> Result<ReadingWithUsage, ReadFailure> {
        let mut block = server.begin_reading().await?;
        for attempt in 1..=TRIES {
            if !survey.expects(block.number, self.row.block_time) {
                let error = server.disagreement(block.number, survey.reference);
                return Err(ReadFailure { error, has_moved: true });
            }
            let (balance, after) = server.address(&account.address).await?;
            if after.hash == block.hash {
                let reading = Reading {
                    waiting: self.waiting(server, &account.address, balance.pending).await,
                    ..self.reading(block, server, balance.balance)
                };
                return Ok((reading, balance.usage));
            }
            block = after;
            if attempt < TRIES {
                server.book_reading().await?;
            }
        }
        Err(server.instability().into())
    }

    fn reading(&self, block: Block, server: &Server, balance: RawAmount) -> Reading {
        let coin = (self.row.native.id.clone(), balance);
        Reading {
            block,
            source: SOURCE.clone(),
            host: server.host().to_owned(),
            balances: if balance.is_zero() { vec![] } else { vec![coin] },
            positions: Vec::new(),
            protocols: ports::ProtocolReading::default(),
            unreadable: vec![],
            waiting: WaitingTransactions::default(),
        }
    }
}

/// Why a server returned no reading.
struct ReadFailure {
    error: RemoteError,
    /// Whether its newest block is not at the compared height.
    has_moved: bool,
}

impl From<RemoteError> for ReadFailure {
    fn from(error: RemoteError) -> Self {
        Self {
            error,
            has_moved: false,
        }
    }
}

impl Survey {
    /// Returns whether a server that agreed with the others can be at this height by now.
    fn expects(&self, height: u64, block_time: Duration) -> bool {
        let blocks = self.at.elapsed().as_millis() / block_time.as_millis().max(1);
        let grown = u64::try_from(blocks).unwrap_or(u64::MAX).saturating_mul(2);
        let highest = self.reference.saturating_add(LAG).saturating_add(grown);
        (self.reference.saturating_sub(LAG)..=highest).contains(&height)
    }
}

/// Returns the median height, so that neither a stalled server nor one that invents blocks decides. Of two heights it
/// is the newer.
fn median_height(heights: &[Option<Result<u64, RemoteError>>]) -> u64 {
    let mut known: Vec<u64> = heights.iter().flatten().flatten().copied().collect();
    known.sort_unstable();
    known.get(known.len() / 2).copied().unwrap_or_default()
}

/// Returns the indexes of the servers whose height is close to the reference.
fn agreeing(heights: &[Option<Result<u64, RemoteError>>], reference: u64) -> Vec<usize> {
    let agrees =
        |height: &Option<Result<u64, _>>| matches!(height, Some(Ok(height)) if height.abs_diff(reference) <= LAG);
    (0..heights.len()).filter(|index| agrees(&heights[*index])).collect()
}
