//! Bech32 addresses of Cosmos chains, of Cardano, and of Litecoin MWEB (confidential amounts).

use super::{
    super::ParseAddressError,
    found::{Found, damaged},
};

/// Prefixes of Cosmos chains (SLIP 173 and the documentation of the chains). The payload is 20 bytes, or 32 for modules and
/// contracts.
const COSMOS: &[(&str, &str)] = &[
    ("agoric", "Agoric"),
    ("akash", "Akash"),
    ("archway", "Archway"),
    ("axelar", "Axelar"),
    ("band", "BandChain"),
    ("bnb", "BNB Beacon Chain"),
    ("celestia", "Celestia"),
    ("cosmos", "Cosmos Hub"),
    ("cro", "Crypto.org Chain"),
    ("dydx", "dYdX"),
    ("dym", "Dymension"),
    ("evmos", "Evmos"),
    ("fetch", "Fetch.ai"),
    ("inj", "Injective"),
    ("juno", "Juno"),
    ("kava", "Kava"),
    ("kujira", "Kujira"),
    ("mantra", "MANTRA"),
    ("neutron", "Neutron"),
    ("noble", "Noble"),
    ("osmo", "Osmosis"),
    ("persistence", "Persistence"),
    ("regen", "Regen"),
    ("saga", "Saga"),
    ("secret", "Secret Network"),
    ("sei", "Sei"),
    ("sif", "Sifchain"),
    ("somm", "Sommelier"),
    ("stars", "Stargaze"),
    ("stride", "Stride"),
    ("terra", "Terra"),
    ("thor", "THORChain"),
    ("umee", "UX Chain"),
];

pub fn family(text: &str) -> Found {
    let (hrp, _) = text.rsplit_once('1')?;
    let hrp = hrp.to_ascii_lowercase();
    let payload = bech32::decode(text).ok().map(|(_, payload)| payload.len());
    if let Some((_, name)) = COSMOS.iter().find(|(known, _)| *known == hrp) {
        return Some(match payload {
            Some(20 | 32) => Ok(name),
            _ => damaged("a Cosmos address", "cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh"),
        });
    }
    const STAKE: &str = "stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw";
    match (hrp.as_str(), payload) {
        ("addr", Some(29 | 32..=65)) | ("stake", Some(29)) => Some(Ok("Cardano")),
        ("addr" | "stake", _) => Some(damaged("a Cardano address", STAKE)),
        ("addr_test" | "stake_test", Some(_)) => Some(Err(ParseAddressError::Testnet {
            network: "a Cardano test network",
            example: STAKE,
        })),
        // The payload is a version of 5 bits and two public keys.
        ("ltcmweb", Some(_)) => Some(Ok("Litecoin MWEB")),
        _ => None,
    }
}
