//! One node of Solana.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use ports::{
    AccountId, Address, AssetId, Block, Chain, RawAmount, RemoteError, address::Parts, asset::Metadata, chain::Reading,
    disclosure::DisclosedField,
};
use serde_json::{Value, json};
use url::Url;

use super::{SOURCE, block, names};
use crate::{
    chain::{
        evm::rpc::{self, Question},
        rejection::Rejection,
        rows::Endpoint,
    },
    http_client::{HttpClient, RequestContext, host_key},
};

/// The programs that keep tokens: the first one, and Token-2022.
pub(super) const PROGRAMS: [&str; 2] = [
    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
];
/// How far a block must be decided on.
pub(super) const FINAL: &str = "finalized";
/// Mints in one question about their names: a node answers at most 100 accounts.
const NAMED_AT_ONCE: usize = 50;
/// Attempts at one node: another one may be asked instead.
const ATTEMPTS: u32 = 2;
/// How often a reading is asked for again because its parts were of several slots.
const TRIES: usize = 4;

/// Places of tokens as balances said them.
#[derive(Default)]
pub(super) struct Decimals(Mutex<HashMap<AssetId, u8>>);

impl Decimals {
    pub(super) fn of(&self, token: &AssetId) -> Option<u8> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(token).copied()
    }

    fn learn(&self, token: &AssetId, decimals: u8) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(token.clone(), decimals);
    }
}

/// What a reading found, at one slot.
struct Held {
    lamports: u128,
    tokens: BTreeMap<AssetId, (u128, u8)>,
}

/// The slot that all answers are of; `None` where they are of several.
fn same_slot(answers: &[Value], context: &RequestContext) -> Result<Option<u64>, RemoteError> {
    let slot = |answer: &Value| answer["context"]["slot"].as_u64();
    let slots: Option<Vec<u64>> = answers.iter().map(slot).collect();
    let slots = slots.ok_or_else(|| context.malformed("an answer without its slot"))?;
    let is_one = slots.windows(2).all(|pair| pair[0] == pair[1]);
    Ok(slots.first().copied().filter(|_| is_one))
}

/// The block of a slot, by the first two answers.
fn block_of(slot: u64, answers: &[Value], context: &RequestContext) -> Result<Block, RemoteError> {
    let found = match answers {
        [clock, latest, ..] => block::parse(slot, clock, latest),
        _ => None,
    };
    found.ok_or_else(|| context.malformed("a block without its hash or time"))
}

/// One node, and whether it was seen to be of its chain.
pub(super) struct Node {
    client: Arc<HttpClient>,
    chain: Chain,
    url: Url,
    host: String,
    known: AtomicBool,
    rejection: Rejection,
}

impl Node {
    pub(super) fn new(client: &Arc<HttpClient>, chain: &Chain, endpoint: &Endpoint) -> Self {
        Self {
            client: client.clone(),
            chain: chain.clone(),
            url: endpoint.url.clone(),
            host: host_key(&endpoint.url).unwrap_or_default(),
            known: AtomicBool::new(false),
            rejection: Rejection::default(),
        }
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    fn context(&self, purpose: &'static str, disclosed: DisclosedField) -> RequestContext {
        RequestContext {
            who: self.host.clone(),
            source: SOURCE.clone(),
            purpose,
            disclosed,
            chain: Some(self.chain.id.clone()),
        }
    }

    async fn ask(&self, questions: &[Question], context: &RequestContext) -> Result<Vec<Value>, RemoteError> {
        let answers = rpc::ask(&self.client, &self.url, ATTEMPTS, questions, context).await?;
        let each = answers
            .into_iter()
            .map(|answer| answer.map_err(|error| error.as_remote(context)));
        each.collect()
    }

    async fn one(&self, method: &'static str, params: Value, context: &RequestContext) -> Result<Value, RemoteError> {
        let answers = self.ask(&[Question { method, params }], context).await?;
        answers.into_iter().next().ok_or_else(|| context.malformed("no answer"))
    }

    /// Refuses a node of another cluster: a chain's name is the beginning of the hash of its first block.
    async fn identify(&self) -> Result<(), RemoteError> {
        if self.known.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.rejection.check(self.client.now())?;
        let context = self.context("head", DisclosedField::Nothing);
        let hash = self.one("getGenesisHash", json!([]), &context).await?;
        let wanted = self
            .chain
            .id
            .as_str()
            .split_once(':')
            .map_or("", |(_, reference)| reference);
        if !hash.as_str().is_some_and(|hash| hash.starts_with(wanted)) {
            let why = context.refused("it serves another cluster");
            return Err(self.rejection.reject(self.client.now(), why));
        }
        self.known.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// The newest finalized slot's block.
    pub(super) async fn newest(&self) -> Result<Block, RemoteError> {
        self.identify().await?;
        let context = self.context("head", DisclosedField::Nothing);
        for _ in 0..TRIES {
            let answers = self.ask(&block::questions(), &context).await?;
            if let Some(slot) = same_slot(&answers, &context)? {
                return self.current_block(slot, &answers, &context);
            }
        }
        Err(context.unavailable("its answers come from several slots", None))
    }

    pub(super) async fn read(&self, account: &AccountId, decimals: &Decimals) -> Result<Reading, RemoteError> {
        self.identify().await?;
        let context = self.context("balances", DisclosedField::Address(account.address.clone()));
        for _ in 0..TRIES {
            if let Some((held, block)) = self.held(account, &context).await? {
                return self.reading(held, block, decimals, &context);
            }
        }
        Err(context.unavailable("its answers come from several slots", None))
    }

    /// What these tokens are called, and their places as the balances said them.
    pub(super) async fn named(
        &self,
        tokens: &[AssetId],
        decimals: &Decimals,
    ) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.identify().await?;
        let context = self.context("metadata", DisclosedField::Assets);
        let mut said = Vec::with_capacity(tokens.len());
        let minted: Vec<(&AssetId, Address)> = tokens.iter().filter_map(|id| Some((id, id.minted_by()?))).collect();
        for part in minted.chunks(NAMED_AT_ONCE) {
            let mints: Vec<Address> = part.iter().map(|(_, mint)| mint.clone()).collect();
            let answers = self.ask(&names::questions(&mints), &context).await?;
            let [own, metaplex] = answers.as_slice() else {
                return Err(context.malformed("no answer"));
            };
            let whole = |list: &Value| list["value"].as_array().is_some_and(|list| list.len() == mints.len());
            if !whole(own) || !whole(metaplex) {
                return Err(context.malformed("other accounts than requested"));
            }
            said.extend(part.iter().enumerate().map(|(at, (id, mint))| {
                let (own, metaplex) = (&own["value"][at], &metaplex["value"][at]);
                ((*id).clone(), names::named(mint, own, metaplex, decimals.of(id)))
            }));
        }
        Ok(said)
    }

    /// Everything in one request, the block included; `None` when its parts are of several slots.
    async fn held(&self, account: &AccountId, context: &RequestContext) -> Result<Option<(Held, Block)>, RemoteError> {
        let owner = account.address.as_str();
        let coin = Question {
            method: "getBalance",
            params: json!([owner, { "commitment": FINAL }]),
        };
        let tokens = PROGRAMS.map(|program| Question {
            method: "getTokenAccountsByOwner",
            params: json!([owner, { "programId": program }, { "encoding": "jsonParsed", "commitment": FINAL }]),
        });
        let questions: Vec<Question> = block::questions().into_iter().chain([coin]).chain(tokens).collect();
        let answers = self.ask(&questions, context).await?;
        let Some(slot) = same_slot(&answers, context)? else {
            return Ok(None);
        };
        let [_, _, coin, lists @ ..] = answers.as_slice() else {
            return Err(context.malformed("no answer"));
        };
        let lamports = coin["value"]
            .as_number()
            .and_then(|number| number.to_string().parse().ok());
        let mut held = Held {
            lamports: lamports.ok_or_else(|| context.malformed("not a balance"))?,
            tokens: BTreeMap::new(),
        };
        for list in lists {
            self.add(list, &mut held)
                .ok_or_else(|| context.malformed("a token account that cannot be read"))?;
        }
        Ok(Some((held, self.current_block(slot, &answers, context)?)))
    }

    /// The block of these answers; an error where it is too old for this chain.
    fn current_block(&self, slot: u64, answers: &[Value], context: &RequestContext) -> Result<Block, RemoteError> {
        let block = block_of(slot, answers, context)?;
        self.chain.check_head(&block, self.client.now(), &self.host)?;
        Ok(block)
    }

    /// Adds the accounts of one program; a mint can have several of one owner.
    fn add(&self, list: &Value, held: &mut Held) -> Option<()> {
        for account in list["value"].as_array()? {
            let info = &account["account"]["data"]["parsed"]["info"];
            let amount: u128 = info["tokenAmount"]["amount"].as_str()?.parse().ok()?;
            let decimals = u8::try_from(info["tokenAmount"]["decimals"].as_u64()?).ok()?;
            let mint = info["mint"].as_str()?.parse::<Address>().ok()?;
            matches!(mint.parts()?, Parts::Solana(_)).then_some(())?;
            let token = AssetId::mint(&self.chain.id, &mint);
            let entry = held.tokens.entry(token).or_insert((0, decimals));
            entry.0 = entry.0.checked_add(amount)?;
        }
        Some(())
    }

    fn reading(
        &self,
        held: Held,
        block: Block,
        decimals: &Decimals,
        context: &RequestContext,
    ) -> Result<Reading, RemoteError> {
        let mut balances = vec![(self.chain.native.clone(), held.lamports)];
        for (token, (amount, places)) in held.tokens {
            decimals.learn(&token, places);
            balances.push((token, amount));
        }
        balances.retain(|(_, amount)| *amount > 0);
        let exact = |(asset, amount): (AssetId, u128)| {
            let raw = amount.to_string().parse::<RawAmount>();
            raw.map(|raw| (asset, raw))
                .map_err(|_| context.malformed("an impossible amount"))
        };
        Ok(Reading {
            block,
            source: SOURCE.clone(),
            host: self.host.clone(),
            balances: balances.into_iter().map(exact).collect::<Result<_, _>>()?,
            unreadable: vec![],
        })
    }
}
