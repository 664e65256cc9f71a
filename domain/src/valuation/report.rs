//! A valuation arranged for reading: by asset, network and wallet. All are sums over the same holdings.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Address, Amount, AssetId, ChainId, Currency, Ratio, Timestamp, UserId, ValuationId, Wallet};

use crate::{
    price::{Decision, Priced},
    valuation::{
        coverage::Coverage,
        figure::{FigureId, FigurePath},
        fold::Folded,
        holding::{Gap, Holding, Outcome, sum},
        inputs::{HideRule, Inputs},
        record::Reason,
        words,
    },
};

/// A valuation arranged for reading.
#[derive(Clone, Debug)]
pub struct Report {
    /// Names the recipe.
    pub valuation: ValuationId,
    /// Whose it is.
    pub owner: UserId,
    /// The currency of every amount of money.
    pub currency: Currency,
    /// When the oldest of the balances was read.
    pub as_of: Option<Timestamp>,
    /// When the newest was.
    pub modified_at: Option<Timestamp>,
    /// What is known; `None` until something was read.
    pub total: Option<Amount>,
    /// What is known and what is not.
    pub coverage: Coverage,
    /// By asset, most valuable first, those without a value last.
    pub assets: Vec<AssetLine>,
    /// By network, in the order of the chains.
    pub networks: Vec<NetworkLine>,
    /// By wallet, in the person's order.
    pub wallets: Vec<WalletLine>,
    /// What is left out on purpose.
    pub hidden: Vec<HiddenLine>,
    /// The decided prices of what is held.
    pub prices: BTreeMap<AssetId, Priced>,
}

/// An asset over all places.
#[derive(Clone, Debug)]
pub struct AssetLine {
    /// The group: the same thing on other chains.
    pub group: String,
    /// The asset of the largest part.
    pub asset: AssetId,
    /// Symbol for people.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// The sum of the quantities, where all are known.
    pub amount: Option<Amount>,
    /// The money that is known.
    pub value: Option<Amount>,
    /// Dollars for one whole unit of the largest part.
    pub price: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
    /// Whether a person set its price.
    pub manual: bool,
    /// Each holding.
    pub parts: Vec<Part>,
}

/// A holding of an asset line.
#[derive(Clone, Debug)]
pub struct Part {
    /// The asset on this chain.
    pub asset: AssetId,
    /// Where it lies.
    pub account: AccountId,
    /// Name of the chain.
    pub chain_name: String,
    /// What the person calls the wallet.
    pub label: String,
    /// How much, in whole units.
    pub amount: Option<Amount>,
    /// How much, in the smallest unit, where whole units are not known.
    pub raw: Option<String>,
    /// Dollars for one whole unit.
    pub price: Option<Amount>,
    /// The money.
    pub value: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
    /// Why it has no value.
    pub reason: Option<Reason>,
    /// When the balance was read.
    pub as_of: Timestamp,
    /// At which block.
    pub block: u64,
    /// Whether that reading is old or a later one failed.
    pub stale: bool,
    /// Where a person can check the balance.
    pub explorer_url: Option<String>,
}

/// A network.
#[derive(Clone, Debug)]
pub struct NetworkLine {
    /// Which chain.
    pub chain: ChainId,
    /// The money that is known there.
    pub value: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
    /// Holdings with a value.
    pub priced: u32,
    /// Holdings without.
    pub unpriced: u32,
    /// Accounts that have not answered yet.
    pub reading: u32,
}

/// A wallet.
#[derive(Clone, Debug)]
pub struct WalletLine {
    /// The row.
    pub wallet: Wallet,
    /// The money that is known there.
    pub value: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
    /// Holdings with a value.
    pub priced: u32,
    /// Holdings without.
    pub unpriced: u32,
    /// Accounts that have not answered yet.
    pub reading: u32,
    /// By chain, the most valuable first.
    pub chains: Vec<(ChainId, Option<Amount>, Option<Ratio>)>,
}

/// A holding that is left out on purpose.
#[derive(Clone, Debug)]
pub struct HiddenLine {
    /// What.
    pub asset: AssetId,
    /// Symbol for people.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// Where.
    pub account: AccountId,
    /// How much.
    pub amount: Option<Amount>,
    /// Why.
    pub rule: HideRule,
}

impl Report {
    /// The id of one of its figures.
    #[must_use]
    pub fn figure(&self, path: FigurePath) -> FigureId {
        FigureId::new(self.valuation, self.owner, path)
    }

    /// Arranges what a fold came to.
    #[must_use]
    pub fn arrange(
        valuation: ValuationId,
        owner: UserId,
        inputs: &Inputs,
        folded: &Folded,
        wallets: &[Wallet],
    ) -> Self {
        let times = || {
            inputs
                .accounts
                .iter()
                .filter_map(|one| one.snapshot.as_ref())
                .map(|one| one.taken_at)
        };
        // Wallets without a single reading are not worth nothing: nobody knows what they are worth.
        let nothing_read = times().next().is_none() && !(inputs.accounts.is_empty() && wallets.is_empty());
        Self {
            valuation,
            owner,
            currency: inputs.currency.clone(),
            as_of: times().min(),
            modified_at: times().max(),
            total: (!nothing_read).then_some(folded.known),
            coverage: Coverage::of(inputs, folded),
            assets: asset_lines(inputs, folded),
            networks: network_lines(inputs, folded),
            wallets: wallets
                .iter()
                .map(|wallet| wallet_line(inputs, folded, wallet))
                .collect(),
            hidden: folded
                .holdings
                .iter()
                .filter_map(|holding| hidden_line(inputs, holding))
                .collect(),
            prices: prices(inputs),
        }
    }
}

fn prices(inputs: &Inputs) -> BTreeMap<AssetId, Priced> {
    let priced = |decision: &Decision| match decision {
        Decision::Priced(priced) => Some(priced.clone()),
        Decision::Unpriced { .. } => None,
    };
    inputs
        .decisions
        .iter()
        .filter_map(|(asset, decision)| Some((asset.clone(), priced(decision)?)))
        .collect()
}

/// The sum of what is valued among `holdings`; `None` when nothing is.
fn known<'a>(holdings: impl Iterator<Item = &'a Holding>) -> Option<Amount> {
    let mut valued = holdings.filter_map(Holding::valued).peekable();
    valued.peek()?;
    sum(valued)
}

fn share(value: Option<Amount>, folded: &Folded) -> Option<Ratio> {
    Ratio::of(value?, folded.known)
}

fn asset_lines(inputs: &Inputs, folded: &Folded) -> Vec<AssetLine> {
    let mut groups: BTreeMap<&str, Vec<&Holding>> = BTreeMap::new();
    let shown = folded
        .holdings
        .iter()
        .filter(|holding| !matches!(holding.outcome, Outcome::Hidden(_)));
    shown.for_each(|holding| groups.entry(&holding.group).or_default().push(holding));
    let mut lines: Vec<_> = groups
        .into_iter()
        .map(|(group, parts)| asset_line(inputs, folded, group, parts))
        .collect();
    lines.sort_by(|a, b| {
        b.value
            .cmp(&a.value)
            .then_with(|| a.symbol.cmp(&b.symbol))
            .then_with(|| a.group.cmp(&b.group))
    });
    lines
}

fn asset_line(inputs: &Inputs, folded: &Folded, group: &str, mut holdings: Vec<&Holding>) -> AssetLine {
    let money = |holding: &Holding| holding.valued().map(|valued| valued.amount());
    holdings.sort_by(|a, b| money(b).cmp(&money(a)).then_with(|| a.account.cmp(&b.account)));
    let parts: Vec<_> = holdings.iter().map(|holding| part(inputs, folded, holding)).collect();
    let value = known(holdings.iter().copied());
    let asset = holdings[0].asset.clone();
    let manual = matches!(inputs.decisions.get(&asset), Some(Decision::Priced(priced)) if priced.method == crate::price::Method::Manual);
    let plainest = inputs
        .plainest(holdings.iter().map(|holding| &holding.asset))
        .unwrap_or(&asset);
    AssetLine {
        group: group.to_owned(),
        symbol: inputs.symbol(plainest),
        name: inputs.name(plainest),
        amount: parts
            .iter()
            .try_fold(Amount::ZERO, |total, part| total.add(part.amount?).ok()),
        value,
        price: parts[0].price,
        share: share(value, folded),
        manual,
        asset,
        parts,
    }
}

fn part(inputs: &Inputs, folded: &Folded, holding: &Holding) -> Part {
    let account = inputs.accounts.iter().find(|one| one.id == holding.account);
    let (price, value, reason) = match &holding.outcome {
        Outcome::Valued { value, price } => (Some(*price), Some(value.amount()), None),
        Outcome::Gap(gap) => (gap_price(inputs, holding, gap), None, Some(words::reason(inputs, gap))),
        Outcome::Hidden(_) => (None, None, None),
    };
    let explorer = inputs
        .chains
        .get(&holding.account.chain)
        .map(|chain| &chain.explorer.address);
    Part {
        asset: holding.asset.clone(),
        account: holding.account.clone(),
        chain_name: inputs.chain_name(&holding.account.chain),
        label: account.map_or_else(|| holding.account.address.short(), |one| one.label.clone()),
        amount: holding.quantity,
        raw: if holding.quantity.is_none() {
            holding.raw.clone()
        } else {
            None
        },
        price,
        value,
        share: share(value, folded),
        reason,
        as_of: holding.read_at,
        block: holding.block,
        stale: account
            .is_some_and(|one| one.failure.is_some() || inputs.at.since(holding.read_at) > super::OLD_READING),
        explorer_url: explorer.map(|pattern| pattern.replace("{}", holding.account.address.as_str())),
    }
}

/// A holding may lack a value though its price is known: the decimals are missing, or the product is too long.
fn gap_price(inputs: &Inputs, holding: &Holding, gap: &Gap) -> Option<Amount> {
    match (gap, inputs.decisions.get(&holding.asset)) {
        (Gap::Unpriced(_), _) | (_, None | Some(Decision::Unpriced { .. })) => None,
        (_, Some(Decision::Priced(priced))) => Some(priced.value),
    }
}

fn counts<'a>(holdings: impl Iterator<Item = &'a Holding>) -> (u32, u32) {
    holdings.fold((0, 0), |(priced, unpriced), holding| match holding.outcome {
        Outcome::Valued { .. } => (priced + 1, unpriced),
        Outcome::Gap(_) => (priced, unpriced + 1),
        Outcome::Hidden(_) => (priced, unpriced),
    })
}

fn reading(inputs: &Inputs, fits: impl Fn(&AccountId) -> bool) -> u32 {
    let waiting = inputs
        .accounts
        .iter()
        .filter(|one| one.snapshot.is_none() && one.failure.is_none() && fits(&one.id));
    u32::try_from(waiting.count()).unwrap_or(u32::MAX)
}

fn network_lines(inputs: &Inputs, folded: &Folded) -> Vec<NetworkLine> {
    let on = |chain: &ChainId| {
        let chain = chain.clone();
        folded
            .holdings
            .iter()
            .filter(move |holding| holding.account.chain == chain)
    };
    let lines = inputs.chains.all().iter().map(|chain| {
        let value = known(on(&chain.id));
        let (priced, unpriced) = counts(on(&chain.id));
        let reading = reading(inputs, |account| account.chain == chain.id);
        NetworkLine {
            chain: chain.id.clone(),
            value,
            share: share(value, folded),
            priced,
            unpriced,
            reading,
        }
    });
    lines
        .filter(|line| line.priced + line.unpriced + line.reading > 0)
        .collect()
}

fn wallet_line(inputs: &Inputs, folded: &Folded, wallet: &Wallet) -> WalletLine {
    let own = |address: &Address| wallet.address.as_ref() == Some(address);
    let holdings = || folded.holdings.iter().filter(|holding| own(&holding.account.address));
    let value = known(holdings());
    let (priced, unpriced) = counts(holdings());
    let chains: BTreeSet<_> = holdings().map(|holding| holding.account.chain.clone()).collect();
    let mut chains: Vec<_> = chains
        .into_iter()
        .map(|chain| {
            let value = known(holdings().filter(|holding| holding.account.chain == chain));
            (chain, value, share(value, folded))
        })
        .collect();
    chains.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    WalletLine {
        wallet: wallet.clone(),
        value,
        share: share(value, folded),
        priced,
        unpriced,
        reading: reading(inputs, |account| own(&account.address)),
        chains,
    }
}

fn hidden_line(inputs: &Inputs, holding: &Holding) -> Option<HiddenLine> {
    let Outcome::Hidden(rule) = holding.outcome else {
        return None;
    };
    Some(HiddenLine {
        asset: holding.asset.clone(),
        symbol: inputs.symbol(&holding.asset),
        name: inputs.name(&holding.asset),
        account: holding.account.clone(),
        amount: holding.quantity,
        rule,
    })
}
