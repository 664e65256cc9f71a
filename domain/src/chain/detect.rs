//! Detects what a pasted text is. Only names need a request; everything else is recognized by its form.

use ports::{Address, Chain, ChainId, ExtendedKey, Name, StorageError};

use crate::chain::{
    ChainDirectory,
    recognize::{ParsedRow, look_ups, recognize},
    support::ChainSupport,
};

/// The result of detecting what a text is.
#[derive(Clone, Debug)]
pub struct Detection {
    /// The trimmed text. Empty for a secret, which is never repeated.
    pub text: String,
    /// The kind of text.
    pub kind: DetectionKind,
    /// The canonical address, or the one that the name resolves to.
    pub address: Option<Address>,
    /// The extended public key. It has no single address.
    pub key: Option<ExtendedKey>,
    /// The normalized name.
    pub name: Option<Name>,
    /// The chains that the address or key is valid on, and whether this server reads each of them.
    pub chains: Vec<(Chain, bool)>,
    /// Why it cannot be read: a stable code and a sentence to show.
    pub problem: Option<(String, String)>,
    /// Whether the text is a name, which is sent to a provider to resolve it.
    pub shared: bool,
}

/// The kind of a pasted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DetectionKind {
    /// An address of a supported or recognized family.
    Address,
    /// A name, such as an ENS name.
    Name,
    /// An extended public key.
    ExtendedKey,
    /// A private key or a recovery phrase.
    Secret,
    /// None of the others.
    Unknown,
}

impl ChainDirectory {
    /// Returns how many names among the texts would have to be resolved.
    pub async fn look_ups(&self, texts: &[String]) -> Result<usize, StorageError> {
        look_ups(&self.ports, texts.iter().map(String::as_str)).await
    }

    /// Detects what each text is, in the given order. With `chain`, only that chain is listed and considered valid.
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
    /// Adds the chains that the address or key is valid on, limited to `only` if given.
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
