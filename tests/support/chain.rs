//! One EVM node of the test world, with its contracts and accounts.

mod recording;

use crate::{
    manifest::Manifest,
    patience,
    port::free_port,
    process::{Process, Service},
    rpc::{Rpc, RpcError},
};
use adapters::chain::rows::rows;
use alloy_primitives::U256;
use recording::Recording;
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

const START_TRIES: usize = 4;
/// The first block of a chain where Multicall3 is not younger. It is small, because the node's index of addresses looks at every block
/// from the first one.
pub const FIRST_BLOCK: u64 = 15_000_000;
/// The message to show if the npm packages of the world are missing.
pub(crate) const MISSING: &str = "the test world is not installed: run `make world` (it needs Node 20 or later)";
const BALANCE_OF: &str = "0x70a08231";
const TRANSFER: &str = "0xa9059cbb";

/// A running node and its contents.
#[derive(Debug)]
pub struct Chain {
    process: Process,
    rpc: Rpc,
    manifest: Manifest,
}

impl Chain {
    /// Starts a node with the world's contracts and `load_tokens` additional plain tokens.
    pub fn start(id: u64, load_tokens: usize, folder: &Path) -> Result<Self, String> {
        let recording = Recording::of(id, load_tokens)?;
        let (mut process, rpc) = start_node(id, folder)?;
        let manifest = match recording {
            Some(recording) => recording.replay(&rpc, id, first_block(id))?,
            None => deploy(&rpc, id, load_tokens)?,
        };
        // A node that lost its port to another process ends immediately; the probe may have reached that process.
        process.wait_until(Duration::ZERO, || true)?;
        Ok(Self { process, rpc, manifest })
    }

    /// The node's JSON-RPC endpoint.
    pub fn rpc_url(&self) -> String {
        self.rpc.url()
    }

    /// A client of the node.
    pub fn rpc(&self) -> Rpc {
        self.rpc
    }

    /// The contents of the chain after the deployment.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The node's process, to pause or kill it.
    pub fn process(&self) -> &Process {
        &self.process
    }

    /// The number of the latest block.
    pub fn block_number(&self) -> u64 {
        let number = self.rpc.call("eth_blockNumber", json!([]));
        u64::try_from(quantity(&number)).expect("a block number fits in 64 bits")
    }

    /// Mines at most 1,000 blocks immediately.
    pub fn mine(&self, blocks: u16) {
        self.rpc.call("anvil_mine", json!([format!("{blocks:#x}")]));
    }

    /// Mines a block that is so much later than the newest one.
    pub fn mine_after(&self, time: Duration) {
        let newest = self.rpc.call("eth_getBlockByNumber", json!(["latest", false]));
        let later = quantity(&newest["timestamp"]) + U256::from(time.as_secs());
        self.rpc
            .call("evm_setNextBlockTimestamp", json!([format!("{later:#x}")]));
        self.mine(1);
    }

    /// Mines a block at this interval until the guard is dropped.
    pub fn start_mining(&self, every: Duration) -> Mining {
        Mining::start(self.rpc, every)
    }

    /// The native balance of an address in wei at a block, `None` for the latest, according to the node.
    pub fn native_balance(&self, address: &str, block: Option<u64>) -> U256 {
        quantity(&self.rpc.call("eth_getBalance", json!([address, tag(block)])))
    }

    /// The raw balance of a token at a block, `None` for the latest, according to the node. Returns `None` if the contract
    /// gives no valid answer.
    pub fn balance_of(&self, token: &str, owner: &str, block: Option<u64>) -> Option<U256> {
        let data = format!("{BALANCE_OF}{}", word(owner));
        let call = json!({ "to": token, "data": data, "gas": "0xf4240" });
        match self.rpc.try_call("eth_call", json!([call, tag(block)])) {
            Ok(Value::String(answer)) if answer.len() == 66 => answer.parse().ok(),
            Ok(_) | Err(RpcError::Refused(_)) => None,
            Err(RpcError::Unreachable(why)) => panic!("{}: {why}", self.rpc_url()),
        }
    }

    /// Sends native coin between two accounts and returns when it is in a block. The sender pays the gas.
    pub fn send_native(&self, from: &str, to: &str, wei: U256) {
        self.transact(&json!({ "from": from, "to": to, "value": format!("{wei:#x}") }));
    }

    /// Sends a raw amount of a token and returns when it is in a block. The sender pays the gas.
    pub fn send_token(&self, token: &str, from: &str, to: &str, amount: U256) {
        let data = format!("{TRANSFER}{}{amount:064x}", word(to));
        self.transact(&json!({ "from": from, "to": token, "data": data }));
    }

    /// Sets the native balance of an address from the next block on, which is mined immediately.
    pub fn set_balance(&self, address: &str, wei: U256) {
        self.rpc.call("anvil_setBalance", json!([address, format!("{wei:#x}")]));
        self.mine(1);
    }

    /// Takes a snapshot of the chain's state for [`Chain::revert`].
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.rpc.call("evm_snapshot", json!([])))
    }

    /// Reverts to a snapshot and drops the blocks after it.
    pub fn revert(&self, snapshot: Snapshot) {
        let done = self.rpc.call("evm_revert", json!([snapshot.0]));
        assert_eq!(done, json!(true), "the node did not revert to its snapshot");
    }

    fn transact(&self, transaction: &Value) {
        let receipt = self.rpc.call("eth_sendTransactionSync", json!([transaction]));
        assert_eq!(receipt["status"], "0x1", "the transaction was reverted: {transaction}");
    }
}

/// A state of a chain that can be reverted to once.
#[derive(Debug)]
pub struct Snapshot(Value);

/// Mines blocks until it is dropped.
#[derive(Debug)]
pub struct Mining {
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Mining {
    fn start(rpc: Rpc, every: Duration) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                // A killed node mines nothing; the test decides what that means.
                let _ = rpc.try_call("evm_mine", json!([]));
                thread::sleep(every);
            }
        });
        Self {
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for Mining {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The folder of the npm package that deploys the world.
pub fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("world")
}

fn anvil() -> Result<PathBuf, String> {
    if let Some(program) = std::env::var_os("SPYHOP_TEST_ANVIL") {
        return Ok(program.into());
    }
    let program = package().join("node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil");
    if program.exists() {
        Ok(program)
    } else {
        Err(MISSING.to_owned())
    }
}

/// Starts a node on a free port, and retries if another program takes the port first.
fn start_node(id: u64, folder: &Path) -> Result<(Process, Rpc), String> {
    let mut refusal = String::new();
    for _ in 0..START_TRIES {
        let rpc = Rpc::on_port(free_port()?);
        let mut process = Process::start(&service(anvil()?, id, rpc.address().port(), folder), folder);
        let wanted = json!(format!("{id:#x}"));
        let ready = || {
            rpc.try_call("eth_chainId", json!([]))
                .is_ok_and(|answer| answer == wanted)
        };
        match process.wait_until(patience(30), ready) {
            Ok(()) => return Ok((process, rpc)),
            Err(why) => refusal = why,
        }
    }
    Err(refusal)
}

fn service(program: PathBuf, id: u64, port: u16, folder: &Path) -> Service {
    let (port, id_text, states) = (port.to_string(), id.to_string(), folder.to_string_lossy());
    let first_block = first_block(id).to_string();
    let arguments = [
        "--silent",
        "--port",
        &port,
        "--chain-id",
        &id_text,
        "--number",
        &first_block,
        // Old states are stored in the world's folder: by default the node stores them in the home folder, and a killed one
        // leaves gigabytes behind.
        "--cache-path",
        &states,
    ];
    Service {
        name: format!("chain-{id}"),
        program,
        arguments: arguments.map(Into::into).to_vec(),
        death_signal: "KILL",
        never_root: false,
    }
}

/// Returns the first block of a chain: not before the deployment of Multicall3, so that it is used as on the live chain.
fn first_block(id: u64) -> u64 {
    let chain = format!("eip155:{id}");
    let row = rows().unwrap().iter().find(|row| row.chain.id.as_str() == chain);
    let multicall = row.and_then(|row| row.multicall.as_ref());
    multicall.map_or(FIRST_BLOCK, |multicall| multicall.from_block.max(FIRST_BLOCK))
}

/// Deploys a number of load tokens that is not recorded.
fn deploy(rpc: &Rpc, id: u64, load_tokens: usize) -> Result<Manifest, String> {
    if !package().join("build/contracts.json").exists() {
        return Err(MISSING.to_owned());
    }
    let mut command = Command::new("node");
    command
        .arg("deploy.mjs")
        .arg(rpc.url())
        .arg(id.to_string())
        .args(["--tokens", &load_tokens.to_string()]);
    let output = command.current_dir(package()).stdin(Stdio::null()).output();
    let output = output.map_err(|why| format!("cannot run node: {why}; {MISSING}"))?;
    if !output.status.success() {
        return Err(format!(
            "furnishing chain {id} failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    serde_json::from_slice(&output.stdout).map_err(|why| format!("the manifest of chain {id} is not readable: {why}"))
}

fn tag(block: Option<u64>) -> String {
    block.map_or_else(|| "latest".to_owned(), |number| format!("{number:#x}"))
}

/// An address as one ABI word, without 0x.
fn word(address: &str) -> String {
    format!("{:0>64}", address.trim_start_matches("0x"))
}

fn quantity(value: &Value) -> U256 {
    let digits = value.as_str().and_then(|text| text.parse().ok());
    digits.unwrap_or_else(|| panic!("{value} is not a number of the node"))
}
