//! Positions in protocols, at the block of the balances. The calls of all protocols go into the same batches.

use std::{collections::BTreeMap, pin::pin, sync::Arc};

use async_trait::async_trait;
use futures::{
    channel::{mpsc, oneshot},
    future::{Either, join_all, select},
    stream::{self, StreamExt as _, TryStreamExt as _},
};
use ports::{
    AccountId, AssetId, ContractCaller, ProtocolPosition, ProtocolReader, ProtocolReading, RawAmount, RemoteError,
    Timestamp,
    protocol::{ContractCall, ContractReply, ProtocolError, UnreadProtocol},
};

use super::{
    call::{CallError, CallOutcome, EvmCall},
    calls::{BATCH, BlockCaller, CONCURRENT},
};

/// The calls that a protocol waits for, and where their answers go.
struct Waiting {
    calls: Vec<ContractCall>,
    answers: oneshot::Sender<Vec<ContractReply>>,
}

/// Collects the calls of protocols that are read at the same time.
struct CallCollector {
    block_time: Timestamp,
    coin: AssetId,
    waiting: mpsc::UnboundedSender<Waiting>,
}

#[async_trait]
impl ContractCaller for CallCollector {
    fn block_time(&self) -> Timestamp {
        self.block_time
    }

    fn coin(&self) -> AssetId {
        self.coin.clone()
    }

    async fn call(&self, calls: Vec<ContractCall>) -> Result<Vec<ContractReply>, RemoteError> {
        let gone = |what: &str| RemoteError::Unavailable {
            who: "The node".to_owned(),
            why: what.to_owned(),
            retry_after: None,
        };
        let (answers, received) = oneshot::channel();
        let sent = self.waiting.unbounded_send(Waiting { calls, answers });
        sent.map_err(|_| gone("the reading has ended"))?;
        received.await.map_err(|_| gone("the reading has ended"))
    }
}

/// Reads what an account has in these protocols. A protocol whose contracts do not answer as they must is stated as unread; a node that
/// fails is an error.
pub(super) async fn read(
    protocols: &[Arc<dyn ProtocolReader>],
    account: &AccountId,
    held: &[(AssetId, RawAmount)],
    (caller, block_time, coin): (&BlockCaller<'_>, Timestamp, &AssetId),
) -> Result<ProtocolReading, CallError> {
    if protocols.is_empty() {
        return Ok(ProtocolReading::default());
    }
    let (waiting, mut received) = mpsc::unbounded();
    let collector = CallCollector {
        block_time,
        coin: coin.clone(),
        waiting,
    };
    let readings = protocols.iter().map(|one| one.positions(account, held, &collector));
    let mut readings = pin!(join_all(readings));
    let answers = loop {
        // The readings are polled first, so that each has stated its next calls before any is sent.
        match select(&mut readings, received.next()).await {
            Either::Left((answers, _)) => break answers,
            Either::Right((first, _)) => {
                let mut batch: Vec<Waiting> = first.into_iter().collect();
                while let Ok(next) = received.try_recv() {
                    batch.push(next);
                }
                send(caller, batch).await?;
            }
        }
    };
    sorted(protocols, answers)
}

/// Makes the calls of several protocols in as few batches as possible. A call that several make, such as the two tokens of what may be a pair of
/// each factory, is made once.
async fn send(caller: &BlockCaller<'_>, waiting: Vec<Waiting>) -> Result<(), CallError> {
    let mut places: BTreeMap<(&str, &[u8]), usize> = BTreeMap::new();
    let mut calls: Vec<EvmCall> = Vec::new();
    for call in waiting.iter().flat_map(|one| &one.calls) {
        places.entry((call.to.as_str(), &call.data)).or_insert_with(|| {
            calls.push(EvmCall::Contract {
                to: call.to.clone(),
                data: call.data.clone(),
            });
            calls.len() - 1
        });
    }
    let batches: Vec<_> = calls.chunks(BATCH).map(|batch| caller.batch(batch)).collect();
    let outcomes: Vec<Vec<CallOutcome>> = stream::iter(batches).buffered(CONCURRENT).try_collect().await?;
    let outcomes: Vec<CallOutcome> = outcomes.into_iter().flatten().collect();
    let missing = || Err("an answer is missing".to_owned());
    let of = |call: &ContractCall| {
        let place = places.get(&(call.to.as_str(), call.data.as_slice()));
        place.and_then(|at| outcomes.get(*at)).cloned().unwrap_or_else(missing)
    };
    let answers: Vec<Vec<ContractReply>> = waiting.iter().map(|one| one.calls.iter().map(of).collect()).collect();
    for (one, answers) in waiting.into_iter().zip(answers) {
        // A reading that has ended without its answers does not need them.
        let _ = one.answers.send(answers);
    }
    Ok(())
}

/// Returns the positions, and which protocols could not be read.
fn sorted(
    protocols: &[Arc<dyn ProtocolReader>],
    answers: Vec<Result<Vec<ProtocolPosition>, ProtocolError>>,
) -> Result<ProtocolReading, CallError> {
    let mut reading = ProtocolReading::default();
    for (protocol, answer) in protocols.iter().zip(answers) {
        match answer {
            Ok(positions) => positions.into_iter().for_each(|one| add(&mut reading, one)),
            Err(ProtocolError::Contract(why)) => reading.unread.push(UnreadProtocol {
                place: protocol.profile().place,
                why,
            }),
            Err(ProtocolError::Node(error)) => return Err(CallError::Node(error)),
        }
    }
    Ok(reading)
}

/// Adds a position. One whose receipts belong to another protocol, as where a row of the configuration names the contracts of a shipped one,
/// would count the same amounts twice: it is stated as unread.
fn add(reading: &mut ProtocolReading, position: ProtocolPosition) {
    let is_shared = |known: &&ProtocolPosition| {
        let mut receipts = known.receipts.iter();
        known.place != position.place && receipts.any(|receipt| position.receipts.contains(receipt))
    };
    match reading.positions.iter().find(is_shared) {
        Some(known) => reading.unread.push(UnreadProtocol {
            why: format!("its tokens are those of {}", known.place),
            place: position.place,
        }),
        None if position.legs.is_empty() && position.unread.is_empty() => {}
        None => reading.positions.push(position),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It is a gap, where one that is empty is nothing.
    #[test]
    fn a_position_that_could_not_be_read_is_kept() {
        let empty = ProtocolPosition {
            place: "Uniswap v3".parse().unwrap(),
            item: Some("#7".to_owned()),
            legs: Vec::new(),
            health: None,
            receipts: Vec::new(),
            unread: Vec::new(),
        };
        let unread = ProtocolPosition {
            unread: vec!["Position #7 could not be read: its factory names no pool.".to_owned()],
            ..empty.clone()
        };
        let mut reading = ProtocolReading::default();
        for position in [empty, unread.clone()] {
            add(&mut reading, position);
        }
        assert_eq!(reading.positions, [unread]);
    }
}
