//! Checks that every security rule lists tests and that these tests exist.

use std::collections::BTreeMap;

use crate::{
    expect_none,
    tree::{File, files, identifiers},
};

const PAGE: &str = "docs/security.md";
/// The fewest rules of the page, so that losing many of them is noticed.
const FEWEST: usize = 80;

/// The rows of the tables of rules.
fn rows(files: &[File]) -> impl Iterator<Item = &str> {
    let page = files.iter().find(|file| file.path == PAGE);
    let lines = page.map_or("", |page| page.text.as_str()).lines();
    lines.filter(|line| line.starts_with("| ") && !line.starts_with("| Rule"))
}

/// The tests that a row lists: `folder/file.rs: a_test`.
fn listed_tests(row: &str) -> Vec<(&str, &str)> {
    let words = row.split('`').skip(1).step_by(2);
    words
        .filter_map(|word| word.split_once(": "))
        .filter(|(file, _)| file.ends_with(".rs") || file.ends_with(".ts"))
        .collect()
}

/// Whether the file has a test of this name. A Rust function is a test if it has a test attribute, or if the file passes it to
/// a macro that runs it on each database.
fn has_test(file: &File, name: &str) -> bool {
    if file.is_a(&["ts"]) {
        return file.text.contains(&format!("test(\"{name}\""));
    }
    let lines: Vec<&str> = file.text.lines().map(str::trim_start).collect();
    let head = format!("fn {name}(");
    let at = lines
        .iter()
        .position(|line| line.trim_start_matches("async ").starts_with(&head));
    let above = at.into_iter().flat_map(|at| lines[..at].iter().rev());
    let mut attributes = above.take_while(|line| line.starts_with("#["));
    let macros = ["on_all!", "on_databases!", "on_disk!", "requirements!"]
        .into_iter()
        .flat_map(|one| file.text.split(one).skip(1));
    let runs = macros.filter_map(|rest| rest.split(['}', ')']).next());
    attributes.any(|line| line.starts_with("#[test]") || line.starts_with("#[tokio::test"))
        || at.is_some() && runs.flat_map(identifiers).any(|one| one == name)
}

fn rules(files: &[File]) -> Vec<String> {
    let by_path: BTreeMap<&str, &File> = files.iter().map(|file| (file.path.as_str(), file)).collect();
    let mut found = Vec::new();
    for row in rows(files) {
        let tests = listed_tests(row);
        if tests.is_empty() {
            found.push(format!("{PAGE}: the rule has no test: {row}"));
        }
        let missing = tests
            .into_iter()
            .filter(|(file, name)| !by_path.get(file).is_some_and(|file| has_test(file, name)));
        found.extend(missing.map(|(file, name)| format!("{PAGE}: {file} has no test {name}")));
    }
    found
}

#[test]
fn every_rule_has_tests_that_exist() {
    let files = files();
    assert!(rows(&files).count() > FEWEST, "the page has too few rules");
    expect_none(rules(&files));
}

#[test]
fn a_rule_without_its_test_is_found() {
    let code = "    #[tokio::test]\n    #[cfg(unix)]\n    async fn it_holds() {}\n\nfn a_fixture() {}\n\
                mod each { crate::database::on_all! { on_both } }\nasync fn on_both() {}\n";
    let page = |row: &str| File::sample(PAGE, row);
    let of_page = || File::sample("frontend/a.test.ts", "test(\"it holds\", () => {});\n");
    let found = |row: &str| rules(&[File::sample("tests/a.rs", code), of_page(), page(row)]).len();
    assert_eq!(found("| A rule | `tests/a.rs: it_holds`, `tests/a.rs: on_both` |\n"), 0);
    assert_eq!(found("| A rule | `frontend/a.test.ts: it holds` |\n"), 0);
    assert_eq!(found("| A rule | `frontend/a.test.ts: it` |\n"), 1);
    assert_eq!(found("| A rule | `tests/a.rs: a_fixture` |\n"), 1);
    assert_eq!(
        found("| A rule | `tests/b.rs: it_holds`, `tests/a.rs: it_holds_too` |\n"),
        2
    );
    assert_eq!(found("| A rule | nothing |\n"), 1);
}
