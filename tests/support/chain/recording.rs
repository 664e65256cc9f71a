//! The deployment of a chain's contents as `make world` recorded it: the calls that change a node, in their order.

use super::{MISSING, package, quantity};
use crate::{
    manifest::Manifest,
    rpc::{Rpc, RpcError},
    world::{ETHEREUM, OPTIMISM},
};
use alloy_primitives::{U256, keccak256};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{fs, io, path::Path, sync::OnceLock};

/// The numbers of load tokens of the recorded deployments.
const LOAD_TOKENS: [usize; 4] = [0, 210, 300, 450];
const OUTDATED: &str = "the recorded deployments of the test world are outdated: run `make world`";

/// A recorded deployment, on a node whose first block is 0.
#[derive(Debug, Deserialize)]
pub(super) struct Recording {
    /// The hash of the files that it was made from.
    sources: String,
    calls: Vec<(String, Value)>,
    manifest: Manifest,
}

impl Recording {
    /// Reads the recording for a chain with this many load tokens. Returns `None` if no test needs that many.
    pub(super) fn of(id: u64, load_tokens: usize) -> Result<Option<Self>, String> {
        if !LOAD_TOKENS.contains(&load_tokens) {
            return Ok(None);
        }
        let contents = if id == ETHEREUM { ETHEREUM } else { OPTIMISM };
        let file = package().join(format!("build/chain-{contents}-{load_tokens}.json"));
        let text = fs::read(file).map_err(|_| MISSING)?;
        Self::parse(&text, source_hash()?).map(Some)
    }

    fn parse(text: &[u8], sources: &str) -> Result<Self, String> {
        let recording: Self = serde_json::from_slice(text).map_err(|_| OUTDATED)?;
        if recording.sources == sources {
            Ok(recording)
        } else {
            Err(OUTDATED.to_owned())
        }
    }

    /// Makes the calls on a fresh node and returns the manifest of the chain. They are made again, instead of loading the state
    /// after them, so that all blocks are as young as the test.
    pub(super) fn replay(self, rpc: &Rpc, id: u64, first_block: u64) -> Result<Manifest, String> {
        for (method, params) in self.calls {
            let answer = call(rpc, &method, params)?;
            // The receipt of a transaction.
            if answer.get("status").is_some_and(|status| status != "0x1") {
                return Err(format!("a recorded transaction was reverted: {answer}"));
            }
        }
        let block = first_block + self.manifest.block;
        let head = quantity(&call(rpc, "eth_blockNumber", json!([]))?);
        if head != U256::from(block) {
            return Err(format!(
                "the deployment of chain {id} ended at block {head} instead of {block}"
            ));
        }
        Ok(Manifest {
            chain_id: id,
            block,
            ..self.manifest
        })
    }
}

fn call(rpc: &Rpc, method: &str, params: Value) -> Result<Value, String> {
    rpc.try_call(method, params).map_err(|why| match why {
        RpcError::Unreachable(why) | RpcError::Refused(why) => format!("{method} at {}: {why}", rpc.url()),
    })
}

/// Returns the hash of everything that the contents of a chain depend on. `record.mjs` computes the same one.
fn source_hash() -> Result<&'static String, String> {
    static HASH: OnceLock<Result<String, String>> = OnceLock::new();
    let compute = || hash_files(&package()).map_err(|why| format!("the files of the test world cannot be read: {why}"));
    HASH.get_or_init(compute).as_ref().map_err(Clone::clone)
}

fn hash_files(package: &Path) -> io::Result<String> {
    let mut files = vec!["package-lock.json".to_owned()];
    for (folder, end) in [("", ".mjs"), ("contracts/", ".sol")] {
        for entry in fs::read_dir(package.join(folder))? {
            let name = format!("{folder}{}", entry?.file_name().to_string_lossy());
            if name.ends_with(end) {
                files.push(name);
            }
        }
    }
    files.sort();
    let mut bytes = Vec::new();
    for file in files {
        bytes.extend_from_slice(file.as_bytes());
        bytes.push(0);
        bytes.append(&mut fs::read(package.join(&file))?);
        bytes.push(0);
    }
    Ok(keccak256(bytes).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_of_other_files_is_outdated() {
        let manifest = json!({
            "chain_id": 1, "block": 92, "multicall": "0x", "ens": null, "names": [], "reverse": [], "tokens": [], "persons": [],
        });
        let text = json!({ "sources": "0xa", "calls": [["anvil_mine", ["0x2"]]], "manifest": manifest }).to_string();
        assert_eq!(Recording::parse(text.as_bytes(), "0xa").unwrap().calls.len(), 1);
        for (text, sources) in [(text.as_str(), "0xb"), ("{}", "0xa")] {
            assert_eq!(Recording::parse(text.as_bytes(), sources).unwrap_err(), OUTDATED);
        }
    }
}
