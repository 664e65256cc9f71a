//! Limits the length of files.

use crate::{
    expect_none,
    tree::{File, files},
};

const RUST: usize = 400;
/// TypeScript and CSS.
const PAGE: usize = 250;

/// Generated code has no limit.
const GENERATED: &str = "sdk-ts/src/generated/";

/// Files that may be longer, each with the reason.
const EXCEPTIONS: [(&str, &str); 0] = [];

fn limit(file: &File) -> Option<usize> {
    match file {
        _ if file.path.starts_with(GENERATED) => None,
        _ if file.is_a(&["rs"]) => Some(RUST),
        _ if file.is_a(&["ts", "tsx", "mts", "mjs", "css"]) => Some(PAGE),
        _ => None,
    }
}

fn too_long(files: &[File]) -> impl Iterator<Item = (&str, usize, usize)> {
    let measured = files
        .iter()
        .filter_map(|file| Some((file.path.as_str(), file.text.lines().count(), limit(file)?)));
    measured.filter(|(_, lines, limit)| lines > limit)
}

fn violations(files: &[File], exceptions: &[(&str, &str)]) -> Vec<String> {
    let excepted = |path: &str| exceptions.iter().any(|(exception, _)| *exception == path);
    let long = too_long(files).filter(|(path, ..)| !excepted(path));
    let mut found: Vec<_> = long
        .map(|(path, lines, limit)| format!("{path} has {lines} lines, the limit is {limit}"))
        .collect();
    let stale = exceptions
        .iter()
        .filter(|(path, _)| too_long(files).all(|(long, ..)| long != *path));
    found.extend(stale.map(|(path, _)| format!("{path} no longer needs an exception")));
    found
}

#[test]
fn no_file_is_too_long() {
    expect_none(violations(&files(), &EXCEPTIONS));
}

#[test]
fn long_files_and_stale_exceptions_are_found() {
    let files = [
        File::sample("ports/src/a.rs", &"x\n".repeat(401)),
        File::sample("frontend/src/b.tsx", &"x\n".repeat(251)),
        File::sample("frontend/src/c.tsx", &"x\n".repeat(250)),
        File::sample("frontend/src/e.module.css", &"x\n".repeat(251)),
        File::sample("sdk-ts/src/generated/d.ts", &"x\n".repeat(9000)),
    ];
    assert_eq!(violations(&files, &[]).len(), 3);
    assert_eq!(violations(&files, &[("ports/src/a.rs", "a table")]).len(), 2);
    assert_eq!(violations(&files, &[("frontend/src/c.tsx", "was long once")]).len(), 4);
}
