//! Inputs stated by a program: a valuation without storage, sources or clock.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ports::{
    AccountId, Block, Chains, Price, Snapshot, SourceId, Timestamp, account::Activity, snapshot::SnapshotId,
    snapshot::SnapshotRow,
};

use crate::{
    currency::Conversion,
    price::{Decision, Method, Priced},
    valuation::inputs::{
        missed::Missed,
        types::{AccountInput, Inputs},
    },
};

/// The source shown in explanations for inputs stated by the program.
const GIVEN: &str = "given";

impl Inputs {
    /// Returns empty inputs in US dollars at this time, without accounts, prices or names.
    ///
    /// ```
    /// use spyhop::ports::{AccountId, AssetId, Timestamp, snapshot::SnapshotRow};
    /// use spyhop::price::Decision;
    /// use spyhop::trace::NoTrace;
    /// use spyhop::valuation::{AccountInput, Filter, Inputs, fold};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let at = Timestamp::from_seconds(1_790_000_000);
    /// let ether: AssetId = "eip155:1/slip44:60".parse()?;
    /// let account: AccountId = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045".parse()?;
    /// let balance = SnapshotRow { asset: ether.clone(), raw: "1500000000000000000".parse()?, decimals: Some(18) };
    /// let mut inputs = Inputs::in_dollars(at);
    /// inputs.accounts.push(AccountInput::given(account, at, vec![balance]));
    /// inputs.decisions.insert(ether, Decision::given("2000.5".parse()?, at));
    /// let folded = fold(&inputs, &Filter::default(), "Net worth", &mut NoTrace);
    /// assert_eq!(folded.known.to_string(), "3000.75");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn in_dollars(at: Timestamp) -> Self {
        Self {
            at,
            conversion: Conversion::dollars(),
            accounts: Vec::new(),
            decisions: BTreeMap::new(),
            hidden: BTreeMap::new(),
            accepted: BTreeMap::new(),
            assumptions: BTreeMap::new(),
            flags: BTreeMap::new(),
            assets: BTreeMap::new(),
            sources: Vec::new(),
            chains: Arc::new(Chains::default()),
            receipts: Arc::default(),
            protocols: Arc::default(),
            keys: BTreeMap::new(),
            added: BTreeSet::new(),
            missed: Missed::default(),
            moved: BTreeMap::new(),
        }
    }
}

impl AccountInput {
    /// Returns an account with these balances at this time.
    #[must_use]
    pub fn given(id: AccountId, at: Timestamp, balances: Vec<SnapshotRow>) -> Self {
        let block = Block {
            number: 0,
            hash: String::new(),
            time: at,
        };
        let snapshot = Snapshot {
            id: SnapshotId::nil(),
            account: id.clone(),
            block,
            source: SourceId::fixed(GIVEN),
            host: String::new(),
            taken_at: at,
            probe: false,
            rows: balances,
            positions: Vec::new(),
            protocols: ports::ProtocolReading::default(),
            unreadable: Vec::new(),
        };
        Self {
            label: id.address.short(),
            id,
            source: SourceId::fixed(GIVEN),
            activity: Activity::Active,
            snapshot: Some(snapshot),
            failure: None,
            partial: false,
            unreconciled: None,
        }
    }
}

impl Decision {
    /// Returns a price stated by the program, in US dollars for one whole unit. [`crate::price::agree`] decides one
    /// from quotes.
    #[must_use]
    pub fn given(price: Price, as_of: Timestamp) -> Self {
        Self::Priced(Priced {
            value: price.amount(),
            method: Method::Manual,
            spread: None,
            as_of,
            confidence: None,
            considered: Vec::new(),
        })
    }
}
