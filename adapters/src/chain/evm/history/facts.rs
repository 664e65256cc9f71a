//! Turns logs and transactions into the facts of each stream.

use std::collections::BTreeMap;

use ports::{
    AccountId, Address, Fact, RawAmount, SourceId, Stream, TransactionId,
    fact::{FactBody, TokenStandard, TokenTransfer},
};

use super::{
    details::FoundTransaction,
    logs::{FoundLog, TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE},
};

/// A receipt with more logs is kept only for the sender: a distribution to hundreds of accounts says no more about one of them
/// than its transfers do.
pub(super) const MANY_LOGS: usize = 300;
/// The hex digits of a word.
const WORD: usize = 64;

/// The facts of a scan, by stream.
pub(super) type StreamFacts = BTreeMap<Stream, Vec<Fact>>;

/// The parts that every fact of a scan shares.
pub(super) struct FactScope<'a> {
    pub account: &'a AccountId,
    pub source: &'a SourceId,
    /// Contracts that report the native balance again.
    pub mirrors: &'a [Address],
}

impl FactScope<'_> {
    /// Returns the facts of these transactions, ordered by block and position, and of the logs that name the account.
    pub fn facts(&self, transactions: &[FoundTransaction], logs: &[FoundLog]) -> StreamFacts {
        let mut by_transaction: BTreeMap<&TransactionId, Vec<&FoundLog>> = BTreeMap::new();
        for log in logs {
            by_transaction.entry(&log.transaction).or_default().push(log);
        }
        let mut facts = StreamFacts::new();
        for one in transactions {
            let own = by_transaction.remove(&one.id).unwrap_or_default();
            for body in self.bodies(one, &own) {
                facts.entry(body.stream()).or_default().push(Fact {
                    account: self.account.clone(),
                    transaction: one.id.clone(),
                    block: one.block.clone(),
                    source: self.source.clone(),
                    body,
                });
            }
        }
        facts
    }

    fn bodies(&self, one: &FoundTransaction, logs: &[&FoundLog]) -> Vec<FactBody> {
        let mut bodies = Vec::new();
        let listed = &one.transaction;
        let parties = [Some(&listed.from), listed.to.as_ref(), listed.created.as_ref()];
        let is_party = parties
            .into_iter()
            .flatten()
            .any(|party| *party == self.account.address);
        if is_party {
            bodies.push(FactBody::Transaction(listed.clone()));
        }
        let calls = one.calls.as_ref().filter(|calls| !calls.is_empty());
        bodies.extend(calls.map(|calls| FactBody::InternalTransfers(calls.clone())));
        for standard in [TokenStandard::Erc20, TokenStandard::Erc721, TokenStandard::Erc1155] {
            let transfers: Vec<TokenTransfer> = logs
                .iter()
                .flat_map(|log| transfers(log, standard))
                .filter(|transfer| self.counts(transfer, standard))
                .collect();
            if !transfers.is_empty() {
                bodies.push(FactBody::TokenTransfers(standard, transfers));
            }
        }
        if listed.from == self.account.address || one.receipt.logs.len() <= MANY_LOGS {
            bodies.push(FactBody::Receipt(one.receipt.clone()));
        }
        bodies
    }

    fn counts(&self, transfer: &TokenTransfer, standard: TokenStandard) -> bool {
        let is_own = [&transfer.from, &transfer.to].contains(&&self.account.address);
        is_own && !(standard == TokenStandard::Erc20 && self.mirrors.contains(&transfer.contract))
    }
}

/// Returns the transfers of a log, if it has the layout of this standard. A log with another layout is in the receipt.
fn transfers(found: &FoundLog, standard: TokenStandard) -> Vec<TokenTransfer> {
    let log = &found.log;
    let transfer = |from: usize, to: usize, value: RawAmount, id: Option<RawAmount>| {
        Some(TokenTransfer {
            log_index: Some(log.index),
            contract: log.address.clone(),
            from: address(log.topics.get(from)?)?,
            to: address(log.topics.get(to)?)?,
            value,
            token_id: id.map(|id| id.to_string()),
        })
    };
    let words = words(&log.data);
    let event = log.topics.first().map(String::as_str);
    let read = match (standard, event, log.topics.len()) {
        (TokenStandard::Erc20, Some(TRANSFER), 3) => words.first().and_then(|value| transfer(1, 2, *value, None)),
        (TokenStandard::Erc721, Some(TRANSFER), 4) => {
            number(&log.topics[3]).and_then(|id| transfer(1, 2, RawAmount::from(1), Some(id)))
        }
        (TokenStandard::Erc1155, Some(TRANSFER_SINGLE), 4) => match words.as_slice() {
            [id, value, ..] => transfer(2, 3, *value, Some(*id)),
            _ => None,
        },
        (TokenStandard::Erc1155, Some(TRANSFER_BATCH), 4) => {
            let (ids, values) = (list(&words, 0), list(&words, 1));
            let pairs = ids
                .into_iter()
                .zip(values)
                .filter(|(ids, values)| ids.len() == values.len());
            return pairs
                .flat_map(|(ids, values)| ids.iter().zip(values))
                .filter_map(|(id, value)| transfer(2, 3, *value, Some(*id)))
                .collect();
        }
        _ => None,
    };
    read.into_iter().collect()
}

fn address(topic: &str) -> Option<Address> {
    let digits = topic.strip_prefix("0x")?;
    let (zeros, digits) = digits.split_at_checked(24)?;
    let is_address = zeros.bytes().all(|byte| byte == b'0');
    is_address.then(|| format!("0x{digits}").parse().ok()).flatten()
}

fn number(word: &str) -> Option<RawAmount> {
    let mut bytes = [0; 32];
    alloy_primitives::hex::decode_to_slice(word, &mut bytes).ok()?;
    Some(RawAmount::from_word(&bytes))
}

/// Returns the whole words of a log's data.
fn words(data: &str) -> Vec<RawAmount> {
    let digits = data.strip_prefix("0x").unwrap_or(data);
    let whole = digits.as_bytes().chunks_exact(WORD);
    whole
        .filter_map(|word| std::str::from_utf8(word).ok().and_then(number))
        .collect()
}

/// Returns the list whose offset is in this word.
fn list(words: &[RawAmount], position: usize) -> Option<&[RawAmount]> {
    let as_index = |word: &RawAmount| word.as_u128().and_then(|word| usize::try_from(word).ok());
    let start = as_index(words.get(position)?)? / 32;
    let count = as_index(words.get(start)?)?;
    let first = start.checked_add(1)?;
    words.get(first..first.checked_add(count)?)
}

#[cfg(test)]
mod tests {
    use ports::fact::Log;

    use super::*;

    const CONTRACT: &str = "0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2";

    fn found(topics: &[&str], words: &[u64]) -> FoundLog {
        let data: Vec<String> = words.iter().map(|word| format!("{word:064x}")).collect();
        let topics = topics.iter().map(|topic| match topic.len() {
            66 => (*topic).to_owned(),
            _ => format!("0x{topic:0>64}"),
        });
        FoundLog {
            transaction: format!("0x{:064x}", 1).parse().unwrap(),
            block: 7,
            block_hash: String::new(),
            log: Log {
                index: 3,
                address: CONTRACT.parse().unwrap(),
                topics: topics.collect(),
                data: format!("0x{}", data.concat()),
            },
        }
    }

    fn amounts(found: &FoundLog, standard: TokenStandard) -> Vec<(Option<String>, String)> {
        let transfers = transfers(found, standard);
        transfers
            .into_iter()
            .map(|one| (one.token_id, one.value.to_string()))
            .collect()
    }

    #[test]
    fn each_standard_is_read_by_its_own_layout() {
        let some = |id: &str, value: &str| (Some(id.to_owned()), value.to_owned());
        let fungible = found(&[TRANSFER, "a1", "b2"], &[500]);
        assert_eq!(amounts(&fungible, TokenStandard::Erc20), [(None, "500".to_owned())]);
        assert_eq!(amounts(&fungible, TokenStandard::Erc721), []);
        let unique = found(&[TRANSFER, "a1", "b2", "1f"], &[]);
        assert_eq!(amounts(&unique, TokenStandard::Erc721), [some("31", "1")]);
        assert_eq!(amounts(&unique, TokenStandard::Erc20), []);
        let single = found(&[TRANSFER_SINGLE, "c3", "a1", "b2"], &[9, 40]);
        assert_eq!(amounts(&single, TokenStandard::Erc1155), [some("9", "40")]);
        let batch = found(&[TRANSFER_BATCH, "c3", "a1", "b2"], &[64, 160, 2, 7, 8, 2, 70, 80]);
        assert_eq!(
            amounts(&batch, TokenStandard::Erc1155),
            [some("7", "70"), some("8", "80")]
        );
    }

    #[test]
    fn a_log_of_another_layout_is_no_transfer() {
        for wrong in [
            found(&[TRANSFER, "a1", "b2"], &[]),
            found(&[TRANSFER], &[1, 2, 3]),
            found(&[TRANSFER, TRANSFER, "b2"], &[5]),
            found(&[TRANSFER_BATCH, "c3", "a1", "b2"], &[64, 160, 9, 7, 8, 2, 70, 80]),
            found(&[TRANSFER_BATCH, "c3", "a1", "b2"], &[u64::MAX, 160]),
            found(&[TRANSFER_BATCH, "c3", "a1", "b2"], &[64, 128, 1, 7, 2, 70, 80]),
        ] {
            for standard in [TokenStandard::Erc20, TokenStandard::Erc721, TokenStandard::Erc1155] {
                assert_eq!(amounts(&wrong, standard), [], "{wrong:?}");
            }
        }
    }
}
