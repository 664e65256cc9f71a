//! Tokens that are locked for a time, for votes: the escrows of Curve and Balancer (`escrow`), Pendle (`position`), those whose locks are tokens of
//! their own, Aerodrome and Velodrome (`token`), and the locks of Convex (`boosted`) and Aura (`weekly`).
//! <https://docs.curve.finance>, <https://aerodrome.finance/docs>, <https://docs.convexfinance.com>.
//!
//! One to three rounds of calls for an account: the token of the row and what is locked; each lock that is a token; rewards are not read.

use std::sync::Arc;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::{SolValue, sol};
use async_trait::async_trait;
use ports::{
    AccountId, AssetId, ContractCaller, PositionLeg, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    protocol::{ContractReply, PositionRole, ProtocolError},
};

use super::{
    calls::{answers, check, contract, decode, failed, named, read, time, value, word},
    spec::ProtocolSpec,
    template::Template,
};

const ESCROW: &str = "escrow";
const POSITION: &str = "position";
const TOKEN: &str = "token";
const BOOSTED: &str = "boosted";
const WEEKLY: &str = "weekly";

pub(super) const TEMPLATE: Template = Template {
    name: "ve-lock",
    forms: &[ESCROW, POSITION, TOKEN, BOOSTED, WEEKLY],
    contracts: &["lock", "token"],
    reader: |spec| Arc::new(LockReader { spec }),
};

sol! {
    struct BoostedLock {
        uint112 amount;
        uint112 boosted;
        uint32 unlocks;
    }

    struct WeeklyLock {
        uint112 amount;
        uint32 unlocks;
    }

    interface VoteToken {
        function ownerToNFTokenIdList(address owner, uint256 at) external view returns (uint256 token);
        function locked(uint256 token) external view returns (int128 amount, uint256 end, bool permanent);
    }

    interface BoostedLocker {
        function lockedBalances(address account) external view returns (
            uint256 total, uint256 unlockable, uint256 locked, BoostedLock[] locks
        );
    }

    interface WeeklyLocker {
        function lockedBalances(address account) external view returns (
            uint256 total, uint256 unlockable, uint256 locked, WeeklyLock[] locks
        );
    }
}

/// More locks than one account has.
const MAX_LOCKS: u64 = 200;
const OF_TOKEN: &str = "locked(uint256)";
const OF_LIST: &str = "lockedBalances(address)";

/// Reads the locks of one contract.
struct LockReader {
    spec: ProtocolSpec,
}

/// An amount that is locked until a time; zero means for good.
struct TimedLock {
    item: Option<String>,
    amount: U256,
    unlocks: U256,
}

impl LockReader {
    /// Returns the function that names the token, and the one about an account.
    fn functions(&self) -> (&'static str, &'static str) {
        match self.spec.form.as_str() {
            ESCROW => ("token()", "locked(address)"),
            POSITION => ("pendle()", "positionData(address)"),
            TOKEN => ("token()", "balanceOf(address)"),
            _ => ("stakingToken()", OF_LIST),
        }
    }

    /// Returns a position of one lock. What can be taken back is no longer locked.
    fn position(&self, lock: TimedLock, function: &str, caller: &dyn ContractCaller) -> Option<ProtocolPosition> {
        let token = self.spec.token(&self.spec.required("token"));
        let contract = self.spec.required("lock");
        let unlocks_at = time(lock.unlocks);
        let is_over = unlocks_at.is_some_and(|at| at <= caller.block_time());
        let role = if is_over {
            PositionRole::Claimable
        } else {
            PositionRole::Locked
        };
        let leg = self.spec.leg(role, (&contract, function), token, lock.amount)?;
        let unlocks_at = unlocks_at.filter(|_| !is_over);
        let mut position = self.spec.position(lock.item, vec![PositionLeg { unlocks_at, ..leg }]);
        position.receipts.push(self.spec.token(&contract));
        position.unread.push("Rewards are not detected.".to_owned());
        Some(position)
    }

    /// Reads locks that are tokens of their own.
    async fn tokens(
        &self,
        account: Word,
        count: U256,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<TimedLock>, ProtocolError> {
        check("its number of locks", count <= U256::from(MAX_LOCKS))?;
        let contract = self.spec.required("lock");
        let at = (0..count.to::<u64>()).map(|at| {
            let at = U256::from(at);
            (&contract, VoteToken::ownerToNFTokenIdListCall { owner: account, at })
        });
        let mut tokens = Vec::new();
        for token in read(caller, &at.collect::<Vec<_>>()).await? {
            tokens.push(token.map_err(failed("a lock"))?);
        }
        let of = |token: &U256| (&contract, VoteToken::lockedCall { token: *token });
        let stated = read(caller, &tokens.iter().map(of).collect::<Vec<_>>()).await?;
        let mut locks = Vec::new();
        for (token, stated) in tokens.into_iter().zip(stated) {
            let stated = stated.map_err(failed("a lock"))?;
            locks.push(TimedLock {
                item: Some(format!("#{token}")),
                amount: positive(stated.amount)?,
                unlocks: if stated.permanent { U256::ZERO } else { stated.end },
            });
        }
        Ok(locks)
    }

    /// Returns the locks of an answer that states all of them, with what can be taken back.
    fn listed(&self, stated: ContractReply) -> Result<(Vec<TimedLock>, U256), ProtocolError> {
        let why = failed("the locks");
        let lock = |amount: U256, unlocks: u32| TimedLock {
            item: time(U256::from(unlocks)).map(|at| format!("until {}", at.long_day())),
            amount,
            unlocks: U256::from(unlocks),
        };
        if self.spec.form == BOOSTED {
            let stated = decode::<BoostedLocker::lockedBalancesCall>(stated).map_err(why)?;
            let locks = stated
                .locks
                .into_iter()
                .map(|one| lock(U256::from(one.amount), one.unlocks));
            return Ok((locks.collect(), stated.unlockable));
        }
        let stated = decode::<WeeklyLocker::lockedBalancesCall>(stated).map_err(why)?;
        let locks = stated
            .locks
            .into_iter()
            .map(|one| lock(U256::from(one.amount), one.unlocks));
        Ok((locks.collect(), stated.unlockable))
    }

    async fn locks(
        &self,
        account: Word,
        stated: ContractReply,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<TimedLock>, ProtocolError> {
        match self.spec.form.as_str() {
            ESCROW => {
                let (amount, unlocks) = value::<(i128, U256)>(stated).map_err(failed("the lock"))?;
                Ok(vec![TimedLock {
                    item: None,
                    amount: positive(amount)?,
                    unlocks,
                }])
            }
            POSITION => {
                let (amount, unlocks) = value::<(u128, u128)>(stated).map_err(failed("the lock"))?;
                let (amount, unlocks) = (U256::from(amount), U256::from(unlocks));
                Ok(vec![TimedLock {
                    item: None,
                    amount,
                    unlocks,
                }])
            }
            TOKEN => {
                let count = value::<U256>(stated).map_err(failed("its number of locks"))?;
                self.tokens(account, count, caller).await
            }
            _ => {
                let (mut locks, unlockable) = self.listed(stated)?;
                // One second after the start of time: what can be taken back at any time.
                let free = TimedLock {
                    item: None,
                    amount: unlockable,
                    unlocks: U256::from(1),
                };
                locks.push(free);
                Ok(locks)
            }
        }
    }
}

/// Returns the amount of a lock, which no contract states as negative.
fn positive(amount: i128) -> Result<U256, ProtocolError> {
    let amount: u128 = amount
        .try_into()
        .map_err(|_| ProtocolError::Contract("a lock has a negative amount".to_owned()))?;
    Ok(U256::from(amount))
}

#[async_trait]
impl ProtocolReader for LockReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        _held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let (contract_of_locks, account) = (self.spec.required("lock"), word(&account.address));
        let (of_token, of_account) = self.functions();
        let calls = [
            named(&contract_of_locks, of_token, &[]),
            named(&contract_of_locks, of_account, &account.abi_encode()),
        ];
        let [token, stated] = answers(caller, calls).await?;
        let token = value::<Word>(token).map_err(failed("its token"))?;
        check("its token", contract(token) == Some(self.spec.required("token")))?;
        let locks = self.locks(account, stated, caller).await?;
        let function = if self.spec.form == TOKEN { OF_TOKEN } else { of_account };
        let position = |lock| self.position(lock, function, caller);
        Ok(locks.into_iter().filter_map(position).collect())
    }
}
