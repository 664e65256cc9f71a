//! Tickets of Stargate v2: transfers that wait at the source until a message carries several of them. The message has no id yet
//! when a ticket is sold, so the ticket is named by the two chains, the recipient and the amount.

use ports::{Address, RawAmount};

use super::side;
use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::{EventLog, to_address},
    normalized::NormalizedTransaction,
    topics,
};

pub const DECODER: Decoder = Decoder {
    name: "stargate-v2",
    classify,
};

/// LayerZero's numbers of endpoints by the number of the chain.
const ENDPOINTS: [(u64, u32); 13] = [
    (1, 30101),
    (56, 30102),
    (43114, 30106),
    (137, 30109),
    (42161, 30110),
    (10, 30111),
    (42220, 30125),
    (100, 30145),
    (5000, 30181),
    (59144, 30183),
    (8453, 30184),
    (534_352, 30214),
    (146, 30332),
];

/// `OFTSent(guid*, dstEid, from*, sent, received)` with a guid of zero, and `BusRode(dstEid, ticketId, fare, passenger)`. Where the
/// same transaction sends the message too, `BusDriven(dstEid, startTicketId, count, guid)` names it.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let mut tickets = Vec::new();
    let mut is_sent = false;
    for sent in transaction.events_of(topics::OFT_SENT) {
        let is_waiting = sent.topic(1)? == [0; 32];
        if is_waiting && transaction.acts_for_account(&sent.topic_address(2)?) {
            is_sent = true;
            tickets.extend(ticket(transaction, sent)?);
        }
    }
    Ok(is_sent
        .then(|| side::departure(transaction, DECODER.name, side::only(tickets)))
        .flatten())
}

/// Returns the id of the ticket that was sold for a transfer: the one for the same chain and amount.
fn ticket(transaction: &NormalizedTransaction<'_>, sent: EventLog<'_>) -> Result<Option<String>, DecodeError> {
    let (endpoint, amount) = (sent.number(0)?, significant(sent.number(2)?));
    for sold in transaction.events_of(topics::STARGATE_BUS_RODE) {
        let passenger = Passenger::of(sold)?;
        if sold.number(0)? != endpoint || significant(passenger.amount) != amount {
            continue;
        }
        let carried = message(transaction, endpoint, sold.number(1)?)?;
        let chains = transaction.context.chain.evm_number().zip(chain(endpoint));
        let named = chains
            .zip(passenger.recipient)
            .map(|((from, to), recipient)| format!("stargate-bus:{from}:{to}:{recipient}:{amount}"));
        return Ok(carried.or(named));
    }
    Ok(None)
}

/// Returns the id of the message that carried a ticket in the same transaction.
fn message(
    transaction: &NormalizedTransaction<'_>,
    endpoint: RawAmount,
    number: RawAmount,
) -> Result<Option<String>, DecodeError> {
    for driven in transaction.events_of(topics::STARGATE_BUS_DRIVEN) {
        let (first, count) = (driven.number(1)?, driven.number(2)?);
        if driven.number(0)? == endpoint && first <= number && number < first.add(count)? {
            return Ok(Some(format!("layerzero:{}", driven.word_hex(3)?)));
        }
    }
    Ok(None)
}

/// Whom a ticket is for. It is packed: two bytes for the asset, 32 for the recipient, eight for the amount, one for a flag.
struct Passenger {
    recipient: Option<Address>,
    amount: RawAmount,
}

impl Passenger {
    fn of(sold: EventLog<'_>) -> Result<Self, DecodeError> {
        let start = sold.start(3)?;
        let (first, second) = (sold.word(start.saturating_add(1))?, sold.word(start.saturating_add(2))?);
        let packed = [first, second].concat();
        let field = |from: usize, count: usize| {
            let mut word = [0; 32];
            let bytes = packed.iter().skip(from).take(count);
            let places = word.iter_mut().skip(32_usize.saturating_sub(count));
            places.zip(bytes).for_each(|(place, byte)| *place = *byte);
            word
        };
        Ok(Self {
            recipient: to_address(field(2, 32)),
            amount: RawAmount::from_word(&field(34, 8)),
        })
    }
}

/// Returns the number of the chain of an endpoint.
fn chain(endpoint: RawAmount) -> Option<u64> {
    let row = ENDPOINTS
        .iter()
        .find(|(_, number)| RawAmount::from(u128::from(*number)) == endpoint);
    row.map(|(chain, _)| *chain)
}

/// Returns an amount without its last zeros, because a token has different decimals on different chains.
fn significant(amount: RawAmount) -> String {
    amount.to_string().trim_end_matches('0').to_owned()
}
