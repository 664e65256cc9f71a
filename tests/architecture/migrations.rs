//! Checks that both databases have migrations of the same names.

use crate::{
    expect_none,
    tree::{File, files},
};
use std::collections::BTreeSet;

const FOLDER: &str = "adapters/src/storage/database/migrations/";

fn names<'a>(files: &'a [File], database: &str) -> BTreeSet<&'a str> {
    let prefix = format!("{FOLDER}{database}/");
    files
        .iter()
        .filter_map(|file| file.path.strip_prefix(&prefix))
        .collect()
}

fn violations(files: &[File]) -> Vec<String> {
    let (sqlite, postgres) = (names(files, "sqlite"), names(files, "postgres"));
    sqlite
        .symmetric_difference(&postgres)
        .map(|name| format!("the migration {name} exists for one database only"))
        .collect()
}

#[test]
fn migrations_have_the_same_names_on_both_databases() {
    expect_none(violations(&files()));
}

#[test]
fn a_migration_for_one_database_is_found() {
    let files = [
        "sqlite/0001_first.sql",
        "postgres/0001_first.sql",
        "sqlite/0002_jobs.sql",
    ]
    .map(|name| File::sample(&format!("{FOLDER}{name}"), ""));
    assert_eq!(violations(&files).len(), 1);
}
