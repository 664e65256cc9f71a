//! The chains of each explorer: `data/explorers.csv`.

use ports::ChainId;
use url::Url;

use super::{Endpoint, Place, Plug};
use crate::{
    chain::rows::{Row, RowError, Status},
    table::{self, Line},
};

const FILE: &str = "explorers.csv";
const HEAD: &str = "chain,explorer,base,source";

/// A row: the instance of an explorer for a chain, unless the explorer has one endpoint for all chains.
struct Listed {
    chain: ChainId,
    explorer: String,
    base: Option<Url>,
}

/// Returns the instances of an explorer for these chains. A configured base URL serves all chains of the explorer;
/// with a key, its endpoint for key holders does.
pub(super) fn of(plug: &Plug, endpoint: &Endpoint, rows: &[Row]) -> Result<Vec<Place>, RowError> {
    let listed = parse(include_str!("../../data/explorers.csv"))?;
    let mut places = Vec::new();
    for one in listed.into_iter().filter(|one| one.explorer == plug.slug) {
        let row = rows
            .iter()
            .find(|row| row.chain.id == one.chain && row.status != Status::Dead);
        if let (Some(row), Some(base)) = (row, base(plug, endpoint, &one)) {
            let mirrors = row.mirrors.clone();
            places.push(Place {
                chain: one.chain,
                base,
                mirrors,
            });
        }
    }
    Ok(places)
}

fn base(plug: &Plug, endpoint: &Endpoint, listed: &Listed) -> Option<Url> {
    let number = listed.chain.evm_number()?;
    let numbered = |mut base: Url| {
        if plug.numbered {
            base.path_segments_mut().ok()?.pop_if_empty().push(&number.to_string());
        }
        Some(base)
    };
    match (&endpoint.base, &listed.base, &endpoint.key) {
        (Some(base), ..) => numbered(base.clone()),
        (None, Some(own_place), None) => Some(own_place.clone()),
        (None, _, key) if key.is_some() || !plug.needs_key => numbered(plug.base.parse().ok()?),
        (None, ..) => None,
    }
}

fn parse(text: &str) -> Result<Vec<Listed>, RowError> {
    table::rows((FILE, HEAD), text, listed)
}

fn listed(line: Line, [chain, explorer, base, source]: [&str; 4]) -> Result<Listed, RowError> {
    if !super::FINDERS.iter().any(|plug| plug.slug == explorer) {
        return Err(line.wrong("explorer", "is not a supported explorer"));
    }
    line.said("source", source)?;
    let url = |text: &str| match text.parse::<Url>() {
        Ok(url) if url.scheme() == "https" => Ok(url),
        _ => Err(line.wrong("base", "is not an https URL")),
    };
    Ok(Listed {
        chain: line.read("chain", chain)?,
        explorer: explorer.to_owned(),
        base: if base.is_empty() { None } else { Some(url(base)?) },
    })
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use ports::secret::Secret;

    use super::*;
    use crate::{
        chain::rows::rows,
        token_finder::{FINDERS, blockscout, etherscan},
    };

    #[test]
    fn every_row_is_of_a_known_chain_and_stands_once() {
        let listed = parse(include_str!("../../data/explorers.csv")).unwrap();
        let mut seen = BTreeSet::new();
        for one in &listed {
            assert!(
                rows().unwrap().iter().any(|row| row.chain.id == one.chain),
                "{}",
                one.chain
            );
            assert!(
                seen.insert((&one.chain, &one.explorer)),
                "{} {}",
                one.chain,
                one.explorer
            );
        }
        for plug in FINDERS {
            let has_row = listed.iter().any(|one| one.explorer == plug.slug);
            assert!(has_row, "data/explorers.csv has no chain that {} knows", plug.slug);
        }
    }

    #[test]
    fn a_key_and_a_base_of_ones_own_change_the_place() {
        let ethereum = |plug, endpoint: &Endpoint| {
            let places = of(plug, endpoint, rows().unwrap()).unwrap();
            let found = places.into_iter().find(|place| place.chain == ChainId::evm(1));
            found.map(|place| place.base.to_string())
        };
        let keyed = Endpoint {
            key: Some(Arc::new(Secret::new("k".to_owned()))),
            ..Endpoint::default()
        };
        let own = Endpoint {
            base: "http://10.0.0.1/x/".parse().ok(),
            own: true,
            ..keyed.clone()
        };
        let plain = Endpoint::default();
        for (plug, endpoint, place) in [
            (&blockscout::PLUG, &plain, Some("https://eth.blockscout.com/")),
            (&blockscout::PLUG, &keyed, Some("https://api.blockscout.com/1")),
            (&blockscout::PLUG, &own, Some("http://10.0.0.1/x/1")),
            (&etherscan::PLUG, &plain, None),
            (&etherscan::PLUG, &keyed, Some("https://api.etherscan.io/v2/api")),
        ] {
            assert_eq!(ethereum(plug, endpoint).as_deref(), place);
        }
    }

    #[test]
    fn a_row_that_says_too_little_is_refused() {
        for (row, said) in [
            ("eip155:1,acme,,docs", "line 2, explorer: "),
            ("eip155:1,blockscout,http://a.b/,docs", "line 2, base: "),
            ("eip155:1,etherscan,,", "line 2, source: "),
            ("x,etherscan,,docs", "line 2, chain: "),
            ("eip155:1,etherscan", "line 2, any: "),
        ] {
            let error = parse(&format!("{HEAD}\n{row}\n")).err().unwrap().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
