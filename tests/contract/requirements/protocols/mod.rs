//! Every template of protocols meets the requirements, and readers with typical bugs do not.

mod aave;
mod amm_v2;
mod amm_v3;
mod comet;
mod compound2;
mod debts;
mod farms;
mod locks;
mod pools;
mod requests;
mod scripted;
mod vaults;

use std::sync::{Arc, atomic::AtomicBool};

use async_trait::async_trait;
use conformance::protocol_reader::{FOUND, GONE, Harness, NODE, ONCE, REPEATED, REVERTED, SIGNS, check};
use ports::{
    AccountId, AssetId, ContractCaller, ProtocolPosition, ProtocolProfile, ProtocolReader, RawAmount,
    amount::SignedRaw,
    protocol::{ContractCall, ContractReply, ProtocolError},
};

use scripted::ScriptedContracts;

/// A bug of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bug {
    FailureIsEmpty,
    NodeFailureIsEmpty,
    DebtIsPositive,
    StatedTwice,
    OtherPlace,
    Forgetful,
}

/// A reader with a bug.
struct BuggyReader {
    reader: Arc<dyn ProtocolReader>,
    bug: Bug,
    has_read: AtomicBool,
}

/// The contracts of a protocol, read with a bug.
struct BuggyHarness {
    contracts: ScriptedContracts,
    bug: Bug,
}

impl Harness for BuggyHarness {
    fn reader(&self) -> Arc<dyn ProtocolReader> {
        Arc::new(BuggyReader {
            reader: self.contracts.reader(),
            bug: self.bug,
            has_read: AtomicBool::new(false),
        })
    }

    fn account(&self) -> AccountId {
        self.contracts.account()
    }

    fn held(&self) -> Vec<(AssetId, RawAmount)> {
        self.contracts.held()
    }

    fn answer(&self, call: &ContractCall) -> ContractReply {
        self.contracts.answer(call)
    }
}

#[async_trait]
impl ProtocolReader for BuggyReader {
    fn profile(&self) -> ProtocolProfile {
        self.reader.profile()
    }

    async fn positions(
        &self,
        account: &AccountId,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError> {
        let mut read = self.reader.positions(account, held, caller).await;
        let has_read = self.has_read.swap(true, std::sync::atomic::Ordering::Relaxed);
        match (self.bug, &read) {
            (Bug::FailureIsEmpty, Err(ProtocolError::Contract(_)))
            | (Bug::NodeFailureIsEmpty, Err(ProtocolError::Node(_))) => return Ok(Vec::new()),
            (Bug::Forgetful, _) if has_read => return Ok(Vec::new()),
            _ => {}
        }
        for position in read.iter_mut().flatten() {
            match self.bug {
                Bug::DebtIsPositive => {
                    for leg in &mut position.legs {
                        leg.position.raw = SignedRaw::from(leg.position.raw.size());
                    }
                }
                Bug::StatedTwice => position.legs.extend(position.legs.clone()),
                Bug::OtherPlace => position.place = "Elsewhere".parse().unwrap(),
                Bug::FailureIsEmpty | Bug::NodeFailureIsEmpty | Bug::Forgetful => {}
            }
        }
        read
    }
}

#[tokio::test]
async fn every_template_meets_them() {
    for contracts in [
        aave::contracts(),
        compound2::contracts(),
        comet::contracts(),
        vaults::savings(),
        vaults::morpho(),
        amm_v2::contracts(),
        amm_v3::contracts(),
        pools::curve(),
        pools::balancer(),
        pools::solidly(),
        farms::farm(),
        farms::stake(),
        locks::escrow(),
        locks::tokens(),
        locks::list(),
        debts::maker(),
        debts::loan(),
        debts::euler(),
        requests::queue(),
        requests::restaked(),
    ] {
        let report = check(contracts).await;
        report.assert_conforms();
        assert_eq!(report.met().len(), 7);
    }
}

#[tokio::test]
async fn typical_bugs_are_found() {
    for (bug, requirement) in [
        (Bug::FailureIsEmpty, GONE),
        (Bug::FailureIsEmpty, REVERTED),
        (Bug::NodeFailureIsEmpty, NODE),
        (Bug::DebtIsPositive, SIGNS),
        (Bug::StatedTwice, ONCE),
        (Bug::OtherPlace, FOUND),
        (Bug::Forgetful, REPEATED),
    ] {
        let report = check(BuggyHarness {
            contracts: aave::contracts(),
            bug,
        })
        .await;
        let violated: Vec<_> = report.violations().iter().map(|one| one.requirement).collect();
        assert!(violated.contains(&requirement), "{bug:?}: {violated:?}");
    }
}
