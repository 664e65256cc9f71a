//! The examples of fields whose schemas have none, see [`super::example`]. Each belongs to one field of one schema, or to one
//! operation.

/// Examples of texts, by `Schema.field`, sorted: decimals, assets, chains and times. An account holds 2.5 ether at 2500.5 dollars
/// each, which is all that it has.
#[rustfmt::skip]
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("AddedTokenRow.asset", "eip155:2222/erc20:0x919C1c267BC06a7039e03fcc2eF738525769109c"),
    ("AddedTokenRow.chain", "eip155:2222"),
    ("ApiKey.expires_on", "2026-09-08T12:30:00Z"),
    ("AssetMove.change", "-125.5"),
    ("AssetMove.change_percent", "-1.97"),
    ("AssetMove.price", "2500.5"),
    ("AssetOnChain.amount", "2.5"),
    ("AssetOnChain.price", "2500.5"),
    ("AssetOnChain.share", "100"),
    ("AssetOnChain.value", "6251.25"),
    ("AssetPrice.confidence", "0.99"),
    ("AssetPrice.price", "2500.5"),
    ("AssetPrice.spread", "0.001"),
    ("AssetRate.price", "2500.5"),
    ("AssetRow.amount", "2.5"),
    ("AssetRow.price", "2500.5"),
    ("AssetRow.share", "100"),
    ("AssetRow.value", "6251.25"),
    ("AssumedDecimals.amount", "1"),
    ("ChainValue.share", "100"),
    ("ChainValue.value", "6251.25"),
    ("ChangedGain.after", "100.25"),
    ("ChangedGain.before", "125.5"),
    ("CostBasisData.assumed_share", "0.2125"),
    ("CostBasisRow.amount", "2.5"),
    ("CostBasisRow.assumed_cost", "0"),
    ("CostBasisRow.average_cost_price", "2000"),
    ("CostBasisRow.cost_basis", "5000"),
    ("CostBasisRow.current_price", "2500.5"),
    ("CostBasisRow.current_value", "6251.25"),
    ("CostBasisRow.gain_loss", "1251.25"),
    ("CostBasisRow.gain_loss_percentage", "25"),
    ("CostBasisRow.unknown_amount", "0"),
    ("CostChange.realized", "125.5"),
    ("CostGap.asset", "eip155:42161/erc20:0x912CE59144191C1204E64559FE8253a0e49E6548"),
    ("CostGap.quantity", "100"),
    ("CostState.average", "2000"),
    ("CostState.cost", "5000"),
    ("CostState.quantity", "2.5"),
    ("CostState.unknown_quantity", "0"),
    ("Coverage.known", "6251.25"),
    ("CurrencyRow.rate", "0.855871276959945224"),
    ("Difference.asset", "eip155:1/erc20:0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84"),
    ("Difference.balance", "2.504"),
    ("Difference.difference", "0.004"),
    ("Difference.replayed", "2.5"),
    ("Difference.value", "10"),
    ("Disclosure.last_on", "2025-09-08T12:45:00Z"),
    ("Dust.value", "0.42"),
    ("EnteredCost.amount", "5000"),
    ("EntryCost.assumed_share", "0.125"),
    ("EntryCostGap.amount", "100"),
    ("EntryCostGap.asset", "eip155:42161/erc20:0x912CE59144191C1204E64559FE8253a0e49E6548"),
    ("ExplainNode.value", "2500.5"),
    ("Explanation.exact", "6251.25"),
    ("Explanation.value", "6251.25"),
    ("FormulaTerm.value", "2.5"),
    ("GetReconciliationData.reconciled", "6000"),
    ("GetReconciliationData.value", "6251.25"),
    ("GetYesterdayBalanceData.balance", "6376.75"),
    ("GetYesterdayBalanceData.change", "-125.5"),
    ("GetYesterdayBalanceData.change_percent", "-1.97"),
    ("GetYesterdayBalanceData.compared", "6251.25"),
    ("GetYesterdayBalanceData.quiet_below", "10"),
    ("GetYesterdayBalanceData.total", "6251.25"),
    ("HeldPriceRow.asset", "eip155:1/erc20:0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984"),
    ("HeldQuote.asset", "eip155:1/erc20:0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984"),
    ("HeldQuote.price", "75.5"),
    ("HiddenRow.amount", "5000"),
    ("HiddenRow.asset", "eip155:1/erc20:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"),
    ("KindRow.share", "100"),
    ("KindRow.value", "6251.25"),
    ("LeftOut.amount", "1000"),
    ("NetworkRow.share", "100"),
    ("NetworkRow.value", "6251.25"),
    ("NotLookedFor.chain", "eip155:2222"),
    ("PartialTotal.value", "1251.25"),
    ("Portfolio.total", "6251.25"),
    ("QuietNetwork.chain", "eip155:59144"),
    ("Rest.share", "0"),
    ("Rest.value", "0.42"),
    ("Rounding.difference", "0"),
    ("SearchWalletData.net_worth", "6251.25"),
    ("SessionDetails.expires_on", "2025-10-08T12:30:00Z"),
    ("SetAssetPriceData.price", "2500.5"),
    ("SharedAssetPart.amount", "2.5"),
    ("SharedAssetPart.asset", "eip155:1/erc20:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"),
    ("SharedAssetPart.price", "2500.5"),
    ("SharedAssetPart.share", "100"),
    ("SharedAssetPart.value", "6251.25"),
    ("SharedAssetRow.amount", "2.5"),
    ("SharedAssetRow.price", "2500.5"),
    ("SharedAssetRow.share", "100"),
    ("SharedAssetRow.value", "6251.25"),
    ("SharedCoverage.known", "6251.25"),
    ("SharedDay.balance", "6376.75"),
    ("SharedDay.change", "-125.5"),
    ("SharedDay.change_percent", "-1.97"),
    ("SharedDay.compared", "6251.25"),
    ("SharedDay.quiet_below", "10"),
    ("SharedDay.total", "6251.25"),
    ("SharedGap.amount", "1000"),
    ("SharedGap.asset", "eip155:1/erc20:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
    ("SharedNotLookedFor.chain", "eip155:2222"),
    ("SharedPortfolio.total", "6251.25"),
    ("SharedPrice.confidence", "0.99"),
    ("SharedPrice.price", "2500.5"),
    ("SharedPrice.spread", "0.001"),
    ("SharedWalletRow.share", "100"),
    ("SharedWalletRow.value", "6251.25"),
    ("TransactionAssetPrice.price", "2500.5"),
    ("TransactionLeg.amount", "1200.25"),
    ("TransactionLeg.asset", "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"),
    ("TransactionLeg.price_then", "1"),
    ("TransactionLeg.value_then", "1200.25"),
    ("TransactionLeg.value_today", "1200.25"),
    ("TransactionRow.fee_then", "1.8"),
    ("TransactionRow.fee_today", "2.5"),
    ("TransactionRow.value_then", "1200.25"),
    ("TransactionRow.value_today", "1200.25"),
    ("UnpricedHolding.amount", "1000"),
    ("UnpricedHolding.asset", "eip155:1/erc20:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
    ("User.mailing_list", "ada@example.org"),
    ("WaitingTransaction.asset", "bip122:000000000019d6689c085ae165831e93/slip44:0"),
    ("WaitingTransaction.chain", "bip122:000000000019d6689c085ae165831e93"),
    ("WaitingTransaction.change", "0.0008"),
    ("WalletCard.total_value", "6251.25"),
    ("WalletRow.share", "100"),
    ("WalletRow.value", "6251.25"),
];

/// Fields that are true in examples, as `Schema.field`, sorted.
#[rustfmt::skip]
pub(super) const TRUE: &[&str] = &[
    "AssetHiddenData.hidden", "AssumedDecimals.accepted", "ChainRow.supported",
    "ClearAssetPriceData.cleared", "CredentialField.secret", "CurrencyRow.active", "DecimalsData.accepted", "DeleteUserData.deleted",
    "DetectedChain.chain_detected", "Detection.chain_detected", "Plan.is_default", "PortfolioChanged.changed", "Readiness.ready",
    "ReadinessCheck.ok", "RemoveTokenData.removed", "RotateLinkData.enabled", "SessionDetails.current", "SharedAssetPart.listed",
    "SignOutData.signed_out", "StorageHealth.ok", "UserWallet.detected",
];

/// Fields that are null in examples, as `Schema.field`, sorted: why something is unknown that is known, what an Ethereum address does
/// not have, and what only a later call has.
#[rustfmt::skip]
pub(super) const NULL: &[&str] = &[
    "AssetPart.assumed_decimals", "AssetRate.reason", "ChainRow.parent", "CostBasisRow.price_reason", "CostState.reason",
    "Coverage.unconverted",
    "DeleteUserData.delete_on", "DetectedChain.parent", "Detection.reason", "Detection.reason_code", "ExplainNode.reason",
    "GetYesterdayBalanceData.reason", "SharedAssetPart.reason", "SharedCoverage.unconverted", "SharedDay.reason",
    "SourceHealth.last_error", "SyncSource.last_error", "TransactionLeg.reason", "TransferMatch.reason",
    "UnpricedHolding.assumed_decimals", "UnpricedHolding.raw_amount", "UploadRow.reason", "UploadRow.reason_code", "User.pending_email",
    "UserWallet.reason", "UserWallet.reason_code", "World.reason",
];

/// What one operation returns where another one with the same schema does not.
pub(super) struct OperationExample {
    /// The operation.
    pub(super) operation: &'static str,
    /// The JSON pointers of the fields in its response.
    pub(super) pointers: &'static [&'static str],
    /// The value as JSON.
    pub(super) value: &'static str,
    /// Words of the operation's own summary or description from which the value follows.
    pub(super) words: &'static str,
}

/// The fields that an anonymous person does not have.
const OF_REGISTERED: &[&str] = &[
    "/data/user/email",
    "/data/user/first_name",
    "/data/user/last_name",
    "/data/user/mobile",
    "/data/user/mailing_list",
];
const ANONYMOUS: &[&str] = &["/data/user/anonymous"];

/// The differences between operations that return the same schema.
#[rustfmt::skip]
pub(super) const OPERATIONS: &[OperationExample] = &[
    OperationExample {
        operation: "askLive", pointers: &["/data/world/live_answers_again"], value: "true",
        words: "`world.live_answers_again` has the result",
    },
    OperationExample { operation: "askLive", pointers: &["/data/world/kind"], value: "\"demo\"", words: "from an automatic demo" },
    OperationExample { operation: "askLive", pointers: &["/data/world/chosen"], value: "\"automatic\"", words: "from an automatic demo" },
    OperationExample {
        operation: "askLive", pointers: &["/data/world/reason"], value: "\"No live source answered within 3 seconds.\"",
        words: "from an automatic demo",
    },
    OperationExample { operation: "clearDecimals", pointers: &["/data/accepted"], value: "false", words: "Withdraws the accepted decimals" },
    OperationExample { operation: "createUser", pointers: ANONYMOUS, value: "true", words: "Creates an anonymous user" },
    OperationExample { operation: "createUser", pointers: OF_REGISTERED, value: "null", words: "Creates an anonymous user" },
    OperationExample {
        operation: "createUser", pointers: &["/data/user/sign_in_wallets"], value: "[]", words: "Creates an anonymous user",
    },
    OperationExample { operation: "showAsset", pointers: &["/data/hidden"], value: "false", words: "Shows an asset again" },
    OperationExample {
        operation: "signinWithWallet", pointers: &["/data/challenge"], value: "null",
        words: "The second call has `message` and `signature` too",
    },
    OperationExample {
        operation: "updateUser", pointers: &["/data/user/pending_email"], value: "\"grace@example.org\"", words: "it is pending until",
    },
];
