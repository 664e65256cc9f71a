//! The chains of each explorer: `data/explorers.csv`.

use ports::ChainId;
use url::Url;

use super::service::Service;
use crate::{
    chain::rows::{ChainSpec, RowError, Status},
    source::EndpointSettings,
    table::{self, Line},
};

const FILE: &str = "explorers.csv";
const HEAD: &str = "chain,explorer,base,source";

/// A row: the instance of an explorer for a chain, unless the explorer has one endpoint for all chains.
struct ExplorerRow {
    chain: ChainId,
    explorer: String,
    base: Option<Url>,
}

/// Returns the base URL of an explorer for each of these chains that it serves. A configured base URL serves all chains
/// of the explorer; with a key, its endpoint for key holders does.
pub(super) fn bases(
    service: &Service,
    settings: &EndpointSettings,
    rows: &[ChainSpec],
) -> Result<Vec<(ChainId, Url)>, RowError> {
    let listed = parse(include_str!("../../data/explorers.csv"))?;
    let own = listed.into_iter().filter(|one| one.explorer == service.slug);
    let is_read = |chain: &ChainId| {
        rows.iter()
            .any(|row| row.chain.id == *chain && row.status != Status::Dead)
    };
    let served = own.filter(|one| is_read(&one.chain));
    Ok(served
        .filter_map(|one| Some((one.chain.clone(), base(service, settings, &one)?)))
        .collect())
}

fn base(service: &Service, settings: &EndpointSettings, listed: &ExplorerRow) -> Option<Url> {
    let number = listed.chain.evm_number()?;
    let appends_chain = |mut base: Url| {
        if service.appends_chain {
            base.path_segments_mut().ok()?.pop_if_empty().push(&number.to_string());
        }
        Some(base)
    };
    match (&settings.base, &listed.base, &settings.key) {
        (Some(base), ..) => appends_chain(base.clone()),
        (None, Some(row_base), None) => Some(row_base.clone()),
        (None, _, key) if key.is_some() || !service.needs_key => appends_chain(service.base.parse().ok()?),
        (None, ..) => None,
    }
}

fn parse(text: &str) -> Result<Vec<ExplorerRow>, RowError> {
    table::rows((FILE, HEAD), text, listed)
}

fn listed(line: Line, [chain, explorer, base, source]: [&str; 4]) -> Result<ExplorerRow, RowError> {
    line.check_not_empty("source", source)?;
    let url = |text: &str| match text.parse::<Url>() {
        Ok(url) if url.scheme() == "https" => Ok(url),
        _ => Err(line.wrong("base", "is not an https URL")),
    };
    Ok(ExplorerRow {
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
        explorer::{EXPLORERS, blockscout, etherscan},
    };

    #[test]
    fn every_row_is_unique_and_of_a_known_chain() {
        let listed = parse(include_str!("../../data/explorers.csv")).unwrap();
        let mut seen = BTreeSet::new();
        for one in &listed {
            assert!(
                EXPLORERS.iter().any(|spec| spec.slug == one.explorer),
                "{} is no explorer",
                one.explorer
            );
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
        for spec in EXPLORERS {
            let has_row = listed.iter().any(|one| one.explorer == spec.slug);
            assert!(has_row, "data/explorers.csv has no chain for {}", spec.slug);
        }
    }

    #[test]
    fn a_key_and_an_own_base_url_change_the_instance() {
        let ethereum = |service, settings: &EndpointSettings| {
            let bases = bases(service, settings, rows().unwrap()).unwrap();
            let found = bases.into_iter().find(|(chain, _)| *chain == ChainId::evm(1));
            found.map(|(_, base)| base.to_string())
        };
        let keyed = EndpointSettings {
            key: Some(Arc::new(Secret::new("k".to_owned()))),
            ..EndpointSettings::default()
        };
        let own = EndpointSettings {
            base: "http://10.0.0.1/x/".parse().ok(),
            own: true,
            ..keyed.clone()
        };
        let plain = EndpointSettings::default();
        for (service, settings, instance) in [
            (&blockscout::SERVICE, &plain, Some("https://eth.blockscout.com/")),
            (&blockscout::SERVICE, &keyed, Some("https://api.blockscout.com/1")),
            (&blockscout::SERVICE, &own, Some("http://10.0.0.1/x/1")),
            (&etherscan::SERVICE, &plain, None),
            (&etherscan::SERVICE, &keyed, Some("https://api.etherscan.io/v2/api")),
        ] {
            assert_eq!(ethereum(service, settings).as_deref(), instance);
        }
    }

    #[test]
    fn an_incomplete_row_is_refused() {
        for (row, message) in [
            ("eip155:1,blockscout,http://a.b/,docs", "line 2, base: "),
            ("eip155:1,etherscan,,", "line 2, source: "),
            ("x,etherscan,,docs", "line 2, chain: "),
            ("eip155:1,etherscan", "line 2, any: "),
        ] {
            let error = parse(&format!("{HEAD}\n{row}\n")).err().unwrap().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
