//! Builds the facts of a transaction for the tests.

use std::sync::Arc;

use ports::{
    AccountId, Address, AssetId, ChainId, Entry, EntryId, RawAmount, SourceId, Timestamp, TransactionId,
    entry::{Leg, LegRole},
    fact::{
        Fact, FactBlock, FactBody, InternalTransfer, Log, ReportedTransaction, StoredFact, TokenStandard,
        TokenTransfer, TransactionReceipt,
    },
    label::{Label, LabelKind, Labels},
};

use crate::decode::{DecodeContext, decode, event_type::EventType};

pub const ME: u8 = 0x11;
pub const FRIEND: u8 = 0x22;
pub const ROUTER: u8 = 0x33;
pub const POOL: u8 = 0x44;
pub const TOKEN: u8 = 0x55;
pub const OTHER_TOKEN: u8 = 0x66;
pub const WRAPPED: u8 = 0x77;
pub const ZERO: u8 = 0;
/// A contract on the labelled list.
pub const LABELLED: u8 = 0x88;
pub const FEE: u128 = 21;

pub fn address(number: u8) -> Address {
    Address::evm([number; 20])
}

/// An address as a word of 64 hex digits.
pub fn party(number: u8) -> String {
    format!("{}{}", "0".repeat(24), format!("{number:02x}").repeat(20))
}

pub fn number(value: u128) -> String {
    format!("{value:064x}")
}

/// A log; its index is its position in the receipt.
pub fn log(contract: u8, event: EventType, topics: &[String], data: &[String]) -> Log {
    let first = std::iter::once(event.topic.to_owned());
    Log {
        index: 0,
        address: address(contract),
        topics: first.chain(topics.iter().map(|topic| format!("0x{topic}"))).collect(),
        data: format!("0x{}", data.concat()),
    }
}

pub fn transfer(token: u8, from: u8, to: u8, amount: u128) -> Log {
    use crate::decode::topics::TRANSFER;
    log(token, TRANSFER, &[party(from), party(to)], &[number(amount)])
}

pub fn nft(token: u8, from: u8, to: u8, id: u128) -> Log {
    use crate::decode::topics::TRANSFER;
    log(token, TRANSFER, &[party(from), party(to), number(id)], &[])
}

/// The facts of one transaction of the account [`ME`], which succeeded and paid [`FEE`].
#[derive(Clone, Debug)]
pub struct Facts {
    pub chain: ChainId,
    pub bodies: Vec<FactBody>,
    pub context: DecodeContext,
    pub transaction: ReportedTransaction,
    pub is_listed: bool,
    pub logs: Option<Vec<Log>>,
    pub time: Timestamp,
}

impl Facts {
    /// A call from one account to another.
    pub fn call(from: u8, to: u8) -> Self {
        let chain = ChainId::evm(1);
        let label = Label {
            chain: chain.clone(),
            address: address(LABELLED),
            owner: "Acme Swap".to_owned(),
            kind: LabelKind::Dex,
            source: "a list 1234".to_owned(),
            date: "2026-01-01".parse().unwrap(),
        };
        Self {
            bodies: Vec::new(),
            context: DecodeContext {
                native: AssetId::native(&chain, 60),
                wrapped: vec![address(WRAPPED)],
                mirrors: Vec::new(),
                second_contracts: Vec::new(),
                has_data_fee: false,
                own: [].into(),
                co_owned: [].into(),
                labels: Arc::new(Labels::new([label])),
                chain: chain.clone(),
            },
            chain,
            transaction: ReportedTransaction {
                from: address(from),
                to: Some(address(to)),
                created: None,
                value: RawAmount::ZERO,
                nonce: Some(1),
                succeeded: true,
                fee: Some(FEE.into()),
                data_fee: None,
                selector: Some("0x12345678".to_owned()),
                envelope: Some(2),
            },
            is_listed: true,
            logs: None,
            time: Timestamp::from_seconds(1_700_000_000),
        }
    }

    /// A transaction of which only the rows of one stream are known.
    pub fn unlisted() -> Self {
        Self {
            is_listed: false,
            ..Self::call(FRIEND, ROUTER)
        }
    }

    pub fn on(mut self, chain: u64) -> Self {
        self.chain = ChainId::evm(chain);
        self.context.native = AssetId::native(&self.chain, 60);
        self.context.chain = self.chain.clone();
        self
    }

    pub fn value(mut self, value: u128) -> Self {
        self.transaction.value = value.into();
        self
    }

    pub fn selector(mut self, selector: Option<&str>) -> Self {
        self.transaction.selector = selector.map(str::to_owned);
        self
    }

    pub fn envelope(mut self, envelope: u8) -> Self {
        self.transaction.envelope = Some(envelope);
        self
    }

    pub fn failed(mut self) -> Self {
        self.transaction.succeeded = false;
        self
    }

    /// Adds the receipt, with the logs in this order.
    pub fn logs(mut self, logs: impl IntoIterator<Item = Log>) -> Self {
        let numbered = logs.into_iter().zip(0..).map(|(log, index)| Log { index, ..log });
        self.logs = Some(numbered.collect());
        self
    }

    pub fn internal(mut self, rows: &[(u8, u8, u128)]) -> Self {
        let rows = rows.iter().enumerate().map(|(at, (from, to, value))| InternalTransfer {
            trace: format!("0_{at}"),
            from: address(*from),
            to: Some(address(*to)),
            value: (*value).into(),
            call: "call".to_owned(),
            failed: false,
        });
        self.bodies.push(FactBody::InternalTransfers(rows.collect()));
        self
    }

    pub fn rows(mut self, standard: TokenStandard, rows: &[(u8, u8, u8, u128)]) -> Self {
        let rows = rows.iter().map(|(token, from, to, value)| {
            let is_unique = standard == TokenStandard::Erc721;
            TokenTransfer {
                log_index: None,
                contract: address(*token),
                from: address(*from),
                to: address(*to),
                value: if is_unique { 1_u128.into() } else { (*value).into() },
                token_id: is_unique.then(|| value.to_string()),
            }
        });
        self.bodies.push(FactBody::TokenTransfers(standard, rows.collect()));
        self
    }

    pub fn erc20_rows(self, rows: &[(u8, u8, u8, u128)]) -> Self {
        self.rows(TokenStandard::Erc20, rows)
    }

    pub fn id(&self) -> EntryId {
        let account = AccountId {
            chain: self.chain.clone(),
            address: address(ME),
        };
        let transaction: TransactionId = format!("0x{}", "ab".repeat(32)).parse().unwrap();
        EntryId { account, transaction }
    }

    pub fn stored(&self) -> Vec<StoredFact> {
        let mut bodies = self.bodies.clone();
        let listed = &self.transaction;
        if let Some(logs) = &self.logs {
            bodies.push(FactBody::Receipt(TransactionReceipt {
                from: listed.from.clone(),
                to: listed.to.clone(),
                created: listed.created.clone(),
                succeeded: Some(listed.succeeded),
                fee: listed.fee.unwrap_or(RawAmount::ZERO),
                data_fee: listed.data_fee,
                operator_fee: None,
                blob_fee: None,
                authorized: Vec::new(),
                logs: logs.clone(),
            }));
        }
        if self.is_listed {
            bodies.push(FactBody::Transaction(listed.clone()));
        }
        bodies.into_iter().map(|body| self.stored_as(body)).collect()
    }

    pub fn stored_as(&self, body: FactBody) -> StoredFact {
        let id = self.id();
        let fact = Fact {
            account: id.account,
            transaction: id.transaction,
            block: FactBlock {
                number: 19_000_000,
                hash: None,
                time: self.time,
                position: Some(7),
            },
            source: SourceId::fixed("explorer"),
            body,
        };
        StoredFact {
            id: fact.id().unwrap(),
            fact,
            read_at: Timestamp::from_seconds(1_700_000_100),
            withdrawn_at: None,
        }
    }

    pub fn try_decode(&self) -> Option<Entry> {
        decode(&self.id(), &self.stored(), &self.context)
    }

    pub fn decode(&self) -> Entry {
        self.try_decode().expect("the transaction concerns the account")
    }
}

/// The legs as short texts such as `out 5 55`: role, amount, and the first digits of the contract or `native`.
pub fn legs(entry: &Entry) -> Vec<String> {
    let text = |leg: &Leg| {
        let role = match leg.role {
            LegRole::Out => "out",
            LegRole::In => "in",
            LegRole::Fee => "fee",
        };
        let asset = leg.asset.as_str();
        let asset = asset.split_once("0x").map_or("native", |(_, digits)| &digits[..2]);
        let id = leg.token_id.as_ref().map(|id| format!(" #{id}")).unwrap_or_default();
        format!("{role} {} {asset}{id}", leg.amount)
    };
    entry.legs.iter().map(text).collect()
}
