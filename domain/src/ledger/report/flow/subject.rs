//! What a figure of a flow is about: everything, a coin, a chain, a coin on a chain, or a service.

use std::{collections::BTreeSet, fmt};

use ports::{AccountId, ChainId, Timestamp};

use super::window::ReportWindow;
use crate::ledger::report::value::coins::CoinIndex;

/// What a figure of a flow is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlowSubject {
    /// The coin, by what it has in common on several chains; `None` for all.
    pub coin: Option<String>,
    /// The chain; `None` for all.
    pub chain: Option<ChainId>,
    /// The service; `None` for everything.
    pub service: Option<String>,
}

impl FlowSubject {
    /// Returns the subject of everything in a window; `None` where it has several chains or coins, which no figure id can name.
    #[must_use]
    pub fn of(window: &ReportWindow) -> Option<Self> {
        let is_narrow = window.chains.len() < 2 && window.coins.len() < 2;
        is_narrow.then(|| Self {
            coin: window.coins.first().cloned(),
            chain: window.chains.first().cloned(),
            service: None,
        })
    }

    /// Returns the same for one coin.
    #[must_use]
    pub fn with_coin(&self, coin: &str) -> Self {
        Self {
            coin: Some(coin.to_owned()),
            ..self.clone()
        }
    }

    /// Returns the same for one chain.
    #[must_use]
    pub fn with_chain(&self, chain: &ChainId) -> Self {
        Self {
            chain: Some(chain.clone()),
            ..self.clone()
        }
    }

    /// Returns the same for one service.
    #[must_use]
    pub fn with_service(&self, name: &str) -> Self {
        Self {
            service: Some(name.to_owned()),
            ..self.clone()
        }
    }

    /// Returns every subject that a figure of these coins can have. Fees are of the chain of their account, such as an exchange, of which
    /// no coin is.
    pub(in crate::ledger) fn candidates(index: &CoinIndex, accounts: &[AccountId]) -> impl Iterator<Item = Self> {
        let coins: BTreeSet<Option<String>> = index.groups().map(|(group, _)| Some(group.to_owned())).collect();
        let of_accounts = accounts.iter().map(|account| account.chain.clone());
        let chains: BTreeSet<Option<ChainId>> = index.chains().into_iter().chain(of_accounts).map(Some).collect();
        let chains: Vec<Option<ChainId>> = std::iter::once(None).chain(chains).collect();
        let coins = std::iter::once(None).chain(coins);
        coins.flat_map(move |coin| {
            let of = move |chain| Self {
                coin: coin.clone(),
                chain,
                service: None,
            };
            chains.clone().into_iter().map(of)
        })
    }

    /// Returns what it covers of a span of time.
    pub(in crate::ledger) fn window(&self, from: Timestamp, to: Timestamp) -> ReportWindow {
        ReportWindow {
            chains: self.chain.iter().cloned().collect(),
            coins: self.coin.iter().cloned().collect(),
            ..ReportWindow::of_span(from, to)
        }
    }
}

impl fmt::Display for FlowSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chain = self.chain.as_ref().map_or("", ChainId::as_str);
        let part = |text: &Option<String>| text.clone().unwrap_or_default();
        write!(f, "flow {chain} {} {}", part(&self.coin), part(&self.service))
    }
}
