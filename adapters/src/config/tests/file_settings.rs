//! What the configuration file names: nodes, keys, orders, limits, labels, bad tokens and links.

use super::*;
use crate::chain::bitcoin_api::ServerApi;

#[test]
fn the_file_names_nodes_keys_order_and_limits() {
    let config = file(
        r#"
        price_order = ["coingecko"]
        lists = ["uniswap", { name = "coingecko", base_url = "http://mirror:8080/lists/", own = true }]
        [chains.ethereum]
        endpoints = [{ url = "http://127.0.0.1:8545", own = true }, "https://eth.example.org/v3/key"]
        [chains."eip155:10"]
        endpoints = ["https://op.example.org"]
        [providers.coingecko]
        key = "CG-1"
        base_url = "https://pro-api.coingecko.com/api/v3/"
        per_minute = 250
        [limits]
        create-user = "60/h"
        "#,
    )
    .unwrap();
    let ethereum = config.chains["ethereum"].endpoints.as_deref().unwrap();
    let shown: Vec<(&str, bool)> = ethereum.iter().map(|one| (one.url.as_str(), one.own)).collect();
    assert_eq!(
        shown,
        [
            ("http://127.0.0.1:8545/", true),
            ("https://eth.example.org/v3/key", false)
        ]
    );
    assert_eq!(config.chains.len(), 2);
    let coingecko = &config.providers["coingecko"];
    assert_eq!(coingecko.key.as_ref().map(|key| key.reveal().as_str()), Some("CG-1"));
    assert_eq!((coingecko.per_minute, coingecko.own), (Some(250), false));
    assert_eq!(config.price_order, ["coingecko"]);
    let [uniswap, mirror] = config.lists.as_slice() else {
        panic!("{:?}", config.lists);
    };
    assert_eq!(*uniswap, ListConfig::public("uniswap"));
    assert_eq!((mirror.name.as_str(), mirror.own), ("coingecko", true));
    assert_eq!(mirror.base_url.as_ref().unwrap().as_str(), "http://mirror:8080/lists/");
    assert_eq!(config.limits["create-user"], "60/h");
}

/// A source that is left out of `price_order` is not used for past prices either, unless it is named for them.
#[test]
fn past_prices_follow_the_order_of_prices() {
    for (text, order) in [
        ("", PAST_PROVIDERS.to_vec()),
        (
            "price_order = ['coingecko', 'coinbase', 'defillama']",
            vec!["defillama", "coinbase"],
        ),
        ("price_order = ['kraken']", vec![]),
        (
            "past_price_order = ['coinbase', 'bitstamp']",
            vec!["coinbase", "bitstamp"],
        ),
        (
            "price_order = ['kraken']\npast_price_order = ['bitstamp']",
            vec!["bitstamp"],
        ),
        ("past_price_order = []", vec![]),
    ] {
        assert_eq!(file(text).unwrap().past_price_order, order, "{text}");
    }
    assert!(
        file("past_price_order = ['kraken']").is_err(),
        "it has the newest days only"
    );
    assert_eq!(
        file("[providers.bitstamp]\nper_minute = 5").unwrap().providers["bitstamp"].per_minute,
        Some(5)
    );
    assert!(file("[providers.bitstamp]\nkey = 'k'").is_err());
}

#[test]
fn the_file_names_shapes_of_servers_labels_and_bad_tokens() {
    let config = file(
        r#"
        labels = "/etc/spyhop/labels.csv"
        bad_tokens = ["eip155:1/erc20:0x0bc529c00c6401aef6d220be8c6ea1667f6ad93e"]
        [chains.dogecoin]
        endpoints = [{ url = "https://doge.example.org/", shape = "blockchair" }, "https://esplora.example.org/api"]
        "#,
    )
    .unwrap();
    let shapes = config.chains["dogecoin"]
        .endpoints
        .iter()
        .flatten()
        .map(|one| one.api.map(ServerApi::slug));
    assert_eq!(shapes.collect::<Vec<_>>(), [Some("blockchair"), None]);
    assert_eq!(
        config.bad_tokens[0].as_str(),
        "eip155:1/erc20:0x0bc529c00C6401aEF6D220BE8C6Ea1667F6Ad93e"
    );
    assert_eq!(
        config.labels.as_deref(),
        Some(std::path::Path::new("/etc/spyhop/labels.csv"))
    );
}

#[test]
fn the_file_names_links_for_the_foot_of_the_page() {
    let text = "[links]\nblog = 'https://blog.example.org'\nmicroblog = 'https://social.example.org/@spyhop'";
    let config = file(text).unwrap();
    assert_eq!(config.links["blog"].as_str(), "https://blog.example.org/");
    assert_eq!(config.links["microblog"].as_str(), "https://social.example.org/@spyhop");
    assert_eq!(config.links.len(), 2, "what is not named is not shown");
}
