//! The wallets and accounts that a request selects.

use domain::valuation::Filter;
use ports::{AccountId, Chains, Wallet, WalletId};

use crate::App;
use crate::problem::Problem;

/// Returns the caller's wallet that a text names. Wallets that cannot be read are not found.
pub fn own_wallet<'a>(own: &'a [Wallet], text: &str) -> Result<&'a Wallet, Problem> {
    named_wallet(own, text)
        .filter(|wallet| wallet.address.is_some() || wallet.extended.is_some())
        .ok_or(Problem::NotFound)
}

/// Returns the caller's wallets that the texts name.
pub fn selected<'a>(own: &'a [Wallet], texts: &[String]) -> Result<Vec<&'a Wallet>, Problem> {
    let wallet = |text: &String| named_wallet(own, text).ok_or(Problem::NotFound);
    texts.iter().map(wallet).collect()
}

/// Returns the wallet with this address, key, name or entered text.
fn named_wallet<'a>(own: &'a [Wallet], text: &str) -> Option<&'a Wallet> {
    let named = |wallet: &&Wallet| {
        let name = wallet.name.as_ref().map(ports::Name::as_str);
        let texts = [Some(wallet.key()), Some(wallet.text.as_str()), name];
        texts
            .into_iter()
            .flatten()
            .any(|own| own.eq_ignore_ascii_case(text.trim()))
    };
    own.iter().find(named)
}

/// Returns the problem of a visitor who selects wallets.
pub fn no_selection() -> Problem {
    Problem::field("wallet_addresses", "Visitors cannot choose wallets.")
}

/// Whether an account belongs to one of the selected wallets. An empty selection means all wallets.
pub fn is_selected(chains: &Chains, selected: &[&Wallet], account: &AccountId) -> bool {
    let holds = |wallet: &&Wallet| {
        let at = wallet
            .address
            .as_ref()
            .is_some_and(|address| chains.is_at(address, account));
        at || wallet.derived().any(|one| one.account == *account)
    };
    selected.is_empty() || selected.iter().any(holds)
}

/// Whether the filter covers an account. `only` is the wallet that the filter names.
pub fn covers(chains: &Chains, filter: &Filter, only: Option<&Wallet>, account: &AccountId) -> bool {
    let key = only.and_then(|wallet| wallet.extended.as_ref());
    filter.chain.as_ref().is_none_or(|chain| *chain == account.chain)
        && filter
            .address
            .as_ref()
            .is_none_or(|address| chains.is_at(address, account))
        && key.is_none_or(|key| key.derived.iter().any(|one| one.account == *account))
}

/// Whether an account or key that the filter and the selection cover is being read or waits to be read.
pub async fn is_reading(
    app: &App,
    caller: &domain::Caller,
    filter: &Filter,
    selected: &[&Wallet],
) -> Result<bool, Problem> {
    let chains = &app.tracker().ports().chains;
    let matches = |wallet: Option<WalletId>, account: Option<&AccountId>| {
        let is_covered = |own: WalletId| {
            filter.wallet.is_none_or(|key| key == own)
                && (selected.is_empty() || selected.iter().any(|wallet| wallet.id == own))
        };
        let of_key = filter.address.is_none() && wallet.is_some_and(is_covered);
        let covered =
            |account: &AccountId| covers(chains, filter, None, account) && is_selected(chains, selected, account);
        of_key || (filter.wallet.is_none() && account.is_some_and(covered))
    };
    Ok(app
        .progress()
        .retained_feed(caller)
        .is_reading(app.tracker(), matches)
        .await?)
}
