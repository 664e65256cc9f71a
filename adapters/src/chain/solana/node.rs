//! A single Solana node.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use ports::{
    AccountId, Address, AssetId, Block, Chain, RawAmount, RemoteError,
    address::Parts,
    asset::Metadata,
    chain::{Reading, WaitingTransactions},
    disclosure::DisclosedField,
    json::Json,
};
use serde_json::{Value, json};
use url::Url;

use super::{
    block, names,
    protocol::{FINAL, PROGRAMS, SOURCE},
};
use crate::{
    chain::{
        json_rpc::{self, RpcRequest},
        rejection::Rejection,
        rows::{ChainEndpoint, ChainSpec},
    },
    http_client::{HttpClient, RequestContext, host_key},
};

/// The number of mints per metadata request: a node returns at most 100 accounts.
const MINTS_PER_REQUEST: usize = 50;
/// The number of attempts at one node. It is low because another node may answer.
const ATTEMPTS: u32 = 2;
/// How often a reading is repeated because its parts were of different slots.
const TRIES: usize = 4;
/// By how many slots the parts of the last try may differ: behind an address of a provider are several nodes.
const MOST_SLOTS_APART: u64 = 8;

/// The decimals of tokens as reported with their balances.
#[derive(Default)]
pub(super) struct Decimals(Mutex<HashMap<AssetId, u8>>);

impl Decimals {
    pub(super) fn get(&self, token: &AssetId) -> Option<u8> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(token).copied()
    }

    fn insert(&self, token: &AssetId, decimals: u8) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(token.clone(), decimals);
    }
}

/// The balances of an account at one slot.
struct Holdings {
    lamports: u128,
    tokens: BTreeMap<AssetId, (u128, u8)>,
}

/// Returns the oldest slot of the answers, or `None` where they differ by more than `apart` slots.
fn oldest_slot(answers: &[Json], apart: u64, context: &RequestContext) -> Result<Option<u64>, RemoteError> {
    let slots: Option<Vec<u64>> = answers.iter().map(block::slot_of).collect();
    let slots = slots.ok_or_else(|| context.malformed("an answer without its slot"))?;
    let (oldest, newest) = (slots.iter().copied().min(), slots.iter().copied().max());
    Ok(oldest.filter(|oldest| newest.is_some_and(|newest| newest - oldest <= apart)))
}

/// By how many slots the answers of a try may differ.
fn apart(number: usize) -> u64 {
    if number + 1 < TRIES { 0 } else { MOST_SLOTS_APART }
}

fn different_slots(context: &RequestContext) -> RemoteError {
    context.malformed("answers of slots that are far apart")
}

/// Returns the block of a slot from the first two answers.
fn block_of(slot: u64, answers: &[Json], context: &RequestContext) -> Result<Block, RemoteError> {
    let found = match answers {
        [clock, latest, ..] => block::parse(slot, clock, latest),
        _ => None,
    };
    found.ok_or_else(|| context.malformed("a block without its hash or time"))
}

/// A node, and whether it has been verified to serve its cluster.
pub(super) struct SolanaNode {
    client: Arc<HttpClient>,
    chain: Chain,
    native: AssetId,
    url: Url,
    host: String,
    is_verified: AtomicBool,
    rejection: Rejection,
}

impl SolanaNode {
    pub(super) fn new(client: &Arc<HttpClient>, row: &ChainSpec, endpoint: &ChainEndpoint) -> Self {
        Self {
            client: client.clone(),
            chain: row.chain.clone(),
            native: row.native.id.clone(),
            url: endpoint.url.clone(),
            host: host_key(&endpoint.url).unwrap_or_default(),
            is_verified: AtomicBool::new(false),
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

    async fn send(&self, requests: &[RpcRequest], context: &RequestContext) -> Result<Vec<Json>, RemoteError> {
        let answers = json_rpc::send_batch(&self.client, &self.url, ATTEMPTS, requests, context).await?;
        let each = answers
            .into_iter()
            .map(|answer| answer.map_err(|error| error.to_remote(context)));
        each.collect()
    }

    async fn send_one(
        &self,
        method: &'static str,
        params: Value,
        context: &RequestContext,
    ) -> Result<Json, RemoteError> {
        let answers = self.send(&[RpcRequest { method, params }], context).await?;
        answers.into_iter().next().ok_or_else(|| context.malformed("no answer"))
    }

    /// Rejects a node of another cluster. The reference in a CAIP-2 id is the beginning of the hash of the first
    /// block.
    async fn verify_cluster(&self) -> Result<(), RemoteError> {
        if self.is_verified.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.rejection.check(self.client.now())?;
        let context = self.context("latest block", DisclosedField::Nothing);
        let hash = self.send_one("getGenesisHash", json!([]), &context).await?;
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
        self.is_verified.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Returns the block of the newest finalized slot.
    pub(super) async fn newest(&self) -> Result<Block, RemoteError> {
        self.verify_cluster().await?;
        let context = self.context("latest block", DisclosedField::Nothing);
        for number in 0..TRIES {
            let answers = self.send(&block::requests(), &context).await?;
            if let Some(slot) = oldest_slot(&answers, apart(number), &context)? {
                return self.current_block(slot, &answers, &context);
            }
        }
        Err(different_slots(&context))
    }

    pub(super) async fn read(&self, account: &AccountId, decimals: &Decimals) -> Result<Reading, RemoteError> {
        self.verify_cluster().await?;
        let context = self.context("balances", DisclosedField::Address(account.address.clone()));
        for number in 0..TRIES {
            if let Some((held, block)) = self.holdings(account, apart(number), &context).await? {
                return self.reading(held, block, decimals, &context);
            }
        }
        Err(different_slots(&context))
    }

    /// Returns the names of these tokens, with the decimals that their balances reported.
    pub(super) async fn metadata(
        &self,
        tokens: &[AssetId],
        decimals: &Decimals,
    ) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.verify_cluster().await?;
        let context = self.context("token details", DisclosedField::Assets);
        let mut named = Vec::with_capacity(tokens.len());
        let minted: Vec<(&AssetId, Address)> = tokens.iter().filter_map(|id| Some((id, id.minted_by()?))).collect();
        for part in minted.chunks(MINTS_PER_REQUEST) {
            let mints: Vec<Address> = part.iter().map(|(_, mint)| mint.clone()).collect();
            let answers = self.send(&names::requests(&mints), &context).await?;
            let [own, metaplex] = answers.as_slice() else {
                return Err(context.malformed("no answer"));
            };
            let whole = |list: &Json| list["value"].as_array().is_some_and(|list| list.len() == mints.len());
            if !whole(own) || !whole(metaplex) {
                return Err(context.malformed("other accounts than requested"));
            }
            named.extend(part.iter().enumerate().map(|(at, (id, mint))| {
                let (own, metaplex) = (&own["value"][at], &metaplex["value"][at]);
                ((*id).clone(), names::metadata(mint, own, metaplex, decimals.get(id)))
            }));
        }
        Ok(named)
    }

    /// Reads all balances and their block in one request. Returns `None` when the answers differ by more than `apart` slots.
    async fn holdings(
        &self,
        account: &AccountId,
        apart: u64,
        context: &RequestContext,
    ) -> Result<Option<(Holdings, Block)>, RemoteError> {
        let owner = account.address.as_str();
        let coin = RpcRequest {
            method: "getBalance",
            params: json!([owner, { "commitment": FINAL }]),
        };
        let tokens = PROGRAMS.map(|program| RpcRequest {
            method: "getTokenAccountsByOwner",
            params: json!([owner, { "programId": program }, { "encoding": "jsonParsed", "commitment": FINAL }]),
        });
        let requests: Vec<RpcRequest> = block::requests().into_iter().chain([coin]).chain(tokens).collect();
        let answers = self.send(&requests, context).await?;
        let Some(slot) = oldest_slot(&answers, apart, context)? else {
            return Ok(None);
        };
        let [_, _, coin, lists @ ..] = answers.as_slice() else {
            return Err(context.malformed("no answer"));
        };
        let lamports = coin["value"]
            .as_number()
            .and_then(|number| number.to_string().parse().ok());
        let mut held = Holdings {
            lamports: lamports.ok_or_else(|| context.malformed("not a balance"))?,
            tokens: BTreeMap::new(),
        };
        for list in lists {
            self.add_token_accounts(list, &mut held)
                .ok_or_else(|| context.malformed("a token account that cannot be read"))?;
        }
        Ok(Some((held, self.current_block(slot, &answers, context)?)))
    }

    /// Returns the block of these answers, or an error where it is too old for this chain.
    fn current_block(&self, slot: u64, answers: &[Json], context: &RequestContext) -> Result<Block, RemoteError> {
        let block = block_of(slot, answers, context)?;
        self.chain.check_head(&block, self.client.now(), &self.host)?;
        Ok(block)
    }

    /// Adds the token accounts of one program. An owner can have several accounts of one mint.
    fn add_token_accounts(&self, list: &Json, held: &mut Holdings) -> Option<()> {
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
        held: Holdings,
        block: Block,
        decimals: &Decimals,
        context: &RequestContext,
    ) -> Result<Reading, RemoteError> {
        let mut balances = vec![(self.native.clone(), held.lamports)];
        for (token, (amount, places)) in held.tokens {
            decimals.insert(&token, places);
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
            positions: Vec::new(),
            protocols: ports::ProtocolReading::default(),
            unreadable: vec![],
            waiting: WaitingTransactions::default(),
        })
    }
}
