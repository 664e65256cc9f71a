//! A name of a type has one meaning in the whole workspace: no two different types share it, private ones included.

use std::collections::BTreeMap;

use crate::{
    expect_none,
    lexer::{Language, layers},
    tree::{File, files, identifiers},
};

/// The crates of the product. Tests may name their own types as they like.
const CRATES: [&str; 6] = ["ports", "domain", "adapters", "http", "memory", "conformance"];
/// What can be written before the keyword of a declaration.
const MODIFIERS: [&str; 6] = ["pub", "crate", "super", "self", "in", "unsafe"];
const KEYWORDS: [&str; 5] = ["struct", "enum", "trait", "union", "type"];

/// Names that several types may have, each with the reason.
const EXCEPTIONS: [(&str, &str); 2] = [
    (
        "Harness",
        "conformance: one idea, declared by the module of each port for its own kind of adapter",
    ),
    ("Samples", "conformance: one idea, as for `Harness`"),
];

/// A declaration of a type.
struct Declaration<'a> {
    path: &'a str,
    line: usize,
    name: String,
    /// The keyword and the character after the name: `struct(` for a tuple.
    shape: String,
    /// Whether the type is sent or received by the API.
    is_wire: bool,
}

impl Declaration<'_> {
    /// Whether it has the form in which the API sends `other`: the wire has the words of the domain.
    fn is_wire_form_of(&self, other: &Self) -> bool {
        let is_inner = other.path.starts_with("domain/") || other.path.starts_with("ports/");
        self.is_wire && is_inner && self.shape == other.shape
    }
}

/// The types that a file declares, unit tests left out.
fn declarations(file: &File) -> Vec<Declaration<'_>> {
    let code = layers(&file.text, Language::Rust).code;
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut found: Vec<Declaration> = Vec::new();
    let mut depth = 0_i32;
    let mut attributes = String::new();
    for (line, number) in code.lines().zip(1..) {
        if let Some((name, shape)) = declared(line, depth) {
            found.push(Declaration {
                path: &file.path,
                line: number,
                name: name.to_owned(),
                shape,
                is_wire: file.path.starts_with("http/") && attributes.contains("ToSchema"),
            });
        }
        attributes.push_str(line);
        if line.trim_end().ends_with([';', '{', '}']) {
            attributes.clear();
        }
        depth += line
            .chars()
            .map(|c| i32::from(c == '{') - i32::from(c == '}'))
            .sum::<i32>();
    }
    found.extend(ids(file, code));
    found
}

/// The name and the shape of the type that a line declares. A `type` within braces is an associated type, and an alias of a
/// type of the same name declares no other one.
fn declared(line: &str, depth: i32) -> Option<(&str, String)> {
    let mut words = identifiers(line).skip_while(|word| MODIFIERS.contains(word));
    let keyword = words.next().filter(|word| KEYWORDS.contains(word))?;
    let name = words.next().filter(|name| name.starts_with(char::is_uppercase))?;
    let rest = line.split_once(name)?.1;
    let is_alias = keyword == "type" && (depth > 0 || rest.contains(&format!("::{name}")));
    let next = rest.trim_start().chars().next().filter(|c| *c == '(');
    (!is_alias).then(|| (name, format!("{keyword}{}", next.map(String::from).unwrap_or_default())))
}

/// The types that the macro `id!` declares.
fn ids<'a>(file: &'a File, code: &str) -> Vec<Declaration<'a>> {
    let parts = code
        .match_indices("::id!(")
        .map(|(at, macro_name)| (at, &code[at + macro_name.len()..]));
    let named = parts.filter_map(|(at, rest)| Some((at, identifiers(rest).next()?)));
    let declared = named.map(|(at, name)| Declaration {
        path: &file.path,
        line: code[..at].lines().count(),
        name: name.to_owned(),
        shape: "struct(".to_owned(),
        is_wire: false,
    });
    declared.collect()
}

fn is_checked(path: &str) -> bool {
    let (top, rest) = path.split_once('/').unwrap_or_default();
    let is_test = |part: &str| part == "tests" || part == "tests.rs";
    CRATES.contains(&top) && rest.starts_with("src/") && path.ends_with(".rs") && !rest.split('/').any(is_test)
}

/// The declarations of each name that more than one file declares, wire forms left out.
fn shared(files: &[File]) -> BTreeMap<String, Vec<Declaration<'_>>> {
    let mut by_name: BTreeMap<String, Vec<Declaration>> = BTreeMap::new();
    for declaration in files
        .iter()
        .filter(|file| is_checked(&file.path))
        .flat_map(declarations)
    {
        let declarations = by_name.entry(declaration.name.clone()).or_default();
        // A file declares a name twice for two platforms.
        if declarations.iter().all(|other| other.path != declaration.path) {
            declarations.push(declaration);
        }
    }
    for declarations in by_name.values_mut() {
        let (inner, wire): (Vec<_>, Vec<_>) = declarations.drain(..).partition(|one| !one.is_wire);
        let other = wire
            .into_iter()
            .filter(|one| !inner.iter().any(|it| one.is_wire_form_of(it)));
        let other: Vec<_> = other.collect();
        declarations.extend(inner);
        declarations.extend(other);
    }
    by_name.retain(|_, declarations| declarations.len() > 1);
    by_name
}

fn violations(files: &[File], exceptions: &[(&str, &str)]) -> Vec<String> {
    let shared = shared(files);
    let is_excepted = |name: &str| exceptions.iter().any(|(exception, _)| *exception == name);
    let described = shared
        .iter()
        .filter(|(name, _)| !is_excepted(name))
        .map(|(name, declarations)| {
            let places = declarations.iter().map(|one| format!("{}:{}", one.path, one.line));
            format!(
                "{name} is the name of several types: {}",
                places.collect::<Vec<_>>().join(", ")
            )
        });
    let stale = exceptions.iter().filter(|(name, _)| !shared.contains_key(*name));
    described
        .chain(stale.map(|(name, _)| format!("{name} no longer needs an exception")))
        .collect()
}

#[test]
fn no_two_types_share_a_name() {
    expect_none(violations(&files(), &EXCEPTIONS));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)], exceptions: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<File> = files.iter().map(|(path, text)| File::sample(path, text)).collect();
        violations(&files, exceptions)
    }

    #[test]
    fn types_of_one_name_are_found() {
        let ports = (
            "ports/src/a.rs",
            "crate::id!(\n    /// An id.\n    NodeId\n);\n\npub struct Node {}\n",
        );
        let adapters = (
            "adapters/src/b/c.rs",
            "/// A node.\npub(super) enum Node {\n    One,\n}\ntype NodeId = u8;\n",
        );
        let both = found(&[ports, adapters], &[]);
        assert_eq!(
            both,
            [
                "Node is the name of several types: ports/src/a.rs:6, adapters/src/b/c.rs:2",
                "NodeId is the name of several types: ports/src/a.rs:1, adapters/src/b/c.rs:5"
            ]
        );
        assert_eq!(found(&[ports, adapters], &[("Node", "one idea")]).len(), 1);
        assert_eq!(found(&[ports], &[("Node", "one idea")]).len(), 1, "a stale exception");
    }

    #[test]
    fn uses_tests_and_associated_types_declare_nothing() {
        let fine = [
            (
                "ports/src/a.rs",
                "pub struct Node;\nimpl X for Node {\n    type Error = E;\n}\n",
            ),
            (
                "domain/src/a.rs",
                "type Node = ports::a::Node<u8>;\nimpl X for Y {\n    type Error = F;\n}\n",
            ),
            (
                "http/src/a.rs",
                "// struct Node\n#[cfg(test)]\nmod tests {\n    struct Node;\n}\n",
            ),
            ("http/src/b/tests.rs", "struct Node;\n"),
            ("tests/api/a.rs", "struct Node;\n"),
            (
                "memory/src/a.rs",
                "#[cfg(unix)]\ntype Id = u8;\n#[cfg(not(unix))]\ntype Id = u16;\n",
            ),
        ];
        assert_eq!(found(&fine, &[]), Vec::<String>::new());
    }

    #[test]
    fn the_wire_has_the_names_of_the_domain() {
        let domain = ("domain/src/a.rs", "pub struct Node {\n    a: u8,\n}\n");
        let wire = "#[derive(\n    Debug,\n    ToSchema,\n)]\n#[serde(default)]\npub struct Node";
        let http = |declaration: &str| found(&[domain, ("http/src/a.rs", declaration)], &[]).len();
        assert_eq!(http(&format!("{wire} {{\n}}\n")), 0);
        assert_eq!(http(&format!("{wire}(u8);\n")), 1, "of another shape");
        assert_eq!(http("pub struct Node {\n}\n"), 1, "not sent");
    }
}
