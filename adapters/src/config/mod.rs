//! The configuration: `SPYHOP_*` variables and, where `SPYHOP_CONFIG` names one, a TOML file. Nothing is required.
//!
//! Variables configure the process; the file configures chains, price sources, token lists and limits:
//!
//! ```toml
//! price_order = ["coingecko", "defillama"]    # sources that are left out are not used
//! past_price_order = ["bitstamp", "defillama"]    # of past days; without it those of price_order that have past prices
//! rate_order = ["ecb"]                       # exchange rates; likewise
//! lists = ["uniswap", { name = "coingecko", base_url = "http://mirror.lan/lists/", own = true }]    # likewise
//! labels = "/etc/spyhop/labels.csv"          # owners of addresses, in place of the built-in ones
//! explorers = ["routescan", "blockscout"]    # they name the tokens of an address; likewise
//! shipped_protocols = false                  # only the protocols of this file are read
//!
//! [chains.ethereum]                           # by code or id; replaces the built-in endpoints
//! endpoints = [{ url = "http://127.0.0.1:8545", own = true }, "https://eth.example.org"]
//!
//! [chains.anvil]                              # an additional chain: a whole row, see docs/adding.md
//! id = "eip155:31337"
//! name = "Anvil"
//! symbol = "ETH"
//! native = { name = "Ether", symbol = "ETH", decimals = 18 }
//! endpoints = [{ url = "http://127.0.0.1:8546", own = true }]
//!
//! [providers.coingecko]
//! key = "CG-..."
//! base_url = "https://pro-api.coingecko.com/api/v3/"
//! per_minute = 250
//!
//! [providers.coinbase]                        # your client; people then grant access on the page of the exchange
//! oauth_client_id = "..."
//! oauth_client_secret = "..."
//!
//! [[protocols]]                               # an additional protocol of a known template, see docs/adding.md
//! name = "Fork of Aave"
//! template = "lending-aave"
//! chain = "eip155:31337"
//! contracts = { provider = "0x...", pool = "0x...", data = "0x..." }
//!
//! [links]                                     # in the footer of every page; links that are left out are not shown
//! blog = "https://blog.example.org"
//! chat = "https://chat.example.org/invite"
//! microblog = "https://social.example.org/@spyhop"
//!
//! [limits]                                    # of this server's own calls
//! create-user = "30/h"
//! wallets = 1000                              # per user
//! derived-addresses = 10000                   # of all extended public keys of a user
//!
//! [transfer_match]                            # how far the two sides of a transfer between own accounts may differ
//! percent = 1.5
//! hours = 6
//! ```
//!
//! `own = true` marks an endpoint as the operator's own: it may have a private address and use plain HTTP, and with
//! `SPYHOP_PRIVACY=strict` only such endpoints are used.

mod chain;
mod document;
mod environment;
mod error;
mod file;
mod mail;
mod nearest;
mod protocol;
mod settings;
#[cfg(test)]
mod tests;
mod transfer_match;

use std::collections::BTreeMap;

pub use error::ConfigError;
pub use mail::MailConfig;
pub use settings::{
    ChainConfig, Config, Data, EXPLORERS, ListConfig, OAuthConfig, PAST_PROVIDERS, PROVIDERS, Plans, PrivacyMode,
    ProviderConfig, RATE_PROVIDERS, Sources,
};

impl Config {
    /// Reads the environment of this process and the file named there. Nothing else reads the environment.
    pub fn load() -> Result<Self, ConfigError> {
        let environment = environment::of_process();
        let file = environment.get("SPYHOP_CONFIG").filter(|path| !path.is_empty());
        let text = file.map(|path| {
            std::fs::read_to_string(path).map_err(|why| ConfigError::Unreadable {
                file: path.clone(),
                why: why.to_string(),
            })
        });
        Self::parse(&environment, text.transpose()?.as_deref())
    }

    /// Parses these variables and the text of the file. A pure function.
    pub fn parse(environment: &BTreeMap<String, String>, file: Option<&str>) -> Result<Self, ConfigError> {
        let mut config = environment::read(environment)?;
        if let Some(text) = file {
            let name = environment
                .get("SPYHOP_CONFIG")
                .map_or("the configuration", String::as_str);
            file::read(&mut config, name, text)?;
        }
        transfer_match::read_variables(&mut config, environment)?;
        Ok(config)
    }
}
