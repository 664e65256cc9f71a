//! The block explorer of a row, as it is written.

use ports::chain::Explorer;

use super::ExplorerText;

impl ExplorerText {
    pub(super) fn read(self) -> Explorer {
        Explorer {
            address: self.address,
            block: self.block,
            transaction: self.transaction,
        }
    }
}
