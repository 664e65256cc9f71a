//! Converts a page of the domain's wallets to the wire.

use domain::valuation::{FigurePath, Filter, PortfolioReport, WalletLine};
use domain::{ChainSupport, WalletPage, WalletSort as Sort};
use ports::ChainId;

use super::coverage::coverage;
use super::pointers::{FigurePointers, money};
use super::report::chain_values;
use super::{
    ReverseName, SearchWalletData, WalletCard, WalletCondition, WalletConditionKey, WalletMetadata, WalletNetwork,
    WalletOrder, WalletSortKey, yesterday,
};
use crate::App;
use crate::mark;
use crate::problem::Problem;
use crate::routes::user;
use crate::wire::{Limit, Start};

impl WalletCondition {
    /// Returns the chain of the condition.
    pub fn chain(&self, app: &App) -> Result<ChainId, Problem> {
        let Self { key, value } = self;
        match key {
            WalletConditionKey::Chain => app.chain(value),
        }
    }
}

impl From<WalletOrder> for Sort {
    fn from(sort: WalletOrder) -> Self {
        let WalletOrder { key, value: ascending } = sort;
        match key {
            WalletSortKey::Amount => Self::Amount(ascending),
            WalletSortKey::CreatedOn => Self::CreatedOn(ascending),
            WalletSortKey::Name => Self::Name(ascending),
        }
    }
}

/// Returns one page of wallets, with a figure for every amount of money.
pub fn page(app: &App, page: &WalletPage, start: Start, limit: Limit) -> SearchWalletData {
    let WalletPage { report, cards, total } = page;
    let mut pointers = FigurePointers::of_valuation(report.figure(FigurePath::Sum(Filter::default())));
    let reach = app.tracker().chains().support();
    let net_worth = money(report.total);
    let coverage = coverage(&report.coverage);
    pointers.sum("/net_worth".to_owned(), net_worth.as_ref(), Filter::default());
    pointers.sum("/coverage/known".to_owned(), coverage.known.as_ref(), Filter::default());
    let cards = cards
        .iter()
        .enumerate()
        .map(|(at, one)| card(app, &reach, at, one, &mut pointers));
    SearchWalletData {
        user_wallets: cards.collect(),
        start,
        limit,
        total_count: i64::try_from(*total).unwrap_or(i64::MAX),
        valuation_id: report.valuation.to_string(),
        currency_code: report.currency.to_string(),
        net_worth,
        coverage,
        networks: networks(app, report),
        figures: pointers.finish(),
    }
}

/// Returns the networks with holdings, in the order of the chains.
fn networks(app: &App, report: &PortfolioReport) -> Vec<WalletNetwork> {
    let on = |chain: &ChainId| {
        let holds = |line: &&WalletLine| line.chains.iter().any(|(held, ..)| held == chain);
        report.wallets.iter().filter(holds).count()
    };
    let counted = app.tracker().ports().chains.all().iter();
    let counted = counted.map(|chain| (chain, on(&chain.id)));
    counted
        .filter(|(_, wallets)| *wallets > 0)
        .map(|(chain, wallets)| WalletNetwork {
            chain: (&chain.id).into(),
            name: chain.name.clone(),
            color: chain.color.clone(),
            mark: mark::of_chain(&chain.id),
            wallets: i64::try_from(wallets).unwrap_or(i64::MAX),
        })
        .collect()
}

fn card(
    app: &App,
    reach: &ChainSupport,
    at: usize,
    card: &domain::WalletCard,
    pointers: &mut FigurePointers,
) -> WalletCard {
    let domain::WalletCard { line, day_change } = card;
    let WalletLine {
        wallet,
        reverse_name,
        value,
        share: _,
        priced,
        unpriced,
        reading,
        read_at,
        chains,
    } = line;
    let total_value = money(*value);
    let filter = Filter::of_wallet(wallet);
    let pointer = format!("/user_wallets/{at}/total_value");
    pointers.sum(pointer, total_value.as_ref(), filter.clone());
    let place = format!("/user_wallets/{at}/day_change");
    let day_change = day_change
        .as_ref()
        .map(|change| yesterday::of_wallet(&place, change, pointers));
    let known = &app.tracker().ports().chains;
    let largest = chains.first().and_then(|(chain, ..)| known.get(chain));
    WalletCard {
        wallet: user::wallet_of(wallet, reach),
        reverse_name: ReverseName::of(reverse_name.as_ref()),
        total_value,
        day_change,
        wallet_metadata: largest.map(metadata),
        priced: i64::from(*priced),
        unpriced: i64::from(*unpriced),
        reading: i64::from(*reading),
        read_at: read_at.map(Into::into),
        values: chain_values(
            &format!("/user_wallets/{at}/values"),
            (&filter, chains),
            known,
            pointers,
        ),
    }
}

fn metadata(chain: &ports::Chain) -> WalletMetadata {
    WalletMetadata {
        id: (&chain.id).into(),
        name: chain.name.clone(),
        symbol: chain.symbol.clone(),
        color: chain.color.clone(),
        mark: mark::of_chain(&chain.id),
    }
}
