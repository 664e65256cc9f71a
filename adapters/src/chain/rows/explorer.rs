//! The block explorer of a row in `data/chains.toml`.

use ports::chain::Explorer;

use super::ExplorerToml;

impl ExplorerToml {
    pub(super) fn read(self) -> Explorer {
        Explorer {
            address: self.address,
            block: self.block,
            transaction: self.transaction,
        }
    }
}
