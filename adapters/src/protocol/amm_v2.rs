//! Pairs of Uniswap v2 and of its forks with the same code: <https://docs.uniswap.org/contracts/v2>. They are found among the tokens that an
//! account holds; only one that the factory names for its two tokens is a pair.
//!
//! Five rounds of calls for an account: the fee of the factory; the two tokens of each token that it holds; the pair that the factory names for them; what the pair has.

use std::sync::Arc;

use alloy_primitives::U256;
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    protocol::{ContractCall, ContractReply, PositionRole, ProtocolError},
};

use super::{
    calls::{answers, call, contract, decode, failed, read, word},
    held_tokens::held_tokens,
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "amm-v2",
    contracts: &["factory"],
    reader: |spec| Arc::new(PairReader { spec }),
};

sol! {
    interface Factory {
        function getPair(address tokenA, address tokenB) external view returns (address pair);
        function feeTo() external view returns (address receiver);
    }

    interface Pair {
        function token0() external view returns (address token);
        function token1() external view returns (address token);
        function totalSupply() external view returns (uint256 supply);
        function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 changed);
        function kLast() external view returns (uint256 product);
    }

    interface PairToken {
        function balanceOf(address account) external view returns (uint256 balance);
    }
}

/// How many calls state what a pair has.
const CALLS: usize = 5;

/// Reads the pairs of one factory.
struct PairReader {
    spec: ProtocolSpec,
}

/// A token that may be a pair, with its two tokens and the account's shares.
struct HeldPair {
    pair: Address,
    tokens: [Address; 2],
    shares: U256,
}

/// What a pair has.
struct PairState {
    supply: U256,
    balances: [U256; 2],
    reserves: [U256; 2],
    last_product: U256,
}

impl PairState {
    /// Returns the supply of which shares are a part when they are returned: first the pair creates shares for its fee, a sixth of the
    /// growth since liquidity last changed (`_mintFee` of its contract).
    fn supply(&self, has_fee: bool) -> Option<U256> {
        let product = self.reserves[0].checked_mul(self.reserves[1])?;
        let (root, last) = (product.root(2), self.last_product.root(2));
        if !has_fee || last.is_zero() || root <= last {
            return Some(self.supply);
        }
        let grown = self.supply.checked_mul(root - last)?;
        let whole = root.checked_mul(U256::from(5))?.checked_add(last)?;
        self.supply.checked_add(grown / whole)
    }

    /// Returns what the shares are paid in each token when they are returned, rounded down as the pair rounds; `None` where that is nothing
    /// in one of them, because the pair then refuses.
    fn paid(&self, shares: U256, has_fee: bool) -> Option<[U256; 2]> {
        let supply = self.supply(has_fee).filter(|supply| !supply.is_zero())?;
        let [first, second] = self.balances.map(|balance| Some(shares.checked_mul(balance)? / supply));
        Some([first?, second?]).filter(|paid| !paid.contains(&U256::ZERO))
    }
}

impl PairReader {
    /// Returns the tokens that name two tokens, as pairs do.
    async fn candidates(
        &self,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<HeldPair>, ProtocolError> {
        let tokens = held_tokens(held, "a pair")?;
        let first: Vec<_> = tokens.iter().map(|(token, _)| (token, Pair::token0Call {})).collect();
        let second: Vec<_> = tokens.iter().map(|(token, _)| (token, Pair::token1Call {})).collect();
        let (first, second) = (read(caller, &first).await?, read(caller, &second).await?);
        let named = first.into_iter().zip(second);
        let pair = |((pair, shares), (first, second)): ((Address, U256), _)| {
            let token = |answer: Result<_, String>| contract(answer.ok()?);
            let tokens = [token(first)?, token(second)?];
            Some(HeldPair { pair, tokens, shares })
        };
        Ok(tokens.into_iter().zip(named).filter_map(pair).collect())
    }

    /// Returns whether the factory takes a fee, which also shows that it is there.
    async fn has_fee(&self, caller: &dyn ContractCaller) -> Result<bool, ProtocolError> {
        let factory = self.spec.required("factory");
        let [fee] = answers(caller, [call(&factory, &Factory::feeToCall {})]).await?;
        let receiver = decode::<Factory::feeToCall>(fee).map_err(failed("the fee of its factory"))?;
        Ok(contract(receiver).is_some())
    }

    /// Returns those that the factory names for their tokens.
    async fn pairs(
        &self,
        candidates: Vec<HeldPair>,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<HeldPair>, ProtocolError> {
        let factory = self.spec.required("factory");
        let request = |one: &HeldPair| {
            let [first, second] = [word(&one.tokens[0]), word(&one.tokens[1])];
            let pair = Factory::getPairCall {
                tokenA: first,
                tokenB: second,
            };
            (&factory, pair)
        };
        let named = read(caller, &candidates.iter().map(request).collect::<Vec<_>>()).await?;
        let mut found = Vec::new();
        for (one, named) in candidates.into_iter().zip(named) {
            let named = named.map_err(failed("its factory"))?;
            if contract(named).as_ref() == Some(&one.pair) {
                found.push(one);
            }
        }
        Ok(found)
    }
}

fn calls(one: &HeldPair) -> [ContractCall; CALLS] {
    let (pair, account) = (&one.pair, word(&one.pair));
    let [first, second] = &one.tokens;
    [
        call(pair, &Pair::totalSupplyCall {}),
        call(first, &PairToken::balanceOfCall { account }),
        call(second, &PairToken::balanceOfCall { account }),
        call(pair, &Pair::getReservesCall {}),
        call(pair, &Pair::kLastCall {}),
    ]
}

/// Returns what a pair has; `None` where one of its tokens states no balance. Anyone can make a pair with a hostile token, which pays nothing
/// and must not hide the other pairs: its shares stay an ordinary token without a price.
fn state(
    [supply, first, second, reserves, product]: [ContractReply; CALLS],
) -> Result<Option<PairState>, ProtocolError> {
    let balance = |answer| decode::<PairToken::balanceOfCall>(answer).ok();
    let balances = balance(first).zip(balance(second));
    let reserves = decode::<Pair::getReservesCall>(reserves).map_err(failed("the reserves of a pair"))?;
    let supply = decode::<Pair::totalSupplyCall>(supply).map_err(failed("the supply of a pair"))?;
    let last_product = decode::<Pair::kLastCall>(product).map_err(failed("the last product of a pair"))?;
    Ok(balances.map(|(first, second)| PairState {
        supply,
        balances: [first, second],
        reserves: [U256::from(reserves.reserve0), U256::from(reserves.reserve1)],
        last_product,
    }))
}

#[async_trait]
impl ProtocolReader for PairReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        _account: &AccountId,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let has_fee = self.has_fee(caller).await?;
        let candidates = self.candidates(held, caller).await?;
        let pairs = self.pairs(candidates, caller).await?;
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        let stated = caller.call(pairs.iter().flat_map(calls).collect()).await?;
        let mut stated = stated.into_iter();
        let mut positions = Vec::new();
        for one in pairs {
            let missing = || Err("an answer is missing".to_owned());
            let of_pair = std::array::from_fn(|_| stated.next().unwrap_or_else(missing));
            let paid = state(of_pair)?.and_then(|state| state.paid(one.shares, has_fee));
            let Some(paid) = paid else { continue };
            let source = (&one.pair, "burn(address)");
            let legs = one.tokens.iter().zip(paid);
            let leg = |(token, amount)| {
                self.spec
                    .leg(PositionRole::Liquidity, source, self.spec.token(token), amount)
            };
            positions.push(ProtocolPosition {
                place: self.spec.profile.place.clone(),
                item: Some(one.pair.short()),
                legs: legs.filter_map(leg).collect(),
                health: None,
                receipts: vec![self.spec.token(&one.pair)],
                unread: Vec::new(),
            });
        }
        positions.retain(|position| !position.legs.is_empty());
        Ok(positions)
    }
}
