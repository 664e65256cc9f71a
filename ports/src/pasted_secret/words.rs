//! The word lists of recovery phrases: BIP 39 in ten languages, the old list of Electrum, SLIP 39, and the Russian and Turkish
//! lists of some wallets.

use std::{collections::HashMap, sync::LazyLock};

use super::text::fold;

/// One list in each line: its name, then its words in lower case, without accents, in the order of the list.
const TEXT: &str = include_str!("words.txt");

/// The number of lists.
pub const LISTS: usize = 14;
/// The maximum number of characters of a word in decomposed form.
pub const LONGEST: usize = 12;

/// The Chinese lists. Each of their words is one character, and most ordinary Chinese texts consist of such characters.
const CHINESE: [&str; 2] = ["simplified-chinese", "traditional-chinese"];
/// The list of the most common English words. Ordinary sentences contain several of them in a row.
const COMMON: &str = "electrum";

/// A set of lists, one bit for each.
pub type Mask = u16;

struct WordLists {
    masks: HashMap<String, Mask>,
    chinese: Mask,
    common: Mask,
    orders: Vec<HashMap<char, u16>>,
}

static ALL: LazyLock<WordLists> = LazyLock::new(|| {
    let mut all = WordLists {
        masks: HashMap::new(),
        chinese: 0,
        common: 0,
        orders: Vec::new(),
    };
    for (bit, line) in TEXT.lines().take(LISTS).enumerate() {
        let mask = 1 << bit;
        let mut words = line.split(' ').map(fold);
        let name = words.next().unwrap_or_default();
        if name == COMMON {
            all.common = mask;
        }
        let words: Vec<String> = words.collect();
        if CHINESE.contains(&name.as_str()) {
            all.chinese |= mask;
            let order = words.iter().filter_map(|word| word.chars().next());
            all.orders.push(order.zip(0..).collect());
        }
        for word in words {
            *all.masks.entry(word).or_default() |= mask;
        }
    }
    all
});

/// Returns the lists that contain this word.
pub fn lists_of(word: &str) -> Mask {
    ALL.masks.get(word).copied().unwrap_or_default()
}

/// Returns the Chinese lists.
pub fn chinese() -> Mask {
    ALL.chinese
}

/// Returns the list of common English words.
pub fn common() -> Mask {
    ALL.common
}

/// Returns the positions of these characters in each Chinese list that contains all of them.
pub fn chinese_places(text: &[char]) -> impl Iterator<Item = Vec<u16>> {
    let places = |order: &HashMap<char, u16>| text.iter().map(|c| order.get(c).copied()).collect();
    ALL.orders.iter().filter_map(places)
}
