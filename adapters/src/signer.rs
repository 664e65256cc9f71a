//! Recovers the address of the key that signed a hash (ECDSA on secp256k1).

use alloy_primitives::keccak256;
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};

/// Why no address can be recovered from a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecoverError {
    /// It has not 65 bytes. The short form of ERC-2098 with 64 bytes is refused, because it is a second text of a signature.
    Length,
    /// Its last byte, `v`, is none of 0, 1, 27 and 28.
    Parity,
    /// `r` or `s` is zero or not below the order of the curve.
    Range,
    /// `s` is the higher of its two possible values: anyone can make that one from the lower one (EIP-2).
    Malleable,
    /// There is no key with this signature.
    NoKey,
}

/// Returns the address whose key signed the hash.
pub(crate) fn recover(hash: [u8; 32], signature: &[u8]) -> Result<[u8; 20], RecoverError> {
    let whole: [u8; 65] = signature.try_into().map_err(|_| RecoverError::Length)?;
    let [scalars @ .., parity] = whole;
    let is_odd = match parity {
        0 | 27 => false,
        1 | 28 => true,
        _ => return Err(RecoverError::Parity),
    };
    let parsed = Signature::from_slice(&scalars).map_err(|_| RecoverError::Range)?;
    if parsed.normalize_s().is_some() {
        return Err(RecoverError::Malleable);
    }
    let id = RecoveryId::new(is_odd, false);
    let key = VerifyingKey::recover_from_prehash(&hash, &parsed, id).map_err(|_| RecoverError::NoKey)?;
    Ok(address_of(&key))
}

/// Returns the address of a key: the last 20 bytes of the hash of its coordinates.
fn address_of(key: &VerifyingKey) -> [u8; 20] {
    let point = key.to_encoded_point(false);
    // The first byte only says that both coordinates follow.
    let hash = keccak256(&point.as_bytes()[1..]);
    let mut address = [0; 20];
    address.copy_from_slice(&hash[12..]);
    address
}

#[cfg(test)]
mod tests {
    use alloy_primitives::{U256, eip191_hash_message, hex};
    use k256::ecdsa::SigningKey;

    use super::*;

    /// A message of the published vectors of EIP-4361 (spruceid/siwe, MIT) with its signature.
    const MESSAGE: &str = "\
login.xyz wants you to sign in with your Ethereum account:
0x9D85ca56217D2bb651b00f15e694EB7E713637D4

Sign-In With Ethereum Example Statement

URI: https://login.xyz
Version: 1
Chain ID: 1
Nonce: bTyXgcQxn2htgkjJn
Issued At: 2022-01-27T17:09:38.578Z
Expiration Time: 2100-01-07T14:31:43.952Z";
    const ADDRESS: [u8; 20] = hex!("9D85ca56217D2bb651b00f15e694EB7E713637D4");
    const SIGNATURE: [u8; 65] = hex!(
        "dc35c7f8ba2720df052e0092556456127f00f7707eaa8e3bbff7e56774e7f2e05a093cfc9e02964c33d86e8e066e221b7d153d27e5a2e97ccd5ca7d3f2ce06cb1b"
    );
    /// The order of the curve.
    const ORDER: [u8; 32] = hex!("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");

    fn hash() -> [u8; 32] {
        eip191_hash_message(MESSAGE.as_bytes()).0
    }

    /// Returns the signature with one of its parts replaced: `r`, `s` or `v`.
    fn with(part: std::ops::Range<usize>, bytes: &[u8]) -> [u8; 65] {
        let mut signature = SIGNATURE;
        signature[part].copy_from_slice(bytes);
        signature
    }

    #[test]
    fn the_hash_and_the_signer_are_those_of_the_published_vector() {
        let expected = hex!("74dcf891d81129919bafbf454f2c1200230ee75ee618111277e5618a30c3bf7a");
        assert_eq!(hash(), expected);
        assert_eq!(recover(hash(), &SIGNATURE), Ok(ADDRESS));
    }

    #[test]
    fn the_parity_is_written_in_two_ways_and_no_others() {
        assert_eq!(recover(hash(), &with(64..65, &[0])), Ok(ADDRESS));
        for other in [1, 28] {
            let signer = recover(hash(), &with(64..65, &[other])).unwrap();
            assert_ne!(signer, ADDRESS, "{other}");
        }
        for other in (2..27).chain(29..=255) {
            assert_eq!(recover(hash(), &with(64..65, &[other])), Err(RecoverError::Parity));
        }
    }

    #[test]
    fn the_mirrored_signature_of_a_key_is_refused() {
        let order = U256::from_be_bytes(ORDER);
        let s = U256::from_be_slice(&SIGNATURE[32..64]);
        let mut mirrored = with(32..64, &(order - s).to_be_bytes::<32>());
        for parity in [0, 1, 27, 28] {
            mirrored[64] = parity;
            assert_eq!(recover(hash(), &mirrored), Err(RecoverError::Malleable), "{parity}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        for part in [0..32, 32..64] {
            for number in [[0; 32], ORDER, [0xff; 32]] {
                assert_eq!(recover(hash(), &with(part.clone(), &number)), Err(RecoverError::Range));
            }
        }
    }

    #[test]
    fn an_r_that_is_no_coordinate_has_no_key() {
        let five = U256::from(5).to_be_bytes::<32>();
        assert_eq!(recover(hash(), &with(0..32, &five)), Err(RecoverError::NoKey));
    }

    #[test]
    fn only_65_bytes_are_a_signature() {
        // The short form of ERC-2098 has the parity in the highest bit of `s`.
        for length in (0..65).chain(66..200) {
            let mut signature = SIGNATURE.to_vec();
            signature.resize(length, 0);
            assert_eq!(recover(hash(), &signature), Err(RecoverError::Length), "{length}");
        }
    }

    #[test]
    fn the_signer_of_any_key_is_found() {
        for seed in 1..=32_u8 {
            let key = SigningKey::from_slice(&[seed; 32]).unwrap();
            let hash = keccak256([seed]).0;
            let (signature, id) = key.sign_prehash_recoverable(&hash).unwrap();
            let mut bytes = signature.to_bytes().to_vec();
            bytes.push(27 + id.to_byte());
            assert_eq!(recover(hash, &bytes), Ok(address_of(key.verifying_key())));
            bytes[0] ^= 1;
            assert_ne!(recover(hash, &bytes), Ok(address_of(key.verifying_key())));
        }
    }
}
