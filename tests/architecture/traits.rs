//! Limits ports to seven methods. A port that needs more is split by noun.

use crate::{
    expect_none,
    tree::{File, files},
};

const MOST: usize = 7;

/// Traits that may have more methods, each with the reason.
const EXCEPTIONS: [(&str, &str); 0] = [];

/// A trait and the number of its methods.
#[derive(Debug, PartialEq, Eq)]
pub struct Trait {
    pub name: String,
    pub methods: usize,
}

/// Returns the public traits of a Rust file. Only functions directly inside the trait's braces are counted.
pub fn traits(file: &File) -> Vec<Trait> {
    let mut found: Vec<Trait> = Vec::new();
    let mut depth = 0_i32;
    let mut inside: Option<i32> = None;
    for (_, line) in file.code() {
        if inside.is_none()
            && let Some(name) = declared(line)
        {
            found.push(Trait {
                name: name.to_owned(),
                methods: 0,
            });
            inside = Some(depth);
        }
        if inside == Some(depth - 1)
            && is_method(line)
            && let Some(last) = found.last_mut()
        {
            last.methods += 1;
        }
        depth += braces(line);
        if inside == Some(depth) && line.contains('}') {
            inside = None;
        }
    }
    found
}

fn declared(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub trait ")?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

fn is_method(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("fn ") || line.starts_with("async fn ")
}

fn braces(line: &str) -> i32 {
    line.chars().map(|c| i32::from(c == '{') - i32::from(c == '}')).sum()
}

fn violations(files: &[File], exceptions: &[(&str, &str)]) -> Vec<String> {
    let ports = files
        .iter()
        .filter(|file| file.path.starts_with("ports/src/") && file.is_a(&["rs"]));
    let all: Vec<_> = ports
        .flat_map(|file| traits(file).into_iter().map(|it| (file.path.as_str(), it)))
        .collect();
    let excepted = |name: &str| exceptions.iter().any(|(exception, _)| *exception == name);
    let big = all.iter().filter(|(_, it)| it.methods > MOST && !excepted(&it.name));
    let mut found: Vec<_> = big
        .map(|(path, it)| {
            format!(
                "{path}: {} has {} methods, at most {MOST} are allowed",
                it.name, it.methods
            )
        })
        .collect();
    let needed = |name: &str| all.iter().any(|(_, it)| it.name == name && it.methods > MOST);
    let stale = exceptions.iter().filter(|(name, _)| !needed(name));
    found.extend(stale.map(|(name, _)| format!("{name} no longer needs an exception")));
    found
}

#[test]
fn no_port_has_more_than_seven_methods() {
    expect_none(violations(&files(), &EXCEPTIONS));
}

#[test]
fn methods_are_counted() {
    let text = "pub struct A { b: u8 }\n#[async_trait]\npub trait PodStore: Send {\n    /// fn no\n    async fn create(\n        \
                &mut self,\n    ) -> Result<(), Error>;\n    fn name(&self) -> String {\n        fn inner() {}\n        \
                String::new()\n    }\n}\nfn outside() {}\npub trait Empty {}\n";
    let found = traits(&File::sample("ports/src/pod.rs", text));
    let counts: Vec<_> = found.iter().map(|it| (it.name.as_str(), it.methods)).collect();
    assert_eq!(counts, [("PodStore", 2), ("Empty", 0)]);
}

#[test]
fn a_trait_of_eight_methods_is_found() {
    let text = format!("pub trait Big {{\n{}}}\n", "    fn one(&self);\n".repeat(8));
    let files = [File::sample("ports/src/big.rs", &text)];
    assert_eq!(violations(&files, &[]).len(), 1);
    assert!(violations(&files, &[("Big", "one table of a wire format")]).is_empty());
    assert_eq!(violations(&[], &[("Big", "gone")]).len(), 1);
}
