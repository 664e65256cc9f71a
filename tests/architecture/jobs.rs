//! Every kind of job has a handler in the list. A kind without one could be enqueued and would fail when it runs.

use std::collections::BTreeSet;

use crate::{
    expect_none,
    tree::{File, files, identifiers},
};

const DOMAIN: &str = "domain/src/";
const LIST: &str = "domain/src/sync/handlers/list.rs";

/// The kinds without a handler, and the handlers that are not in the list.
fn violations(files: &[File]) -> Vec<String> {
    let (mut kinds, mut handled, mut unlisted) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let list = files.iter().find(|file| file.path == LIST);
    let listed: BTreeSet<&str> = list.map(|list| identifiers(&list.text).collect()).unwrap_or_default();
    for file in files.iter().filter(|file| file.path.starts_with(DOMAIN)) {
        let lines: Vec<&str> = file.code().map(|(_, line)| line).collect();
        for (at, line) in lines.iter().enumerate() {
            let words: Vec<&str> = identifiers(line).collect();
            match words.as_slice() {
                ["pub", "const", kind, "JobKind", ..] | ["const", kind, "JobKind", ..] => drop(kinds.insert(*kind)),
                ["impl", "JobHandler", "for", handler] if !listed.contains(handler) => {
                    unlisted.push(format!("{}: {handler} is not in {LIST}", file.path));
                }
                ["fn", "kind", "self", "JobKind", rest @ ..] => {
                    let next = lines.get(at + 1).and_then(|line| identifiers(line).next());
                    handled.extend(rest.first().copied().or(next));
                }
                _ => {}
            }
        }
    }
    let without = kinds.difference(&handled).map(|kind| format!("{kind} has no handler"));
    without.chain(unlisted).collect()
}

#[test]
fn every_kind_of_job_has_a_handler() {
    expect_none(violations(&files()));
}

#[test]
fn a_kind_without_a_handler_and_a_handler_outside_the_list_are_found() {
    let kinds =
        "pub const READ: JobKind = JobKind::new(\"read\", 6);\nconst LOST: JobKind = JobKind::recurring(\"lost\");\n";
    let handler = "impl JobHandler for Reader {\n    fn kind(&self) -> JobKind {\n        READ\n    }\n}\n";
    let files = |list: &str| {
        [
            File::sample("domain/src/job/kind.rs", kinds),
            File::sample("domain/src/sync/handlers/reader.rs", handler),
            File::sample(LIST, list),
        ]
    };
    assert_eq!(violations(&files("&Reader,")), ["LOST has no handler"]);
    assert_eq!(violations(&files("")).len(), 2);
}
