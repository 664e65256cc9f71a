//! The rules of the house, checked: arrows, names, lengths, traits, migrations, imports, words, data and documentation.
//!
//! Every checker is a function from the files to a list of sentences. The test of the repository asks for an empty list;
//! the tests beside the checker show that it can fail.

#[path = "architecture/arrows.rs"]
mod arrows;
#[path = "architecture/circles.rs"]
mod circles;
#[path = "architecture/coverage.rs"]
mod coverage;
#[path = "architecture/data.rs"]
mod data;
#[path = "architecture/docs.rs"]
mod docs;
#[path = "architecture/imports.rs"]
mod imports;
#[path = "architecture/lengths.rs"]
mod lengths;
#[path = "architecture/migrations.rs"]
mod migrations;
#[path = "architecture/modules.rs"]
mod modules;
#[path = "architecture/names.rs"]
mod names;
#[path = "architecture/page.rs"]
mod page;
#[path = "architecture/security.rs"]
mod security;
#[path = "architecture/traits.rs"]
mod traits;
#[path = "architecture/tree.rs"]
mod tree;
#[path = "architecture/words.rs"]
mod words;

/// Fails with one line for each broken rule.
fn expect_none(violations: Vec<String>) {
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}
