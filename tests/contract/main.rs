//! What every store promises, on SQLite in a file, on SQLite in memory and on Postgres.

mod database;
mod job;
mod samples;
mod user;
mod wallet;
