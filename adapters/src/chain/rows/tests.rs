//! Checks of the rows that ship, and of invalid rows.

use super::*;

#[test]
fn the_shipped_rows_are_valid() {
    let rows = rows().unwrap();
    assert_eq!(rows[0].chain.id, ChainId::evm(1));
    assert_eq!(rows[0].native.id.as_str(), "eip155:1/slip44:60");
    assert!(rows[0].ens.is_some());
    for row in rows {
        let id = &row.chain.id;
        assert_eq!(id.evm_number().is_some(), row.family == "evm", "{id}");
        assert!(row.coingecko.is_none(), "{id}: it belongs into coins.csv");
        assert!(!row.chain.addresses.is_empty(), "{id}");
        assert!(
            row.chain.max_head_age >= Duration::from_mins(5).max(row.block_time * 20),
            "{id}"
        );
    }
    assert_eq!(chains(rows).named("optimism").unwrap().id, ChainId::evm(10));
    let chains = chains(rows);
    let cash = ["000000000000000000651ef99cb9fcbe", "000000000000000000b15ad892af8f6a"];
    let cash = cash.map(|reference| &chains.named(&format!("bip122:{reference}")).unwrap().code);
    assert_eq!(cash, ["bitcoin-cash"; 2], "it is written in two ways");
}

#[test]
fn every_evm_chain_has_its_contracts_and_log_limits() {
    let evm = rows().unwrap().iter().filter(|row| row.family == "evm");
    let live: Vec<&ChainSpec> = evm.filter(|row| row.status == Status::Live).collect();
    assert!(live.len() >= 24, "{} live EVM chains", live.len());
    for row in live {
        let id = &row.chain.id;
        let logs = row.logs.as_ref().unwrap();
        let hosts: Vec<_> = row.endpoints.iter().filter_map(|one| one.url.host_str()).collect();
        assert!(row.multicall.is_some() && row.price_names.defillama.is_some(), "{id}");
        assert!(logs.span > 0 && logs.refused_by.len() < hosts.len(), "{id}");
        let mut limited = logs.refused_by.iter().chain(logs.spans.keys());
        assert!(limited.all(|host| hosts.contains(&host.as_str())), "{id}");
        for host in hosts.iter().filter(|host| host.ends_with(".drpc.org")) {
            let span = logs.spans.get(*host).unwrap_or(&logs.span);
            assert!(*span <= 100, "{id}: {host} answers no more than 100 blocks");
        }
    }
}

#[test]
fn an_invalid_row_is_reported_with_its_id_and_column() {
    let good = include_str!("../../../data/chains.toml");
    for (from, to, message) in [
        ("id = \"eip155:10\"", "id = \"eip155\"", "is not a chain id"),
        (
            "code = \"optimism\"",
            "code = \"ethereum\"",
            "chains.toml, eip155:1, id: its id, an alias or its code",
        ),
        (
            "aliases = [\"bip122:0000",
            "aliases = [\"eip155:10\", \"bip122:0000",
            "chains.toml, eip155:10, id: its id, an alias or its code",
        ),
        (
            "parent = \"eip155:1\"",
            "parent = \"eip155:2\"",
            "chains.toml, eip155:10, parent: has no row",
        ),
        (
            "https://mainnet.optimism.io",
            "http://mainnet.optimism.io",
            "chains.toml, eip155:10, endpoints: is not",
        ),
        ("#134264", "blue", "chains.toml, eip155:1, color: is not of the form"),
        (
            "https://etherscan.io/tx/{}",
            "https://etherscan.io/tx/",
            "chains.toml, eip155:1, explorer: is not",
        ),
        ("family = \"evm\"", "famly = \"evm\"", "famly"),
    ] {
        let error = parse(&good.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}
