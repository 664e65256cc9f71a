//! Sample values, numbered so that two of them differ.

use std::str::FromStr;

use ports::{
    AccountId, Address, AssetId, Snapshot, Timestamp, User, UserId, Wallet,
    chain::Block,
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
        unreadable: vec![],
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
