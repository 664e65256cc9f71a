//! What is wrong with a text that should be an address.

/// What is wrong with a text that should be an address. The texts are shown to people as they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseAddressError {
    /// Nothing there.
    #[error("Paste an address such as 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, or a name such as vitalik.eth.")]
    Empty,
    /// `0x` and too few digits.
    #[error("{missing} {} missing: {got} of the 40 after 0x. Paste it again.", plural(*.missing, "character is", "characters are"))]
    TooShort {
        /// How many digits there are after `0x`.
        got: usize,
        /// How many are missing.
        missing: usize,
    },
    /// `0x` and too many digits.
    #[error("{extra} {} too many: {got} after 0x instead of 40. Paste it again.", plural(*.extra, "character", "characters"))]
    TooLong {
        /// How many digits there are after `0x`.
        got: usize,
        /// How many are too many.
        extra: usize,
    },
    /// 64 hex digits: the length of a transaction hash or of a private key.
    #[error("This is as long as a transaction hash, not an address. An address has 40 characters after 0x.")]
    Hash,
    /// A character that is not a hex digit.
    #[error("“{found}” at place {place} cannot stand in an address: after 0x only 0–9 and a–f can.")]
    NotHex {
        /// The character.
        found: char,
        /// Its place, counted from 1 after `0x`.
        place: usize,
    },
    /// Capital letters that do not match the checksum.
    #[error(
        "The capital letters do not match the address, so a character is probably wrong. Copy it again from where it is shown."
    )]
    Checksum,
    /// The form of an address with a checksum that does not fit.
    #[error(
        "This looks like {like}, but a character is wrong or missing: its checksum does not fit. Copy it again, such as {example}."
    )]
    Damaged {
        /// What it looks like: `a Bitcoin address`.
        like: &'static str,
        /// A whole one.
        example: &'static str,
    },
    /// Capitals and small letters in a form that allows one of them.
    #[error("Capital and small letters are mixed, which an address such as {example} never has. Copy it again.")]
    MixedCase {
        /// A whole one.
        example: &'static str,
    },
    /// An address of a chain for trying things out.
    #[error(
        "This is an address of {network}, whose coins are worth nothing. Paste one of the main network, such as {example}."
    )]
    Testnet {
        /// The network: `a Bitcoin test network`.
        network: &'static str,
        /// One of the main network.
        example: &'static str,
    },
    /// Nothing that we know.
    #[error(
        "This is not an address we know. An address looks like 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, a name like vitalik.eth."
    )]
    Unknown,
}

fn plural<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}
