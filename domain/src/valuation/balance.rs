//! What the caller's accounts are worth now.

use ports::{Address, ChainId, Ports, StorageError, UserId, Wallet};

use crate::{
    caller::Caller,
    valuation::{
        ValuationError, Valuations,
        figure::Filter,
        fold::fold,
        gather::{self, Gathered, Quotes, STEP},
        record::Silent,
        report::Report,
    },
};

/// Which of the caller's accounts are meant; empty means all of them.
#[derive(Clone, Debug, Default)]
pub struct BalanceQuery {
    /// Only on this chain.
    pub chain: Option<ChainId>,
    /// Only of this wallet.
    pub address: Option<Address>,
}

impl Valuations {
    /// The caller's accounts, valued with the newest observations.
    pub async fn balance(&self, caller: &Caller, query: &BalanceQuery) -> Result<Report, ValuationError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let wallets: Vec<Wallet> = match &query.address {
            None => wallets,
            Some(address) => wallets
                .into_iter()
                .filter(|wallet| wallet.address.as_ref() == Some(address))
                .collect(),
        };
        if query.address.is_some() && wallets.is_empty() {
            return Err(ValuationError::NotFound);
        }
        let gathered = now(&self.ports, caller.user, &wallets, query.chain.as_ref()).await?;
        let folded = fold(&gathered.inputs, &Filter::default(), "Net worth", &mut Silent);
        Ok(Report::arrange(
            gathered.recipe.id,
            caller.user,
            &gathered.inputs,
            &folded,
            &wallets,
        ))
    }
}

/// Gathers a valuation of these wallets now.
pub async fn now(
    ports: &Ports,
    user: UserId,
    wallets: &[Wallet],
    chain: Option<&ChainId>,
) -> Result<Gathered, StorageError> {
    let mut ids = gather::accounts_of(ports, wallets);
    ids.retain(|id| chain.is_none_or(|chain| *chain == id.chain));
    let accounts = gather::newest(ports, &ids).await?;
    gather::gather(
        ports,
        user,
        accounts,
        ports.clock.now().floor(STEP),
        Quotes::Newest,
        None,
    )
    .await
}
