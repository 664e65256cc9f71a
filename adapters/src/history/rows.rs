//! Reading the rows of the lists. Scalars are texts in the original API, and some are numbers or null in others.

use ports::{
    Address, RawAmount, Stream, TransactionId,
    fact::{FactBlock, InternalTransfer, ReportedTransaction, TokenStandard, TokenTransfer, ValidatorWithdrawal},
};

use super::fields::{FieldError, RowFields};

/// What the calls are named that run the code of another contract on the caller's own account, or that cannot change
/// anything: the value that they state did not move.
const CALLS_WITHOUT_VALUE: [&str; 3] = ["delegatecall", "staticcall", "callcode"];
/// The name under which the allocations of the first block are listed.
const GENESIS: &str = "GENESIS";
/// The wei in a gwei.
const GWEI: u128 = 1_000_000_000;

/// A row of a list.
pub(super) struct ReportedRow {
    pub(super) transaction: TransactionId,
    pub(super) block: FactBlock,
    pub(super) item: RowItem,
}

/// What a row reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RowItem {
    Transaction(ReportedTransaction),
    Internal(InternalTransfer),
    Token(TokenStandard, TokenTransfer),
    Withdrawal(ValidatorWithdrawal),
}

/// The account whose rows are read, and the contracts that report its native balance again.
pub(super) struct RowScope<'a> {
    pub(super) account: &'a Address,
    pub(super) mirrors: &'a [Address],
}

/// Why a row cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnusableRow {
    /// It lacks this field, or the field has another type of content.
    Field(&'static str),
    /// It is about another account.
    OtherAccount,
}

impl From<FieldError> for UnusableRow {
    fn from(FieldError(name): FieldError) -> Self {
        Self::Field(name)
    }
}

/// Reads a row; `None` where it reports nothing that moved.
type ReadRow = fn(RowFields<'_>, &RowScope<'_>) -> Result<Option<ReportedRow>, UnusableRow>;

/// A list: its name in the API, and how its rows are read.
#[derive(Clone, Copy)]
pub(super) struct RowList {
    pub(super) action: &'static str,
    pub(super) read: ReadRow,
}

/// Returns the list of a stream.
pub(super) fn list(stream: Stream) -> Option<RowList> {
    let (action, read): (_, ReadRow) = match stream {
        Stream::Transactions => ("txlist", transaction),
        Stream::InternalTransfers => ("txlistinternal", internal),
        Stream::TokenTransfers => ("tokentx", |row, scope| token(row, scope, TokenStandard::Erc20)),
        Stream::NftTransfers => ("tokennfttx", |row, scope| token(row, scope, TokenStandard::Erc721)),
        Stream::MultiTokenTransfers => ("token1155tx", |row, scope| token(row, scope, TokenStandard::Erc1155)),
        Stream::Withdrawals => ("txsBeaconWithdrawal", withdrawal),
        Stream::Receipts
        | Stream::CoinTransactions
        | Stream::ExchangeLedger
        | Stream::ExchangeDeposits
        | Stream::ExchangeWithdrawals
        | Stream::ExchangeConversions
        | Stream::ExchangeRewards
        | Stream::ExchangeTrades
        | Stream::MarketTrades
        | Stream::ExchangeFiles => return None,
    };
    Some(RowList { action, read })
}

impl RowScope<'_> {
    fn check<const N: usize>(&self, parties: [Option<&Address>; N]) -> Result<(), UnusableRow> {
        let is_own = parties.into_iter().flatten().any(|party| party == self.account);
        if is_own { Ok(()) } else { Err(UnusableRow::OtherAccount) }
    }
}

fn transaction(row: RowFields<'_>, scope: &RowScope<'_>) -> Result<Option<ReportedRow>, UnusableRow> {
    let sender = row.required("from")?;
    // The allocations of the first block have no sender: the zero address stands for that, as for mints of tokens.
    let from = if sender == GENESIS {
        Address::evm([0; 20])
    } else {
        row.address("from")?
    };
    if !row.has("to") {
        return Err(UnusableRow::Field("to"));
    }
    let (to, created) = (row.optional_address("to")?, row.optional_address("contractAddress")?);
    scope.check([Some(&from), to.as_ref(), created.as_ref()])?;
    Ok(Some(ReportedRow {
        transaction: transaction_id(row, "hash")?,
        block: block(row, "timeStamp")?,
        item: RowItem::Transaction(ReportedTransaction {
            from,
            to,
            created,
            value: row.amount("value")?,
            nonce: row.optional_number("nonce")?,
            succeeded: succeeded(row)?,
            fee: fee(row)?,
            data_fee: if row.text("L1FeesPaid")?.is_some() {
                Some(row.amount("L1FeesPaid")?)
            } else {
                None
            },
            selector: selector(row)?,
            envelope: row.optional_number("txType")?,
        }),
    }))
}

/// Reads `isError` and `txreceipt_status`; the second one is empty before the upgrade Byzantium.
fn succeeded(row: RowFields<'_>) -> Result<bool, UnusableRow> {
    match (row.flag("isError")?, row.flag("txreceipt_status")?) {
        (None, None) => Err(UnusableRow::Field("isError")),
        (is_error, status) => Ok(is_error != Some(true) && status != Some(false)),
    }
}

fn fee(row: RowFields<'_>) -> Result<Option<RawAmount>, UnusableRow> {
    let (used, price): (Option<u128>, Option<u128>) =
        (row.optional_number("gasUsed")?, row.optional_number("gasPrice")?);
    let Some((used, price)) = used.zip(price) else {
        return Ok(None);
    };
    let fee = used.checked_mul(price).ok_or(UnusableRow::Field("gasPrice"))?;
    Ok(Some(RawAmount::from(fee)))
}

/// Returns the first four bytes of the input, where it has as many.
fn selector(row: RowFields<'_>) -> Result<Option<String>, UnusableRow> {
    let input = match row.text("input")? {
        Some(input) => Some(input),
        None => row.text("methodId")?,
    };
    let digits = input.as_deref().and_then(|input| input.strip_prefix("0x")?.get(..8));
    let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    Ok(digits.map(|digits| format!("0x{}", digits.to_ascii_lowercase())))
}

fn internal(row: RowFields<'_>, scope: &RowScope<'_>) -> Result<Option<ReportedRow>, UnusableRow> {
    let call = row.required("type")?.to_ascii_lowercase();
    // Blockscout numbers the calls of a transaction: the first one is the transaction itself.
    let is_outer = row.text("index")?.as_deref() == Some("0");
    if is_outer || moves_nothing(&call) || row.text("callType")?.is_some_and(|call| moves_nothing(&call)) {
        return Ok(None);
    }
    let from = row.address("from")?;
    let created = row.optional_address("contractAddress")?;
    let to = row.optional_address("to")?.or(created);
    scope.check([Some(&from), to.as_ref()])?;
    let value = row.amount("value")?;
    let hash = if row.text("hash")?.is_some() {
        "hash"
    } else {
        "transactionHash"
    };
    let reported = ReportedRow {
        transaction: transaction_id(row, hash)?,
        block: block(row, "timeStamp")?,
        item: RowItem::Internal(InternalTransfer {
            trace: trace(row)?,
            from,
            to,
            value,
            call,
            failed: row.flag("isError")?.ok_or(UnusableRow::Field("isError"))?,
        }),
    };
    Ok((!value.is_zero()).then_some(reported))
}

fn moves_nothing(call: &str) -> bool {
    CALLS_WITHOUT_VALUE.iter().any(|known| call.eq_ignore_ascii_case(known))
}

/// Returns the place of a call in its transaction. Etherscan states it as a text that may be empty, Blockscout as a number.
fn trace(row: RowFields<'_>) -> Result<String, UnusableRow> {
    match (row.text("traceId")?, row.text("index")?) {
        (Some(trace), _) | (None, Some(trace)) => Ok(trace.into_owned()),
        (None, None) if row.has("traceId") => Ok(String::new()),
        (None, None) => Err(UnusableRow::Field("traceId")),
    }
}

fn token(
    row: RowFields<'_>,
    scope: &RowScope<'_>,
    standard: TokenStandard,
) -> Result<Option<ReportedRow>, UnusableRow> {
    // Older instances of Blockscout list tokens with ids here too; they are in lists of their own.
    let has_id = row.text("tokenID")?.is_some() || row.has("tokenIDs");
    if standard == TokenStandard::Erc20 && has_id {
        return Ok(None);
    }
    let contract = row.address("contractAddress")?;
    let (from, to) = (row.address("from")?, row.address("to")?);
    scope.check([Some(&from), Some(&to)])?;
    let id = || row.amount("tokenID").map(|id| Some(id.to_string()));
    let (value, token_id) = match standard {
        TokenStandard::Erc20 => (row.amount("value")?, None),
        TokenStandard::Erc721 => (RawAmount::from(1), id()?),
        TokenStandard::Erc1155 => (row.amount("tokenValue")?, id()?),
    };
    let is_mirror = standard == TokenStandard::Erc20 && scope.mirrors.contains(&contract);
    let transfer = TokenTransfer {
        log_index: row.optional_number("logIndex")?,
        contract,
        from,
        to,
        value,
        token_id,
    };
    let reported = ReportedRow {
        transaction: transaction_id(row, "hash")?,
        block: block(row, "timeStamp")?,
        item: RowItem::Token(standard, transfer),
    };
    Ok((!is_mirror).then_some(reported))
}

fn withdrawal(row: RowFields<'_>, scope: &RowScope<'_>) -> Result<Option<ReportedRow>, UnusableRow> {
    scope.check([Some(&row.address("address")?)])?;
    let gwei: u128 = row.number("amount")?;
    let wei = gwei.checked_mul(GWEI).ok_or(UnusableRow::Field("amount"))?;
    let index = row.number("withdrawalIndex")?;
    Ok(Some(ReportedRow {
        transaction: TransactionId::withdrawal(index),
        block: block(row, "timestamp")?,
        item: RowItem::Withdrawal(ValidatorWithdrawal {
            index,
            validator: row.number("validatorIndex")?,
            value: RawAmount::from(wei),
        }),
    }))
}

fn transaction_id(row: RowFields<'_>, field: &'static str) -> Result<TransactionId, UnusableRow> {
    let text = row.required(field)?;
    let text = match text.strip_prefix(GENESIS) {
        Some(rest) => format!("{GENESIS}{}", rest.to_ascii_lowercase()),
        None => row.optional_hash(field)?.ok_or(UnusableRow::Field(field))?,
    };
    text.parse().map_err(|_| UnusableRow::Field(field))
}

fn block(row: RowFields<'_>, time: &'static str) -> Result<FactBlock, UnusableRow> {
    Ok(FactBlock {
        number: row.number("blockNumber")?,
        hash: row.optional_hash("blockHash")?,
        time: row.time(time)?,
        position: row.optional_number("transactionIndex")?,
    })
}
