//! Names of Solana tokens. A Token-2022 mint can store its name itself; the names of older mints are in a Metaplex
//! account whose address is derived from the mint's.
//!
//! The response shapes follow the documentation of Token-2022's metadata interface and of Metaplex; no live run has
//! confirmed them here. Both hold text that the token's creator chose, so it is untrusted and is cleaned. The URI of
//! an image or a page beside a name is neither read nor requested.

use curve25519_dalek::edwards::CompressedEdwardsY;
use data_encoding::BASE64;
use ports::{Address, address::Parts, asset::Metadata, json::Json};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::protocol::{FINAL, PROGRAMS};
use crate::chain::json_rpc::RpcRequest;

/// Metaplex's Token Metadata program.
const METAPLEX: &str = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";
/// The suffix that is hashed at the end of a program derived address.
const DERIVED: &[u8] = b"ProgramDerivedAddress";
/// The first byte of an account that holds token metadata.
const METADATA_V1: u8 = 4;
/// The length up to the end of the symbol: kind, authority, mint, a name of 32 bytes and a symbol of 10, each with its
/// length.
const READ: usize = 1 + 32 + 32 + 4 + 32 + 4 + 10;
/// The offset of the name.
const NAME_AT: usize = 1 + 32 + 32;

/// The two requests about these mints, at most 100 of them: the mints, and their Metaplex accounts.
pub(super) fn requests(mints: &[Address]) -> [RpcRequest; 2] {
    let accounts: Vec<String> = mints.iter().map(|mint| metaplex_account(mint).to_string()).collect();
    let part = json!({ "offset": 0, "length": READ });
    [
        RpcRequest {
            method: "getMultipleAccounts",
            params: json!([mints, { "encoding": "jsonParsed", "commitment": FINAL }]),
        },
        RpcRequest {
            method: "getMultipleAccounts",
            params: json!([accounts, { "encoding": "base64", "dataSlice": part, "commitment": FINAL }]),
        },
    ]
}

/// Returns the metadata of a mint: its own, otherwise that of Metaplex, otherwise empty.
pub(super) fn metadata(mint: &Address, itself: &Json, metaplex: &Json, decimals: Option<u8>) -> Metadata {
    let (symbol, name) = by_mint(mint, itself)
        .or_else(|| by_metaplex(mint, metaplex))
        .unwrap_or_default();
    Metadata::cleaned(&symbol, &name, decimals)
}

/// Returns symbol and name from the mint itself. A mint whose metadata pointer leads to another account is not read.
fn by_mint(mint: &Address, account: &Json) -> Option<(String, String)> {
    if account["owner"].as_str() != Some(PROGRAMS[1]) {
        return None;
    }
    let extensions = account["data"]["parsed"]["info"]["extensions"].as_array()?;
    let extension = |kind: &str| {
        let found = extensions.iter().find(|one| one["extension"] == kind)?;
        Some(&found["state"])
    };
    let leads_here = |at: &Json| at.as_str() == Some(mint.as_str());
    if extension("metadataPointer").is_some_and(|pointer| !leads_here(&pointer["metadataAddress"])) {
        return None;
    }
    let state = extension("tokenMetadata").filter(|state| leads_here(&state["mint"]))?;
    let text = |field: &str| state[field].as_str().map(str::to_owned);
    Some((text("symbol")?, text("name")?))
}

/// Returns symbol and name from Metaplex's account.
fn by_metaplex(mint: &Address, account: &Json) -> Option<(String, String)> {
    if account["owner"].as_str() != Some(METAPLEX) {
        return None;
    }
    let bytes = BASE64.decode(account["data"][0].as_str()?.as_bytes()).ok()?;
    let (head, rest) = bytes.split_at_checked(NAME_AT)?;
    let is_of_mint = bytes32(mint).is_some_and(|own| head[33..] == own);
    if head[0] != METADATA_V1 || !is_of_mint {
        return None;
    }
    let (name, rest) = borsh_text(rest)?;
    let (symbol, _) = borsh_text(rest)?;
    Some((symbol, name))
}

/// Splits off a Borsh string (a length, then the text padded with zeros) and returns it with the remaining bytes.
fn borsh_text(bytes: &[u8]) -> Option<(String, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (text, rest) = rest.split_at_checked(length)?;
    let text = std::str::from_utf8(text).ok()?;
    Some((text.trim_end_matches('\0').to_owned(), rest))
}

fn bytes32(address: &Address) -> Option<[u8; 32]> {
    match address.parts()? {
        Parts::Solana(bytes) => Some(bytes),
        _ => None,
    }
}

/// Derives the address of the Metaplex account of a mint: the first candidate that is not a point of the curve, so
/// that no key for it can exist (Solana's documentation of program derived addresses).
fn metaplex_account(mint: &Address) -> Address {
    let program = METAPLEX.parse::<Address>().ok().as_ref().and_then(bytes32);
    let (program, mint_bytes) = (program.unwrap_or_default(), bytes32(mint).unwrap_or_default());
    let hash = |bump: u8| -> [u8; 32] {
        let parts: [&[u8]; 6] = [b"metadata", &program, &mint_bytes, &[bump], &program, DERIVED];
        Sha256::digest(parts.concat()).into()
    };
    let mut found = (0..=u8::MAX).rev().map(hash);
    let off_curve = found.find(|hash| CompressedEdwardsY(*hash).decompress().is_none());
    Address::solana(off_curve.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_json::json;

    const DOLLAR: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

    #[test]
    fn the_metaplex_account_is_derived_from_the_mint() {
        for (mint, account) in [
            (DOLLAR, "5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq"),
            (
                "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
                "8c3zk1t1qt3RU43ckuvPkCS7HLbjJqq3J3Me8ov4aHrp",
            ),
        ] {
            assert_eq!(metaplex_account(&mint.parse().unwrap()).as_str(), account);
        }
    }

    #[test]
    fn truncated_data_and_data_of_another_mint_are_ignored() {
        let mint: Address = DOLLAR.parse().unwrap();
        let good = [
            &[METADATA_V1][..],
            &[7; 32],
            &bytes32(&mint).unwrap(),
            &[4, 0, 0, 0],
            b"Name",
            &[3, 0, 0, 0],
            b"SY\0",
        ]
        .concat();
        let parsed = |bytes: &[u8], owner: &str| {
            let account = json!({ "owner": owner, "data": [BASE64.encode(bytes), "base64"] });
            by_metaplex(&mint, &account)
        };
        assert_eq!(parsed(&good, METAPLEX), Some(("SY".into(), "Name".into())));
        assert_eq!(parsed(&good, PROGRAMS[0]), None);
        for length in 0..good.len() {
            assert_eq!(parsed(&good[..length], METAPLEX), None, "{length}");
        }
        for at in [0, 40, 65, 69] {
            let mut bad = good.clone();
            bad[at] = 0xff;
            assert_eq!(parsed(&bad, METAPLEX), None, "{at}");
        }
    }
}
