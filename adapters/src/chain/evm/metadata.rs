//! Names, symbols and decimals from token contracts. They are untrusted until they are cleaned.

use std::{collections::HashMap, time::Duration};

use alloy_sol_types::{SolCall, SolValue};
use futures::stream::{self, StreamExt, TryStreamExt};
use ports::{AssetId, RemoteError, asset::Metadata, disclosure::Told};
use tokio::{sync::Mutex, time::Instant};

use super::{
    SOURCE,
    calls::{Call, Caller, Outcome, Trouble},
    contracts::Erc20,
    network::Network,
    node::{Node, Purpose},
};

/// The number of tokens in one batch. Each takes three calls.
const CHUNK: usize = 60;
/// The number of concurrent batches.
const ABREAST: usize = 4;
/// How long metadata is cached.
const AGE: Duration = Duration::from_mins(1);
/// The number of bytes of a text that are read.
const LONGEST: usize = 512;

/// A short-lived cache of token metadata. The lock is held during a request, so that concurrent readers of the same
/// token wait for one request instead of sending their own.
#[derive(Default)]
pub(super) struct Said(Mutex<HashMap<AssetId, (Instant, Metadata)>>);

/// Returns the metadata of these tokens, at most a minute old. Contracts without metadata have empty rows.
pub(super) async fn read(network: &Network, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
    let own = || tokens.iter().filter(|id| id.chain() == network.row.chain.id);
    let mut said = network.said.0.lock().await;
    said.retain(|_, (at, _)| at.elapsed() < AGE);
    let unknown: Vec<&AssetId> = own().filter(|id| !said.contains_key(*id)).collect();
    if !unknown.is_empty() {
        let answers = ask(network, &unknown).await?.into_iter();
        said.extend(answers.map(|(id, metadata)| (id, (Instant::now(), metadata))));
    }
    let row = |id: &AssetId| Some((id.clone(), said.get(id)?.1.clone()));
    Ok(own().filter_map(row).collect())
}

/// Tries the endpoints in turn until one answers completely.
async fn ask(network: &Network, ids: &[&AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
    let mut attempts = network.attempts(&SOURCE).await?;
    while let Some(node) = attempts.next() {
        let chunks: Vec<_> = ids.chunks(CHUNK).map(|chunk| ask_chunk(network, node, chunk)).collect();
        let rows = stream::iter(chunks).buffered(ABREAST).try_concat().await;
        if let Some(rows) = attempts.done(node, rows) {
            return Ok(rows);
        }
    }
    Err(attempts.failure())
}

/// Metadata hardly ever changes, so batches may be read at different blocks.
async fn ask_chunk(
    network: &Network,
    node: &Node,
    chunk: &[&AssetId],
) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
    let purpose = Purpose {
        source: SOURCE.clone(),
        purpose: "metadata",
        told: Told::Assets,
    };
    let head = node.head(&SOURCE).await?;
    let calls: Vec<Call> = chunk.iter().flat_map(|id| questions(id)).collect();
    let caller = Caller::new(node, network.row.multicall.as_ref(), &head, &purpose);
    let outcomes = match caller.chunk(&calls).await {
        Err(Trouble::OnlyNewest) => {
            let newest = Caller::at_newest(node, network.row.multicall.as_ref(), &head, &purpose);
            newest.chunk(&calls).await
        }
        outcomes => outcomes,
    };
    let outcomes = outcomes.map_err(|trouble| match trouble {
        Trouble::Node(error) => error,
        Trouble::Moved | Trouble::OnlyNewest => node.errand(&purpose).unavailable("its newest block changed", None),
        Trouble::Split => node.errand(&purpose).malformed("more than can be read"),
    })?;
    let mut outcomes = outcomes.chunks(3);
    let row = |id: &&AssetId| {
        let said = if id.contract().is_some() { outcomes.next() } else { None };
        ((*id).clone(), said.map_or_else(|| native(network, id), metadata))
    };
    Ok(chunk.iter().map(row).collect())
}

/// Returns the metadata of the native asset, which has no contract, from its row.
fn native(network: &Network, id: &AssetId) -> Metadata {
    let chain = &network.row.chain;
    if *id == chain.native {
        chain.native_metadata.clone()
    } else {
        Metadata::default()
    }
}

fn questions(id: &AssetId) -> Vec<Call> {
    let ask = |data: Vec<u8>| {
        Some(Call::Contract {
            to: id.contract()?,
            data,
        })
    };
    let all = [
        ask(Erc20::symbolCall {}.abi_encode()),
        ask(Erc20::nameCall {}.abi_encode()),
        ask(Erc20::decimalsCall {}.abi_encode()),
    ];
    all.into_iter().flatten().collect()
}

fn metadata(said: &[Outcome]) -> Metadata {
    let bytes = |at: usize| {
        said.get(at)
            .and_then(|outcome| outcome.as_deref().ok())
            .unwrap_or_default()
    };
    Metadata::cleaned(&text(bytes(0)), &text(bytes(1)), places(bytes(2)))
}

/// Decodes a string, or the 32 bytes that tokens used before the standard was final. Returns an empty text for
/// anything else.
pub(super) fn text(bytes: &[u8]) -> String {
    if bytes.len() == 32 {
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(32);
        return readable(&bytes[..end]);
    }
    // Decoded as bytes, so that one invalid character does not lose the others.
    let decoded = alloy_primitives::Bytes::abi_decode(bytes);
    decoded
        .map(|text| readable(&text[..text.len().min(LONGEST)]))
        .unwrap_or_default()
}

fn readable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\u{fffd}', "")
}

/// Decodes a word of at most 255. Bytes after the word are ignored, as Solidity does.
fn places(bytes: &[u8]) -> Option<u8> {
    let word: &[u8; 32] = bytes.first_chunk()?;
    word[..31].iter().all(|byte| *byte == 0).then_some(word[31])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_in_two_forms() {
        assert_eq!(text(&"USD Coin".abi_encode()), "USD Coin");
        let mut maker = [0; 32];
        maker[..3].copy_from_slice(b"MKR");
        assert_eq!(text(&maker), "MKR");
        assert_eq!(text(&"x".repeat(10_000).abi_encode()).len(), LONGEST);
        assert_eq!(
            text(&alloy_primitives::Bytes::from_static(b"a\xffb").abi_encode()),
            "ab"
        );
        for garbage in [vec![], vec![1; 31], vec![0xff; 96], vec![0; 64]] {
            assert_eq!(text(&garbage), "", "{garbage:?}");
        }
    }

    #[test]
    fn decimals_are_a_small_number_or_unknown() {
        let mut word = [0; 32];
        word[31] = 18;
        assert_eq!(places(&word), Some(18));
        assert_eq!(places(&[&word[..], &[0xff; 5]].concat()), Some(18));
        word[30] = 1;
        assert_eq!(places(&word), None);
        assert_eq!(places(&word[..31]), None);
        assert_eq!(places(&[]), None);
        assert_eq!(
            metadata(&[Err(String::new()), Err(String::new()), Ok(vec![0; 5])]),
            Metadata::default()
        );
    }
}
