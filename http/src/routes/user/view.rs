//! From the domain's view of a person to the wire.

use std::collections::BTreeMap;

use domain::UserView;
use ports::Wallet;

use super::{Plan, User, UserWallet, WalletChains, WalletKind};
use crate::routes::chain::DetectedChain;

/// A plan's trial lasts so many days where nothing else is said.
const TRIAL_DAYS: i64 = 5;

/// The person, their wallets' chains by address, and their plan.
pub fn of(view: &UserView) -> (User, BTreeMap<String, WalletChains>, Plan) {
    let UserView {
        user,
        wallets,
        chains,
        plan,
    } = view;
    let ports::User {
        id,
        version,
        created_at,
    } = user;
    let user = User {
        id: id.to_string(),
        link: None,
        first_name: None,
        last_name: None,
        email: None,
        mobile: None,
        anonymous: true,
        version: *version,
        user_wallets: wallets_of(wallets, chains),
        created_on: (*created_at).into(),
    };
    (user, chains_of(wallets, chains), (*plan).into())
}

/// The rows as they leave, in the person's order.
pub fn wallets_of(wallets: &[Wallet], chains: &[ports::Chain]) -> Vec<UserWallet> {
    wallets.iter().map(|wallet| wallet_of(wallet, chains)).collect()
}

/// Where each address is looked for.
pub fn chains_of(wallets: &[Wallet], chains: &[ports::Chain]) -> BTreeMap<String, WalletChains> {
    let entry = |wallet: &Wallet| {
        let display_address = wallet.name.as_ref().map(ToString::to_string);
        (
            wallet.key().to_owned(),
            WalletChains {
                display_address,
                chains: detected(wallet, chains),
            },
        )
    };
    wallets.iter().map(entry).collect()
}

fn detected(wallet: &Wallet, chains: &[ports::Chain]) -> Vec<DetectedChain> {
    match wallet.address {
        Some(_) => chains.iter().map(DetectedChain::of).collect(),
        None => Vec::new(),
    }
}

/// One row as it leaves.
pub fn wallet_of(wallet: &Wallet, chains: &[ports::Chain]) -> UserWallet {
    let Wallet {
        id,
        user: _,
        position,
        text: _,
        name,
        address,
        problem,
        nickname,
        kind,
        resolved_at,
        previous_address,
        created_at,
        removed_at: _,
    } = wallet;
    UserWallet {
        id: id.to_string(),
        address: wallet.key().to_owned(),
        display_address: name.as_ref().map(ToString::to_string),
        nickname: nickname.as_ref().map(|nickname| nickname.as_str().to_owned()),
        wallet: kind.map(WalletKind::from),
        detected: address.is_some(),
        reason_code: problem.as_ref().map(|problem| problem.code.clone()),
        reason: problem.as_ref().map(|problem| problem.text.clone()),
        chains: detected(wallet, chains),
        created_on: (*created_at).into(),
        position: i64::from(*position),
        resolved_on: resolved_at.map(Into::into),
        previous_address: previous_address.as_ref().map(ToString::to_string),
    }
}

impl From<domain::Plan> for Plan {
    fn from(plan: domain::Plan) -> Self {
        let domain::Plan {
            id,
            name,
            wallet_address_limit,
            whale_pod_limit,
            whale_pod_address_limit,
            influencer_pod_limit,
            notifications_provided,
            notifications_limit,
            defi_enabled,
            insight,
            export_address_limit,
            upload_csv,
            is_default,
            enforced,
        } = plan;
        Self {
            id: id.to_owned(),
            name: name.to_owned(),
            wallet_address_limit,
            whale_pod_limit,
            whale_pod_address_limit,
            influencer_pod_limit,
            notifications_provided,
            notifications_limit,
            defi_enabled,
            insight,
            export_address_limit,
            upload_csv,
            is_default,
            is_trial: false,
            trial_days: TRIAL_DAYS,
            enforced,
        }
    }
}
