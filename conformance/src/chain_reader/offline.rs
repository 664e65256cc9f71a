//! Requirements that need no mock server.

use ports::{AccountId, AssetId, ChainReader, RawAmount, chain::Reading};

use super::{
    METADATA, ORDER, PROBE, PROGRESS, REPEATABLE, Samples,
    progress::{RecordedProgress, check_progress},
};
use crate::report::{CheckResult, Report, describe_violation};

pub(super) async fn run(report: &mut Report, reader: &dyn ChainReader, samples: &Samples) {
    report.record(ORDER, order(reader, samples).await);
    report.record(REPEATABLE, again(reader, samples).await);
    report.record(PROGRESS, forward(reader, samples).await);
    report.record(METADATA, metadata(reader, samples).await);
    report.record(PROBE, probe(reader, samples).await);
}

pub(super) async fn read(reader: &dyn ChainReader, samples: &Samples) -> Result<Reading, String> {
    read_of(reader, samples, &samples.tokens).await
}

async fn read_of(reader: &dyn ChainReader, samples: &Samples, tokens: &[AssetId]) -> Result<Reading, String> {
    let answer = reader
        .balances(&samples.account, tokens, &RecordedProgress::default())
        .await;
    answer.map_err(|error| {
        describe_violation(
            "a reading of a server that answers everything",
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

async fn order(reader: &dyn ChainReader, samples: &Samples) -> CheckResult {
    let backwards: Vec<AssetId> = samples.tokens.iter().rev().cloned().collect();
    let (one, other) = (
        read(reader, samples).await?,
        read_of(reader, samples, &backwards).await?,
    );
    if one.block != other.block || sorted(&one) == sorted(&other) {
        return Ok(());
    }
    Err(describe_violation(
        format_args!("{:?}, also for the tokens in the opposite order", sorted(&one)),
        format_args!("{:?}", sorted(&other)),
        "match each answer to its request by the token or the id of the call, not by its place",
    ))
}

async fn again(reader: &dyn ChainReader, samples: &Samples) -> CheckResult {
    if !reader.chains().contains(&samples.account.chain) {
        return Err(describe_violation(
            format_args!("{} among chains()", samples.account.chain),
            format_args!("{:?}", reader.chains()),
            "name every chain that the reader reads",
        ));
    }
    let (one, other) = (read(reader, samples).await?, read(reader, samples).await?);
    if one.block != other.block || sorted(&one) == sorted(&other) {
        return Ok(());
    }
    Err(describe_violation(
        format_args!("{:?} in the second reading of one block too", sorted(&one)),
        format_args!("{:?}", sorted(&other)),
        "keep no state between readings that changes a balance",
    ))
}

async fn forward(reader: &dyn ChainReader, samples: &Samples) -> CheckResult {
    let reported = RecordedProgress::default();
    let answer = reader.balances(&samples.account, &samples.tokens, &reported).await;
    match answer {
        Ok(_) => check_progress(&reported),
        Err(error) => Err(describe_violation(
            "a reading of a server that answers everything",
            format_args!("{error:?}"),
            "first read the usual answer of the service",
        )),
    }
}

async fn metadata(reader: &dyn ChainReader, samples: &Samples) -> CheckResult {
    let rows = reader.metadata(&samples.account.chain, &samples.tokens).await;
    let rows = rows.map_err(|error| {
        describe_violation(
            "metadata of a server that answers everything",
            format_args!("{error:?}"),
            "leave fields empty that the service does not state: that is no error",
        )
    })?;
    for (at, (asset, _)) in rows.iter().enumerate() {
        let twice = rows[..at].iter().any(|(other, _)| other == asset);
        if twice || !samples.tokens.contains(asset) {
            return Err(describe_violation(
                format_args!("metadata of {:?}, each at most once", samples.tokens),
                format_args!("metadata of {asset}, {}", if twice { "twice" } else { "not requested" }),
                "return one row for each requested token",
            ));
        }
    }
    Ok(())
}

async fn probe(reader: &dyn ChainReader, samples: &Samples) -> CheckResult {
    let probe = reader.probe(&samples.account).await.map_err(|error| {
        describe_violation(
            "a probe of a server that answers everything, or None",
            format_args!("{error:?}"),
            "return None where there is no cheaper request than a reading",
        )
    })?;
    let Some(probe) = probe else { return Ok(()) };
    let coin = |reading: &Reading| reading.balances.iter().find(|(id, _)| *id == samples.native).cloned();
    let reading = read(reader, samples).await?;
    if probe.reading.block != reading.block || coin(&probe.reading) == coin(&reading) {
        return Ok(());
    }
    Err(describe_violation(
        format_args!("{:?} in the probe, as in the reading of the same block", coin(&reading)),
        format_args!("{:?}", coin(&probe.reading)),
        "read the balance of the coin for a probe as for a reading",
    ))
}

pub(super) async fn foreign(reader: &dyn ChainReader, samples: &Samples) -> CheckResult {
    let account = AccountId {
        chain: samples.foreign.clone(),
        address: samples.account.address.clone(),
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
