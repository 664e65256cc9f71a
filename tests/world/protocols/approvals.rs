//! Allowances, read from tokens of OpenZeppelin and from contracts in the interface of Permit2 on a local node: each equals what the contracts
//! state at the same block.

use super::session::Session;
use adapters::chain::evm::EvmReader;
use ports::{
    AccountId, Address, AllowanceReader, AllowanceReading, Approval, ApprovalScope, ChainId, RawAmount, Timestamp,
    allowance::AccountCode, approval::PERMIT2,
};
use serde::Deserialize;
use std::collections::BTreeSet;
use support::{
    mock_upstream::MockUpstream,
    outgoing::{client, row, short_timeouts},
    world::{ETHEREUM, TestWorld},
};

/// The steps of one run; the first 16 are the same in every run.
const STEPS: usize = 60;

#[derive(Deserialize)]
struct Contracts {
    people: Vec<String>,
    tokens: Vec<String>,
    collection: String,
    /// A token that answers with three bytes, and one that reverts.
    broken: [String; 2],
    router: String,
    key: String,
    smart: String,
    ids: Vec<String>,
}

#[derive(Deserialize)]
struct Step {
    name: String,
    succeeded: bool,
    stated: Vec<OfPerson>,
}

#[derive(Deserialize)]
struct OfPerson {
    person: String,
    allowances: Vec<ExpectedAllowance>,
}

/// What a contract states.
#[derive(Deserialize)]
struct ExpectedAllowance {
    contract: String,
    spender: String,
    scope: String,
    id: Option<String>,
    amount: Option<String>,
    until: Option<i64>,
}

type Found = BTreeSet<(Approval, Option<RawAmount>, Option<Timestamp>)>;

fn address(text: &str) -> Address {
    text.parse().unwrap()
}

fn approval(contract: &str, spender: &Address, scope: ApprovalScope) -> Approval {
    Approval {
        contract: address(contract),
        spender: spender.clone(),
        scope,
    }
}

/// Every approval that a person could have made.
fn approvals(contracts: &Contracts) -> Vec<Approval> {
    let spenders = [&contracts.router, &contracts.key, &contracts.smart].map(|text| address(text));
    let mut all = Vec::new();
    for spender in &spenders {
        for token in &contracts.tokens {
            all.push(approval(token, spender, ApprovalScope::Amount));
            all.push(approval(token, spender, ApprovalScope::Permit2));
        }
        all.push(approval(&contracts.collection, spender, ApprovalScope::Collection));
        for id in &contracts.ids {
            all.push(approval(
                &contracts.collection,
                spender,
                ApprovalScope::Token(id.parse().unwrap()),
            ));
        }
    }
    for token in &contracts.tokens {
        all.push(approval(token, &Address::evm(PERMIT2), ApprovalScope::Amount));
    }
    all
}

fn expected(stated: &[ExpectedAllowance]) -> Found {
    let one = |one: &ExpectedAllowance| {
        let scope = match one.scope.as_str() {
            "amount" => ApprovalScope::Amount,
            "permit2" => ApprovalScope::Permit2,
            "collection" => ApprovalScope::Collection,
            _ => ApprovalScope::Token(one.id.as_ref().unwrap().parse().unwrap()),
        };
        let amount = one.amount.as_ref().map(|amount| amount.parse().unwrap());
        let until = one.until.map(Timestamp::from_seconds);
        (approval(&one.contract, &address(&one.spender), scope), amount, until)
    };
    stated.iter().map(one).collect()
}

fn found(reading: &AllowanceReading) -> Found {
    let one = |one: &ports::Allowance| (one.approval.clone(), one.amount, one.expires_at);
    reading.allowances.iter().map(one).collect()
}

async fn read(node: &MockUpstream, person: &str, approvals: &[Approval]) -> AllowanceReading {
    let (client, _) = client(&[node], short_timeouts());
    // A reader of its own for each reading, because one uses the newest block that it knows for a second.
    let reader = EvmReader::new(&[row(ETHEREUM, &[node])], &client);
    let account = AccountId {
        chain: ChainId::evm(ETHEREUM),
        address: address(person),
    };
    reader.allowances(&account, approvals).await.unwrap()
}

async fn follow(seed: u32) {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let node = MockUpstream::to_node(chain.rpc().address());
    let (mut session, contracts): (Session, Contracts) = Session::start("approvals.mjs", chain, seed);
    let approvals = approvals(&contracts);
    let (mut events, mut scopes) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..STEPS {
        let step: Step = session.step();
        for of in &step.stated {
            let reading = read(&node, &of.person, &approvals).await;
            assert_eq!(reading.block.number, chain.block_number());
            assert_eq!((&reading.code, &reading.unread), (&AccountCode::Key, &Vec::new()));
            assert_eq!(
                found(&reading),
                expected(&of.allowances),
                "step {number}: {}",
                step.name
            );
            for one in &reading.allowances {
                assert_eq!(one.code, code(&contracts, &one.approval.spender), "{one:?}");
            }
            scopes.extend(of.allowances.iter().map(|one| one.scope.clone()));
        }
        if step.succeeded {
            events.insert(step.name);
        }
    }
    assert_eq!(
        events.iter().map(String::as_str).collect::<Vec<_>>(),
        ["all", "approve", "burn", "give", "one", "permit", "spend", "wait"]
    );
    assert_eq!(
        scopes.iter().map(String::as_str).collect::<Vec<_>>(),
        ["amount", "collection", "permit2", "token"]
    );
}

fn code(contracts: &Contracts, spender: &Address) -> AccountCode {
    if *spender == address(&contracts.key) {
        AccountCode::Key
    } else if *spender == address(&contracts.smart) {
        AccountCode::Delegated(address(&contracts.router))
    } else {
        AccountCode::Contract
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn allowances_are_those_of_the_contracts() {
    follow(5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn allowances_are_those_of_the_contracts_in_another_run() {
    follow(31).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_contract_that_does_not_answer_is_stated_and_the_others_are_read() {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let node = MockUpstream::to_node(chain.rpc().address());
    let (mut session, contracts): (Session, Contracts) = Session::start("approvals.mjs", chain, 1);
    let _: Step = session.step();
    let router = address(&contracts.router);
    let [short, reverting] = &contracts.broken;
    let approvals = [short, &contracts.tokens[0], reverting, &contracts.key]
        .map(|contract| approval(contract, &router, ApprovalScope::Amount));
    let reading = read(&node, &contracts.people[0], &approvals).await;
    assert_eq!(reading.allowances.len(), 1);
    assert_eq!(reading.allowances[0].approval, approvals[1]);
    let why: Vec<&str> = reading.unread.iter().map(|(_, why)| why.as_str()).collect();
    let expected = [
        "its contract answers with something else",
        ports::chain::REVERTS,
        ports::chain::NO_CONTRACT,
    ];
    assert_eq!(why, expected);
    assert_eq!(
        read(&node, &contracts.smart, &[]).await.code,
        AccountCode::Delegated(router)
    );
}
