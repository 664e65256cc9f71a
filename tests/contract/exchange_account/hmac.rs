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

/// The vectors of RFC 4231, test case 2.
#[test]
fn the_hmac_is_that_of_the_standard() {
    let message = b"what do ya want for nothing?";
    let of_256 = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    let of_512 = "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737";
    assert_eq!(hex::encode(hmac::<sha2::Sha256>(64, b"Jefe", message)), of_256);
    assert_eq!(hex::encode(hmac::<sha2::Sha512>(128, b"Jefe", message)), of_512);
}
