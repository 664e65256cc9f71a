//! Decoding: from the facts of a transaction to an entry of the ledger.
//!
//! [`decode`] is a pure function: the same facts, in any order, give the same entry. Facts are first normalized to movements of
//! one account (`normalize`), then the first decoder of the list that recognizes the transaction classifies it. A decoder is a
//! file in `decoders` and a line in its list. Events at exchanges need none (`exchange`).

mod approvals;
mod assemble;
mod burned;
mod chosen;
mod classification;
mod co_spent;
mod coin;
mod context;
mod decoders;
mod error;
mod event;
mod event_type;
mod exchange;
mod fees;
mod movement;
mod net;
mod normalize;
mod normalized;
mod second_contract;
mod token_fee;
mod token_logs;
mod token_rows;
mod topics;
mod version;
mod wrapped;

use ports::{Entry, EntryId, fact::StoredFact};

use self::{assemble::assemble, chosen::ChosenFacts, normalize::normalize};

pub use self::{
    coin::is_net_of_shared, context::DecodeContext, exchange::decode_event, fees::is_fee_incomplete, version::VERSION,
};

/// Returns the entry of a transaction in an account, derived from all facts of it that count. Facts of other accounts or
/// transactions, and withdrawn ones, are ignored. `None` where the transaction changed nothing in the account and the account
/// did not take part in it.
#[must_use]
pub fn decode(id: &EntryId, facts: &[StoredFact], context: &DecodeContext) -> Option<Entry> {
    let chosen = ChosenFacts::of(id, facts)?;
    let transaction = normalize(id, &chosen, context);
    if !transaction.concerns_account() {
        return None;
    }
    let decoded = decoders::classify(&transaction);
    Some(assemble(&transaction, decoded, chosen.block))
}

#[cfg(test)]
mod tests;
