//! Names, symbols and decimals from token contracts. They are untrusted until they are cleaned.

use alloy_sol_types::{SolCall, SolValue};
use futures::stream::{self, StreamExt, TryStreamExt};
use ports::{AssetId, RemoteError, asset::Metadata, disclosure::DisclosedField};
use tokio::time::Instant;

use super::{
    call::{CallError, CallOutcome, EvmCall},
    calls::BlockCaller,
    contracts::Erc20,
    network::EvmNetwork,
    node::{EvmNode, Purpose},
    source::SOURCE,
};

/// The number of tokens in one batch. Each takes three calls.
const BATCH: usize = 60;
/// The number of concurrent batches.
const CONCURRENT: usize = 4;
/// The number of bytes of a text that are read.
const MAX_TEXT: usize = 512;

/// Returns the metadata of these tokens, at most a minute old. Contracts without metadata have empty rows.
pub(super) async fn read(network: &EvmNetwork, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
    let own = || tokens.iter().filter(|id| id.chain() == network.row.chain.id);
    let mut cache = network.metadata.lock().await;
    let unknown: Vec<&AssetId> = own().filter(|id| !cache.contains_key(*id)).collect();
    if !unknown.is_empty() {
        let answers = request(network, &unknown).await?.into_iter();
        cache.extend(answers.map(|(id, metadata)| (id, (Instant::now(), metadata))));
    }
    let row = |id: &AssetId| Some((id.clone(), cache.get(id)?.1.clone()));
    Ok(own().filter_map(row).collect())
}

/// Tries the endpoints in turn until one answers completely.
async fn request(network: &EvmNetwork, ids: &[&AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
    let mut attempts = network.attempts(&SOURCE).await?;
    while let Some(node) = attempts.next() {
        let chunks: Vec<_> = ids
            .chunks(BATCH)
            .map(|chunk| request_batch(network, node, chunk))
            .collect();
        let rows = stream::iter(chunks).buffered(CONCURRENT).try_concat().await;
        if let Some(rows) = attempts.done(node, rows) {
            return Ok(rows);
        }
    }
    Err(attempts.failure())
}

/// Metadata hardly ever changes, so batches may be read at different blocks.
async fn request_batch(
    network: &EvmNetwork,
    node: &EvmNode,
    chunk: &[&AssetId],
) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
    let purpose = Purpose {
        source: SOURCE.clone(),
        purpose: "token details",
        disclosed: DisclosedField::Assets,
    };
    let head = node.head(&SOURCE).await?;
    let calls: Vec<EvmCall> = chunk.iter().flat_map(|id| calls(id)).collect();
    let caller = BlockCaller::new(node, network.row.multicall.as_ref(), &head, &purpose);
    let outcomes = match caller.batch(&calls).await {
        Err(CallError::OnlyNewest) => {
            let newest = BlockCaller::at_newest(node, network.row.multicall.as_ref(), &head, &purpose);
            newest.batch(&calls).await
        }
        outcomes => outcomes,
    };
    let outcomes = outcomes.map_err(|error| match error {
        CallError::Node(error) => error,
        CallError::Reorged | CallError::OnlyNewest => {
            node.context(&purpose).unavailable("its newest block changed", None)
        }
        CallError::TooLarge => node.context(&purpose).malformed("more than can be read"),
    })?;
    let mut outcomes = outcomes.chunks(3);
    let row = |id: &&AssetId| {
        let answers = if id.contract().is_some() { outcomes.next() } else { None };
        ((*id).clone(), answers.map_or_else(|| native(network, id), metadata))
    };
    Ok(chunk.iter().map(row).collect())
}

/// Returns the metadata of the native asset, which has no contract, from its row.
fn native(network: &EvmNetwork, id: &AssetId) -> Metadata {
    let native = &network.row.native;
    if *id == native.id {
        native.metadata.clone()
    } else {
        Metadata::default()
    }
}

fn calls(id: &AssetId) -> Vec<EvmCall> {
    let call = |data: Vec<u8>| {
        Some(EvmCall::Contract {
            to: id.contract()?,
            data,
        })
    };
    let all = [
        call(Erc20::symbolCall {}.abi_encode()),
        call(Erc20::nameCall {}.abi_encode()),
        call(Erc20::decimalsCall {}.abi_encode()),
    ];
    all.into_iter().flatten().collect()
}

fn metadata(answers: &[CallOutcome]) -> Metadata {
    let bytes = |at: usize| {
        answers
            .get(at)
            .and_then(|outcome| outcome.as_deref().ok())
            .unwrap_or_default()
    };
    Metadata::cleaned(&text(bytes(0)), &text(bytes(1)), decimals(bytes(2)))
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
        .map(|text| readable(&text[..text.len().min(MAX_TEXT)]))
        .unwrap_or_default()
}

fn readable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\u{fffd}', "")
}

/// Decodes a word of at most 255. Bytes after the word are ignored, as Solidity does.
fn decimals(bytes: &[u8]) -> Option<u8> {
    let word: &[u8; 32] = bytes.first_chunk()?;
    word[..31].iter().all(|byte| *byte == 0).then_some(word[31])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_decoded_from_both_forms() {
        assert_eq!(text(&"USD Coin".abi_encode()), "USD Coin");
        let mut maker = [0; 32];
        maker[..3].copy_from_slice(b"MKR");
        assert_eq!(text(&maker), "MKR");
        assert_eq!(text(&"x".repeat(10_000).abi_encode()).len(), MAX_TEXT);
        assert_eq!(
            text(&alloy_primitives::Bytes::from_static(b"a\xffb").abi_encode()),
            "ab"
        );
        for garbage in [vec![], vec![1; 31], vec![0xff; 96], vec![0; 64]] {
            assert_eq!(text(&garbage), "", "{garbage:?}");
        }
    }

    #[test]
    fn decimals_fit_one_byte_or_are_unknown() {
        let mut word = [0; 32];
        word[31] = 18;
        assert_eq!(decimals(&word), Some(18));
        assert_eq!(decimals(&[&word[..], &[0xff; 5]].concat()), Some(18));
        word[30] = 1;
        assert_eq!(decimals(&word), None);
        assert_eq!(decimals(&word[..31]), None);
        assert_eq!(decimals(&[]), None);
        assert_eq!(
            metadata(&[Err(String::new()), Err(String::new()), Ok(vec![0; 5])]),
            Metadata::default()
        );
    }
}
