//! Checks that every Rust file is declared as a module: an undeclared file is not compiled, and its tests do not run.

use std::collections::BTreeMap;

use crate::{
    expect_none,
    tree::{File, files},
};

/// Files that Cargo finds without a declaration, or by the manifest beside them.
const ROOTS: [&str; 4] = ["lib.rs", "main.rs", "build.rs", "architecture.rs"];
/// Folders in which each file is a program.
const PROGRAMS: [&str; 2] = ["/examples/", "/benches/"];

/// The folder and the name of a module: `a` and `pod` for both `a/pod.rs` and `a/pod/mod.rs`.
fn module(path: &str) -> Option<(&str, &str)> {
    let path = path.strip_suffix("/mod.rs").or_else(|| path.strip_suffix(".rs"))?;
    path.rsplit_once('/')
}

/// Whether a file declares the module, by its name or by its path.
fn declares(parent: &File, folder: &str, name: &str) -> bool {
    let by_path = format!("\"{}/{name}.rs\"", folder.rsplit('/').next().unwrap_or(folder));
    let by_name = format!("mod {name};");
    let words = |line: &str| line.trim_end().ends_with(&by_name);
    parent.code().any(|(_, line)| words(line) || line.contains(&by_path))
}

fn orphans(files: &[File]) -> Vec<String> {
    let by_path: BTreeMap<&str, &File> = files.iter().map(|file| (file.path.as_str(), file)).collect();
    let manifests = || files.iter().filter(|file| file.path.ends_with("Cargo.toml"));
    let is_program = |path: &str| {
        let within = |manifest: &File| {
            path.strip_prefix(manifest.path.trim_end_matches("Cargo.toml"))
                .map(str::to_owned)
        };
        let named =
            |manifest: &File| within(manifest).is_some_and(|it| manifest.text.contains(&format!("path = \"{it}\"")));
        PROGRAMS.iter().any(|folder| path.contains(folder)) || manifests().any(named)
    };
    let is_root = |path: &str| ROOTS.iter().any(|root| path.ends_with(&format!("/{root}")));
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_a(&["rs"])) {
        let path = file.path.as_str();
        if is_root(path) || is_program(path) {
            continue;
        }
        let Some((folder, name)) = module(path) else { continue };
        let parents = ["/mod.rs", "/lib.rs", "/main.rs", ".rs"].map(|end| format!("{folder}{end}"));
        let mut parents = parents.iter().filter_map(|parent| by_path.get(parent.as_str()));
        if !parents.any(|parent| declares(parent, folder, name)) {
            found.push(format!(
                "{path}: no file declares it (`mod {name};`), so it is not compiled"
            ));
        }
    }
    found
}

#[test]
fn every_file_is_declared() {
    expect_none(orphans(&files()));
}

#[test]
fn an_undeclared_file_is_found() {
    let file = File::sample;
    let code = || {
        vec![
            file("adapters/src/lib.rs", "pub mod price;\n"),
            file("adapters/src/price/mod.rs", "mod acme;\n"),
            file("adapters/src/price/acme.rs", "mod tests;\n"),
            file("adapters/src/price/acme/tests.rs", ""),
            file("adapters/examples/own.rs", ""),
            file("tests/Cargo.toml", "path = \"world/serve.rs\"\n"),
            file("tests/world/serve.rs", ""),
            file("http/tests/program/main.rs", ""),
        ]
    };
    assert_eq!(orphans(&code()), Vec::<String>::new());
    for orphan in [
        "adapters/src/price/other.rs",
        "adapters/src/currency/mod.rs",
        "tests/contract/pod.rs",
    ] {
        let mut code = code();
        code.push(file(orphan, ""));
        assert_eq!(orphans(&code).len(), 1, "{orphan}");
    }
}
