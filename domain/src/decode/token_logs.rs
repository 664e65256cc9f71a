//! Transfers of tokens in the logs of a receipt.

use std::collections::BTreeMap;

use ports::{
    Address, RawAmount,
    fact::{Stream, TokenStandard},
};

use super::{error::DecodeError, event::EventLog, normalized::ObservedTransfer, topics};

/// The unit of a unique token.
const ONE: u128 = 1;

/// The standards of contracts, as the lists of a source state them. Some contracts index other arguments than their standard
/// says, so that their logs alone are ambiguous.
pub(super) type KnownStandards<'a> = BTreeMap<&'a Address, TokenStandard>;

/// The transfers of a receipt.
pub(super) struct LoggedTransfers<'a> {
    pub transfers: Vec<ObservedTransfer>,
    /// Logs of transfers that do not have the layout of any standard.
    pub malformed: Vec<EventLog<'a>>,
}

/// Reads the transfers of all logs, in their order. `mirrors` are contracts that report moves of the native asset.
pub(super) fn logged_transfers<'a>(
    events: &[EventLog<'a>],
    standards: &KnownStandards<'_>,
    mirrors: &[Address],
) -> LoggedTransfers<'a> {
    let mut found = LoggedTransfers {
        transfers: Vec::new(),
        malformed: Vec::new(),
    };
    for event in events {
        let read = if event.has_topic_of(topics::TRANSFER) {
            transfer(*event, standards.get(event.contract()).copied()).map(|one| vec![one])
        } else if event.has_topic_of(topics::TRANSFER_SINGLE) {
            single(*event).map(|one| vec![one])
        } else if event.has_topic_of(topics::TRANSFER_BATCH) {
            batch(*event)
        } else if event.is(topics::POLYGON_TRANSFER) && mirrors.contains(event.contract()) {
            native(*event).map(|one| vec![one])
        } else {
            continue;
        };
        match read {
            Ok(transfers) => found.transfers.extend(transfers),
            Err(_) => found.malformed.push(*event),
        }
    }
    drop_restated(&mut found.transfers, events);
    found
}

/// Polygon itself logs every move of its native asset. What the contract logs besides are the same moves once more.
fn drop_restated(transfers: &mut Vec<ObservedTransfer>, events: &[EventLog<'_>]) {
    let logged: Vec<&Address> = events
        .iter()
        .filter(|event| is_of_chain(**event))
        .map(|event| event.contract())
        .collect();
    let is_restated = |one: &ObservedTransfer| {
        logged.contains(&&one.contract)
            && !events
                .iter()
                .any(|event| is_of_chain(*event) && one.item == item(event.index()))
    };
    if !logged.is_empty() {
        transfers.retain(|one| !is_restated(one));
    }
}

/// Returns whether the chain logged a move of its native asset. The contract of the asset logs it with the address of another chain.
fn is_of_chain(event: EventLog<'_>) -> bool {
    event.is(topics::POLYGON_TRANSFER) && event.topic_address(1).is_ok_and(|token| token == *event.contract())
}

fn item(index: u32) -> String {
    format!("log {index}")
}

/// The contents of one transfer, before its place is added.
struct Content {
    standard: TokenStandard,
    from: Address,
    to: Address,
    amount: RawAmount,
    token_id: Option<RawAmount>,
}

impl Content {
    /// Makes the transfer of a log; `part` is its position within a batch.
    fn placed(self, event: EventLog<'_>, part: Option<usize>) -> ObservedTransfer {
        let index = event.index();
        let number = part.and_then(|part| u64::try_from(part).ok()).unwrap_or(0);
        ObservedTransfer {
            standard: self.standard,
            contract: event.contract().clone(),
            from: self.from,
            to: self.to,
            amount: self.amount,
            token_id: self.token_id.map(|id| id.to_string()),
            stream: Stream::Receipts,
            item: part.map_or_else(|| item(index), |part| format!("log {index}.{part}")),
            order: vec![2, index.into(), number],
        }
    }
}

/// `Transfer(from, to, value)`: an ERC-20 token indexes the first two arguments, an ERC-721 token all three, and some older
/// contracts none.
fn transfer(event: EventLog<'_>, standard: Option<TokenStandard>) -> Result<ObservedTransfer, DecodeError> {
    let (sides, number, standard) = match (event.topics(), standard) {
        (3, known) => {
            let sides = (event.topic_address(1)?, event.topic_address(2)?);
            (sides, event.number(0)?, known.unwrap_or(TokenStandard::Erc20))
        }
        (4, known) => {
            let sides = (event.topic_address(1)?, event.topic_address(2)?);
            (sides, event.topic_number(3)?, known.unwrap_or(TokenStandard::Erc721))
        }
        (1, Some(known)) => {
            let sides = (event.word_address(0)?, event.word_address(1)?);
            (sides, event.number(2)?, known)
        }
        (topics, _) => return Err(event.invalid(topics)),
    };
    let is_unique = standard == TokenStandard::Erc721;
    let content = Content {
        standard,
        from: sides.0,
        to: sides.1,
        amount: if is_unique { ONE.into() } else { number },
        token_id: is_unique.then_some(number),
    };
    Ok(content.placed(event, None))
}

/// `TransferSingle(operator*, from*, to*, id, value)`.
fn single(event: EventLog<'_>) -> Result<ObservedTransfer, DecodeError> {
    let content = Content {
        standard: TokenStandard::Erc1155,
        from: event.topic_address(2)?,
        to: event.topic_address(3)?,
        amount: event.number(1)?,
        token_id: Some(event.number(0)?),
    };
    Ok(content.placed(event, None))
}

/// `TransferBatch(operator*, from*, to*, ids, values)`.
fn batch(event: EventLog<'_>) -> Result<Vec<ObservedTransfer>, DecodeError> {
    let (from, to) = (event.topic_address(2)?, event.topic_address(3)?);
    let (ids, values) = (event.numbers(0)?, event.numbers(1)?);
    if ids.len() != values.len() {
        return Err(event.invalid(1));
    }
    let parts = ids.into_iter().zip(values).enumerate().map(|(part, (id, amount))| {
        let content = Content {
            standard: TokenStandard::Erc1155,
            from: from.clone(),
            to: to.clone(),
            amount,
            token_id: Some(id),
        };
        content.placed(event, Some(part))
    });
    Ok(parts.collect())
}

/// `LogTransfer(token*, from*, to*, amount, …)`, which Polygon logs for every move of its native asset.
fn native(event: EventLog<'_>) -> Result<ObservedTransfer, DecodeError> {
    let content = Content {
        standard: TokenStandard::Erc20,
        from: event.topic_address(2)?,
        to: event.topic_address(3)?,
        amount: event.number(0)?,
        token_id: None,
    };
    Ok(content.placed(event, None))
}
