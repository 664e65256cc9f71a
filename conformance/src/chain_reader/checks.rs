//! The mock servers of chains, and readers that use them.

use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use ports::{AssetId, ChainReader, RawAmount, RemoteError, Timestamp, chain::Reading};

use super::{
    harness::{Harness, Samples},
    offline::{Subject, sorted, subjects},
    progress::RecordedProgress,
    state::{AccountBalances, BlockState, ChainState},
};
use crate::{adapter_session::AdapterSession, mock_server::Request};

/// The height of the usual block of the first chain.
pub(super) const HEIGHT: u64 = 30_000_000;
/// How much higher the usual block of the other chain is.
const HIGHER: u64 = 1_000;

/// A harness and its samples, with the checks of the requirements.
pub(super) struct ChainReaderChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
    /// The accounts of the samples, the one on another chain last.
    pub(super) subjects: Vec<Subject>,
    /// The time of the usual block: the creation time of this value, so that the node looks up to date.
    pub(super) now: Timestamp,
}

/// When the first chain gets a new block.
#[derive(Clone, Copy)]
pub(super) enum BlockGrowth {
    Never,
    /// Before the request with this index.
    Before(usize),
}

/// The mocked chains.
#[derive(Clone)]
pub(super) struct ChainService {
    pub(super) chains: Vec<ChainState>,
    pub(super) growth: BlockGrowth,
    next: BlockState,
    count: usize,
}

/// The mocked chains and a reader.
pub(super) type ChainSession = AdapterSession<ChainService, dyn ChainReader>;

impl ChainService {
    /// Returns the state of the first chain.
    pub(super) fn first(&mut self) -> &mut ChainState {
        &mut self.chains[0]
    }

    /// Returns the balances of an account, by its place among the subjects, in the newest block of its chain.
    pub(super) fn held(&mut self, subject: &Subject) -> &mut AccountBalances {
        let chains = self.chains.iter_mut();
        let own = chains.filter(|chain| chain.chain == subject.account.chain);
        let blocks = own.filter_map(|chain| chain.blocks.last_mut());
        let mut accounts = blocks.flat_map(|block| &mut block.accounts);
        accounts
            .find(|one| one.account == subject.account)
            .expect("every subject has an account")
    }

    /// Returns the newest block of the chain of an account.
    pub(super) fn newest(&self, subject: &Subject) -> &BlockState {
        let mut chains = self.chains.iter();
        let own = chains.find(|chain| chain.chain == subject.account.chain);
        own.expect("every subject has a chain").newest()
    }
}

pub(super) fn raw(number: u64) -> RawAmount {
    number.to_string().parse().expect("a whole number is an amount")
}

impl ChainReaderChecks {
    pub(super) fn new(harness: impl Harness) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let samples = harness.samples();
        Self {
            subjects: subjects(&samples),
            samples,
            harness: Arc::new(harness),
            now: Timestamp::from_seconds(i64::try_from(since.as_secs()).unwrap_or_default()),
        }
    }

    /// Returns a block of a chain in which each of its accounts holds different amounts.
    pub(super) fn block_state(&self, number: u64, accounts: &[&Subject]) -> BlockState {
        let of_account = |(place, subject): (usize, &&Subject)| {
            let amount = |at: usize| raw(number % 10_000 + 10 + at as u64 + place as u64 * 100);
            let tokens = subject.tokens.iter().cloned().enumerate();
            AccountBalances {
                account: subject.account.clone(),
                native: raw(number % 10_000 + 70_000 + place as u64 * 1_000),
                tokens: tokens.map(|(at, token)| (token, Some(amount(at)))).collect(),
            }
        };
        BlockState {
            number,
            hash: self.harness.hash(number),
            time: self.now.plus(Duration::from_secs(number.saturating_sub(HEIGHT))),
            accounts: accounts.iter().enumerate().map(of_account).collect(),
        }
    }

    /// Returns a block of the first chain.
    pub(super) fn first_block_state(&self, number: u64) -> BlockState {
        let [first, second, ..] = &self.subjects[..] else {
            unreachable!("the samples have two accounts");
        };
        self.block_state(number, &[first, second])
    }

    /// Returns chains with one block each.
    pub(super) fn usual(&self) -> ChainService {
        let chain = |block: BlockState, tokens: &[AssetId]| ChainState {
            chain: block.accounts[0].account.chain.clone(),
            blocks: vec![block],
            other_chain: false,
            syncing: false,
            without_state: false,
            in_two_places: false,
            decimals: tokens.iter().map(|token| (token.clone(), Some(6))).collect(),
        };
        let mut first = self.first_block_state(HEIGHT);
        first.accounts[0].native = self.amounts()[0];
        let elsewhere = self.subjects.get(2).map(|subject| {
            let mut block = self.block_state(HEIGHT + HIGHER, &[subject]);
            block.time = self.now;
            chain(block, &subject.tokens)
        });
        ChainService {
            chains: std::iter::once(chain(first, &self.samples.tokens))
                .chain(elsewhere)
                .collect(),
            growth: BlockGrowth::Never,
            next: self.first_block_state(HEIGHT + 1),
            count: 0,
        }
    }

    /// Returns the service after a new block of the first chain, in which its accounts hold other amounts.
    pub(super) fn grown(&self, service: &ChainService) -> ChainService {
        let mut grown = service.clone();
        let number = grown.first().newest().number;
        grown.first().blocks.push(self.first_block_state(number + 1));
        grown
    }

    pub(super) fn open(&self, service: ChainService) -> ChainSession {
        let harness = self.harness.clone();
        let answer = move |request: &Request, service: &mut ChainService| {
            if matches!(service.growth, BlockGrowth::Before(wanted) if wanted == service.count) {
                let next = service.next.clone();
                service.first().blocks.push(next);
            }
            service.count += 1;
            let chain = harness.chain(request);
            let own = service.chains.iter().find(|state| state.chain == chain);
            harness.answer(request, own.unwrap_or(&service.chains[0]))
        };
        AdapterSession::open(service, answer, |base| self.harness.reader(base))
    }

    /// Returns whether a reading has exactly the account's balances in a block.
    pub(super) fn is(&self, reading: &Reading, subject: &Subject, block_state: &BlockState) -> bool {
        let block = &reading.block;
        (block.number, &block.hash, block.time) == (block_state.number, &block_state.hash, block_state.time)
            && sorted(reading) == held(subject, block_state, 1)
    }
}

/// Returns an account's balances in a block as a reading has them, sorted by asset, with each token in this number of places.
pub(super) fn held(subject: &Subject, block_state: &BlockState, places: usize) -> Vec<(AssetId, RawAmount)> {
    let account = block_state.accounts.iter().find(|one| one.account == subject.account);
    let Some(account) = account else { return vec![] };
    let in_places = |amount: RawAmount| {
        let digits: u128 = amount.to_string().parse().unwrap_or_default();
        if places == 1 {
            amount
        } else {
            RawAmount::from(digits * places as u128)
        }
    };
    let tokens = account
        .tokens
        .iter()
        .map(|(id, amount)| (id.clone(), amount.map(in_places)));
    let all = std::iter::once((subject.native.clone(), Some(account.native))).chain(tokens);
    let mut held: Vec<(AssetId, RawAmount)> = all
        .filter_map(|(id, amount)| Some((id, amount.filter(|amount| !amount.is_zero())?)))
        .collect();
    held.sort_by(|(one, _), (other, _)| one.cmp(other));
    held
}

/// Reads the balances of an account.
pub(super) async fn balances(session: &ChainSession, subject: &Subject) -> Result<Reading, RemoteError> {
    let progress = RecordedProgress::default();
    session
        .adapter
        .balances(&subject.account, &subject.tokens, &progress)
        .await
}
