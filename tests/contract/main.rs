//! Contract tests of the adapters: the conformance kit on every shipped store and adapter, the files and the schema of the
//! databases, and the remote adapters and the HTTP client against local mock servers.

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
mod market;
mod name_resolver;
mod node;
mod not_current;
mod only_newest;
mod pages;
mod price_source;
mod probe;
mod progress;
mod requirements;
mod samples;
mod solana;
mod storage;
mod store;
mod token_answers;
mod token_finder;
mod token_list_source;
