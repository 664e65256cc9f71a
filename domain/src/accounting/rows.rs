//! Growable rows by index.

/// Returns the row of an index, and adds empty rows up to it.
pub fn row<T: Default>(rows: &mut Vec<T>, index: u32) -> Option<&mut T> {
    let index = usize::try_from(index).ok()?;
    if rows.len() <= index {
        rows.resize_with(index + 1, T::default);
    }
    rows.get_mut(index)
}

/// Returns rows with their indexes.
pub fn indexed<T>(rows: &[T]) -> impl Iterator<Item = (u32, &T)> {
    (0..).zip(rows)
}
