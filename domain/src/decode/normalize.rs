//! From facts to what moved in one account.
//!
//! Receipts beat rows: where the receipt is known, its logs state the transfers of tokens, and it states the fee and whether the
//! transaction succeeded. Native value comes from the transaction and the internal transfers in both cases.

use ports::{
    Address, AssetId, EntryId, RawAmount,
    fact::{InternalTransfer, Stream, TokenStandard},
};

use super::{
    burned::unlogged_burns,
    chosen::ChosenFacts,
    coin,
    context::DecodeContext,
    event::EventLog,
    fees,
    movement::{AccountMovement, Direction, Sides},
    net::NetAmounts,
    normalized::{ChangeOrigin, NormalizedTransaction, OP_DEPOSIT, ObservedTransfer, TopCall},
    second_contract::counted_once,
    token_fee::TokenFee,
    token_logs::{KnownStandards, LoggedTransfers, logged_transfers},
    token_rows::listed_transfers,
    wrapped,
};

/// Types of calls that repeat the value of their caller without moving it.
const REPEATING_CALLS: [&str; 3] = ["delegatecall", "staticcall", "callcode"];
/// The type of a deposit of ether to an Arbitrum chain, whose value was minted for the sender too.
const ARBITRUM_DEPOSIT: u8 = 100;
/// The contract that collects fees on chains of the ZKsync stack. What moves to and from it is the fee, which the receipt states.
const ZKSYNC_FEES: &str = "0x0000000000000000000000000000000000008001";
/// The contract that reports native moves on these chains.
const ZKSYNC_ETHER: &str = "0x000000000000000000000000000000000000800A";

/// Returns the transaction as seen from the account.
pub(super) fn normalize<'a>(
    id: &'a EntryId,
    facts: &ChosenFacts<'a>,
    context: &'a DecodeContext,
) -> NormalizedTransaction<'a> {
    let mut transaction = NormalizedTransaction {
        id,
        context,
        origin: ChangeOrigin::Transaction,
        time: facts.block.time,
        call: call(facts),
        movements: Vec::new(),
        net: NetAmounts::default(),
        fees: Vec::new(),
        transfers: Vec::new(),
        events: Vec::new(),
        problems: Vec::new(),
    };
    if let Some(fact) = facts.coin {
        coin::add(&mut transaction, fact);
    } else if let Some(withdrawal) = facts.withdrawal {
        transaction.origin = ChangeOrigin::Withdrawal;
        let place = (Stream::Withdrawals, "withdrawal".to_owned(), vec![0]);
        transaction
            .movements
            .extend(native(context, (Direction::In, None), withdrawal.value, place));
    } else {
        add_tokens(&mut transaction, facts);
        let charged = fees::add(&mut transaction, facts);
        if !transaction.has_failed() {
            add_movements(&mut transaction, facts, charged.as_ref());
        }
    }
    transaction.movements.sort_by(|one, other| one.order.cmp(&other.order));
    transaction.net = NetAmounts::of(&transaction.movements);
    transaction
}

/// Returns the transaction's own call. A receipt does not state selector and type, and before Byzantium not the success.
fn call<'a>(facts: &ChosenFacts<'a>) -> Option<TopCall<'a>> {
    let listed = facts.transaction.map(|transaction| TopCall {
        from: &transaction.from,
        to: transaction.to.as_ref(),
        created: transaction.created.as_ref(),
        selector: transaction.selector.as_deref(),
        envelope: transaction.envelope,
        succeeded: transaction.succeeded,
    });
    let Some(receipt) = facts.receipt else { return listed };
    let succeeded = receipt.succeeded.or(listed.map(|call| call.succeeded));
    Some(TopCall {
        from: &receipt.from,
        to: receipt.to.as_ref(),
        created: receipt.created.as_ref(),
        selector: listed.and_then(|call| call.selector),
        envelope: listed.and_then(|call| call.envelope),
        succeeded: succeeded.unwrap_or(true),
    })
}

/// Adds what moved: native value, tokens, and the wrapped native asset.
/// `charged` is the fee, where it was charged in a token.
fn add_movements<'a>(transaction: &mut NormalizedTransaction<'a>, facts: &ChosenFacts<'a>, charged: Option<&TokenFee>) {
    let (account, context) = (transaction.account(), transaction.context);
    let is_party = |call: TopCall<'_>| call.from == account || call.to == Some(account);
    if facts.transaction.is_none() && transaction.call.is_some_and(is_party) {
        transaction.problems.push("value");
    }
    let mut native_moves = native_moves(facts);
    let is_mirror = |one: &&ObservedTransfer| context.mirrors.contains(&one.contract);
    let mirrored: Vec<&ObservedTransfer> = transaction.transfers.iter().filter(is_mirror).collect();
    add_mirrored(&mut native_moves, &mirrored, account);
    let mut found: Vec<AccountMovement> = native_moves
        .into_iter()
        .filter_map(|one| native(context, one.sides().seen_from(account)?, one.amount, one.place))
        .collect();
    add_minted(transaction, &mut found);
    if facts.receipt.is_some() {
        let moves = wrapped::from_logs(&transaction.events, &transaction.transfers, account, context);
        found.extend(moves.movements);
        add_malformed(transaction, &moves.malformed);
    } else {
        found.extend(wrapped::from_native(&found, &transaction.transfers, account, context));
    }
    let is_charged = |one: &ObservedTransfer| charged.is_some_and(|fee| fee.is_part(one));
    let tokens = transaction
        .transfers
        .iter()
        .filter(|one| !is_mirror(one) && !is_charged(one));
    found.extend(tokens.filter_map(|one| token(context, one, account)));
    transaction.movements = found;
    fees::pay_operations(transaction);
}

/// Adds the transfers of tokens: those of the receipt's logs, or else those of the lists.
fn add_tokens<'a>(transaction: &mut NormalizedTransaction<'a>, facts: &ChosenFacts<'a>) {
    let (contracts, time) = (&transaction.context.second_contracts, transaction.time);
    let Some(receipt) = facts.receipt else {
        transaction.transfers = counted_once(listed_transfers(&facts.tokens), contracts, time);
        return;
    };
    transaction.events = receipt.logs.iter().map(EventLog::new).collect();
    transaction.events.sort_by_key(|event| event.index());
    let mut standards = KnownStandards::new();
    for (standard, rows) in &facts.tokens {
        standards.extend(rows.iter().map(|row| (&row.contract, *standard)));
    }
    let LoggedTransfers { transfers, malformed } =
        logged_transfers(&transaction.events, &standards, &transaction.context.mirrors);
    transaction.transfers = counted_once(transfers, contracts, time);
    if let Some(called) = transaction.target().filter(|_| transaction.is_sender()) {
        let sides = (transaction.account(), called);
        let burns = unlogged_burns(&transaction.events, &transaction.transfers, sides, &standards);
        transaction.transfers.extend(burns);
    }
    add_malformed(transaction, &malformed);
}

/// A malformed log matters only where it names the account.
fn add_malformed(transaction: &mut NormalizedTransaction<'_>, malformed: &[EventLog<'_>]) {
    if malformed.iter().any(|event| event.names(transaction.account())) {
        transaction.problems.push("transfers");
    }
}

/// The stream, the item and the position of an amount.
type ItemPlace = (Stream, String, Vec<u64>);

/// A move of native value between any two accounts.
struct NativeMove<'a> {
    from: &'a Address,
    to: Option<&'a Address>,
    amount: RawAmount,
    place: ItemPlace,
}

impl<'a> NativeMove<'a> {
    fn sides(&self) -> Sides<'a> {
        Sides::new(self.from, self.to)
    }
}

/// Returns the moves that the transaction and its internal transfers state.
fn native_moves<'a>(facts: &ChosenFacts<'a>) -> Vec<NativeMove<'a>> {
    let value = facts.transaction.map(|transaction| NativeMove {
        from: &transaction.from,
        to: transaction.to.as_ref().or(transaction.created.as_ref()),
        amount: transaction.value,
        place: (Stream::Transactions, "value".to_owned(), vec![0]),
    });
    let repeats = |row: &InternalTransfer| REPEATING_CALLS.contains(&row.call.as_str());
    let internal = facts.internal.unwrap_or_default().iter();
    let internal = internal
        .filter(|row| !row.failed && !repeats(row))
        .map(|row| NativeMove {
            from: &row.from,
            to: row.to.as_ref(),
            amount: row.value,
            place: (
                Stream::InternalTransfers,
                format!("call {}", row.trace),
                trace_order(&row.trace),
            ),
        });
    value.into_iter().chain(internal).collect()
}

/// Returns the position of a trace id such as `0_1_2`.
fn trace_order(trace: &str) -> Vec<u64> {
    let numbers = trace.split(['_', '.']).map(|part| part.parse().unwrap_or(u64::MAX));
    std::iter::once(1).chain(numbers).collect()
}

/// Adds the moves that only a mirror contract states. One that the transaction or an internal transfer states too is the same
/// move, also where it went by way of the contract, and what a chain of the ZKsync stack moves to and from its collector is the fee.
fn add_mirrored<'a>(moves: &mut Vec<NativeMove<'a>>, mirrored: &[&'a ObservedTransfer], account: &Address) {
    let mut known: Vec<_> = moves.iter().map(|one| (one.from, one.to, one.amount)).collect();
    let by_way_of = |one: &ObservedTransfer| {
        let has = |from: &Address, to: &Address| {
            let is_it = |known: &NativeMove<'_>| (known.from, known.to, known.amount) == (from, Some(to), one.amount);
            moves.iter().any(is_it)
        };
        (one.from == *account && has(&one.from, &one.contract)) || (one.to == *account && has(&one.contract, &one.to))
    };
    let by_way: Vec<bool> = mirrored.iter().map(|one| by_way_of(one)).collect();
    for (one, by_way) in mirrored.iter().zip(by_way) {
        let is_fee =
            one.contract.as_str() == ZKSYNC_ETHER && [&one.from, &one.to].iter().any(|it| it.as_str() == ZKSYNC_FEES);
        let same = known
            .iter()
            .position(|known| *known == (&one.from, Some(&one.to), one.amount));
        if let Some(same) = same {
            known.swap_remove(same);
        } else if !is_fee && !by_way {
            moves.push(NativeMove {
                from: &one.from,
                to: Some(&one.to),
                amount: one.amount,
                place: (one.stream, one.item.clone(), one.order.clone()),
            });
        }
    }
}

/// Adds the value that a deposit transaction of a roll-up mints for its sender before it is sent on.
fn add_minted(transaction: &NormalizedTransaction<'_>, found: &mut Vec<AccountMovement>) {
    let envelope = transaction.call.and_then(|call| call.envelope);
    let is_deposit = envelope.is_some_and(|envelope| [OP_DEPOSIT, ARBITRUM_DEPOSIT].contains(&envelope));
    if !is_deposit || !transaction.is_sender() {
        return;
    }
    let Some(value) = found.iter_mut().find(|one| one.item == "value") else {
        return;
    };
    if value.direction == Direction::Own {
        value.direction = Direction::In;
        value.counterparty = None;
    } else {
        let minted = AccountMovement {
            direction: Direction::In,
            counterparty: None,
            item: "minted value".to_owned(),
            ..value.clone()
        };
        found.push(minted);
    }
}

fn native(
    context: &DecodeContext,
    (direction, counterparty): (Direction, Option<Address>),
    amount: RawAmount,
    (stream, item, order): ItemPlace,
) -> Option<AccountMovement> {
    (!amount.is_zero()).then(|| AccountMovement {
        direction,
        asset: context.native.clone(),
        token_id: None,
        amount,
        counterparty,
        stream,
        item,
        order,
    })
}

fn token(context: &DecodeContext, one: &ObservedTransfer, account: &Address) -> Option<AccountMovement> {
    let (direction, counterparty) = Sides::new(&one.from, Some(&one.to)).seen_from(account)?;
    let asset = match one.standard {
        TokenStandard::Erc20 => AssetId::erc20,
        TokenStandard::Erc721 => AssetId::erc721,
        TokenStandard::Erc1155 => AssetId::erc1155,
    };
    (!one.amount.is_zero()).then(|| AccountMovement {
        direction,
        asset: asset(&context.chain, &one.contract),
        token_id: one.token_id.clone(),
        amount: one.amount,
        counterparty,
        stream: one.stream,
        item: one.item.clone(),
        order: one.order.clone(),
    })
}
