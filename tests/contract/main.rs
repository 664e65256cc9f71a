//! The requirements of the conformance kit on every store that ships; what the files and the schema of a database promise beside
//! them; and what every source of prices promises, what every reader of chains and names promises, and how the outgoing client
//! bears what hosts do, against a server of this machine.

mod asset_memory;
mod bitcoin;
mod chain_reader;
mod counter;
mod crash;
mod currency_source;
mod database;
mod durability;
mod erase;
mod erase_schema;
mod esplora;
mod examine;
mod http_client;
mod laws;
mod market;
mod name_resolver;
mod node;
mod not_current;
mod only_newest;
mod pages;
mod price_source;
mod probe;
mod samples;
mod solana;
mod storage;
mod store;
mod token_answers;
mod token_finder;
mod token_list_source;
