//! Reading the topics and the data of logs.

use ports::{Address, RawAmount, fact::Log};

use super::{error::DecodeError, event_type::EventType};

const WORD: usize = 32;

/// A log whose topics and data are parsed when they are read, because most logs are read by no decoder.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventLog<'a>(&'a Log);

impl<'a> EventLog<'a> {
    pub fn new(log: &'a Log) -> Self {
        Self(log)
    }

    /// Returns the contract that emitted it.
    pub fn contract(self) -> &'a Address {
        &self.0.address
    }

    /// Returns the index in the block.
    pub fn index(self) -> u32 {
        self.0.index
    }

    /// Returns whether its first topic is that of an event. Other events may have the same one.
    pub fn has_topic_of(self, event: EventType) -> bool {
        self.0.topics.first().is_some_and(|first| first == event.topic)
    }

    /// Returns whether it is this event, by its first topic and its layout.
    pub fn is(self, event: EventType) -> bool {
        self.has_topic_of(event) && event.fits(self.topics(), self.words())
    }

    /// Returns the number of topics, the event's own included.
    pub fn topics(self) -> usize {
        self.0.topics.len()
    }

    /// Returns the number of whole words in the data.
    pub fn words(self) -> usize {
        digits(&self.0.data).len() / (2 * WORD)
    }

    /// Returns a topic; the event's own is at 0.
    pub fn topic(self, position: usize) -> Result<[u8; WORD], DecodeError> {
        let index = self.0.index;
        let topic = self.0.topics.get(position);
        let topic = topic.ok_or(DecodeError::MissingTopic { index, position })?;
        parse_word(digits(topic)).ok_or(DecodeError::InvalidValue { index, position })
    }

    /// Returns a word of the data.
    pub fn word(self, position: usize) -> Result<[u8; WORD], DecodeError> {
        let index = self.0.index;
        let start = position.saturating_mul(2 * WORD);
        let digits = digits(&self.0.data).get(start..start.saturating_add(2 * WORD));
        let digits = digits.ok_or(DecodeError::MissingWord { index, position })?;
        parse_word(digits).ok_or(DecodeError::InvalidValue { index, position })
    }

    /// Returns a topic that is an address.
    pub fn topic_address(self, position: usize) -> Result<Address, DecodeError> {
        to_address(self.topic(position)?).ok_or(self.invalid(position))
    }

    /// Returns a word of the data that is an address.
    pub fn word_address(self, position: usize) -> Result<Address, DecodeError> {
        to_address(self.word(position)?).ok_or(self.invalid(position))
    }

    /// Returns a topic that is a number.
    pub fn topic_number(self, position: usize) -> Result<RawAmount, DecodeError> {
        Ok(RawAmount::from_word(&self.topic(position)?))
    }

    /// Returns a word of the data that is a number.
    pub fn number(self, position: usize) -> Result<RawAmount, DecodeError> {
        Ok(RawAmount::from_word(&self.word(position)?))
    }

    /// Returns a topic as 64 hex digits.
    pub fn topic_hex(self, position: usize) -> Result<String, DecodeError> {
        Ok(to_hex(&self.topic(position)?))
    }

    /// Returns a word of the data as 64 hex digits.
    pub fn word_hex(self, position: usize) -> Result<String, DecodeError> {
        Ok(to_hex(&self.word(position)?))
    }

    /// Returns the position of the word at which the list or the bytes begin whose offset in the data is in this word.
    pub fn start(self, position: usize) -> Result<usize, DecodeError> {
        let offset = as_position(self.number(position)?).ok_or(self.invalid(position))?;
        if offset % WORD == 0 {
            Ok(offset / WORD)
        } else {
            Err(self.invalid(position))
        }
    }

    /// Returns the list of numbers whose offset in the data is in this word.
    pub fn numbers(self, position: usize) -> Result<Vec<RawAmount>, DecodeError> {
        let start = self.start(position)?;
        let count = as_position(self.number(start)?).ok_or(self.invalid(start))?;
        if count > self.words() {
            return Err(DecodeError::MissingWord {
                index: self.0.index,
                position: count,
            });
        }
        (1..=count).map(|at| self.number(start.saturating_add(at))).collect()
    }

    /// Returns whether a topic or an aligned word of the data is this address.
    pub fn names(self, address: &Address) -> bool {
        let is_it = |word: Result<[u8; WORD], DecodeError>| word.ok().and_then(to_address).as_ref() == Some(address);
        (1..self.topics()).any(|at| is_it(self.topic(at))) || (0..self.words()).any(|at| is_it(self.word(at)))
    }

    /// Returns the error for an invalid value.
    pub fn invalid(self, position: usize) -> DecodeError {
        DecodeError::InvalidValue {
            index: self.0.index,
            position,
        }
    }
}

/// Returns the address in a word; `None` where the first twelve bytes are not zero, as for an address of another family.
pub(super) fn to_address(word: [u8; WORD]) -> Option<Address> {
    let (padding, tail) = word.split_at(12);
    let bytes: [u8; 20] = tail.try_into().ok()?;
    padding.iter().all(|byte| *byte == 0).then(|| Address::evm(bytes))
}

fn to_hex(word: &[u8; WORD]) -> String {
    use std::fmt::Write;
    word.iter().fold(String::with_capacity(2 * WORD), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn as_position(number: RawAmount) -> Option<usize> {
    usize::try_from(number.as_u128()?).ok()
}

fn digits(text: &str) -> &str {
    text.strip_prefix("0x").unwrap_or(text)
}

fn parse_word(digits: &str) -> Option<[u8; WORD]> {
    if digits.len() != 2 * WORD {
        return None;
    }
    let mut word = [0; WORD];
    for (byte, pair) in word.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
        let digit = |at: usize| {
            char::from(*pair.get(at)?)
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
        };
        *byte = digit(0)? << 4 | digit(1)?;
    }
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(topics: &[&str], data: &str) -> Log {
        Log {
            index: 7,
            address: Address::evm([9; 20]),
            topics: topics.iter().map(|topic| (*topic).to_owned()).collect(),
            data: data.to_owned(),
        }
    }

    fn word(number: u8) -> String {
        format!("{number:064x}")
    }

    #[test]
    fn words_and_topics_are_read_and_missing_ones_are_errors() {
        let address = format!("0x{}{}", "00".repeat(12), "11".repeat(20));
        let log = log(&["0xaa", &address], &format!("0x{}{}12", word(1), word(2)));
        let event = EventLog::new(&log);
        let with = |signature| EventType {
            topic: "0xaa",
            signature,
        };
        assert!(event.is(with("Moved(address*,uint256,uint256)")));
        assert!(event.has_topic_of(with("Moved(address,uint256,uint256)")));
        assert!(
            !event.is(with("Moved(address,uint256,uint256)")),
            "it indexes another argument"
        );
        assert_eq!(event.words(), 2);
        assert_eq!(event.number(1), Ok(2_u128.into()));
        assert_eq!(event.topic_address(1), Ok(Address::evm([0x11; 20])));
        assert!(event.names(&Address::evm([0x11; 20])));
        assert!(!event.names(&Address::evm([0x12; 20])));
        assert_eq!(event.number(2), Err(DecodeError::MissingWord { index: 7, position: 2 }));
        assert_eq!(event.topic(2), Err(DecodeError::MissingTopic { index: 7, position: 2 }));
        assert_eq!(event.topic(0), Err(DecodeError::InvalidValue { index: 7, position: 0 }));
        assert_eq!(
            event.number(usize::MAX),
            Err(DecodeError::MissingWord {
                index: 7,
                position: usize::MAX
            })
        );
    }

    #[test]
    fn a_word_with_bytes_before_the_address_is_no_address() {
        let log = log(&["0xaa"], &format!("0x{}", "ff".repeat(32)));
        assert_eq!(
            EventLog::new(&log).word_address(0),
            Err(DecodeError::InvalidValue { index: 7, position: 0 })
        );
    }

    #[test]
    fn hostile_lists_are_errors() {
        let list = |words: &[String]| log(&["0xaa"], &format!("0x{}", words.concat()));
        let numbers = |words: &[String]| EventLog::new(&list(words)).numbers(0);
        assert_eq!(
            numbers(&[word(32), word(2), word(5), word(6)]),
            Ok(vec![5_u128.into(), 6_u128.into()])
        );
        assert_eq!(numbers(&[word(32), word(0)]), Ok(vec![]));
        for bad in [
            vec![word(31), word(0)],
            vec![word(64), word(0)],
            vec![word(32), word(2), word(5)],
            vec![word(32), "f".repeat(64)],
            vec!["f".repeat(64)],
            vec!["zz".repeat(32)],
        ] {
            assert!(numbers(&bad).is_err(), "{bad:?}");
        }
    }
}
