//! Which chains an address is valid on, and which of them this server reads.

use ports::{Address, Chain, ExtendedKey, Ports, wallet::WalletProblem};

use crate::account::covered;

/// Up to this many chains are named in a message.
const MOST_NAMED: usize = 3;

/// The known chains in display order, each with whether a reader covers it.
#[derive(Clone, Debug)]
pub struct ChainSupport {
    chains: Vec<(Chain, bool)>,
    /// Whether only the operator's own nodes are used. A chain without such a node is then not read.
    own_nodes_only: bool,
}

impl ChainSupport {
    pub(crate) fn of(ports: &Ports) -> Self {
        let read = covered(ports);
        let chains = ports.chains.all().iter();
        Self {
            chains: chains.map(|chain| (chain.clone(), read.contains(&chain.id))).collect(),
            own_nodes_only: ports.world.own_nodes_only,
        }
    }

    /// Returns all known chains, each with whether it is read.
    #[must_use]
    pub fn all(&self) -> &[(Chain, bool)] {
        &self.chains
    }

    /// Returns whether any chain is read.
    #[must_use]
    pub fn reads_any(&self) -> bool {
        self.chains.iter().any(|(_, is_read)| *is_read)
    }

    /// Returns the chains that the address is valid on, each with whether it is read.
    #[must_use]
    pub fn chains(&self, address: &Address) -> Vec<(&Chain, bool)> {
        let valid = self.chains.iter().filter(|(chain, _)| chain.account(address).is_some());
        valid.map(|(chain, is_read)| (chain, *is_read)).collect()
    }

    /// Returns the chain that the extended key belongs to, with whether it is read.
    #[must_use]
    pub fn of_key(&self, key: &ExtendedKey) -> Option<(&Chain, bool)> {
        let is_its = |chain: &Chain| chain.keys.iter().any(|letters| letters == key.letters());
        let own = self.chains.iter().find(|(chain, _)| is_its(chain));
        own.map(|(chain, is_read)| (chain, *is_read))
    }

    /// Returns why the address cannot be read; `None` if at least one of its chains is read.
    #[must_use]
    pub fn problem(&self, address: &Address) -> Option<WalletProblem> {
        let chains = self.chains(address);
        if chains.iter().any(|(_, is_read)| *is_read) {
            return None;
        }
        let names: Vec<&str> = chains.iter().map(|(chain, _)| chain.name.as_str()).collect();
        let listed = match names.split_last() {
            Some((last, [])) => Some((*last).to_owned()),
            Some((last, before)) if names.len() <= MOST_NAMED => Some(format!("{} and {last}", before.join(", "))),
            _ => None,
        };
        Some(WalletProblem {
            code: "not_supported_yet".to_owned(),
            text: match listed {
                Some(listed) if self.own_nodes_only => {
                    format!("This server only uses its own nodes and has none for {listed}.")
                }
                Some(listed) => format!("{listed} addresses are not supported yet."),
                None => "This server can't read any network that this address is valid on.".to_owned(),
            },
        })
    }
}
