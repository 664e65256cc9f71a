//! Checks that the paths, links and identifiers in the documentation exist.

use std::collections::BTreeSet;

use crate::{
    expect_none,
    tree::{File, files, identifiers, root},
};

/// File extensions: a text in backticks that ends with one is a path.
const ENDINGS: [&str; 9] = ["rs", "md", "toml", "csv", "mjs", "ts", "tsx", "txt", "json"];
/// Files outside the repository that pages mention.
const FOREIGN: [&str; 1] = ["tokenlist.schema.json"];
/// Pages about the code: what is written like a type, a function or a constant in backticks must exist.
const GUIDES: [&str; 8] = [
    "README.md",
    "docs/architecture.md",
    "docs/adding.md",
    "ports/README.md",
    "domain/README.md",
    "memory/README.md",
    "adapters/README.md",
    "conformance/README.md",
];
/// Names from the standard library.
const STANDARD: [&str; 1] = ["Option"];
/// Files of `ports` that need no row in the vocabulary.
const PLUMBING: [&str; 8] = ["bip32", "clock", "ids", "json", "lib", "secret", "storage", "time"];
const DECISIONS: &str = "docs/decisions/";
/// The heading of the section of the README that lists the chains.
const NETWORKS: &str = "\n## Networks\n";

/// The texts in backticks, except those in code fences.
fn quoted(page: &File) -> Vec<String> {
    let prose: String = page.text.split("```").step_by(2).collect();
    prose.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The paths that a pattern stands for: `a/{b,c}.rs` is two paths.
fn expanded(path: &str) -> Vec<String> {
    let Some((before, (set, after))) = path
        .split_once('{')
        .and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    else {
        return vec![path.to_owned()];
    };
    set.split(',').map(|one| format!("{before}{one}{after}")).collect()
}

/// Whether a text is a path: it begins with a top-level folder or ends with a file extension.
fn is_path(word: &str, tops: &BTreeSet<&str>) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-{},<>".contains(c);
    let has_ending = word.rsplit_once('.').is_some_and(|(_, it)| ENDINGS.contains(&it));
    let (top, rest) = word.split_once('/').unwrap_or((word, ""));
    let below = !rest.is_empty() && tops.contains(top);
    word.chars().all(is_plain) && !word.starts_with('/') && (has_ending || below) && !FOREIGN.contains(&word)
}

/// Whether a path exists: from the root, relative to the page, or as the end of a path (`price/mod.rs`). Of a path with a
/// placeholder, such as `<name>.rs`, only the folder is checked.
fn exists(path: &str, page: &File, files: &[File]) -> bool {
    let (path, is_pattern) = match path.split_once('<') {
        Some((before, _)) => (before.rsplit_once('/').map_or("", |(folder, _)| folder), true),
        None => (path.trim_end_matches('/'), false),
    };
    let beside = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let within = |place: &str| {
        let folder = format!("{place}/");
        files
            .iter()
            .any(|file| file.path == place || file.path.starts_with(&folder))
    };
    let tail = format!("/{path}");
    // The list of files contains text files only.
    let is_picture = path.ends_with(".png") && root().join(beside).join(path).is_file();
    is_picture
        || within(path)
        || within(&format!("{beside}{tail}"))
        || !is_pattern && files.iter().any(|it| it.path.ends_with(&tail))
}

fn paths(files: &[File]) -> Vec<String> {
    let tops: BTreeSet<&str> = files.iter().filter_map(|it| Some(it.path.split_once('/')?.0)).collect();
    let mut found = Vec::new();
    for page in files.iter().filter(|file| file.is_a(&["md"])) {
        let words = quoted(page).into_iter().filter(|word| is_path(word, &tops));
        let named = words.flat_map(|word| expanded(&word)).chain(links(page));
        let lost = named.filter(|path| !exists(path, page, files));
        found.extend(lost.map(|path| format!("{}: {path} does not exist", page.path)));
    }
    found
}

/// The targets of a page's links and pictures within the repository.
fn links(page: &File) -> impl Iterator<Item = String> {
    let linked = page.text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let pictures = [" src=\"", " srcset=\""]
        .into_iter()
        .flat_map(|attribute| page.text.split(attribute).skip(1));
    let ends = linked.chain(pictures.filter_map(|rest| rest.split_once('"')));
    let inside = ends.filter(|(to, _)| !to.contains("://") && !to.starts_with('#'));
    inside.map(|(to, _)| to.split('#').next().unwrap_or(to).to_owned())
}

/// The segments of a text that is written like an identifier of the code: `sync::read_account`, `PriceSource`, `SOURCES`.
fn names(word: &str) -> Vec<&str> {
    let word = word.strip_suffix("()").unwrap_or(word);
    let is_word = |part: &str| {
        let mut letters = part.chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.all(|c| c.is_alphanumeric() || c == '_')
    };
    let parts: Vec<&str> = word.split("::").collect();
    let is_constant = word.len() > 4 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let is_type = word.starts_with(|c: char| c.is_ascii_uppercase()) && word.contains(|c: char| c.is_ascii_lowercase());
    let is_name = parts.iter().all(|part| is_word(part)) && (parts.len() > 1 || is_constant || is_type);
    if is_name { parts } else { vec![] }
}

fn unknown_names(files: &[File]) -> Vec<String> {
    let code = files.iter().filter(|file| file.is_a(&["rs", "ts", "tsx"]));
    let known: BTreeSet<&str> = code
        .flat_map(|file| file.code().flat_map(|(_, line)| identifiers(line)))
        .collect();
    let mut found = Vec::new();
    for page in files.iter().filter(|file| GUIDES.contains(&file.path.as_str())) {
        for word in quoted(page) {
            let missing = names(&word)
                .into_iter()
                .find(|name| !known.contains(name) && !STANDARD.contains(name));
            found.extend(missing.map(|name| format!("{}: the code has no {name} (`{word}`)", page.path)));
        }
    }
    found
}

/// Public modules of `ports` and folders of `domain` whose nouns have no row in the vocabulary.
fn nouns(files: &[File]) -> Vec<String> {
    let page = files.iter().find(|file| file.path == "docs/vocabulary.md");
    let rows = page.map_or("", |page| page.text.as_str()).lines();
    let firsts = rows.filter_map(|row| row.strip_prefix("| ")?.split(" |").next());
    let known: String = firsts
        .map(|words| format!(" {} ", words.to_lowercase().replace([',', '`'], " ")))
        .collect();
    let lists = files.iter().filter(|file| {
        let path = file.path.strip_prefix("ports/src/").unwrap_or_default();
        path == "lib.rs" || path.ends_with("/mod.rs") && path.matches('/').count() == 1
    });
    let lines = lists.flat_map(File::code).map(|(_, line)| line);
    let ports = lines.filter_map(|line| line.strip_prefix("pub mod ")?.trim_end().strip_suffix(';'));
    let domain = files
        .iter()
        .filter_map(|file| Some(file.path.strip_prefix("domain/src/")?.split_once('/')?.0));
    let nouns: BTreeSet<&str> = ports.chain(domain).filter(|noun| !noun.contains('/')).collect();
    let is_known = |noun: &&&str| known.contains(&format!(" {} ", noun.replace('_', " ")));
    let lost = nouns
        .iter()
        .filter(|noun| !PLUMBING.contains(noun))
        .filter(|noun| !is_known(noun));
    lost.map(|noun| format!("docs/vocabulary.md: has no row for {noun}"))
        .collect()
}

/// Decisions that the index lacks, and headings whose number is wrong or used twice.
fn decisions(files: &[File]) -> Vec<String> {
    let index = files.iter().find(|file| file.path == format!("{DECISIONS}README.md"));
    let index = index.map_or("", |file| file.text.as_str());
    let mut numbers = BTreeSet::new();
    let mut found = Vec::new();
    for file in files {
        let Some(name) = file.path.strip_prefix(DECISIONS).filter(|name| *name != "README.md") else {
            continue;
        };
        let heading = file.text.lines().next().unwrap_or_default();
        let (number, title) = heading.trim_start_matches("# ").split_once(". ").unwrap_or_default();
        if !name.starts_with(&format!("{number:0>4}-")) || !numbers.insert(number) {
            found.push(format!(
                "{}: its heading is not `# <number of the file>. <title>`",
                file.path
            ));
        }
        if !index.contains(&format!("[{title}]({name})")) {
            found.push(format!("{DECISIONS}README.md: lacks [{title}]({name})"));
        }
    }
    found
}

/// The names of the chains that are read, in the order of their rows.
fn chains_read(rows: &str) -> Vec<String> {
    let table: toml::Table = rows.parse().expect("chains.toml parses");
    let rows = table["chain"].as_array().expect("a list of chains");
    let read = rows.iter().filter(|row| row["status"].as_str() != Some("dead"));
    read.filter_map(|row| row["name"].as_str()).map(str::to_owned).collect()
}

/// The names that the README lists, in its order: `- EVM: Ethereum, Base`.
fn chains_listed(page: &str) -> Vec<String> {
    let section = page.split_once(NETWORKS).map_or("", |(_, rest)| rest);
    let section = section.split("\n## ").next().unwrap_or_default();
    let lists = section
        .split("\n- ")
        .skip(1)
        .filter_map(|item| item.split("\n\n").next());
    let names = lists
        .filter_map(|item| item.split_once(": "))
        .flat_map(|(_, names)| names.split(','));
    names
        .map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn the_readme_lists_the_chains_that_are_read() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("the file is there");
    let listed = chains_listed(&read("README.md"));
    assert_eq!(listed, chains_read(&read("adapters/data/chains.toml")));
}

#[test]
fn chains_are_read_from_lists_and_rows() {
    let page =
        "# A\n\n## Networks\n\n- EVM: Ethereum, OP\n  Mainnet\n- others: Bitcoin\n\nMore: text.\n\n## Next\n\n- a: b\n";
    assert_eq!(chains_listed(page), ["Ethereum", "OP Mainnet", "Bitcoin"]);
    let rows = "[[chain]]\nname = \"Base\"\nstatus = \"live\"\n[[chain]]\nname = \"Blast\"\nstatus = \"dead\"\n";
    assert_eq!(chains_read(rows), ["Base"]);
}

#[test]
fn paths_and_links_of_pages_exist() {
    expect_none(paths(&files()));
}

#[test]
fn a_missing_path_is_found() {
    let source = || File::sample("adapters/src/price/mod.rs", "");
    let found = |text: &str| paths(&[source(), File::sample("docs/a.md", text)]).len();
    for fine in [
        "`adapters/src/price/mod.rs`",
        "`adapters/src/price/{mod}.rs`",
        "`adapters/src/price/<name>.rs` and `price/mod.rs`",
        "[here](../adapters/src/price/mod.rs) and [there](https://example.org/adapters)",
        "`wallet/figure/explain` and `/api/openapi.json`",
        "```\n`adapters/src/prices`\n```",
    ]
    .map(|text| text.replace("../", ""))
    {
        assert_eq!(found(&fine), 0, "{fine}");
    }
    for wrong in [
        "`adapters/src/prices/`",
        "`adapters/src/price/{mod,kraken}.rs`",
        "`adapters/src/prices/<name>.rs`",
        "`price/kraken.rs` in text",
        "[here](adapters/src/price/kraken.rs)",
    ] {
        assert_eq!(found(wrong), 1, "{wrong}");
    }
}

#[test]
fn identifiers_in_guides_exist() {
    expect_none(unknown_names(&files()));
}

#[test]
fn an_unknown_identifier_is_found() {
    let code = || {
        File::sample(
            "a.rs",
            "pub static SOURCES: [u8; 0] = [];\nfn read_account(it: PriceSource) {}\n",
        )
    };
    let found = |text: &str| unknown_names(&[code(), File::sample("docs/adding.md", text)]).len();
    assert_eq!(found("`SOURCES`, `PriceSource`, `ETH`, `make run`, `eip155:1`"), 0);
    assert_eq!(found("`PROVIDERS`, `PriceSources`, `sync::read_account`"), 3);
}

#[test]
fn every_noun_is_in_the_vocabulary() {
    expect_none(nouns(&files()));
}

#[test]
fn a_noun_that_the_vocabulary_lacks_is_found() {
    let page = |text: &str| File::sample("docs/vocabulary.md", text);
    let (port, verbs) = (
        || File::sample("ports/src/chain/mod.rs", "pub mod token_list;\nmod row;\n"),
        || File::sample("domain/src/pod/mod.rs", ""),
    );
    assert_eq!(
        nouns(&[port(), verbs(), page("| Token list | ... |\n| Group, pod | ... |\n")]).len(),
        0
    );
    assert_eq!(nouns(&[port(), verbs(), page("| List | a token list |\n")]).len(), 2);
}

#[test]
fn every_decision_is_in_the_index() {
    expect_none(decisions(&files()));
}

#[test]
fn a_decision_that_the_index_lacks_is_found() {
    let decision = |heading: &str| File::sample("docs/decisions/0012-activity.md", heading);
    let index = File::sample("docs/decisions/README.md", "- [Activity](0012-activity.md)\n");
    let found = |heading: &str| decisions(&[decision(heading), File::sample(&index.path, &index.text)]).len();
    assert_eq!(found("# 12. Activity\n"), 0);
    assert_eq!(found("# 12. Tokens\n"), 1);
    assert_eq!(found("# 13. Activity\n"), 1);
}
