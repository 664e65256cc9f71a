//! What a chain of the test world holds, as its node answered when it was ready.

use serde::Deserialize;
use std::collections::BTreeMap;

/// One chain's contents. Addresses are in EIP-55 form.
#[derive(Debug, Clone, Deserialize)]
pub struct Manifest {
    pub chain_id: u64,
    /// The block at which the balances were read.
    pub block: u64,
    /// Multicall3's address.
    pub multicall: String,
    /// The name service's contracts; None on a chain without names.
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
    /// The address it resolves to; None if it must not resolve.
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

/// A token as its contract introduces itself; None where the contract has no such answer.
#[derive(Debug, Clone, Deserialize)]
pub struct Token {
    /// A short word to find it by, for example `usdc` or `load7`.
    pub key: String,
    pub address: String,
    pub name: Option<String>,
    pub symbol: Option<String>,
    pub decimals: Option<u8>,
    /// `plain`, `load`, `huge`, `wrapped-native`, `bytes32`, `no-decimals`, `fee`, `control-symbol`, `long-symbol`, and with
    /// no readable balance `reverting`, `gas-burning`, `short-answer`, `oversize-answer` and `no-code`.
    pub kind: String,
}

/// A person with an account on the chain, unlocked in the node.
#[derive(Debug, Clone, Deserialize)]
pub struct Person {
    /// `alice` (has the most), `bob`, `carol`, `dave`, `erin`, `frank` (has no native coin and none of the named tokens).
    pub name: String,
    pub address: String,
    /// Wei, in decimal digits.
    pub native: String,
    /// Raw amounts in decimal digits by token address, zeros included; None where balanceOf gives no proper answer.
    pub balances: BTreeMap<String, Option<String>>,
}

impl Manifest {
    /// The token of that key. Panics if the chain has none.
    pub fn token(&self, key: &str) -> &Token {
        let found = self.tokens.iter().find(|token| token.key == key);
        found.unwrap_or_else(|| panic!("chain {} has no token {key}", self.chain_id))
    }

    /// The person of that name. Panics if nobody is called so.
    pub fn person(&self, name: &str) -> &Person {
        let found = self.persons.iter().find(|person| person.name == name);
        found.unwrap_or_else(|| panic!("nobody is called {name}"))
    }
}

impl Person {
    /// The raw amount of a token in decimal digits, None where it cannot be read.
    pub fn balance(&self, token: &Token) -> Option<&str> {
        self.balances[&token.address].as_deref()
    }
}
