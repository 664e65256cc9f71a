//! Every plug is run: each store on both databases, each remote adapter against replies as its service gives them.

use crate::{
    expect_none,
    traits::traits,
    tree::{File, files},
};

const STORAGE: &str = "adapters/src/storage/";
const CONTRACTS: &str = "tests/contract/";

/// Stores that are run by the tests of their neighbours until they have a contract of their own.
const PENDING: [&str; 11] = [
    "account",
    "asset",
    "disclosure",
    "hidden_asset",
    "manual_price",
    "name",
    "quote",
    "recipe",
    "session",
    "snapshot",
    "source",
];

/// Whether a noun has a file or a folder of its own there.
fn has(files: &[File], folder: &str, noun: &str) -> bool {
    let (file, within) = (format!("{folder}{noun}.rs"), format!("{folder}{noun}/"));
    files
        .iter()
        .any(|one| one.path == file || one.path.starts_with(&within))
}

/// The nouns of `ports` that are stored, by their file names.
fn stored_nouns(files: &[File]) -> impl Iterator<Item = &str> {
    let is_store = |name: &str| name.ends_with("Store") || name.ends_with("Writes");
    let storing = files
        .iter()
        .filter(move |file| traits(file).iter().any(|one| is_store(&one.name)));
    storing.filter_map(|file| file.path.strip_prefix("ports/src/")?.strip_suffix(".rs"))
}

fn stores(files: &[File]) -> Vec<String> {
    let kept = stored_nouns(files).filter(|noun| has(files, STORAGE, noun) && !PENDING.contains(noun));
    let untested = kept.filter(|noun| !has(files, CONTRACTS, noun));
    untested
        .map(|noun| format!("{CONTRACTS}{noun}.rs is missing: the store of {noun} runs on no database"))
        .collect()
}

#[test]
fn every_store_has_a_contract() {
    expect_none(stores(&files()));
}

#[test]
fn a_store_without_a_contract_is_found() {
    let port = File::sample("ports/src/pod.rs", "pub trait PodStore {\n}\n");
    let plug = File::sample("adapters/src/storage/pod.rs", "");
    let contract = File::sample("tests/contract/pod.rs", "");
    assert!(stores(&[contract, File::sample("ports/src/pod.rs", "pub trait PodStore {\n}\n")]).is_empty());
    assert_eq!(stores(&[port, plug]).len(), 1);
}
