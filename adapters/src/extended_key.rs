//! Derives the keys and addresses of extended public keys: BIP 32 for children; BIP 44, 49, 84 and 86 for addresses.
//! No request is sent.
//!
//! The test vectors of these proposals are in `tests/golden/extended_key.rs`.

use bip32::{ChildNumber, ExtendedKeyAttrs, ExtendedPublicKey};
use k256::{
    ProjectivePoint, PublicKey, Scalar,
    elliptic_curve::{PrimeField, sec1::ToEncodedPoint},
};
use ports::{
    Address,
    address::{Cash, Form, Versioned, Witness},
    extended_key::{DeriveError, ExtendedKey, KeyDeriver, Script},
};
use ripemd::Ripemd160;
use sha2::{Digest, Sha256};

/// Derives keys on the curve secp256k1.
pub struct Secp256k1;

impl KeyDeriver for Secp256k1 {
    fn child(&self, key: &ExtendedKey, number: u32) -> Result<ExtendedKey, DeriveError> {
        let attrs = ExtendedKeyAttrs {
            depth: key.depth(),
            parent_fingerprint: [0; 4],
            child_number: ChildNumber(0),
            chain_code: key.chain_code(),
        };
        let parent = ExtendedPublicKey::new(point(key)?, attrs);
        let child = parent
            .derive_child(ChildNumber(number))
            .map_err(|_| DeriveError::NoKey)?;
        let made = key.with_child(number, parent.fingerprint(), child.attrs().chain_code, child.to_bytes());
        made.ok_or(DeriveError::NoKey)
    }

    fn address(&self, key: &ExtendedKey, script: Script, forms: &[Form]) -> Result<Option<Address>, DeriveError> {
        let point = point(key)?;
        let hash = hash160(&key.public_key());
        Ok(match script {
            Script::Pkh => forms.iter().find_map(|form| of_key(form, hash)),
            Script::ShWpkh => {
                let redeem = [&[0, 20], hash.as_slice()].concat();
                forms.iter().find_map(|form| of_script(form, hash160(&redeem)))
            }
            Script::Wpkh => forms.iter().find_map(|form| witness(form, 0, &hash)),
            Script::Tr => {
                let program = tweaked(&point).ok_or(DeriveError::NoKey)?;
                forms.iter().find_map(|form| witness(form, 1, &program))
            }
        })
    }
}

fn point(key: &ExtendedKey) -> Result<PublicKey, DeriveError> {
    PublicKey::from_sec1_bytes(&key.public_key()).map_err(|_| DeriveError::NoPoint)
}

fn hash160(bytes: &[u8]) -> [u8; 20] {
    Ripemd160::digest(Sha256::digest(bytes)).into()
}

fn of_key(form: &Form, hash: [u8; 20]) -> Option<Address> {
    match form {
        Form::Base58 { pubkey, .. } => Some(Address::base58(&Versioned {
            version: *pubkey.first()?,
            hash,
        })),
        Form::CashAddr { prefix, .. } => Address::cash(&Cash {
            prefix: prefix.clone(),
            is_script: false,
            hash: hash.to_vec(),
        }),
        Form::Evm | Form::Segwit { .. } | Form::Solana | Form::Exchange { .. } => None,
    }
}

fn of_script(form: &Form, hash: [u8; 20]) -> Option<Address> {
    match form {
        Form::Base58 { script, .. } => Some(Address::base58(&Versioned {
            version: *script.first()?,
            hash,
        })),
        Form::Evm | Form::Segwit { .. } | Form::Solana | Form::CashAddr { .. } | Form::Exchange { .. } => None,
    }
}

fn witness(form: &Form, version: u8, program: &[u8]) -> Option<Address> {
    match form {
        Form::Segwit { hrp } => Address::segwit(&Witness {
            hrp: hrp.clone(),
            version,
            program: program.to_vec(),
        }),
        _ => None,
    }
}

/// Computes the output key of BIP 341 without scripts: the point with an even y, plus the generator times the tagged
/// hash.
fn tweaked(point: &PublicKey) -> Option<[u8; 32]> {
    let encoded = point.to_encoded_point(true);
    let x: [u8; 32] = (*encoded.x()?).into();
    let tag = Sha256::digest(b"TapTweak");
    let hash = Sha256::new()
        .chain_update(tag)
        .chain_update(tag)
        .chain_update(x)
        .finalize();
    let tweak: Scalar = Option::from(Scalar::from_repr(hash))?;
    let even = PublicKey::from_sec1_bytes(&[&[2], x.as_slice()].concat()).ok()?;
    let output = even.to_projective() + ProjectivePoint::GENERATOR * tweak;
    let output = PublicKey::from_affine(output.to_affine()).ok()?;
    Some((*output.to_encoded_point(true).x()?).into())
}
