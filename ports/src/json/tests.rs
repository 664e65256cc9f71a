use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, de::IgnoredAny};

use super::*;
use crate::amount::AmountError;

const BOUNDS: Bounds = Bounds { depth: 3, values: 10 };
const WIDE: Bounds = Bounds {
    depth: 127,
    values: 1000,
};

/// Numbers of every notation, and with more digits than a binary floating-point number has.
const NUMBERS: [&str; 16] = [
    "0",
    "-0",
    "-0.0",
    "1.10",
    "3180.120000",
    "0.1000000000000000055511151231257827",
    "123456789012345678901234567890",
    "-115792089237316195423570985008687907853269984665640564039457584007913129639935",
    "18446744073709551616",
    "9007199254740993",
    "1e-18",
    "1E+30",
    "1E5",
    "12.5e3",
    "1e400",
    "1e999999999",
];

const NOT_NUMBERS: [&str; 16] = [
    "", "-", "+1", "01", "-01", "00", "1.", ".5", "1e", "1e+", "1e1.5", "1.2.3", "1-2", "--1", "0x10", "1 ",
];

fn of(text: &str) -> Result<Json, ReadJsonError> {
    read(text.as_bytes(), BOUNDS)
}

fn number(text: &str) -> Json {
    Json::Number(text.parse().unwrap())
}

fn malformed(line: usize, column: usize) -> Result<Json, ReadJsonError> {
    Err(ReadJsonError::Malformed { line, column })
}

#[test]
fn a_number_keeps_the_text_it_was_written_in() {
    for text in NUMBERS {
        assert_eq!(of(text).unwrap().as_number().unwrap().as_str(), text);
        let inside = format!("{{\"a\":[{text}, {text}\n],\"b\":{text}}}");
        let value = of(&inside).unwrap();
        for number in [&value["a"][0], &value["a"][1], &value["b"]] {
            assert_eq!(number.to_string(), text);
        }
    }
    for text in NOT_NUMBERS {
        assert_eq!(text.parse::<JsonNumber>(), Err(NotJsonNumber), "{text:?}");
        assert!(text.ends_with(' ') || of(text).is_err(), "{text:?}");
    }
    for text in ["NaN", "nan", "Infinity", "-Infinity", "inf"] {
        assert!(text.parse::<JsonNumber>().is_err() && matches!(of(text), Err(ReadJsonError::Malformed { .. })));
    }
}

#[test]
fn an_amount_has_every_digit_of_every_notation() {
    for (json, shown) in [
        ("1", "1"),
        ("0", "0"),
        ("-0.0", "0"),
        ("3180.120000", "3180.12"),
        ("1e-12", "0.000000000001"),
        ("1.2345678901234567e-08", "0.000000012345678901234567"),
        ("1.5E3", "1500"),
        ("12345.678e-3", "12.345678"),
        ("12345.678e-5", "0.12345678"),
        ("12345.678e1", "123456.78"),
        ("0.1e1", "1"),
        ("-2.5e-1", "-0.25"),
        ("0.30000000000000004", "0.30000000000000004"),
        ("9007199254740993", "9007199254740993"),
        (
            "0.1000000000000000055511151231257827",
            "0.1000000000000000055511151231257827",
        ),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("1E+30", "1000000000000000000000000000000"),
        ("1e-18", "0.000000000000000001"),
        ("1.10", "1.1"),
        ("-0", "0"),
    ] {
        let number: JsonNumber = json.parse().unwrap();
        assert_eq!(number.to_amount().unwrap().to_string(), shown, "{json}");
    }
}

#[test]
fn absurd_numbers_are_no_amounts() {
    for json in [
        "1e78",
        "1e-78",
        "1e999999999",
        "1e999999999999",
        "-1e400",
        "1e-2147483648",
        "1e2147483647",
    ] {
        let number: JsonNumber = json.parse().unwrap();
        assert_eq!(number.to_amount(), Err(AmountError::OutOfRange), "{json}");
    }
}

#[test]
fn integers_are_only_what_is_written_in_digits() {
    let read = |text: &str| (number(text).as_u64(), number(text).as_i64());
    assert_eq!(read("18446744073709551615"), (Some(u64::MAX), None));
    assert_eq!(read("18446744073709551616"), (None, None));
    assert_eq!(read("-9223372036854775808"), (None, Some(i64::MIN)));
    assert_eq!(read("7"), (Some(7), Some(7)));
    for text in ["7.0", "7e0", "1E3", "0.5"] {
        assert_eq!(read(text), (None, None), "{text}");
    }
    let text = Json::String("7".to_owned());
    assert_eq!((text.as_u64(), text.as_i64(), text.as_number()), (None, None, None));
}

#[test]
fn every_kind_of_value_is_parsed() {
    let value =
        of(" {\"a\":[1, -2 ,3.10,1e400],\t\"b\":{\"c\":null,\"d\":\"\\u00e9\\ud83d\\ude00\\n\"},\r\n\"e\":true} ")
            .unwrap();
    assert_eq!(value["a"].as_array().unwrap().len(), 4);
    assert_eq!(
        (value["a"][1].as_i64(), value["a"][2].to_string()),
        (Some(-2), "3.10".to_owned())
    );
    assert!(value["b"]["c"].is_null() && value["b"]["d"] == "é😀\n" && value["e"] == true);
    assert!(value["none"].is_null() && value["a"][9].is_null() && value["e"]["x"][0].is_null());
    assert_eq!((value.get("none"), value.at(0), value["a"].at(4)), (None, None, None));
    assert_eq!(of("[]"), Ok(Json::Array(vec![])));
    assert_eq!(of("{}"), Ok(Json::Object(BTreeMap::new())));
    let mut value = value;
    assert_eq!(value.remove("e"), Some(Json::Bool(true)));
    assert_eq!((value.remove("e"), value["e"].as_bool()), (None, None));
}

#[test]
fn what_is_not_json_is_refused_with_its_position() {
    for (text, line, column) in [
        ("", 1, 0),
        ("{", 1, 1),
        ("[1,]", 1, 4),
        ("{\"a\":1,}", 1, 8),
        ("{} {}", 1, 4),
        ("\n [1\n 2]", 3, 2),
        ("nul", 1, 1),
        ("[truefalse]", 1, 6),
        ("{\"a\" 1}", 1, 6),
        ("{a:1}", 1, 2),
        ("[01]", 1, 2),
        ("\u{feff}1", 1, 1),
        ("\u{a0}1", 1, 1),
    ] {
        assert_eq!(of(text), malformed(line, column), "{text:?}");
    }
    for text in [
        "\"a",
        "\"\\",
        "\"\\\"",
        "\"\u{1}\"",
        "\"\n\"",
        "\"\\x\"",
        "\"\\ud800\"",
        "\"\\udc00\\ud800\"",
        "'a'",
    ] {
        assert!(
            matches!(of(text), Err(ReadJsonError::Malformed { line: 1, .. })),
            "{text:?}"
        );
    }
    for bytes in [&b"\"\xff\""[..], b"\xff", b"\"\xed\xa0\x80\"", b"{\"\xc3\":1}"] {
        assert!(
            matches!(read(bytes, BOUNDS), Err(ReadJsonError::Malformed { .. })),
            "{bytes:?}"
        );
    }
}

#[test]
fn what_is_deep_long_or_double_is_refused() {
    assert!(of("[[[]]]").is_ok() && of("[[[7]]]").is_ok());
    assert_eq!(of("[[[[]]]]"), Err(ReadJsonError::TooDeep));
    assert_eq!(of(r#"{"a":{"a":{"a":{}}}}"#), Err(ReadJsonError::TooDeep));
    assert!(of("[1,2,3,4,5,6,7,8,9]").is_ok());
    assert_eq!(of("[1,2,3,4,5,6,7,8,9,10]"), Err(ReadJsonError::TooMany));
    assert_eq!(of(r#"[{"a":1,"a":2}]"#), Err(ReadJsonError::Twice("a".to_owned())));
    assert_eq!(of(r#"{"a":1,"\u0061":1}"#), Err(ReadJsonError::Twice("a".to_owned())));
}

#[test]
fn ten_megabytes_of_brackets_do_not_exhaust_the_stack() {
    let unbounded = Bounds {
        depth: usize::MAX,
        values: usize::MAX,
    };
    for text in ["[", "{\"a\":", "[{\"a\":"] {
        let text = text.repeat(10_000_000 / text.len());
        assert_eq!(read(text.as_bytes(), unbounded), Err(ReadJsonError::TooDeep));
    }
    let deepest = format!("{}{}", "[".repeat(127), "]".repeat(127));
    assert_eq!(read(deepest.as_bytes(), unbounded).unwrap().to_string(), deepest);
}

/// `serde_json` parses the text below the first of these names as JSON, recursively and with a new count of the depth each time.
#[test]
fn private_names_open_no_text() {
    let inside = r#"{"$serde_json::private::RawValue":"[[[[[[]]]]]]"}"#;
    for text in [
        inside.to_owned(),
        inside.replace('$', "\\u0024"),
        format!("[{inside}]"),
        r#"{"$serde_json::private::Number":"x"}"#.to_owned(),
        r#"{"$serde_json::private::Number":"1"}"#.to_owned(),
        r#"{"a":1,"$serde_json::private::Number":"1"}"#.to_owned(),
    ] {
        assert!(matches!(of(&text), Err(ReadJsonError::Malformed { .. })), "{text}");
    }
}

#[test]
fn a_value_is_written_in_one_line_or_in_many() {
    let value = of("{ \"b\" : [ 1.10 , { } , [ ] ], \"a\\\"\" : { \"c\" : \"\\n\" } }").unwrap();
    assert_eq!(value.to_string(), r#"{"a\"":{"c":"\n"},"b":[1.10,{},[]]}"#);
    let lines = "{\n  \"a\\\"\": {\n    \"c\": \"\\n\"\n  },\n  \"b\": [\n    1.10,\n    {},\n    []\n  ]\n}";
    assert_eq!(format!("{value:#}"), lines);
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    whole: u64,
    below: Option<i64>,
    texts: Vec<String>,
    #[serde(default)]
    kinds: Vec<Kind>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Plain,
    Within(u8),
}

#[test]
fn a_value_becomes_a_type_with_fields() {
    let fields = |text: &str| Fields::deserialize(read(text.as_bytes(), WIDE).unwrap());
    let good = fields(r#"{"whole":18446744073709551615,"below":-5,"texts":["a"],"kinds":["plain",{"within":7}]}"#);
    let expected = Fields {
        whole: u64::MAX,
        below: Some(-5),
        texts: vec!["a".to_owned()],
        kinds: vec![Kind::Plain, Kind::Within(7)],
    };
    assert_eq!(good, Ok(expected));
    for (text, error) in [
        (r#"{"texts":[]}"#, "missing field `whole`"),
        (r#"{"whole":1,"below":null}"#, "missing field `texts`"),
        (r#"{"whole":1,"texts":[],"x":1}"#, "unknown field `x`, expected one of"),
        (
            r#"{"whole":-1,"texts":[]}"#,
            "invalid value: integer `-1`, expected u64",
        ),
        (r#"{"whole":1.0,"texts":[]}"#, "invalid type: number, expected u64"),
        (r#"{"whole":1e999,"texts":[]}"#, "invalid type: number, expected u64"),
        (
            r#"{"whole":"1","texts":[]}"#,
            "invalid type: string \"1\", expected u64",
        ),
        (r#"{"whole":1,"texts":{}}"#, "invalid type: map, expected a sequence"),
        (r#"{"whole":1,"texts":[],"kinds":["x"]}"#, "unknown variant `x`"),
        (r#"{"whole":1,"texts":[],"kinds":[{}]}"#, "expected enum Kind"),
        (r#"{"whole":1,"texts":[],"kinds":[null]}"#, "expected enum Kind"),
        ("[1,null,[],[],5]", "invalid length 5"),
    ] {
        let message = fields(text).unwrap_err().to_string();
        assert!(message.contains(error), "{text}: {message}");
    }
}

fn trees() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,9})?".prop_map(|text| number(&text)),
        any::<String>().prop_map(Json::String),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        let name = any::<String>().prop_filter("a private name", |name| !name.starts_with('$'));
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            prop::collection::btree_map(name, inner, 0..5).prop_map(Json::Object),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_parsed_into_the_same(value in trees()) {
        for text in [value.to_string(), format!("{value:#}")] {
            prop_assert_eq!(&read(text.as_bytes(), WIDE), &Ok(value.clone()));
        }
    }

    /// Only the repeated names of objects are an error here and not there.
    #[test]
    fn the_grammar_is_that_of_serde_json(text in "[\\[\\]{}\",:01e+.\\- \\\\n]{0,9}|-?[0-9.eE+-]{1,7}|\\[[a-z0-9,]{0,5}\\]") {
        let accepted = serde_json::from_str::<IgnoredAny>(&text).is_ok();
        let read = read(text.as_bytes(), WIDE);
        if !matches!(read, Err(ReadJsonError::Twice(_))) {
            prop_assert_eq!(read.is_ok(), accepted);
        }
    }
}
