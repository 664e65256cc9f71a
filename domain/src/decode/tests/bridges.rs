//! Both sides of bridges have the same id.

use ports::{Entry, entry::EntryKind, fact::Log};

use super::builder::*;
use crate::decode::topics;

/// A departure of the account's token with these logs.
fn sent(chain: u64, logs: Vec<Log>) -> Entry {
    let logs = std::iter::once(transfer(TOKEN, ME, POOL, 100)).chain(logs);
    let entry = Facts::call(ME, ROUTER).on(chain).logs(logs).decode();
    assert_eq!(entry.kind, EntryKind::BridgeOut, "{entry:?}");
    entry
}

/// An arrival of the account's token that a relayer sent.
fn arrived(chain: u64, logs: Vec<Log>) -> Entry {
    let logs = std::iter::once(transfer(TOKEN, POOL, ME, 99)).chain(logs);
    let entry = Facts::call(FRIEND, ROUTER).on(chain).logs(logs).decode();
    assert_eq!(entry.kind, EntryKind::BridgeIn, "{entry:?}");
    entry
}

fn assert_pair(out: &Entry, r#in: &Entry, id: &str) {
    assert_eq!(out.bridge_id.as_deref(), Some(id));
    assert_eq!(r#in.bridge_id.as_deref(), Some(id));
    assert_eq!(out.protocol, r#in.protocol);
}

#[test]
fn across_names_origin_and_deposit() {
    let head = || vec![party(TOKEN), party(TOKEN), number(100), number(99)];
    let deposit_topics = [number(10), number(77), party(ME)];
    let deposit = |topic| log(POOL, topic, &deposit_topics, &[head(), vec![number(0); 6]].concat());
    let relay = |topic| {
        let tail = [vec![number(10); 4], vec![party(ME); 2], vec![number(0); 5]].concat();
        let topics = [number(1), number(77), party(FRIEND)];
        log(POOL, topic, &topics, &[head(), tail].concat())
    };
    for (out, filled) in [
        (topics::ACROSS_DEPOSITED, topics::ACROSS_FILLED),
        (topics::ACROSS_V3_DEPOSITED, topics::ACROSS_V3_FILLED),
        (topics::ACROSS_V3_DEPOSITED, topics::ACROSS_FILLED),
    ] {
        assert_pair(
            &sent(1, vec![deposit(out)]),
            &arrived(10, vec![relay(filled)]),
            "across:1:77",
        );
    }
    let other = [number(1), number(77), party(FRIEND)];
    let tail = [head(), vec![number(0); 5], vec![party(FRIEND); 2], vec![number(0); 4]].concat();
    let to_friend = log(POOL, topics::ACROSS_FILLED, &other, &tail);
    let entry = Facts::call(FRIEND, ROUTER)
        .logs([transfer(TOKEN, POOL, ME, 99), to_friend])
        .decode();
    assert_eq!(entry.kind, EntryKind::Receive);
}

#[test]
fn two_deposits_in_one_transaction_have_no_id() {
    let deposit = |id| {
        log(
            POOL,
            topics::ACROSS_DEPOSITED,
            &[number(10), number(id), party(ME)],
            &vec![number(0); 10],
        )
    };
    assert_eq!(sent(1, vec![deposit(1), deposit(2)]).bridge_id, None);
}

#[test]
fn hop_names_the_transfer() {
    let id = "ab".repeat(32);
    let data: Vec<String> = (1..=6).map(number).collect();
    let out = log(POOL, topics::HOP_SENT, &[id.clone(), number(10), party(ME)], &data);
    let bonded = log(POOL, topics::HOP_BONDED, std::slice::from_ref(&id), &[number(99)]);
    let withdrew = log(POOL, topics::HOP_WITHDREW, &[id.clone(), party(ME)], &data[..2]);
    let name = format!("hop:{id}");
    assert_pair(&sent(42161, vec![out.clone()]), &arrived(10, vec![bonded]), &name);
    assert_pair(&sent(42161, vec![out]), &arrived(10, vec![withdrew]), &name);
    let amounts = [number(100), number(98), number(1_700_000_900), number(0)];
    let to_l2 = log(
        POOL,
        topics::HOP_SENT_TO_L2,
        &[number(10), party(ME), party(FRIEND)],
        &amounts,
    );
    let completed = log(POOL, topics::HOP_FROM_L1, &[party(ME), party(FRIEND)], &amounts);
    let name = format!("hop:10:{}:100:98:1700000900", address(ME));
    assert_pair(&sent(1, vec![to_l2]), &arrived(10, vec![completed]), &name);
}

#[test]
fn layer_zero_names_the_message_and_stargate_v1_nothing() {
    let guid = "cd".repeat(32);
    let data = [number(30111), number(100), number(99)];
    let out = |guid: &str| log(POOL, topics::OFT_SENT, &[guid.to_owned(), party(ME)], &data);
    let r#in = log(
        POOL,
        topics::OFT_RECEIVED,
        &[guid.clone(), party(ME)],
        &[number(30101), number(99)],
    );
    assert_pair(
        &sent(1, vec![out(&guid)]),
        &arrived(10, vec![r#in]),
        &format!("layerzero:{guid}"),
    );
    let bus = sent(1, vec![out(&"0".repeat(64))]);
    assert_eq!((bus.bridge_id, bus.protocol.as_deref()), (None, Some("stargate-v2")));
    let swap = [
        number(111),
        number(1),
        party(ME),
        number(100),
        number(0),
        number(0),
        number(0),
        number(0),
    ];
    let out = sent(1, vec![log(POOL, topics::STARGATE_SWAP, &[], &swap)]);
    let remote = [party(ME), number(99), number(0), number(0)];
    let r#in = arrived(10, vec![log(POOL, topics::STARGATE_SWAP_REMOTE, &[], &remote)]);
    assert_eq!(
        (out.protocol.as_deref(), r#in.protocol.as_deref()),
        (Some("stargate-v1"), Some("stargate-v1"))
    );
}

#[test]
fn cctp_names_domain_and_nonce() {
    let burn_data = [number(100), party(ME), number(2), number(0), number(0)];
    let burn = log(
        POOL,
        topics::CCTP_BURN,
        &[number(5), party(TOKEN), party(ME)],
        &burn_data,
    );
    let mint = log(POOL, topics::CCTP_MINT, &[party(ME), party(TOKEN)], &[number(99)]);
    let message_data = [number(0), party(POOL), number(96), number(0)];
    let message = log(POOL, topics::CCTP_RECEIVED, &[party(FRIEND), number(5)], &message_data);
    assert_pair(&sent(1, vec![burn]), &arrived(10, vec![message, mint]), "cctp:0:5");
}

#[test]
fn cctp_of_version_2_names_domains_recipient_and_amount_before_the_fee() {
    let message_data = [number(0), party(POOL), number(96), number(0)];
    let burn_data = [
        number(100),
        party(ME),
        number(6),
        number(0),
        number(0),
        number(2),
        number(224),
        number(0),
    ];
    let burn = log(
        POOL,
        topics::CCTP_V2_BURN,
        &[party(TOKEN), party(ME), number(1000)],
        &burn_data,
    );
    let mint = log(
        POOL,
        topics::CCTP_V2_MINT,
        &[party(ME), party(TOKEN)],
        &[number(99), number(1)],
    );
    let message = log(
        POOL,
        topics::CCTP_V2_RECEIVED,
        &[party(FRIEND), number(8), number(1000)],
        &message_data,
    );
    let name = format!("cctp-v2:0:6:{}:100", address(ME));
    assert_pair(&sent(1, vec![burn]), &arrived(8453, vec![message, mint]), &name);
}

#[test]
fn op_chains_name_withdrawals_by_hash_and_deposits_by_amount() {
    let hash = "ef".repeat(32);
    let passed = [number(100), number(0), number(128), hash.clone(), number(0)];
    let out = log(
        POOL,
        topics::OP_MESSAGE_PASSED,
        &[number(1), party(ROUTER), party(POOL)],
        &passed,
    );
    let finalized = log(POOL, topics::OP_FINALIZED, std::slice::from_ref(&hash), &[number(1)]);
    assert_pair(
        &sent(10, vec![out]),
        &arrived(1, vec![finalized]),
        &format!("op-withdrawal:{hash}"),
    );
    let deposit_data = [party(ME), number(100), number(96), number(0)];
    let tokens = [party(TOKEN), party(OTHER_TOKEN)];
    let parties = [&tokens[..], &[party(ME)]].concat();
    let out = sent(1, vec![log(POOL, topics::OP_TOKEN_DEPOSIT, &parties, &deposit_data)]);
    let r#in = arrived(
        10,
        vec![log(POOL, topics::OP_DEPOSIT_FINALIZED, &parties, &deposit_data)],
    );
    let name = format!(
        "op-deposit:{}:{}:{}:100",
        address(TOKEN),
        address(OTHER_TOKEN),
        address(ME)
    );
    assert_pair(&out, &r#in, &name);
    let proof = log(POOL, topics::OP_PROVEN, &[hash, party(ME), party(ME)], &[]);
    let entry = Facts::call(ME, POOL).logs([proof]).decode();
    assert_eq!(
        (entry.kind, entry.protocol.as_deref()),
        (EntryKind::Call, Some("op-stack"))
    );
}

#[test]
fn ether_deposited_by_bridge_or_portal_arrives_with_the_same_name() {
    let name = format!("op-deposit:eth:{}:100", address(ME));
    let initiated = log(
        POOL,
        topics::OP_ETH_DEPOSIT,
        &[party(ME), party(ME)],
        &[number(100), number(64), number(0)],
    );
    let portal = log(
        POOL,
        topics::OP_PORTAL_DEPOSIT,
        &[party(ME), party(ME), number(0)],
        &[number(32), number(0)],
    );
    for logs in [vec![initiated, portal.clone()], vec![portal]] {
        let entry = Facts::call(ME, POOL).value(100).logs(logs).decode();
        assert_eq!(
            (entry.kind, entry.bridge_id.as_deref()),
            (EntryKind::BridgeOut, Some(name.as_str()))
        );
    }
    let mut direct = Facts::call(ME, ME).value(100).envelope(126).on(10);
    direct.transaction.fee = None;
    assert_eq!(direct.decode().bridge_id.as_deref(), Some(name.as_str()));
    let finalized = [number(0), party(TOKEN), party(ME)];
    let logs = [log(
        POOL,
        topics::OP_DEPOSIT_FINALIZED,
        &finalized,
        &[party(ME), number(100), number(96)],
    )];
    let bridged = Facts::call(ROUTER, POOL)
        .envelope(126)
        .on(10)
        .internal(&[(POOL, ME, 100)])
        .logs(logs)
        .decode();
    assert_eq!(
        (bridged.kind, bridged.bridge_id.as_deref()),
        (EntryKind::BridgeIn, Some(name.as_str()))
    );
}

#[test]
fn arbitrum_names_exits_by_position_and_deposits_by_amount() {
    let exit: Vec<String> = (1..=6).map(number).collect();
    let out = log(POOL, topics::ARBITRUM_TO_L1, &[party(ME), number(9), number(55)], &exit);
    let executed = log(
        POOL,
        topics::ARBITRUM_OUTBOX,
        &[party(ME), party(ME), number(0)],
        &[number(55)],
    );
    assert_pair(&sent(42161, vec![out]), &arrived(1, vec![executed]), "arbitrum-exit:55");
    let deposit = [party(TOKEN), number(100)];
    let out = log(
        POOL,
        topics::ARBITRUM_DEPOSIT,
        &[party(ME), party(ME), number(3)],
        &deposit,
    );
    let finalized = [party(TOKEN), party(ME), party(ME)];
    let r#in = log(POOL, topics::ARBITRUM_DEPOSIT_FINALIZED, &finalized, &[number(100)]);
    let name = format!("arbitrum-deposit:{}:{}:100", address(TOKEN), address(ME));
    assert_pair(&sent(1, vec![out]), &arrived(42161, vec![r#in]), &name);
    let inbox = log(POOL, topics::ARBITRUM_INBOX, &[number(8)], &[number(32), number(0)]);
    let ether = Facts::call(ME, POOL).value(100).logs([inbox]).decode();
    assert_eq!((ether.kind, ether.bridge_id), (EntryKind::BridgeOut, None));
    let mut arrival = Facts::call(ME, ME).value(100).envelope(100).on(42161);
    arrival.transaction.fee = None;
    assert_eq!(
        (arrival.decode().kind, legs(&arrival.decode())),
        (EntryKind::BridgeIn, vec!["in 100 native".to_owned()])
    );
}

#[test]
fn polygon_names_the_state() {
    let synced = log(
        POOL,
        topics::POLYGON_SYNCED,
        &[number(8), party(ROUTER)],
        &[number(32), number(0)],
    );
    let committed = log(POOL, topics::POLYGON_COMMITTED, &[number(8)], &[number(1)]);
    assert_pair(
        &sent(1, vec![synced]),
        &arrived(137, vec![committed]),
        "polygon-state:8",
    );
}
