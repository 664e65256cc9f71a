//! Reads the imports of Rust files.

use crate::tree::File;

/// A `use` declaration with one path, or a path in code.
pub struct Import {
    /// The path as it is written, or up to `*`.
    pub path: Vec<String>,
    pub is_reexport: bool,
}

/// The code of a file, without comments.
pub fn code(file: &File) -> String {
    file.code().map(|(_, line)| format!("{line}\n")).collect()
}

/// The code before the unit tests at its end.
pub fn without_tests(code: &str) -> &str {
    code.split("#[cfg(test)]\nmod tests {").next().unwrap_or(code)
}

/// The imports of code.
pub fn imports(code: &str) -> Vec<Import> {
    let mut found = Vec::new();
    let mut open: Option<(bool, String)> = None;
    for line in code.lines().map(str::trim) {
        match (&mut open, declaration(line)) {
            (Some((_, tree)), _) => tree.push_str(line),
            (None, Some((is_reexport, tree))) => open = Some((is_reexport, tree.to_owned())),
            (None, None) => found.extend(paths(line).map(|path| (false, path.to_owned()))),
        }
        if let Some((is_reexport, tree)) = open.take_if(|(_, tree)| tree.ends_with(';')) {
            let mut expanded = Vec::new();
            expand("", tree.trim_end_matches(';'), &mut expanded);
            found.extend(expanded.into_iter().map(|path| (is_reexport, path)));
        }
    }
    let parts = |path: &str| path.split("::").map(str::to_owned).collect();
    let found = found.iter().map(|(is_reexport, path)| Import {
        path: parts(path),
        is_reexport: *is_reexport,
    });
    found.collect()
}

/// The tree of a `use` declaration that begins on this line, and whether it is a re-export.
fn declaration(line: &str) -> Option<(bool, &str)> {
    if let Some(tree) = line.strip_prefix("use ") {
        return Some((false, tree));
    }
    let (visibility, tree) = line.split_once("use ")?;
    let visibility = visibility.trim();
    let is_reexport = visibility == "pub" || visibility.starts_with("pub(") && visibility.ends_with(')');
    is_reexport.then_some((true, tree))
}

/// The paths of a line of code: words that hold `::`. A visibility such as `pub(in crate::x)` imports nothing.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let line = line
        .split_once("pub(in ")
        .map_or(line, |(_, rest)| rest.split_once(')').map_or(rest, |(_, code)| code));
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    words
        .filter(|word| word.contains("::"))
        .map(|word| word.trim_matches(':'))
}

/// Takes `a::{b, c::d}` apart into `a::b` and `a::c::d`.
fn expand(prefix: &str, tree: &str, found: &mut Vec<String>) {
    let Some((before, rest)) = tree.split_once('{') else {
        let name = tree.split(" as ").next().unwrap_or(tree).trim();
        if !name.is_empty() {
            found.push(format!("{prefix}{name}").trim_end_matches("::self").to_owned());
        }
        return;
    };
    let inner = rest.rfind('}').map_or(rest, |end| &rest[..end]);
    let prefix = format!("{prefix}{}", before.trim());
    let (mut depth, mut start) = (0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&prefix, &inner[start..at], found);
                start = at + 1;
            }
            _ => {}
        }
    }
    expand(&prefix, &inner[start..], found);
}

#[test]
fn declarations_and_paths_are_read() {
    let code =
        "use crate::{\n    a::{self, B as C},\n    d,\n};\npub(crate) use e::F;\npub(in crate::g) fn f() { h::i(j) }\n";
    let found: Vec<String> = imports(code).iter().map(|it| it.path.join("::")).collect();
    assert_eq!(found, ["crate::a", "crate::a::B", "crate::d", "e::F", "h::i"]);
    assert!(
        imports(code)
            .iter()
            .map(|it| it.is_reexport)
            .eq([false, false, false, true, false])
    );
}
