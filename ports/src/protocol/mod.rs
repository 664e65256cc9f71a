//! Positions in protocols, which contracts state: loans, shares of pools, stakes.

mod caller;
mod position;
mod reader;

pub use caller::{ContractCall, ContractCaller, ContractReply};
pub use position::{
    ParsePositionRoleError, PositionLeg, PositionRole, ProtocolPosition, ProtocolReading, UnreadProtocol,
};
pub use reader::{ProtocolError, ProtocolProfile, ProtocolReader, ProtocolStatus};
