//! The source under which EVM nodes are recorded.

use std::sync::LazyLock;

use ports::SourceId;

pub(super) static SOURCE: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("evm"));
