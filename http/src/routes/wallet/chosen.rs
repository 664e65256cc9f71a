//! Which of the caller's wallets and accounts a request is about.

use domain::valuation::Filter;
use ports::{AccountId, Chains, Wallet, WalletId};

use crate::App;
use crate::problem::Problem;

/// The caller's own wallet that a text names, if anything of it can be read.
pub fn own_wallet<'a>(own: &'a [Wallet], text: &str) -> Result<&'a Wallet, Problem> {
    named_wallet(own, text)
        .filter(|wallet| wallet.address.is_some() || wallet.extended.is_some())
        .ok_or(Problem::NotFound)
}

/// The caller's wallets that these texts name; none where there are no texts.
pub fn chosen<'a>(own: &'a [Wallet], texts: &[String]) -> Result<Vec<&'a Wallet>, Problem> {
    let wallet = |text: &String| named_wallet(own, text).ok_or(Problem::NotFound);
    texts.iter().map(wallet).collect()
}

/// The wallet that a text names: by its address, its key, its name, or what was written.
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

/// Whether an account is of one of the chosen wallets; where none was chosen all of them are meant.
pub fn is_chosen(chains: &Chains, chosen: &[&Wallet], account: &AccountId) -> bool {
    let holds = |wallet: &&Wallet| {
        let at = wallet
            .address
            .as_ref()
            .is_some_and(|address| chains.is_at(address, account));
        let derived = || wallet.extended.iter().flat_map(|key| &key.derived);
        at || derived().any(|one| one.account == *account)
    };
    chosen.is_empty() || chosen.iter().any(holds)
}

/// Whether an account is meant. `only` is the wallet that the filter names.
pub fn covers(chains: &Chains, filter: &Filter, only: Option<&Wallet>, account: &AccountId) -> bool {
    let key = only.and_then(|wallet| wallet.extended.as_ref());
    filter.chain.as_ref().is_none_or(|chain| *chain == account.chain)
        && filter
            .address
            .as_ref()
            .is_none_or(|address| chains.is_at(address, account))
        && key.is_none_or(|key| key.derived.iter().any(|one| one.account == *account))
}

/// Whether anything that is meant is being read or waits for it.
pub async fn is_reading(
    app: &App,
    caller: &domain::Caller,
    filter: &Filter,
    chosen: &[&Wallet],
) -> Result<bool, Problem> {
    let chains = &app.tracker().ports().chains;
    let meant = |wallet: Option<WalletId>, account: Option<&AccountId>| {
        let is_meant = |own: WalletId| {
            filter.wallet.is_none_or(|key| key == own)
                && (chosen.is_empty() || chosen.iter().any(|wallet| wallet.id == own))
        };
        let of_key = filter.address.is_none() && wallet.is_some_and(is_meant);
        let covered = |account: &AccountId| covers(chains, filter, None, account) && is_chosen(chains, chosen, account);
        of_key || (filter.wallet.is_none() && account.is_some_and(covered))
    };
    Ok(app.progress().kept_feed(caller).is_reading(app, meant).await?)
}
