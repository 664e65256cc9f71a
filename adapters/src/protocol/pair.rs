//! Pairs of Uniswap v2 and of its forks: <https://docs.uniswap.org/contracts/v2>.

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::sol;
use ports::{
    Address, ContractCaller,
    protocol::{ContractCall, ContractReply, ProtocolError},
};

use super::calls::{answers, answers_each, call, contract, decode, failed, read, word};

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

/// The factory of pairs, with the fee that its pairs take from the growth of what they have.
pub(super) struct PairFactory {
    pub(super) contract: Address,
    pub(super) fee: PairFee,
}

/// The fee of the pairs of a factory: `_mintFee` of their contract creates
/// `supply × (root − last) × times / (root × of_root + last × times)` shares.
#[derive(Clone, Copy)]
pub(super) struct PairFee {
    times: u64,
    of_root: u64,
}

impl PairFee {
    /// A sixth of the growth.
    pub(super) const UNISWAP: Self = Self { times: 1, of_root: 5 };
    /// Eight parts of 25.
    pub(super) const PANCAKE: Self = Self { times: 8, of_root: 17 };

    fn shares(self, supply: U256, root: U256, last: U256) -> Option<U256> {
        let (times, of_root) = (U256::from(self.times), U256::from(self.of_root));
        let grown = supply.checked_mul(root - last)?.checked_mul(times)?;
        let whole = root.checked_mul(of_root)?.checked_add(last.checked_mul(times)?)?;
        Some(grown / whole)
    }
}

/// What shares of a pair are worth.
pub(super) struct PairWorth {
    /// The contracts of its tokens.
    pub(super) tokens: [Address; 2],
    /// What the shares are paid in each token.
    pub(super) paid: [U256; 2],
}

/// A token that may be a pair, with its two tokens and a number of shares.
struct PairShares {
    /// Which of the tokens that were compared it is.
    at: usize,
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
    /// Returns the supply of which shares are a part when they are returned: first the pair creates shares for its fee, a part of the
    /// growth since liquidity last changed.
    fn supply(&self, fee: Option<PairFee>) -> Option<U256> {
        let product = self.reserves[0].checked_mul(self.reserves[1])?;
        let (root, last) = (product.root(2), self.last_product.root(2));
        match fee.filter(|_| !last.is_zero() && root > last) {
            Some(fee) => self.supply.checked_add(fee.shares(self.supply, root, last)?),
            None => Some(self.supply),
        }
    }

    /// Returns what the shares are paid in each token when they are returned, rounded down as the pair rounds; `None` where that is nothing
    /// in one of them, because the pair then refuses.
    fn paid(&self, shares: U256, fee: Option<PairFee>) -> Option<[U256; 2]> {
        let supply = self.supply(fee).filter(|supply| !supply.is_zero())?;
        let [first, second] = self.balances.map(|balance| Some(shares.checked_mul(balance)? / supply));
        Some([first?, second?]).filter(|paid| !paid.contains(&U256::ZERO))
    }
}

impl PairFactory {
    /// Returns what shares are worth, in the order of these tokens; `None` for a token that is no pair of the factory, or a pair that pays
    /// nothing. Five rounds of calls: the fee of the factory; the two tokens that each names; the pair that the factory names for them; what
    /// the pair has.
    pub(super) async fn worth(
        &self,
        tokens: &[(Address, U256)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<Option<PairWorth>>, ProtocolError> {
        let fee = self.fee(caller).await?;
        let pairs = self.pairs(candidates(tokens, caller).await?, caller).await?;
        let stated = answers_each(caller, &pairs, calls).await?;
        let mut worth: Vec<Option<PairWorth>> = tokens.iter().map(|_| None).collect();
        for (one, stated) in pairs.into_iter().zip(stated) {
            let paid = state(stated)?.and_then(|state| state.paid(one.shares, fee));
            let found = paid.map(|paid| PairWorth {
                tokens: one.tokens,
                paid,
            });
            if let Some(place) = worth.get_mut(one.at) {
                *place = found;
            }
        }
        Ok(worth)
    }

    /// Returns the fee that the factory takes, if it takes one; an answer also shows that it is there.
    async fn fee(&self, caller: &dyn ContractCaller) -> Result<Option<PairFee>, ProtocolError> {
        let [fee] = answers(caller, [call(&self.contract, &Factory::feeToCall {})]).await?;
        let receiver = decode::<Factory::feeToCall>(fee).map_err(failed("the fee of its factory"))?;
        Ok(contract(receiver).map(|_| self.fee))
    }

    /// Returns those that the factory names for their tokens.
    async fn pairs(
        &self,
        candidates: Vec<PairShares>,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<PairShares>, ProtocolError> {
        let request = |one: &PairShares| {
            let [first, second] = [word(&one.tokens[0]), word(&one.tokens[1])];
            let pair = Factory::getPairCall {
                tokenA: first,
                tokenB: second,
            };
            (&self.contract, pair)
        };
        let named = read(caller, &candidates.iter().map(request).collect::<Vec<_>>()).await?;
        let mut found = Vec::new();
        for (one, named) in candidates.into_iter().zip(named) {
            let named: Word = named.map_err(failed("its factory"))?;
            if contract(named).as_ref() == Some(&one.pair) {
                found.push(one);
            }
        }
        Ok(found)
    }
}

/// Returns the tokens that name two tokens, as pairs do.
async fn candidates(tokens: &[(Address, U256)], caller: &dyn ContractCaller) -> Result<Vec<PairShares>, ProtocolError> {
    let calls = |(token, _): &(Address, U256)| [call(token, &Pair::token0Call {}), call(token, &Pair::token1Call {})];
    let named = answers_each(caller, tokens, calls).await?;
    let one = |(at, ((pair, shares), [first, second])): (usize, (&(Address, U256), [ContractReply; 2]))| {
        let first = decode::<Pair::token0Call>(first).ok().and_then(contract);
        let second = decode::<Pair::token1Call>(second).ok().and_then(contract);
        Some(PairShares {
            at,
            pair: pair.clone(),
            tokens: [first?, second?],
            shares: *shares,
        })
    };
    Ok(tokens.iter().zip(named).enumerate().filter_map(one).collect())
}

fn calls(one: &PairShares) -> [ContractCall; CALLS] {
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
