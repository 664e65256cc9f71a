//! From the domain's report to the portfolio on the wire, with a figure for every amount of money.

use domain::parallel;
use domain::valuation::{FigurePath, Filter, KindLine, NetworkLine, Report, WalletLine};
use ports::{Amount, ChainId, Chains, Ratio};

use super::coverage::coverage;
use super::figures::{Pointers, money, percent};
use super::{
    AssetRow, ChainValue, KindRow, NetworkRow, OwnView, Portfolio, PortfolioAssets, QuietNetwork, ReverseName,
    WalletRow, assets,
};
use crate::mark;
use crate::wire::Rows;

/// What the valuation itself does not say about a portfolio.
pub struct Around<'a> {
    /// Whether a read is under way.
    pub refreshing: bool,
    /// Whether the caller watches at least one address.
    pub active: bool,
    /// The chains, for their names.
    pub chains: &'a Chains,
    /// What the portfolio was around to.
    pub filter: Filter,
    /// How many rows of assets are sent.
    pub rows: usize,
}

/// The portfolio as it leaves.
pub fn portfolio(report: &Report, around: &Around<'_>) -> Portfolio {
    let mut pointers = Pointers::beside(report.figure(FigurePath::Sum(Filter::default())));
    let (total, coverage) = (money(report.total), coverage(&report.coverage));
    pointers.sum("/total".to_owned(), total.as_ref(), around.filter.clone());
    pointers.sum(
        "/coverage/known".to_owned(),
        coverage.known.as_ref(),
        around.filter.clone(),
    );
    let (assets, networks, wallets) = rows(report, around, &mut pointers);
    let kinds = kind_rows(&report.kinds, &around.filter, &mut pointers);
    let rest = assets::rest("/user_wallet", report.rest, &around.filter, &mut pointers);
    let dust = assets::dust("/user_wallet", report.dust, &around.filter, &mut pointers);
    Portfolio {
        view: OwnView::Own,
        valuation_id: report.valuation.to_string(),
        currency_code: report.currency.to_string(),
        as_of: report.as_of.map(Into::into),
        read_at: report.read_at.map(Into::into),
        refreshing: around.refreshing,
        total,
        coverage,
        user_wallet: PortfolioAssets {
            assets: Rows(assets),
            count: i64::try_from(report.assets.len()).unwrap_or(i64::MAX),
            rest,
            dust,
            active: around.active,
            modified_on: report.modified_at.map(Into::into),
        },
        asset_prices: assets::prices(report, around.rows),
        networks,
        kinds,
        quiet_networks: quiet_networks(report, around.chains),
        wallets,
        hidden: report.hidden.iter().map(assets::hidden_row).collect(),
        figures: pointers.done(),
    }
}

fn rows(
    report: &Report,
    around: &Around<'_>,
    pointers: &mut Pointers,
) -> (Vec<AssetRow>, Vec<NetworkRow>, Vec<WalletRow>) {
    let lines = &report.assets[..around.rows.min(report.assets.len())];
    let assets = parallel::par_map(lines, |at, line| {
        let mut own = pointers.none_yet();
        (assets::asset_row(at, line, &around.filter, &mut own), own)
    });
    let assets = assets.into_iter().map(|(row, own)| {
        pointers.append(own);
        row
    });
    let assets = assets.collect();
    let lines = report.networks.iter().enumerate();
    let networks = lines
        .map(|(at, line)| network_row(at, line, (around.chains, &around.filter), pointers))
        .collect();
    let lines = report.wallets.iter().enumerate();
    let wallets = lines.map(|(at, line)| wallet_row(at, line, around, pointers)).collect();
    (assets, networks, wallets)
}

/// Code, name and colour of a chain.
fn named(chains: &Chains, chain: &ChainId) -> (String, String, String) {
    chains.get(chain).map_or_else(
        || (chain.to_string(), chain.to_string(), "#888888".to_owned()),
        |row| (row.code.clone(), row.name.clone(), row.color.clone()),
    )
}

fn quiet_networks(report: &Report, chains: &Chains) -> Vec<QuietNetwork> {
    let row = |line: &domain::valuation::QuietNetwork| {
        let (code, name, color) = named(chains, &line.chain);
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

/// The kinds of positions, with the figures of their values.
pub fn kind_rows(lines: &[KindLine], narrowed: &Filter, pointers: &mut Pointers) -> Vec<KindRow> {
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

/// A network, with the figure of its value.
pub fn network_row(
    at: usize,
    line: &NetworkLine,
    (chains, narrowed): (&Chains, &Filter),
    pointers: &mut Pointers,
) -> NetworkRow {
    let NetworkLine {
        chain,
        value,
        share,
        priced,
        unpriced,
        reading,
    } = line;
    let (code, name, color) = named(chains, chain);
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

fn wallet_row(at: usize, line: &WalletLine, around: &Around<'_>, pointers: &mut Pointers) -> WalletRow {
    let WalletLine {
        wallet,
        reverse_name,
        value,
        share,
        priced,
        unpriced,
        reading,
        chains,
    } = line;
    let value = money(*value);
    let own = Filter::of_wallet(wallet);
    let filter = Filter {
        address: own.address.clone(),
        wallet: own.wallet,
        ..around.filter.clone()
    };
    pointers.sum(format!("/wallets/{at}/value"), value.as_ref(), filter);
    let place = format!("/wallets/{at}/chains");
    let chains = chain_values(&place, (&own, chains), around.chains, pointers);
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

/// A chain, what a wallet is worth there, and its share of everything that is priced.
type OnChain = (ChainId, Option<Amount>, Option<Ratio>);

/// What a wallet is worth on each chain, with figures below `place`.
pub fn chain_values(
    place: &str,
    (place_of, values): (&Filter, &[OnChain]),
    chains: &Chains,
    pointers: &mut Pointers,
) -> Vec<ChainValue> {
    let values = values.iter().enumerate().map(|(at, (chain, value, share))| {
        let (_, name, color) = named(chains, chain);
        let value = money(*value);
        let filter = Filter {
            chain: Some(chain.clone()),
            ..place_of.clone()
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
