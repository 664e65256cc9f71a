//! Marks: the logos of assets, networks and wallet apps.
//!
//! A mark claims an identity. It is therefore looked up only by id (`marks/marks.csv`): a token with the symbol of a well-known
//! one and another contract has no mark.

use std::collections::HashMap;
use std::sync::LazyLock;

use ports::{AssetId, ChainId, PositionPlace, WalletKind};
use rust_embed::{EmbeddedFile, RustEmbed};

/// The image files, and the table that assigns them to ids.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/marks"]
struct MarkFiles;

/// The prefix of the paths of marks. Each path contains the hash of its file, so the file of a path never changes.
pub const PREFIX: &str = "/marks/";

const TABLE: &str = include_str!("../marks/marks.csv");

static MARKS: LazyLock<Marks> = LazyLock::new(|| Marks::of(TABLE, MarkFiles::get));

/// The paths and files of all marks.
#[derive(Default)]
struct Marks {
    /// Paths by id: CAIP-19, CAIP-2, or `wallet:` and the id of a wallet app, `protocol:` and the maker of protocols.
    paths: HashMap<String, String>,
    /// File names by path.
    files: HashMap<String, String>,
}

impl Marks {
    /// Reads the table. A row without a file is skipped.
    fn of(table: &str, file: impl Fn(&str) -> Option<EmbeddedFile>) -> Self {
        let mut marks = Self::default();
        for (id, mark) in rows(table) {
            let name = format!("{mark}.svg");
            let Some(found) = file(&name) else { continue };
            let hash = hex::encode(&found.metadata.sha256_hash()[..8]);
            let path = format!("{PREFIX}{mark}.{hash}.svg");
            marks.paths.insert(id.to_owned(), path.clone());
            marks.files.insert(path, name);
        }
        marks
    }

    fn path(&self, id: &str) -> Option<String> {
        self.paths.get(id).cloned()
    }
}

/// Returns the id and the mark of each row below the header.
fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().skip(1).filter_map(|line| {
        let mut fields = line.split(',');
        Some((fields.next()?, fields.next()?))
    })
}

/// Returns the path of an asset's mark.
pub fn of_asset(asset: &AssetId) -> Option<String> {
    MARKS.path(asset.as_str())
}

/// Returns the path of a network's mark.
pub fn of_chain(chain: &ChainId) -> Option<String> {
    MARKS.path(chain.as_str())
}

/// Returns the path of a wallet app's mark.
pub fn of_wallet(kind: WalletKind) -> Option<String> {
    MARKS.path(&format!("wallet:{}", kind.id))
}

/// Returns the path of a protocol's mark: that of the first word of its name, so that each version has it.
pub fn of_protocol(place: &PositionPlace) -> Option<String> {
    let maker = place.as_str().split(' ').next()?;
    MARKS.path(&format!("protocol:{maker}"))
}

/// Returns the file of a mark's path.
pub fn file(path: &str) -> Option<EmbeddedFile> {
    MarkFiles::get(MARKS.files.get(path)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ports::Address;

    use super::*;

    /// Elements and attributes that only draw. None of them executes, loads or links anything.
    const ELEMENTS: &str = "svg g path defs clipPath linearGradient radialGradient stop mask";
    const ATTRIBUTES: &str = "xmlns width height fill viewBox clip-path d fill-rule clip-rule id gradientUnits stop-color \
        offset fill-opacity stop-opacity cx cy r gradientTransform x y x1 x2 y1 y2 fx fy maskUnits style mask opacity \
        stroke stroke-width stroke-miterlimit stroke-linecap stroke-linejoin";
    /// An avatar of 28 px needs no more bytes.
    const MAX_BYTES: usize = 32_768;

    fn svgs() -> Vec<(String, String)> {
        let names = MarkFiles::iter().filter(|name| name.ends_with(".svg"));
        let read = |name: &str| String::from_utf8(MarkFiles::get(name).unwrap().data.into_owned()).unwrap();
        names.map(|name| (name.to_string(), read(&name))).collect()
    }

    /// Returns the parts of an image that are not allowed.
    fn unsafe_parts(svg: &str) -> Vec<String> {
        let mut found = Vec::new();
        let allowed = |list: &str, word: &str| list.split_whitespace().any(|one| one == word);
        for tag in svg.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').unwrap_or((tag, "unclosed"));
            if !text.trim().is_empty() {
                found.push(format!("text {text:?}"));
            }
            let tag = tag.trim_end_matches('/');
            let (name, rest) = tag.split_once(' ').unwrap_or((tag, ""));
            if !allowed(ELEMENTS, name.trim_start_matches('/')) {
                found.push(format!("element {name}"));
            }
            let mut quoted = rest.split('"');
            while let (Some(attribute), Some(value)) = (quoted.next(), quoted.next()) {
                let attribute = attribute.trim().trim_end_matches('=');
                if !allowed(ATTRIBUTES, attribute) {
                    found.push(format!("attribute {attribute}"));
                }
                let is_name_space = attribute == "xmlns" && value == "http://www.w3.org/2000/svg";
                let outside =
                    value.replace("url(#", "").contains("url(") || value.contains(':') && attribute != "style";
                if !is_name_space && (outside || value.contains("//")) {
                    found.push(format!("{attribute}={value}"));
                }
            }
        }
        found
    }

    #[test]
    fn every_mark_only_draws() {
        let svgs = svgs();
        assert!(svgs.len() > 100, "{} marks", svgs.len());
        for (name, svg) in svgs {
            assert_eq!(unsafe_parts(&svg), Vec::<String>::new(), "{name}");
            assert!(svg.len() <= MAX_BYTES, "{name} has {} bytes", svg.len());
        }
    }

    #[test]
    fn parts_that_execute_or_load_are_found() {
        for svg in [
            "<svg><script>alert(1)</script></svg>",
            "<svg onload=\"alert(1)\"></svg>",
            "<svg><path fill=\"url(https://example.org/a)\"/></svg>",
            "<svg><path style=\"fill:url(//example.org/a)\"/></svg>",
            "<svg><use href=\"#a\"/></svg>",
            "<svg><image href=\"data:image/png;base64,AA\"/></svg>",
            "<!DOCTYPE svg><svg></svg>",
            "<svg><a xlink:href=\"javascript:alert(1)\"></a></svg>",
        ] {
            assert_ne!(unsafe_parts(svg), Vec::<String>::new(), "{svg}");
        }
        assert!(unsafe_parts("<svg xmlns=\"http://www.w3.org/2000/svg\"><path fill=\"url(#a)\"/></svg>").is_empty());
    }

    #[test]
    fn every_row_has_a_file_and_every_file_a_row() {
        let used: BTreeSet<String> = rows(TABLE).map(|(_, mark)| format!("{mark}.svg")).collect();
        let files: BTreeSet<String> = svgs().into_iter().map(|(name, _)| name).collect();
        assert_eq!(used, files);
        let ids: BTreeSet<&str> = rows(TABLE).map(|(id, _)| id).collect();
        assert_eq!(ids.len(), rows(TABLE).count(), "an id has two rows");
        assert_eq!(MARKS.paths.len(), ids.len());
    }

    #[test]
    fn every_wallet_app_of_the_table_is_a_wallet_kind() {
        let named = rows(TABLE).filter_map(|(id, _)| id.strip_prefix("wallet:"));
        for id in named {
            assert!(WalletKind::ALL.iter().any(|kind| kind.id == id), "{id}");
        }
        assert!(
            of_wallet("metamask".parse().unwrap())
                .unwrap()
                .starts_with("/marks/wallets/metamask.")
        );
        assert_eq!(of_wallet("other".parse().unwrap()), None);
    }

    #[test]
    fn a_path_contains_the_hash_of_its_file() {
        let path = of_chain(&ChainId::evm(1)).unwrap();
        let text = file(&path).unwrap();
        assert!(text.data.starts_with(b"<svg"));
        assert!(file("/marks/networks/ethereum.0000000000000000.svg").is_none());
        assert!(file("/marks/marks.csv").is_none());
        assert!(file("/marks/../Cargo.toml").is_none());
    }

    #[test]
    fn a_mark_depends_on_the_contract_and_not_on_the_symbol() {
        let usdc: AssetId = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
            .parse()
            .unwrap();
        assert!(of_asset(&usdc).unwrap().starts_with("/marks/tokens/USDC."));
        let contract = usdc.contract().unwrap();
        let elsewhere = AssetId::erc20(&ChainId::evm(56), &contract);
        let imitation = AssetId::erc20(&ChainId::evm(1), &Address::evm([7; 20]));
        for id in [elsewhere, imitation] {
            assert_eq!(of_asset(&id), None, "{id}");
        }
    }
}
