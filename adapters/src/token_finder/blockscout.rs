//! Token discovery with Blockscout: `addresses/{address}/tokens?type=ERC-20`.
//!
//! The `token` of each row has the number of its holders: `holders_count`, before version 8 `holders`, as a text of
//! digits, or null where the instance has not counted. This follows Blockscout's source code (`api/v2/token_view.ex`);
//! no live run has confirmed it. An instance counts from time to time, so the number may be outdated.

use async_trait::async_trait;
use ports::{AccountId, ChainId, NamedToken, Profile, RemoteError, TokenFinder, json::Json};

use super::{CAPABILITY, LEARNS, named_tokens};
use crate::explorer::{AddressList, Blockscout, Listing};

const TOKENS: AddressList<'_> = AddressList {
    name: "tokens",
    query: &[("type", "ERC-20")],
};
const LISTING: Listing<BlockscoutToken> = Listing {
    purpose: "tokens",
    without_rows: "a page of tokens without items",
    without_field: "tokens without address_hash",
    max_pages: 10,
    read,
};

struct BlockscoutToken {
    contract: String,
    holders: Option<u32>,
    /// Whether the explorer labels it as a scam.
    is_scam: bool,
}

/// Reads a row. Older instances use another field for the address.
fn read(row: &Json) -> Option<BlockscoutToken> {
    let token = &row["token"];
    let contract = token["address_hash"].as_str().or_else(|| token["address"].as_str())?;
    Some(BlockscoutToken {
        contract: contract.to_owned(),
        holders: holders(token),
        is_scam: token["reputation"] == "scam",
    })
}

/// Returns the number of holders, under either name, or `None` where it is not a number.
fn holders(token: &Json) -> Option<u32> {
    let mut counts = [&token["holders_count"], &token["holders"]].into_iter();
    counts.find_map(|count| count.as_str()?.parse().ok())
}

#[async_trait]
impl TokenFinder for Blockscout {
    fn profile(&self) -> Profile {
        self.0.client.profile(LEARNS, CAPABILITY)
    }

    fn chains(&self) -> Vec<ChainId> {
        self.0.client.chains()
    }

    async fn tokens(&self, account: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
        let listed = self.list(account, &TOKENS, &LISTING).await?;
        let honest = listed.iter().filter(|token| !token.is_scam);
        let honest = honest.map(|token| (token.contract.as_str(), token.holders));
        Ok(named_tokens(self.0.client.instance(&account.chain)?, honest))
    }
}
