//! What every store promises, on SQLite in a file, on SQLite in memory and on Postgres; and what every source of prices
//! promises, what every reader of chains and names promises, and how the outgoing client bears what hosts do, against a server of this machine.

mod account;
mod asset;
mod bitcoin;
mod chain_reader;
mod counter;
mod crash;
mod currency;
mod currency_source;
mod database;
mod disclosure;
mod esplora;
mod hidden_asset;
mod http_client;
mod idempotency;
mod job;
mod manual_price;
mod market;
mod name;
mod name_resolver;
mod node;
mod pages;
mod price_source;
mod quote;
mod recipe;
mod samples;
mod session;
mod share;
mod snapshot;
mod solana;
mod source;
mod storage;
mod token_list;
mod token_list_source;
mod user;
mod wallet;
