//! The laws that need a server: what is so on the chain is told to it, and the reader asks.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use ports::{ChainReader, RawAmount, Timestamp, chain::Reading};

use super::{Chain, Moment, Samples, Stand, Steps, read, sorted};
use crate::{
    door::{Behind, Door, Fault, Request, Response},
    report::Verdict,
};

const HEIGHT: u64 = 30_000_000;
/// Longer than the newest block of any chain may be old or lie in the future.
const FAR: Duration = Duration::from_hours(24 * 366);
/// More requests than a reading of two tokens needs.
const MANY: usize = 40;

/// A stand, and what it is asked about.
pub(super) struct Bench {
    pub(super) stand: Arc<dyn Stand>,
    pub(super) samples: Samples,
    /// The time of the usual block: when the bench was made, so that readers take the node for one that is up to date.
    now: Timestamp,
}

/// A way in which a node is not up to date.
#[derive(Clone, Copy, Debug)]
pub(super) enum NotCurrent {
    Behind,
    FirstBlock,
    Ahead,
    Syncing,
    WithoutState,
}

impl NotCurrent {
    fn code(self) -> &'static str {
        match self {
            Self::Behind | Self::FirstBlock => "node_behind",
            Self::Ahead => "node_ahead",
            Self::Syncing => "node_syncing",
            Self::WithoutState => "node_without_state",
        }
    }
}

/// When the chain grows.
#[derive(Clone, Copy)]
enum Growing {
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

fn raw(number: u64) -> RawAmount {
    number.to_string().parse().expect("a whole number is an amount")
}

pub(super) fn unasked(door: &Door) -> Verdict {
    match door.count() {
        0 => Ok(()),
        count => Err(format!(
            "{count} requests for a chain that it does not read; look at the chain first"
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
    fn moment(&self, number: u64, native: RawAmount) -> Moment {
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
            moments: vec![self.moment(HEIGHT, self.samples.largest)],
            another: false,
            syncing: false,
            without_state: false,
        }
    }

    /// Neither a reading, nor a probe, nor a head comes from a node that is not up to date. The head of one without account
    /// data is as good as any.
    pub(super) async fn not_current(&self, case: NotCurrent) -> Verdict {
        let mut chain = self.usual();
        match case {
            NotCurrent::Behind => chain.moments[0].time = self.now.minus(FAR),
            NotCurrent::Ahead => chain.moments[0].time = self.now.plus(FAR),
            NotCurrent::FirstBlock => {
                chain.moments = vec![Moment {
                    time: self.now,
                    ..self.moment(0, self.samples.largest)
                }];
            }
            NotCurrent::Syncing => chain.syncing = true,
            NotCurrent::WithoutState => {
                chain.without_state = true;
                let moment = &mut chain.moments[0];
                moment.native = raw(0);
                moment.tokens.iter_mut().for_each(|(_, amount)| *amount = None);
            }
        }
        let door = self.open(chain);
        let reader = self.stand.reader(&door.url());
        let account = &self.samples.account;
        let steps = Steps::default();
        let results = [
            (
                "head",
                match reader.head(&account.chain).await {
                    Ok(_) if matches!(case, NotCurrent::WithoutState) => Some(case.code()),
                    head => head.err().map(|error| error.code()),
                },
            ),
            (
                "probe",
                match reader.probe(account).await {
                    // Readers that do not probe have nothing to refuse.
                    Ok(None) => Some(case.code()),
                    Ok(Some(_)) => None,
                    Err(error) => Some(error.code()),
                },
            ),
            (
                "balances",
                reader
                    .balances(account, &self.samples.tokens, &steps)
                    .await
                    .err()
                    .map(|error| error.code()),
            ),
        ];
        match results.iter().find(|(_, code)| *code != Some(case.code())) {
            None => Ok(()),
            Some((method, code)) => Err(format!(
                "the node is {case:?} and {method}() gives {code:?}, not {}; check every head with Chain::check_head, \
                 ask the node whether it is syncing where it can say so, and call a contract that exists for certain",
                case.code()
            )),
        }
    }

    pub(super) fn open(&self, chain: Chain) -> Door {
        self.growing(chain, Growing::Never)
    }

    fn growing(&self, chain: Chain, growing: Growing) -> Door {
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

    async fn reading(&self, chain: Chain) -> Result<Reading, String> {
        let door = self.open(chain);
        read(self.stand.reader(&door.url()).as_ref(), &self.samples).await
    }

    /// Whether a reading is exactly what the account had in a block.
    fn is(&self, reading: &Reading, moment: &Moment) -> bool {
        let native = (self.samples.native.clone(), Some(moment.native));
        let all = std::iter::once(native).chain(moment.tokens.clone());
        let mut held: Vec<_> = all
            .filter_map(|(id, raw)| Some((id, raw.filter(|raw| !raw.is_zero())?)))
            .collect();
        held.sort_by(|(one, _), (other, _)| one.cmp(other));
        let block = &reading.block;
        (block.number, &block.hash, block.time) == (moment.number, &moment.hash, moment.time) && sorted(reading) == held
    }

    pub(super) async fn exact(&self) -> Verdict {
        let reading = self.reading(self.usual()).await?;
        if sorted(&reading) == sorted(&self.expected()) {
            return Ok(());
        }
        Err(format!(
            "the account has {} of the coin and the reading says {:?}; read amounts from their digits, never through a float",
            self.samples.largest, reading.balances
        ))
    }

    fn expected(&self) -> Reading {
        let moment = self.moment(HEIGHT, self.samples.largest);
        let native = (self.samples.native.clone(), moment.native);
        let tokens = moment.tokens.into_iter().filter_map(|(id, raw)| Some((id, raw?)));
        Reading {
            block: ports::Block {
                number: moment.number,
                hash: moment.hash,
                time: moment.time,
            },
            source: ports::SourceId::fixed("kit"),
            host: String::new(),
            balances: std::iter::once(native).chain(tokens).collect(),
            unreadable: vec![],
        }
    }

    pub(super) async fn zero(&self) -> Verdict {
        let mut chain = self.usual();
        let moment = &mut chain.moments[0];
        moment.native = raw(0);
        moment.tokens.iter_mut().for_each(|(_, amount)| *amount = Some(raw(0)));
        let reading = self.reading(chain).await?;
        if reading.balances.is_empty() && reading.unreadable.is_empty() {
            return Ok(());
        }
        Err(format!(
            "the account has nothing and the reading says {:?}; leave zero out",
            reading.balances
        ))
    }

    pub(super) async fn block(&self) -> Verdict {
        let (_door, reader) = self.honest();
        let chain = self.usual();
        let newest = chain.newest();
        let head = reader.head(&self.samples.account.chain).await;
        let head = head.map_err(|error| format!("head() of an honest server is {error:?}"))?;
        for block in [head, read(reader.as_ref(), &self.samples).await?.block] {
            if (block.number, &block.hash, block.time) != (newest.number, &newest.hash, newest.time) {
                let Moment { number, hash, time, .. } = newest;
                return Err(format!(
                    "the newest block is {number} {hash} of {time} and the reader says {block:?}"
                ));
            }
        }
        Ok(())
    }

    /// The chain grows before each request in turn: the reading is of the old block or of the new one, or there is none.
    pub(super) async fn one_block(&self) -> Verdict {
        let (door, reader) = self.honest();
        read(reader.as_ref(), &self.samples).await?;
        let moments = [self.usual().moments.remove(0), self.moment(HEIGHT + 1, raw(77))];
        for before in 0..=door.count().min(MANY) {
            let door = self.growing(self.usual(), Growing::Before(before));
            let reader = self.stand.reader(&door.url());
            let Ok(reading) = reader
                .balances(&self.samples.account, &self.samples.tokens, &Steps::default())
                .await
            else {
                continue;
            };
            if !moments.iter().any(|moment| self.is(&reading, moment)) {
                return Err(format!(
                    "a block came before request {before} and the reading mixes the two: {:?} at {}; ask for everything at \
                     one block by its number or hash, or look at the newest block before and after",
                    reading.balances, reading.block.number
                ));
            }
        }
        Ok(())
    }

    /// From each request on the server fails.
    pub(super) async fn whole(&self) -> Verdict {
        let (door, reader) = self.honest();
        let honest = read(reader.as_ref(), &self.samples).await?;
        for from in 0..door.count().min(MANY) {
            let (door, count) = (self.open(self.usual()), AtomicUsize::new(0));
            door.fail_when(
                move |_| count.fetch_add(1, Ordering::SeqCst) >= from,
                Fault::Status(500),
            );
            let reader = self.stand.reader(&door.url());
            let reading = reader
                .balances(&self.samples.account, &self.samples.tokens, &Steps::default())
                .await;
            if reading.is_ok_and(|reading| sorted(&reading) != sorted(&honest)) {
                return Err(format!(
                    "the server failed from request {from} on and there was a reading without what it did not say; answer \
                     the error, nobody can tell a gap from a zero"
                ));
            }
        }
        Ok(())
    }

    pub(super) async fn unreadable(&self) -> Verdict {
        let mut chain = self.usual();
        chain.moments[0].tokens[0].1 = None;
        let broken = self.samples.tokens[0].clone();
        let reading = self.reading(chain.clone()).await?;
        let why = reading.unreadable.iter().find(|(id, _)| *id == broken);
        if why.is_some_and(|(_, why)| !why.trim().is_empty()) && self.is(&reading, chain.newest()) {
            return Ok(());
        }
        Err(format!(
            "the contract of {broken} gives nothing usable; put it into unreadable with a reason and keep the others, the \
             reading says {:?} and {:?}",
            reading.balances, reading.unreadable
        ))
    }

    pub(super) async fn other_chain(&self) -> Verdict {
        let door = self.open(Chain {
            another: true,
            ..self.usual()
        });
        let reader = self.stand.reader(&door.url());
        let asked = reader
            .balances(&self.samples.account, &self.samples.tokens, &Steps::default())
            .await;
        if !asked.as_ref().is_err_and(|error| error.code() == "refused") {
            return Err(format!(
                "the server is of another chain and the answer is {asked:?}; ask it which chain it is of and refuse it"
            ));
        }
        let address = self.samples.account.address.as_str().to_lowercase();
        let bare = address.trim_start_matches("0x");
        let tells = |request: &Request| {
            let body = String::from_utf8_lossy(&request.body).to_lowercase();
            request.target.to_lowercase().contains(bare) || body.contains(bare)
        };
        match door.seen().iter().find(|request| tells(request)) {
            None => Ok(()),
            Some(request) => Err(format!(
                "a server of another chain was told the address in {}; ask which chain it is of before anything else",
                request.path()
            )),
        }
    }
}
