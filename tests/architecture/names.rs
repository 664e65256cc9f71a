//! Rejects names of files and folders that do not say what they contain.

use crate::{
    expect_none,
    tree::{File, files},
};

/// Names that do not say what a file contains, so that unrelated code collects there.
const VAGUE: [&str; 10] = [
    "utils", "util", "common", "helpers", "helper", "misc", "shared", "core", "tools", "scripts",
];

/// The entries of the top level of the repository, besides dot files.
const TOP: [&str; 27] = [
    "Cargo.toml",
    "Cargo.lock",
    "ports",
    "domain",
    "memory",
    "adapters",
    "http",
    "conformance",
    "sdk-ts",
    "frontend",
    "tests",
    "docs",
    "README.md",
    "CHANGELOG.md",
    "Makefile",
    "Dockerfile",
    "compose.yaml",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "rustfmt.toml",
    "package.json",
    "package-lock.json",
    "biome.json",
    "tsconfig.json",
    "tsconfig.base.json",
    "knip.json",
    "deny.toml",
];

fn vague_names(files: &[File]) -> Vec<String> {
    let is_vague = |part: &str| {
        let stem = part.split('.').next().unwrap_or(part).to_lowercase();
        VAGUE.contains(&stem.as_str())
    };
    let found = files.iter().filter(|file| file.path.split('/').any(is_vague));
    found
        .map(|file| format!("{} has a vague name: name it after what it does", file.path))
        .collect()
}

fn unknown_entries(files: &[File]) -> Vec<String> {
    let tops = files.iter().map(|file| file.path.split('/').next().unwrap_or_default());
    let mut found: Vec<_> = tops
        .filter(|top| !top.starts_with('.') && !TOP.contains(top))
        .map(str::to_owned)
        .collect();
    found.dedup();
    found
        .into_iter()
        .map(|top| format!("{top} does not belong to the top level"))
        .collect()
}

#[test]
fn no_name_is_vague() {
    expect_none(vague_names(&files()));
}

#[test]
fn the_top_level_has_known_entries_only() {
    expect_none(unknown_entries(&files()));
}

#[test]
fn vague_names_and_unknown_entries_are_found() {
    let files = [
        "http/src/utils/money.rs",
        "frontend/src/helpers.ts",
        "ports/src/core.rs",
        "notes/x.md",
        "ports/src/pod.rs",
    ]
    .map(|path| File::sample(path, ""));
    assert_eq!(vague_names(&files).len(), 3);
    assert_eq!(unknown_entries(&files).len(), 1);
}
