mod bridge_id;
mod builder;
mod cases;
mod properties;
mod stated_transaction;
