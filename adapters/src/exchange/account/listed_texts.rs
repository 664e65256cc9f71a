//! Rights and addresses of a key that an exchange states as texts with commas.

use ports::{GrantedRight, KeyNetwork};

use super::known_right::{KnownRight, granted};

/// Reads the rights that are granted. Fails where none is listed, because a key without any could not be read.
pub(crate) fn listed_rights(known: &[KnownRight], list: Option<&str>) -> Result<Vec<GrantedRight>, &'static str> {
    let names = texts(list.unwrap_or_default());
    if names.is_empty() {
        return Err("no rights of the key");
    }
    Ok(granted(known, names))
}

/// Reads the addresses to which a key is bound; an empty list for none.
pub(crate) fn listed_addresses(list: &str) -> KeyNetwork {
    bound_to(texts(list))
}

/// Returns the network of a key that is bound to these addresses, or to none.
pub(crate) fn bound_to(addresses: Vec<&str>) -> KeyNetwork {
    if addresses.is_empty() {
        return KeyNetwork::Any;
    }
    KeyNetwork::Only(addresses.into_iter().map(str::to_owned).collect())
}

fn texts(list: &str) -> Vec<&str> {
    let texts = list.split(',').map(str::trim);
    texts.filter(|text| !text.is_empty()).collect()
}
