//! HMAC by RFC 2104, apart from the one that signs the requests.

use sha2::Digest;

/// Returns the code of a message. `block` is the block size of the hash in bytes; a key is not longer.
pub fn hmac<D: Digest>(block: usize, key: &[u8], message: &[u8]) -> Vec<u8> {
    assert!(key.len() <= block);
    let padded = |byte: u8| -> Vec<u8> {
        let key = key.iter().copied().chain(std::iter::repeat(0));
        key.take(block).map(|own| own ^ byte).collect()
    };
    let inner = D::new().chain_update(padded(0x36)).chain_update(message).finalize();
    let outer = D::new().chain_update(padded(0x5c)).chain_update(inner).finalize();
    outer.to_vec()
}
