//! What a pasted text is: answered from its form alone, but for names.

use ports::{Address, Chain, ChainId, ExtendedKey, Name, StorageError};

use crate::chain::{
    ChainDirectory,
    recognize::{ParsedRow, look_ups, recognize},
    support::ChainSupport,
};

/// What a pasted text is.
#[derive(Clone, Debug)]
pub struct Detection {
    /// The text, trimmed; empty for a secret, which is not repeated.
    pub text: String,
    /// What it is.
    pub kind: DetectionKind,
    /// The canonical address behind it.
    pub address: Option<Address>,
    /// The extended public key, which is nobody's address.
    pub key: Option<ExtendedKey>,
    /// The name.
    pub name: Option<Name>,
    /// The chains it is valid on, each with whether it can be read.
    pub chains: Vec<(Chain, bool)>,
    /// Why it cannot be read: a stable code and a sentence for people.
    pub problem: Option<(String, String)>,
    /// Whether a provider was asked about it (a name has to be looked up).
    pub shared: bool,
}

/// What kind of text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DetectionKind {
    /// An address.
    Address,
    /// A name.
    Name,
    /// An extended public key.
    ExtendedKey,
    /// A private key or a seed.
    Secret,
    /// Something else.
    Unknown,
}

impl ChainDirectory {
    /// How many names among these texts would be looked up.
    pub async fn look_ups(&self, texts: &[String]) -> Result<usize, StorageError> {
        look_ups(&self.ports, texts.iter().map(String::as_str)).await
    }

    /// What each text is, on one chain or on all.
    pub async fn detect(&self, texts: &[String], chain: Option<&ChainId>) -> Result<Vec<Detection>, StorageError> {
        let parsed = recognize(&self.ports, texts.iter().map(String::as_str)).await?;
        let support = self.support();
        let found = texts.iter().zip(parsed);
        Ok(found
            .map(|(text, one)| detection(text.trim(), one).placed(&support, chain))
            .collect())
    }
}

impl Detection {
    /// With the chains of its address, or of these the one that is asked about.
    fn placed(mut self, support: &ChainSupport, only: Option<&ChainId>) -> Self {
        if let Some(key) = &self.key {
            self.chains = support
                .of_key(key)
                .into_iter()
                .map(|(chain, is_read)| (chain.clone(), is_read))
                .collect();
            return self;
        }
        let Some(address) = &self.address else {
            return self;
        };
        let valid = support.chains(address).into_iter();
        let requested = valid.filter(|(chain, _)| only.is_none_or(|only| chain.id == *only));
        self.chains = requested.map(|(chain, is_read)| (chain.clone(), is_read)).collect();
        let problem = support.problem(address);
        self.problem = match problem {
            Some(problem) => Some((problem.code, problem.text)),
            None if self.chains.is_empty() => Some((
                "other_chain".to_owned(),
                "This address is valid, but not on this network.".to_owned(),
            )),
            None => None,
        };
        self
    }
}

fn unknown(text: &str) -> Detection {
    Detection {
        text: text.to_owned(),
        kind: DetectionKind::Unknown,
        address: None,
        key: None,
        name: None,
        chains: Vec::new(),
        problem: None,
        shared: false,
    }
}

fn detection(text: &str, parsed: ParsedRow) -> Detection {
    let mut it = unknown(text);
    match parsed {
        ParsedRow::Address(address) => {
            it.kind = DetectionKind::Address;
            it.address = Some(address);
        }
        ParsedRow::Name { name, address, .. } => {
            it.kind = DetectionKind::Name;
            it.name = Some(name);
            it.address = Some(address);
            it.shared = true;
        }
        ParsedRow::UnresolvedName { name, problem } => {
            it.kind = DetectionKind::Name;
            it.name = Some(name);
            it.problem = Some((problem.code, problem.text));
            it.shared = true;
        }
        ParsedRow::ExtendedKey(key) => {
            it.kind = DetectionKind::ExtendedKey;
            it.key = Some(key);
        }
        ParsedRow::NotSupported(problem) => {
            it.kind = DetectionKind::Address;
            it.problem = Some((problem.code, problem.text));
        }
        ParsedRow::Unknown(problem) => it.problem = Some((problem.code, problem.text)),
        ParsedRow::Secret(secret) => {
            it.kind = DetectionKind::Secret;
            it.text.clear();
            it.problem = Some(("secret".to_owned(), secret.warning().to_owned()));
        }
    }
    it
}
