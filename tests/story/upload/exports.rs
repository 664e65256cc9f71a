//! Files that other programs export: the addresses in them are read, and hashes of transactions are no secrets.

use domain::upload::UploadRowStatus;
use support::tracker_fixture::TrackerFixture;

use super::{PHRASE, read};

/// A file, and the texts that its rows offer to add.
const EXPORTS: [(&str, &str, &[&str]); 5] = [
    (
        "Ledger Live",
        "Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name,\
         Account xpub,Countervalue Ticker,Countervalue at Operation Date,Countervalue at CSV Export\n\
         2025-01-02T03:04:05.000Z,Confirmed,BTC,IN,0.01,0.0001,4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b,\
         Savings,zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs,\
         USD,400,600\n\
         2025-01-03T03:04:05.000Z,Confirmed,ETH,IN,1,0.001,0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060,\
         My ETH,0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,USD,2000,3000\n",
        &[
            "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
            "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
        ],
    ),
    (
        "Trezor Suite",
        "Timestamp;Date;Time;Type;Transaction ID;Fee;Fee unit;Address;Label;Amount;Amount unit;Fiat (USD);Other\n\
         1735787045;1/2/2025;3:04:05 AM;RECV;4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b;;;\
         bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4;Savings;0.01;BTC;400;\n",
        &["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ),
    (
        // The address of the person is in every row, as the sender or the recipient.
        "an explorer",
        "\"Transaction Hash\",\"Blockno\",\"UnixTimestamp\",\"DateTime (UTC)\",\"From\",\"To\",\"ContractAddress\",\
         \"Value_IN(ETH)\",\"Value_OUT(ETH)\",\"CurrentValue @ $3000/Eth\",\"TxnFee(ETH)\",\"Status\",\"Method\"\n\
         \"0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060\",\"19000000\",\"1705000000\",\
         \"2024-01-11 19:06:40\",\"0x225f137127d9067788314bc7fcc1f36746a3c3B5\",\"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045\",\
         \"\",\"1\",\"0\",\"$3000\",\"0.001\",\"\",\"Transfer\"\n\
         \"0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b\",\"19000001\",\"1705000012\",\
         \"2024-01-11 19:06:52\",\"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045\",\"0x388C818CA8B9251b393131C08a736A67ccB19297\",\
         \"\",\"0\",\"1\",\"$3000\",\"0.001\",\"\",\"Transfer\"\n",
        &["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"],
    ),
    (
        "Koinly",
        "Date (UTC),Type,From Wallet,From Amount,From Currency,To Wallet,To Amount,To Currency,Fee Amount,Label,TxSrc,TxDest,TxHash\n\
         2025-01-02 03:04:05,send,Main,1,ETH,,,,0.001,,0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,\
         0x225f137127d9067788314bc7fcc1f36746a3c3B5,0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060\n",
        &["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"],
    ),
    (
        "a spreadsheet",
        "Adresse;Name\n=\"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045\";Sparbuch\n0x225f137127d9067788314bc7fcc1f36746a3c3B5;Zwei\n",
        &[
            "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
            "0x225f137127d9067788314bc7fcc1f36746a3c3B5",
        ],
    ),
];

#[tokio::test]
async fn exports_of_other_programs_offer_the_addresses_in_them() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[]).await;
    for (program, file, expected) in EXPORTS {
        let upload = read(&fixture, &person, file).await;
        assert!(upload.has_header, "{program}");
        let offered: Vec<_> = upload
            .rows
            .iter()
            .filter(|row| row.status == UploadRowStatus::Add)
            .map(|row| row.text.as_str())
            .collect();
        assert_eq!(offered, expected, "{program}: {:?}", upload.rows);
        let others = upload.rows.iter().filter(|row| row.status != UploadRowStatus::Add);
        let mut others = others.map(|row| &row.status);
        assert!(
            others.all(|status| matches!(status, UploadRowStatus::Duplicate { .. })),
            "{program}: {:?}",
            upload.rows
        );
    }
}

#[tokio::test]
async fn secrets_beside_exports_are_still_recognized() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[]).await;
    let key = "5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22061";
    for (program, file, _) in EXPORTS {
        let separator = if file.contains(';') && !file.contains("Date,") {
            ';'
        } else {
            ','
        };
        let in_cells = PHRASE.replace(' ', &separator.to_string());
        let unnamed = format!("{separator}x{separator}{key}");
        for secret in [PHRASE, key, &in_cells, &unnamed] {
            let upload = read(&fixture, &person, &format!("{file}{secret}\n")).await;
            let last = upload.rows.last().unwrap();
            assert_eq!(last.status, UploadRowStatus::Secret, "{program}: {secret}");
            let before = upload.rows.iter().rev().skip(1);
            let secrets = before.filter(|row| row.status == UploadRowStatus::Secret);
            assert_eq!(secrets.count(), 0, "{program}: {secret}");
        }
    }
}

#[tokio::test]
async fn an_address_with_an_error_in_the_first_line_is_a_row() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[]).await;
    for first in [
        "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA9604,Main",
        "vitalik,Main,x.y",
        "Main",
    ] {
        let file = format!("{first}\n0x225f137127d9067788314bc7fcc1f36746a3c3B5,Two\n");
        let upload = read(&fixture, &person, &file).await;
        assert_eq!((upload.rows.len(), upload.has_header), (2, false), "{first}");
    }
}

/// The files that people reported of other programs, and the texts that their rows offer to add.
const REPORTED: [(&str, &[&str]); 4] = [
    (
        "export-ledger-live.csv",
        &[
            "zpub6qSboV2intDhnAuyp2cUPsxeTQHHs2cd4MEcWguJqkKVRLEE9qutMkp8Ht2PUr2VHDDGTirvn1ezQjmFKAUcA9YhhgTjHpoY6j57uBsMJun",
            "0x22EB6714e514609b42cac531C6DB8a52772ABc4c",
        ],
    ),
    ("export-explorer.csv", &["0x22EB6714e514609b42cac531C6DB8a52772ABc4c"]),
    ("export-suite.csv", &["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"]),
    (
        "spreadsheet-guard.csv",
        &[
            "0x22EB6714e514609b42cac531C6DB8a52772ABc4c",
            "0x5B8FeBE633811d3614cdf04b967844b484B658A9",
        ],
    ),
];

#[tokio::test]
async fn reported_files_are_read_in_every_encoding() {
    let Some(folder) = std::env::var_os("SPYHOP_VECTORS").map(std::path::PathBuf::from) else {
        println!("SPYHOP_VECTORS is not set: only the exports in the test were checked");
        return;
    };
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[]).await;
    for (name, expected) in REPORTED {
        let text = std::fs::read_to_string(folder.join("field-2026-11").join(name)).unwrap();
        let wide = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        for file in [text.as_bytes().to_vec(), wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
            let upload = fixture.tracker.uploads().read(&person, &file).await.unwrap();
            assert!(upload.has_header, "{name}");
            let added = upload.rows.iter().filter(|row| row.status == UploadRowStatus::Add);
            let offered: Vec<_> = added.map(|row| row.text.as_str()).collect();
            assert_eq!(offered, expected, "{name}, {:?}: {:?}", upload.encoding, upload.rows);
        }
    }
}
