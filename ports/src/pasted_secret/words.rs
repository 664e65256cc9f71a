//! The word lists of recovery phrases: BIP 39 in its ten languages, Electrum's old one, SLIP 39, and the lists of
//! wallets in Russian and Turkish.

use std::{collections::HashMap, sync::LazyLock};

use super::text::fold;

/// One list in each line, its name first. Words are in lower case and without accents, and in the order of their list.
const TEXT: &str = include_str!("words.txt");

/// How many lists there are.
pub const LISTS: usize = 14;
/// No word has more characters in its decomposed form.
pub const LONGEST: usize = 12;

/// The lists of Chinese, where every word is one character: most ordinary texts consist of such words.
const CHINESE: [&str; 2] = ["simplified-chinese", "traditional-chinese"];
/// A list of the commonest English words: ordinary sentences contain several in a row.
const COMMON: &str = "electrum";

/// Lists, one bit for each.
pub type Mask = u16;

struct Lists {
    masks: HashMap<String, Mask>,
    chinese: Mask,
    common: Mask,
    orders: Vec<HashMap<char, u16>>,
}

static ALL: LazyLock<Lists> = LazyLock::new(|| {
    let mut all = Lists {
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

/// The lists that contain this word.
pub fn lists_of(word: &str) -> Mask {
    ALL.masks.get(word).copied().unwrap_or_default()
}

/// The Chinese lists.
pub fn chinese() -> Mask {
    ALL.chinese
}

/// The list of common English words.
pub fn common() -> Mask {
    ALL.common
}

/// The places of these characters in each Chinese list that contains all of them.
pub fn chinese_places(text: &[char]) -> impl Iterator<Item = Vec<u16>> {
    let places = |order: &HashMap<char, u16>| text.iter().map(|c| order.get(c).copied()).collect();
    ALL.orders.iter().filter_map(places)
}
