//! Checks that both databases have migrations of the same names, and that each is in the list.

use crate::{
    expect_none,
    tree::{File, files},
};
use std::collections::BTreeSet;

const FOLDER: &str = "adapters/src/storage/database/migrations/";
const LIST: &str = "adapters/src/storage/database/migrations.rs";

fn names<'a>(files: &'a [File], database: &str) -> BTreeSet<&'a str> {
    let prefix = format!("{FOLDER}{database}/");
    files
        .iter()
        .filter_map(|file| file.path.strip_prefix(&prefix))
        .collect()
}

fn violations(files: &[File]) -> Vec<String> {
    let (sqlite, postgres) = (names(files, "sqlite"), names(files, "postgres"));
    let unpaired = sqlite.symmetric_difference(&postgres);
    let unpaired = unpaired.map(|name| format!("the migration {name} exists for one database only"));
    let list = files
        .iter()
        .find(|file| file.path == LIST)
        .expect("the list of migrations");
    let written = files.iter().filter_map(|file| file.path.strip_prefix(FOLDER));
    let unlisted = written.filter(|path| !list.text.contains(&format!("\"migrations/{path}\"")));
    let unlisted = unlisted.map(|path| format!("the migration {path} is not in {LIST}"));
    unpaired.chain(unlisted).collect()
}

#[test]
fn migrations_have_the_same_names_on_both_databases_and_are_listed() {
    expect_none(violations(&files()));
}

#[test]
fn a_migration_for_one_database_or_outside_of_the_list_is_found() {
    let paths = [
        "sqlite/0001_first.sql",
        "postgres/0001_first.sql",
        "sqlite/0002_jobs.sql",
    ];
    let listed: String = paths
        .iter()
        .map(|path| format!("include_str!(\"migrations/{path}\")"))
        .collect();
    let mut files: Vec<File> = paths
        .iter()
        .map(|path| File::sample(&format!("{FOLDER}{path}"), ""))
        .collect();
    files.push(File::sample(LIST, &listed));
    assert_eq!(violations(&files).len(), 1);
    files.push(File::sample(&format!("{FOLDER}postgres/0002_jobs.sql"), ""));
    assert_eq!(
        violations(&files),
        [format!("the migration postgres/0002_jobs.sql is not in {LIST}")]
    );
}
