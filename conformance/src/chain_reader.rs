//! The laws of [`ChainReader`].

mod bench;
mod progress;

use std::{sync::Arc, time::Duration};

use ports::{AccountId, AssetId, ChainId, ChainReader, RawAmount, Timestamp, chain::Reading, source::SourceKind};

use self::{
    bench::{Bench, NotCurrent},
    progress::{Steps, steps},
};
use crate::{
    door::{Request, Response},
    faults, profile,
    report::{Report, Verdict},
};

/// Law: every amount is exact to the smallest unit.
pub const EXACT: &str = "every amount is exact to the smallest unit";
/// Law: a balance of zero is left out.
pub const ZERO: &str = "a balance of zero is left out";
/// Law: the reading names the newest block, with hash and time, and `head` names the same.
pub const BLOCK: &str = "the reading and head() name the newest block with its hash and time";
/// Law: everything in a reading is of the block it names, whatever happens meanwhile.
pub const ONE_BLOCK: &str = "every balance of a reading is of the block that it names";
/// Law: a failure on the way is a failure of the whole.
pub const WHOLE: &str = "a failure on the way fails the whole reading";
/// Law: a token whose contract gives nothing is unreadable, with a reason, and spoils no other.
pub const UNREADABLE: &str = "a token without a usable answer is unreadable, with a reason, and spoils no other";
/// Law: a chain that is not read is `Unsupported`, and nobody is asked.
pub const FOREIGN: &str = "a chain that it does not read is Unsupported and nobody is asked";
/// Law: a server of another chain is `Refused` before it is told the address.
pub const OTHER_CHAIN: &str = "a server of another chain is refused and not told the address";
/// Law: a node whose newest block is far too old gives no reading and no probe.
pub const BEHIND: &str = "a node whose newest block is far too old gives no reading and is node_behind";
/// Law: a node that has no block but the first one gives no reading and no probe.
pub const FIRST_BLOCK: &str = "a node that has only the first block gives no reading and is node_behind";
/// Law: a node whose newest block is dated far in the future gives no reading and no probe.
pub const AHEAD: &str = "a node whose newest block is far in the future gives no reading and is node_ahead";
/// Law: a node that says that it is syncing gives no reading and no probe.
pub const SYNCING: &str = "a node that says that it is syncing gives no reading and is node_syncing";
/// Requirement: a node that has blocks and no account data gives no reading and no probe.
pub const WITHOUT_STATE: &str = "a node without account data gives no reading and is node_without_state";
/// Law: the order of the tokens does not matter.
pub const ORDER: &str = "the order of the tokens changes no balance";
/// Law: read twice at one block, it is the same.
pub const AGAIN: &str = "the same block read twice is the same reading";
/// Law: progress never goes back, never exceeds its total, and ends there.
pub const PROGRESS: &str = "progress goes forward and ends at its total";
/// Law: metadata is of what was asked, each once.
pub const METADATA: &str = "metadata is of the tokens that were asked, each at most once";
/// Law: a cheap look says what a reading says.
pub const PROBE: &str = "a probe says what a reading says of the coin";

/// Your reader, and the servers it asks.
pub trait Stand: Send + Sync + 'static {
    /// A reader that asks at this base URL and nowhere else, with short time-outs: the kit waits for each.
    fn reader(&self, base: &str) -> Arc<dyn ChainReader>;

    /// What an honest server answers to a request when the chain is like this.
    fn answer(&self, request: &Request, chain: &Chain) -> Response;

    /// The hash of a block, as the chain writes it; another one for each number.
    fn hash(&self, number: u64) -> String;

    /// What to ask about.
    fn samples(&self) -> Samples;

    /// How long one question may take in all, with every time-out and second try.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// What to ask about.
#[derive(Clone, Debug)]
pub struct Samples {
    /// An account of a chain that the reader reads.
    pub account: AccountId,
    /// The chain's coin.
    pub native: AssetId,
    /// Two tokens at least, or none where the chain has none.
    pub tokens: Vec<AssetId>,
    /// Whether a token's contract can give nonsense while the server is honest.
    pub tokens_may_break: bool,
    /// Whether the service says when it is syncing ([`Chain::syncing`]).
    pub says_syncing: bool,
    /// Whether a server of the chain can have blocks and no account data ([`Chain::without_state`]).
    pub may_lack_state: bool,
    /// The largest amount that the service can write.
    pub largest: RawAmount,
    /// A chain that the reader does not read.
    pub foreign: ChainId,
}

/// What is so on the chain.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Every block so far, the newest last; what the account has in each.
    pub moments: Vec<Moment>,
    /// Whether the server is of another chain, and says so when it is asked.
    pub another: bool,
    /// Whether the server is syncing and reports it.
    pub syncing: bool,
    /// Whether the server has blocks and no account data: every answer about the account is zero, and every call of
    /// a contract, also of one that exists for certain, is answered with nothing.
    pub without_state: bool,
}

impl Chain {
    /// The newest block.
    ///
    /// # Panics
    /// Never: the kit makes no chain without a block.
    #[must_use]
    pub fn newest(&self) -> &Moment {
        self.moments.last().expect("the kit makes no chain without a block")
    }

    /// A block by its height.
    #[must_use]
    pub fn at(&self, number: u64) -> Option<&Moment> {
        self.moments.iter().find(|one| one.number == number)
    }

    /// A block by its hash.
    #[must_use]
    pub fn of(&self, hash: &str) -> Option<&Moment> {
        self.moments.iter().find(|one| one.hash == hash)
    }
}

/// A block, and what the account has in it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Height.
    pub number: u64,
    /// Hash.
    pub hash: String,
    /// The block's own time.
    pub time: Timestamp,
    /// Of the coin.
    pub native: RawAmount,
    /// Of each token; `None` where its contract gives nothing usable.
    pub tokens: Vec<(AssetId, Option<RawAmount>)>,
}

/// Checks a reader and reports every law.
pub async fn check(stand: impl Stand) -> Report {
    let bench = Bench::new(stand);
    let (door, reader) = bench.honest();
    let mut report = Report::of(&reader.profile().name);
    let named = profile::sound(&reader.profile(), SourceKind::Chain);
    report.note(
        profile::PROFILE,
        named.and_then(|()| profile::asks_only(&reader.profile(), &door)),
    );
    shared(&mut report, &reader, &bench.samples).await;
    report.note(EXACT, bench.exact().await);
    report.note(ZERO, bench.zero().await);
    report.note(BLOCK, bench.block().await);
    report.note(ONE_BLOCK, bench.one_block().await);
    report.note(WHOLE, bench.whole().await);
    report.note(OTHER_CHAIN, bench.other_chain().await);
    for (requirement, case) in [
        (BEHIND, NotCurrent::Behind),
        (FIRST_BLOCK, NotCurrent::FirstBlock),
        (AHEAD, NotCurrent::Ahead),
        (SYNCING, NotCurrent::Syncing),
        (WITHOUT_STATE, NotCurrent::WithoutState),
    ] {
        match case {
            NotCurrent::Syncing if !bench.samples.says_syncing => {
                report.leave_out(requirement, "servers of this chain do not say that they are syncing");
            }
            NotCurrent::WithoutState if !bench.samples.may_lack_state => {
                report.leave_out(
                    requirement,
                    "servers of this chain have account data wherever they have blocks",
                );
            }
            _ => report.note(requirement, bench.not_current(case).await),
        }
    }
    if bench.samples.tokens_may_break {
        report.note(UNREADABLE, bench.unreadable().await);
    } else {
        report.leave_out(UNREADABLE, "tokens of this chain cannot break");
    }
    let unasked = bench.honest();
    report.note(
        FOREIGN,
        foreign(unasked.1.as_ref(), &bench.samples)
            .await
            .and_then(|()| bench::unasked(&unasked.0)),
    );
    let open = || bench.open(bench.usual());
    let read = |reader: Arc<dyn ChainReader>, _: bool| {
        let samples = bench.samples.clone();
        async move {
            reader
                .balances(&samples.account, &samples.tokens, &Steps::default())
                .await
        }
    };
    report.note(
        faults::REFUSED_ONCE,
        faults::refused_once(open, |door| bench.stand.reader(&door.url()), read).await,
    );
    faults::run(&mut report, bench.stand.patience(), open, |door| {
        let (reader, samples) = (bench.stand.reader(&door.url()), bench.samples.clone());
        async move {
            reader
                .balances(&samples.account, &samples.tokens, &Steps::default())
                .await
        }
    })
    .await;
    report
}

/// Checks a reader that asks nobody: the laws that need no service.
pub async fn check_alone(reader: Arc<dyn ChainReader>, samples: &Samples) -> Report {
    let mut report = Report::of(&reader.profile().name);
    report.note(profile::PROFILE, profile::sound(&reader.profile(), SourceKind::Chain));
    shared(&mut report, &reader, samples).await;
    report.note(FOREIGN, foreign(reader.as_ref(), samples).await);
    report
}

async fn shared(report: &mut Report, reader: &Arc<dyn ChainReader>, samples: &Samples) {
    let reader = reader.as_ref();
    report.note(ORDER, order(reader, samples).await);
    report.note(AGAIN, again(reader, samples).await);
    report.note(PROGRESS, forward(reader, samples).await);
    report.note(METADATA, metadata(reader, samples).await);
    report.note(PROBE, probe(reader, samples).await);
}

async fn read(reader: &dyn ChainReader, samples: &Samples) -> Result<Reading, String> {
    read_of(reader, samples, &samples.tokens).await
}

async fn read_of(reader: &dyn ChainReader, samples: &Samples, tokens: &[AssetId]) -> Result<Reading, String> {
    let answer = reader.balances(&samples.account, tokens, &Steps::default()).await;
    answer
        .map_err(|error| format!("an honest server was asked and the answer is {error:?}; read its usual answer first"))
}

/// The balances without their order, which says nothing.
fn sorted(reading: &Reading) -> Vec<(AssetId, RawAmount)> {
    let mut balances = reading.balances.clone();
    balances.sort_by(|(one, _), (other, _)| one.cmp(other));
    balances
}

async fn order(reader: &dyn ChainReader, samples: &Samples) -> Verdict {
    let backwards: Vec<AssetId> = samples.tokens.iter().rev().cloned().collect();
    let (one, other) = (
        read(reader, samples).await?,
        read_of(reader, samples, &backwards).await?,
    );
    if one.block != other.block || sorted(&one) == sorted(&other) {
        return Ok(());
    }
    Err(
        "the tokens were asked for the other way round and the balances differ; pair answers by what was asked"
            .to_owned(),
    )
}

async fn again(reader: &dyn ChainReader, samples: &Samples) -> Verdict {
    if !reader.chains().contains(&samples.account.chain) {
        return Err(format!(
            "chains() does not name {}, of which it reads an account",
            samples.account.chain
        ));
    }
    let (one, other) = (read(reader, samples).await?, read(reader, samples).await?);
    if one.block != other.block || sorted(&one) == sorted(&other) {
        return Ok(());
    }
    Err("one block was read twice and the balances differ; a block never changes what it says".to_owned())
}

async fn forward(reader: &dyn ChainReader, samples: &Samples) -> Verdict {
    let told = Steps::default();
    let answer = reader.balances(&samples.account, &samples.tokens, &told).await;
    answer.map_err(|error| format!("an honest server was asked and the answer is {error:?}"))?;
    steps(&told)
}

async fn metadata(reader: &dyn ChainReader, samples: &Samples) -> Verdict {
    let said = reader.metadata(&samples.account.chain, &samples.tokens).await;
    let said =
        said.map_err(|error| format!("metadata of an honest server is {error:?}; what is unknown is empty, no error"))?;
    for (at, (asset, _)) in said.iter().enumerate() {
        let twice = said[..at].iter().any(|(other, _)| other == asset);
        if twice || !samples.tokens.contains(asset) {
            return Err(format!("metadata of {asset} was not asked for, or is there twice"));
        }
    }
    Ok(())
}

async fn probe(reader: &dyn ChainReader, samples: &Samples) -> Verdict {
    let probe = reader.probe(&samples.account).await;
    let Some(probe) = probe.map_err(|error| format!("probe of an honest server is {error:?}; None is allowed"))? else {
        return Ok(());
    };
    let coin = |reading: &Reading| reading.balances.iter().find(|(id, _)| *id == samples.native).cloned();
    let reading = read(reader, samples).await?;
    if probe.reading.block != reading.block || coin(&probe.reading) == coin(&reading) {
        return Ok(());
    }
    Err("the probe and the reading of one block differ about the coin".to_owned())
}

async fn foreign(reader: &dyn ChainReader, samples: &Samples) -> Verdict {
    let account = AccountId {
        chain: samples.foreign.clone(),
        address: samples.account.address.clone(),
    };
    let asked = reader.balances(&account, &[], &Steps::default()).await;
    let head = reader.head(&samples.foreign).await;
    let codes = [
        asked.err().map(|error| error.code()),
        head.err().map(|error| error.code()),
    ];
    if codes == [Some("unsupported"); 2] {
        return Ok(());
    }
    Err(format!(
        "{} became {codes:?}; a chain that is not read is RemoteError::Unsupported",
        samples.foreign
    ))
}
