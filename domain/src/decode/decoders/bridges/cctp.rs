//! Circle's transfer protocol. Version 1 numbers the messages of each domain. Version 2 gives no number at the source, so both
//! sides are named by domains, recipient and amount before the fee.

use ports::{Address, ChainId, RawAmount};

use super::side;
use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::{EventLog, to_address},
    normalized::NormalizedTransaction,
    topics,
};

pub const DECODER: Decoder = Decoder { name: "cctp", classify };

/// The protocol's domains by the number of the chain.
const DOMAINS: [(u64, u32); 8] = [
    (1, 0),
    (43114, 1),
    (10, 2),
    (42161, 3),
    (8453, 6),
    (137, 7),
    (143, 15),
    (999, 19),
];

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let burned = burned(transaction)?;
    if let Some(ids) = burned {
        return Ok(side::departure(transaction, DECODER.name, side::only(ids)));
    }
    let minted = minted(transaction)?;
    Ok(minted.and_then(|ids| side::arrival(transaction, DECODER.name, side::only(ids))))
}

/// `DepositForBurn(nonce*, burnToken*, amount, depositor*, mintRecipient, destinationDomain, …)`, and in version 2
/// `DepositForBurn(burnToken*, amount, depositor*, mintRecipient, destinationDomain, …, maxFee, minFinality*, …)`.
fn burned(transaction: &NormalizedTransaction<'_>) -> Result<Option<Vec<String>>, DecodeError> {
    let domain = domain(&transaction.context.chain);
    let mut found = None;
    for event in transaction.events_of(topics::CCTP_BURN) {
        if transaction.acts_for_account(&event.topic_address(3)?) {
            let nonce = event.topic_number(1)?;
            let id = domain.map(|domain| first_version(&domain.to_string(), nonce));
            found.get_or_insert_with(Vec::new).extend(id);
        }
    }
    for event in transaction.events_of(topics::CCTP_V2_BURN) {
        if transaction.acts_for_account(&event.topic_address(2)?) {
            let (amount, recipient, to) = (event.number(0)?, to_address(event.word(1)?), event.number(2)?);
            let id = domain.zip(recipient).map(|(domain, recipient)| {
                let domains = (domain.to_string(), to.to_string());
                second_version(&domains, &recipient, amount)
            });
            found.get_or_insert_with(Vec::new).extend(id);
        }
    }
    Ok(found)
}

/// `MintAndWithdraw(mintRecipient*, amount, mintToken*)` with `MessageReceived(caller*, sourceDomain, nonce*, …)`, and in version 2
/// `MintAndWithdraw(mintRecipient*, amount, mintToken*, feeCollected)` with `MessageReceived(caller*, sourceDomain, nonce*, …)`.
fn minted(transaction: &NormalizedTransaction<'_>) -> Result<Option<Vec<String>>, DecodeError> {
    let is_own = |event: EventLog<'_>| Ok::<bool, DecodeError>(event.topic_address(1)? == *transaction.account());
    let mut found = None;
    for event in transaction.events_of(topics::CCTP_MINT) {
        if is_own(event)? {
            let ids: &mut Vec<String> = found.get_or_insert_with(Vec::new);
            for message in transaction.events_of(topics::CCTP_RECEIVED) {
                ids.push(first_version(&message.number(0)?.to_string(), message.topic_number(2)?));
            }
        }
    }
    for event in transaction.events_of(topics::CCTP_V2_MINT) {
        if is_own(event)? {
            let ids: &mut Vec<String> = found.get_or_insert_with(Vec::new);
            let amount = event.number(0)?.add(event.number(1)?)?;
            let to = domain(&transaction.context.chain);
            for message in transaction.events_of(topics::CCTP_V2_RECEIVED) {
                let from = message.number(0)?.to_string();
                let domains = to.map(|to| (from, to.to_string()));
                ids.extend(domains.map(|domains| second_version(&domains, transaction.account(), amount)));
            }
        }
    }
    Ok(found)
}

fn domain(chain: &ChainId) -> Option<u32> {
    let number = chain.evm_number()?;
    let row = DOMAINS.iter().find(|(chain, _)| *chain == number);
    row.map(|(_, domain)| *domain)
}

fn first_version(source: &str, nonce: RawAmount) -> String {
    format!("cctp:{source}:{nonce}")
}

fn second_version((from, to): &(String, String), recipient: &Address, amount: RawAmount) -> String {
    format!("cctp-v2:{from}:{to}:{recipient}:{amount}")
}
