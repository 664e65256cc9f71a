//! The history of accounts of Bitcoin-like chains, from the servers that list transactions with all inputs and outputs.
//!
//! Lists begin with the newest transaction, so nothing is complete before the end of a list. A list is read from one
//! server to its end; where that server fails, it is read again from another one. Unconfirmed transactions are no part of it.

use async_trait::async_trait;
use ports::{
    ChainId, Fact, HistoryReader, Profile, RemoteError, Stream,
    account::AccountId,
    chain::{Chain, ChainReader},
    fact::{CoinOutput, CoinTransaction, FactBody},
    history::{HistoryGap, HistoryPage, HistoryRequest},
};

use super::{BitcoinReader, network::BitcoinNetwork, server::Server};
use crate::chain::bitcoin_api::{ListedTransaction, SOURCE, TransactionList, TransactionQuery};

#[async_trait]
impl HistoryReader for BitcoinReader {
    fn profile(&self) -> Profile {
        Profile {
            capabilities: vec!["transactions".to_owned()],
            ..ChainReader::profile(self)
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        let networks = self.networks.iter().filter(|network| network.lists_transactions());
        networks.map(|network| network.chain().clone()).collect()
    }

    fn streams(&self, chain: &ChainId) -> Vec<Stream> {
        let covers = self.network(chain).is_ok_and(BitcoinNetwork::lists_transactions);
        if covers {
            vec![Stream::CoinTransactions]
        } else {
            Vec::new()
        }
    }

    fn gaps(&self, _chain: &ChainId) -> Vec<HistoryGap> {
        Vec::new()
    }

    async fn head(&self, chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        Ok(Some(self.network(chain)?.newest().await?.number))
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let network = self.network(&request.account.chain)?;
        if request.stream != Stream::CoinTransactions {
            return Err(RemoteError::Unsupported {
                who: "The Bitcoin reader".to_owned(),
                what: request.stream.code().to_owned(),
            });
        }
        network.page(request).await
    }
}

impl BitcoinNetwork {
    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let servers = self.listing_servers().await?;
        let position = request.continuation.as_deref().and_then(|text| text.split_once(' '));
        let begun = position.and_then(|(host, after)| {
            let server = servers.iter().find(|server| server.host() == host)?;
            Some((*server, after))
        });
        let mut errors = Vec::new();
        if let Some((server, after)) = begun {
            match self.page_of(server, request, Some(after)).await {
                Err(error) if begins_again(&error) => errors.push(error),
                page => return page,
            }
        }
        // The server that failed comes last.
        let has_failed = |server: &Server| begun.is_some_and(|(failed, _)| failed.host() == server.host());
        let (last, first): (Vec<&Server>, Vec<&Server>) = servers.into_iter().partition(|server| has_failed(server));
        for server in first.into_iter().chain(last) {
            match self.page_of(server, request, None).await {
                Ok(page) => return Ok(page),
                Err(error) => errors.push(error),
            }
        }
        Err(self.failure(errors))
    }

    async fn page_of(
        &self,
        server: &Server,
        request: &HistoryRequest,
        after: Option<&str>,
    ) -> Result<HistoryPage, RemoteError> {
        let query = TransactionQuery {
            address: &request.account.address,
            blocks: request.blocks,
            after,
        };
        let TransactionList { rows, next, total } = server.transactions(&query).await?;
        let (first, last) = request.blocks;
        let within = rows
            .into_iter()
            .filter(|row| (first..=last).contains(&row.block.number));
        let facts: Option<Vec<Fact>> = within
            .map(|row| fact(&self.row().chain, &request.account, row))
            .collect();
        let facts = facts.ok_or_else(|| server.malformed("a transaction of another address than the requested one"))?;
        Ok(HistoryPage {
            markets: Vec::new(),
            facts,
            through: next.is_none().then_some(last),
            continuation: next.map(|after| format!("{} {after}", server.host())),
            total,
            gaps: Vec::new(),
        })
    }
}

/// Returns whether a list is read again from its beginning after this error. A rate limit passes, and a wrong answer would
/// be repeated for ever.
fn begins_again(error: &RemoteError) -> bool {
    let has_time = matches!(
        error,
        RemoteError::Unavailable {
            retry_after: Some(_),
            ..
        }
    );
    matches!(error, RemoteError::Unavailable { .. } | RemoteError::Refused { .. }) && !has_time
}

/// Returns the fact of a transaction; `None` if it does not involve the account.
fn fact(chain: &Chain, account: &AccountId, row: ListedTransaction) -> Option<Fact> {
    let CoinTransaction { inputs, outputs, .. } = row.content;
    let (inputs, outputs) = (canonical(chain, inputs), canonical(chain, outputs));
    let mut all = inputs.iter().chain(&outputs);
    let is_involved = all.any(|output| output.address.as_ref() == Some(&account.address));
    is_involved.then(|| Fact {
        account: account.clone(),
        transaction: row.id,
        block: row.block,
        source: SOURCE.clone(),
        body: FactBody::CoinTransaction(CoinTransaction {
            inputs,
            outputs,
            ..row.content
        }),
    })
}

/// Spells addresses as the chain does. What is no address of the chain stands for a script without one.
pub(super) fn canonical(chain: &Chain, outputs: Vec<CoinOutput>) -> Vec<CoinOutput> {
    let spelled = |output: CoinOutput| CoinOutput {
        address: output
            .address
            .and_then(|address| Some(chain.account(&address)?.address)),
        ..output
    };
    outputs.into_iter().map(spelled).collect()
}
