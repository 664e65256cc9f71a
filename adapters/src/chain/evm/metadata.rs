//! What tokens say of themselves. It is hostile text until it is cleaned.

use alloy_sol_types::{SolCall, SolValue};
use ports::{AssetId, RemoteError, asset::Metadata, disclosure::Told};

use super::{
    SOURCE,
    calls::{Call, Caller, Outcome, Trouble},
    contracts::Erc20,
    network::Network,
    node::{Node, Purpose},
};

/// Tokens in one call: each is asked three things.
const CHUNK: usize = 60;
/// Bytes of a text that are looked at.
const LONGEST: usize = 512;

/// Asks the endpoints in turn until one gives the whole answer. Contracts that say nothing have empty rows.
pub(super) async fn read(network: &Network, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
    let own: Vec<&AssetId> = tokens.iter().filter(|id| id.chain() == network.row.chain.id).collect();
    let mut attempts = network.attempts(&SOURCE).await?;
    while let Some(node) = attempts.next() {
        let rows = read_from(network, node, &own).await;
        if let Some(rows) = attempts.done(node, rows) {
            return Ok(rows);
        }
    }
    Err(attempts.failure())
}

async fn read_from(network: &Network, node: &Node, ids: &[&AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
    let purpose = Purpose {
        source: SOURCE.clone(),
        purpose: "metadata",
        told: Told::Assets,
    };
    let mut rows = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        // Metadata hardly ever changes: another chunk may be read at another block.
        let head = node.head(&SOURCE).await?;
        let calls: Vec<Call> = chunk.iter().flat_map(|id| questions(id)).collect();
        let caller = Caller::new(node, network.row.multicall.as_ref(), &head, &purpose);
        let outcomes = caller.chunk(&calls).await.map_err(|trouble| match trouble {
            Trouble::Node(error) => error,
            Trouble::Moved => node.errand(&purpose).unavailable("its newest block changed", None),
            Trouble::Split => node.errand(&purpose).malformed("more than can be read"),
        })?;
        let mut outcomes = outcomes.chunks(3);
        for id in chunk {
            let said = if id.contract().is_some() { outcomes.next() } else { None };
            rows.push(((*id).clone(), said.map_or_else(|| native(network, id), metadata)));
        }
    }
    Ok(rows)
}

/// The native asset has no contract; its row says it all.
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

/// A string, or the 32 bytes that tokens used before the standard was settled. Anything else is no text.
pub(super) fn text(bytes: &[u8]) -> String {
    if bytes.len() == 32 {
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(32);
        return readable(&bytes[..end]);
    }
    // The text is taken as bytes, so that one bad character does not cost the others.
    let decoded = alloy_primitives::Bytes::abi_decode(bytes);
    decoded
        .map(|text| readable(&text[..text.len().min(LONGEST)]))
        .unwrap_or_default()
}

fn readable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\u{fffd}', "")
}

/// One word of at most 255.
fn places(bytes: &[u8]) -> Option<u8> {
    let word: &[u8; 32] = bytes.try_into().ok()?;
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
        word[30] = 1;
        assert_eq!(places(&word), None);
        assert_eq!(places(&[]), None);
        assert_eq!(
            metadata(&[Err(String::new()), Err(String::new()), Ok(vec![0; 5])]),
            Metadata::default()
        );
    }
}
