//! Unit tests of the files.

use ports::FileProblem;

use crate::exchange::{
    account::test_files::{read_file, row_ids, shown},
    kraken::account::SPEC,
};

const LEDGERS: &str = r#""txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
"","QDEP-1","2019-02-03 11:00:00","deposit","","currency","ZEUR",100.0000,0.0000,""
"LDEP-1","QDEP-1","2019-02-03 11:02:00","deposit","","currency","ZEUR",100.0000,0.0000,100.0000
"LTRA-1","TTRA-1","2019-02-03 11:10:00","trade","tradespot","currency","ZEUR",-50.0000,0.1300,49.8700
"LTRA-2","TTRA-1","2019-02-03 11:10:00","trade","tradespot","currency","XXBT",0.0150000000,0.0000000000,0.0150000000
"LODD-1","TODD-1","2019-02-04 11:10:00","teleport","","currency","NEWCOIN",3,0,3
"LBAD-1","TBAD-1","2019-02-05 11:10:00","trade","","currency","XXBT","0,5",0,0
"#;

#[test]
fn rows_have_the_ids_of_the_exchange() {
    let content = read_file(&SPEC, LEDGERS).unwrap();
    let rows = shown(&content);
    assert_eq!(
        rows[..5],
        [
            "2 none",
            "3 QDEP-1 1549191720000 Deposit deposit: EUR 100",
            "4 TTRA-1 1549192200000 Trade trade/tradespot: EUR -50, EUR -0.13 fee",
            "5 TTRA-1 1549192200000 Trade trade/tradespot: 0 0.015",
            "6 TODD-1 1549278600000 Other teleport: NEWCOIN 3",
        ]
    );
    assert!(rows[5].starts_with("7 This number has a comma"), "{rows:?}");
    assert_eq!(row_ids(&content), ["LDEP-1", "LTRA-1", "LTRA-2", "LODD-1"]);
}

#[test]
fn newer_files_have_more_columns_and_other_files_are_named() {
    let newer = LEDGERS
        .replace(r#""aclass","asset""#, r#""aclass","subclass","asset","wallet""#)
        .replace(r#""currency","ZEUR","#, r#""currency","fiat","ZEUR","spot / main","#);
    let content = read_file(&SPEC, &newer).unwrap();
    assert_eq!(row_ids(&content)[0], "LDEP-1");
    let trades = read_file(&SPEC, "txid,ordertxid,pair,time\n1,2,3,4\n").unwrap_err();
    assert_eq!(
        trades.to_string(),
        "Kraken exports no such columns. These files are read: Ledgers."
    );
    let head = LEDGERS.lines().next().unwrap();
    assert_eq!(read_file(&SPEC, head), Err(FileProblem::Empty));
}
