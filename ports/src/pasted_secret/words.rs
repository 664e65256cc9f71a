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
/// The number of words of a list of BIP 39, whose phrases have a checksum.
const WITH_CHECKSUM: usize = 2048;
/// Words of the English lists that nearly every ordinary sentence contains, and a phrase only by chance.
const FREQUENT: &str = "about above after again all also always another any around because been before being below between both can \
    come down each either else even ever every find first give good have help here how into just keep know last like long look \
    made make many more most much must need never next now off often one only open other out over own people please put same \
    should since some still such take tell than that them then there these they thing think this those though time today \
    together too try two under until update use used very want way what when where which while will with without work world \
    wrong year you your";

/// A set of lists, one bit for each.
pub type Mask = u16;

struct WordLists {
    words: HashMap<String, ListedWord>,
    chinese: Mask,
    common: Mask,
    with_checksum: Mask,
    orders: Vec<HashMap<char, u16>>,
}

/// A word of one or more lists.
#[derive(Clone, Copy, Default)]
pub struct ListedWord {
    /// The lists that contain it.
    pub lists: Mask,
    /// Whether it is frequent in ordinary sentences.
    pub is_frequent: bool,
    places: [u16; LISTS],
}

impl ListedWord {
    /// Returns its position in one of its lists.
    pub fn place(&self, list: usize) -> u16 {
        self.places[list]
    }
}

static ALL: LazyLock<WordLists> = LazyLock::new(|| {
    let mut all = WordLists {
        words: HashMap::new(),
        chinese: 0,
        common: 0,
        with_checksum: 0,
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
        if words.len() == WITH_CHECKSUM {
            all.with_checksum |= mask;
        }
        for (word, place) in words.into_iter().zip(0..) {
            let word = all.words.entry(word).or_default();
            word.lists |= mask;
            word.places[bit] = place;
        }
    }
    for word in FREQUENT.split_whitespace() {
        if let Some(word) = all.words.get_mut(word) {
            word.is_frequent = true;
        }
    }
    all
});

/// Returns the lists that contain this word.
pub fn lists_of(word: &str) -> Mask {
    find(word).lists
}

/// Returns what is known of a word.
pub fn find(word: &str) -> ListedWord {
    ALL.words.get(word).copied().unwrap_or_default()
}

/// Returns the lists whose phrases have a checksum.
pub fn with_checksum() -> Mask {
    ALL.with_checksum
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
