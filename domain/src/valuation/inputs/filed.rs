//! Accounts at exchanges that consist of imported files: what they hold is not known.

use ports::{AccountState, Chains, WalletId, account::Activity, wallet::WalletProblem};

use crate::valuation::inputs::{
    unread::{FROM_FILES, UnreadWallet},
    viewpoint::Viewpoint,
};

const BALANCES_NOT_KNOWN: &str = "This account consists of imported files. What it holds now is not known. Connect it with a key to read its balances.";

/// Returns the wallets of those accounts that consist of files. Their balances are not known. A visitor sees no ids of wallets.
pub fn unread(from: &Viewpoint, chains: &Chains, states: &[AccountState]) -> Vec<UnreadWallet> {
    let filed = states.iter().filter(|state| state.activity == Activity::Filed);
    let wallet = |state: &AccountState| {
        let address = &state.id.address;
        let mut wallets = from.addresses.iter().filter(|(_, own)| *own == address);
        UnreadWallet {
            wallet: wallets.next().map_or_else(WalletId::nil, |(wallet, _)| *wallet),
            address: address.to_string(),
            label: from.label(chains, &state.id),
            problem: WalletProblem {
                code: FROM_FILES.to_owned(),
                text: BALANCES_NOT_KNOWN.to_owned(),
            },
        }
    };
    filed.map(wallet).collect()
}
