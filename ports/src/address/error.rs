//! What is wrong with a text that should be an address.

/// What is wrong with a text that should be an address. The texts are shown to people as they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseAddressError {
    /// Nothing there.
    #[error("Paste an address such as 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, or a name such as vitalik.eth.")]
    Empty,
    /// `0x` and too few digits.
    #[error("Too short: {got} of 40 characters after 0x. Paste the full address.")]
    TooShort {
        /// How many digits there are after `0x`.
        got: usize,
    },
    /// `0x` and too many digits.
    #[error("Too long: {got} characters after 0x instead of 40. Paste the full address.")]
    TooLong {
        /// How many digits there are after `0x`.
        got: usize,
    },
    /// 64 hex digits: the length of a transaction hash or of a private key.
    #[error("This has the length of a transaction hash. An address has 40 characters after 0x.")]
    Hash,
    /// A character that is not a hex digit.
    #[error("Invalid character “{found}” at position {place}. After 0x, only 0–9 and a–f are allowed.")]
    NotHex {
        /// The character.
        found: char,
        /// Its place, counted from 1 after `0x`.
        place: usize,
    },
    /// Capital letters that do not match the checksum.
    #[error("The checksum does not match: a character is probably wrong. Copy the address again.")]
    Checksum,
    /// The form of an address with a checksum that does not fit.
    #[error("This looks like {like}, but the checksum does not match. Copy the full address again, such as {example}.")]
    Damaged {
        /// What it looks like: `a Bitcoin address`.
        like: &'static str,
        /// A whole one.
        example: &'static str,
    },
    /// Capitals and small letters in a form that allows one of them.
    #[error("This address mixes uppercase and lowercase letters. Copy it again, such as {example}.")]
    MixedCase {
        /// A whole one.
        example: &'static str,
    },
    /// An address of a chain for trying things out.
    #[error(
        "This is an address of {network}, where coins have no value. Paste a main network address, such as {example}."
    )]
    Testnet {
        /// The network: `a Bitcoin test network`.
        network: &'static str,
        /// One of the main network.
        example: &'static str,
    },
    /// Nothing that we know.
    #[error(
        "Not a valid address or name. Try something like 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 or vitalik.eth."
    )]
    Unknown,
}
