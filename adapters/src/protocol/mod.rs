//! Protocols in which accounts have positions: one file or folder for each template, one row of `data/protocols.csv` for each protocol.

mod amm_v2;
mod amm_v3;
mod calls;
mod comet;
mod erc4626;
mod held_tokens;
mod legs;
mod lending_aave;
mod lending_compound2;
mod row;
mod spec;
mod template;
mod templates;
mod vault_factory;
mod vault_shares;

pub use self::{
    row::{check, protocols},
    spec::ProtocolSpec,
    templates::readers,
};
