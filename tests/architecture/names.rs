//! Folders and files have telling names.

use crate::{
    expect_none,
    tree::{File, files},
};

/// Drawers: names that say nothing, and so collect everything.
const DRAWERS: [&str; 10] = [
    "utils", "util", "common", "helpers", "helper", "misc", "shared", "core", "tools", "scripts",
];

/// What the top level of the repository may hold besides dot-files.
const TOP: [&str; 26] = [
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

fn drawers(files: &[File]) -> Vec<String> {
    let is_drawer = |part: &str| {
        let stem = part.split('.').next().unwrap_or(part).to_lowercase();
        DRAWERS.contains(&stem.as_str())
    };
    let nameless = files.iter().filter(|file| file.path.split('/').any(is_drawer));
    nameless
        .map(|file| format!("{} is in a drawer: name it after what it does", file.path))
        .collect()
}

fn strangers(files: &[File]) -> Vec<String> {
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
fn there_are_no_drawers() {
    expect_none(drawers(&files()));
}

#[test]
fn the_top_level_is_the_map() {
    expect_none(strangers(&files()));
}

#[test]
fn drawers_and_strangers_are_found() {
    let files = [
        "http/src/utils/money.rs",
        "frontend/src/helpers.ts",
        "ports/src/core.rs",
        "notes/x.md",
        "ports/src/pod.rs",
    ]
    .map(|path| File::sample(path, ""));
    assert_eq!(drawers(&files).len(), 3);
    assert_eq!(strangers(&files).len(), 1);
}
