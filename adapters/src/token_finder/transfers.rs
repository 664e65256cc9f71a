//! Token discovery by the newest transfers of an account, for explorers with Etherscan's account API. It does not return
//! numbers of holders.

use ports::{AccountId, NamedToken, RemoteError};

use super::named_tokens;
use crate::explorer::{AccountApi, Listing};

const LISTING: Listing<String> = Listing {
    purpose: "tokens",
    without_rows: "transfers without a status or a result",
    without_field: "transfers without contractAddress",
    max_pages: 5,
    read: |row| row["contractAddress"].as_str().map(str::to_owned),
};

/// Returns the tokens of the newest transfers of an account.
pub(super) async fn tokens(api: &AccountApi, account: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
    let contracts = api.list(account, "tokentx", &LISTING).await?;
    let contracts = contracts.iter().map(|contract| (contract.as_str(), None));
    Ok(named_tokens(api.client.instance(&account.chain)?, contracts))
}
