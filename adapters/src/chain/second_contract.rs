//! Contracts that state the balances of another token (`data/second-contracts.csv`).

use ports::{AssetId, ChainId, chain::SecondContract};

use crate::table::{self, Line, RowError};

const FILE: &str = "second-contracts.csv";
const HEAD: &str = "asset,same_balance_as,since,source";

/// Returns the second contracts that ship, with their chains.
pub(super) fn second_contracts() -> Result<Vec<(ChainId, SecondContract)>, RowError> {
    parse(include_str!("../../data/second-contracts.csv"))
}

fn parse(text: &str) -> Result<Vec<(ChainId, SecondContract)>, RowError> {
    let rows = table::rows((FILE, HEAD), text, row)?;
    let last = Line::first(FILE);
    for (chain, one) in &rows {
        let is_again = |other: &&(ChainId, SecondContract)| other.0 == *chain && other.1.contract == one.contract;
        last.check("asset", rows.iter().filter(is_again).count() == 1, "is listed twice")?;
        let is_second = rows.iter().any(|other| other.0 == *chain && other.1.contract == one.of);
        last.check("same_balance_as", !is_second, "is a second contract itself")?;
    }
    Ok(rows)
}

fn row(line: Line, [asset, of, since, source]: [&str; 4]) -> Result<(ChainId, SecondContract), RowError> {
    line.check_not_empty("source", source)?;
    let (asset, of) = (
        line.read::<AssetId>("asset", asset)?,
        line.read::<AssetId>("same_balance_as", of)?,
    );
    line.check("same_balance_as", asset.chain() == of.chain(), "is on another chain")?;
    let contract = |column, id: &AssetId| id.contract().ok_or_else(|| line.wrong(column, "is not a token"));
    let since = (!since.is_empty()).then(|| line.read("since", since)).transpose()?;
    let second = SecondContract {
        contract: contract("asset", &asset)?,
        of: contract("same_balance_as", &of)?,
        since,
    };
    Ok((asset.chain(), second))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::chain::{rows::rows, tokens::start_list};

    /// The first contract is read because it is in the start list.
    #[test]
    fn every_first_contract_is_in_the_start_list() {
        let listed: BTreeSet<AssetId> = start_list(rows().unwrap())
            .unwrap()
            .into_iter()
            .map(|asset| asset.id)
            .collect();
        for (chain, second) in second_contracts().unwrap() {
            let first = AssetId::erc20(&chain, &second.of);
            assert!(listed.contains(&first), "{first}");
            let chains = rows().unwrap().iter().filter(|row| row.chain.id == chain);
            let known = chains.flat_map(|row| &row.chain.second_contracts);
            assert_eq!(known.filter(|one| **one == second).count(), 1, "{first}");
        }
    }

    #[test]
    fn an_invalid_row_is_reported() {
        let asset = |n: u8| format!("eip155:1/erc20:{}", ports::Address::evm([n; 20]));
        let other_chain = asset(2).replace(":1/", ":10/");
        for (rows, why) in [
            (format!("{},{},,x", asset(1), other_chain), "is on another chain"),
            (format!("{},{},,", asset(1), asset(2)), "is empty"),
            (format!("{},eip155:1/slip44:60,,x", asset(1)), "is not a token"),
            (format!("{},{},then,x", asset(1), asset(2)), "since"),
            (
                format!("{0},{1},,x\n{0},{2},,x", asset(1), asset(2), asset(3)),
                "is listed twice",
            ),
            (
                format!("{},{},,x\n{1},{},,x", asset(1), asset(2), asset(3)),
                "is a second contract itself",
            ),
        ] {
            let error = parse(&format!("{HEAD}\n{rows}\n")).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
