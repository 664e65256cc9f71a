//! No circles: the files of a crate do not import each other in a circle, and neither do its folders.
//!
//! A declaration (`mod x;`) and a re-export (`pub use x::Y;`) are no imports. An import of a re-exported item counts as one of
//! the file that defines it. Unit tests are not looked at.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    expect_none,
    tree::{File, files},
};

/// The crates that are checked, by the folder of their sources.
const CRATES: [&str; 2] = ["ports/src/", "domain/src/"];
/// The crate whose folders alone are checked: a list of sources imports each of them, and they import what they share.
const LISTS: &str = "adapters/src/";
/// Files whose circle is accepted, each with the reason.
const EXCEPTIONS: [(&str, &str); 0] = [];
/// How many re-exports in a row are followed.
const MOST_REEXPORTS: usize = 8;

/// The path of a module within its crate: `["price", "agree"]`.
type Module = Vec<String>;
/// What each node imports.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// A `use` declaration with one path, or a path in code.
struct Import {
    /// The path from the root of the crate.
    path: Module,
    is_reexport: bool,
}

/// The modules of a crate, with what each imports.
struct Modules {
    imports: BTreeMap<Module, Vec<Import>>,
}

impl Modules {
    fn of(files: &[File], root: &str) -> Self {
        let own = files.iter().filter(|file| file.is_a(&["rs"]));
        let own = own.filter_map(|file| Some((module(file.path.strip_prefix(root)?)?, file)));
        let own: BTreeMap<Module, &File> = own.collect();
        let known: BTreeSet<Module> = own.keys().cloned().collect();
        let imports = own
            .into_iter()
            .map(|(module, file)| (module.clone(), imports(&known, &module, file)));
        Self {
            imports: imports.collect(),
        }
    }

    /// The module that defines what a path names.
    fn resolve(&self, path: &[String], reexports: usize) -> Option<Module> {
        let length = (0..=path.len())
            .rev()
            .find(|it| self.imports.contains_key(&path[..*it]))?;
        let module = &path[..length];
        let reexport = path.get(length).and_then(|item| {
            let mut candidates = self.imports[module].iter().filter(|import| import.is_reexport);
            candidates.find(|import| import.path.last() == Some(item))
        });
        match reexport {
            Some(import) if reexports < MOST_REEXPORTS => self.resolve(&import.path, reexports + 1),
            _ => Some(module.to_vec()),
        }
    }

    /// Each import between two modules, once.
    fn edges(&self) -> BTreeSet<(Module, Module)> {
        let all = self.imports.iter().flat_map(|(module, imports)| {
            let own = imports.iter().filter(|import| !import.is_reexport);
            own.filter_map(|import| Some((module.clone(), self.resolve(&import.path, 0)?)))
        });
        all.filter(|(from, to)| from != to).collect()
    }
}

/// The module of a file, given from the root of the crate; `None` for tests.
fn module(path: &str) -> Option<Module> {
    let path = path.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let parts: Module = path.split('/').map(str::to_owned).collect();
    match parts.as_slice() {
        _ if parts.iter().any(|part| part == "tests") => None,
        [root] if root == "lib" => Some(Vec::new()),
        _ => Some(parts),
    }
}

/// The imports of a file, unit tests left out.
fn imports(known: &BTreeSet<Module>, module: &Module, file: &File) -> Vec<Import> {
    let text: String = file.code().map(|(_, line)| format!("{line}\n")).collect();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(&text);
    let mut found = Vec::new();
    let mut open: Option<(bool, String)> = None;
    for line in text.lines().map(str::trim) {
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
    let found = found.into_iter().filter(|(_, path)| !path.ends_with('*'));
    let found = found.filter_map(|(is_reexport, path)| {
        let path = absolute(known, module, &path)?;
        Some(Import { path, is_reexport })
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

/// The paths of a line of code: words that hold `::`.
fn paths(line: &str) -> impl Iterator<Item = &str> {
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

/// A path from the root of the crate; `None` for a path into another crate.
fn absolute(known: &BTreeSet<Module>, module: &Module, path: &str) -> Option<Module> {
    let parts: Vec<&str> = path.split("::").collect();
    let supers = parts.iter().take_while(|part| **part == "super").count();
    let (base, rest) = match parts[0] {
        "crate" => (&module[..0], &parts[1..]),
        "self" => (&module[..], &parts[1..]),
        "super" => (&module[..module.len().checked_sub(supers)?], &parts[supers..]),
        child => {
            let mut inner = module.clone();
            inner.push(child.to_owned());
            known.contains(&inner).then_some((&module[..], &parts[..]))?
        }
    };
    let rest = rest.iter().map(|part| (*part).to_owned());
    Some(base.iter().cloned().chain(rest).collect())
}

/// The folders of the files: of two modules those in which their paths differ first.
fn folders(edges: &BTreeSet<(Module, Module)>) -> Graph {
    let mut graph = Graph::new();
    for (from, to) in edges {
        let common = from.iter().zip(to).take_while(|(one, other)| one == other).count();
        if from.len() > common && to.len() > common {
            let imported = to[..=common].join("/");
            graph.entry(from[..=common].join("/")).or_default().insert(imported);
        }
    }
    graph
}

/// The imports of each file.
fn modules(edges: &BTreeSet<(Module, Module)>) -> Graph {
    let mut graph = Graph::new();
    for (from, to) in edges {
        graph.entry(from.join("/")).or_default().insert(to.join("/"));
    }
    graph
}

/// Everything that a node imports, directly or not.
fn reachable<'a>(graph: &'a Graph, from: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut next = vec![from];
    while let Some(node) = next.pop() {
        for imported in graph.get(node).into_iter().flatten() {
            if found.insert(imported.as_str()) {
                next.push(imported);
            }
        }
    }
    found
}

/// The sets of nodes that import each other, each with the imports within it.
fn circles(graph: &Graph) -> BTreeSet<String> {
    let reachable: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|node| (node.as_str(), reachable(graph, node)))
        .collect();
    let reaches = |from: &str, to: &str| reachable.get(from).is_some_and(|found| found.contains(to));
    let described = graph.keys().filter(|node| reaches(node, node)).map(|node| {
        let members = graph
            .keys()
            .filter(|other| reaches(node, other) && reaches(other, node));
        let imports = members.flat_map(|member| {
            let within = graph[member].iter().filter(|to| reaches(to, member));
            within.map(move |to| format!("{member} imports {to}"))
        });
        imports.collect::<Vec<_>>().join(", ")
    });
    described.collect()
}

fn circles_of_folders(files: &[File], root: &str) -> Vec<String> {
    let edges = Modules::of(files, root).edges();
    let circles = circles(&folders(&edges)).into_iter();
    circles
        .map(|circle| format!("{root}: a circle of folders: {circle}"))
        .collect()
}

fn violations(files: &[File], root: &str) -> Vec<String> {
    let edges = Modules::of(files, root).edges();
    let is_accepted = |circle: &String| EXCEPTIONS.iter().any(|(file, _)| circle.contains(file));
    let folders = circles_of_folders(files, root).into_iter();
    let files = circles(&modules(&edges)).into_iter();
    let files = files.filter(|circle| !is_accepted(circle));
    folders
        .chain(files.map(|circle| format!("{root}: a circle of files: {circle}")))
        .collect()
}

#[test]
fn folders_and_files_form_no_circle() {
    let files = files();
    for root in CRATES {
        let count = files.iter().filter(|file| file.path.starts_with(root)).count();
        assert!(count > 5, "{root} has {count} files");
        expect_none(violations(&files, root));
    }
    expect_none(circles_of_folders(&files, LISTS));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circles of a crate with these files.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let sample = |(path, text): &(&str, &str)| File::sample(&format!("a/src/{path}"), text);
        violations(&files.iter().map(sample).collect::<Vec<_>>(), "a/src/")
    }

    #[test]
    fn circles_of_files_are_found() {
        let two = [("x.rs", "use crate::y::Y;\n"), ("y.rs", "fn f() { crate::x::X }\n")];
        assert_eq!(found(&two).len(), 2, "as files and as nodes of the root");
        assert!(found(&two)[1].contains("x imports y, y imports x"));
        let parent = [("x/mod.rs", "use y::Y;\n"), ("x/y.rs", "use super::X;\n")];
        assert_eq!(found(&parent).len(), 1);
        let three = [
            ("x.rs", "use crate::{\n    y::Y,\n};\n"),
            ("y.rs", "use super::z::{self, Z};\n"),
            ("z.rs", "use crate::x;\n"),
        ];
        assert_eq!(found(&three).len(), 2);
    }

    #[test]
    fn circles_of_folders_are_found() {
        let folders = [
            ("x/mod.rs", "mod a;\nmod b;\npub use a::A;\n"),
            ("x/a.rs", "use crate::y::C;\n"),
            ("x/b.rs", ""),
            ("y/mod.rs", "mod c;\nmod d;\npub(crate) use c::C;\n"),
            ("y/c.rs", ""),
            ("y/d.rs", "use crate::x::b::B;\n"),
        ];
        let found = found(&folders);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("x imports y, y imports x"));
    }

    #[test]
    fn declarations_reexports_and_unit_tests_are_no_imports() {
        let fine = [
            ("lib.rs", "mod x;\nmod y;\npub use x::X;\npub use y::{Y as Z, W};\n"),
            ("x.rs", "use std::fmt;\nuse ports::y::Y;\n"),
            (
                "y.rs",
                "use crate::X;\n// crate::z::Z\nstruct Y;\n#[cfg(test)]\nmod tests {\n    use crate::z::Z;\n}\n",
            ),
            ("z.rs", "use crate::y::Y;\n"),
        ];
        assert_eq!(found(&fine), Vec::<String>::new());
    }
}
