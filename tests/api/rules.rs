//! The page of security rules names tests that exist.

use std::collections::BTreeMap;

#[test]
fn every_rule_is_held_by_tests_that_are_there() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let page = std::fs::read_to_string(format!("{root}/docs/security.md")).unwrap();
    let rows: Vec<_> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| Rule"))
        .collect();
    assert!(rows.len() > 30, "the page is short of rules");
    let mut files = BTreeMap::new();
    for row in rows {
        let named: Vec<_> = row
            .split('`')
            .skip(1)
            .step_by(2)
            .filter_map(|words| words.split_once(".rs: "))
            .collect();
        assert!(!named.is_empty(), "no test holds: {row}");
        for (file, test) in named {
            let path = format!("{root}/{file}.rs");
            let text = files
                .entry(path.clone())
                .or_insert_with(|| std::fs::read_to_string(&path).unwrap_or_default());
            assert!(text.contains(&format!("fn {test}(")), "{file}.rs has no test {test}");
        }
    }
}
