//! Loads the stored facts of an account.

use ports::{
    AccountId, Fact, Ports, TransactionId,
    fact::{FactId, StoredFact},
};

use crate::sync::handlers::job_error::JobError;

/// The most transactions whose stored facts are loaded at once.
const BATCH: u32 = 1000;

/// Returns the id of a fact.
pub(super) fn fact_id(fact: &Fact) -> Result<FactId, JobError> {
    fact.id()
        .map_err(|_| JobError::Invalid("a fact cannot be written as JSON".to_owned()))
}

/// Returns the stored facts of a range of blocks.
pub(super) async fn stored(
    ports: &Ports,
    account: &AccountId,
    blocks: (u64, Option<u64>),
) -> Result<Vec<StoredFact>, JobError> {
    let mut all = Vec::new();
    for_each_stored(ports, account, blocks, |fact| all.push(fact)).await?;
    Ok(all)
}

/// Visits the stored facts of a range of blocks without holding all of them.
pub(super) async fn for_each_stored(
    ports: &Ports,
    account: &AccountId,
    blocks: (u64, Option<u64>),
    visit: impl FnMut(StoredFact) + Send,
) -> Result<(), JobError> {
    let facts = &ports.stores.facts;
    let mut visit = visit;
    let mut after = match blocks.0.checked_sub(1) {
        Some(block) => Some((block, last_id()?)),
        None => None,
    };
    loop {
        let found = facts.transactions(account, after.as_ref(), BATCH).await?;
        let within = found
            .iter()
            .filter(|(block, _)| blocks.1.is_none_or(|end| *block <= end));
        let ids: Vec<TransactionId> = within.map(|(_, id)| id.clone()).collect();
        let is_last = ids.len() < found.len() || found.len() < BATCH as usize;
        if !ids.is_empty() {
            facts
                .of_transactions(account, &ids)
                .await?
                .into_iter()
                .for_each(&mut visit);
        }
        if is_last {
            return Ok(());
        }
        after = found.last().cloned();
    }
}

/// Returns an id that sorts after every other.
fn last_id() -> Result<TransactionId, JobError> {
    let text = "z".repeat(100);
    text.parse()
        .map_err(|_| JobError::Invalid("no transaction id sorts last".to_owned()))
}
