//! Flawed readers of transaction receipts, each of which violates a requirement.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    transaction_receipt::{self as requirements, Harness, MockReceipts, Samples, check},
};
use ports::{
    AccountId, ChainId, Fact, Profile, RemoteError, SourceId, TransactionId, TransactionReceiptReader,
    fact::{FactBlock, FactBody, TransactionReceipt},
    source::SourceKind,
    transaction_receipt::{FoundReceipts, LocatedTransaction},
};
use serde_json::json;

use super::{
    bugs::Port,
    toy::{Flaw, ToyClient, call_timeout, check_flaws, faulty, malformed, nothing},
};

const ADDRESSES: [&str; 2] = [
    "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    "0x225f137127d9067788314bc7fcc1f36746a3c3B5",
];
/// The transactions that a flawed reader takes for all.
const PAGE: usize = 20;

/// `GET /receipt/T` and `GET /block/H` return `{"number": H, "hash": "0x..."}`.
pub struct FlawedHarness(pub Flaw, pub reqwest::Client);

struct Receipts {
    wire: ToyClient,
    count: AtomicUsize,
}

fn hash(number: u64) -> String {
    format!("0x{number:064x}")
}

impl Harness for FlawedHarness {
    fn reader(&self, base: &str) -> Arc<dyn TransactionReceiptReader> {
        Arc::new(Receipts {
            wire: ToyClient::new(base, self.0, &self.1),
            count: AtomicUsize::new(0),
        })
    }

    fn answer(&self, request: &Request, receipts: &MockReceipts) -> Response {
        let path = request.path().trim_start_matches('/');
        let (noun, what) = path.split_once('/').unwrap_or_default();
        let mut blocks = receipts.blocks.iter();
        let found = match noun {
            "receipt" if receipts.is_refused => return Response::new(401, "text/plain", "a key is needed"),
            "receipt" => blocks.find(|(number, _)| hash(**number) == what),
            _ => blocks.find(|(_, (height, _))| height.to_string() == what),
        };
        found.map_or_else(nothing, |(_, (height, hash))| {
            Response::json(200, &json!({ "number": height, "hash": hash }))
        })
    }

    fn transaction(&self, number: u64) -> TransactionId {
        hash(number).parse().unwrap()
    }

    fn block_hash(&self, height: u64, version: u64) -> String {
        hash(height * 1_000 + version)
    }

    fn samples(&self) -> Samples {
        Samples {
            accounts: ADDRESSES.map(|address| format!("eip155:1:{address}").parse().unwrap()),
            other_id: TransactionId::withdrawal(7),
        }
    }

    fn patience(&self) -> Duration {
        call_timeout()
    }
}

impl Receipts {
    async fn one(&self, account: &AccountId, wanted: &LocatedTransaction) -> Result<Option<Fact>, RemoteError> {
        let answer = match self.wire.get(&format!("/receipt/{}", wanted.id)).await {
            Err(_) if self.wire.is(Flaw::FailureIsMissing) => return Ok(None),
            answer => answer?,
        };
        if answer.is_null() {
            return if self.wire.is(Flaw::MissingIsFailure) {
                Err(malformed())
            } else {
                Ok(None)
            };
        }
        let (Some(number), Some(hash)) = (answer["number"].as_u64(), answer["hash"].as_str()) else {
            return Err(malformed());
        };
        let is_same = number == wanted.block.number && wanted.block.hash.as_deref() == Some(hash);
        Ok((is_same || self.wire.is(Flaw::AnyBlock)).then(|| fact(account, wanted)))
    }
}

fn fact(account: &AccountId, wanted: &LocatedTransaction) -> Fact {
    Fact {
        account: account.clone(),
        transaction: wanted.id.clone(),
        block: FactBlock {
            position: Some(0),
            ..wanted.block.clone()
        },
        source: SourceId::fixed("toy"),
        body: FactBody::Receipt(TransactionReceipt {
            from: account.address.clone(),
            to: None,
            created: None,
            succeeded: Some(true),
            fee: 1_u128.into(),
            data_fee: None,
            operator_fee: None,
            blob_fee: None,
            authorized: Vec::new(),
            logs: Vec::new(),
        }),
    }
}

#[async_trait]
impl TransactionReceiptReader for Receipts {
    fn profile(&self) -> Profile {
        self.wire.profile(SourceKind::Chain)
    }

    fn chains(&self) -> Vec<ChainId> {
        vec![ChainId::evm(1)]
    }

    async fn block_hash(&self, _chain: &ChainId, number: u64) -> Result<Option<String>, RemoteError> {
        let answer = self.wire.get(&format!("/block/{number}")).await?;
        if self.wire.is(Flaw::OtherId) {
            return Ok(Some(hash(number)));
        }
        Ok(answer["hash"].as_str().map(str::to_owned))
    }

    async fn receipts(
        &self,
        account: &AccountId,
        transactions: &[LocatedTransaction],
    ) -> Result<FoundReceipts, RemoteError> {
        let mut found = FoundReceipts::default();
        let is_page = self.wire.is(Flaw::FirstPageOnly);
        for wanted in transactions.iter().take(if is_page { PAGE } else { usize::MAX }) {
            if !wanted.id.to_string().starts_with("0x") && !self.wire.is(Flaw::AsksAnyway) {
                continue;
            }
            match self.one(account, wanted).await? {
                Some(fact) => found.facts.push(fact),
                None => found.missing.push(wanted.id.clone()),
            }
        }
        if self.count.fetch_add(1, Ordering::SeqCst) > 0 && self.wire.is(Flaw::Forgetful) {
            found.facts.clear();
        }
        Ok(found)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_flawed_reader_of_receipts_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::TimeoutOnFirstRequest, conformance::SILENT_LATER),
        (Flaw::FirstPageOnly, requirements::EVERY_RECEIPT),
        (Flaw::MissingIsFailure, requirements::MISSING),
        (Flaw::AnyBlock, requirements::OTHER_BLOCK),
        (Flaw::AsksAnyway, requirements::OTHER_ID),
        (Flaw::FailureIsMissing, requirements::NOT_SERVED),
        (Flaw::FailureIsMissing, requirements::ALL_OR_NOTHING),
        (Flaw::Forgetful, requirements::SAME),
        (Flaw::OtherId, requirements::BLOCK_HASH),
    ]);
    check_flaws(Port::Receipt, |flaw, client| check(FlawedHarness(flaw, client)), wrong).await;
}
