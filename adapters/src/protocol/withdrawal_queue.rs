//! Requests to withdraw staked ether from Lido, each a token of its own: <https://docs.lido.fi/contracts/withdrawal-queue-erc721>.
//!
//! Up to four rounds of calls for an account: the queue's own tokens and the requests; their state; what the finished ones pay, which is less than
//! what was requested where stakers lost something.

use std::sync::Arc;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::sol;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ContractCaller, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    protocol::{PositionRole, ProtocolError},
};

use super::{
    calls::{answers, call, check, contract, decode, failed, word},
    spec::ProtocolSpec,
    template::Template,
};

pub(super) const TEMPLATE: Template = Template {
    name: "withdrawal-queue",
    forms: &[],
    contracts: &["queue", "wrapped"],
    reader: |spec| Arc::new(QueueReader { spec }),
};

sol! {
    struct WithdrawalStatus {
        uint256 amount;
        uint256 shares;
        address owner;
        uint256 requested;
        bool finished;
        bool claimed;
    }

    interface WithdrawalQueue {
        function WSTETH() external view returns (address token);
        function getWithdrawalRequests(address owner) external view returns (uint256[] requests);
        function getWithdrawalStatus(uint256[] requests) external view returns (WithdrawalStatus[] states);
        function getLastCheckpointIndex() external view returns (uint256 last);
        function findCheckpointHints(uint256[] requests, uint256 first, uint256 last) external view returns (uint256[] hints);
        function getClaimableEther(uint256[] requests, uint256[] hints) external view returns (uint256[] amounts);
    }
}

/// More requests than one account has.
const MAX_REQUESTS: usize = 500;
const STATED: &str = "getWithdrawalStatus(uint256[])";
const CLAIMABLE: &str = "getClaimableEther(uint256[],uint256[])";

/// Reads the requests of one queue.
struct QueueReader {
    spec: ProtocolSpec,
}

fn missing() -> ProtocolError {
    ProtocolError::Contract("a request is missing".to_owned())
}

impl QueueReader {
    /// Returns the requests of an account, in ascending order.
    async fn requests(
        &self,
        queue: &Address,
        owner: Word,
        caller: &dyn ContractCaller,
    ) -> Result<Vec<U256>, ProtocolError> {
        let calls = [
            call(queue, &WithdrawalQueue::WSTETHCall {}),
            call(queue, &WithdrawalQueue::getWithdrawalRequestsCall { owner }),
        ];
        let [token, requests] = answers(caller, calls).await?;
        let token = decode::<WithdrawalQueue::WSTETHCall>(token).map_err(failed("its token"))?;
        check("its token", contract(token) == Some(self.spec.required("wrapped")))?;
        let requests = decode::<WithdrawalQueue::getWithdrawalRequestsCall>(requests);
        let mut requests = requests.map_err(failed("the requests"))?;
        check("the number of requests", requests.len() <= MAX_REQUESTS)?;
        requests.sort_unstable();
        Ok(requests)
    }

    /// Reads what finished requests pay, in their order.
    async fn claimable(
        &self,
        queue: &Address,
        requests: &[U256],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<U256>, ProtocolError> {
        if requests.is_empty() {
            return Ok(Vec::new());
        }
        let [last] = answers(caller, [call(queue, &WithdrawalQueue::getLastCheckpointIndexCall {})]).await?;
        let last = decode::<WithdrawalQueue::getLastCheckpointIndexCall>(last).map_err(failed("its checkpoints"))?;
        let requests = requests.to_vec();
        let hints = WithdrawalQueue::findCheckpointHintsCall {
            requests: requests.clone(),
            first: U256::from(1),
            last,
        };
        let [hints] = answers(caller, [call(queue, &hints)]).await?;
        let hints = decode::<WithdrawalQueue::findCheckpointHintsCall>(hints).map_err(failed("its checkpoints"))?;
        let count = requests.len();
        let [amounts] = answers(
            caller,
            [call(queue, &WithdrawalQueue::getClaimableEtherCall { requests, hints })],
        )
        .await?;
        let amounts =
            decode::<WithdrawalQueue::getClaimableEtherCall>(amounts).map_err(failed("what a request pays"))?;
        (amounts.len() == count).then_some(amounts).ok_or_else(missing)
    }
}

#[async_trait]
impl ProtocolReader for QueueReader {
    fn profile(&self) -> ProtocolProfile {
        self.spec.profile.clone()
    }

    async fn positions(
        &self,
        account: &AccountId,
        _held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let queue = self.spec.required("queue");
        let requests = self.requests(&queue, word(&account.address), caller).await?;
        if requests.is_empty() {
            return Ok(Vec::new());
        }
        let states = WithdrawalQueue::getWithdrawalStatusCall {
            requests: requests.clone(),
        };
        let [states] = answers(caller, [call(&queue, &states)]).await?;
        let states = decode::<WithdrawalQueue::getWithdrawalStatusCall>(states).map_err(failed("the requests"))?;
        if states.len() != requests.len() {
            return Err(missing());
        }
        let open: Vec<_> = requests
            .into_iter()
            .zip(states)
            .filter(|(_, state)| !state.claimed)
            .collect();
        let finished: Vec<U256> = open
            .iter()
            .filter(|(_, state)| state.finished)
            .map(|(request, _)| *request)
            .collect();
        let mut paid = self.claimable(&queue, &finished, caller).await?.into_iter();
        let mut positions = Vec::new();
        for (request, state) in open {
            let (role, function, amount) = if state.finished {
                (PositionRole::Claimable, CLAIMABLE, paid.next().ok_or_else(missing)?)
            } else {
                (PositionRole::PendingWithdrawal, STATED, state.amount)
            };
            let leg = self.spec.leg(role, (&queue, function), caller.coin(), amount);
            positions.extend(leg.map(|leg| self.spec.position(Some(format!("#{request}")), vec![leg])));
        }
        Ok(positions)
    }
}
