//! What the repository never says.

use crate::{
    expect_none,
    tree::{File, files},
};

/// Where a phrase may stand all the same.
struct Phrase {
    text: &'static str,
    allowed: &'static [&'static str],
    why: &'static str,
}

/// Written in two parts, so that this file does not say them either.
const NEVER: [Phrase; 12] = [
    Phrase {
        text: concat!("/wo", "rk/"),
        allowed: &[],
        why: "a path of one machine",
    },
    Phrase {
        text: concat!("/ro", "ot/"),
        allowed: &[],
        why: "a path of one machine",
    },
    Phrase {
        text: concat!("../sha", "red/"),
        allowed: &[".ci/run"],
        why: "only .ci/run knows where test vectors lie",
    },
    Phrase {
        text: concat!("registry.", "npmjs"),
        allowed: &[],
        why: "packages are named, not their hosts",
    },
    Phrase {
        text: concat!("static.", "crates.io"),
        allowed: &[],
        why: "packages are named, not their hosts",
    },
    Phrase {
        text: concat!("deb.", "debian.org"),
        allowed: &[],
        why: "packages are named, not their hosts",
    },
    Phrase {
        text: concat!("\"resolved\": \"", "http"),
        allowed: &[],
        why: "a lock file names packages, not hosts",
    },
    Phrase {
        text: concat!("TO", "DO"),
        allowed: &[],
        why: "write an issue, or do it",
    },
    Phrase {
        text: concat!("FIX", "ME"),
        allowed: &[],
        why: "write an issue, or do it",
    },
    Phrase {
        text: concat!("#[ig", "nore"),
        allowed: &[],
        why: "a test runs, or does not exist",
    },
    Phrase {
        text: concat!("test.sk", "ip("),
        allowed: &[],
        why: "a test runs, or does not exist",
    },
    Phrase {
        text: concat!("test.on", "ly("),
        allowed: &[],
        why: "a test runs, or does not exist",
    },
];

/// Whether the phrase stands there as a whole: `TO` + `DO` is not a part of another word.
fn says(line: &str, phrase: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    line.match_indices(phrase).any(|(at, _)| {
        let all_letters = phrase.chars().all(char::is_alphabetic);
        let (before, after) = (line[..at].chars().next_back(), line[at + phrase.len()..].chars().next());
        !(all_letters && (is_word(before) || is_word(after)))
    })
}

fn violations(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        for (index, line) in file.text.lines().enumerate() {
            let said = NEVER
                .iter()
                .filter(|phrase| says(line, phrase.text) && !phrase.allowed.contains(&file.path.as_str()));
            found
                .extend(said.map(|phrase| format!("{}:{} says {}: {}", file.path, index + 1, phrase.text, phrase.why)));
        }
    }
    found
}

#[test]
fn the_repository_never_says_these_words() {
    expect_none(violations(&files()));
}

#[test]
fn forbidden_words_are_found() {
    let found = |path: &str, text: &str| violations(&[File::sample(path, text)]).len();
    assert_eq!(found("docs/a.md", concat!("see /wo", "rk/main")), 1);
    assert_eq!(found("docs/a.md", concat!("// TO", "DO: later")), 1);
    assert_eq!(found("docs/a.md", concat!("the MASTO", "DON key")), 0);
    assert_eq!(found(".ci/run", concat!("../sha", "red/fixtures")), 0);
    assert_eq!(found("Makefile", concat!("../sha", "red/fixtures")), 1);
    assert_eq!(
        found(
            "package-lock.json",
            concat!("\"resolved\": \"", "https://example.org/a.tgz\"")
        ),
        1
    );
}
