//! Contract tests of the adapters: the conformance kit on every shipped store and adapter, the files and the schema of the
//! databases, and the remote adapters and the HTTP client against local mock servers.

mod asset_cache;
mod bitcoin;
mod bitcoin_history;
mod counter;
mod crash;
mod currency_source;
mod database;
mod doctor;
mod durability;
mod erase;
mod erase_schema;
mod esplora;
mod evm_history;
mod evm_reader;
mod exchange;
mod history_reader;
mod http_client;
mod key_rotation;
mod mail;
mod mail_outbox;
mod mail_queue;
mod mock_node;
mod mock_web_service;
mod name_resolver;
mod node_without_history;
mod not_current;
mod past_price;
mod plain_text;
mod price_source;
mod probe;
mod progress;
mod read_only;
mod requirements;
mod samples;
mod sealed_text;
mod solana;
mod storage;
mod store;
mod token_answers;
mod token_finder;
mod token_list_source;
mod transaction_receipts;
#[path = "../golden/vectors.rs"]
mod vectors;
mod wallet_proof;
