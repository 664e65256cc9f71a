//! What a pasted text is: answered from its form alone, but for names.

use futures::future::try_join_all;
use ports::{Address, Chain, ChainId, Name, StorageError};

use crate::{
    chain::{ChainDirectory, readable},
    wallet::recognise::{Recognised, recognise},
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
    /// The name.
    pub name: Option<Name>,
    /// The chains it can be read on.
    pub chains: Vec<Chain>,
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
    /// A key or a seed.
    Secret,
    /// Something else.
    Unknown,
}

impl ChainDirectory {
    /// What each text is, on one chain or on all.
    pub async fn detect(&self, texts: &[String], chain: Option<&ChainId>) -> Result<Vec<Detection>, StorageError> {
        let recognised = try_join_all(texts.iter().map(|text| recognise(&self.ports, text))).await?;
        let chains: Vec<_> = readable(&self.ports)
            .into_iter()
            .filter(|row| chain.is_none_or(|chain| row.id == *chain))
            .collect();
        Ok(texts
            .iter()
            .zip(recognised)
            .map(|(text, one)| detection(text.trim(), one, &chains))
            .collect())
    }
}

fn detection(text: &str, recognised: Recognised, chains: &[Chain]) -> Detection {
    let mut it = Detection {
        text: text.to_owned(),
        kind: DetectionKind::Unknown,
        address: None,
        name: None,
        chains: Vec::new(),
        problem: None,
        shared: false,
    };
    match recognised {
        Recognised::Address(address) => {
            it.kind = DetectionKind::Address;
            it.address = Some(address);
            it.chains = chains.to_vec();
        }
        Recognised::Name { name, address, .. } => {
            it.kind = DetectionKind::Name;
            it.name = Some(name);
            it.address = Some(address);
            it.chains = chains.to_vec();
            it.shared = true;
        }
        Recognised::LostName { name, problem } => {
            it.kind = DetectionKind::Name;
            it.name = Some(name);
            it.problem = Some((problem.code, problem.text));
            it.shared = true;
        }
        Recognised::Unknown(problem) => it.problem = Some((problem.code, problem.text)),
        Recognised::Secret(secret) => {
            it.kind = DetectionKind::Secret;
            it.text.clear();
            it.problem = Some(("secret".to_owned(), secret.warning().to_owned()));
        }
    }
    it
}
