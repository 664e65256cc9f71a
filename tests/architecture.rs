//! Checks the rules of the repository: dependencies, names, lengths, traits, migrations, imports, language, data and
//! documentation.
//!
//! Each check is a function from the files to a list of violations. The test of the repository expects an empty list; the
//! tests beside the check show that it finds violations.

#[path = "architecture/arrows.rs"]
mod arrows;
#[path = "architecture/circles.rs"]
mod circles;
#[path = "architecture/coverage.rs"]
mod coverage;
#[path = "architecture/data.rs"]
mod data;
#[path = "architecture/deadlines.rs"]
mod deadlines;
#[path = "architecture/docs.rs"]
mod docs;
#[path = "architecture/imports.rs"]
mod imports;
#[path = "architecture/jobs.rs"]
mod jobs;
#[path = "architecture/language.rs"]
mod language;
#[path = "architecture/lengths.rs"]
mod lengths;
#[path = "architecture/lexer.rs"]
mod lexer;
#[path = "architecture/migrations.rs"]
mod migrations;
#[path = "architecture/modules.rs"]
mod modules;
#[path = "architecture/names.rs"]
mod names;
#[path = "architecture/own_texts.rs"]
mod own_texts;
#[path = "architecture/page.rs"]
mod page;
#[path = "architecture/rooms.rs"]
mod rooms;
#[path = "architecture/rust_imports.rs"]
mod rust_imports;
#[path = "architecture/security.rs"]
mod security;
#[path = "architecture/traits.rs"]
mod traits;
#[path = "architecture/tree.rs"]
mod tree;
#[path = "architecture/type_names.rs"]
mod type_names;
#[path = "architecture/words.rs"]
mod words;

/// Panics with one line for each violation.
fn expect_none(violations: Vec<String>) {
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}
