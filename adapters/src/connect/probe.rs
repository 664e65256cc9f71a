//! Checks whether any live source answers.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use futures::future::{BoxFuture, FutureExt as _, select_ok};
use ports::{
    AssetId, ChainId, Disclosure, DisclosureStore, StorageError,
    disclosure::{DisclosedField, DisclosureQuery},
};

use super::live::Remote;

/// Requests the newest block of the first chain of every reader, and the price of ether from every source, until the
/// first answer. No user data is disclosed.
pub(super) async fn any_answers(remote: &Remote) -> bool {
    let ether = [AssetId::native(&ChainId::evm(1), 60)];
    let heads = remote.readers.iter().filter_map(|reader| {
        let chain = reader.chains().into_iter().next()?;
        Some(async move { reader.head(&chain).await.map(drop).map_err(drop) }.boxed())
    });
    let covering = remote.sources.prices.iter().filter(|source| source.covers(&ether[0]));
    let quotes = covering.map(|source| async { source.quotes(&ether, None).await.map(drop).map_err(drop) }.boxed());
    let requests: Vec<BoxFuture<'_, Result<(), ()>>> = heads.chain(quotes).collect();
    !requests.is_empty() && select_ok(requests).await.is_ok()
}

/// Keeps the disclosures of the probe until the database is chosen. The probe only requests public facts (newest
/// blocks and the price of ether), so none may state that the ids of held assets were sent.
#[derive(Default)]
pub(super) struct BufferedDisclosures(Mutex<Vec<Disclosure>>);

impl BufferedDisclosures {
    pub(super) fn take(&self) -> Vec<Disclosure> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl DisclosureStore for BufferedDisclosures {
    async fn search(&self, _: &DisclosureQuery) -> Result<(Vec<Disclosure>, u64), StorageError> {
        Ok((vec![], 0))
    }

    async fn record(&self, disclosures: &[Disclosure]) -> Result<(), StorageError> {
        let mut buffer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        buffer.extend(disclosures.iter().map(|one| Disclosure {
            disclosed: match &one.disclosed {
                DisclosedField::Assets => DisclosedField::Nothing,
                disclosed => disclosed.clone(),
            },
            ..one.clone()
        }));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use ports::{SourceId, Timestamp};

    use super::*;

    #[tokio::test]
    async fn the_probe_records_that_no_user_data_was_sent() {
        let disclosure = |disclosed: DisclosedField| Disclosure {
            host: "api.example.org".to_owned(),
            source: SourceId::fixed("kraken"),
            purpose: "prices".to_owned(),
            disclosed,
            chain: None,
            count: 1,
            first_at: Timestamp::from_millis(0),
            last_at: Timestamp::from_millis(0),
        };
        let address = DisclosedField::Address("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045".parse().unwrap());
        let buffer = BufferedDisclosures::default();
        let recorded = [DisclosedField::Assets, DisclosedField::Nothing, address.clone()].map(disclosure);
        buffer.record(&recorded).await.unwrap();
        let disclosed: Vec<DisclosedField> = buffer.take().into_iter().map(|one| one.disclosed).collect();
        assert_eq!(disclosed, [DisclosedField::Nothing, DisclosedField::Nothing, address]);
    }
}
