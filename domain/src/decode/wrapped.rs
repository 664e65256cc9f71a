//! Deposits into and withdrawals from the wrapped native asset. Most wrapped assets log no `Transfer` for them.

use ports::{Address, AssetId, RawAmount, fact::Stream};

use super::{
    context::DecodeContext,
    error::DecodeError,
    event::EventLog,
    movement::{AccountMovement, Direction},
    normalized::{ObservedTransfer, is_zero_address},
    topics,
};

/// What the wrapped contract's logs add to an account.
pub(super) struct WrappedMoves<'a> {
    pub movements: Vec<AccountMovement>,
    pub malformed: Vec<EventLog<'a>>,
}

/// Reads `Deposit(dst*, wad)` and `Withdrawal(src*, wad)` of the wrapped contracts. A log that a mint or burn of the same amount
/// accompanies adds nothing, because some wrapped assets log both.
pub(super) fn from_logs<'a>(
    events: &[EventLog<'a>],
    transfers: &[ObservedTransfer],
    account: &Address,
    context: &DecodeContext,
) -> WrappedMoves<'a> {
    let mut minted = Unmatched::of(transfers, account);
    let mut found = WrappedMoves {
        movements: Vec::new(),
        malformed: Vec::new(),
    };
    for event in events.iter().filter(|event| context.wrapped.contains(event.contract())) {
        let direction = match event {
            event if event.has_topic_of(topics::WRAPPED_DEPOSIT) => Direction::In,
            event if event.has_topic_of(topics::WRAPPED_WITHDRAWAL) => Direction::Out,
            _ => continue,
        };
        match read(*event) {
            Ok((owner, amount)) if owner == *account && !amount.is_zero() => {
                if !minted.take(event.contract(), direction, amount) {
                    let place = (
                        Stream::Receipts,
                        format!("log {}", event.index()),
                        vec![2, event.index().into()],
                    );
                    found
                        .movements
                        .push(movement(context, event.contract(), (direction, amount), place));
                }
            }
            Ok(_) => {}
            Err(_) => found.malformed.push(*event),
        }
    }
    found
}

/// Derives the same from native movements: whatever the wrapped contract receives is wrapped, and whatever it pays was unwrapped.
pub(super) fn from_native(
    native: &[AccountMovement],
    transfers: &[ObservedTransfer],
    account: &Address,
    context: &DecodeContext,
) -> Vec<AccountMovement> {
    let mut minted = Unmatched::of(transfers, account);
    let mut found = Vec::new();
    for one in native {
        let Some(contract) = one
            .counterparty
            .as_ref()
            .filter(|other| context.wrapped.contains(other))
        else {
            continue;
        };
        let direction = match one.direction {
            Direction::Out => Direction::In,
            Direction::In => Direction::Out,
            Direction::Own => continue,
        };
        if !minted.take(contract, direction, one.amount) {
            let order = one.order.iter().copied().chain([1]).collect();
            let place = (one.stream, format!("{} wrapped", one.item), order);
            found.push(movement(context, contract, (direction, one.amount), place));
        }
    }
    found
}

fn read(event: EventLog<'_>) -> Result<(Address, RawAmount), DecodeError> {
    Ok((event.topic_address(1)?, event.number(0)?))
}

fn movement(
    context: &DecodeContext,
    contract: &Address,
    (direction, amount): (Direction, RawAmount),
    (stream, item, order): (Stream, String, Vec<u64>),
) -> AccountMovement {
    AccountMovement {
        direction,
        asset: AssetId::erc20(&context.chain, contract),
        token_id: None,
        amount,
        counterparty: Some(contract.clone()),
        stream,
        item,
        order,
    }
}

/// Mints to and burns by the account that no log of the wrapped contract was matched with yet.
struct Unmatched<'a>(Vec<(&'a Address, Direction, RawAmount)>);

impl<'a> Unmatched<'a> {
    fn of(transfers: &'a [ObservedTransfer], account: &Address) -> Self {
        let direction = |one: &ObservedTransfer| {
            if one.to == *account && is_zero_address(&one.from) {
                Some(Direction::In)
            } else if one.from == *account && is_zero_address(&one.to) {
                Some(Direction::Out)
            } else {
                None
            }
        };
        let found = transfers
            .iter()
            .filter_map(|one| Some((&one.contract, direction(one)?, one.amount)));
        Self(found.collect())
    }

    fn take(&mut self, contract: &Address, direction: Direction, amount: RawAmount) -> bool {
        let at = self.0.iter().position(|one| *one == (contract, direction, amount));
        at.map(|at| self.0.swap_remove(at)).is_some()
    }
}
