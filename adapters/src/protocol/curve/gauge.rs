//! Gauges of Curve, in which shares of pools are staked.

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::sol;
use ports::{
    AccountId, Address, ContractCaller, PositionLeg, ProtocolPosition,
    protocol::{PositionRole, ProtocolError},
};

use super::{
    super::{
        calls::{contract, read, word},
        spec::ProtocolSpec,
    },
    directory::CurveDirectory,
    held_share::HeldShare,
};

sol! {
    interface Gauge {
        function lp_token() external view returns (address token);
        function claimable_tokens(address account) external returns (uint256 amount);
        function reward_count() external view returns (uint256 count);
        function reward_tokens(uint256 at) external view returns (address token);
        function claimable_reward(address account, address token) external view returns (uint256 amount);
    }
}

/// The most further rewards that a gauge can have.
const MAX_REWARDS: u64 = 8;

/// Returns the tokens that are gauges of pools that the registry knows, with the shares that they hold.
pub(super) async fn gauges(
    directory: &CurveDirectory,
    tokens: &[(Address, U256)],
    caller: &dyn ContractCaller,
) -> Result<Vec<HeldShare>, ProtocolError> {
    let calls: Vec<_> = tokens
        .iter()
        .map(|(token, _)| (token, Gauge::lp_tokenCall {}))
        .collect();
    let stated = read(caller, &calls).await?;
    let held = tokens.iter().zip(stated).filter_map(|((token, amount), share)| {
        let share = contract(share.ok()?)?;
        Some(HeldShare {
            token: token.clone(),
            share,
            amount: *amount,
        })
    });
    let held: Vec<HeldShare> = held.collect();
    let shares: Vec<Address> = held.iter().map(|one| one.share.clone()).collect();
    let pools = directory.pool_contracts(&shares, caller).await?;
    let known: Vec<Address> = pools.iter().flatten().cloned().collect();
    let mut named = directory.gauges(&known, caller).await?.into_iter();
    let mut found = Vec::new();
    for (one, pool) in held.into_iter().zip(pools) {
        let gauge = pool.and_then(|_| named.next()).flatten();
        if gauge.as_ref() == Some(&one.token) {
            found.push(one);
        }
    }
    Ok(found)
}

/// Adds what the gauges among the positions have earned for an account.
pub(super) async fn rewards(
    spec: &ProtocolSpec,
    account: &AccountId,
    positions: &mut [(HeldShare, ProtocolPosition)],
    caller: &dyn ContractCaller,
) -> Result<(), ProtocolError> {
    let account = word(&account.address);
    for (held, position) in positions.iter_mut().filter(|(held, _)| held.is_in_gauge()) {
        match own(spec, &held.token, account, caller).await? {
            Ok(leg) => position.legs.extend(leg),
            Err(why) => position.unread.push(why),
        }
        match further(spec, &held.token, account, caller).await? {
            Some(legs) => position.legs.extend(legs),
            None => position.unread.push("Further rewards could not be read.".to_owned()),
        }
    }
    Ok(())
}

/// Reads the reward in the protocol's own token.
async fn own(
    spec: &ProtocolSpec,
    gauge: &Address,
    account: Word,
    caller: &dyn ContractCaller,
) -> Result<Result<Option<PositionLeg>, String>, ProtocolError> {
    let Some(token) = spec.contracts.get("reward") else {
        return Ok(Err("Rewards are not detected.".to_owned()));
    };
    let stated = read(caller, &[(gauge, Gauge::claimable_tokensCall { account })])
        .await?
        .pop();
    let Some(Ok(amount)) = stated else {
        return Ok(Err("Rewards could not be read.".to_owned()));
    };
    let source = (gauge, "claimable_tokens(address)");
    Ok(Ok(spec.leg(PositionRole::Reward, source, spec.token(token), amount)))
}

/// Reads the rewards in other tokens; `None` where they could not be read.
async fn further(
    spec: &ProtocolSpec,
    gauge: &Address,
    account: Word,
    caller: &dyn ContractCaller,
) -> Result<Option<Vec<PositionLeg>>, ProtocolError> {
    let count = read(caller, &[(gauge, Gauge::reward_countCall {})]).await?.pop();
    let Some(Ok(count)) = count else { return Ok(None) };
    if count > U256::from(MAX_REWARDS) {
        return Ok(None);
    }
    let at = (0..count.to::<u64>()).map(|at| (gauge, Gauge::reward_tokensCall { at: U256::from(at) }));
    let tokens = read(caller, &at.collect::<Vec<_>>()).await?;
    let Ok(tokens) = tokens.into_iter().collect::<Result<Vec<Word>, String>>() else {
        return Ok(None);
    };
    let of = |token: &Word| (gauge, Gauge::claimable_rewardCall { account, token: *token });
    let amounts = read(caller, &tokens.iter().map(of).collect::<Vec<_>>()).await?;
    let mut legs = Vec::new();
    for (token, amount) in tokens.into_iter().zip(amounts) {
        let (Some(token), Ok(amount)) = (contract(token), amount) else {
            return Ok(None);
        };
        let source = (gauge, "claimable_reward(address,address)");
        legs.extend(spec.leg(PositionRole::Reward, source, spec.token(&token), amount));
    }
    Ok(Some(legs))
}
