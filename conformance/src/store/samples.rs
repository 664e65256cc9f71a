//! Sample values, numbered so that two of them differ.

use std::str::FromStr;

use ports::{
    AccountId, Address, AssetId, Entry, EntryId, Fact, Snapshot, Stream, Timestamp, TransactionId, User, UserId,
    Wallet,
    chain::Block,
    entry::{Decoding, EntryKind, Leg, LegRole},
    fact::{FactBlock, FactBody, ReportedTransaction},
    failure::Failure,
    job::{Lease, NewJob},
};

/// Returns the `n`th id of any id type.
///
/// # Panics
/// If the type does not parse a UUID.
pub fn id<T: FromStr>(n: u16) -> T {
    let text = format!("0197f000-0000-7000-8000-{n:012}");
    text.parse().unwrap_or_else(|_| panic!("{text} is an id"))
}

/// Returns the time this many seconds after the tests' epoch, which is the start of a UTC day.
pub fn at(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(20_000 * 86_400 + seconds)
}

/// Returns the `n`th EVM address.
pub fn address(n: u8) -> Address {
    Address::evm([n; 20])
}

/// Returns the account of the `n`th address on Ethereum.
pub fn account(n: u8) -> AccountId {
    format!("eip155:1:{}", address(n)).parse().unwrap()
}

/// Returns the ERC-20 token on Ethereum whose contract is at the `n`th address.
pub fn token(n: u8) -> AssetId {
    format!("eip155:1/erc20:{}", address(n)).parse().unwrap()
}

/// Returns the `n`th user: anonymous, created at the tests' epoch.
pub fn user(n: u8) -> User {
    User {
        id: id::<UserId>(n.into()),
        version: 1,
        link: None,
        uploads: 0,
        created_at: at(0),
        registered_at: None,
        signed_up_from: None,
        delete_at: None,
    }
}

/// Returns wallet `n` of a user, at position `n` of the list, with address `of`.
pub fn wallet(n: u16, user: UserId, of: u8) -> Wallet {
    Wallet {
        id: id(n),
        user,
        position: n.into(),
        text: address(of).to_string(),
        name: None,
        address: Some(address(of)),
        extended: None,
        problem: None,
        nickname: None,
        group: None,
        kind: None,
        resolved_at: None,
        previous_address: None,
        created_at: at(0),
        removed_at: None,
    }
}

/// Returns the empty snapshot `n` of account `of`.
pub fn snapshot(n: u16, of: u8, taken_at: Timestamp) -> Snapshot {
    Snapshot {
        id: id(n),
        account: account(of),
        block: Block {
            number: u64::MAX,
            hash: format!("0x{n:064x}"),
            time: at(0),
        },
        source: "evm".parse().unwrap(),
        host: "eth.drpc.org".to_owned(),
        taken_at,
        probe: false,
        rows: vec![],
        positions: Vec::new(),
        protocols: ports::ProtocolReading::default(),
        unreadable: vec![],
    }
}

/// Returns the id of the `n`th transaction.
///
/// # Panics
/// Never: it is a transaction id.
pub fn transaction(n: u32) -> TransactionId {
    format!("0x{n:064x}").parse().unwrap()
}

/// Returns what an explorer reported about transaction `n` of account `of`: ether sent in this block.
pub fn fact(n: u32, of: u8, block: u64) -> Fact {
    Fact {
        account: account(of),
        transaction: transaction(n),
        block: FactBlock {
            number: block,
            hash: Some(format!("0x{block:064x}")),
            time: at(block.try_into().unwrap_or(i64::MAX)),
            position: Some(n),
        },
        source: "explorer".parse().unwrap(),
        body: FactBody::Transaction(ReportedTransaction {
            from: address(of),
            to: Some(address(99)),
            created: None,
            value: u128::from(n).into(),
            nonce: Some(n.into()),
            succeeded: true,
            fee: Some(21_000.into()),
            data_fee: None,
            selector: None,
            envelope: Some(2),
        }),
    }
}

/// Returns the entry of transaction `n` of account `of` in this block: ether sent, and the fee.
pub fn entry(n: u32, of: u8, block: u64) -> Entry {
    let leg = |role, amount: u128, item: &str| Leg {
        role,
        asset: AssetId::native(&account(of).chain, 60),
        token_id: None,
        amount: amount.into(),
        counterparty: (role == LegRole::Out).then(|| address(99)),
        stream: Stream::Transactions,
        item: item.to_owned(),
    };
    Entry {
        id: EntryId {
            account: account(of),
            transaction: transaction(n),
        },
        block,
        block_hash: Some(format!("0x{block:064x}").into()),
        position: 0,
        time: at(block.try_into().unwrap_or(i64::MAX)),
        kind: EntryKind::Send,
        legs: vec![leg(LegRole::Out, n.into(), "value"), leg(LegRole::Fee, 21_000, "fee")],
        counterparty: Some(address(99)),
        protocol: None,
        bridge_id: None,
        approvals: Vec::new(),
        failed: false,
        decoding: Decoding::Generic,
        decoder: "transfer".to_owned(),
        decoder_version: 1,
    }
}

/// Returns a failure dated one second after the tests' epoch.
pub fn failure(retry_at: Option<Timestamp>) -> Failure {
    Failure {
        code: ports::failure::FailureCode::Unavailable,
        text: "The node is not answering right now".to_owned(),
        at: at(1),
        retry_at,
    }
}

/// Returns job `n`, with its own subject and at most three attempts.
pub fn job(n: u16, run_at: Timestamp) -> NewJob {
    NewJob {
        id: id(n),
        kind: "read-account".to_owned(),
        subject: format!("subject-{n}"),
        run_at,
        max_attempts: 3,
    }
}

/// Returns the subjects of leased jobs, in order.
pub fn subjects(leases: &[Lease]) -> Vec<&str> {
    leases.iter().map(|lease| lease.job.subject.as_str()).collect()
}
