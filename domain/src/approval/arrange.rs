//! Arranges allowances by spender, with the value that each can cost.

use std::{cmp::Reverse, collections::BTreeMap};

use ports::{
    AccountAllowances, AccountId, Address, Allowance, Amount, ApprovalScope, AssetId, ChainId, Ports, RawAmount,
    allowance::LoggedApproval, approval::PERMIT2,
};

use crate::{
    approval::{
        inputs::ApprovalInputs,
        report::{
            AllowanceLine, AllowanceRisk, AllowanceSize, ApprovalReport, DelegationLine, SpenderLine, UnreadApproval,
        },
        revoke::RevokeCall,
        token::token,
    },
    valuation::{AssetSelection, FigureId, FigurePath, Filter, PlaceSelection},
};

/// The largest number with 96 bits, which some tokens treat as no limit.
const MOST_96: u128 = (1 << 96) - 1;

/// Arranges them. Only what is stated is computed with: an allowance of something without a known value is counted apart.
pub(super) fn arrange(ports: &Ports, inputs: &ApprovalInputs<'_>) -> ApprovalReport {
    let (spenders, hidden) = by_spender(ports, inputs);
    let lines = || spenders.iter().flat_map(|one| &one.allowances);
    let (at_risk, unvalued) = (total(largest(lines())), unvalued(lines()));
    let times = inputs.allowances.iter().map(|one| one.reading.block.time);
    let left_out = inputs.allowances.iter().map(|one| one.left_out);
    ApprovalReport {
        currency: inputs.report.currency.clone(),
        at_risk,
        unvalued,
        delegations: inputs
            .allowances
            .iter()
            .filter_map(|of| delegation(ports, inputs, of))
            .collect(),
        unread: inputs
            .allowances
            .iter()
            .flat_map(|of| unread(ports, inputs, of))
            .collect(),
        hidden,
        left_out: left_out.fold(0, u32::saturating_add),
        read: count(inputs.allowances.len()),
        as_of: times.min(),
        gaps: inputs.gaps.clone(),
        spenders,
    }
}

/// Returns the spenders in order, and how many allowances of hidden tokens are left out.
fn by_spender(ports: &Ports, inputs: &ApprovalInputs<'_>) -> (Vec<SpenderLine>, u32) {
    let mut spenders: BTreeMap<(ChainId, Address), SpenderLine> = BTreeMap::new();
    let mut hidden = 0;
    for of in &inputs.allowances {
        let account = AccountContext { ports, inputs, of };
        for allowance in &of.reading.allowances {
            let Some(line) = account.line(allowance) else {
                hidden += 1;
                continue;
            };
            let key = (of.account.chain.clone(), allowance.approval.spender.clone());
            let spender = spenders.entry(key).or_insert_with(|| account.spender(allowance));
            spender.allowances.push(line);
        }
    }
    let mut spenders: Vec<SpenderLine> = spenders.into_values().map(summed).collect();
    spenders.sort_by_cached_key(order);
    (spenders, count(hidden))
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

struct AccountContext<'a> {
    ports: &'a Ports,
    inputs: &'a ApprovalInputs<'a>,
    of: &'a AccountAllowances,
}

impl AccountContext<'_> {
    fn chain(&self) -> &ChainId {
        &self.of.account.chain
    }

    fn spender(&self, allowance: &Allowance) -> SpenderLine {
        let address = &allowance.approval.spender;
        SpenderLine {
            chain: self.chain().clone(),
            chain_name: chain_name(self.ports, self.chain()),
            owner: owner(self.ports, self.chain(), address),
            code: allowance.code.clone(),
            at_risk: None,
            unvalued: 0,
            explorer_url: explorer_url(self.ports, self.chain(), address),
            allowances: Vec::new(),
            address: address.clone(),
        }
    }

    /// Returns the line of an allowance; `None` for a hidden token.
    fn line(&self, allowance: &Allowance) -> Option<AllowanceLine> {
        let approval = &allowance.approval;
        let token = token(self.ports, self.chain(), &approval.contract);
        if self.inputs.hidden.contains(&token) {
            return None;
        }
        let is_fungible = matches!(approval.scope, ApprovalScope::Amount | ApprovalScope::Permit2);
        let asset = self.inputs.assets.get(&token);
        let decimals = asset.and_then(|asset| asset.metadata.decimals);
        let balances = self.inputs.balances.get(&self.of.account);
        let held = balances.and_then(|balances| balances.of(&token));
        let in_units = |raw: RawAmount| raw.in_units(decimals?).ok();
        let price = self.inputs.report.prices.get(&token);
        let symbol = asset
            .map(|asset| asset.metadata.symbol.clone())
            .filter(|symbol| !symbol.is_empty());
        let read_at = balances.map(|balances| balances.snapshot.as_of());
        let priced_at = price.map(|price| price.as_of).filter(|_| is_fungible);
        let times = [Some(self.of.reading.block.time), read_at, priced_at];
        Some(AllowanceLine {
            account: self.of.account.clone(),
            label: label(self.inputs, &self.of.account),
            contract: approval.contract.clone(),
            scope: approval.scope.clone(),
            figure: self.figure(allowance, &token, held),
            asset: is_fungible.then_some(token),
            symbol: symbol.unwrap_or_else(|| approval.contract.short()),
            size: size(allowance, decimals),
            expires_at: allowance.expires_at,
            held: held.and_then(in_units).filter(|_| is_fungible),
            price: price.map(|price| price.value).filter(|_| is_fungible),
            risk: risk(allowance, held, |raw| Some((in_units(raw)?, price?.value))),
            as_of: times.into_iter().flatten().min().unwrap_or(self.of.reading.block.time),
            logged: self.logged(allowance).map(|one| (one.transaction.clone(), one.at)),
            revoke: RevokeCall::of(self.chain(), approval),
        })
    }

    /// Returns the figure of what is held, where all of it can be moved.
    fn figure(&self, allowance: &Allowance, token: &AssetId, held: Option<RawAmount>) -> Option<FigureId> {
        let is_all = held.zip(allowance.amount).is_some_and(|(held, amount)| amount >= held);
        let filter = Filter {
            asset: Some(AssetSelection::Asset(token.clone())),
            chain: Some(self.chain().clone()),
            address: Some(self.of.account.address.clone()),
            place: Some(PlaceSelection::of(None)),
            ..Filter::default()
        };
        is_all.then(|| self.inputs.report.figure(FigurePath::Sum(filter)))
    }

    fn logged(&self, allowance: &Allowance) -> Option<&LoggedApproval> {
        self.of.logged.iter().find(|one| one.approval == allowance.approval)
    }
}

fn size(allowance: &Allowance, decimals: Option<u8>) -> AllowanceSize {
    let Some(amount) = allowance.amount else {
        return match allowance.approval.scope {
            ApprovalScope::Token(_) => AllowanceSize::OneToken,
            _ => AllowanceSize::Everything,
        };
    };
    if amount.as_u128().is_none_or(|amount| amount == MOST_96) {
        return AllowanceSize::Unlimited;
    }
    let whole = decimals.and_then(|decimals| amount.in_units(decimals).ok());
    whole.map_or(AllowanceSize::Raw(amount), AllowanceSize::Amount)
}

/// Returns what can be lost: the lesser of what is allowed and what is held.
fn risk(
    allowance: &Allowance,
    held: Option<RawAmount>,
    priced: impl Fn(RawAmount) -> Option<(Amount, Amount)>,
) -> AllowanceRisk {
    let approval = &allowance.approval;
    let Some(amount) = allowance.amount else {
        return AllowanceRisk::Collection;
    };
    if approval.scope == ApprovalScope::Amount && approval.spender.evm_bytes() == Some(PERMIT2) {
        return AllowanceRisk::Permit2;
    }
    let Some(held) = held else {
        return AllowanceRisk::UnreadBalance;
    };
    if held.is_zero() {
        return AllowanceRisk::NotHeld;
    }
    let value = priced(amount.min(held)).and_then(|(count, price)| count.mul(price).ok());
    value.map_or(AllowanceRisk::Unpriced, AllowanceRisk::Known)
}

/// Returns the line of a spender with its sums, and its allowances in order.
fn summed(mut spender: SpenderLine) -> SpenderLine {
    spender.at_risk = total(largest(spender.allowances.iter()));
    spender.unvalued = unvalued(spender.allowances.iter());
    spender
        .allowances
        .sort_by_key(|line| Reverse((line.risk.value(), line.logged_at())));
    spender
}

/// Returns the largest value that each token of each account can lose, so that what several may move counts once.
fn largest<'a>(lines: impl Iterator<Item = &'a AllowanceLine>) -> impl Iterator<Item = Amount> {
    let mut values: BTreeMap<(&AccountId, &AssetId), Amount> = BTreeMap::new();
    for line in lines {
        if let (Some(asset), AllowanceRisk::Known(value)) = (&line.asset, line.risk) {
            let known = values.entry((&line.account, asset)).or_insert(value);
            *known = value.max(*known);
        }
    }
    values.into_values()
}

fn total(mut values: impl Iterator<Item = Amount>) -> Option<Amount> {
    values.try_fold(Amount::ZERO, |sum, value| sum.add(value).ok())
}

fn unvalued<'a>(lines: impl Iterator<Item = &'a AllowanceLine>) -> u32 {
    count(lines.filter(|line| line.risk.value().is_none()).count())
}

/// Those with the most value come first, then keys, then those whom no list names.
fn order(line: &SpenderLine) -> impl Ord + use<> {
    let is_key = line.is_key();
    let place = (line.chain.clone(), line.address.clone());
    (Reverse(line.at_risk), Reverse(is_key), line.owner.is_some(), place)
}

fn delegation(ports: &Ports, inputs: &ApprovalInputs<'_>, of: &AccountAllowances) -> Option<DelegationLine> {
    let delegate = of.reading.code.delegate()?.clone();
    let chain = &of.account.chain;
    Some(DelegationLine {
        account: of.account.clone(),
        label: label(inputs, &of.account),
        chain_name: chain_name(ports, chain),
        owner: owner(ports, chain, &delegate),
        explorer_url: explorer_url(ports, chain, &delegate),
        as_of: of.reading.block.time,
        delegate,
    })
}

fn unread<'a>(
    ports: &'a Ports,
    inputs: &'a ApprovalInputs<'_>,
    of: &'a AccountAllowances,
) -> impl Iterator<Item = UnreadApproval> + 'a {
    of.reading.unread.iter().map(move |(approval, why)| UnreadApproval {
        account: of.account.clone(),
        label: label(inputs, &of.account),
        chain_name: chain_name(ports, &of.account.chain),
        contract: approval.contract.clone(),
        spender: approval.spender.clone(),
        why: why.clone(),
    })
}

fn label(inputs: &ApprovalInputs<'_>, account: &AccountId) -> String {
    let name = inputs.names.get(&account.address).cloned();
    name.unwrap_or_else(|| account.address.short())
}

fn chain_name(ports: &Ports, chain: &ChainId) -> String {
    let known = ports.chains.get(chain);
    known.map_or_else(|| chain.to_string(), |chain| chain.name.clone())
}

/// Returns to whom an address belongs.
fn owner(ports: &Ports, chain: &ChainId, address: &Address) -> Option<String> {
    if address.evm_bytes() == Some(PERMIT2) {
        return Some("Permit2".to_owned());
    }
    ports.labels.of(chain, address).map(|label| label.owner.clone())
}

fn explorer_url(ports: &Ports, chain: &ChainId, address: &Address) -> Option<String> {
    let explorer = ports.chains.get(chain)?.explorer.as_ref()?;
    Some(explorer.address.replace("{}", address.as_str()))
}
