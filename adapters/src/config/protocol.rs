//! The protocols that the file adds: rows of a known template.

use std::collections::BTreeMap;

use ports::{Address, ChainId, PositionPlace, ProtocolProfile, protocol::ProtocolStatus};
use serde::Deserialize;
use toml::Value;

use super::{document::Document, error::ConfigError};
use crate::protocol::{self, ProtocolSpec};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProtocolToml {
    name: PositionPlace,
    template: String,
    chain: ChainId,
    #[serde(default)]
    form: String,
    contracts: BTreeMap<String, Address>,
    #[serde(default)]
    website: String,
}

/// Reads the protocols.
pub(super) fn read(document: Document<'_>, protocols: Vec<Value>) -> Result<Vec<ProtocolSpec>, ConfigError> {
    let protocols = protocols.into_iter().enumerate();
    protocols
        .map(|(at, value)| read_one(document, &format!("protocols[{at}]"), value))
        .collect()
}

fn read_one(document: Document<'_>, path: &str, value: Value) -> Result<ProtocolSpec, ConfigError> {
    let ProtocolToml {
        name,
        template,
        chain,
        form,
        contracts,
        website,
    } = document.read(path, value)?;
    let spec = ProtocolSpec {
        profile: ProtocolProfile {
            place: name,
            chain,
            template,
            website,
            source: document.file.to_owned(),
            status: ProtocolStatus::Live,
        },
        form,
        contracts,
    };
    let checked = protocol::check(&spec);
    checked.map_err(|(key, why)| document.wrong(&format!("{path}.{key}"), why))?;
    Ok(spec)
}
