//! Converts the domain's coverage to the wire.

use domain::valuation;
use ports::{AccountId, Amount};

use crate::wire::{
    ChainIdText, Coverage, Decimal, FailedSource, HeldQuote, NotLookedFor, Reason, ReasonCode, StaleSource,
    UnpricedHolding, UnreadWallet, UnreconciledAccounts,
};

/// Returns the coverage of a valuation.
pub fn coverage(covered: &valuation::Coverage) -> Coverage {
    let complete = covered.complete();
    let valuation::Coverage {
        known,
        priced,
        unpriced,
        failed,
        stale,
        held_back,
        hidden,
        reading,
        unread,
        not_looked_for,
        unreconciled,
        unconverted,
    } = covered;
    Coverage {
        known: known_sum(*known, *priced, unconverted.as_ref()),
        priced: i64::from(*priced),
        unpriced: unpriced.iter().map(unpriced_holding).collect(),
        failed: failed.iter().map(failed_source).collect(),
        stale: stale.iter().map(stale_source).collect(),
        held_back: held_back.iter().map(held_quote).collect(),
        hidden: i64::from(*hidden),
        reading: i64::from(*reading),
        unread: unread.iter().map(unread_wallet).collect(),
        not_looked_for: not_looked_for.iter().map(missed).collect(),
        unreconciled: UnreconciledAccounts {
            differing: i64::from(unreconciled.differing),
            incomplete: i64::from(unreconciled.incomplete),
        },
        unconverted: unconverted.as_ref().map(Into::into),
        complete,
    }
}

/// Returns the sum of the priced holdings, or `None` if none of them can be shown in the currency.
pub fn known_sum(known: Amount, priced: u32, unconverted: Option<&valuation::Unconverted>) -> Option<Decimal> {
    let is_known = unconverted.is_none_or(|unconverted| unconverted.holdings < priced);
    is_known.then(|| Decimal::money(known))
}

/// Returns the chain and the address of the account that a failure or an old response is about, if it is about one.
pub fn chain_and_address(account: Option<&AccountId>) -> (Option<ChainIdText>, Option<String>) {
    let parts = account.map(|account| (ChainIdText::from(&account.chain), account.address.to_string()));
    parts.unzip()
}

fn unread_wallet(unread: &valuation::UnreadWallet) -> UnreadWallet {
    let valuation::UnreadWallet {
        wallet,
        address,
        label,
        problem: ports::wallet::WalletProblem { code, text },
    } = unread;
    UnreadWallet {
        wallet: wallet.to_string(),
        address: address.clone(),
        label: label.clone(),
        reason: ReasonCode::named(code.as_str()),
        text: text.clone(),
    }
}

fn missed(missed: &valuation::NotLookedFor) -> NotLookedFor {
    let valuation::NotLookedFor {
        chain,
        chain_name,
        protocol,
        code,
        text,
    } = missed;
    NotLookedFor {
        chain: chain.into(),
        chain_name: chain_name.clone(),
        protocol: protocol.as_ref().map(ToString::to_string),
        reason: ReasonCode::named(code.as_str()),
        text: text.clone(),
    }
}

fn unpriced_holding(holding: &valuation::UnpricedHolding) -> UnpricedHolding {
    let valuation::UnpricedHolding {
        asset,
        symbol,
        name,
        account,
        amount,
        raw,
        assumed,
        gap: _,
        reason,
    } = holding;
    let Reason { code, text } = reason.clone().into();
    UnpricedHolding {
        asset: asset.into(),
        symbol: symbol.clone(),
        name: name.clone(),
        chain: (&account.chain).into(),
        wallet_address: account.address.to_string(),
        amount: amount.map(Decimal::exact),
        raw_amount: raw.clone(),
        assumed_decimals: assumed.as_ref().map(Into::into),
        reason: code,
        text,
    }
}

fn failed_source(source: &valuation::FailedSource) -> FailedSource {
    let valuation::FailedSource {
        source,
        name,
        failure,
        account,
        last_good,
    } = source;
    let ports::failure::Failure {
        code,
        text,
        at: _,
        retry_at,
    } = failure;
    let (chain, wallet_address) = chain_and_address(account.as_ref());
    FailedSource {
        source: source.to_string(),
        name: name.clone(),
        reason: ReasonCode::named(code.as_str()),
        text: text.clone(),
        retry_at: retry_at.map(Into::into),
        chain,
        wallet_address,
        last_good: last_good.map(Into::into),
    }
}

fn held_quote(quote: &valuation::HeldQuote) -> HeldQuote {
    let valuation::HeldQuote {
        asset,
        symbol,
        name,
        source,
        source_name,
        quoted,
        reason,
    } = quote;
    let Reason { code, text } = reason.clone().into();
    HeldQuote {
        asset: asset.into(),
        symbol: symbol.clone(),
        name: name.clone(),
        source: source.to_string(),
        source_name: source_name.clone(),
        price: Decimal::money(*quoted),
        reason: code,
        text,
    }
}

fn stale_source(source: &valuation::StaleSource) -> StaleSource {
    let valuation::StaleSource {
        source,
        name,
        as_of,
        account,
        code,
        text,
    } = source;
    let (chain, wallet_address) = chain_and_address(account.as_ref());
    StaleSource {
        source: source.to_string(),
        name: name.clone(),
        as_of: (*as_of).into(),
        reason: ReasonCode::named(code.as_str()),
        text: text.clone(),
        chain,
        wallet_address,
    }
}
