//! Siacoin: 32 bytes and the first six of their BLAKE2b hash, in hex.

use blake2::{Blake2b, Digest, digest::consts::U32};
use data_encoding::HEXLOWER_PERMISSIVE;

use super::found::{Found, damaged};

const EXAMPLE: &str = "530d9e7099901ba8c6244b5858420cb08495e3593a891c4c12541e43c9c3fdaff3f712aab029";

pub fn family(text: &str) -> Found {
    if text.len() != 76 {
        return None;
    }
    let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?;
    let (body, sum) = bytes.split_at(32);
    Some(if Blake2b::<U32>::digest(body).starts_with(sum) {
        Ok("Siacoin")
    } else {
        damaged("a Siacoin address", EXAMPLE)
    })
}
