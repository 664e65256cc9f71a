//! Allowances, which move nothing.

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event_type::EventType,
    normalized::NormalizedTransaction,
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "approval",
    classify,
};

/// The events that name owner and spender in the topics, with the position of the spender.
const EVENTS: [(EventType, usize); 4] = [
    (topics::APPROVAL, 2),
    (topics::APPROVAL_FOR_ALL, 2),
    (topics::PERMIT2_APPROVAL, 3),
    (topics::PERMIT2_PERMIT, 3),
];

/// `approve(address,uint256)`, `setApprovalForAll(address,bool)`, `increaseAllowance(address,uint256)`,
/// `decreaseAllowance(address,uint256)` and `approve(address,address,uint160,uint48)` of Permit2, where the receipt is not known.
const SELECTORS: [&str; 5] = ["0x095ea7b3", "0xa22cb465", "0x39509351", "0xa457c2d7", "0x87517c45"];

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    if !transaction.movements.is_empty() {
        return Ok(None);
    }
    let mut spender: Option<Address> = None;
    for (topic, position) in EVENTS {
        for event in transaction.events_of(topic) {
            if spender.is_none() && event.topic_address(1)? == *transaction.account() {
                spender = Some(event.topic_address(position)?);
            }
        }
    }
    let selector = transaction.call.and_then(|call| call.selector);
    let is_called = transaction.is_sender() && selector.is_some_and(|selector| SELECTORS.contains(&selector));
    let is_approval = spender.is_some() || is_called && transaction.events.is_empty();
    Ok(is_approval.then(|| Classification::certain(EntryKind::Approve).with_counterparty(spender)))
}
