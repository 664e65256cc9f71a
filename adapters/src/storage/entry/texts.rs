//! The table of the texts that entries repeat: assets, addresses, protocols, decoders.

use std::collections::HashMap;

use ports::{Address, AssetId};

use super::bytes::{ByteReader, ByteWriter};

/// Collects texts; each is written once, and entries refer to it by its place.
#[derive(Default)]
pub(super) struct TextTable<'a> {
    places: HashMap<&'a str, u64>,
    texts: Vec<&'a str>,
}

impl<'a> TextTable<'a> {
    /// Returns the place of a text.
    pub(super) fn place(&mut self, text: &'a str) -> u64 {
        let Self { places, texts } = self;
        *places.entry(text).or_insert_with(|| {
            texts.push(text);
            texts.len() as u64 - 1
        })
    }

    pub(super) fn write(&self, to: &mut ByteWriter) {
        to.number(self.texts.len() as u64);
        self.texts.iter().for_each(|text| to.bytes(text.as_bytes()));
    }
}

/// A table that was read. Assets and addresses are parsed once, however many entries refer to them.
pub(super) struct ParsedTexts<'a> {
    texts: Vec<&'a str>,
    assets: Vec<Option<AssetId>>,
    addresses: Vec<Option<Address>>,
}

impl<'a> ParsedTexts<'a> {
    pub(super) fn read(from: &mut ByteReader<'a>) -> Option<Self> {
        let count = from.number()?;
        let text = |_| std::str::from_utf8(from.bytes()?).ok();
        let texts = (0..count).map(text).collect::<Option<Vec<&str>>>()?;
        Some(Self {
            assets: vec![None; texts.len()],
            addresses: vec![None; texts.len()],
            texts,
        })
    }

    pub(super) fn text(&self, place: u64) -> Option<&'a str> {
        self.texts.get(usize::try_from(place).ok()?).copied()
    }

    pub(super) fn asset(&mut self, place: u64) -> Option<AssetId> {
        let text = self.text(place)?;
        let parsed = self.assets.get_mut(usize::try_from(place).ok()?)?;
        if parsed.is_none() {
            *parsed = AssetId::kept(text).ok();
        }
        parsed.clone()
    }

    pub(super) fn address(&mut self, place: u64) -> Option<Address> {
        let text = self.text(place)?;
        let parsed = self.addresses.get_mut(usize::try_from(place).ok()?)?;
        if parsed.is_none() {
            *parsed = Address::kept(text).ok();
        }
        parsed.clone()
    }
}
