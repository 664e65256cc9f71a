//! The contents of a chain of the test world, as read from its node after the deployment.

use serde::Deserialize;
use std::collections::BTreeMap;

/// The contents of one chain. Addresses are in EIP-55 format.
#[derive(Debug, Clone, Deserialize)]
pub struct Manifest {
    pub chain_id: u64,
    /// The block at which the balances were read.
    pub block: u64,
    /// Multicall3's address.
    pub multicall: String,
    /// The name service's contracts; `None` on a chain without names.
    pub ens: Option<Ens>,
    pub names: Vec<Name>,
    pub reverse: Vec<Reverse>,
    pub tokens: Vec<Token>,
    pub persons: Vec<Person>,
}

/// Addresses of the name service's contracts.
#[derive(Debug, Clone, Deserialize)]
pub struct Ens {
    pub registry: String,
    pub resolver: String,
    pub reverse_registrar: String,
}

/// A registered name.
#[derive(Debug, Clone, Deserialize)]
pub struct Name {
    pub name: String,
    /// The address it resolves to; `None` if it must not resolve.
    pub address: Option<String>,
    /// `address`, `subname`, `emoji`, `unicode`, `no-resolver`, `no-address`, `offchain` or `expired`.
    pub kind: String,
}

/// An address's claim to a name.
#[derive(Debug, Clone, Deserialize)]
pub struct Reverse {
    pub address: String,
    pub name: String,
    /// Whether the name resolves back to the address. If not, it must not be shown.
    pub valid: bool,
}

/// A token, with the metadata of its contract; `None` if the contract does not provide a field.
#[derive(Debug, Clone, Deserialize)]
pub struct Token {
    /// A short key, for example `usdc` or `load7`.
    pub key: String,
    pub address: String,
    pub name: Option<String>,
    pub symbol: Option<String>,
    pub decimals: Option<u8>,
    /// `plain`, `load`, `huge`, `wrapped-native`, `bytes32`, `no-decimals`, `fee`, `control-symbol`, `long-symbol`, and with
    /// no readable balance `reverting`, `gas-burning`, `short-answer`, `oversize-answer` and `no-code`.
    pub kind: String,
}

/// A person with an account on the chain that is unlocked in the node.
#[derive(Debug, Clone, Deserialize)]
pub struct Person {
    /// `alice` (has the most), `bob`, `carol`, `dave`, `erin`, `frank` (has no native coin and none of the named tokens).
    pub name: String,
    pub address: String,
    /// Wei, in decimal digits.
    pub native: String,
    /// Raw amounts in decimal digits by token address, including zeros; `None` if `balanceOf` gives no valid answer.
    pub balances: BTreeMap<String, Option<String>>,
}

impl Manifest {
    /// Returns the token with this key. Panics if the chain has none.
    pub fn token(&self, key: &str) -> &Token {
        let found = self.tokens.iter().find(|token| token.key == key);
        found.unwrap_or_else(|| panic!("chain {} has no token {key}", self.chain_id))
    }

    /// Returns the person with this name. Panics if there is none.
    pub fn person(&self, name: &str) -> &Person {
        let found = self.persons.iter().find(|person| person.name == name);
        found.unwrap_or_else(|| panic!("there is no person {name}"))
    }
}

impl Person {
    /// Returns the raw amount of a token in decimal digits, `None` if it cannot be read.
    pub fn balance(&self, token: &Token) -> Option<&str> {
        self.balances[&token.address].as_deref()
    }
}
