//! A real mail server on a free port, which can be made to fail, and the mails that it accepted.

use std::{fs, path::Path};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};

use crate::{
    chain::package,
    folder::Folder,
    patience,
    port::free_port,
    process::{Process, Service},
};

/// A running mail server. Dropping it stops it.
#[derive(Debug)]
pub struct MailServer {
    process: Process, // before the folder: the server ends first
    folder: Folder,
    port: u16,
    issuer: String,
}

impl MailServer {
    /// Starts a server with these settings, which `tests/world/mail/serve.mjs` describes. With `starttls` or `secure` it has a
    /// certificate for `names`, or for `localhost`. Panics with the tail of its log if it does not start.
    pub fn start(settings: Value) -> Self {
        let folder = Folder::create("mail");
        let port = free_port().unwrap_or_else(|why| panic!("{why}"));
        let (issuer, certificate, key) = certificate(&settings);
        let mut all = settings;
        all["port"] = json!(port);
        all["folder"] = json!(folder.path());
        if all["starttls"] == true || all["secure"] == true {
            all["cert"] = json!(certificate);
            all["key"] = json!(key);
        }
        let script = package().join("mail/serve.mjs");
        assert!(
            package().join("node_modules/smtp-server").exists(),
            "the test world is not installed: run make world"
        );
        let service = Service {
            name: "mail-server".to_owned(),
            program: "node".into(),
            arguments: vec![script.into(), all.to_string().into()],
            death_signal: "KILL",
            never_root: false,
        };
        let mut process = Process::start(&service, folder.path());
        let ready = process.wait_until(patience(30), || {
            log(folder.path()).iter().any(|entry| entry["listening"] == port)
        });
        ready.unwrap_or_else(|why| panic!("{why}"));
        Self {
            process,
            folder,
            port,
            issuer,
        }
    }

    /// Its port on `127.0.0.1`.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The certificate of the issuer of its certificate, in PEM format.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// The process, to pause it.
    pub fn process(&self) -> &Process {
        &self.process
    }

    /// What happened so far: `auth`, `rcpt` and `mail` entries.
    pub fn log(&self) -> Vec<Value> {
        let mut entries = log(self.folder.path());
        entries.retain(|entry| entry["listening"].is_null());
        entries
    }

    /// The accepted mails as they were transmitted, without the dots that the protocol adds.
    pub fn mails(&self) -> Vec<String> {
        let entries = self.log();
        let names = entries.iter().filter_map(|entry| entry["mail"].as_str());
        names.map(|name| fs::read_to_string(name).unwrap()).collect()
    }
}

fn log(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("log.jsonl")).unwrap_or_default();
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// Makes the certificate of an issuer, a certificate by it and the key of the latter, in PEM format.
fn certificate(settings: &Value) -> (String, String, String) {
    let names = settings["names"]
        .as_array()
        .map_or(vec!["localhost".to_owned()], |names| {
            names.iter().map(|name| name.as_str().unwrap().to_owned()).collect()
        });
    let mut issuer = CertificateParams::new(Vec::new()).unwrap();
    issuer.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let issuer_key = KeyPair::generate().unwrap();
    let issuer_certificate = issuer.self_signed(&issuer_key).unwrap().pem();
    let issuer = Issuer::new(issuer, issuer_key);
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &issuer).unwrap();
    (issuer_certificate, certificate.pem(), key.serialize_pem())
}
