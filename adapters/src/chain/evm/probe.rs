//! Detects whether an account was ever used: its transaction count and its native balance, at one block and in one
//! batch.

use ports::{
    AccountId, RawAmount, RemoteError,
    chain::{Probe, Reading},
    disclosure::Told,
};
use serde_json::{Value, json};

use super::{
    SOURCE,
    calls::{Caller, Trouble},
    network::Network,
    node::{Head, Node, Purpose},
    rpc::{self, NodeError, Question},
    state,
};

/// Tries the endpoints in turn until one answers.
pub(super) async fn probe(network: &Network, account: &AccountId) -> Result<Probe, RemoteError> {
    let purpose = Purpose {
        source: SOURCE.clone(),
        purpose: "activity",
        told: Told::Address(account.address.clone()),
    };
    let mut attempts = network.attempts(&SOURCE).await?;
    while let Some(node) = attempts.next() {
        let probe = from(network, account, node, &purpose).await;
        if let Some(probe) = attempts.done(node, probe) {
            return Ok(probe);
        }
    }
    Err(attempts.failure())
}

/// After a reorganization the probe is repeated once, at a fresh head.
async fn from(network: &Network, account: &AccountId, node: &Node, purpose: &Purpose) -> Result<Probe, RemoteError> {
    for _ in 0..2 {
        let head = node.head(&SOURCE).await?;
        match at(network, account, node, &head, purpose).await {
            Ok(probe) => return Ok(probe),
            Err(Trouble::Moved | Trouble::OnlyNewest) => node.forget_head().await,
            Err(Trouble::Node(error)) => return Err(error),
            Err(Trouble::Split) => return Err(node.errand(purpose).malformed("far more data than two numbers")),
        }
    }
    Err(node
        .errand(purpose)
        .unavailable("its newest blocks keep changing", None))
}

async fn at(
    network: &Network,
    account: &AccountId,
    node: &Node,
    head: &Head,
    purpose: &Purpose,
) -> Result<Probe, Trouble> {
    let errand = node.errand(purpose);
    let question = |method| Question {
        method,
        params: json!([account.address.as_str(), format!("{:#x}", head.block.number)]),
    };
    let mut asked = vec![question("eth_getTransactionCount"), question("eth_getBalance")];
    let caller = Caller::new(node, None, head, purpose);
    let witness = state::witness(&network.row, head.block.number);
    asked.extend(witness.as_ref().map(|call| caller.question(call)));
    let mut answers = caller.pinned(asked).await?.into_iter();
    let mut next = || {
        let answer = answers.next().ok_or_else(|| errand.malformed("no answer"))?;
        answer.map_err(|error| error.as_remote(&errand))
    };
    let sent = rpc::quantity(&next()?, &errand)?;
    let word = rpc::word(&next()?, &errand)?;
    let word: &[u8; 32] = word
        .as_slice()
        .try_into()
        .map_err(|_| errand.malformed("no native balance"))?;
    let native = RawAmount::from_word(word);
    // Without state every account would seem unused.
    let nothing = |answer: Result<Value, NodeError>| answer.is_ok_and(|answer| answer.as_str() == Some("0x"));
    if answers.next().is_some_and(nothing) {
        return Err(Trouble::Node(state::missing(node, purpose)));
    }
    let coin = network.row.chain.native.clone();
    Ok(Probe {
        sent,
        pending: 0,
        reading: Reading {
            block: head.block.clone(),
            source: SOURCE.clone(),
            host: node.host().to_owned(),
            balances: if native.is_zero() { vec![] } else { vec![(coin, native)] },
            unreadable: vec![],
        },
    })
}
