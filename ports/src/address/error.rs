//! Why a text is not an address.

/// Why a text is not an address. The messages are shown to users.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseAddressError {
    /// The text is empty.
    #[error("Paste an address such as 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, or a name such as vitalik.eth.")]
    Empty,
    /// Fewer than 40 digits after `0x`.
    #[error("Too short: {got} of 40 characters after 0x. Paste the full address.")]
    TooShort {
        /// The number of digits after `0x`.
        got: usize,
    },
    /// More than 40 digits after `0x`.
    #[error("Too long: {got} characters after 0x instead of 40. Paste the full address.")]
    TooLong {
        /// The number of digits after `0x`.
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
        /// Its position after `0x`, from 1.
        place: usize,
    },
    /// The capital letters do not match the checksum (ERC-55).
    #[error("The checksum does not match: a character is probably wrong. Copy the address again.")]
    Checksum,
    /// The text has the form of an address, and its checksum does not match.
    #[error("This looks like {like}, but the checksum does not match. Copy the full address again, such as {example}.")]
    Damaged {
        /// What it looks like: `a Bitcoin address`.
        like: &'static str,
        /// A valid address of that kind.
        example: &'static str,
    },
    /// Upper-case and lower-case letters in a form that allows only one of them.
    #[error("This address mixes uppercase and lowercase letters. Copy it again, such as {example}.")]
    MixedCase {
        /// A valid address of that kind.
        example: &'static str,
    },
    /// An address of a test network.
    #[error(
        "This is an address of {network}, where coins have no value. Paste a main network address, such as {example}."
    )]
    Testnet {
        /// The network: `a Bitcoin test network`.
        network: &'static str,
        /// A valid address of the main network.
        example: &'static str,
    },
    /// No known form of address or name.
    #[error("Not a valid address or name. Try something like 0xd8dA…6045 or vitalik.eth.")]
    Unknown,
}
