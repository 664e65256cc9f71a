//! A valuation arranged for reading: by asset, network and wallet. All are sums over the same holdings.

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
            asset_line::{AssetLine, Dust, HiddenLine, Rest, asset_lines, dust, hidden_line, rest_of_assets},
            coverage::Coverage,
            place_line::{
                KindLine, NetworkLine, QuietNetwork, WalletLine, kind_lines, network_lines, quiet_networks, wallet_line,
            },
            ranking,
        },
    },
};

/// A valuation arranged for reading.
#[derive(Clone, Debug)]
pub struct Report {
    /// Names the recipe.
    pub valuation: ValuationId,
    /// Whose it is.
    pub owner: Owner,
    /// The currency of every amount of money.
    pub currency: Currency,
    /// The moment that the oldest of the balances is of: its block's time.
    pub as_of: Option<Timestamp>,
    /// When the oldest of the balances was read.
    pub read_at: Option<Timestamp>,
    /// When the newest of the balances was read.
    pub modified_at: Option<Timestamp>,
    /// What is known; `None` until something was read, and while nothing of what is held has a price.
    pub total: Option<Amount>,
    /// What is known and what is not.
    pub coverage: Coverage,
    /// By asset, most valuable first, those without a value last.
    pub assets: Vec<AssetLine>,
    /// The assets beyond those that have a name of their own where shares are shown.
    pub rest: Option<Rest>,
    /// The assets that are worth next to nothing.
    pub dust: Dust,
    /// By network, in the order of the chains.
    pub networks: Vec<NetworkLine>,
    /// The networks on which nothing was found.
    pub quiet_networks: Vec<QuietNetwork>,
    /// By kind of position.
    pub kinds: Vec<KindLine>,
    /// By wallet, in the person's order.
    pub wallets: Vec<WalletLine>,
    /// What is left out on purpose.
    pub hidden: Vec<HiddenLine>,
    /// The decided prices of what is held, in the currency.
    pub prices: BTreeMap<AssetId, Priced>,
}

impl Report {
    /// The id of one of its figures.
    #[must_use]
    pub fn figure(&self, path: FigurePath) -> FigureId {
        FigureId::new(self.valuation, self.owner, path)
    }

    /// The id of the total.
    #[must_use]
    pub fn total_figure(&self) -> FigureId {
        self.figure(FigurePath::Sum(Filter::default()))
    }

    /// The id of the value of one of its assets.
    #[must_use]
    pub fn asset_figure(&self, line: &AssetLine) -> FigureId {
        self.figure(FigurePath::Sum(Filter {
            asset: Some(AssetSelection::Group(line.group.clone())),
            ..Filter::default()
        }))
    }

    /// Arranges what a fold came to.
    #[must_use]
    pub fn arrange(valuation: ValuationId, owner: Owner, inputs: Inputs, folded: &Folded, wallets: &[Wallet]) -> Self {
        let snapshots = || inputs.accounts.iter().filter_map(|one| one.snapshot.as_ref());
        let times = || snapshots().map(|one| one.taken_at);
        let as_of = snapshots().map(Snapshot::as_of).min();
        // Wallets without a single reading are not worth nothing: nobody knows what they are worth.
        let nothing_read = times().next().is_none() && !(inputs.accounts.is_empty() && wallets.is_empty());
        let groups = ranking::groups(&inputs, &folded.holdings);
        let (assets, places) = parallel::join(
            || asset_lines(&inputs, folded, &groups),
            || Places::of(&inputs, folded, wallets),
        );
        let Places {
            coverage,
            networks,
            quiet_networks,
            kinds,
            wallets,
        } = places;
        Self {
            valuation,
            owner,
            currency: inputs.conversion.currency.clone(),
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
            wallets,
            hidden: folded
                .holdings
                .iter()
                .filter_map(|holding| hidden_line(&inputs, holding))
                .collect(),
            prices: priced(inputs),
        }
    }
}

/// What is told by place, and needs nothing of what is told by asset.
struct Places {
    coverage: Coverage,
    networks: Vec<NetworkLine>,
    quiet_networks: Vec<QuietNetwork>,
    kinds: Vec<KindLine>,
    wallets: Vec<WalletLine>,
}

impl Places {
    fn of(inputs: &Inputs, folded: &Folded, wallets: &[Wallet]) -> Self {
        Self {
            coverage: Coverage::of(inputs, folded),
            networks: network_lines(inputs, folded),
            quiet_networks: quiet_networks(inputs, folded),
            kinds: kind_lines(inputs, folded),
            wallets: wallets
                .iter()
                .map(|wallet| wallet_line(inputs, folded, wallet))
                .collect(),
        }
    }
}

/// What is held and has a price, in the currency of the valuation.
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
