//! Bridges. Each decoder gives both sides of a transfer the same id where the bridge has one.

pub(super) mod across;
pub(super) mod arbitrum;
pub(super) mod cctp;
pub(super) mod hop;
pub(super) mod layer_zero;
pub(super) mod op_stack;
pub(super) mod polygon;
pub(super) mod side;
pub(super) mod stargate;
pub(super) mod stargate_bus;
