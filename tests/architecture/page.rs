//! Checks that the page sends requests to its own origin only, and that it does not convert amounts to floating point.

use crate::{
    expect_none,
    tree::{File, files},
};

/// Hosts that the code may contain: XML namespaces are written as URLs, but no request is sent to them.
const NAMES_ONLY: [&str; 1] = ["www.w3.org"];
/// Conversions between text and floating point. Allowed in charts and formats, whose results are pixels and displayed text.
const CONVERSIONS: [&str; 3] = ["parseFloat(", ".toFixed(", ".toPrecision("];

fn is_page(file: &File) -> bool {
    let shipped = file.path.starts_with("frontend/src/") || file.path == "frontend/index.html";
    shipped && file.is_a(&["ts", "tsx", "css", "html"]) && !file.path.contains(".test")
}

/// The hosts of the URLs in a line.
fn hosts(line: &str) -> impl Iterator<Item = &str> {
    let starts = line.match_indices("://").map(|(at, mark)| &line[at + mark.len()..]);
    starts
        .filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && !".-".contains(c)).next())
        .filter(|host| host.contains('.'))
}

fn foreign_hosts(files: &[File]) -> Vec<String> {
    let lines = files
        .iter()
        .filter(|file| is_page(file))
        .flat_map(|file| file.code().map(move |line| (file, line)));
    let named = lines.flat_map(|(file, (number, line))| hosts(line).map(move |host| (file, number, host)));
    let foreign = named.filter(|(_, _, host)| !NAMES_ONLY.contains(host));
    foreign
        .map(|(file, number, host)| {
            format!(
                "{}:{number} contains {host}: the page sends requests to its own origin only",
                file.path
            )
        })
        .collect()
}

fn conversions(files: &[File]) -> Vec<String> {
    let free = ["frontend/src/format/", "frontend/src/charts/"];
    let bound = files
        .iter()
        .filter(|file| is_page(file) && !free.iter().any(|folder| file.path.starts_with(folder)));
    let lines = bound.flat_map(|file| file.code().map(move |line| (file, line)));
    let converting = lines.filter(|(_, (_, line))| CONVERSIONS.iter().any(|call| line.contains(call)));
    converting
        .map(|(file, (number, _))| {
            format!(
                "{}:{number} converts an amount to floating point: use format/",
                file.path
            )
        })
        .collect()
}

#[test]
fn the_page_contains_no_other_host() {
    expect_none(foreign_hosts(&files()));
}

#[test]
fn amounts_stay_text_until_they_are_formatted() {
    expect_none(conversions(&files()));
}

#[test]
fn hosts_and_conversions_are_found() {
    let page = |path: &str, text: &str| [File::sample(&format!("frontend/src/{path}"), text)];
    assert_eq!(
        foreign_hosts(&page("ui/Icon.tsx", "fetch(\"https://api.example.org/x\")")).len(),
        1
    );
    assert!(foreign_hosts(&page("ui/Icon.tsx", "xmlns=\"http://www.w3.org/2000/svg\"")).is_empty());
    assert!(foreign_hosts(&page("ui/Icon.tsx", "// see https://example.org")).is_empty());
    assert_eq!(
        conversions(&page("features/home/Total.tsx", "const x = parseFloat(amount);")).len(),
        1
    );
    assert!(conversions(&page("format/money.ts", "x.toFixed(2)")).is_empty());
}
