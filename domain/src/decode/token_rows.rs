//! Transfers of tokens in the lists of a source, which are used where the receipt is not known.

use ports::fact::{Stream, TokenStandard, TokenTransfer};

use super::normalized::ObservedTransfer;

/// Returns the transfers of the rows. A row without a log index comes after those with one, at its place in the sorted list.
pub(super) fn listed_transfers(lists: &[(TokenStandard, &[TokenTransfer])]) -> Vec<ObservedTransfer> {
    let mut found = Vec::new();
    for (standard, rows) in lists {
        let (stream, number) = stream(*standard);
        let mut sorted: Vec<&TokenTransfer> = rows.iter().collect();
        sorted.sort();
        for (row, position) in sorted.into_iter().zip(0_u64..) {
            let (item, order) = match row.log_index {
                Some(index) => (format!("log {index}"), vec![2, index.into(), position]),
                None => (format!("row {position}"), vec![3, number, position]),
            };
            found.push(ObservedTransfer {
                standard: *standard,
                contract: row.contract.clone(),
                from: row.from.clone(),
                to: row.to.clone(),
                amount: row.value,
                token_id: row.token_id.clone(),
                stream,
                item,
                order,
            });
        }
    }
    found.sort_by(|one, other| one.order.cmp(&other.order));
    found
}

fn stream(standard: TokenStandard) -> (Stream, u64) {
    match standard {
        TokenStandard::Erc20 => (Stream::TokenTransfers, 0),
        TokenStandard::Erc721 => (Stream::NftTransfers, 1),
        TokenStandard::Erc1155 => (Stream::MultiTokenTransfers, 2),
    }
}
