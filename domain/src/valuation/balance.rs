//! The current value of the caller's accounts.

use ports::{Address, ChainId, Currency, Ports, Recipe, StorageError, Wallet, WalletId};

use crate::{
    account::{PersonAccounts, reverse_names},
    caller::Caller,
    parallel,
    price::Quotes,
    trace::NoTrace,
    valuation::{
        ValuationError, Valuations,
        compute::fold::{Folded, fold},
        filter::Filter,
        inputs::{
            gather::{self, Gathered, STEP, ValuationSpec},
            newest::newest,
            types::Inputs,
            viewpoint::Viewpoint,
        },
        report::portfolio_report::PortfolioReport,
    },
};

/// Selects some of the caller's accounts and a currency. The default is all accounts, in dollars.
#[derive(Clone, Debug, Default)]
pub struct BalanceQuery {
    /// Only accounts on this chain.
    pub chain: Option<ChainId>,
    /// Only the wallet with this address.
    pub address: Option<Address>,
    /// Only this wallet, which has an extended public key.
    pub wallet: Option<WalletId>,
    /// Only these wallets, valued as a portfolio of their own; empty for all wallets.
    pub wallets: Vec<WalletId>,
    /// The currency of all amounts.
    pub currency: Currency,
}

impl BalanceQuery {
    /// Returns the query for the chain and wallet of a filter, in this currency.
    #[must_use]
    pub fn of(filter: &Filter, currency: Currency) -> Self {
        Self {
            chain: filter.chain.clone(),
            address: filter.address.clone(),
            wallet: filter.wallet,
            wallets: Vec::new(),
            currency,
        }
    }

    /// Returns the filter for the selected holdings.
    #[must_use]
    pub fn filter(&self) -> Filter {
        Filter {
            asset: None,
            chain: self.chain.clone(),
            address: self.address.clone(),
            wallet: self.wallet,
            kind: None,
            place: None,
            section: None,
        }
    }
}

/// Wallets and the valuation of what is held in them, which is not arranged yet.
pub(super) struct ValuedWallets {
    pub(super) from: Viewpoint,
    pub(super) wallets: Vec<Wallet>,
    pub(super) recipe: Recipe,
    pub(super) inputs: Inputs,
    pub(super) folded: Folded,
}

impl Valuations {
    /// Returns the value of the caller's accounts from the newest data. Fails with [`ValuationError::NotFound`] if the
    /// query selects a wallet that the caller does not have.
    pub async fn balance(&self, caller: &Caller, query: &BalanceQuery) -> Result<PortfolioReport, ValuationError> {
        let valued = self.value(caller, query).await?;
        self.arrange(valued).await
    }

    /// Returns the value of everything that is visible from a viewpoint, without rows for wallets.
    pub(crate) async fn balance_from(
        &self,
        from: &Viewpoint,
        currency: &Currency,
    ) -> Result<PortfolioReport, ValuationError> {
        let Gathered { recipe, inputs } = now(&self.ports, from, currency).await?;
        let folded = fold(&inputs, &Filter::default(), "Net worth", &mut NoTrace);
        Ok(PortfolioReport::arrange(recipe.id, from.owner, inputs, &folded, &[]))
    }

    /// Values the selected wallets from the newest data.
    pub(super) async fn value(&self, caller: &Caller, query: &BalanceQuery) -> Result<ValuedWallets, ValuationError> {
        let person = PersonAccounts::load(&self.ports, caller.user).await?;
        let fits = |wallet: &Wallet| {
            (query.address.is_none() || wallet.address == query.address)
                && query.wallet.is_none_or(|wanted| wanted == wallet.id)
                && (query.wallets.is_empty() || query.wallets.contains(&wallet.id))
        };
        let is_narrowed = query.address.is_some() || query.wallet.is_some() || !query.wallets.is_empty();
        let from = Viewpoint::person(&self.ports, &person).only(&query.wallets);
        let wallets: Vec<Wallet> = person.wallets.into_iter().filter(fits).collect();
        if is_narrowed && wallets.is_empty() {
            return Err(ValuationError::NotFound);
        }
        let Gathered { recipe, inputs } = now(&self.ports, &from, &query.currency).await?;
        let inputs = inputs.narrowed(&query.filter());
        let folded = fold(&inputs, &Filter::default(), "Net worth", &mut NoTrace);
        Ok(ValuedWallets {
            from,
            wallets,
            recipe,
            inputs,
            folded,
        })
    }

    /// Arranges a valuation.
    pub(super) async fn arrange(&self, valued: ValuedWallets) -> Result<PortfolioReport, ValuationError> {
        let ValuedWallets {
            from,
            wallets,
            recipe,
            inputs,
            folded,
        } = valued;
        let reverse = reverse_names(&self.ports, &wallets).await?;
        let mut report = PortfolioReport::arrange(recipe.id, from.owner, inputs, &folded, &wallets);
        for line in &mut report.wallets {
            let address = line.wallet.address.as_ref().filter(|_| line.wallet.name.is_none());
            line.reverse_name = address.and_then(|address| reverse.get(address)).cloned();
        }
        parallel::drop_in_background((recipe, folded));
        Ok(report)
    }
}

/// Gathers the inputs for every account visible from this viewpoint, as of now.
pub async fn now(ports: &Ports, from: &Viewpoint, currency: &Currency) -> Result<Gathered, StorageError> {
    let ids = from.accounts(ports);
    let (accounts, missed) = newest(ports, from, &ids).await?;
    let spec = ValuationSpec {
        at: ports.clock.now().floor(STEP),
        pick: Quotes::Newest,
        currency: currency.clone(),
        against: None,
        missed,
    };
    gather::gather(ports, from, accounts, spec).await
}
