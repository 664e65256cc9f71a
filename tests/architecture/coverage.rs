//! Every plug is run: each store against the conformance kit, each remote adapter against replies as its service gives them.

use crate::{
    expect_none,
    traits::traits,
    tree::{File, files, identifiers},
};

const STORAGE: &str = "adapters/src/storage/";
const MEMORY: &str = "memory/src/";
const REQUIREMENTS: &str = "conformance/src/store/";

/// The sockets behind which strangers answer.
const REMOTE: [&str; 13] = [
    "ChainReader",
    "ExchangeReader",
    "ProtocolReader",
    "NameResolver",
    "PriceSource",
    "TokenListSource",
    "TokenFinder",
    "CurrencySource",
    "Mailer",
    "PaymentDesk",
    "SignatureVerifier",
    // What is one service's own behind a socket that several share.
    "Venue",
    "ServerApi",
];

/// Whether a noun has a file or a folder of its own there.
fn has(files: &[File], folder: &str, noun: &str) -> bool {
    let (file, within) = (format!("{folder}{noun}.rs"), format!("{folder}{noun}/"));
    files
        .iter()
        .any(|one| one.path == file || one.path.starts_with(&within))
}

/// The nouns of `ports` that are stored, by their file names.
fn stored_nouns(files: &[File]) -> impl Iterator<Item = &str> {
    let is_store = |name: &str| name.ends_with("Store") || name.ends_with("Writes");
    let storing = files
        .iter()
        .filter(move |file| traits(file).iter().any(|one| is_store(&one.name)));
    storing.filter_map(|file| file.path.strip_prefix("ports/src/")?.strip_suffix(".rs"))
}

fn stores(files: &[File]) -> Vec<String> {
    let lacks = |folder: &'static str| stored_nouns(files).filter(move |noun| !has(files, folder, noun));
    let homes = [STORAGE, MEMORY].into_iter();
    let homeless = homes
        .flat_map(|home| lacks(home).map(move |noun| format!("{home}{noun}.rs is missing: {noun} is kept elsewhere")));
    let untested =
        lacks(REQUIREMENTS).map(|noun| format!("{REQUIREMENTS}{noun}.rs is missing: nothing is required of {noun}"));
    homeless.chain(untested).collect()
}

/// A plug for a remote socket: `impl PriceSource for DefiLlama` in `adapters/src/price/defillama.rs`. A shape of servers has a
/// file in its family's folder, and its replies lie where the file does: `chain/bitcoin/esplora.rs`.
struct Plug<'a> {
    file: &'a File,
    kind: &'a str,
    name: &'a str,
    port: &'a str,
    type_name: &'a str,
}

/// What the tests call a type: a venue by the name of its exchange, `pub type Kraken = Exchange<Pairs>`.
fn known_as<'a>(file: &'a File, type_name: &'a str) -> &'a str {
    let aliases = file
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("pub type ")?.split_once(" = "));
    let mut of_it = aliases.filter(|(_, of)| of.contains(&format!("<{type_name}>")));
    of_it.next().map_or(type_name, |(alias, _)| alias)
}

impl<'a> Plug<'a> {
    fn of(file: &'a File) -> impl Iterator<Item = Self> {
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
                type_name: known_as(file, type_name.trim()),
            })
        })
    }

    /// The demo world is arithmetic: there is no service whose replies could be kept.
    fn is_demo(&self) -> bool {
        self.kind == "demo"
    }

    /// Replies as the service gives them, or a real component of the test world that answers itself.
    fn has_replies(&self, files: &[File]) -> bool {
        let fixtures = format!("adapters/src/{}/fixtures/{}/", self.kind, self.name);
        let is_named = |file: &File, folder: &str| file.path.starts_with(folder) && file.text.contains(self.type_name);
        files
            .iter()
            .any(|file| file.path.starts_with(&fixtures) || is_named(file, "tests/world/"))
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

fn plugs(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for plug in files
        .iter()
        .filter(|file| file.is_a(&["rs"]))
        .flat_map(Plug::of)
        .filter(|plug| !plug.is_demo())
    {
        let Plug {
            file, port, type_name, ..
        } = &plug;
        if !plug.has_replies(files) {
            found.push(format!(
                "{}: {type_name} has no replies of its service to be tested with",
                file.path
            ));
        }
        if !plug.has_run(files) {
            found.push(format!("{}: no contract runs {type_name}, a {port}", file.path));
        }
    }
    found
}

/// Rules about spam, by the list of them, whose file has no test of its own.
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
fn every_remote_plug_has_replies_and_a_run() {
    expect_none(plugs(&files()));
}

#[test]
fn a_plug_without_replies_or_run_is_found() {
    let plug = || {
        File::sample(
            "adapters/src/price/acme.rs",
            "#[async_trait]\nimpl PriceSource for Acme {\n}\n",
        )
    };
    let reply = || File::sample("adapters/src/price/fixtures/acme/price.json", "{}");
    let run = || File::sample("tests/contract/price_source.rs", "run(Acme::new(door));");
    assert_eq!(plugs(&[plug()]).len(), 2);
    assert_eq!(plugs(&[plug(), reply()]).len(), 1);
    assert!(plugs(&[plug(), reply(), run()]).is_empty());
    let venue = "pub type Acme = Exchange<Pairs>;\nimpl Venue for Pairs {\n";
    let venue = || File::sample("adapters/src/price/acme.rs", venue);
    assert_eq!(plugs(&[venue()]).len(), 2);
    assert!(plugs(&[venue(), reply(), run()]).is_empty());
    let shape = || File::sample("adapters/src/chain/bitcoin/acme.rs", "impl ServerApi for Acme {\n");
    let page = File::sample("adapters/src/chain/fixtures/bitcoin/acme/block.json", "{}");
    assert_eq!(plugs(&[shape(), run()]).len(), 1);
    assert!(plugs(&[shape(), run(), page]).is_empty());
    let demo = File::sample("adapters/src/demo/price.rs", "impl PriceSource for DemoPrices {\n");
    assert!(plugs(&[demo]).is_empty());
}

#[test]
fn every_store_has_a_contract() {
    expect_none(stores(&files()));
}

#[test]
fn a_store_without_a_contract_is_found() {
    let port = || File::sample("ports/src/pod.rs", "pub trait PodStore {\n}\n");
    let plug = || File::sample("adapters/src/storage/pod.rs", "");
    let memory = || File::sample("memory/src/pod.rs", "");
    let requirements = File::sample("conformance/src/store/pod.rs", "");
    assert!(stores(&[port(), plug(), memory(), requirements]).is_empty());
    assert_eq!(stores(&[port(), plug(), memory()]).len(), 1);
    assert_eq!(stores(&[port(), plug()]).len(), 2);
    assert_eq!(stores(&[port()]).len(), 3);
}
