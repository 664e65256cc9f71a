//! What the caller's accounts are worth now.

use ports::{Address, ChainId, Currency, Ports, StorageError, Wallet, WalletId};

use crate::{
    caller::Caller,
    many,
    price::Quotes,
    valuation::{
        ValuationError, Valuations,
        accounts::newest,
        figure::Filter,
        fold::fold,
        gather::{self, Gathered, STEP, Told},
        record::Silent,
        report::Report,
        viewpoint::Viewpoint,
    },
};

/// Which of the caller's accounts are meant, and how they are told; empty means all of them, in dollars.
#[derive(Clone, Debug, Default)]
pub struct BalanceQuery {
    /// Only on this chain.
    pub chain: Option<ChainId>,
    /// Only of the wallet with this address.
    pub address: Option<Address>,
    /// Only of this wallet, which has an extended public key.
    pub wallet: Option<WalletId>,
    /// The currency that it is told in.
    pub currency: Currency,
}

impl Valuations {
    /// The caller's accounts, valued with the newest observations.
    pub async fn balance(&self, caller: &Caller, query: &BalanceQuery) -> Result<Report, ValuationError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let fits = |wallet: &Wallet| {
            (query.address.is_none() || wallet.address == query.address)
                && query.wallet.is_none_or(|wanted| wanted == wallet.id)
        };
        let is_narrowed = query.address.is_some() || query.wallet.is_some();
        let wallets: Vec<Wallet> = wallets.into_iter().filter(fits).collect();
        if is_narrowed && wallets.is_empty() {
            return Err(ValuationError::NotFound);
        }
        let mut from = Viewpoint::person(&self.ports, caller.user, &wallets);
        if let Some(chain) = &query.chain {
            from.unread.retain(|wallet| wallet.may_be_on(chain));
        }
        let gathered = now(&self.ports, &from, query.chain.as_ref(), &query.currency).await?;
        let folded = fold(&gathered.inputs, &Filter::default(), "Net worth", &mut Silent);
        let Gathered { recipe, inputs } = gathered;
        let report = Report::arrange(recipe.id, from.owner, inputs, &folded, &wallets);
        many::let_go((recipe, folded));
        Ok(report)
    }
}

/// Gathers a valuation now of what is called something from here.
pub async fn now(
    ports: &Ports,
    from: &Viewpoint,
    chain: Option<&ChainId>,
    currency: &Currency,
) -> Result<Gathered, StorageError> {
    let mut ids = from.accounts(ports);
    ids.retain(|id| chain.is_none_or(|chain| *chain == id.chain));
    let (accounts, missed) = newest(ports, from, &ids).await?;
    let told = Told {
        at: ports.clock.now().floor(STEP),
        pick: Quotes::Newest,
        currency: currency.clone(),
        against: None,
        missed,
    };
    gather::gather(ports, from, accounts, told).await
}
