//! Protocols in which accounts have positions: one file or folder for each template, one row of `data/protocols.csv` for each protocol.

mod amm_solidly;
mod amm_v2;
mod amm_v3;
mod balancer;
mod calls;
mod cdp;
mod comet;
mod curve;
mod curve_lend;
mod erc4626;
mod held_tokens;
mod legs;
mod lending_aave;
mod lending_compound2;
mod masterchef;
mod pair;
mod pool_share;
mod restake;
mod row;
mod spec;
mod staking_rewards;
mod template;
mod templates;
mod vault_factory;
mod vault_kit;
mod vault_shares;
mod ve_lock;
mod withdrawal_queue;

pub use self::{
    row::{check, protocols},
    spec::ProtocolSpec,
    templates::readers,
};
