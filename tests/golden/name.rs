//! ERC-137, <https://eips.ethereum.org/EIPS/eip-137> (CC0): the node of a name. ENSIP-15,
//! <https://docs.ens.domains/ensip/15>: its normal form, with the test cases of ens-normalize (MIT).

use crate::vectors;
use ports::name::{node, normalize};
use serde_json::Value;
use std::thread;

#[test]
fn names_have_the_nodes_of_erc_137() {
    let hex = |bytes: [u8; 32]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!(
        hex(node("eth")),
        "93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae"
    );
    let Some(cases) = vectors::read("ethereum-ercs/erc-137-namehash.json") else {
        return;
    };
    let cases = cases.as_array().unwrap();
    assert_eq!(cases.len(), 3);
    for case in cases {
        assert_eq!(
            format!("0x{}", hex(node(case["name"].as_str().unwrap()))),
            case["namehash"]
        );
    }
}

/// Returns how the result for a case differs from the expected one.
fn complaint(case: &Value) -> Option<String> {
    let name = case["name"].as_str().unwrap();
    let ours = normalize(name);
    if case["error"] == true {
        return ours
            .ok()
            .map(|ours| format!("{name:?} must be refused and became {ours:?}"));
    }
    let theirs = case["norm"].as_str().unwrap_or(name);
    match ours {
        Ok(ours) if ours == theirs && normalize(&ours).as_ref() == Ok(&ours) => None,
        ours => Some(format!("{name:?} must become {theirs:?} and became {ours:?}")),
    }
}

#[test]
fn names_have_the_normal_form_of_ensip_15() {
    for (name, normal) in [
        ("BRANTLYMILLEGAN.COM", "brantlymillegan.com"),
        ("Öbb.at", "öbb.at"),
        ("Ⅷ", "viii"),
    ] {
        assert_eq!(normalize(name).as_deref(), Ok(normal));
    }
    assert!(normalize("\u{fe0f}").is_err() && normalize("nick..eth").is_err());
    let Some(cases) = vectors::read("ens-normalize/tests-even.json") else {
        return;
    };
    // The first item is the header of the file.
    let cases = &cases.as_array().unwrap()[1..];
    assert_eq!(cases.len(), 19_307);
    let complaints: Vec<String> = thread::scope(|scope| {
        let parts: Vec<_> = cases
            .chunks(cases.len().div_ceil(4))
            .map(|part| scope.spawn(|| part.iter().filter_map(complaint).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    assert!(
        complaints.is_empty(),
        "{} cases, such as {:?}",
        complaints.len(),
        &complaints[..complaints.len().min(5)]
    );
}
