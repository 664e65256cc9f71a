//! Contract wallets: whether the contract at an address accepts a signature (EIP-1271), also before it exists (ERC-6492).
//!
//! A node that lies could let anyone in. Where a chain has two or more endpoints, two of them have to give the same answer; a
//! single endpoint decides only where the chain has no other. The requests have a source of their own, so that contracts made to
//! be slow do not stop the reading of balances.

mod proof;

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use futures::stream::{FuturesUnordered, StreamExt};
use ports::{
    Address, ChainId, Profile, RemoteError, SignatureCheck, SourceId, disclosure::DisclosedField, source::SourceKind,
    wallet_proof::InvalidSignature,
};
use tokio::time::timeout;

use self::proof::ContractProof;
use super::{
    EvmReader,
    network::EvmNetwork,
    node::{EvmNode, Purpose},
    state,
};
use crate::chain::{
    family::{distinct, unread_chain},
    json_rpc::{self, NodeErrorKind},
};

static SOURCE: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("evm-signatures"));
const WHO: &str = "The check of wallet signatures";
/// The longest that all nodes may take.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// The longest that one node may take, so that another one can still be requested.
const NODE_TIME_LIMIT: Duration = Duration::from_secs(2);
/// How many endpoints have to agree, where there are as many.
const CONFIRMATIONS: usize = 2;

/// Checks signatures of contract wallets at the nodes of a reader's chains.
pub struct ContractWallets {
    networks: Vec<Arc<EvmNetwork>>,
}

impl ContractWallets {
    /// Creates a check that shares the endpoints of the reader, and what is known about their health.
    #[must_use]
    pub fn new(reader: &EvmReader) -> Self {
        Self {
            networks: reader.networks.clone(),
        }
    }

    /// Returns the description of the nodes that are requested.
    #[must_use]
    pub fn profile(&self) -> Profile {
        Profile {
            id: SOURCE.clone(),
            name: "Wallet signatures on EVM nodes".to_owned(),
            kind: SourceKind::Chain,
            website: "https://eips.ethereum.org/EIPS/eip-1271".to_owned(),
            learns:
                "When someone signs in with a contract wallet, the nodes that check its signature see the address, the \
                     signature, a hash of the signed text, the time and this server. They cannot sign in with it. A \
                     wallet with a key of its own is checked without any request."
                    .to_owned(),
            capabilities: vec!["signatures of contract wallets".to_owned()],
            rate_limit: "5 requests a second for each public node".to_owned(),
            hosts: distinct(self.networks.iter().flat_map(|network| network.hosts())),
            credentials: Vec::new(),
        }
    }

    /// Returns whether the contract at an EVM address accepts a signature of a hash.
    pub async fn check(
        &self,
        chain: &ChainId,
        address: &Address,
        hash: [u8; 32],
        signature: &[u8],
    ) -> Result<SignatureCheck, RemoteError> {
        let network = self.networks.iter().find(|network| network.row.chain.id == *chain);
        let network = network.ok_or_else(|| unread_chain(WHO, chain))?;
        let Some(proof) = ContractProof::new(address, hash, signature) else {
            return Ok(SignatureCheck::Invalid(InvalidSignature::MalformedWrapper));
        };
        let purpose = Purpose {
            source: SOURCE.clone(),
            purpose: "wallet signature",
            disclosed: DisclosedField::Address(address.clone()),
        };
        let accepted = timeout(TIME_LIMIT, agreed(network, &proof, &purpose)).await;
        let accepted = accepted.unwrap_or_else(|_| Err(undecided(network, "its nodes did not answer in time")))?;
        Ok(if accepted {
            SignatureCheck::AcceptedByContract
        } else {
            SignatureCheck::Invalid(InvalidSignature::NotAccepted)
        })
    }
}

/// Requests the answers of as many nodes as have to agree, and of further ones for those that fail or disagree.
async fn agreed(network: &EvmNetwork, proof: &ContractProof, purpose: &Purpose) -> Result<bool, RemoteError> {
    let needed = network.row.endpoints.len().min(CONFIRMATIONS);
    let mut attempts = network.attempts(&SOURCE).await?;
    let mut running = FuturesUnordered::new();
    let (mut accepting, mut rejecting) = (0, 0);
    loop {
        while running.len() + accepting.max(rejecting) < needed
            && let Some(node) = attempts.next()
        {
            running.push(async move { (node, answer_in_time(network, node, proof, purpose).await) });
        }
        let Some((node, answer)) = running.next().await else {
            break;
        };
        match attempts.done(node, answer) {
            Some(true) => accepting += 1,
            Some(false) => rejecting += 1,
            None => {}
        }
        if accepting.max(rejecting) >= needed {
            return Ok(accepting >= needed);
        }
    }
    Err(match (accepting, rejecting) {
        (0, 0) => attempts.failure(),
        (0, _) | (_, 0) => undecided(
            network,
            "no second node confirmed the answer about a wallet's signature",
        ),
        (_, _) => undecided(network, "its nodes disagree about a wallet's signature"),
    })
}

fn undecided(network: &EvmNetwork, why: &str) -> RemoteError {
    RemoteError::Unavailable {
        who: network.row.chain.name.clone(),
        why: why.to_owned(),
        retry_after: None,
    }
}

async fn answer_in_time(
    network: &EvmNetwork,
    node: &EvmNode,
    proof: &ContractProof,
    purpose: &Purpose,
) -> Result<bool, RemoteError> {
    let answer = timeout(NODE_TIME_LIMIT, answer_of(network, node, proof, purpose)).await;
    let late = || node.context(purpose).unavailable("it did not answer in time", None);
    answer.unwrap_or_else(|_| Err(late()))
}

/// Returns whether the contract accepts the signature according to one node, which must serve the chain and be up to date.
async fn answer_of(
    network: &EvmNetwork,
    node: &EvmNode,
    proof: &ContractProof,
    purpose: &Purpose,
) -> Result<bool, RemoteError> {
    let context = node.context(purpose);
    let head = node.head(&SOURCE).await?;
    let answers = node.send(&[proof.request()], purpose).await?;
    let is_accepted = match answers.into_iter().next() {
        Some(Ok(value)) => proof.is_accepted_by(&json_rpc::bytes(&value, &context)?),
        Some(Err(error)) if error.kind == NodeErrorKind::Execution => false,
        Some(Err(error)) => return Err(error.to_remote(&context)),
        None => return Err(context.malformed("no answer")),
    };
    if !is_accepted {
        // A node without state answers as if no contract existed, which says nothing about the signature.
        state::check(network, node, &head, purpose).await?;
    }
    Ok(is_accepted)
}
