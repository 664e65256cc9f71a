//! A server of a chain, and readers that ask it.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use ports::{ChainReader, RawAmount, RemoteError, Timestamp, chain::Reading};

use super::{Chain, Moment, Samples, Stand, alone::sorted, progress::Steps};
use crate::{
    door::{Behind, Door, Request, Response},
    report::{Verdict, violation},
};

pub(super) const HEIGHT: u64 = 30_000_000;

/// A stand, and what it is asked about.
pub(super) struct Bench {
    pub(super) stand: Arc<dyn Stand>,
    pub(super) samples: Samples,
    /// The time of the usual block: when the bench was made, so that readers take the node for one that is up to date.
    pub(super) now: Timestamp,
}

/// When the chain grows.
#[derive(Clone, Copy)]
pub(super) enum Growing {
    Never,
    /// By one block before the request of this number, from 0.
    Before(usize),
}

struct Server {
    stand: Arc<dyn Stand>,
    chain: Mutex<Chain>,
    growing: Growing,
    next: Moment,
    count: AtomicUsize,
}

#[async_trait]
impl Behind for Server {
    async fn answer(&self, request: &Request) -> Response {
        let count = self.count.fetch_add(1, Ordering::SeqCst);
        let mut chain = self.chain.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(self.growing, Growing::Before(wanted) if wanted == count) {
            chain.moments.push(self.next.clone());
        }
        self.stand.answer(request, &chain)
    }
}

pub(super) fn raw(number: u64) -> RawAmount {
    number.to_string().parse().expect("a whole number is an amount")
}

pub(super) fn unasked(door: &Door) -> Verdict {
    match door.count() {
        0 => Ok(()),
        count => Err(violation(
            "no request for a chain that the reader does not read",
            format_args!("{count} requests"),
            "compare the chain with chains() before anything else",
        )),
    }
}

impl Bench {
    pub(super) fn new(stand: impl Stand) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            samples: stand.samples(),
            stand: Arc::new(stand),
            now: Timestamp::from_seconds(i64::try_from(since.as_secs()).unwrap_or_default()),
        }
    }

    /// A block in which the account has this much of the coin, and ten, eleven and so on of the tokens more.
    pub(super) fn moment(&self, number: u64, native: RawAmount) -> Moment {
        let amount = |at: usize| raw(number % 1_000 + 10 + at as u64);
        let tokens = self.samples.tokens.iter().cloned().enumerate();
        Moment {
            number,
            hash: self.stand.hash(number),
            time: self.now.plus(Duration::from_secs(number.saturating_sub(HEIGHT))),
            native,
            tokens: tokens.map(|(at, token)| (token, Some(amount(at)))).collect(),
        }
    }

    pub(super) fn usual(&self) -> Chain {
        Chain {
            moments: vec![self.moment(HEIGHT, self.amounts()[0])],
            another: false,
            syncing: false,
            without_state: false,
            in_two_places: false,
            decimals: self
                .samples
                .tokens
                .iter()
                .map(|token| (token.clone(), Some(6)))
                .collect(),
        }
    }

    pub(super) fn open(&self, chain: Chain) -> Door {
        self.growing(chain, Growing::Never)
    }

    pub(super) fn growing(&self, chain: Chain, growing: Growing) -> Door {
        Door::open(Server {
            stand: self.stand.clone(),
            chain: Mutex::new(chain),
            growing,
            next: self.moment(HEIGHT + 1, raw(77)),
            count: AtomicUsize::new(0),
        })
    }

    pub(super) fn honest(&self) -> (Door, Arc<dyn ChainReader>) {
        let door = self.open(self.usual());
        let reader = self.stand.reader(&door.url());
        (door, reader)
    }

    /// Whether a reading is exactly what the account had in a block.
    pub(super) fn is(&self, reading: &Reading, moment: &Moment) -> bool {
        let native = (self.samples.native.clone(), Some(moment.native));
        let all = std::iter::once(native).chain(moment.tokens.clone());
        let mut held: Vec<_> = all
            .filter_map(|(id, raw)| Some((id, raw.filter(|raw| !raw.is_zero())?)))
            .collect();
        held.sort_by(|(one, _), (other, _)| one.cmp(other));
        let block = &reading.block;
        (block.number, &block.hash, block.time) == (moment.number, &moment.hash, moment.time) && sorted(reading) == held
    }

    /// A reading of the account at this door, however it ends.
    pub(super) async fn balances(&self, door: &Door) -> Result<Reading, RemoteError> {
        let reader = self.stand.reader(&door.url());
        let samples = &self.samples;
        reader
            .balances(&samples.account, &samples.tokens, &Steps::default())
            .await
    }
}
