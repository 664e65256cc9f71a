//! Converts the domain's report to the portfolio on the wire, with a figure for every amount of money.

use domain::parallel;
use domain::valuation::{FigurePath, Filter, KindLine, NetworkLine, PortfolioReport, WalletLine};
use ports::{Amount, ChainId, Chains, Ratio};

use super::coverage::coverage;
use super::pointers::{FigurePointers, money, percent};
use super::{
    AssetRow, ChainValue, KindRow, NetworkRow, OwnView, Portfolio, PortfolioAssets, QuietNetwork, ReverseName,
    WalletRow, assets,
};
use crate::mark;
use crate::wire::Rows;

/// What a portfolio on the wire needs besides the report.
pub struct PortfolioContext<'a> {
    /// Whether a read is in progress.
    pub refreshing: bool,
    /// Whether the caller watches at least one address.
    pub active: bool,
    /// The chains, for their names.
    pub chains: &'a Chains,
    /// What the portfolio is narrowed to.
    pub filter: Filter,
    /// The maximum number of asset rows.
    pub rows: usize,
}

/// Returns the portfolio on the wire.
pub fn portfolio(report: &PortfolioReport, context: &PortfolioContext<'_>) -> Portfolio {
    let mut pointers = FigurePointers::of_valuation(report.figure(FigurePath::Sum(Filter::default())));
    let (total, coverage) = (money(report.total), coverage(&report.coverage));
    pointers.totals(total.as_ref(), coverage.known.as_ref(), &context.filter);
    let (assets, networks, wallets) = rows(report, context, &mut pointers);
    let kinds = kind_rows(&report.kinds, &context.filter, &mut pointers);
    let rest = assets::rest("/user_wallet", report.rest, &context.filter, &mut pointers);
    let dust = assets::dust("/user_wallet", report.dust, &context.filter, &mut pointers);
    Portfolio {
        view: OwnView::Own,
        valuation_id: report.valuation.to_string(),
        currency_code: report.currency.to_string(),
        as_of: report.as_of.map(Into::into),
        read_at: report.read_at.map(Into::into),
        refreshing: context.refreshing,
        total,
        coverage,
        user_wallet: PortfolioAssets {
            assets: Rows(assets),
            count: i64::try_from(report.assets.len()).unwrap_or(i64::MAX),
            rest,
            dust,
            active: context.active,
            modified_on: report.modified_at.map(Into::into),
        },
        asset_prices: assets::prices(report, context.rows),
        networks,
        kinds,
        quiet_networks: quiet_networks(report, context.chains),
        wallets,
        hidden: report.hidden.iter().map(assets::hidden_row).collect(),
        figures: pointers.finish(),
    }
}

fn rows(
    report: &PortfolioReport,
    context: &PortfolioContext<'_>,
    pointers: &mut FigurePointers,
) -> (Vec<AssetRow>, Vec<NetworkRow>, Vec<WalletRow>) {
    let lines = &report.assets[..context.rows.min(report.assets.len())];
    let assets = parallel::par_map(lines, |at, line| {
        let mut own = pointers.empty();
        (assets::asset_row(at, line, &context.filter, &mut own), own)
    });
    let assets = assets.into_iter().map(|(row, own)| {
        pointers.append(own);
        row
    });
    let assets = assets.collect();
    let networks = network_rows(&report.networks, (context.chains, &context.filter), pointers);
    let lines = report.wallets.iter().enumerate();
    let wallets = lines
        .map(|(at, line)| wallet_row(at, line, context, pointers))
        .collect();
    (assets, networks, wallets)
}

/// Returns the code, name and color of a chain.
fn chain_labels(chains: &Chains, chain: &ChainId) -> (String, String, String) {
    chains.get(chain).map_or_else(
        || (chain.to_string(), chain.to_string(), "#888888".to_owned()),
        |row| (row.code.clone(), row.name.clone(), row.color.clone()),
    )
}

fn quiet_networks(report: &PortfolioReport, chains: &Chains) -> Vec<QuietNetwork> {
    let row = |line: &domain::valuation::QuietNetwork| {
        let (code, name, color) = chain_labels(chains, &line.chain);
        QuietNetwork {
            chain: (&line.chain).into(),
            code,
            name,
            color,
            mark: mark::of_chain(&line.chain),
            accounts: i64::from(line.accounts),
            probed: line.probed,
            checked_on: line.checked_at.into(),
            block: i64::try_from(line.block).unwrap_or(i64::MAX),
        }
    };
    report.quiet_networks.iter().map(row).collect()
}

/// Returns the kinds of positions, with the figures of their values.
pub fn kind_rows(lines: &[KindLine], narrowed: &Filter, pointers: &mut FigurePointers) -> Vec<KindRow> {
    let row = |(at, line): (usize, &KindLine)| {
        let value = money(line.value);
        let filter = Filter {
            kind: Some(line.kind),
            ..narrowed.clone()
        };
        pointers.sum(format!("/kinds/{at}/value"), value.as_ref(), filter);
        KindRow {
            kind: i64::from(line.kind.number()),
            name: line.kind.name().to_owned(),
            value,
            share: percent(line.share),
            priced: i64::from(line.priced),
            unpriced: i64::from(line.unpriced),
        }
    };
    lines.iter().enumerate().map(row).collect()
}

/// Returns the networks, with the figures of their values.
pub fn network_rows(
    lines: &[NetworkLine],
    scope: (&Chains, &Filter),
    pointers: &mut FigurePointers,
) -> Vec<NetworkRow> {
    let lines = lines.iter().enumerate();
    lines.map(|(at, line)| network_row(at, line, scope, pointers)).collect()
}

fn network_row(
    at: usize,
    line: &NetworkLine,
    (chains, narrowed): (&Chains, &Filter),
    pointers: &mut FigurePointers,
) -> NetworkRow {
    let NetworkLine {
        chain,
        value,
        share,
        priced,
        unpriced,
        reading,
    } = line;
    let (code, name, color) = chain_labels(chains, chain);
    let value = money(*value);
    let filter = Filter {
        chain: Some(chain.clone()),
        ..narrowed.clone()
    };
    pointers.sum(format!("/networks/{at}/value"), value.as_ref(), filter);
    NetworkRow {
        chain: chain.into(),
        code,
        name,
        color,
        mark: mark::of_chain(chain),
        value,
        share: percent(*share),
        priced: i64::from(*priced),
        unpriced: i64::from(*unpriced),
        reading: i64::from(*reading),
    }
}

fn wallet_row(
    at: usize,
    line: &WalletLine,
    context: &PortfolioContext<'_>,
    pointers: &mut FigurePointers,
) -> WalletRow {
    let WalletLine {
        wallet,
        reverse_name,
        value,
        share,
        priced,
        unpriced,
        reading,
        read_at: _,
        chains,
    } = line;
    let value = money(*value);
    let own = Filter::of_wallet(wallet);
    let filter = Filter {
        address: own.address.clone(),
        wallet: own.wallet,
        ..context.filter.clone()
    };
    pointers.sum(format!("/wallets/{at}/value"), value.as_ref(), filter);
    let place = format!("/wallets/{at}/chains");
    let chains = chain_values(&place, (&own, chains), context.chains, pointers);
    WalletRow {
        id: wallet.id.to_string(),
        address: wallet.key().to_owned(),
        display_address: wallet.name.as_ref().map(ToString::to_string),
        nickname: wallet.nickname.as_ref().map(|nickname| nickname.as_str().to_owned()),
        reverse_name: ReverseName::of(reverse_name.as_ref()),
        label: wallet.label(),
        value,
        share: percent(*share),
        priced: i64::from(*priced),
        unpriced: i64::from(*unpriced),
        reading: i64::from(*reading),
        chains,
    }
}

/// A chain, the value of a wallet on it, and its share of the priced total.
type OnChain = (ChainId, Option<Amount>, Option<Ratio>);

/// Returns the values of a wallet by chain, with their figures below `place`.
pub fn chain_values(
    place: &str,
    (wallet, values): (&Filter, &[OnChain]),
    chains: &Chains,
    pointers: &mut FigurePointers,
) -> Vec<ChainValue> {
    let values = values.iter().enumerate().map(|(at, (chain, value, share))| {
        let (_, name, color) = chain_labels(chains, chain);
        let value = money(*value);
        let filter = Filter {
            chain: Some(chain.clone()),
            ..wallet.clone()
        };
        pointers.sum(format!("{place}/{at}/value"), value.as_ref(), filter);
        ChainValue {
            chain: chain.into(),
            name,
            color,
            mark: mark::of_chain(chain),
            value,
            share: percent(*share),
        }
    });
    values.collect()
}
