//! Addresses: on which chains a text is valid, and which script it pays to.

mod bitcoin;
mod evm;
mod litecoin;
mod many;

use adapters::chain::rows;
use ports::{
    Address, ParseAddressError,
    address::{Parts, family},
    pasted_secret,
};

/// Returns the codes of the chains in `chains.toml` on which a text is an address, each with the address in the chain's
/// own form. EVM chains count as one.
pub fn on(text: &str) -> Vec<(&'static str, String)> {
    let Ok(address) = text.parse::<Address>() else {
        return Vec::new();
    };
    if address.evm_bytes().is_some() {
        return vec![("evm", address.to_string())];
    }
    let rows = rows::rows().unwrap().iter();
    let own = |chain: &'static ports::Chain| Some((chain.code.as_str(), chain.account(&address)?.address.to_string()));
    rows.filter_map(|row| own(&row.chain)).collect()
}

/// Returns whether a text is rejected completely: an address of no chain and of no known family.
pub fn is_refused(text: &str) -> bool {
    on(text).is_empty() && !matches!(family(text), Some(Ok(_)))
}

/// Returns whether a text is rejected as an address of a test network.
pub fn is_test(text: &str) -> bool {
    matches!(text.parse::<Address>(), Err(ParseAddressError::Testnet { .. }))
}

pub fn is_secret(text: &str) -> bool {
    pasted_secret::find(text).is_some()
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the script, in hex, that an address of a Bitcoin-like chain pays to.
pub fn script(text: &str, script_versions: &[u8]) -> Option<String> {
    match text.parse::<Address>().ok()?.parts()? {
        Parts::Base58(of) if script_versions.contains(&of.version) => Some(format!("a914{}87", hex(&of.hash))),
        Parts::Base58(of) => Some(format!("76a914{}88ac", hex(&of.hash))),
        Parts::Cash(of) if of.is_script => Some(format!("a914{}87", hex(&of.hash))),
        Parts::Cash(of) => Some(format!("76a914{}88ac", hex(&of.hash))),
        Parts::Segwit(of) => {
            let version = if of.version == 0 { 0 } else { of.version + 0x50 };
            let length = u8::try_from(of.program.len()).ok()?;
            Some(format!("{version:02x}{length:02x}{}", hex(&of.program)))
        }
        Parts::Evm(_) | Parts::Solana(_) | Parts::Exchange(_) => None,
    }
}
