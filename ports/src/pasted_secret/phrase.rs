//! Recovery phrases: consecutive words of one list, with any separators.

use sha2::{Digest, Sha256};

use super::{
    kind::Place,
    text::{fold, for_words},
    words::{self, LISTS, LONGEST, Mask},
};

/// The number of consecutive words of one list that are a phrase, or part of one, anywhere in a text.
const IN_A_ROW: u8 = 8;
/// The same for the list of common words, whose phrases have twelve words.
const IN_A_ROW_COMMON: u8 = 12;
/// The number of words that are a phrase, or part of one, if they are the whole text of an address field.
const WHOLE: usize = 6;
/// The same for any other field.
const WHOLE_ANY: usize = 7;
/// The number of words of no known list that are a phrase if they are the whole text.
const UNKNOWN: usize = 12;
/// The maximum number of bytes of a phrase without spaces.
const LONGEST_JOINED: usize = 4096;
/// The possible numbers of words of a phrase.
const LENGTHS: [usize; 5] = [12, 15, 18, 21, 24];
/// The mean position in the Chinese lists above which characters count as random. The lists begin with the characters that are
/// frequent in ordinary texts.
const RANDOM: usize = 600;

pub fn is_in(text: &str, place: Place) -> bool {
    for_words(text).iter().any(|text| is_in_words(text, place)) || is_plain_words(text, place)
}

fn is_in_words(text: &str, place: Place) -> bool {
    let tokens: Vec<&str> = letters(text).collect();
    let length: usize = tokens.iter().map(|token| token.len()).sum();
    if tokens.len() < WHOLE && length < 2 * UNKNOWN {
        return false;
    }
    has_run(&tokens)
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

/// Returns whether enough consecutive words are of one list.
fn has_run(tokens: &[&str]) -> bool {
    let common = words::common();
    let mut runs = [0_u8; LISTS];
    tokens.iter().filter(|token| token.len() > 1).any(|token| {
        let lists = words::lists_of(token);
        let bits = runs.iter_mut().enumerate().map(|(bit, run)| {
            let is_common = common == 1 << bit;
            *run = if lists & (1 << bit) == 0 {
                0
            } else {
                run.saturating_add(1)
            };
            *run >= if is_common { IN_A_ROW_COMMON } else { IN_A_ROW }
        });
        bits.fold(false, |found, is_long| found | is_long)
    })
}

/// Returns whether the text consists of words of one list; the last word may be truncated.
fn is_whole(text: &str, place: Place) -> bool {
    let known: Vec<Mask> = words_of(without_label(text)).map(words::lists_of).collect();
    let common = if place == Place::Any { words::common() } else { 0 };
    let share = |words: &[Mask]| words.iter().fold(!common, |all, one| all & one) != 0;
    let fewest = if place == Place::Any { WHOLE_ANY } else { WHOLE };
    let cut = known.len().saturating_sub(1);
    known.len() >= fewest && share(&known) || cut >= fewest && share(&known[..cut])
}

/// Returns whether letters without separators consist of words of one list, or contain twelve consecutive ones.
fn is_joined(token: &str, place: Place) -> bool {
    let whole = if place == Place::Address {
        WHOLE
    } else {
        usize::from(IN_A_ROW)
    };
    if token.len() < 3 * WHOLE || token.len() > LONGEST_JOINED {
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
        if row.iter().any(|(any, _)| usize::from(*any) >= UNKNOWN) {
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
    if characters.len() < UNKNOWN || characters.len() > 2 * UNKNOWN && place == Place::Any {
        return false;
    }
    let is_random = |places: &[u16]| {
        let sum: usize = places.iter().map(|place| usize::from(*place)).sum();
        sum > RANDOM * places.len() || places.windows(4).any(|four| four.iter().all(|one| *one == four[0]))
    };
    words::chinese_places(&characters)
        .any(|places| place == Place::Address && !text.contains('.') || has_checksum(&places) && is_random(&places))
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
fn is_plain_words(text: &str, place: Place) -> bool {
    let fewest = if place == Place::Address { WHOLE } else { UNKNOWN };
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
    count >= fewest
}

fn is_plain_word(word: &str) -> bool {
    // Longer tokens are not words and need no folding.
    let length = word.chars().count();
    let fewest = if word.is_ascii() { 2 } else { 1 };
    length <= 24
        && (fewest..=12).contains(&length.min(fold(word).chars().count()))
        && fold(word).chars().all(char::is_alphabetic)
}
