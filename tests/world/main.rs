//! The test world itself: the components start in seconds, answer as they say, and leave nothing behind.

mod balances;
mod chain;
mod door;
mod ens;
mod leaving;
mod names;
mod postgres;
mod prices;
mod product;
