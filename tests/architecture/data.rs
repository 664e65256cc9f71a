//! Checks that every row of the built-in data is well formed and that no row contradicts another.

use crate::expect_none;
use crate::tree::root;
use sha3::{Digest, Keccak256};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

/// The fewest tokens of the start list: a shorter one would lack common holdings.
const FEWEST_TOKENS: usize = 150;
const COLUMNS: &str = "chain,address,symbol,name,decimals,group,source";

/// The fewest endpoints of a chain, so that one remains if another fails.
const FEWEST_ENDPOINTS: usize = 2;
/// The colors of built-in chains.
const PALETTE: [&str; 8] = [
    "#134264", "#58bcb1", "#3f6d8a", "#e3b04b", "#ab4535", "#a9d5f3", "#643c98", "#75888f",
];
/// DefiLlama's chains and CoinGecko's platforms, as these sources spell them. A misspelled one would leave the chain without prices.
const SLUGS: &str = "arbitrum arbitrum-one aurora avalanche avax base berachain binance-smart-chain blast bsc celo cronos era \
                     ethereum fantom hyperevm hyperliquid ink kava linea mantle metis metis-andromeda monad moonbeam \
                     optimism optimistic-ethereum plasma polygon polygon-pos ronin scroll solana sonic unichain xdai zksync";

/// Whether the case of an address's letters is its checksum (EIP-55).
fn is_checksummed(address: &str) -> bool {
    let Some(digits) = address.strip_prefix("0x").filter(|digits| digits.len() == 40) else {
        return false;
    };
    let hash = Keccak256::digest(digits.to_lowercase().as_bytes());
    digits.bytes().enumerate().all(|(at, digit)| {
        let nibble = if at % 2 == 0 {
            hash[at / 2] >> 4
        } else {
            hash[at / 2] & 0xf
        };
        match digit {
            b'0'..=b'9' => true,
            b'a'..=b'f' => nibble < 8,
            b'A'..=b'F' => nibble >= 8,
            _ => false,
        }
    })
}

/// Whether a text can be an address of Solana: 32 bytes in base58 have no checksum, so only letters and length are checked.
fn is_mint(address: &str) -> bool {
    let is_letter = |c: u8| c.is_ascii_alphanumeric() && !b"0OIl".contains(&c);
    (32..=44).contains(&address.len()) && address.bytes().all(is_letter)
}

/// Returns what is wrong with a chain's row, without regard to other rows.
fn chain(row: &toml::Value) -> Vec<String> {
    // An endpoint is a URL, or a table with a URL and an API.
    let address = |one: &toml::Value| one.as_str().or_else(|| one.get("url")?.as_str()).map(str::to_owned);
    let endpoints = row.get("endpoints").and_then(toml::Value::as_array);
    let endpoints: Vec<String> = endpoints.into_iter().flatten().filter_map(address).collect();
    let hosts: BTreeSet<&str> = endpoints.iter().filter_map(|url| url.split('/').nth(2)).collect();
    let mut wrong = Vec::new();
    if hosts.len() < FEWEST_ENDPOINTS {
        wrong.push(format!(
            "{} hosts, at least {FEWEST_ENDPOINTS} are required",
            hosts.len()
        ));
    }
    let plain = endpoints.iter().filter(|url| !url.starts_with("https://"));
    wrong.extend(plain.map(|url| format!("{url} is not https")));
    let color = row.get("color").and_then(toml::Value::as_str).unwrap_or_default();
    if !PALETTE.contains(&color) {
        wrong.push(format!("{color:?} is not in the palette"));
    }
    let sources = row.get("sources").and_then(toml::Value::as_table).into_iter().flatten();
    let slugs = sources.filter_map(|(_, slug)| slug.as_str());
    let unknown = slugs.filter(|slug| !SLUGS.split(' ').any(|known| known == *slug));
    wrong.extend(unknown.map(|slug| {
        format!("{slug:?} is no known name of a chain at a price source; if it is correct, add it to SLUGS in tests/architecture/data.rs")
    }));
    wrong
}

struct Chains {
    ids: BTreeSet<String>,
    mirrors: BTreeSet<(String, String)>,
    violations: Vec<String>,
}

fn chains(text: &str) -> Chains {
    let table: toml::Table = text.parse().expect("chains.toml parses");
    let mut chains = Chains {
        ids: BTreeSet::new(),
        mirrors: BTreeSet::new(),
        violations: Vec::new(),
    };
    for row in table["chain"].as_array().expect("a list of chains") {
        let id = row["id"].as_str().expect("an id").to_owned();
        let wrong = chain(row).into_iter().map(|why| format!("{id}: {why}"));
        chains.violations.extend(wrong);
        for mirror in row["native"]["mirrors"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(toml::Value::as_str)
        {
            chains.mirrors.insert((id.clone(), mirror.to_owned()));
        }
        if !chains.ids.insert(id.clone()) {
            chains.violations.push(format!("{id} has two rows"));
        }
    }
    let quoted = text.split('"').filter(|word| word.starts_with("0x"));
    chains.violations.extend(
        quoted
            .filter(|word| !is_checksummed(word))
            .map(|word| format!("{word} fails EIP-55")),
    );
    chains
}

fn tokens(text: &str, chains: &Chains) -> Vec<String> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(COLUMNS));
    let mut seen = BTreeSet::new();
    let rows = lines.map(|line| line.split(',').collect::<Vec<_>>());
    rows.filter_map(|row| token(&row, chains, &mut seen).map(|why| format!("{}: {why}", row.join(","))))
        .collect()
}

/// Returns what is wrong with a row of `tokens.csv`, if anything.
fn token(row: &[&str], chains: &Chains, seen: &mut BTreeSet<(String, String)>) -> Option<&'static str> {
    let [chain, address, symbol, name, decimals, group, source] = row else {
        return Some("not seven columns");
    };
    let key = ((*chain).to_owned(), (*address).to_owned());
    let is_slug = |text: &str| {
        text.bytes()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
    };
    match () {
        () if !chains.ids.contains(*chain) => Some("its chain has no row"),
        () if chain.starts_with("solana:") && !is_mint(address) => Some("is not a mint"),
        () if !chain.starts_with("solana:") && !is_checksummed(address) => Some("fails EIP-55"),
        () if chains.mirrors.contains(&key) => Some("mirrors the native coin"),
        () if symbol.is_empty() || symbol.chars().count() > 20 || name.is_empty() => Some("no symbol or name"),
        () if decimals.parse::<u8>().is_err() => Some("decimals are not a number from 0 to 255"),
        () if !is_slug(group) => Some("not a slug"),
        () if source.is_empty() => Some("no source"),
        () if !seen.insert(key) => Some("listed twice"),
        () => None,
    }
}

#[test]
fn chains_and_tokens_are_well_formed() {
    let read = |name: &str| fs::read_to_string(root().join("adapters/data").join(name)).expect("the file is there");
    let (chains, list) = (chains(&read("chains.toml")), read("tokens.csv"));
    assert!(list.lines().count() > FEWEST_TOKENS);
    let mut violations = tokens(&list, &chains);
    violations.extend(chains.violations);
    expect_none(violations);
}

/// Returns whether accounts at an exchange of this id are read.
fn is_exchange(id: &str) -> bool {
    let of = |name: &str| root().join(format!("adapters/src/exchange/{name}/account.rs"));
    id.strip_prefix("exchange:").is_some_and(|name| of(name).is_file())
}

/// Returns whether the name of a protocol, or of the issuer of a receipt, starts with this word.
fn is_protocol(id: &str) -> bool {
    let read = |name: &str| fs::read_to_string(root().join("adapters/data").join(name)).expect("the file is there");
    let named = |table: &str, column: usize, maker: &str| {
        let names = table.lines().skip(1).filter_map(|line| line.split(',').nth(column));
        names.into_iter().any(|name| name.split(' ').next() == Some(maker))
    };
    id.strip_prefix("protocol:")
        .is_some_and(|maker| named(&read("protocols.csv"), 1, maker) || named(&read("receipts.csv"), 2, maker))
}

/// Returns what is wrong with the table of marks. A mark claims identity, so only listed assets may have one.
fn marks(table: &str, chains: &str, tokens: &str) -> Vec<String> {
    let text = |value: &toml::Value, key: &str| {
        value
            .get(key)
            .and_then(toml::Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let rows: toml::Table = chains.parse().expect("chains.toml parses");
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for row in rows["chain"].as_array().into_iter().flatten() {
        let (id, native) = (text(row, "id"), &row["native"]);
        known.insert(format!("{id}/erc20:{}", text(native, "wrapped")), String::new());
        known.insert(format!("{id}/token:{}", text(native, "wrapped")), String::new());
        known.insert(format!("{id}/slip44:{}", native["slip44"]), String::new());
        known.insert(id, String::new());
    }
    for row in tokens.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()) {
        let kind = if row[0].starts_with("solana:") {
            "token"
        } else {
            "erc20"
        };
        known.insert(format!("{}/{kind}:{}", row[0], row[1]), row[5].to_owned());
    }
    let mut of_group: BTreeMap<&str, &str> = BTreeMap::new();
    let mut wrong = Vec::new();
    let listed = table.lines().skip(1).filter(|line| !line.starts_with("wallet:"));
    for row in listed.map(|line| line.split(',').collect::<Vec<_>>()) {
        match known.get(row[0]) {
            None if is_exchange(row[0]) || is_protocol(row[0]) => {}
            None => wrong.push(format!("{} is on no list", row[0])),
            Some(group) if !group.is_empty() && *of_group.entry(group).or_insert(row[1]) != row[1] => {
                wrong.push(format!("{}: {group} has two marks", row[0]));
            }
            Some(_) => {}
        }
    }
    wrong
}

#[test]
fn only_listed_assets_have_a_mark() {
    let read = |name: &str| fs::read_to_string(root().join(name)).expect("the file is there");
    let (chains, tokens) = (read("adapters/data/chains.toml"), read("adapters/data/tokens.csv"));
    let table = read("http/marks/marks.csv");
    assert!(table.lines().count() > FEWEST_TOKENS);
    expect_none(marks(&table, &chains, &tokens));
    let imitation = "eip155:1/erc20:0x0707070707070707070707070707070707070707,tokens/USDC,contract";
    assert_eq!(marks(&format!("{table}{imitation}\n"), &chains, &tokens).len(), 1);
    assert_eq!(
        marks(
            &format!("{table}exchange:nobody,exchanges/kraken,name\nprotocol:Nobody,tokens/AAVE,name\n"),
            &chains,
            &tokens
        )
        .len(),
        2
    );
    let other = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48,tokens/DAI,contract";
    assert!(!marks(&format!("{table}{other}\n"), &chains, &tokens).is_empty());
}

#[test]
fn bad_rows_are_found() {
    let fine = "[[chain]]\nid = \"eip155:137\"\ncolor = \"#134264\"\nendpoints = [\"https://a.example/\", \"https://b.example/\"]\nnative = \
                { mirrors = [\"0x0000000000000000000000000000000000001010\"] }\nsources = { defillama = \"polygon\" }\n";
    let known = chains(fine);
    assert_eq!(known.violations, Vec::<String>::new());
    for (from, to) in [
        ("https://b.", "https://a."),
        ("https://b.", "http://b."),
        ("#134264", "#134265"),
        ("\"polygon\"", "\"polygone\""),
        ("1010", "10ab"),
    ] {
        assert_eq!(chains(&fine.replace(from, to)).violations.len(), 1, "{to}");
    }
    let good = "eip155:137,0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359,USDC,USD Coin,6,usdc,viem";
    let list = |rows: &[&str]| tokens(&format!("{COLUMNS}\n{}\n", rows.join("\n")), &known).len();
    assert_eq!(list(&[good]), 0);
    assert_eq!(list(&[good, good]), 1);
    assert_eq!(list(&[&good.replace("5c3359", "5C3359")]), 1);
    assert_eq!(list(&[&good.replace("eip155:137", "eip155:1")]), 1);
    assert_eq!(
        list(&["eip155:137,0x0000000000000000000000000000000000001010,POL,POL,18,,viem"]),
        1
    );
}
