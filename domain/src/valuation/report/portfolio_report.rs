//! A valuation arranged by asset, network and wallet. All rows are sums over the same holdings.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, Currency, Owner, Snapshot, Timestamp, ValuationId, Wallet};

use crate::{
    parallel,
    price::{Decision, Priced},
    valuation::{
        compute::fold::Folded,
        figure::{FigureId, FigurePath},
        filter::{AssetSelection, Filter},
        inputs::types::Inputs,
        report::{
            asset_line::{AssetLine, asset_lines},
            balance_sheet::{BalanceSheet, balance_sheet},
            coverage::Coverage,
            hidden_line::{HiddenLine, hidden_line},
            place_line::{
                KindLine, NetworkLine, QuietNetwork, WalletLine, kind_lines, network_lines, quiet_networks, wallet_line,
            },
            ranking,
            rest::{Dust, Rest, dust, rest_of_assets},
        },
    },
};

/// A valuation arranged by asset, network and wallet.
#[derive(Clone, Debug)]
pub struct PortfolioReport {
    /// The id of the recipe.
    pub valuation: ValuationId,
    /// The owner of the valuation.
    pub owner: Owner,
    /// The currency of all amounts of money.
    pub currency: Currency,
    /// One dollar in the currency; `None` without a rate.
    pub dollar: Option<Amount>,
    /// The block time of the oldest balance.
    pub as_of: Option<Timestamp>,
    /// When the oldest of the balances was read.
    pub read_at: Option<Timestamp>,
    /// When the newest of the balances was read.
    pub modified_at: Option<Timestamp>,
    /// The total of everything that is known; `None` until something was read, and while none of the holdings has a
    /// price.
    pub total: Option<Amount>,
    /// What the total includes and what is missing from it.
    pub coverage: Coverage,
    /// One row per asset, the most valuable first, those without a value last.
    pub assets: Vec<AssetLine>,
    /// The assets beyond those that are listed individually, combined.
    pub rest: Option<Rest>,
    /// The assets below the dust limit, combined.
    pub dust: Dust,
    /// One row per network, in the order of the chains.
    pub networks: Vec<NetworkLine>,
    /// The networks on which nothing was found.
    pub quiet_networks: Vec<QuietNetwork>,
    /// One row per kind of position.
    pub kinds: Vec<KindLine>,
    /// How wallets, exchanges and positions in protocols add up.
    pub sheet: BalanceSheet,
    /// One row per wallet, in the user's order.
    pub wallets: Vec<WalletLine>,
    /// The hidden holdings.
    pub hidden: Vec<HiddenLine>,
    /// The decided prices of the assets held, in the currency.
    pub prices: BTreeMap<AssetId, Priced>,
}

impl PortfolioReport {
    /// Returns the id of one of the figures.
    #[must_use]
    pub fn figure(&self, path: FigurePath) -> FigureId {
        FigureId::new(self.valuation, self.owner, path)
    }

    /// Returns the id of the total.
    #[must_use]
    pub fn total_figure(&self) -> FigureId {
        self.figure(FigurePath::Sum(Filter::default()))
    }

    /// Returns the id of the value of one of the assets.
    #[must_use]
    pub fn asset_figure(&self, line: &AssetLine) -> FigureId {
        self.figure(FigurePath::Sum(Filter {
            asset: Some(AssetSelection::Group(line.group.clone())),
            ..Filter::default()
        }))
    }

    /// Arranges the result of a fold.
    #[must_use]
    pub fn arrange(valuation: ValuationId, owner: Owner, inputs: Inputs, folded: &Folded, wallets: &[Wallet]) -> Self {
        let snapshots = || inputs.accounts.iter().filter_map(|one| one.snapshot.as_ref());
        let times = || snapshots().map(|one| one.taken_at);
        let as_of = snapshots().map(Snapshot::as_of).min();
        // If no account was read yet, the value is unknown and not zero.
        let nothing_read = times().next().is_none() && !(inputs.accounts.is_empty() && wallets.is_empty());
        let groups = ranking::groups(&inputs, &folded.holdings);
        let hidden = folded.holdings.iter();
        let hidden = hidden.filter_map(|holding| hidden_line(&inputs, holding)).collect();
        let (assets, places) = parallel::join(
            || asset_lines(&inputs, folded, &groups),
            || Places::of(&inputs, folded, wallets),
        );
        let Places {
            coverage,
            networks,
            quiet_networks,
            kinds,
            sheet,
            wallets,
        } = places;
        Self {
            valuation,
            owner,
            currency: inputs.conversion.currency.clone(),
            dollar: inputs.conversion.of_dollars(Amount::ONE),
            as_of,
            read_at: times().min(),
            modified_at: times().max(),
            total: coverage.total().filter(|_| !nothing_read),
            coverage,
            assets,
            rest: rest_of_assets(folded, &groups),
            dust: dust(&groups),
            networks,
            quiet_networks,
            kinds,
            sheet,
            wallets,
            hidden,
            prices: priced(inputs),
        }
    }
}

/// The rows by place. They do not depend on the rows by asset and can be computed in parallel.
struct Places {
    coverage: Coverage,
    networks: Vec<NetworkLine>,
    quiet_networks: Vec<QuietNetwork>,
    kinds: Vec<KindLine>,
    sheet: BalanceSheet,
    wallets: Vec<WalletLine>,
}

impl Places {
    fn of(inputs: &Inputs, folded: &Folded, wallets: &[Wallet]) -> Self {
        Self {
            coverage: Coverage::of(inputs, folded),
            networks: network_lines(inputs, folded),
            quiet_networks: quiet_networks(inputs, folded),
            kinds: kind_lines(folded),
            sheet: balance_sheet(inputs, folded),
            wallets: wallets
                .iter()
                .map(|wallet| wallet_line(inputs, folded, wallet))
                .collect(),
        }
    }
}

/// Returns the prices of the assets held that have one, in the currency of the valuation.
pub fn priced(mut inputs: Inputs) -> BTreeMap<AssetId, Priced> {
    let (decisions, conversion) = (std::mem::take(&mut inputs.decisions), inputs.conversion.clone());
    parallel::drop_in_background(inputs);
    let decided = |decision: Decision| match decision {
        Decision::Priced(priced) => Some(Priced {
            value: conversion.of_dollars(priced.value)?,
            ..priced
        }),
        Decision::Unpriced { .. } => None,
    };
    decisions
        .into_iter()
        .filter_map(|(asset, decision)| Some((asset, decided(decision)?)))
        .collect()
}
