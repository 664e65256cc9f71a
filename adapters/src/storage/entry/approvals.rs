//! The compact form of approvals.

use ports::{Approval, ApprovalScope, RawAmount};

use super::{
    bytes::{ByteReader, ByteWriter},
    texts::{ParsedTexts, TextTable},
};

/// The numbers under which what approvals are about is stored; that of one token is followed by its id. They never change.
const AMOUNT: u8 = 0;
const PERMIT2: u8 = 1;
const COLLECTION: u8 = 2;
const TOKEN: u8 = 3;

/// Writes approvals after their number.
pub(super) fn write<'a>(to: &mut ByteWriter, texts: &mut TextTable<'a>, approvals: &'a [Approval]) {
    to.number(approvals.len() as u64);
    for approval in approvals {
        to.number(texts.place(approval.contract.as_str()));
        to.number(texts.place(approval.spender.as_str()));
        match &approval.scope {
            ApprovalScope::Amount => to.byte(AMOUNT),
            ApprovalScope::Permit2 => to.byte(PERMIT2),
            ApprovalScope::Collection => to.byte(COLLECTION),
            ApprovalScope::Token(id) => {
                to.byte(TOKEN);
                to.bytes(&id.to_word());
            }
        }
    }
}

/// Reads what [`write`] wrote; `None` where the bytes are no approvals.
pub(super) fn read(from: &mut ByteReader<'_>, texts: &mut ParsedTexts<'_>) -> Option<Vec<Approval>> {
    let count = from.number()?;
    let mut approvals = Vec::new();
    for _ in 0..count {
        approvals.push(Approval {
            contract: texts.address(from.number()?)?,
            spender: texts.address(from.number()?)?,
            scope: scope(from)?,
        });
    }
    Some(approvals)
}

fn scope(from: &mut ByteReader<'_>) -> Option<ApprovalScope> {
    Some(match from.byte()? {
        AMOUNT => ApprovalScope::Amount,
        PERMIT2 => ApprovalScope::Permit2,
        COLLECTION => ApprovalScope::Collection,
        TOKEN => ApprovalScope::Token(RawAmount::from_word(from.bytes()?.try_into().ok()?)),
        _ => return None,
    })
}
