//! The native asset and its wrapped form.

use ports::{AssetId, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    net::NetAmount,
    normalized::NormalizedTransaction,
};

pub(super) const DECODER: Decoder = Decoder { name: "wrap", classify };

/// Recognizes transactions that moved nothing but the two forms.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let context = transaction.context;
    let is_native = |asset: &AssetId| *asset == context.native;
    let is_wrapped = |asset: &AssetId| {
        context
            .wrapped
            .iter()
            .any(|contract| transaction.token(contract) == *asset)
    };
    let ([NetAmount { asset: out, .. }], [NetAmount { asset: r#in, .. }]) =
        (transaction.net.out.as_slice(), transaction.net.r#in.as_slice())
    else {
        return Ok(None);
    };
    let kind = match () {
        () if is_native(out) && is_wrapped(r#in) => EntryKind::Wrap,
        () if is_wrapped(out) && is_native(r#in) => EntryKind::Unwrap,
        () => return Ok(None),
    };
    Ok(Some(Classification::certain(kind)))
}
