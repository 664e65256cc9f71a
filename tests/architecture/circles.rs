//! No circles: the files of a crate do not import each other in a circle, and neither do its folders.
//!
//! A declaration (`mod x;`) and a re-export (`pub use x::Y;`) are no imports. An import of a re-exported item counts as one of
//! the file that defines it. Unit tests are not looked at.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    expect_none,
    rust_imports::{Import, code, imports, without_tests},
    tree::{File, files, identifiers},
};

/// All crates, by the folder of their sources.
const CRATES: [&str; 6] = [
    "ports/src/",
    "domain/src/",
    "adapters/src/",
    "memory/src/",
    "http/src/",
    "conformance/src/",
];
/// What stands before the name of an item where it is declared.
const KEYWORDS: [&str; 8] = ["struct", "enum", "trait", "type", "union", "fn", "const", "static"];
/// How many re-exports in a row are followed.
const MOST_REEXPORTS: usize = 8;

/// The path of a module within its crate: `["price", "agree"]`.
type Module = Vec<String>;
/// What each node imports.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// The modules of a crate, with what each declares and what it imports from the crate, as paths from its root.
pub struct Modules {
    imports: BTreeMap<Module, Vec<Import>>,
    declared: BTreeMap<Module, BTreeSet<String>>,
}

impl Modules {
    /// The modules of the crate whose sources are in the folder `root`, without tests.
    pub fn of(files: &[File], root: &str) -> Self {
        let own = files.iter().filter(|file| file.is_a(&["rs"]));
        let own = own.filter_map(|file| Some((module(file.path.strip_prefix(root)?)?, code(file))));
        let own: BTreeMap<Module, String> = own.collect();
        let own = || own.iter().map(|(module, text)| (module, without_tests(text)));
        let known: BTreeSet<&Module> = own().map(|(module, _)| module).collect();
        let imports = |module: &Module, text: &str| {
            let found = imports(text).into_iter().filter_map(|Import { path, is_reexport }| {
                let path = absolute(&known, module, &path)?;
                Some(Import { path, is_reexport })
            });
            found.collect()
        };
        Self {
            imports: own()
                .map(|(module, text)| (module.clone(), imports(module, text)))
                .collect(),
            declared: own().map(|(module, text)| (module.clone(), declared(text))).collect(),
        }
    }

    /// The module that defines what a path names.
    fn resolve(&self, path: &[String], reexports: usize) -> Option<Module> {
        let length = (0..=path.len())
            .rev()
            .find(|it| self.imports.contains_key(&path[..*it]))?;
        let module = &path[..length];
        let reexported = path
            .get(length)
            .and_then(|item| self.reexported(module, item, reexports));
        Some(reexported.unwrap_or_else(|| module.to_vec()))
    }

    /// The module that defines an item that a module re-exports, by its name or with `*`.
    fn reexported(&self, module: &[String], item: &String, reexports: usize) -> Option<Module> {
        let mut candidates = self.imports[module].iter().filter(|import| import.is_reexport);
        let found = |import: &Import| match import.path.split_last()? {
            (last, _) if last == item => self.resolve(&import.path, reexports + 1),
            (last, parent) if last == "*" => {
                let path: Module = parent.iter().chain([item]).cloned().collect();
                let found = self.resolve(&path, reexports + 1)?;
                self.declared[&found].contains(item).then_some(found)
            }
            _ => None,
        };
        (reexports < MOST_REEXPORTS)
            .then(|| candidates.find_map(found))
            .flatten()
    }

    /// Each import between two modules, once.
    pub fn edges(&self) -> BTreeSet<(Module, Module)> {
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

/// The names of the items that a file declares.
fn declared(text: &str) -> BTreeSet<String> {
    let words: Vec<&str> = text.lines().flat_map(identifiers).collect();
    let pairs = words.windows(2).filter(|pair| KEYWORDS.contains(&pair[0]));
    pairs.map(|pair| pair[1].to_owned()).collect()
}

/// A path from the root of the crate; `None` for a path into another crate.
fn absolute(known: &BTreeSet<&Module>, module: &Module, path: &[String]) -> Option<Module> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    let (base, rest) = match path.first()?.as_str() {
        "crate" => (&module[..0], &path[1..]),
        "self" => (&module[..], &path[1..]),
        "super" => (&module[..module.len().checked_sub(supers)?], &path[supers..]),
        child => {
            let mut inner = module.clone();
            inner.push(child.to_owned());
            known.contains(&inner).then_some((&module[..], path))?
        }
    };
    Some(base.iter().chain(rest).cloned().collect())
}

/// The folders of the files: of two modules those in which their paths differ first.
pub fn folders(edges: &BTreeSet<(Module, Module)>) -> Graph {
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

fn violations(files: &[File], root: &str) -> Vec<String> {
    let edges = Modules::of(files, root).edges();
    let of = |what: &str, graph: &Graph| {
        let found = circles(graph).into_iter();
        found
            .map(|circle| format!("{root}: a circle of {what}: {circle}"))
            .collect::<Vec<_>>()
    };
    [of("folders", &folders(&edges)), of("files", &modules(&edges))].concat()
}

#[test]
fn folders_and_files_form_no_circle() {
    let files = files();
    for root in CRATES {
        let count = files.iter().filter(|file| file.path.starts_with(root)).count();
        assert!(count > 5, "{root} has {count} files");
        expect_none(violations(&files, root));
    }
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
    fn items_of_a_reexported_file_belong_to_it() {
        let listed = |import: &str| {
            let list = "mod a;\nmod b;\npub use b::*;\nfn f() { a::A }\npub struct Own;\n";
            found(&[
                ("x/mod.rs", list),
                ("x/a.rs", import),
                ("x/b.rs", "pub struct B;\npub(in crate::x) fn f() {}\n"),
            ])
        };
        assert_eq!(listed("use super::B;\n"), Vec::<String>::new());
        assert_eq!(listed("use super::{B, Own};\n").len(), 1);
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
