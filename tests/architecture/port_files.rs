//! The files of `ports` form no circle of imports, so that each can be read after those it builds on.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    expect_none,
    tree::{File, files},
};

const PORTS: &str = "ports/src/";

/// The `crate::` paths of one `use` statement, with nested braces written out: `a::{b, c::D}` gives `a::b` and `a::c::D`.
fn expand(prefix: &str, text: &str, paths: &mut Vec<String>) {
    let (mut depth, mut start) = (0_i32, 0);
    let mut parts = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_once('{') {
            Some((head, tail)) => {
                let inner = tail.trim_end().strip_suffix('}').unwrap_or(tail);
                expand(&format!("{prefix}{}", head.trim()), inner, paths);
            }
            None => paths.push(format!("{prefix}{part}")),
        }
    }
}

/// The paths behind `use crate::` in a file, test modules left out: a test may use what builds on its file.
fn imported(file: &File) -> Vec<String> {
    let code: Vec<&str> = file.code().map(|(_, line)| line).collect();
    let code = code.join("\n");
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut paths = Vec::new();
    for statement in code.split("use crate::").skip(1) {
        expand("", statement.split(';').next().unwrap_or_default(), &mut paths);
    }
    paths
}

/// The file that a path leads to: the longest beginning of it that is a file.
fn target(path: &str, known: &BTreeSet<&str>) -> Option<String> {
    let mut parts: Vec<&str> = path.split("::").collect();
    while !parts.is_empty() {
        let base = format!("{PORTS}{}", parts.join("/"));
        let found = [format!("{base}.rs"), format!("{base}/mod.rs")];
        if let Some(file) = found.into_iter().find(|file| known.contains(file.as_str())) {
            return Some(file);
        }
        parts.pop();
    }
    None
}

/// The files that cannot be put in an order in which each imports only earlier ones.
fn in_circles(files: &[File]) -> Vec<String> {
    let ports = || files.iter().filter(|file| file.path.starts_with(PORTS));
    let known: BTreeSet<&str> = ports().map(|file| file.path.as_str()).collect();
    let mut open: BTreeMap<&str, BTreeSet<String>> = ports()
        .map(|file| {
            let targets = imported(file).into_iter().filter_map(|path| target(&path, &known));
            (file.path.as_str(), targets.filter(|one| *one != file.path).collect())
        })
        .collect();
    loop {
        let left: BTreeSet<String> = open.keys().map(|file| (*file).to_owned()).collect();
        let imported: BTreeSet<String> = open.values().flatten().cloned().collect();
        let before = open.len();
        open.retain(|file, targets| !targets.is_disjoint(&left) && imported.contains(*file));
        if open.len() == before {
            return left.into_iter().collect();
        }
    }
}

#[test]
fn the_files_of_ports_form_no_circle() {
    let circle = in_circles(&files());
    expect_none(
        circle
            .iter()
            .map(|file| format!("{file} is part of a circle of imports"))
            .collect(),
    );
}

#[test]
fn a_circle_is_found() {
    let file = |name: &str, text: &str| File::sample(&format!("{PORTS}{name}.rs"), text);
    let user = || file("user", "use crate::{clock::Timestamp, share::Link};\n");
    let share = || file("share", "use crate::{\n    user::{UserId, self},\n};\n");
    let clock = || file("clock", "pub struct Timestamp;\n");
    let found = in_circles(&[user(), share(), clock()]);
    assert_eq!(found, ["ports/src/share.rs", "ports/src/user.rs"]);
    let link = file("share/link", "pub struct Link;\n");
    let straight = file("user", "use crate::{clock::Timestamp, share::link::Link};\n");
    assert!(in_circles(&[straight, share(), clock(), link]).is_empty());
    let tested = "pub struct Timestamp;\n#[cfg(test)]\nmod tests {\n    use crate::user::User;\n}\n";
    let late = file("user", "use crate::clock::Timestamp;\n");
    assert!(in_circles(&[late, file("clock", tested)]).is_empty());
}
