//! The vectors of the HMAC with which local servers verify signatures.

pub use support::hmac::hmac;

/// The vectors of RFC 4231, test case 2.
#[test]
fn the_hmac_is_that_of_the_standard() {
    let message = b"what do ya want for nothing?";
    let of_256 = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    let of_512 = "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737";
    assert_eq!(hex::encode(hmac::<sha2::Sha256>(64, b"Jefe", message)), of_256);
    assert_eq!(hex::encode(hmac::<sha2::Sha512>(128, b"Jefe", message)), of_512);
}
