//! Keys, contract wallets on a node, and a verifier over two endpoints of it.

use adapters::{
    chain::evm::{ContractWallets, EvmReader},
    wallet_proof::WalletSignatures,
};
use alloy_primitives::{Bytes, eip191_hash_message, hex};
use alloy_sol_types::{SolCall, SolValue, sol};
use k256::ecdsa::SigningKey;
use ports::{Address, ChainId, SignatureCheck, SignatureVerifier, wallet_proof::InvalidSignature};
use serde_json::{Value, json};
use std::fs;
use support::{
    mock_upstream::MockUpstream,
    outgoing::{client, row, short_timeouts},
    rpc::Rpc,
    world::{ETHEREUM, TestWorld},
};

sol! {
    function create(address owner) external returns (address);
    function addressOf(address owner) external view returns (address);
    function setOwner(address next) external;
}

pub const NOT_ACCEPTED: SignatureCheck = SignatureCheck::Invalid(InvalidSignature::NotAccepted);
const MESSAGE: &str = "Sign in to the test world.";

/// A key of a person.
pub struct Signer(SigningKey);

impl Signer {
    pub fn of(seed: u8) -> Self {
        Self(SigningKey::from_slice(&[seed; 32]).unwrap())
    }

    pub fn address(&self) -> Address {
        let point = self.0.verifying_key().to_encoded_point(false);
        Address::evm(alloy_primitives::Address::from_raw_public_key(&point.as_bytes()[1..]).into())
    }

    /// Signs the message as wallets do: 65 bytes, the last is 27 or 28.
    pub fn sign(&self) -> Vec<u8> {
        let hash = eip191_hash_message(MESSAGE.as_bytes());
        let (signature, id) = self.0.sign_prehash_recoverable(hash.as_slice()).unwrap();
        let mut bytes = signature.to_bytes().to_vec();
        bytes.push(27 + id.to_byte());
        bytes
    }
}

fn raw(address: &Address) -> alloy_primitives::Address {
    address.evm_bytes().unwrap().into()
}

pub fn address_argument(address: &Address) -> Vec<u8> {
    raw(address).abi_encode()
}

pub fn bytes_argument(bytes: &[u8]) -> Vec<u8> {
    Bytes::copy_from_slice(bytes).abi_encode()
}

pub fn set_owner(next: &Address) -> Vec<u8> {
    setOwnerCall { next: raw(next) }.abi_encode()
}

/// A signature that first makes a call, by ERC-6492.
pub fn wrapped(factory: &Address, preparation: &[u8], signature: &[u8]) -> Vec<u8> {
    let bytes = |bytes: &[u8]| Bytes::copy_from_slice(bytes);
    let mut whole = (raw(factory), bytes(preparation), bytes(signature)).abi_encode_params();
    whole.extend([0x64, 0x92].repeat(16));
    whole
}

/// A world of its own, because its blocks are changed.
pub struct Fixture {
    _world: TestWorld,
    rpc: Rpc,
    upstreams: [MockUpstream; 2],
    signatures: WalletSignatures,
    sender: Value,
    contracts: Value,
}

impl Fixture {
    pub fn start() -> Self {
        let world = TestWorld::of(&[ETHEREUM], 0).unwrap();
        let rpc = world.chain(ETHEREUM).rpc();
        let upstreams = [(); 2].map(|()| MockUpstream::to_node(rpc.address()));
        let both = [&upstreams[0], &upstreams[1]];
        let (client, _) = client(&both, short_timeouts());
        let reader = EvmReader::new(&[row(ETHEREUM, &both)], &client);
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/world/build/contracts.json");
        let contracts: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        Self {
            signatures: WalletSignatures::new(ContractWallets::new(&reader)),
            sender: rpc.call("eth_accounts", json!([]))[0].clone(),
            contracts: contracts["contracts"].clone(),
            _world: world,
            rpc,
            upstreams,
        }
    }

    /// Verifies a signature of the message.
    pub async fn verify(&self, wallet: &Address, signature: &[u8]) -> SignatureCheck {
        let chain = ChainId::evm(ETHEREUM);
        let verified = self.signatures.verify(&chain, wallet, MESSAGE, signature);
        verified.await.unwrap()
    }

    /// Returns the number of requests to both endpoints.
    pub fn requests(&self) -> usize {
        self.upstreams.iter().map(|upstream| upstream.count()).sum()
    }

    /// Creates a contract and returns its address.
    pub fn deploy(&self, name: &str, arguments: &[u8]) -> Address {
        let code = self.contracts[name]["bytecode"]
            .as_str()
            .unwrap_or_else(|| panic!("no contract {name}"));
        let receipt = self.send(json!({ "data": format!("{code}{}", hex::encode(arguments)) }));
        receipt["contractAddress"].as_str().unwrap().parse().unwrap()
    }

    /// Sends a transaction to a contract.
    pub fn call(&self, to: &Address, data: &[u8]) {
        self.send(json!({ "to": to.as_str(), "data": hex::encode_prefixed(data) }));
    }

    /// Sets the code of an account to that of a contract (EIP-7702), and the owner in its storage.
    pub fn delegate(&self, account: &Address, code: &Address, owner: &Address) {
        let designator = format!("0xef0100{}", &code.as_str()[2..]);
        self.rpc.call("anvil_setCode", json!([account.as_str(), designator]));
        let owner = format!("0x{}", hex::encode(address_argument(owner)));
        let slot = format!("0x{:064x}", 0);
        self.rpc
            .call("anvil_setStorageAt", json!([account.as_str(), slot, owner]));
        self.rpc.call("anvil_mine", json!(["0x1"]));
    }

    pub fn code(&self, address: &Address) -> String {
        let code = self.rpc.call("eth_getCode", json!([address.as_str(), "latest"]));
        code.as_str().unwrap().to_owned()
    }

    fn send(&self, mut transaction: Value) -> Value {
        transaction["from"] = self.sender.clone();
        transaction["gas"] = json!("0x4c4b40");
        let hash = self.rpc.call("eth_sendTransaction", json!([transaction]));
        let since = std::time::Instant::now();
        while since.elapsed() < support::patience(20) {
            let receipt = self.rpc.call("eth_getTransactionReceipt", json!([hash]));
            if !receipt.is_null() {
                assert_eq!(receipt["status"], "0x1", "reverted: {transaction}");
                return receipt;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        panic!("no receipt for {hash}");
    }
}

/// The factory of wallets.
pub struct WalletFactory<'a> {
    fixture: &'a Fixture,
    address: Address,
}

impl<'a> WalletFactory<'a> {
    pub fn deploy(fixture: &'a Fixture) -> Self {
        Self {
            fixture,
            address: fixture.deploy("WalletFactory", &[]),
        }
    }

    /// Returns the address of an owner's wallet, whether it exists or not.
    pub fn address_of(&self, owner: &Address) -> Address {
        let data = addressOfCall { owner: raw(owner) }.abi_encode();
        let call = json!({ "to": self.address.as_str(), "data": hex::encode_prefixed(data) });
        let answer = self.fixture.rpc.call("eth_call", json!([call, "latest"]));
        format!("0x{}", &answer.as_str().unwrap()[26..]).parse().unwrap()
    }

    pub fn create(&self, owner: &Address) {
        self.fixture
            .call(&self.address, &createCall { owner: raw(owner) }.abi_encode());
    }

    /// A signature of an owner's wallet that may not exist yet.
    pub fn wrapped(&self, owner: &Address, signature: &[u8]) -> Vec<u8> {
        wrapped(&self.address, &createCall { owner: raw(owner) }.abi_encode(), signature)
    }
}
