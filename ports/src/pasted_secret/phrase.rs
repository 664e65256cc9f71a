//! Recovery phrases: consecutive words of one list, with any separators.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::{
    kind::Place,
    text::{fold, for_words},
    words::{self, LISTS, LONGEST, ListedWord},
};

/// The number of consecutive words of one list that are a phrase, or part of one, anywhere in a text.
const IN_A_ROW: usize = 8;
/// The same for the list of common words, whose phrases have twelve words.
const IN_A_ROW_COMMON: usize = 12;
/// The number of words that are a phrase, or part of one, if they are the whole text of an address field.
const WHOLE: usize = 6;
/// The same for any other field.
const WHOLE_ANY: usize = 7;
/// The number of words of the shortest whole phrase.
const SHORTEST: usize = 12;
/// Of how many words of a phrase in a text one may repeat another by chance.
const REPEATED_ONE_IN: usize = 12;
/// Of how many words of a phrase in a text one may be frequent by chance. With more of them, words of a list are an ordinary
/// sentence.
const FREQUENT_ONE_IN: usize = 8;
/// The same for the list of common words.
const FREQUENT_ONE_IN_COMMON: usize = 4;
/// The maximum number of bytes of a phrase without spaces.
const LONGEST_JOINED: usize = 4096;
/// The possible numbers of words of a phrase.
const LENGTHS: [usize; 5] = [12, 15, 18, 21, 24];
/// The mean position in the Chinese lists above which characters count as random. The lists begin with the characters that are
/// frequent in ordinary texts.
const RANDOM: usize = 600;

pub fn is_in(text: &str, place: Place) -> bool {
    for_words(text).iter().any(|text| is_in_words(text, place)) || place == Place::Address && is_plain_words(text)
}

fn is_in_words(text: &str, place: Place) -> bool {
    let tokens: Vec<&str> = letters(text).collect();
    let length: usize = tokens.iter().map(|token| token.len()).sum();
    if tokens.len() < WHOLE && length < 2 * SHORTEST {
        return false;
    }
    has_run(&tokens, place)
        || is_whole(text, place)
        || tokens.iter().any(|token| is_joined(token, place))
        || is_chinese(text, place)
}

/// Splits a text at everything except letters.
fn letters(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic())
        .filter(|token| !token.is_empty())
}

/// Returns the pieces that may be words. Single Latin letters are left out, because they number the lines of lists.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    letters(text).filter(|token| token.len() > 1)
}

/// Removes a label such as `seed:` or `MNEMONIC=`.
fn without_label(text: &str) -> &str {
    let body = text.rsplit_once([':', '=']).map_or(text, |(_, body)| body);
    if letters(body).next().is_some() { body } else { text }
}

/// Returns whether enough consecutive words are of one list, and are no ordinary sentence outside of an address field.
fn has_run(tokens: &[&str], place: Place) -> bool {
    let words: Vec<ListedWord> = tokens
        .iter()
        .filter(|token| token.len() > 1)
        .map(|token| words::find(token))
        .collect();
    (0..LISTS).any(|list| {
        let is_of = |word: &ListedWord| word.lists & (1 << list) != 0;
        let mut runs = words.chunk_by(|one, next| is_of(one) && is_of(next));
        runs.any(|run| is_of(&run[0]) && is_phrase(run, list, place))
    })
}

/// Returns whether consecutive words of a list are a phrase, or part of one.
fn is_phrase(run: &[ListedWord], list: usize, place: Place) -> bool {
    let is_common = words::common() == 1 << list;
    // The words of the Chinese lists are single characters.
    let is_chinese = words::chinese() & (1 << list) != 0;
    let fewest = match place {
        _ if is_common => IN_A_ROW_COMMON,
        Place::Address => IN_A_ROW,
        _ if is_chinese => SHORTEST,
        _ => IN_A_ROW,
    };
    if run.len() < fewest {
        return false;
    }
    if place == Place::Address {
        return true;
    }
    let places: Vec<u16> = run.iter().map(|word| word.place(list)).collect();
    let has_checksum = || LENGTHS.iter().any(|length| places.windows(*length).any(has_checksum));
    let is_random = |words: &[ListedWord]| is_random(words, list, is_common);
    is_random(run) || run.windows(fewest).any(is_random) || words::with_checksum() & (1 << list) != 0 && has_checksum()
}

/// Returns whether words look as if they were picked at random: few repeat, and few are frequent in ordinary sentences.
fn is_random(words: &[ListedWord], list: usize, is_common: bool) -> bool {
    let one_in = if is_common {
        FREQUENT_ONE_IN_COMMON
    } else {
        FREQUENT_ONE_IN
    };
    // Seven words may have a frequent one, as eight.
    let most = words.len().div_ceil(one_in);
    let mut places: Vec<u16> = words.iter().map(|word| word.place(list)).collect();
    places.sort_unstable();
    places.dedup();
    let repeated = words.len() - places.len();
    repeated <= words.len() / REPEATED_ONE_IN && words.iter().filter(|word| word.is_frequent).count() <= most
}

/// Returns whether the text consists of words of one list; the last word may be truncated.
fn is_whole(text: &str, place: Place) -> bool {
    let known: Vec<ListedWord> = words_of(without_label(text)).map(words::find).collect();
    let common = if place == Place::Address { 0 } else { words::common() };
    let fewest = if place == Place::Address { WHOLE } else { WHOLE_ANY };
    let is_phrase = |words: &[ListedWord]| {
        let lists = words.iter().fold(!common, |all, one| all & one.lists);
        let is_random = |list: usize| lists & (1 << list) != 0 && is_random(words, list, false);
        words.len() >= fewest && lists != 0 && (place == Place::Address || (0..LISTS).any(is_random))
    };
    is_phrase(&known) || is_phrase(&known[..known.len().saturating_sub(1)])
}

/// Returns whether letters without separators consist of words of one list, or contain twelve consecutive ones.
fn is_joined(token: &str, place: Place) -> bool {
    let whole = if place == Place::Address { WHOLE } else { IN_A_ROW };
    // Hex digits without numbers are words of lists by chance.
    let is_hex = token.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex || token.len() < 3 * WHOLE || token.len() > LONGEST_JOINED {
        return false;
    }
    let ends: Vec<usize> = token.char_indices().map(|(at, _)| at).chain([token.len()]).collect();
    // For each position, the largest number of consecutive words that end there: of any sequence, and of one that starts at
    // the beginning of the text (`None` if there is none).
    let mut rows: [[(u8, Option<u8>); LISTS]; LONGEST + 1] = [[(0, None); LISTS]; LONGEST + 1];
    rows[0] = [(0, Some(0)); LISTS];
    for end in 1..ends.len() {
        let mut row = [(0, None); LISTS];
        for length in 1..=LONGEST.min(end) {
            let begin = end - length;
            let lists = words::lists_of(&token[ends[begin]..ends[end]]) & !words::chinese();
            if lists == 0 {
                continue;
            }
            let before = rows[begin % (LONGEST + 1)];
            for (bit, (any, from_start)) in row.iter_mut().enumerate().filter(|(bit, _)| lists & (1 << bit) != 0) {
                *any = (*any).max(before[bit].0.saturating_add(1));
                *from_start = (*from_start).max(before[bit].1.map(|count| count.saturating_add(1)));
            }
        }
        if row.iter().any(|(any, _)| usize::from(*any) >= SHORTEST) {
            return true;
        }
        rows[end % (LONGEST + 1)] = row;
    }
    let last = rows[(ends.len() - 1) % (LONGEST + 1)];
    last.iter()
        .any(|(_, count)| usize::from(count.unwrap_or_default()) >= whole)
}

/// Returns whether a Chinese text is a phrase. Nearly every character of ordinary texts is in the lists, so outside of address
/// fields the checksum must match and the characters must look random.
fn is_chinese(text: &str, place: Place) -> bool {
    let characters: Vec<char> = letters(without_label(text)).flat_map(str::chars).collect();
    if characters.len() < SHORTEST || characters.len() > 2 * SHORTEST && place != Place::Address {
        return false;
    }
    let is_random = |places: &[u16]| {
        let sum: usize = places.iter().map(|place| usize::from(*place)).sum();
        sum > RANDOM * places.len() || places.windows(4).any(|four| four.iter().all(|one| *one == four[0]))
    };
    words::chinese_places(&characters).any(|places| {
        place == Place::Address && !text.contains('.')
            || has_checksum(&places) && is_random(&places) && is_evenly_grouped(text)
    })
}

/// Returns whether the characters are in groups of one length. Those of a sentence are not, because punctuation separates them.
fn is_evenly_grouped(text: &str) -> bool {
    let lengths: BTreeSet<usize> = letters(without_label(text))
        .map(|group| group.chars().count())
        .collect();
    lengths.len() == 1
}

/// Returns whether the last bits of a phrase are the checksum of the others (BIP 39).
fn has_checksum(places: &[u16]) -> bool {
    if !LENGTHS.contains(&places.len()) {
        return false;
    }
    let bits: Vec<bool> = places
        .iter()
        .flat_map(|place| (0..11).rev().map(move |bit| place >> bit & 1 == 1))
        .collect();
    let (entropy, sum) = bits.split_at(places.len() * 32 / 3);
    let bytes: Vec<u8> = entropy
        .chunks(8)
        .map(|byte| byte.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit)))
        .collect();
    let hash = Sha256::digest(&bytes);
    sum.iter()
        .enumerate()
        .all(|(at, bit)| (hash[at / 8] >> (7 - at % 8) & 1 == 1) == *bit)
}

/// Returns whether a text consists of words separated by spaces, in any language. No address or name has that form.
fn is_plain_words(text: &str) -> bool {
    let is_separator = |c: char| c.is_whitespace() || ",;|/•·*\u{2013}\u{2014}".contains(c);
    let around = |c: char| c.is_ascii_digit() || "\"'`.:;()[]{}#-<>\u{201c}\u{201d}\u{2018}\u{2019}".contains(c);
    let body = text.rsplit_once([':', '=']).map_or(text, |(_, body)| body);
    let body = if body.trim().is_empty() { text } else { body };
    let mut count = 0;
    for word in body.split(is_separator).map(|word| word.trim_matches(around)) {
        if word.is_empty() {
            continue;
        }
        if !is_plain_word(word) {
            return false;
        }
        count += 1;
    }
    count >= WHOLE
}

fn is_plain_word(word: &str) -> bool {
    // Longer tokens are not words and need no folding.
    let length = word.chars().count();
    let fewest = if word.is_ascii() { 2 } else { 1 };
    length <= 24
        && (fewest..=12).contains(&length.min(fold(word).chars().count()))
        && fold(word).chars().all(char::is_alphabetic)
}
