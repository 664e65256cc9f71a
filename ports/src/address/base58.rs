//! Addresses in base58 with a version byte and a checksum: those of Bitcoin before segregated witness, and of its kin.

use super::ParseAddressError;

/// Version bytes of networks for trying things out, with the names and an address of the main network. Test networks
/// of several chains have the same: what is known of the text is said, not more.
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

/// A version byte and the 20 bytes of a hash: a public key's or a script's, which the version tells for each chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versioned {
    /// The version byte.
    pub version: u8,
    /// The hash.
    pub hash: [u8; 20],
}

/// Base58check.
pub fn write(of: &Versioned) -> String {
    let bytes: Vec<u8> = std::iter::once(of.version).chain(of.hash).collect();
    bs58::encode(bytes).with_check().into_string()
}

/// A text that is base58check over a version and 20 bytes; `None` for anything else.
pub fn parse(text: &str) -> Option<Result<Versioned, ParseAddressError>> {
    // Such a text has 26 to 35 characters; longer ones are not worth the work.
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

/// What a text with a checksum that does not fit was meant to be, by its first letter and its length.
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
