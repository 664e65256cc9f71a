//! Which crates may depend on which others.

use crate::{
    expect_none,
    rust_imports::{Import, code, imports},
    tree::{File, files, root},
};
use std::process::Command;

/// Crates for HTTP, SQL, JSON-RPC and the async runtime, which `ports`, `domain` and `memory` must not use.
const INFRASTRUCTURE: [&str; 6] = ["axum", "utoipa", "sqlx", "reqwest", "alloy", "tokio"];

/// A folder, the crates that its code must not use, and the reason.
const ARROWS: [(&str, &[&str], &str); 9] = [
    ("ports/src/", &INFRASTRUCTURE, "ports has data types and traits only"),
    (
        "domain/src/",
        &INFRASTRUCTURE,
        "the domain uses no HTTP, SQL, JSON-RPC or runtime",
    ),
    (
        "ports/src/",
        &["domain", "spyhop", "adapters", "spyhop_adapters", "http_api"],
        "ports depends on no other crate of the workspace",
    ),
    (
        "domain/src/",
        &["adapters", "spyhop_adapters", "http_api"],
        "the domain uses ports, not adapters",
    ),
    (
        "adapters/src/",
        &["domain", "spyhop", "http_api", "axum", "utoipa"],
        "adapters depend on ports only",
    ),
    (
        "memory/src/",
        &INFRASTRUCTURE,
        "storage in memory needs no database and no runtime",
    ),
    (
        "memory/src/",
        &["domain", "spyhop", "adapters", "spyhop_adapters", "http_api"],
        "storage in memory depends on ports only",
    ),
    (
        "conformance/src/",
        &["domain", "spyhop", "adapters", "spyhop_adapters", "http_api", "reqwest"],
        "the kit depends on ports only, so that it can test adapters of other authors",
    ),
    (
        "http/src/",
        &["sqlx", "reqwest", "alloy"],
        "http translates requests and calls the domain",
    ),
];

/// Crates that would add HTTP, SQL, TLS or a runtime to the dependencies of the embeddable library.
const FOREIGN: [&str; 18] = [
    "alloy",
    "async-std",
    "axum",
    "curl",
    "h2",
    "hyper",
    "libsqlite3-sys",
    "mio",
    "native-tls",
    "openssl",
    "reqwest",
    "rustls",
    "smol",
    "socket2",
    "sqlx",
    "tokio",
    "tower",
    "utoipa",
];

/// Whether a path begins with a crate; `alloy` stands for all crates of that name.
fn is_of(import: &Import, name: &str) -> bool {
    let first = &import.path[0];
    first == name || (name == "alloy" && first.starts_with("alloy_"))
}

fn sources(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_a(&["rs"])) {
        let imports = imports(&code(file));
        for (_, forbidden, why) in ARROWS.iter().filter(|(folder, ..)| file.path.starts_with(folder)) {
            let used = forbidden
                .iter()
                .filter(|name| imports.iter().any(|import| is_of(import, name)));
            found.extend(used.map(|name| format!("{} uses {name}: {why}", file.path)));
        }
    }
    found
}

/// Uses of `adapters` in `http/src` outside the composition root.
fn composition_root(files: &[File]) -> Vec<String> {
    let is_edge = |file: &&File| file.path.starts_with("http/src/") && !file.path.starts_with("http/src/program/");
    let using = files
        .iter()
        .filter(is_edge)
        .filter(|file| imports(&code(file)).iter().any(|import| is_of(import, "adapters")));
    using
        .map(|file| format!("{} uses adapters: only http/src/program/ connects them", file.path))
        .collect()
}

/// The keys of `[dependencies]` in a manifest.
pub fn dependencies(manifest: &str) -> Vec<String> {
    let table: toml::Table = manifest.parse().expect("the manifest parses");
    let dependencies = table.get("dependencies").and_then(toml::Value::as_table);
    dependencies
        .map(|table| table.keys().cloned().collect())
        .unwrap_or_default()
}

fn manifests(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files
        .iter()
        .filter(|file| ["ports/Cargo.toml", "domain/Cargo.toml", "memory/Cargo.toml"].contains(&file.path.as_str()))
    {
        for name in dependencies(&file.text) {
            if INFRASTRUCTURE
                .iter()
                .any(|crate_name| name == *crate_name || name.starts_with(&format!("{crate_name}-")))
            {
                found.push(format!("{} depends on {name}", file.path));
            }
        }
    }
    found
}

/// The forbidden crates in the output of `cargo tree --prefix none`, whose lines are `name v1.2.3 ...`.
fn forbidden_dependencies(tree: &str) -> Vec<String> {
    let names = tree.lines().filter_map(|line| line.split_whitespace().next());
    let is_foreign = |name: &str| {
        FOREIGN
            .iter()
            .any(|foreign| name == *foreign || name.starts_with(&format!("{foreign}-")))
    };
    let mut found: Vec<_> = names
        .filter(|name| is_foreign(name))
        .map(|name| format!("the library depends on {name}"))
        .collect();
    found.dedup();
    found
}

#[test]
fn no_crate_uses_a_forbidden_crate() {
    expect_none(sources(&files()));
}

#[test]
fn adapters_are_used_in_the_composition_root_only() {
    expect_none(composition_root(&files()));
}

#[test]
fn manifests_have_no_forbidden_dependencies() {
    expect_none(manifests(&files()));
}

#[test]
fn the_library_depends_on_no_http_sql_or_runtime() {
    let arguments = [
        "tree",
        "--package",
        "spyhop",
        "--package",
        "spyhop-memory",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--locked",
        "--offline",
    ];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(
        tree.contains("spyhop-ports") && tree.contains("spyhop-memory"),
        "{tree}"
    );
    expect_none(forbidden_dependencies(&tree));
}

#[test]
fn a_forbidden_crate_is_found_in_code_only() {
    let found = |path: &str, text: &str| sources(&[File::sample(path, text)]).len();
    assert_eq!(found("domain/src/pod/create.rs", "use tokio::time::sleep;"), 1);
    assert_eq!(found("domain/src/pod/create.rs", "    let now = sqlx::query(text);"), 1);
    assert_eq!(found("ports/src/amount.rs", "use alloy_primitives::U256;"), 1);
    assert_eq!(found("ports/src/amount.rs", "use domain::pod;"), 1);
    assert_eq!(
        found(
            "ports/src/amount.rs",
            "// as tokio::spawn would\nlet domain = crate::domain::of(x);"
        ),
        0
    );
    assert_eq!(found("adapters/src/chain/evm.rs", "use tokio::time::sleep;"), 0);
}

#[test]
fn adapters_outside_the_composition_root_are_found() {
    let line = "let ports = adapters::connect(&config).await?;";
    assert_eq!(composition_root(&[File::sample("http/src/state.rs", line)]).len(), 1);
    assert!(composition_root(&[File::sample("http/src/program/serve.rs", line)]).is_empty());
}

#[test]
fn a_forbidden_dependency_is_found() {
    let manifest = "[dependencies]\nserde = \"1\"\nalloy-primitives = \"1\"\n[dev-dependencies]\ntokio = \"1\"\n";
    assert_eq!(manifests(&[File::sample("ports/Cargo.toml", manifest)]).len(), 1);
    assert_eq!(
        forbidden_dependencies("spyhop v0.1.0 (/x)\nserde v1.0.0\nsqlx-core v0.9.0\ntokio v1.54.1\n").len(),
        2
    );
}
