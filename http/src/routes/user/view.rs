//! Converts the domain's view of a user to the wire.

use std::collections::BTreeMap;

use domain::{ChainSupport, UserView};
use ports::{SignInWallet, UserEmail, UserEmailState, Wallet, extended_key::WalletExtendedKey};

use super::{LinkedWallet, User, UserWallet, WalletChains, WalletKey, WalletKind};
use crate::routes::chain::DetectedChain;
use crate::routes::plan::Plan;

/// Returns the user, the chains of their wallets by address, and their plan.
pub fn of(view: &UserView) -> (User, BTreeMap<String, WalletChains>, Plan) {
    let UserView {
        user,
        wallets,
        support: reach,
        plan,
        details,
        time_zone,
        emails,
        sign_in_wallets,
    } = view;
    let ports::User {
        id,
        version,
        link,
        uploads: _,
        created_at,
        registered_at,
        signed_up_from: _,
        delete_at: _,
    } = user;
    let user = User {
        id: id.to_string(),
        link: link.as_ref().map(ToString::to_string),
        first_name: details.first_name.clone(),
        last_name: details.last_name.clone(),
        email: email_of(emails, UserEmailState::Verified),
        pending_email: email_of(emails, UserEmailState::Pending),
        mobile: details.mobile.clone(),
        mailing_list: details
            .mailing_list
            .as_ref()
            .map(|entry| entry.address.as_str().to_owned()),
        time_zone: time_zone.as_ref().map(ToString::to_string),
        sign_in_wallets: sign_in_wallets.iter().map(linked).collect(),
        anonymous: registered_at.is_none(),
        version: *version,
        user_wallets: wallets_of(wallets, reach),
        created_on: (*created_at).into(),
    };
    (user, chains_of(wallets, reach), (*plan).into())
}

fn linked(wallet: &SignInWallet) -> LinkedWallet {
    LinkedWallet {
        address: wallet.address.to_string(),
        chain: wallet.chain.as_ref().map(ToString::to_string),
        linked_on: wallet.linked_at.into(),
    }
}

fn email_of(emails: &[UserEmail], state: UserEmailState) -> Option<String> {
    let email = emails.iter().find(|email| email.state == state);
    email.map(|email| email.address.as_str().to_owned())
}

/// Returns the rows of the wallets, in the user's order.
pub fn wallets_of(wallets: &[Wallet], reach: &ChainSupport) -> Vec<UserWallet> {
    wallets.iter().map(|wallet| wallet_of(wallet, reach)).collect()
}

/// Returns the chains of each wallet, by address.
pub fn chains_of(wallets: &[Wallet], reach: &ChainSupport) -> BTreeMap<String, WalletChains> {
    let entry = |wallet: &Wallet| {
        let display_address = wallet.name.as_ref().map(ToString::to_string);
        (
            wallet.key().to_owned(),
            WalletChains {
                display_address,
                chains: detected(wallet, reach),
            },
        )
    };
    wallets.iter().map(entry).collect()
}

fn detected(wallet: &Wallet, reach: &ChainSupport) -> Vec<DetectedChain> {
    let valid = wallet.address.iter().flat_map(|address| reach.chains(address));
    let of_key = wallet
        .extended
        .iter()
        .filter_map(|extended| reach.of_key(&extended.key));
    valid
        .chain(of_key)
        .map(|(chain, is_read)| DetectedChain::of(chain, is_read))
        .collect()
}

/// Returns the row of a wallet.
pub fn wallet_of(wallet: &Wallet, reach: &ChainSupport) -> UserWallet {
    let Wallet {
        id,
        user: _,
        position,
        text: _,
        name,
        address,
        extended,
        problem,
        nickname,
        group,
        kind,
        resolved_at,
        previous_address,
        created_at,
        removed_at: _,
    } = wallet;
    let unread = address.as_ref().and_then(|address| reach.problem(address));
    let problem = problem.as_ref().or(unread.as_ref());
    UserWallet {
        id: id.to_string(),
        address: wallet.key().to_owned(),
        display_address: name.as_ref().map(ToString::to_string),
        nickname: nickname.as_ref().map(|nickname| nickname.as_str().to_owned()),
        group: group.as_ref().map(|group| group.as_str().to_owned()),
        wallet: kind.map(WalletKind::from),
        detected: !wallet.is_frozen() && (extended.is_some() || (address.is_some() && unread.is_none())),
        reason_code: problem.map(|problem| problem.code.clone()),
        reason: problem.map(|problem| problem.text.clone()),
        chains: detected(wallet, reach),
        created_on: (*created_at).into(),
        position: i64::from(*position),
        resolved_on: resolved_at.map(Into::into),
        previous_address: previous_address.as_ref().map(ToString::to_string),
        extended_key: extended.as_ref().map(key_of),
    }
}

fn key_of(extended: &WalletExtendedKey) -> WalletKey {
    let WalletExtendedKey {
        key,
        gap_limit,
        derived,
    } = extended;
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let read = derived.iter().filter(|one| one.transactions.is_some());
    let times: Option<Vec<_>> = derived.iter().map(|one| one.read_at).collect();
    WalletKey {
        key: key.into(),
        gap_limit: i64::from(gap_limit.get()),
        addresses_used: count(derived.iter().filter(|one| one.is_used() == Some(true)).count()),
        addresses_looked_at: count(read.count()),
        addresses_watched: count(derived.len()),
        scanned_on: times.and_then(|times| times.into_iter().min()).map(Into::into),
        is_full: domain::is_full(extended),
    }
}
