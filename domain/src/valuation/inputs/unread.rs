//! Wallets that are not read. Their holdings are unknown, so the total is incomplete.

use ports::{AccountId, ChainId, Ports, Wallet, WalletId, wallet::WalletProblem};

use crate::{chain::ChainSupport, extended_key};

/// A wallet that is not read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct UnreadWallet {
    /// The wallet.
    pub wallet: WalletId,
    /// The address, or the text entered in its place.
    pub address: String,
    /// The wallet's label.
    pub label: String,
    /// Why it is not read.
    pub problem: WalletProblem,
}

/// The code of an address or key that is recognized but that no reader of this server supports.
pub const NOT_SUPPORTED: &str = "not_supported_yet";
/// The code of an account at an exchange that consists of imported files alone.
pub const FROM_FILES: &str = "from_files";
/// The code of a name that resolves to the address of another wallet of the same user.
const COUNTED_ELSEWHERE: &str = "same_as_another";

impl UnreadWallet {
    /// Returns whether it may hold something on a chain that is read. It cannot if no reader supports its family. An account of files is at its
    /// exchange only.
    #[must_use]
    pub fn may_be_on(&self, chain: &ChainId) -> bool {
        match self.problem.code.as_str() {
            NOT_SUPPORTED => false,
            FROM_FILES => AccountId::kept(&format!("{chain}:{}", self.address)).is_ok_and(|id| is_exchange_of(&id)),
            _ => true,
        }
    }
}

/// Returns whether an address is one of the exchange of its account.
fn is_exchange_of(account: &AccountId) -> bool {
    let name = account.chain.as_str().strip_prefix("exchange:");
    let of_address = account.address.as_str().split_once('.').map(|(name, _)| name);
    name.is_some() && name == of_address
}

/// Returns those of the wallets that are not read, in their order. A name that resolves to another wallet of the user
/// is not a gap, because that wallet is counted.
pub fn of(ports: &Ports, wallets: &[Wallet]) -> Vec<UnreadWallet> {
    let support = ChainSupport::of(ports);
    let unread = |wallet: &Wallet| {
        let problem = problem(ports, &support, wallet)?;
        Some(UnreadWallet {
            wallet: wallet.id,
            address: wallet.key().to_owned(),
            label: wallet.label(),
            problem,
        })
    };
    wallets.iter().filter_map(unread).collect()
}

/// Returns why a wallet is not read. A name that no longer resolves is a problem even while its last address is still
/// counted.
fn problem(ports: &Ports, support: &ChainSupport, wallet: &Wallet) -> Option<WalletProblem> {
    let stored = wallet
        .problem
        .clone()
        .filter(|problem| problem.code != COUNTED_ELSEWHERE);
    let address = || wallet.address.as_ref().and_then(|address| support.problem(address));
    let key = || {
        let extended = wallet.extended.as_ref()?;
        extended_key::problem(ports, &extended.key)
    };
    stored.or_else(address).or_else(key)
}
