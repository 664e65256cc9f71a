//! The router in process: what every answer has, who may reach what, and what each call refuses.

mod access;
mod chain;
mod conformance;
mod currency;
mod description;
mod door;
mod extended_key;
mod faults;
mod hostile;
mod house;
mod idempotency;
mod parity;
mod plan;
mod portfolio;
mod privacy;
mod receipt;
mod refusals;
mod serving;
mod share;
mod squeezed;
mod sync;
mod unread;
mod upload;
mod user;
mod wallet;
mod world;
