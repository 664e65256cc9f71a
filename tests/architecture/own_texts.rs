//! Checks that ordinary texts of the product itself, in which people report what they see, are not taken for secrets.

use ports::pasted_secret::find_in_text;

use crate::{
    expect_none,
    tree::{File, files},
};

/// Files that contain secrets on purpose.
const OTHERS: [&str; 3] = ["frontend/src/format/secret", ".test.", ".test-setup."];

/// The paragraphs of a document, and the string literals of a page.
fn texts(file: &File) -> Vec<String> {
    if file.is_a(&["md"]) {
        file.text.split("\n\n").map(str::to_owned).collect()
    } else {
        let literals = file.text.split(['"', '`']).skip(1).step_by(2);
        literals.filter(|text| text.contains(' ')).map(str::to_owned).collect()
    }
}

fn violations(files: &[File]) -> Vec<String> {
    let is_text = |file: &&File| {
        let is_page = file.path.starts_with("frontend/src/") && file.is_a(&["ts", "tsx"]);
        (is_page || file.is_a(&["md"])) && !OTHERS.iter().any(|other| file.path.contains(other))
    };
    let mut found = Vec::new();
    for file in files.iter().filter(is_text) {
        let secrets = texts(file).into_iter().filter(|text| find_in_text(text).is_some());
        found.extend(secrets.map(|text| format!("{}: {text}", file.path)));
    }
    found
}

#[test]
fn the_texts_of_the_product_are_no_secrets() {
    expect_none(violations(&files()));
}

#[test]
fn a_phrase_in_a_document_is_found() {
    let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    let page = File::sample("docs/page.md", &format!("A page.\n\nNever enter {phrase} anywhere.\n"));
    assert_eq!(violations(&[page]).len(), 1);
    let page = File::sample("frontend/src/page.ts", &format!("const text = \"{phrase}\";\n"));
    assert_eq!(violations(&[page]).len(), 1);
}
