//! Labels of addresses (`data/labels.csv`), and the file of an operator in its place.

use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

use ports::{AccountId, Address, Label, Labels};

use crate::table::{self, Line, RowError};

const FILE: &str = "labels.csv";
const HEAD: &str = "chain,address,owner,kind,source,date";

/// Why a file of labels cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LabelFileError {
    /// It cannot be read.
    #[error("cannot read {file}: {why}. Correct labels, or leave it out: that file is optional")]
    Unreadable {
        /// The file.
        file: String,
        /// The error of the operating system.
        why: std::io::Error,
    },
    /// A row is invalid.
    #[error("{file}, {}, {}: {}", why.row, why.column, why.why)]
    Row {
        /// The file.
        file: String,
        /// The row, and what is wrong.
        why: RowError,
    },
}

/// Returns the labels that ship. They are parsed once.
pub fn labels() -> Result<Arc<Labels>, RowError> {
    static SHIPPED: OnceLock<Result<Arc<Labels>, RowError>> = OnceLock::new();
    let parse = || {
        let rows = table::rows((FILE, HEAD), include_str!("../data/labels.csv"), shipped)?;
        Ok(Arc::new(Labels::new(rows)))
    };
    SHIPPED.get_or_init(parse).clone()
}

/// Reads a file of labels with the columns of `data/labels.csv`. Its labels are used in place of those that ship.
pub fn read_labels(file: &Path) -> Result<Arc<Labels>, LabelFileError> {
    let name = || file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|why| LabelFileError::Unreadable { file: name(), why })?;
    let rows = table::rows((FILE, HEAD), &text, checked);
    let rows = rows.map_err(|why| LabelFileError::Row { file: name(), why })?;
    Ok(Arc::new(Labels::new(rows)))
}

/// Parses a row that ships. The checksums of its thousands of addresses are verified by a test instead.
fn shipped(line: Line, fields: [&str; 6]) -> Result<Label, RowError> {
    let account = AccountId::kept(&format!("{}:{}", fields[0], fields[1])).map_err(|why| line.wrong("address", why))?;
    label(line, account, fields)
}

/// Parses a row of an operator and verifies its address.
fn checked(line: Line, fields: [&str; 6]) -> Result<Label, RowError> {
    let [chain, address, ..] = fields;
    let account = AccountId {
        chain: line.read("chain", chain)?,
        address: line.read::<Address>("address", address)?,
    };
    label(line, account, fields)
}

fn label(line: Line, account: AccountId, [_, _, owner, kind, source, date]: [&str; 6]) -> Result<Label, RowError> {
    line.check_not_empty("owner", owner)?;
    line.check_not_empty("source", source)?;
    Ok(Label {
        chain: account.chain,
        address: account.address,
        owner: owner.to_owned(),
        kind: line.read("kind", kind)?,
        source: source.to_owned(),
        date: line.read("date", date)?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use ports::LabelKind;

    use super::*;
    use crate::chain::rows::rows as chain_rows;

    /// The fewest labels that ship.
    const FEWEST: usize = 2_000;

    fn text() -> &'static str {
        include_str!("../data/labels.csv")
    }

    #[test]
    fn every_address_has_its_checksum_and_a_chain_and_is_listed_once() {
        let rows = table::rows((FILE, HEAD), text(), checked).unwrap();
        let chains: BTreeSet<_> = chain_rows().unwrap().iter().map(|row| row.chain.id.clone()).collect();
        let mut seen = BTreeSet::new();
        for (row, line) in rows.iter().zip(text().lines().skip(1)) {
            assert!(line.starts_with(&format!("{},{},", row.chain, row.address)), "{line}");
            assert!(chains.contains(&row.chain), "{line}");
            assert!(seen.insert((&row.chain, &row.address)), "{line} is listed twice");
        }
        assert!(rows.len() > FEWEST);
        assert_eq!(labels().unwrap().count(), rows.len());
    }

    #[test]
    fn several_main_chains_and_kinds_are_covered() {
        let rows = table::rows((FILE, HEAD), text(), shipped).unwrap();
        let mut by_chain: BTreeMap<String, usize> = BTreeMap::new();
        for row in &rows {
            *by_chain.entry(row.chain.to_string()).or_default() += 1;
        }
        for chain in [1, 10, 56, 137, 8453, 42161] {
            assert!(by_chain[&format!("eip155:{chain}")] > 100, "{by_chain:?}");
        }
        let kinds: BTreeSet<LabelKind> = rows.iter().map(|row| row.kind).collect();
        assert_eq!(kinds.len(), LabelKind::ALL.len());
    }

    #[test]
    fn well_known_contracts_have_their_owners() {
        let labels = labels().unwrap();
        let owner = |account: &str| {
            let account: AccountId = account.parse().unwrap();
            let label = labels.of(&account.chain, &account.address).unwrap();
            (label.slug(), label.kind)
        };
        for (account, slug, kind) in [
            (
                "eip155:1:0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2",
                "aave-v3",
                LabelKind::Lending,
            ),
            (
                "eip155:10:0x6f26Bf09B1C792e3228e5467807a900A503c0281",
                "across",
                LabelKind::Bridge,
            ),
            (
                "eip155:8453:0x111111125421cA6dc452d289314280a0f8842A65",
                "1inch",
                LabelKind::Dex,
            ),
            (
                "eip155:1:0x28C6c06298d514Db089934071355E5743bf21d60",
                "binance",
                LabelKind::Exchange,
            ),
            (
                "eip155:1:0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1",
                "op-mainnet-bridge",
                LabelKind::Bridge,
            ),
            (
                "eip155:42161:0x41675C099F32341bf84BFc5382aF534df5C7461a",
                "safe",
                LabelKind::Wallet,
            ),
        ] {
            assert_eq!(owner(account), (slug.to_owned(), kind), "{account}");
        }
    }

    #[test]
    fn a_file_replaces_the_labels_that_ship() {
        let folder = std::env::temp_dir().join(format!("spyhop-labels-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("labels.csv");
        let row = "eip155:1,0x28c6c06298d514db089934071355e5743bf21d60,Mine,service,me,2026-01-01";
        std::fs::write(&file, format!("{HEAD}\n{row}\n")).unwrap();
        assert_eq!(read_labels(&file).unwrap().count(), 1);
        std::fs::write(&file, format!("{HEAD}\n{}\n", row.replace("service", "shop"))).unwrap();
        let error = read_labels(&file).unwrap_err().to_string();
        assert!(
            error.ends_with("labels.csv, line 2, kind: is not a kind of label such as dex"),
            "{error}"
        );
        std::fs::write(&file, format!("{HEAD}\n{}\n", row.replace("28c6", "28C6"))).unwrap();
        let error = read_labels(&file).unwrap_err().to_string();
        assert!(error.contains("line 2, address"), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
        let error = read_labels(&file).unwrap_err().to_string();
        assert!(error.starts_with("cannot read "), "{error}");
    }
}
