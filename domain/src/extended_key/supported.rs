//! Whether an extended key can be watched on this server.

use ports::{Chain, ExtendedKey, Ports, chain::USAGE, wallet::WalletProblem};

/// Returns the chain of a key if some reader can report which of its addresses were ever used.
pub fn chain_of<'a>(ports: &'a Ports, key: &ExtendedKey) -> Option<&'a Chain> {
    let chain = ports.chains.of_key(key)?;
    let can_scan = ports.readers.iter().any(|reader| {
        reader.chains().contains(&chain.id) && reader.profile().capabilities.iter().any(|able| able == USAGE)
    });
    can_scan.then_some(chain)
}

/// Returns why a key cannot be watched, or `None` if it can. The text does not repeat the key.
pub fn problem(ports: &Ports, key: &ExtendedKey) -> Option<WalletProblem> {
    if let Err(error) = ports.keys.child(key, 0) {
        return Some(new_problem("invalid_address", error.to_string()));
    }
    if chain_of(ports, key).is_some() {
        return None;
    }
    let name = ports.chains.of_key(key).map_or("this network", |chain| &chain.name);
    Some(new_problem(
        "not_supported_yet",
        format!("Extended public keys of {name} are not supported yet. Paste the addresses instead."),
    ))
}

fn new_problem(code: &str, text: String) -> WalletProblem {
    WalletProblem {
        code: code.to_owned(),
        text,
    }
}
