//! Every implementation of a port is tested: each store by the conformance kit, each adapter of a remote service with recorded
//! replies of that service.

use crate::{
    expect_none,
    traits::traits,
    tree::{File, files, identifiers},
};

const STORAGE: &str = "adapters/src/storage/";
const MEMORY: &str = "memory/src/";
const REQUIREMENTS: &str = "conformance/src/store/";

/// The ports whose implementations send requests to remote services.
const REMOTE: [&str; 18] = [
    "ChainReader",
    "ExchangeReader",
    "ProtocolReader",
    "NameResolver",
    "PriceSource",
    "PastPriceSource",
    "TokenListSource",
    "TokenFinder",
    "HistoryReader",
    "TransactionReceiptReader",
    "CurrencySource",
    "Mailer",
    "PaymentDesk",
    "SignatureVerifier",
    // The part of an adapter that differs by service where several services share an adapter.
    "Venue",
    "CandleVenue",
    "SignedExchange",
    "ServerApi",
];

/// Implementations over a folder, over other ports, over stored rows, and over what differs by service.
const WITHOUT_SERVICE: [&str; 6] = [
    "adapters/src/mail/outbox.rs",
    "adapters/src/exchange/account/accounts.rs",
    "adapters/src/exchange/account/histories.rs",
    "adapters/src/exchange/account/oauth_reader.rs",
    "adapters/src/exchange/account/signed_accounts.rs",
    "adapters/src/price/currency.rs",
];

/// The last words of the names of stores. Ports for remote services may end in one of them too.
const STORES: [&str; 3] = ["Store", "Reader", "Writer"];

/// Whether a folder has a file or a folder for a noun.
fn has(files: &[File], folder: &str, noun: &str) -> bool {
    let (file, within) = (format!("{folder}{noun}.rs"), format!("{folder}{noun}/"));
    files
        .iter()
        .any(|one| one.path == file || one.path.starts_with(&within))
}

/// The file names of the nouns in `ports` that have a store.
fn stored_nouns(files: &[File]) -> impl Iterator<Item = &str> {
    let is_store = |name: &str| STORES.iter().any(|end| name.ends_with(end)) && !REMOTE.contains(&name);
    let storing = files
        .iter()
        .filter(move |file| traits(file).iter().any(|one| is_store(&one.name)));
    // The trait of `mod.rs` is about the noun of its folder.
    storing.filter_map(|file| {
        let path = file.path.strip_prefix("ports/src/")?;
        path.trim_end_matches("/mod.rs")
            .trim_end_matches(".rs")
            .rsplit('/')
            .next()
    })
}

fn stores(files: &[File]) -> Vec<String> {
    let lacks = |folder: &'static str| stored_nouns(files).filter(move |noun| !has(files, folder, noun));
    let folders = [STORAGE, MEMORY].into_iter();
    let missing = folders.flat_map(|folder| {
        lacks(folder).map(move |noun| format!("{folder}{noun}.rs is missing: {noun} is stored in another file"))
    });
    let untested =
        lacks(REQUIREMENTS).map(|noun| format!("{REQUIREMENTS}{noun}.rs is missing: {noun} has no requirements"));
    missing.chain(untested).collect()
}

/// An implementation of a port for a remote service: `impl PriceSource for DefiLlama` in `adapters/src/price/defillama.rs`. The
/// API of a server (`ServerApi`) has a file in the folder of the APIs, `chain/bitcoin_api/esplora.rs`, and its replies in the
/// folder of the same name in the fixtures.
struct Implementation<'a> {
    file: &'a File,
    kind: &'a str,
    name: &'a str,
    port: &'a str,
    type_name: &'a str,
}

/// The name of a type in tests: for a `Venue` the alias of its exchange, as in `pub type Kraken = Exchange<Pairs>`.
fn public_name<'a>(file: &'a File, type_name: &'a str) -> &'a str {
    let aliases = file
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("pub type ")?.split_once(" = "));
    let mut matching = aliases.filter(|(_, of)| of.contains(&format!("<{type_name}>")));
    matching.next().map_or(type_name, |(alias, _)| alias)
}

impl<'a> Implementation<'a> {
    fn all_in(file: &'a File) -> impl Iterator<Item = Self> {
        let place = file
            .path
            .strip_prefix("adapters/src/")
            .and_then(|path| path.split_once('/'));
        let lines = place
            .into_iter()
            .flat_map(|place| file.code().map(move |(_, line)| (place, line)));
        lines.filter_map(move |((kind, rest), line)| {
            let (port, type_name) = line
                .strip_prefix("impl ")?
                .trim_end()
                .trim_end_matches('{')
                .split_once(" for ")?;
            let name = match port {
                "ServerApi" => rest.trim_end_matches(".rs"),
                _ => rest.split(['/', '.']).next()?,
            };
            REMOTE.contains(&port).then_some(Self {
                file,
                kind,
                name,
                port,
                type_name: public_name(file, type_name.trim()),
            })
        })
    }

    /// The demo world is computed, and contracts of protocols answer from tables in their interface, so there are no replies to record.
    fn has_no_service(&self) -> bool {
        let answers_from_tables = self.file.path.starts_with("adapters/src/protocol/");
        self.kind == "demo" || answers_from_tables || WITHOUT_SERVICE.contains(&self.file.path.as_str())
    }

    /// Whether there are recorded replies of the service or of the APIs that it may have, or the test world runs the service
    /// itself.
    fn has_replies(&self, files: &[File]) -> bool {
        let fixtures = ["", "_api"].map(|end| format!("adapters/src/{}/fixtures/{}{end}/", self.kind, self.name));
        let is_named = |file: &File, folder: &str| file.path.starts_with(folder) && file.text.contains(self.type_name);
        files
            .iter()
            .any(|file| fixtures.iter().any(|folder| file.path.starts_with(folder)) || is_named(file, "tests/world/"))
    }

    fn has_run(&self, files: &[File]) -> bool {
        let runs = files.iter().filter(|file| {
            ["tests/contract/", "tests/world/"]
                .iter()
                .any(|it| file.path.starts_with(it))
        });
        runs.filter(|file| file.is_a(&["rs"]))
            .any(|file| file.text.contains(self.type_name))
    }
}

fn untested_implementations(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for implementation in files
        .iter()
        .filter(|file| file.is_a(&["rs"]))
        .flat_map(Implementation::all_in)
        .filter(|one| !one.has_no_service())
    {
        let Implementation {
            file, port, type_name, ..
        } = &implementation;
        if !implementation.has_replies(files) {
            found.push(format!(
                "{}: {type_name} has no recorded replies of its service",
                file.path
            ));
        }
        if !implementation.has_run(files) {
            found.push(format!("{}: no contract test runs {type_name}, a {port}", file.path));
        }
    }
    found
}

/// The rules about spam in the list `RULES` whose files have no tests.
fn untested_rules(files: &[File]) -> Vec<String> {
    let list = files.iter().find(|file| file.path == "domain/src/spam/mod.rs");
    let text = list.map_or("", |list| list.text.as_str());
    let rules = text
        .split("const RULES")
        .nth(1)
        .and_then(|rest| rest.split("];").next());
    let names = rules
        .into_iter()
        .flat_map(|rules| rules.split("::judge").filter_map(|it| identifiers(it).last()));
    let tested = |name: &&str| {
        let path = format!("domain/src/spam/{name}.rs");
        files
            .iter()
            .any(|file| file.path == path && file.text.contains("#[test]"))
    };
    let untested = names.filter(|name| text.contains(&format!("{name}::judge")) && !tested(name));
    untested
        .map(|name| format!("domain/src/spam/{name}.rs: a rule without a test of what it finds"))
        .collect()
}

#[test]
fn every_rule_about_spam_is_tested() {
    expect_none(untested_rules(&files()));
}

#[test]
fn a_rule_without_a_test_is_found() {
    let list = || {
        File::sample(
            "domain/src/spam/mod.rs",
            "const RULES: [Rule; 2] = [bait::judge, greedy::judge];\n",
        )
    };
    let rule = |name: &str, text: &str| File::sample(&format!("domain/src/spam/{name}.rs"), text);
    assert_eq!(
        untested_rules(&[list(), rule("bait", "#[test]"), rule("greedy", "")]).len(),
        1
    );
    assert!(untested_rules(&[list(), rule("bait", "#[test]"), rule("greedy", "#[test]")]).is_empty());
}

#[test]
fn every_remote_adapter_has_replies_and_a_test() {
    expect_none(untested_implementations(&files()));
}

#[test]
fn an_adapter_without_replies_or_test_is_found() {
    let source = || {
        File::sample(
            "adapters/src/price/acme.rs",
            "#[async_trait]\nimpl PriceSource for Acme {\n}\n",
        )
    };
    let reply = || File::sample("adapters/src/price/fixtures/acme/price.json", "{}");
    let run = || File::sample("tests/contract/price_source.rs", "run(Acme::new(door));");
    assert_eq!(untested_implementations(&[source()]).len(), 2);
    assert_eq!(untested_implementations(&[source(), reply()]).len(), 1);
    assert!(untested_implementations(&[source(), reply(), run()]).is_empty());
    let venue = "pub type Acme = Exchange<Pairs>;\nimpl Venue for Pairs {\n";
    let venue = || File::sample("adapters/src/price/acme.rs", venue);
    assert_eq!(untested_implementations(&[venue()]).len(), 2);
    assert!(untested_implementations(&[venue(), reply(), run()]).is_empty());
    let shape = || File::sample("adapters/src/chain/bitcoin_api/acme.rs", "impl ServerApi for Acme {\n");
    let page = File::sample("adapters/src/chain/fixtures/bitcoin_api/acme/block.json", "{}");
    assert_eq!(untested_implementations(&[shape(), run()]).len(), 1);
    assert!(untested_implementations(&[shape(), run(), page]).is_empty());
    let demo = File::sample("adapters/src/demo/price.rs", "impl PriceSource for DemoPrices {\n");
    assert!(untested_implementations(&[demo]).is_empty());
}

#[test]
fn every_store_has_a_contract_test() {
    expect_none(stores(&files()));
}

#[test]
fn a_store_without_a_contract_test_is_found() {
    let port = || File::sample("ports/src/pod.rs", "pub trait PodReader {\n}\n");
    let adapter = || File::sample("adapters/src/storage/pod.rs", "");
    let memory = || File::sample("memory/src/pod.rs", "");
    let requirements = File::sample("conformance/src/store/pod.rs", "");
    assert!(stores(&[port(), adapter(), memory(), requirements]).is_empty());
    assert_eq!(stores(&[port(), adapter(), memory()]).len(), 1);
    assert_eq!(stores(&[port(), adapter()]).len(), 2);
    assert_eq!(stores(&[port()]).len(), 3);
}
