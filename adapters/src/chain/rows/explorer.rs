//! The block explorer of a row in `data/chains.toml`.

use ports::chain::Explorer;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplorerToml {
    #[expect(dead_code, reason = "for people who read the file")]
    name: String,
    pub(super) address: String,
    pub(super) block: String,
    pub(super) transaction: String,
}

impl ExplorerToml {
    pub(super) fn read(self) -> Explorer {
        Explorer {
            address: self.address,
            block: self.block,
            transaction: self.transaction,
        }
    }
}
