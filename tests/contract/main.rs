//! What every store promises, on SQLite in a file, on SQLite in memory and on Postgres; and what every source of prices
//! promises, against a server of this machine.

mod database;
mod job;
mod price_source;
mod samples;
mod user;
mod wallet;
