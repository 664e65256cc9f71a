//! Checks the pictures of the crates and of the domain's folders in `docs/architecture.md`. With `WRITE_ROOMS` set they are
//! written.

use std::{collections::BTreeSet, env, fs};

use crate::{
    arrows::dependencies,
    circles::{Graph, Modules, folders},
    tree::{File, files, root},
};

const PAGE: &str = "docs/architecture.md";
const CRATES: [&str; 6] = ["ports", "domain", "memory", "adapters", "http", "conformance"];
const DOMAIN: &str = "domain/src/";

/// The crates, each with those that its manifest lists.
fn crates(files: &[File]) -> Graph {
    let named = CRATES.iter().filter_map(|name| {
        let path = format!("{name}/Cargo.toml");
        let manifest = files.iter().find(|file| file.path == path)?;
        let used = dependencies(&manifest.text).into_iter();
        let used = used.filter(|other| CRATES.contains(&other.as_str())).collect();
        Some(((*name).to_owned(), used))
    });
    named.collect()
}

/// The folders of the domain, each with those that it imports.
fn domain(files: &[File]) -> Graph {
    let paths = files.iter().filter_map(|file| file.path.strip_prefix(DOMAIN));
    let names: BTreeSet<&str> = paths.filter_map(|path| Some(path.split_once('/')?.0)).collect();
    let imports = folders(&Modules::of(files, DOMAIN).edges());
    let used = |name: &str| {
        let used = imports.get(name).into_iter().flatten();
        used.filter(|other| names.contains(other.as_str())).cloned().collect()
    };
    names.iter().map(|name| ((*name).to_owned(), used(name))).collect()
}

/// Whether `from` imports `to`, directly or not.
fn reaches(graph: &Graph, from: &str, to: &str) -> bool {
    let mut used = graph.get(from).into_iter().flatten();
    used.any(|next| next == to || reaches(graph, next, to))
}

/// A Mermaid flow chart of a graph without circles. Arrows that follow from others are left out.
fn chart(graph: &Graph) -> String {
    let mut lines: Vec<String> = graph.keys().map(|name| format!("    {name}")).collect();
    for (from, used) in graph {
        let is_implied = |to: &str| used.iter().any(|other| reaches(graph, other, to));
        let arrows = used.iter().filter(|to| !is_implied(to));
        lines.extend(arrows.map(|to| format!("    {from} --> {to}")));
    }
    format!("```mermaid\nflowchart TD\n{}\n```", lines.join("\n"))
}

/// A page with the text between the two marks of a picture replaced.
fn with_picture(page: &str, name: &str, picture: &str) -> String {
    let (start, end) = (
        format!("<!-- {name}: written by make rooms -->"),
        format!("<!-- end of {name} -->"),
    );
    let (before, rest) = page.split_once(&start).expect("the page has the mark");
    let (_, after) = rest.split_once(&end).expect("the page has the mark");
    format!("{before}{start}\n{picture}\n{end}{after}")
}

#[test]
fn the_pictures_show_the_current_dependencies() {
    let files = files();
    let page = files.iter().find(|file| file.path == PAGE).expect("the page exists");
    let current = with_picture(&page.text, "crates", &chart(&crates(&files)));
    let current = with_picture(&current, "domain", &chart(&domain(&files)));
    if env::var_os("WRITE_ROOMS").is_some() {
        fs::write(root().join(PAGE), current).expect("the page can be written");
    } else {
        assert!(
            current == page.text,
            "{PAGE} does not show the current dependencies: run make rooms and commit it"
        );
    }
}

#[test]
fn an_arrow_that_follows_from_others_is_left_out() {
    let manifest = |name: &str, used: &str| File::sample(&format!("{name}/Cargo.toml"), used);
    let files = [
        manifest("ports", "[dependencies]\nserde = \"1\"\n"),
        manifest(
            "domain",
            "[dependencies]\nports.workspace = true\n[dev-dependencies]\nmemory.workspace = true\n",
        ),
        manifest(
            "http",
            "[dependencies]\nports.workspace = true\ndomain.workspace = true\n",
        ),
        File::sample("domain/src/a/mod.rs", "use crate::{b::B, c};\n"),
        File::sample("domain/src/b/mod.rs", ""),
        File::sample("domain/src/c.rs", ""),
    ];
    let arrows = "    domain\n    http\n    ports\n    domain --> ports\n    http --> domain";
    assert_eq!(
        chart(&crates(&files)),
        format!("```mermaid\nflowchart TD\n{arrows}\n```")
    );
    assert_eq!(
        chart(&domain(&files)),
        "```mermaid\nflowchart TD\n    a\n    b\n    a --> b\n```"
    );
    assert_eq!(
        with_picture(
            "x\n<!-- a: written by make rooms -->\nold\n<!-- end of a -->\ny",
            "a",
            "new"
        ),
        "x\n<!-- a: written by make rooms -->\nnew\n<!-- end of a -->\ny"
    );
}
