//! What shares of pools of several tokens are worth, also where a token of a pool is itself the share of another one.

use std::collections::{BTreeMap, BTreeSet};

use alloy_primitives::{Address as Word, U256};
use async_trait::async_trait;
use ports::{
    Address, ContractCaller, PositionLeg,
    protocol::{PositionRole, ProtocolError},
};

use super::{
    calls::{contract, word},
    spec::ProtocolSpec,
};

/// How deep pools may lie in pools.
const MAX_DEPTH: usize = 3;

/// Knows the pools of a protocol by the tokens that are their shares.
#[async_trait]
pub(super) trait PoolDirectory: Send + Sync {
    /// Returns the pool of which each token is a share; `None` for a token that is none.
    async fn pools(
        &self,
        tokens: &[Address],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<Option<SharedPool>>, ProtocolError>;
}

/// A pool of several tokens.
#[derive(Clone)]
pub(super) struct SharedPool {
    /// The contract that states what the pool has, and its function.
    pub(super) stated_by: (Address, &'static str),
    /// Its tokens as it names them, with what it has of each.
    pub(super) tokens: Vec<(Word, U256)>,
    /// How many shares there are.
    pub(super) supply: U256,
}

/// An amount of a token, with the contract and the function that stated it.
struct PoolAmount {
    token: Word,
    amount: U256,
    stated_by: (Address, &'static str),
}

impl SharedPool {
    /// Returns what shares are paid in each token, rounded down; `None` where that is no number of the contract's.
    fn paid(&self, shares: U256) -> Option<Vec<PoolAmount>> {
        if shares.is_zero() {
            return Some(Vec::new());
        }
        let of = |(token, balance): &(Word, U256)| {
            let amount = balance.checked_mul(shares)?.checked_div(self.supply)?;
            Some(PoolAmount {
                token: *token,
                amount,
                stated_by: self.stated_by.clone(),
            })
        };
        self.tokens.iter().map(of).collect()
    }
}

/// Returns the amounts that shares of pools stand for, in the order of the shares; empty for a token that is no share of a pool.
pub(super) async fn split(
    spec: &ProtocolSpec,
    directory: &dyn PoolDirectory,
    shares: &[(Address, U256)],
    caller: &dyn ContractCaller,
) -> Result<Vec<Vec<PositionLeg>>, ProtocolError> {
    let mut known: BTreeMap<Word, Option<SharedPool>> = BTreeMap::new();
    look_up(
        &mut known,
        directory,
        shares.iter().map(|(token, _)| word(token)),
        caller,
    )
    .await?;
    let mut split: Vec<Vec<PoolAmount>> = Vec::new();
    for (token, amount) in shares {
        let pool = known.get(&word(token)).and_then(Option::as_ref);
        split.push(match pool {
            Some(pool) => paid(pool, *amount)?,
            None => Vec::new(),
        });
    }
    for _ in 1..MAX_DEPTH {
        look_up(
            &mut known,
            directory,
            split.iter().flatten().map(|one| one.token),
            caller,
        )
        .await?;
        for amounts in &mut split {
            *amounts = deeper(&known, std::mem::take(amounts))?;
        }
    }
    Ok(split.into_iter().map(|amounts| legs(spec, amounts, caller)).collect())
}

/// Reads the pools of tokens that are not known yet.
async fn look_up(
    known: &mut BTreeMap<Word, Option<SharedPool>>,
    directory: &dyn PoolDirectory,
    tokens: impl Iterator<Item = Word>,
    caller: &dyn ContractCaller,
) -> Result<(), ProtocolError> {
    let new: BTreeSet<Word> = tokens.filter(|token| !known.contains_key(token)).collect();
    let new: Vec<Address> = new.into_iter().filter_map(contract).collect();
    if new.is_empty() {
        return Ok(());
    }
    let pools = directory.pools(&new, caller).await?;
    known.extend(new.iter().map(word).zip(pools));
    Ok(())
}

fn paid(pool: &SharedPool, shares: U256) -> Result<Vec<PoolAmount>, ProtocolError> {
    let paid = pool.paid(shares);
    paid.ok_or_else(|| ProtocolError::Contract("a pool states what cannot be divided".to_owned()))
}

/// Replaces amounts that are shares of pools by what these pay.
fn deeper(
    known: &BTreeMap<Word, Option<SharedPool>>,
    amounts: Vec<PoolAmount>,
) -> Result<Vec<PoolAmount>, ProtocolError> {
    let mut split = Vec::new();
    for one in amounts {
        match known.get(&one.token).and_then(Option::as_ref) {
            Some(pool) => split.extend(paid(pool, one.amount)?),
            None => split.push(one),
        }
    }
    Ok(split)
}

/// Returns what the amounts are in the assets of the chain, each once.
fn legs(spec: &ProtocolSpec, amounts: Vec<PoolAmount>, caller: &dyn ContractCaller) -> Vec<PositionLeg> {
    let mut sums: Vec<PoolAmount> = Vec::new();
    for one in amounts {
        match sums.iter_mut().find(|sum| sum.token == one.token) {
            Some(sum) => sum.amount = sum.amount.saturating_add(one.amount),
            None => sums.push(one),
        }
    }
    let leg = |one: PoolAmount| {
        let (contract, function) = one.stated_by;
        let asset = spec.asset(one.token, caller)?;
        spec.leg(PositionRole::Liquidity, (&contract, function), asset, one.amount)
    };
    sums.into_iter().filter_map(leg).collect()
}
