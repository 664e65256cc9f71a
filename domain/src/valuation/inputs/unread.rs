//! Wallets that are not read: nobody knows what they hold, so the total is not whole.

use ports::{ChainId, Ports, Wallet, WalletId, wallet::Problem};

use crate::{chain::ChainSupport, extended_key};

/// A wallet that is not read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct UnreadWallet {
    /// Which wallet.
    pub wallet: WalletId,
    /// The address, or what was written in its place.
    pub address: String,
    /// What the person calls it.
    pub label: String,
    /// Why it is not read.
    pub problem: Problem,
}

/// The code of what is recognized and read by nobody here.
pub const NOT_SUPPORTED: &str = "not_supported_yet";
/// The code of a name that points to the address of another wallet of the same person.
const COUNTED_ELSEWHERE: &str = "same_as_another";

impl UnreadWallet {
    /// Whether it may hold something on a chain that is read: not if it is of a family that nobody reads.
    #[must_use]
    pub fn may_be_on(&self, _chain: &ChainId) -> bool {
        self.problem.code != NOT_SUPPORTED
    }
}

/// The wallets among these that are not read, in their order. A name that leads to another wallet of the person is no gap:
/// what is held there counts once.
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

/// Why a wallet is not read. A name that no longer points anywhere is a problem also while its last address is counted.
fn problem(ports: &Ports, support: &ChainSupport, wallet: &Wallet) -> Option<Problem> {
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
