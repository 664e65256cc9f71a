//! Approvals of the demo world, with what contracts state about them scripted.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{
    Caller,
    approval::{AllowanceLine, AllowanceRisk, AllowanceSize, ApprovalReport},
};
use ports::{
    AccountId, Address, Allowance, AllowanceReader, AllowanceReading, Amount, Approval, Block, ChainId, Currency,
    RawAmount, RemoteError, SourceId, allowance::AccountCode, approval::PERMIT2,
};
use support::tracker_fixture::TrackerFixture;

const MOST: [u8; 32] = [0xff; 32];

/// Decides what is left of an approval; `None` is nothing, an error is no usable answer.
type Script = fn(&Approval) -> Option<Result<Allowance, &'static str>>;

/// States what a script says, at a block of now.
struct ScriptedAllowances {
    chains: Vec<ChainId>,
    script: Mutex<Script>,
    fails: Mutex<bool>,
    code: AccountCode,
    clock: Mutex<Option<Arc<dyn ports::Clock>>>,
    /// How many approvals each reading was about.
    readings: Mutex<Vec<usize>>,
}

#[async_trait]
impl AllowanceReader for ScriptedAllowances {
    fn chains(&self) -> Vec<ChainId> {
        self.chains.clone()
    }

    async fn allowances(&self, _: &AccountId, approvals: &[Approval]) -> Result<AllowanceReading, RemoteError> {
        if *self.fails.lock().unwrap() {
            return Err(RemoteError::Unavailable {
                who: "node.example".to_owned(),
                why: "it is down".to_owned(),
                retry_after: None,
            });
        }
        self.readings.lock().unwrap().push(approvals.len());
        let script = *self.script.lock().unwrap();
        let (mut allowances, mut unread) = (Vec::new(), Vec::new());
        for approval in approvals {
            match script(approval) {
                Some(Ok(allowance)) => allowances.push(allowance),
                Some(Err(why)) => unread.push((approval.clone(), why.to_owned())),
                None => {}
            }
        }
        let clock = self.clock.lock().unwrap().clone().expect("a clock");
        Ok(AllowanceReading {
            block: Block {
                number: 20_000_000,
                hash: String::new(),
                time: clock.now(),
            },
            source: SourceId::fixed("demo-chain"),
            host: "node.example".to_owned(),
            code: self.code.clone(),
            allowances,
            unread,
        })
    }
}

fn allowed(approval: &Approval, amount: RawAmount) -> Option<Result<Allowance, &'static str>> {
    Some(Ok(Allowance {
        approval: approval.clone(),
        amount: Some(amount),
        expires_at: None,
        code: AccountCode::Contract,
    }))
}

fn unlimited(approval: &Approval) -> Option<Result<Allowance, &'static str>> {
    allowed(approval, RawAmount::from_word(&MOST))
}

async fn world(script: Script, code: AccountCode) -> (TrackerFixture, Caller, Arc<ScriptedAllowances>) {
    let reader = Arc::new(ScriptedAllowances {
        chains: vec![ChainId::evm(1), ChainId::evm(42161)],
        script: Mutex::new(script),
        fails: Mutex::new(false),
        code,
        clock: Mutex::new(None),
        readings: Mutex::default(),
    });
    let given = reader.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, move |ports| {
        *given.clock.lock().unwrap() = Some(ports.clock.clone());
        ports::Ports {
            allowances: vec![given],
            ..ports
        }
    })
    .await;
    let person = fixture.person(&["vitalik.eth"]).await;
    fixture.tracker.work().begin().await.unwrap();
    (fixture, person, reader)
}

/// Runs every job that is due, and those that wait a moment.
async fn read(fixture: &TrackerFixture) {
    fixture.run_jobs().await;
    fixture.clock.advance(Duration::from_secs(5));
    fixture.run_jobs().await;
}

async fn report(fixture: &TrackerFixture, person: &Caller) -> ApprovalReport {
    let approvals = fixture.tracker.approvals();
    approvals.report(person, &Currency::usd()).await.unwrap()
}

fn lines(report: &ApprovalReport) -> impl Iterator<Item = &AllowanceLine> {
    report.spenders.iter().flat_map(|one| &one.allowances)
}

#[tokio::test]
async fn every_approval_of_the_history_is_read_and_costs_what_is_held() {
    let (fixture, person, reader) = world(unlimited, AccountCode::Key).await;
    assert_eq!(report(&fixture, &person).await.read, 0, "nothing is read yet");
    read(&fixture).await;
    let found = report(&fixture, &person).await;
    assert!(found.read >= 2 && lines(&found).count() > 3, "{found:#?}");
    assert!(reader.readings.lock().unwrap().iter().any(|count| *count > 3));
    let mut known = 0;
    for line in lines(&found) {
        assert_eq!(line.size, AllowanceSize::Unlimited);
        if let (AllowanceRisk::Known(value), Some(held), Some(price)) = (line.risk, line.held, line.price) {
            assert_eq!(value, held.mul(price).unwrap(), "{line:#?}");
            assert!(line.figure.is_some() && !held.is_zero());
            known += 1;
        }
    }
    assert!(known > 0, "{found:#?}");
    let tokens: BTreeSet<_> = lines(&found).map(|line| (&line.account, &line.asset)).collect();
    let mut at_risk = Amount::ZERO;
    for (account, asset) in tokens {
        let of = lines(&found).filter(|line| line.account == *account && line.asset == *asset);
        at_risk = at_risk
            .add(of.filter_map(|line| line.risk.value()).max().unwrap_or(Amount::ZERO))
            .unwrap();
    }
    assert_eq!(found.at_risk, Some(at_risk), "what several may move counts once");
    let sums: Vec<_> = found.spenders.iter().map(|one| one.at_risk).collect();
    assert!(sums.windows(2).all(|pair| pair[0] >= pair[1]), "{sums:?}");
}

#[tokio::test]
async fn the_value_is_explained_to_the_same_amount() {
    let (fixture, person, _) = world(unlimited, AccountCode::Key).await;
    read(&fixture).await;
    let found = report(&fixture, &person).await;
    let line = lines(&found)
        .find(|line| line.figure.is_some() && line.risk.value() > Some(Amount::ZERO))
        .unwrap();
    let figure = line.figure.clone().unwrap();
    let explained = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert_eq!(explained.tree.value, line.risk.value());
}

#[tokio::test]
async fn a_limit_costs_no_more_than_itself_and_one_unit_is_a_limit() {
    let one: Script = |approval| allowed(approval, 1.into());
    let (fixture, person, _) = world(one, AccountCode::Key).await;
    read(&fixture).await;
    let found = report(&fixture, &person).await;
    for line in lines(&found) {
        assert!(
            matches!(line.size, AllowanceSize::Amount(_) | AllowanceSize::Raw(_)),
            "{line:#?}"
        );
        assert!(line.figure.is_none() || line.risk == AllowanceRisk::NotHeld);
    }
    assert!(found.at_risk < Some("1".parse().unwrap()), "{:?}", found.at_risk);
}

#[tokio::test]
async fn what_was_taken_back_is_gone_and_what_no_contract_answers_is_stated() {
    let (fixture, person, reader) = world(|_| Some(Err("no contract answers")), AccountCode::Key).await;
    read(&fixture).await;
    let found = report(&fixture, &person).await;
    assert!(
        found.spenders.is_empty() && !found.unread.is_empty() && !found.is_complete(),
        "{found:#?}"
    );
    *reader.script.lock().unwrap() = |_| None;
    fixture.clock.advance(Duration::from_hours(7));
    read(&fixture).await;
    fixture.clock.advance(Duration::from_mins(1));
    read(&fixture).await;
    let found = report(&fixture, &person).await;
    assert!(found.spenders.is_empty() && found.unread.is_empty(), "{found:#?}");
    assert_eq!(found.at_risk, Some(Amount::ZERO));
}

#[tokio::test]
async fn a_node_that_fails_is_a_gap_with_its_reason() {
    let (fixture, person, reader) = world(unlimited, AccountCode::Key).await;
    *reader.fails.lock().unwrap() = true;
    read(&fixture).await;
    let found = report(&fixture, &person).await;
    let failed = found.gaps.iter().find(|gap| gap.code == "failed").unwrap();
    assert!(failed.text.ends_with("could not be read."), "{failed:?}");
    assert_eq!(failed.why.as_deref(), Some("Node.example is not answering right now."));
    assert!(!found.is_complete() && found.read == 0);
    let insights = fixture
        .tracker
        .insights()
        .evaluate(&person, &Currency::usd())
        .await
        .unwrap()
        .0;
    let skipped = insights
        .not_evaluated
        .iter()
        .filter(|(rule, _)| rule.id == "appr.unlimited");
    let reasons: Vec<_> = skipped.map(|(_, why)| (why.code, why.text.as_str())).collect();
    assert!(reasons.iter().any(|(code, _)| *code == "failed"), "{reasons:?}");
    // Visitors see the reasons of rules too, and no host of a node.
    assert!(
        reasons.iter().all(|(_, text)| !text.contains("Node.example")),
        "{reasons:?}"
    );
}

#[tokio::test]
async fn a_contract_that_acts_for_an_account_is_reported_with_all_that_it_can_move() {
    let delegate = AccountCode::Delegated(Address::evm([7; 20]));
    let (fixture, person, _) = world(|_| None, delegate).await;
    read(&fixture).await;
    let found = report(&fixture, &person).await;
    assert_eq!(u32::try_from(found.delegations.len()).unwrap(), found.read);
    let insights = fixture
        .tracker
        .insights()
        .evaluate(&person, &Currency::usd())
        .await
        .unwrap()
        .0;
    let of_rule = insights.insights.iter().filter(|one| one.rule.id == "appr.delegation");
    let values: Vec<_> = of_rule.filter_map(|one| one.finding.at_stake).collect();
    assert!(
        !values.is_empty() && values.iter().all(|value| *value > Amount::HUNDRED),
        "{values:?}"
    );
}

/// Anyone can hold a signature for what a token allows Permit2, so that the amount itself says nothing.
#[tokio::test]
async fn permit2_costs_nothing_by_itself() {
    let permit2: Script = |approval| {
        let approval = Approval {
            spender: Address::evm(PERMIT2),
            ..approval.clone()
        };
        allowed(&approval, RawAmount::from_word(&MOST))
    };
    let (fixture, person, _) = world(permit2, AccountCode::Key).await;
    read(&fixture).await;
    let found = report(&fixture, &person).await;
    assert!(lines(&found).count() > 0);
    assert!(
        lines(&found).all(|line| line.risk == AllowanceRisk::Permit2),
        "{found:#?}"
    );
    assert_eq!(found.at_risk, Some(Amount::ZERO));
    assert!(found.spenders.iter().all(|one| one.owner.as_deref() == Some("Permit2")));
}

/// A failure after the first reading leaves what was read, which grows old.
#[tokio::test]
async fn what_was_read_more_than_a_day_ago_is_a_gap() {
    let (fixture, person, reader) = world(unlimited, AccountCode::Key).await;
    read(&fixture).await;
    let gap = |report: &ApprovalReport, code| report.gaps.iter().any(|gap| gap.code == code);
    let first = report(&fixture, &person).await;
    assert!(!gap(&first, "old") && !first.spenders.is_empty());
    *reader.fails.lock().unwrap() = true;
    for _ in 0..5 {
        fixture.clock.advance(Duration::from_hours(6));
        read(&fixture).await;
    }
    let found = report(&fixture, &person).await;
    assert!(gap(&found, "old") && !found.is_complete(), "{:#?}", found.gaps);
    assert_eq!(found.as_of, first.as_of);
    let insights = fixture
        .tracker
        .insights()
        .evaluate(&person, &Currency::usd())
        .await
        .unwrap()
        .0;
    let of_rule = |rule: &str| insights.insights.iter().filter(|one| one.rule.id == rule).count();
    assert_eq!(of_rule("appr.unlimited"), 0, "nothing is found in what is old");
}

/// A token that nobody looks for has no balance of zero.
#[tokio::test]
async fn the_balance_of_a_token_that_is_not_read_is_not_zero() {
    let unknown: Script = |approval| {
        let approval = Approval {
            contract: Address::evm([0x99; 20]),
            ..approval.clone()
        };
        allowed(&approval, RawAmount::from_word(&MOST))
    };
    let (fixture, person, _) = world(unknown, AccountCode::Key).await;
    read(&fixture).await;
    let found = report(&fixture, &person).await;
    assert!(lines(&found).count() > 0);
    assert!(
        lines(&found).all(|line| line.risk == AllowanceRisk::UnreadBalance),
        "{found:#?}"
    );
    assert!(found.unvalued > 0 && found.at_risk == Some(Amount::ZERO));
}
