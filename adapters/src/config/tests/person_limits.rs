use super::*;

#[test]
fn the_file_says_how_much_one_person_may_keep() {
    let defaults = file("").unwrap().person_limits;
    assert_eq!((defaults.wallets, defaults.derived_addresses), (1_000, 10_000));
    let config = file("[limits]\nwallets = 250\ncreate-user = \"60/h\"").unwrap();
    let wallets = 250;
    assert_eq!(config.person_limits, PersonLimits { wallets, ..defaults });
    assert_eq!(config.limits.len(), 1, "numbers are no rates");
}
