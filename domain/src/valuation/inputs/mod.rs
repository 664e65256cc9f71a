//! What a valuation is computed from, and how it is gathered.

pub mod at_moment;
pub mod decimals;
pub mod discovery;
pub mod filed;
pub mod gather;
pub mod given;
pub mod hiding;
pub mod load;
pub mod missed;
pub mod moved;
pub mod newest;
pub mod recipe;
pub mod sources;
pub mod types;
pub mod unread;
mod unread_protocol;
pub mod unreconciled;
pub mod viewpoint;
