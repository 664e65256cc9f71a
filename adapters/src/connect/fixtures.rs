//! Creates test fixtures from recorded exchanges: the bodies unchanged, except that every address is replaced by an
//! example.

mod replace;

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use ports::json;

use self::replace::Replacer;
use super::{error::ConnectError, recording::RecordedExchange};
use crate::{
    chain::{rows::rows, tokens::tokens},
    http_client::ANSWER,
};

/// Writes a fixture for each recorded exchange of a folder, in a folder for each source, and a table of their
/// requests. Contracts that ship keep their addresses; every other address is replaced, the same one always by the
/// same example. Returns the number of fixtures.
pub fn fixtures(recorded: &Path, to: &Path) -> Result<usize, ConnectError> {
    let mut replacer = Replacer::new(kept()?);
    let mut table = String::from("# Replies as they came\n\n| file | reply to | status |\n|---|---|---|\n");
    let files = files(recorded)?;
    for file in &files {
        let one = read(file)?;
        let (body, ending) = body(&one, &mut replacer);
        let source = one.source.replace(':', "-");
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = format!("{source}/{}.{ending}", stem.unwrap_or_default());
        let place = to.join(&name);
        let folder = to.join(&source);
        fs::create_dir_all(&folder).map_err(|why| unusable(&folder, &why))?;
        fs::write(&place, body).map_err(|why| unusable(&place, &why))?;
        let request = one
            .request
            .map_or_else(String::new, |request| format!(" `{}`", replacer.text(&request)));
        let url = replacer.text(&one.url).replace('|', "%7C");
        let _ = writeln!(
            table,
            "| `{name}` | `{url}`{} | {} |",
            request.replace('|', "\\|"),
            one.status
        );
    }
    let readme = to.join("README.md");
    fs::create_dir_all(to).map_err(|why| unusable(to, &why))?;
    fs::write(&readme, table).map_err(|why| unusable(&readme, &why))?;
    Ok(files.len())
}

/// Returns the contracts that ship, which are nobody's accounts.
fn kept() -> Result<BTreeSet<String>, ConnectError> {
    let mut kept = BTreeSet::new();
    let minted = |id: &ports::AssetId| id.contract().or_else(|| id.minted_by());
    kept.extend(tokens()?.iter().filter_map(|token| minted(&token.id)));
    for row in rows()? {
        kept.extend(row.multicall.iter().map(|multicall| multicall.address.clone()));
        kept.extend(row.wrapped.iter().chain(&row.mirrors).cloned());
        kept.extend(row.ens.iter().map(|ens| ens.registry.clone()));
        kept.extend(row.ens.iter().filter_map(|ens| ens.universal_resolver.clone()));
    }
    Ok(kept.iter().map(|address| address.as_str().to_lowercase()).collect())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, ConnectError> {
    let entries = fs::read_dir(folder).map_err(|why| unusable(folder, &why))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|why| unusable(folder, &why))?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> Result<RecordedExchange, ConnectError> {
    let text = fs::read_to_string(file).map_err(|why| unusable(file, &why))?;
    serde_json::from_str(&text).map_err(|why| ConnectError::Record(format!("{}: {why}", file.display())))
}

fn unusable(place: &Path, why: &std::io::Error) -> ConnectError {
    ConnectError::Record(format!("{}: {why}", place.display()))
}

/// Returns the body with its addresses replaced, and the file extension.
fn body(one: &RecordedExchange, replacer: &mut Replacer) -> (String, &'static str) {
    match json::read(one.body.as_bytes(), ANSWER) {
        Ok(value) => {
            let replaced = replacer.json(value);
            (format!("{replaced:#}\n"), "json")
        }
        Err(_) if one.content_type.as_ref().is_some_and(|kind| kind.contains("xml")) => {
            (replacer.text(&one.body), "xml")
        }
        Err(_) => (replacer.text(&one.body), "txt"),
    }
}
