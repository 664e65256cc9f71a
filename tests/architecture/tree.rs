//! The text files of the repository, and a line-based reader of Rust and TypeScript.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders that tools generate.
const SKIPPED: [&str; 5] = ["target", "node_modules", "dist", "build", ".git"];

/// A text file: its path from the root of the repository, with forward slashes, and its content.
#[derive(Debug)]
pub struct File {
    pub path: String,
    pub text: String,
}

impl File {
    /// A file for the test of a check.
    pub fn sample(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    /// Whether the file has one of these extensions, given without the dot.
    pub fn is_a(&self, extensions: &[&str]) -> bool {
        self.path
            .rsplit_once('.')
            .is_some_and(|(_, extension)| extensions.contains(&extension))
    }

    /// The lines of code with their numbers, without comments and empty lines.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let numbered = self.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        numbered
            .map(|(number, line)| (number, without_comment(line)))
            .filter(|(_, line)| !line.trim().is_empty())
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests are a folder of the repository")
        .to_owned()
}

/// Returns every text file that is not in a generated folder, sorted by path.
pub fn files() -> Vec<File> {
    let root = root();
    let mut found = Vec::new();
    collect(&root, &root, &mut found);
    assert!(found.len() > 20, "the repository was not found at {}", root.display());
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// The identifiers of a line, in order.
pub fn identifiers(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<File>) {
    for entry in fs::read_dir(folder).expect("the folder exists").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if SKIPPED.contains(&name.as_str()) {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(root, &path, found);
        } else if let Ok(text) = fs::read_to_string(&path) {
            let relative = path
                .strip_prefix(root)
                .expect("the path is below the root")
                .to_string_lossy()
                .replace('\\', "/");
            found.push(File { path: relative, text });
        }
    }
}

/// Cuts a line at `//`, unless that is part of a URL such as `https://`.
fn without_comment(line: &str) -> &str {
    let starts = line.match_indices("//").map(|(at, _)| at);
    let comment = starts.into_iter().find(|at| !line[..*at].ends_with(':'));
    let line = comment.map_or(line, |at| &line[..at]);
    if line.trim_start().starts_with(['*']) || line.trim_start().starts_with("/*") {
        ""
    } else {
        line
    }
}

#[test]
fn comments_are_not_code() {
    let file = File::sample(
        "a.rs",
        "//! tokio\nlet a = 1; // sqlx\n\nlet b = \"https://example.org\";\n",
    );
    let code: Vec<_> = file.code().map(|(number, line)| (number, line.trim())).collect();
    assert_eq!(code, [(2, "let a = 1;"), (4, "let b = \"https://example.org\";")]);
}

#[test]
fn generated_folders_are_skipped() {
    assert!(
        files()
            .iter()
            .all(|file| !file.path.contains("node_modules/") && !file.path.starts_with("target/"))
    );
}
