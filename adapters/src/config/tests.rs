use std::{collections::BTreeMap, time::Duration};

use ports::{PersonLimits, WorldKind};

mod file_settings;
mod head_age;
mod mail;
mod person_limits;
mod transfer_match;
mod wrong_file;

use super::*;
use crate::storage::{DatabaseLocation, DatabaseTimeouts};

fn environment(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    let home = [("HOME", "/home/ada")];
    let pairs = home.iter().chain(pairs);
    pairs
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn parse(pairs: &[(&str, &str)]) -> Result<Config, String> {
    Config::parse(&environment(pairs), None).map_err(|why| why.to_string())
}

fn file(text: &str) -> Result<Config, String> {
    let pairs = environment(&[("SPYHOP_CONFIG", "spyhop.toml")]);
    Config::parse(&pairs, Some(text)).map_err(|why| why.to_string())
}

#[test]
fn nothing_is_required() {
    let config = parse(&[
        ("SPYHOP_VECTORS", "x"),
        ("SPYHOP_TEST_PG_BIN", "y"),
        ("SPYHOP_PLANS", " "),
    ])
    .unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:4747");
    assert_eq!(config.data, Data::Folder("/home/ada/.local/share/spyhop".into()));
    assert_eq!(
        (config.sources, config.plans, config.privacy),
        (Sources::Auto, Plans::Auto, PrivacyMode::Normal)
    );
    assert_eq!(
        config.place(WorldKind::Demo).to_string(),
        "/home/ada/.local/share/spyhop/demo.db"
    );
    assert_eq!(config.price_order, **PROVIDERS);
    let xdg = parse(&[("XDG_DATA_HOME", "/data")]).unwrap();
    assert_eq!(xdg.data, Data::Folder("/data/spyhop".into()));
    assert_eq!(Config::parse(&BTreeMap::new(), None).err(), Some(ConfigError::NoFolder));
}

#[test]
fn every_variable_is_read() {
    let config = parse(&[
        ("SPYHOP_LISTEN", "[::1]:80"),
        ("SPYHOP_DATA", "/srv/spyhop"),
        ("SPYHOP_DATABASE_URL", "postgres://ada:secret@db/spyhop"),
        ("SPYHOP_SOURCES", "live"),
        ("SPYHOP_ORIGIN", "https://Spyhop.example.org/"),
        (
            "SPYHOP_ALLOWED_ORIGINS",
            "https://Tools.example.org:443, http://127.0.0.1:8000",
        ),
        ("SPYHOP_TRUSTED_PROXIES", "10.0.0.0/8, ::1,"),
        ("SPYHOP_PLANS", "on"),
        ("SPYHOP_DISCOUNTS", "on"),
        ("SPYHOP_ANONYMOUS_DAYS", "30"),
        ("SPYHOP_PRIVACY", "strict"),
    ])
    .unwrap();
    assert_eq!(config.listen.to_string(), "[::1]:80");
    assert_eq!(config.folder(), Some(&"/srv/spyhop".into()));
    assert_eq!(config.place(WorldKind::Live).to_string(), "the Postgres database");
    assert_eq!(
        (config.sources, config.plans, config.privacy),
        (Sources::Live, Plans::On, PrivacyMode::Strict)
    );
    assert!(config.discounts && !parse(&[]).unwrap().discounts);
    assert_eq!(config.anonymous_days, 30);
    assert_eq!(parse(&[]).unwrap().anonymous_days, 90);
    assert_eq!(config.origin.as_deref(), Some("https://spyhop.example.org"));
    assert_eq!(
        config.allowed_origins.join(" "),
        "https://tools.example.org http://127.0.0.1:8000"
    );
    assert_eq!(config.trusted_proxies, ["10.0.0.0/8", "::1"]);
}

#[test]
fn settings_for_tests_are_for_this_machine() {
    let password = ("SPYHOP_TEMP_LOGIN", "a password for tests");
    let local = ("SPYHOP_LISTEN", "127.0.0.1:80");
    let config = parse(&[password, local]).unwrap();
    assert_eq!(
        config.temp_login.map(|text| text.reveal().clone()).as_deref(),
        Some("a password for tests")
    );
    let clock = ("SPYHOP_TEST_CLOCK", "/tmp/clock");
    assert_eq!(parse(&[clock, local]).unwrap().clock_file, Some("/tmp/clock".into()));
    let none = parse(&[]).unwrap();
    assert!(none.temp_login.is_none() && none.clock_file.is_none());
    assert!(parse(&[password, ("SPYHOP_ORIGIN", "http://localhost:4747")]).is_ok());
    for (public, reason) in [
        (("SPYHOP_LISTEN", "0.0.0.0:80"), "SPYHOP_LISTEN"),
        (("SPYHOP_LISTEN", "192.168.0.2:80"), "SPYHOP_LISTEN"),
        (("SPYHOP_TRUSTED_PROXIES", "127.0.0.1"), "SPYHOP_TRUSTED_PROXIES"),
        (("SPYHOP_ORIGIN", "https://spyhop.example.org"), "SPYHOP_ORIGIN"),
    ] {
        for test_setting in [password, clock] {
            let why = parse(&[test_setting, public])
                .err()
                .unwrap_or_else(|| panic!("{public:?}"));
            let expected = format!("{} is only for tests", test_setting.0);
            assert!(why.starts_with(&expected) && why.contains(reason), "{why}");
        }
        assert!(parse(&[public]).is_ok());
    }
}

#[test]
fn time_limits_are_in_seconds() {
    let set = [
        ("SPYHOP_DATABASE_SECONDS", "20"),
        ("SPYHOP_REQUEST_SECONDS", "60"),
        ("SPYHOP_IMAGE_SECONDS", "120"),
    ];
    let config = parse(&set).unwrap();
    assert_eq!(config.database_timeouts, DatabaseTimeouts::new(Duration::from_secs(20)));
    assert_eq!(config.request_timeout, Duration::from_mins(1));
    assert_eq!(config.image_timeout, Duration::from_mins(2));
    let usual = parse(&[]).unwrap();
    assert_eq!(usual.database_timeouts, DatabaseTimeouts::default());
    assert_eq!(usual.request_timeout, Duration::from_secs(30));
    assert_eq!(usual.image_timeout, Duration::from_secs(20));
}

/// Settings that are wrong, and a part of what is said about each.
const WRONG_SETTINGS: &[((&str, &str), &str)] = &[
    (
        ("SPYHOP_LISTE", "x"),
        "SPYHOP_LISTE is not a setting. Did you mean SPYHOP_LISTEN?",
    ),
    (
        ("SPYHOP_COLOUR", "x"),
        "SPYHOP_COLOUR is not a setting. Known: SPYHOP_LISTEN, ",
    ),
    (
        ("SPYHOP_LISTEN", "4747"),
        "SPYHOP_LISTEN is \"4747\", which is not an address with a port such as",
    ),
    (
        ("SPYHOP_SOURCES", "dem"),
        "SPYHOP_SOURCES is \"dem\"; it can be auto, live, demo. Did you mean demo?",
    ),
    (
        ("SPYHOP_PLANS", "yes"),
        "SPYHOP_PLANS is \"yes\"; it can be auto, on, off.",
    ),
    (
        ("SPYHOP_DISCOUNTS", "10%"),
        "SPYHOP_DISCOUNTS is \"10%\"; it can be off, on.",
    ),
    (("SPYHOP_PRIVACY", "Strict"), "Did you mean strict?"),
    (
        ("SPYHOP_ANONYMOUS_DAYS", "0"),
        "SPYHOP_ANONYMOUS_DAYS is \"0\", which is not a number of days",
    ),
    (
        ("SPYHOP_DATABASE_SECONDS", "0"),
        "SPYHOP_DATABASE_SECONDS is \"0\", which is not a number of seconds",
    ),
    (
        ("SPYHOP_REQUEST_SECONDS", "1.5"),
        "SPYHOP_REQUEST_SECONDS is \"1.5\", which is not a number of seconds",
    ),
    (
        ("SPYHOP_TEMP_LOGIN", "hunter2"),
        "SPYHOP_TEMP_LOGIN is too short; use at least 16 characters",
    ),
    (
        ("SPYHOP_DATABASE_URL", "mysql://a:hunter2@b"),
        "is not a URL such as postgres://",
    ),
    (
        ("SPYHOP_SMTP_URL", "smtp://a:hunter2@b?tls=none"),
        "SPYHOP_SMTP_URL has tls=none, which is only allowed",
    ),
    (("SPYHOP_ORIGIN", "https://a/b"), "write the address without a path"),
    (("SPYHOP_ORIGIN", "ftp://a"), "write the address without a path"),
    (("SPYHOP_ALLOWED_ORIGINS", "https://a,*"), "is \"*\"; write the address"),
];

#[test]
fn what_is_wrong_is_said_in_one_line_with_the_remedy() {
    for (pair, said) in WRONG_SETTINGS {
        let why = parse(&[*pair]).err().unwrap_or_else(|| panic!("{pair:?} was taken"));
        assert!(why.contains(said), "{why}");
        assert!(!why.contains('\n') && !why.contains("hunter2"), "{why}");
    }
}

/// A whole row of a chain that does not ship.
const ROW: &str = r#"
[chains.workbench]
id = "eip155:31337"
name = "Workbench"
symbol = "WB"
native = { name = "Ether", symbol = "ETH", decimals = 18 }
endpoints = [{ url = "http://127.0.0.1:8546", own = true }]
multicall = { address = "0xcA11bde05977b3631167028862bE2a173976CA11", from_block = 7 }
"#;

#[test]
fn a_chain_that_does_not_ship_is_a_row_of_the_file() {
    let config = file(ROW).unwrap();
    let [row] = config.added_chains.as_slice() else {
        panic!("{} rows", config.added_chains.len());
    };
    assert_eq!(
        (row.chain.id.as_str(), row.chain.code.as_str()),
        ("eip155:31337", "workbench")
    );
    assert_eq!(row.native.id.as_str(), "eip155:31337/slip44:60");
    assert_eq!((row.family.as_str(), row.finality.tag.as_str()), ("evm", "finalized"));
    assert_eq!(row.multicall.as_ref().unwrap().from_block, 7);
    assert!(row.endpoints[0].own && row.chain.explorer.is_none() && config.chains.is_empty());
    for (from, to, said) in [
        (
            "symbol =",
            "symbl =",
            "chains.workbench.symbl is not a setting. Did you mean symbol?",
        ),
        (
            "decimals =",
            "decimal =",
            "chains.workbench.native.decimal is not a setting. Did you mean decimals?",
        ),
        ("name = \"Workbench\"\n", "", "chains.workbench missing field `name`"),
        ("eip155:31337", "eip155", "is not a chain id"),
        ("eip155:31337", "eip155:10", "chains.workbench.id is built in already"),
        ("workbench]", "base]", "chains.base.id is built in already"),
        ("http:", "ftp:", "endpoints[0].url is not a URL"),
        (
            "symbol = \"WB\"",
            "symbol = \"WB\"\nmax_head_age_seconds = '1h'",
            "chains.workbench.max_head_age_seconds is not",
        ),
    ] {
        let why = file(&ROW.replace(from, to))
            .err()
            .unwrap_or_else(|| panic!("{to} was taken"));
        assert!(why.contains(said), "{to}: {why}");
    }
}

/// What somebody copies from a page works, and each variable is explained.
#[test]
fn what_the_pages_show_is_taken() {
    let pages = [
        include_str!("../../../docs/running.md"),
        include_str!("../../../docs/adding.md"),
    ];
    let samples = pages.iter().flat_map(|page| page.split("```toml\n").skip(1));
    let files = samples.filter_map(|rest| rest.split("```").next().filter(|text| text.contains("[chains.")));
    // A client of an exchange needs the address of the server.
    let pairs = environment(&[("SPYHOP_ORIGIN", "https://spyhop.example.org")]);
    let read: Vec<_> = files
        .map(|text| Config::parse(&pairs, Some(text)).unwrap_or_else(|why| panic!("{why}")))
        .collect();
    assert!(read.len() == 2 && read.iter().all(|config| config.added_chains.len() == 1));
    for name in environment::KNOWN {
        let row = format!("| `{name}` |");
        assert!(pages[0].contains(&row), "docs/running.md lacks {name}");
    }
}

/// A container gets only variables that exist, also those that pages mention.
#[test]
fn variables_of_containers_and_pages_are_known() {
    let files = [
        include_str!("../../../Dockerfile"),
        include_str!("../../../compose.yaml"),
        include_str!("../../../README.md"),
        include_str!("../../../docs/running.md"),
    ];
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = files.iter().flat_map(|text| text.split(|c| !is_letter(c)));
    let variables: Vec<&str> = words.filter(|word| word.starts_with("SPYHOP_")).collect();
    assert!(variables.len() > environment::KNOWN.len());
    for name in variables {
        assert!(environment::KNOWN.contains(&name), "{name} is no setting");
    }
}

#[test]
fn an_embedded_tracker_keeps_everything_in_memory() {
    let config = Config::in_memory().with_node("ethereum", "http://127.0.0.1:8545".parse().unwrap());
    assert!(matches!(config.place(WorldKind::Live), DatabaseLocation::Memory));
    assert!(config.chains["ethereum"].endpoints.as_ref().unwrap()[0].own);
}
