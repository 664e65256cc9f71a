//! The code and the documents use the standard terms of `docs/vocabulary.md`.

use crate::{
    expect_none,
    lexer::{Language, layers},
    tree::{File, files, identifiers},
};

/// Names that say nothing to a new reader. The vocabulary has the term that replaces each.
const IDENTIFIERS: [&str; 29] = [
    "Desk", "Seat", "Seats", "Attended", "Told", "Said", "Speech", "Trouble", "Stand", "Law", "Voice", "Court",
    "Errand", "Plug", "Tellable", "Familiar", "Likeness", "LostName", "Stated", "Nonsense", "Verdict", "Bone", "Brief",
    "Disc", "SideStep", "let_go", "at_once", "drawn", "together",
];
/// Phrases of comments and documents, in lower case. Those in literals are not found, so this file may contain them.
const PHRASES: [&str; 9] = [
    "is told",
    "was asked of",
    "so many",
    "whoever",
    "stands apart",
    "bears",
    "lies ahead",
    "squeezed",
    "nobody is",
];

/// The page that lists the words that are not used.
const VOCABULARY: &str = "docs/vocabulary.md";
/// Written by a generator from the server's description.
const GENERATED: &str = "sdk-ts/src/generated/";

fn language(file: &File) -> Option<Language> {
    match file {
        _ if file.path.starts_with(GENERATED) => None,
        _ if file.is_a(&["rs"]) => Some(Language::Rust),
        _ if file.is_a(&["ts", "tsx", "mts", "mjs"]) => Some(Language::TypeScript),
        _ => None,
    }
}

fn violations(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        if let Some(language) = language(file) {
            let layers = layers(&file.text, language);
            found.extend(rejected_identifiers(&file.path, &layers.code));
            found.extend(rejected_phrases(&file.path, &layers.comments));
        } else if file.is_a(&["md"]) && file.path != VOCABULARY {
            found.extend(rejected_phrases(&file.path, &file.text));
        }
    }
    found
}

fn rejected_identifiers(path: &str, code: &str) -> Vec<String> {
    let lines = code.lines().zip(1..);
    let words = lines.flat_map(|(line, number)| identifiers(line).map(move |word| (number, word)));
    words
        .filter(|(_, word)| IDENTIFIERS.contains(word))
        .map(|(number, word)| format!("{path}:{number} has the identifier {word}: use the term of {VOCABULARY}"))
        .collect()
}

/// The words of a text in lower case with their line numbers. An empty word separates what punctuation separates.
fn words(text: &str) -> Vec<(usize, String)> {
    let is_word = |c: char| c.is_alphanumeric() || "_'’".contains(c);
    let mut words = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim_start().trim_start_matches(['/', '*', '!', '>']);
        if line.trim().is_empty() {
            words.push((number, String::new()));
        }
        for token in line.split_whitespace() {
            for part in token.split_inclusive(|c| !is_word(c)) {
                let word = part.trim_end_matches(|c| !is_word(c));
                if !word.is_empty() {
                    words.push((number, word.to_lowercase()));
                }
                if word.len() < part.len() {
                    words.push((number, String::new()));
                }
            }
        }
    }
    words
}

/// Finds phrases also where a line break divides them.
fn rejected_phrases(path: &str, text: &str) -> Vec<String> {
    let words = words(text);
    let mut found = Vec::new();
    for phrase in PHRASES {
        let wanted: Vec<&str> = phrase.split(' ').collect();
        let matches = words
            .windows(wanted.len())
            .filter(|window| window.iter().map(|(_, word)| word).eq(&wanted));
        found.extend(matches.map(|window| format!("{path}:{} says {phrase:?}: write it in plain terms", window[0].0)));
    }
    found
}

#[test]
fn code_and_documents_use_standard_terms() {
    expect_none(violations(&files()));
}

#[test]
fn rejected_identifiers_are_found_in_code_only() {
    let found = |path: &str, text: &str| violations(&[File::sample(path, text)]).len();
    assert_eq!(found("http/src/a.rs", "struct Desk;\nfn seats(all: Vec<Seat>) {}"), 2);
    assert_eq!(found("http/src/a.rs", "let drawn = list.drawn();"), 2);
    assert_eq!(found("frontend/src/a.tsx", "<Bone width={together} />"), 2);
    assert_eq!(found("frontend/src/a.ts", "const text = `${drawn} together`;"), 1);
    assert_eq!(found("frontend/src/a.tsx", "const a = <p>drawn</p>;"), 0);
    assert_eq!(
        found(
            "http/src/a.rs",
            "// Desk\nlet text = \"drawn together\"; let b = r\"Desk\";"
        ),
        0
    );
    assert_eq!(found("http/src/a.rs", "struct DeskLamp; fn withdrawn() {}"), 0);
    assert_eq!(found("sdk-ts/src/generated/a.ts", "type Verdict = string;"), 0);
    assert_eq!(found("docs/a.md", "`Desk`"), 0);
}

#[test]
fn rejected_phrases_are_found_in_comments_and_documents_only() {
    let found = |path: &str, text: &str| violations(&[File::sample(path, text)]).len();
    assert_eq!(found("ports/src/a.rs", "/// Whoever asks.\nlet a = 1; // so many"), 2);
    assert_eq!(found("ports/src/a.rs", "//! Lists so\n//! many rows."), 1);
    assert_eq!(found("frontend/src/a.ts", "/**\n * It is\n * told. */"), 1);
    assert_eq!(found("docs/a.md", "An answer that was asked\nof it, and SQUEEZED."), 2);
    assert_eq!(found("ports/src/a.rs", "let text = \"so many\"; fn whoever() {}"), 0);
    assert_eq!(
        found("ports/src/a.rs", "// is. Told; forbears; so\n\n// many; `whoever_asks`"),
        0
    );
    assert_eq!(found(VOCABULARY, "so many"), 0);
    assert_eq!(found("Makefile", "# so many"), 0);
}
