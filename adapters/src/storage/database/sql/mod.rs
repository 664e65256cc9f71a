//! SQL statements, which run on SQLite and on Postgres.

mod close;
mod connection;
mod dialect;
mod error;
mod fields;
mod json_rows;
mod pools;
mod row;
mod statement;
mod transaction;
mod value;

pub(crate) use connection::{Queue, TimeLimit};
pub(crate) use dialect::{Dialects, dialects, listed, listed_bytes};
pub(crate) use error::storage_error;
pub(crate) use fields::{Fields, json};
pub(crate) use json_rows::json_rows;
pub(crate) use pools::{PostgresPool, Sql, SqlitePools, Tx};
pub(crate) use row::Row;
pub(crate) use statement::{On, Statement, insert_many, insert_many_returning, sql};
pub(crate) use value::Value;
