//! Addresses in base58 with a version byte and a checksum: the legacy addresses of Bitcoin and of chains derived from it.

use super::ParseAddressError;

/// Version bytes of test networks, with the name of the network and an example address of the main network. Test networks of
/// several chains share version bytes, so a name can cover more than one chain.
const TEST: &[(u8, &str, &str)] = &[
    (111, "a Bitcoin or Litecoin test network", super::segwit::EXAMPLE),
    (
        196,
        "a Bitcoin, Litecoin or Dogecoin test network",
        super::segwit::EXAMPLE,
    ),
    (58, "a Litecoin test network", "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz"),
    (113, "a Dogecoin test network", "DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD"),
];

/// A version byte and a hash of 20 bytes. The version determines the chain, and whether the hash is of a public key or of a
/// script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versioned {
    /// The version byte.
    pub version: u8,
    /// The hash.
    pub hash: [u8; 20],
}

/// Encodes as base58check.
pub fn write(of: &Versioned) -> String {
    let bytes: Vec<u8> = std::iter::once(of.version).chain(of.hash).collect();
    bs58::encode(bytes).with_check().into_string()
}

/// Decodes base58check of a version and 20 bytes; `None` for any other text.
pub fn parse(text: &str) -> Option<Result<Versioned, ParseAddressError>> {
    // Such a text has 26 to 35 characters; decoding a longer one would be wasted work.
    if text.len() > 40 {
        return None;
    }
    let bytes = bs58::decode(text).with_check(None).into_vec().ok()?;
    let (version, hash) = bytes.split_first()?;
    let hash = hash.try_into().ok()?;
    let test = TEST.iter().find(|(known, _, _)| known == version);
    Some(match test {
        Some(&(_, network, example)) => Err(ParseAddressError::Testnet { network, example }),
        None => Ok(Versioned {
            version: *version,
            hash,
        }),
    })
}

/// Guesses by its first letter and its length which kind of address a text with a wrong checksum was meant to be.
pub fn damaged(text: &str) -> Option<ParseAddressError> {
    let is_base58 = |b: u8| b.is_ascii_alphanumeric() && !b"0OIl".contains(&b);
    let fits = (26..=36).contains(&text.len()) && text.bytes().all(is_base58);
    let (like, example) = match text.chars().next().filter(|_| fits)? {
        '1' | '3' => ("a Bitcoin address", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
        'L' | 'M' => ("a Litecoin address", "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz"),
        'D' | 'A' | '9' => ("a Dogecoin address", "DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD"),
        'T' => ("a Tron address", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"),
        'r' => ("an XRP address", "rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn"),
        _ => return None,
    };
    Some(ParseAddressError::Damaged { like, example })
}
