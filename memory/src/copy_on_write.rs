//! A copy-on-write wrapper.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

/// A collection that several versions of the tables share. A mutable access copies it first if another version shares it.
#[derive(Default)]
pub(crate) struct CopyOnWrite<T>(Arc<T>);

impl<T> Clone for CopyOnWrite<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for CopyOnWrite<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for CopyOnWrite<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_of_one_copy_alone() {
        let one = CopyOnWrite(Arc::new(vec![1]));
        let mut other = one.clone();
        assert!(Arc::ptr_eq(&one.0, &other.0), "nothing is copied before a change");
        other.push(2);
        assert_eq!((one.len(), other.len()), (1, 2));
    }
}
