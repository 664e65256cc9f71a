//! A long history of transactions on a chain of the test world, the same in every run: `tests/world/history.mjs`.

use std::process::{Command, Stdio};

use alloy_primitives::U256;
use serde::Deserialize;

use crate::{
    chain::{Chain, package},
    folder::Folder,
};

/// The accounts and contracts of the history.
pub struct ChainHistory {
    manifest: HistoryManifest,
    folder: Folder,
}

/// What `history.mjs` prints.
#[derive(Deserialize)]
pub struct HistoryManifest {
    /// The four accounts.
    pub accounts: Vec<String>,
    pub contracts: HistoryContracts,
}

#[derive(Deserialize)]
pub struct HistoryContracts {
    pub usd: String,
    pub dai: String,
    pub fee: String,
    pub rebasing: String,
    /// A token that reports transfers that never happened.
    pub poison: String,
    pub vault: String,
    pub items: String,
    pub positions: String,
    pub weth: String,
    /// The pairs of Uniswap v2.
    pub lps: Vec<String>,
}

impl ChainHistory {
    /// Deploys the contracts and funds the accounts.
    pub fn begin(chain: &Chain) -> Self {
        let folder = Folder::create("history");
        let weth = &chain.manifest().token("weth").address;
        let printed = run(chain, &["setup", weth]);
        std::fs::write(folder.path().join("manifest.json"), &printed).unwrap();
        Self {
            manifest: serde_json::from_str(&printed).unwrap(),
            folder,
        }
    }

    /// Sends transactions from the accounts, spread over these blocks.
    pub fn send(&self, chain: &Chain, seed: u32, transactions: u32, blocks: u32) {
        let file = self.folder.path().join("manifest.json");
        let numbers = [seed, transactions, blocks].map(|number| number.to_string());
        run(
            chain,
            &["run", &file.to_string_lossy(), &numbers[0], &numbers[1], &numbers[2]],
        );
    }

    /// The accounts, in the order of the script.
    pub fn accounts(&self) -> Vec<&str> {
        self.manifest.accounts.iter().map(String::as_str).collect()
    }

    /// The fungible tokens whose balances change by transfers only.
    pub fn tokens(&self) -> Vec<&str> {
        let contracts = self.contracts();
        let named = [
            &contracts.usd,
            &contracts.dai,
            &contracts.fee,
            &contracts.vault,
            &contracts.weth,
        ];
        named.into_iter().chain(&contracts.lps).map(String::as_str).collect()
    }

    /// All contracts.
    pub fn contracts(&self) -> &HistoryContracts {
        &self.manifest.contracts
    }
}

/// Returns how many of an item an account holds, according to a node: `balanceOf(address,uint256)` of ERC-1155.
pub fn item_balance(chain: &Chain, items: &str, owner: &str, item: u64, block: u64) -> U256 {
    let data = format!("0x00fdd58e{:0>64}{item:064x}", owner.trim_start_matches("0x"));
    let call = serde_json::json!([{ "to": items, "data": data }, format!("{block:#x}")]);
    let answer = chain.rpc().call("eth_call", call);
    answer.as_str().unwrap().parse().unwrap()
}

fn run(chain: &Chain, arguments: &[&str]) -> String {
    let mut command = Command::new("node");
    command.arg("history.mjs").arg(chain.rpc_url()).args(arguments);
    let output = command.current_dir(package()).stdin(Stdio::null()).output().unwrap();
    let (printed, errors) = (output.stdout, String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "the history failed: {}", errors.trim());
    String::from_utf8(printed).unwrap()
}
