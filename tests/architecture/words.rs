//! Rejects texts that must not occur in the repository.

use crate::{
    expect_none,
    tree::{File, files},
};

/// A rejected text and the files that may contain it.
struct Phrase {
    text: &'static str,
    allowed: &'static [&'static str],
    why: &'static str,
}

/// Each text is concatenated from two parts, so that this file does not contain it.
const REJECTED: [Phrase; 12] = [
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
        why: "only .ci/run knows the folder of the test vectors",
    },
    Phrase {
        text: concat!("registry.", "npmjs"),
        allowed: &[],
        why: "only names of packages are kept, not their hosts",
    },
    Phrase {
        text: concat!("static.", "crates.io"),
        allowed: &[],
        why: "only names of packages are kept, not their hosts",
    },
    Phrase {
        text: concat!("deb.", "debian.org"),
        allowed: &[],
        why: "only names of packages are kept, not their hosts",
    },
    Phrase {
        text: concat!("\"resolved\": \"", "http"),
        allowed: &[],
        why: "a lock file contains names of packages, not hosts",
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

/// Whether a line contains the text. If the text has only letters, it must be a whole word.
fn contains(line: &str, phrase: &str) -> bool {
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
            let rejected = REJECTED
                .iter()
                .filter(|phrase| contains(line, phrase.text) && !phrase.allowed.contains(&file.path.as_str()));
            found.extend(
                rejected.map(|phrase| format!("{}:{} contains {}: {}", file.path, index + 1, phrase.text, phrase.why)),
            );
        }
    }
    found
}

#[test]
fn the_repository_contains_no_rejected_text() {
    expect_none(violations(&files()));
}

#[test]
fn rejected_texts_are_found() {
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
