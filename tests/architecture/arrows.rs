//! Which crate may know which: frontend, sdk-ts, http, domain, ports; and adapters to ports.

use crate::{
    expect_none,
    tree::{File, files, identifiers, root},
};
use std::process::Command;

/// What neither the nouns nor the verbs may know: HTTP, SQL, JSON-RPC and the runtime.
const WORLDLY: [&str; 6] = ["axum", "utoipa", "sqlx", "reqwest", "alloy", "tokio"];

/// Folder, the crates it never names, and why.
const ARROWS: [(&str, &[&str], &str); 9] = [
    ("ports/src/", &WORLDLY, "ports are nouns and sockets"),
    (
        "domain/src/",
        &WORLDLY,
        "the domain knows no HTTP, SQL, JSON-RPC or runtime",
    ),
    (
        "ports/src/",
        &["domain", "spyhop", "adapters", "spyhop_adapters", "http_api"],
        "ports know no other crate",
    ),
    (
        "domain/src/",
        &["adapters", "spyhop_adapters", "http_api"],
        "the domain knows sockets, not plugs",
    ),
    (
        "adapters/src/",
        &["domain", "spyhop", "http_api", "axum", "utoipa"],
        "a plug knows its socket alone",
    ),
    (
        "memory/src/",
        &WORLDLY,
        "storage in memory needs no database and no runtime",
    ),
    (
        "memory/src/",
        &["domain", "spyhop", "adapters", "spyhop_adapters", "http_api"],
        "storage in memory knows its ports alone",
    ),
    (
        "conformance/src/",
        &["domain", "spyhop", "adapters", "spyhop_adapters", "http_api", "reqwest"],
        "the kit knows the sockets alone, so that anybody's plug fits",
    ),
    (
        "http/src/",
        &["sqlx", "reqwest", "alloy"],
        "the edge translates and asks the domain",
    ),
];

/// Crates that would bring HTTP, SQL, TLS or a runtime into the tree of the embeddable library.
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

fn names_a_crate(line: &str, name: &str) -> bool {
    let uses = |word: &str| word == name || (name == "alloy" && word.starts_with("alloy_"));
    let is_path = line.contains("::") || line.trim_start().starts_with("use ") || line.contains("extern crate");
    is_path && path_heads(line).any(uses)
}

/// The words of a line that begin a path: `tokio` in `tokio::spawn`, not `ports` in `crate::ports::x`.
fn path_heads(line: &str) -> impl Iterator<Item = &str> {
    let using = line
        .trim_start()
        .strip_prefix("use ")
        .and_then(|rest| identifiers(rest).next());
    let qualified = line.match_indices("::").filter_map(|(at, _)| {
        let before = &line[..at];
        let start = before
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |index| index + 1);
        (!before[..start].ends_with("::")).then_some(&before[start..])
    });
    using.into_iter().chain(qualified)
}

fn sources(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for (folder, forbidden, why) in ARROWS {
        for file in files
            .iter()
            .filter(|file| file.path.starts_with(folder) && file.is_a(&["rs"]))
        {
            for (number, line) in file.code() {
                for name in forbidden.iter().filter(|name| names_a_crate(line, name)) {
                    found.push(format!("{}:{number} names {name}: {why}", file.path));
                }
            }
        }
    }
    found
}

/// `adapters::` under `http/src` occurs in the composition root only.
fn composition_root(files: &[File]) -> Vec<String> {
    let edge = files
        .iter()
        .filter(|file| file.path.starts_with("http/src/") && !file.path.starts_with("http/src/program/"));
    let naming = edge.flat_map(|file| file.code().map(move |(number, line)| (file, number, line)));
    let found = naming.filter(|(_, _, line)| names_a_crate(line, "adapters"));
    found
        .map(|(file, number, _)| {
            format!(
                "{}:{number} names adapters: only http/src/program connects them",
                file.path
            )
        })
        .collect()
}

/// The keys of `[dependencies]` in a manifest.
fn dependencies(manifest: &str) -> Vec<String> {
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
            if WORLDLY
                .iter()
                .any(|worldly| name == *worldly || name.starts_with(&format!("{worldly}-")))
            {
                found.push(format!("{} depends on {name}", file.path));
            }
        }
    }
    found
}

/// Lines of `cargo tree --prefix none`: `name v1.2.3 ...`.
fn foreigners(tree: &str) -> Vec<String> {
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
fn no_crate_names_what_it_must_not_know() {
    expect_none(sources(&files()));
}

#[test]
fn adapters_are_plugged_in_at_one_place() {
    expect_none(composition_root(&files()));
}

#[test]
fn manifests_follow_the_arrows() {
    expect_none(manifests(&files()));
}

#[test]
fn the_library_brings_no_http_sql_or_runtime_with_it() {
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
    expect_none(foreigners(&tree));
}

#[test]
fn a_forbidden_name_is_found_where_it_is_code() {
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
        foreigners("spyhop v0.1.0 (/x)\nserde v1.0.0\nsqlx-core v0.9.0\ntokio v1.54.1\n").len(),
        2
    );
}
