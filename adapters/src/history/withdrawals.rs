//! Withdrawals of validators from Blockscout: `GET {instance}/api/v2/addresses/{address}/withdrawals`, newest first, fifty rows a page,
//! with amounts in wei and times in ISO 8601. The list cannot be limited to blocks, so that it is followed back to the first block of a
//! request.

use ports::{
    AccountId, RemoteError, Timestamp, TransactionId,
    fact::{FactBlock, ValidatorWithdrawal},
    history::{HistoryPage, HistoryRequest},
    json::Json,
};

use super::{
    PURPOSE,
    facts::facts,
    fields::{FieldError, FieldResult, RowFields},
    rows::{ReportedRow, RowItem},
};
use crate::explorer::{AddressList, Blockscout};

const LIST: AddressList<'static> = AddressList {
    name: "withdrawals",
    query: &[],
};

/// Reads one page. The pages before the last one reach no block completely, because older rows of it may follow.
pub(super) async fn page(blockscout: &Blockscout, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let (first, last) = request.blocks;
    let context = blockscout.0.client.context(&request.account, PURPOSE);
    let malformed = |FieldError(name): FieldError| {
        let what = format!("a row of withdrawals without a readable {name}");
        context.malformed(&what)
    };
    let continuation = request.continuation.as_deref();
    let (rows, next) = blockscout.page(&request.account, &LIST, continuation, PURPOSE).await?;
    let rows: FieldResult<Vec<ReportedRow>> = rows.iter().map(|row| read(row, &request.account)).collect();
    let mut rows = rows.map_err(malformed)?;
    if !rows.is_sorted_by_key(|row| std::cmp::Reverse(row.block.number)) {
        return Err(context.malformed("withdrawals that are not in descending order"));
    }
    let is_over = rows.last().is_some_and(|row| row.block.number < first);
    rows.retain(|row| (first..=last).contains(&row.block.number));
    let continuation = next.filter(|_| !is_over);
    Ok(HistoryPage {
        markets: Vec::new(),
        facts: facts(rows, &request.account, &blockscout.0.client.source()).map_err(|what| context.malformed(what))?,
        through: continuation.is_none().then_some(last),
        continuation,
        total: None,
        gaps: Vec::new(),
    })
}

/// Reads a row. Where it names its receiver, that is the account.
fn read(row: &Json, account: &AccountId) -> FieldResult<ReportedRow> {
    let fields = RowFields(row);
    if let Some(receiver) = row["receiver"]["hash"].as_str()
        && !receiver.eq_ignore_ascii_case(account.address.as_str())
    {
        return Err(FieldError("receiver"));
    }
    let index = fields.number("index")?;
    let time = fields.required("timestamp")?;
    let time: jiff::Timestamp = time.parse().map_err(|_| FieldError("timestamp"))?;
    Ok(ReportedRow {
        transaction: TransactionId::withdrawal(index),
        block: FactBlock {
            number: fields.number("block_number")?,
            hash: None,
            time: Timestamp::from_seconds(time.as_second()),
            position: None,
        },
        item: RowItem::Withdrawal(ValidatorWithdrawal {
            index,
            validator: fields.number("validator_index")?,
            value: fields.amount("amount")?,
        }),
    })
}
