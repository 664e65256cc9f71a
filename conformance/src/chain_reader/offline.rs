//! Requirements that need no mock server.

use ports::{AccountId, AssetId, ChainReader, RawAmount, chain::Reading};

use super::{
    harness::Samples,
    progress::{RecordedProgress, check_progress},
};
use crate::report::{CheckResult, Report, describe_violation};

/// Requirement: the order of the requested tokens does not matter.
pub const ORDER: &str = "the order of the tokens changes no balance";
/// Requirement: two readings at one block are the same.
pub const REPEATABLE: &str = "two readings of one block are the same";
/// Requirement: progress never goes back, never exceeds its total, and ends there.
pub const PROGRESS: &str = "progress goes forward and ends at its total";
/// Requirement: metadata is of the requested tokens, each at most once.
pub const METADATA: &str = "metadata is of the requested tokens, each at most once";
/// Requirement: a probe and a reading of one block agree about the coin.
pub const PROBE: &str = "a probe and a reading agree about the coin";

/// How often a probe and a reading are repeated because a new block came between them.
const TRIES: usize = 3;

/// An account, and the assets that are read.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) account: AccountId,
    pub(super) native: AssetId,
    pub(super) tokens: Vec<AssetId>,
}

/// Returns the accounts of the samples, the one on another chain last.
pub(super) fn subjects(samples: &Samples) -> Vec<Subject> {
    let first = samples.accounts.iter().map(|account| Subject {
        account: account.clone(),
        native: samples.native.clone(),
        tokens: samples.tokens.clone(),
    });
    let elsewhere = samples.elsewhere.iter().map(|other| Subject {
        account: other.account.clone(),
        native: other.native.clone(),
        tokens: other.tokens.clone(),
    });
    first.chain(elsewhere).collect()
}

/// Checks one reader with all accounts in turn.
pub(super) async fn run(report: &mut Report, reader: &dyn ChainReader, subjects: &[Subject]) {
    report.record(ORDER, order(reader, subjects).await);
    report.record(REPEATABLE, again(reader, subjects).await);
    report.record(PROGRESS, forward(reader, subjects).await);
    report.record(METADATA, metadata(reader, subjects).await);
    report.record(PROBE, probe(reader, subjects).await);
}

pub(super) async fn read(reader: &dyn ChainReader, subject: &Subject) -> Result<Reading, String> {
    read_of(reader, subject, &subject.tokens).await
}

pub(super) async fn read_of(
    reader: &dyn ChainReader,
    subject: &Subject,
    tokens: &[AssetId],
) -> Result<Reading, String> {
    let answer = reader
        .balances(&subject.account, tokens, &RecordedProgress::default())
        .await;
    answer.map_err(|error| {
        describe_violation(
            format_args!("a reading of {} from a server that answers everything", subject.account),
            format_args!("{error:?}"),
            "first read the usual answer of the service",
        )
    })
}

/// Returns the balances sorted by asset, because their order has no meaning.
pub(super) fn sorted(reading: &Reading) -> Vec<(AssetId, RawAmount)> {
    let mut balances = reading.balances.clone();
    balances.sort_by(|(one, _), (other, _)| one.cmp(other));
    balances
}

async fn order(reader: &dyn ChainReader, subjects: &[Subject]) -> CheckResult {
    for subject in subjects {
        let backwards: Vec<AssetId> = subject.tokens.iter().rev().cloned().collect();
        let (one, other) = (
            read(reader, subject).await?,
            read_of(reader, subject, &backwards).await?,
        );
        if one.block == other.block && sorted(&one) != sorted(&other) {
            return Err(describe_violation(
                format_args!("{:?}, also for the tokens in the opposite order", sorted(&one)),
                format_args!("{:?}", sorted(&other)),
                "match each answer to its request by the token or the id of the call, not by its place",
            ));
        }
    }
    Ok(())
}

/// Reads each account twice, and each of them again after the others.
async fn again(reader: &dyn ChainReader, subjects: &[Subject]) -> CheckResult {
    let chains = reader.chains();
    let mut known = Vec::new();
    for subject in subjects {
        if !chains.contains(&subject.account.chain) {
            return Err(describe_violation(
                format_args!("{} among chains()", subject.account.chain),
                format_args!("{chains:?}"),
                "name every chain that the reader reads",
            ));
        }
        let one = read(reader, subject).await?;
        is_same(&one, &read(reader, subject).await?)?;
        known.push(one);
    }
    for (subject, one) in subjects.iter().zip(&known) {
        is_same(one, &read(reader, subject).await?)?;
    }
    Ok(())
}

fn is_same(one: &Reading, other: &Reading) -> CheckResult {
    if one.block != other.block || sorted(one) == sorted(other) {
        return Ok(());
    }
    Err(describe_violation(
        format_args!("{:?} in another reading of one block too", sorted(one)),
        format_args!("{:?}", sorted(other)),
        "keep no state between readings that changes a balance",
    ))
}

async fn forward(reader: &dyn ChainReader, subjects: &[Subject]) -> CheckResult {
    for subject in subjects {
        let reported = RecordedProgress::default();
        let answer = reader.balances(&subject.account, &subject.tokens, &reported).await;
        match answer {
            Ok(_) => check_progress(&reported)?,
            Err(error) => {
                return Err(describe_violation(
                    "a reading of a server that answers everything",
                    format_args!("{error:?}"),
                    "first read the usual answer of the service",
                ));
            }
        }
    }
    Ok(())
}

/// Requests the metadata of one token, of all, and of none.
async fn metadata(reader: &dyn ChainReader, subjects: &[Subject]) -> CheckResult {
    for subject in subjects {
        let all = &subject.tokens[..];
        for tokens in [&all[..all.len().min(1)], all, &[]] {
            let rows = reader.metadata(&subject.account.chain, tokens).await;
            let rows = rows.map_err(|error| {
                describe_violation(
                    "metadata of a server that answers everything",
                    format_args!("{error:?}"),
                    "leave fields empty that the service does not state: that is no error",
                )
            })?;
            for (at, (asset, _)) in rows.iter().enumerate() {
                let twice = rows[..at].iter().any(|(other, _)| other == asset);
                if twice || !tokens.contains(asset) {
                    return Err(describe_violation(
                        format_args!("metadata of {tokens:?}, each at most once"),
                        format_args!("metadata of {asset}, {}", if twice { "twice" } else { "not requested" }),
                        "return one row for each requested token",
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Probes each account in turn, and again, and compares with a reading.
async fn probe(reader: &dyn ChainReader, subjects: &[Subject]) -> CheckResult {
    for subject in subjects.iter().chain(subjects) {
        let coin = |reading: &Reading| {
            let own = reading.balances.iter().find(|(id, _)| *id == subject.native).cloned();
            (reading.block.clone(), own)
        };
        let (mut probed, mut read_coin) = (None, None);
        for _ in 0..TRIES {
            let probe = reader.probe(&subject.account).await.map_err(|error| {
                describe_violation(
                    "a probe of a server that answers everything, or None",
                    format_args!("{error:?}"),
                    "return None where there is no cheaper request than a reading",
                )
            })?;
            let Some(probe) = probe else { return Ok(()) };
            (probed, read_coin) = (Some(coin(&probe.reading)), Some(coin(&read(reader, subject).await?)));
            if probed == read_coin {
                break;
            }
        }
        if probed != read_coin {
            return Err(describe_violation(
                format_args!("{read_coin:?} in the probe of {}, as in the reading", subject.account),
                format_args!("{probed:?}"),
                "read the balance of the coin for a probe as for a reading, at the newest block of the chain",
            ));
        }
    }
    Ok(())
}

pub(super) async fn foreign(reader: &dyn ChainReader, samples: &Samples) -> CheckResult {
    let account = AccountId {
        chain: samples.foreign.clone(),
        address: samples.accounts[0].address.clone(),
    };
    let read = reader.balances(&account, &[], &RecordedProgress::default()).await;
    let head = reader.head(&samples.foreign).await;
    let codes = [
        read.err().map(|error| error.code()),
        head.err().map(|error| error.code()),
    ];
    if codes == [Some("unsupported"); 2] {
        return Ok(());
    }
    Err(describe_violation(
        format_args!(
            "RemoteError::Unsupported of balances() and head() for {}",
            samples.foreign
        ),
        format_args!("{codes:?}"),
        "compare the chain with chains() before anything else",
    ))
}
