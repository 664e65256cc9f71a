//! Segregated witness addresses: Bech32 for version 0 (BIP 173), Bech32m for later ones (BIP 350).

use bech32::{Fe32, Hrp, segwit};

use super::{ParseAddressError, letter_case::is_mixed};

/// An example address of the main network.
pub const EXAMPLE: &str = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
/// The prefixes of test networks, with the name of the network and an example address of the main network.
const TEST: &[(&str, &str, &str)] = &[
    ("tb", "a Bitcoin test network", EXAMPLE),
    ("bcrt", "a Bitcoin test network", EXAMPLE),
    (
        "tltc",
        "a Litecoin test network",
        "ltc1qdp7p2rpx4a2f80h7a4crvppczgg4egmv5c78w8",
    ),
    (
        "rltc",
        "a Litecoin test network",
        "ltc1qdp7p2rpx4a2f80h7a4crvppczgg4egmv5c78w8",
    ),
];
/// Known prefixes: a text that begins with one and does not parse was meant to be an address.
const KNOWN: &[(&str, &str, &str)] = &[
    ("bc", "a Bitcoin address", EXAMPLE),
    (
        "ltc",
        "a Litecoin address",
        "ltc1qdp7p2rpx4a2f80h7a4crvppczgg4egmv5c78w8",
    ),
];

/// The parts of a segregated witness address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The prefix that names the chain (`bc`), in lower case.
    pub hrp: String,
    /// The witness version, 0 to 16.
    pub version: u8,
    /// The witness program: 2 to 40 bytes; 20 or 32 for version 0.
    pub program: Vec<u8>,
}

/// Encodes in lower case; `None` if the parts are invalid.
pub fn write(of: &Witness) -> Option<String> {
    let hrp = Hrp::parse(&of.hrp).ok()?;
    let version = Fe32::try_from(of.version).ok()?;
    segwit::encode(hrp, version, &of.program).ok()
}

/// Parses a segregated witness address; `None` for any other text.
pub fn parse(text: &str) -> Option<Result<Witness, ParseAddressError>> {
    let (hrp, version, program) = segwit::decode(text).ok()?;
    let hrp = hrp.to_lowercase();
    let test = TEST.iter().find(|(known, _, _)| *known == hrp);
    Some(match test {
        Some(&(_, network, example)) => Err(ParseAddressError::Testnet { network, example }),
        None => Ok(Witness {
            hrp,
            version: version.to_u8(),
            program,
        }),
    })
}

/// Returns the error for a text that has a known prefix and is not an address.
pub fn damaged(text: &str) -> Option<ParseAddressError> {
    let (before, _) = text.rsplit_once('1')?;
    let lower = before.to_ascii_lowercase();
    let &(_, like, example) = KNOWN.iter().find(|(hrp, _, _)| *hrp == lower)?;
    Some(if is_mixed(text) && parse(&text.to_ascii_lowercase()).is_some() {
        ParseAddressError::MixedCase { example }
    } else {
        ParseAddressError::Damaged { like, example }
    })
}
