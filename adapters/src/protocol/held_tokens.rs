//! The tokens of an account among which a protocol looks for its own.

use alloy_primitives::U256;
use ports::{Address, AssetId, RawAmount, protocol::ProtocolError};

/// The most tokens of an account that are compared with a factory.
const MAX_TOKENS: usize = 500;

/// Returns the tokens with their balances. Fails where there are more than can be compared: `what` may then be among them.
pub(super) fn held_tokens(held: &[(AssetId, RawAmount)], what: &str) -> Result<Vec<(Address, U256)>, ProtocolError> {
    let token = |(asset, raw): &(AssetId, RawAmount)| Some((asset.contract()?, U256::from_be_bytes(raw.to_word())));
    let tokens: Vec<(Address, U256)> = held.iter().filter_map(token).collect();
    if tokens.len() > MAX_TOKENS {
        let why = format!("the account holds more than {MAX_TOKENS} tokens, and each may be {what}");
        return Err(ProtocolError::Contract(why));
    }
    Ok(tokens)
}
