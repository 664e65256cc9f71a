//! The result of each family's check.

use super::super::ParseAddressError;

/// The name of the family, the error for a damaged address of the family, or `None` for any other text.
pub type Found = Option<Result<&'static str, ParseAddressError>>;

/// Returns the error for an address whose checksum does not match.
pub fn damaged(like: &'static str, example: &'static str) -> Result<&'static str, ParseAddressError> {
    Err(ParseAddressError::Damaged { like, example })
}
