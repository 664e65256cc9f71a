//! English names of the currencies of states (ISO 4217), for those that exchanges keep for people.

/// Code, name and usual number of decimal places.
const CURRENCIES: [(&str, &str, u8); 34] = [
    ("AED", "UAE dirham", 2),
    ("ARS", "Argentine peso", 2),
    ("AUD", "Australian dollar", 2),
    ("BRL", "Brazilian real", 2),
    ("CAD", "Canadian dollar", 2),
    ("CHF", "Swiss franc", 2),
    ("CNY", "Chinese yuan", 2),
    ("COP", "Colombian peso", 2),
    ("CZK", "Czech koruna", 2),
    ("DKK", "Danish krone", 2),
    ("EUR", "Euro", 2),
    ("GBP", "Pound sterling", 2),
    ("HKD", "Hong Kong dollar", 2),
    ("HUF", "Hungarian forint", 2),
    ("IDR", "Indonesian rupiah", 0),
    ("ILS", "Israeli new shekel", 2),
    ("INR", "Indian rupee", 2),
    ("JPY", "Japanese yen", 0),
    ("KRW", "South Korean won", 0),
    ("KZT", "Kazakhstani tenge", 2),
    ("MXN", "Mexican peso", 2),
    ("MYR", "Malaysian ringgit", 2),
    ("NOK", "Norwegian krone", 2),
    ("NZD", "New Zealand dollar", 2),
    ("PHP", "Philippine peso", 2),
    ("PLN", "Polish złoty", 2),
    ("RON", "Romanian leu", 2),
    ("SEK", "Swedish krona", 2),
    ("SGD", "Singapore dollar", 2),
    ("THB", "Thai baht", 2),
    ("TRY", "Turkish lira", 2),
    ("UAH", "Ukrainian hryvnia", 2),
    ("USD", "US dollar", 2),
    ("ZAR", "South African rand", 2),
];

/// Returns the name of a currency and its usual number of decimal places.
pub(super) fn currency(code: &str) -> Option<(&'static str, u8)> {
    let found = CURRENCIES.iter().find(|(known, ..)| *known == code)?;
    Some((found.1, found.2))
}
