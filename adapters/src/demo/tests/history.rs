//! Histories explain balances to the last unit.

mod transfers;

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    address::{Versioned, Witness},
    entry::TransactionId,
    fact::{Fact, FactBody, Stream},
    history::HistoryRequest,
};

use super::{replay::replay, *};

fn account(chain: &ChainId, address: &Address) -> AccountId {
    AccountId {
        chain: chain.clone(),
        address: address.clone(),
    }
}

/// The readers of the demo world at one second, without the time that remote answers would take.
struct At {
    histories: DemoHistory,
    reader: DemoReader,
    world: Arc<DemoWorld>,
    universe: Vec<AssetId>,
    second: i64,
}

impl At {
    fn new(second: i64) -> Self {
        let clock = Arc::new(FixedClock(AtomicI64::new(second)));
        let world = Arc::new(world_of(rows().unwrap(), &tokens()));
        Self {
            histories: DemoHistory::new(clock.clone(), world.clone()),
            reader: DemoReader::new(clock, world.clone()),
            world,
            universe: universe(),
            second,
        }
    }

    fn head(&self, chain: &ChainId) -> u64 {
        self.world
            .chain(chain, "")
            .unwrap()
            .number_at(Timestamp::from_seconds(self.second))
    }

    /// Reads all pages of a stream up to the newest block.
    fn walk(&self, account: &AccountId, stream: Stream) -> Vec<Fact> {
        let last = self.head(&account.chain);
        let (mut facts, mut continuation) = (Vec::new(), None);
        loop {
            let request = HistoryRequest {
                account: account.clone(),
                stream,
                blocks: (0, last),
                continuation,
            };
            let read = self.histories.read(&request).unwrap();
            assert!(read.facts.len() <= 100 && read.gaps.is_empty());
            let newest = read.facts.iter().map(|fact| fact.block.number).max();
            assert!(newest <= read.through, "{newest:?} after {:?}", read.through);
            facts.extend(read.facts);
            continuation = read.continuation;
            if continuation.is_none() {
                assert_eq!((read.through, read.total), (Some(last), Some(facts.len() as u64)));
                return facts;
            }
        }
    }

    /// Reads the whole history of an account.
    fn history(&self, account: &AccountId) -> Vec<Fact> {
        let streams = self.histories.streams(&account.chain).into_iter();
        streams.flat_map(|stream| self.walk(account, stream)).collect()
    }

    /// Returns the whole history of an account without pages, and its balances; `None` where its chain fails for it.
    fn timeline(&self, account: &AccountId) -> Option<(Vec<Fact>, BTreeMap<AssetId, RawAmount>)> {
        let chain = self.world.chain(&account.chain, "").unwrap();
        self.world.check(account, "").ok()?;
        let timeline = self.world.timeline(account, self.head(&account.chain), "").unwrap();
        let streams = self.histories.streams(&account.chain).into_iter();
        let facts = streams.flat_map(|stream| crate::demo::history::facts(chain, account, &timeline, stream));
        Some((facts.collect(), timeline.balances.into_iter().collect()))
    }

    fn replayed(&self, account: &AccountId, facts: &[Fact]) -> BTreeMap<AssetId, RawAmount> {
        replay(account, &self.world.chain(&account.chain, "").unwrap().native.id, facts)
    }

    /// Checks that facts add up to what the chain reader reports.
    fn assert_replayed(&self, account: &AccountId, facts: &[Fact]) {
        let replayed = self.replayed(account, facts);
        let tokens: Vec<AssetId> = replayed.keys().chain(&self.universe).cloned().collect();
        let held = self.reader.held(account, &tokens, self.head(&account.chain)).unwrap();
        assert_eq!(replayed, held.into_iter().collect(), "{account}");
    }
}

fn transactions(facts: &[Fact]) -> BTreeSet<&TransactionId> {
    facts.iter().map(|fact| &fact.transaction).collect()
}

#[tokio::test]
async fn the_histories_of_the_best_known_names_add_up_to_their_balances() {
    let at = At::new(NOON);
    for address in addresses().await {
        for chain in at
            .world
            .chains
            .iter()
            .filter(|chain| chain.row.id.evm_number().is_some())
        {
            let account = account(&chain.row.id, &address);
            if at.world.check(&account, "").is_ok() {
                let facts = at.history(&account);
                at.assert_replayed(&account, &facts);
                println!("{account}: {}", transactions(&facts).len());
            }
        }
        let facts = at.history(&account(&ChainId::evm(1), &address));
        let count = transactions(&facts).len();
        assert!((150..=450).contains(&count), "{count}");
    }
}

/// Random addresses on all chains, a thousand in a soak: what they hold is what happened, and no balance was ever negative.
#[test]
fn the_histories_of_random_addresses_add_up_on_every_chain() {
    let at = At::new(NOON);
    #[expect(clippy::disallowed_methods, reason = "it is no configuration: a soak tries more")]
    let half = if std::env::var_os("SPYHOP_TEST_SOAK").is_some() {
        500
    } else {
        100
    };
    let check = |numbers: std::ops::Range<u64>| numbers.map(|number| check_address(&at, number)).sum::<usize>();
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| check(0..half));
        let second = check(half..2 * half);
        (first.join().unwrap(), second)
    });
    let facts = u64::try_from(first + second).unwrap();
    assert!(facts > 600 * half, "{facts} facts");
}

/// Checks the histories of a random address on all chains. Returns the number of facts.
fn check_address(at: &At, number: u64) -> usize {
    let hash = random::digest(&["random address", &number.to_string()]);
    let mut bytes = [0; 20];
    bytes.copy_from_slice(&hash[..20]);
    let mut count = 0;
    for chain in &at.world.chains {
        let Some(address) = address_on(chain, bytes, number) else {
            continue;
        };
        let account = account(&chain.row.id, &address);
        let timeline = at.timeline(&account);
        assert_eq!(
            at.reader.held(&account, &[], 1).is_ok(),
            timeline.is_some(),
            "{account}"
        );
        let Some((facts, balances)) = timeline else { continue };
        assert_eq!(at.replayed(&account, &facts), balances, "{account}");
        if number.is_multiple_of(50) {
            at.assert_replayed(&account, &facts);
        }
        count += facts.len();
    }
    count
}

/// Returns an address of a chain whose transactions are invented.
fn address_on(chain: &DemoChain, hash: [u8; 20], number: u64) -> Option<Address> {
    if chain.row.id.evm_number().is_some() {
        return Some(Address::evm(hash));
    }
    let segwit = Address::segwit(&Witness {
        hrp: "bc".to_owned(),
        version: 0,
        program: hash.to_vec(),
    });
    let version = match chain.row.code.as_str() {
        "bitcoin" | "bitcoin-cash" => 0,
        "litecoin" => 48,
        "dogecoin" => 30,
        _ => return None,
    };
    if chain.row.code == "bitcoin" && number.is_multiple_of(2) {
        return segwit;
    }
    let account = chain.row.account(&Address::base58(&Versioned { version, hash }));
    Some(account.unwrap().address)
}

#[tokio::test]
async fn the_past_never_changes() {
    let (before, after) = (At::new(NOON), At::new(NOON + 40 * 86_400 + 12_345));
    for address in addresses().await {
        for chain in [1, 8453, 42_161].map(ChainId::evm) {
            let account = account(&chain, &address);
            let ((old, _), (new, _)) = (before.timeline(&account).unwrap(), after.timeline(&account).unwrap());
            let last = before.head(&chain);
            let within: Vec<_> = new.iter().filter(|fact| fact.block.number <= last).collect();
            assert_eq!(within, old.iter().collect::<Vec<_>>(), "{account}");
            assert!(new.len() > old.len(), "{account} goes on");
        }
    }
}

/// At any second the balance is what the transactions up to its block add up to.
#[tokio::test]
async fn histories_add_up_at_every_time() {
    let address = &addresses().await[0];
    for step in 0..60 {
        let at = At::new(NOON - 5 * 365 * 86_400 + step * 40 * 86_400 + step * 1234);
        for chain in [1, 8453, 137].map(ChainId::evm) {
            let account = account(&chain, address);
            at.assert_replayed(&account, &at.timeline(&account).unwrap().0);
        }
    }
}

#[tokio::test]
async fn a_walk_returns_each_transaction_once_and_in_order() {
    let at = At::new(NOON);
    let account = account(&ChainId::evm(1), &addresses().await[0]);
    for stream in at.histories.streams(&account.chain) {
        let facts = at.walk(&account, stream);
        assert_eq!(transactions(&facts).len(), facts.len(), "{stream:?}");
        assert!(facts.windows(2).all(|two| two[0].block.number < two[1].block.number));
        assert!(facts.windows(2).all(|two| two[0].block.time < two[1].block.time));
        assert!(
            facts
                .iter()
                .all(|fact| fact.body.stream() == stream && fact.account == account)
        );
    }
    let sent = at.walk(&account, Stream::Transactions);
    assert!(sent.len() > 100, "more than a page");
    let since = Timestamp::from_seconds(NOON).since(sent[0].block.time);
    assert!(since > Duration::from_hours(24 * 365 * 4));
    let failed = |fact: &Fact| matches!(&fact.body, FactBody::Transaction(one) if !one.succeeded);
    assert!(sent.iter().any(failed));
}

#[tokio::test]
async fn the_port_returns_the_same_pages() {
    let (demo, at) = (demo(NOON), At::new(NOON));
    let account = account(&ChainId::evm(1), &addresses().await[0]);
    let head = demo.histories[0].head(&account.chain).await.unwrap().unwrap();
    assert_eq!(head, at.head(&account.chain));
    let request = HistoryRequest {
        account,
        stream: Stream::TokenTransfers,
        blocks: (0, head),
        continuation: None,
    };
    let page = demo.histories[0].page(&request).await.unwrap();
    assert_eq!(page, at.histories.read(&request).unwrap());
    let beyond = HistoryRequest {
        blocks: (0, head + 1),
        ..request
    };
    assert!(
        demo.histories[0].page(&beyond).await.is_err(),
        "that block does not exist yet"
    );
}

#[tokio::test]
async fn the_number_of_sent_transactions_is_the_nonce() {
    let (demo, at) = (demo(NOON), At::new(NOON));
    for chain in [1, 10, 42_161].map(ChainId::evm) {
        let account = account(&chain, &addresses().await[0]);
        let sent = at.walk(&account, Stream::Transactions).into_iter();
        let nonces: Vec<u64> = sent
            .filter_map(|fact| match fact.body {
                FactBody::Transaction(one) if one.from == account.address => one.nonce,
                _ => None,
            })
            .collect();
        let probe = demo.readers[0].probe(&account).await.unwrap().unwrap();
        assert_eq!(nonces, (0..probe.sent).collect::<Vec<_>>(), "{account}");
    }
}

#[test]
fn no_transactions_are_invented_on_solana() {
    let at = At::new(NOON);
    let is_solana = |chain: &&DemoChain| chain.row.code == "solana";
    let solana = at.world.chains.iter().find(is_solana).unwrap().row.id.clone();
    assert!(at.histories.streams(&solana).is_empty() && at.histories.gaps(&solana).len() == 1);
    assert!(at.histories.gaps(&ChainId::evm(1)).is_empty());
}
