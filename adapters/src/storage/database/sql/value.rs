//! Values that are bound to a statement.

/// A bound value. An absent one keeps its type, which Postgres requires.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(Option<String>),
    Int(Option<i64>),
    Bool(Option<bool>),
    Bytes(Option<Vec<u8>>),
}

macro_rules! values {
    ($($type:ty => $variant:ident |$x:ident| $into:expr),+ $(,)?) => { $(
        impl From<$type> for Value {
            fn from($x: $type) -> Self {
                Self::$variant(Some($into))
            }
        }
        impl From<Option<$type>> for Value {
            fn from(value: Option<$type>) -> Self {
                Self::$variant(value.map(|$x| $into))
            }
        }
    )+ };
}

values! {
    String => Text |x| x,
    &str => Text |x| x.to_owned(),
    i64 => Int |x| x,
    u32 => Int |x| i64::from(x),
    ports::Timestamp => Int |x| x.millis(),
    bool => Bool |x| x,
    Vec<u8> => Bytes |x| x,
}
