//! The rows of protocols: `data/protocols.csv`, and those that a configuration adds.

use ports::{ChainId, ProtocolProfile, protocol::ProtocolStatus};

use super::{
    spec::ProtocolSpec,
    templates::{TEMPLATES, template},
};
use crate::table::{self, Line, RowError};

const FILE: &str = "protocols.csv";
const HEAD: &str = "template,name,chain,form,contracts,website,status,source";

/// Returns the protocols that ship.
pub fn protocols() -> Result<Vec<ProtocolSpec>, RowError> {
    table::rows((FILE, HEAD), include_str!("../../data/protocols.csv"), spec)
}

fn spec(
    line: Line,
    [template, name, chain, form, contracts, website, status, source]: [&str; 8],
) -> Result<ProtocolSpec, RowError> {
    line.check_not_empty("website", website)?;
    line.check_not_empty("source", source)?;
    let chain: ChainId = line.read("chain", chain)?;
    let contract = |text: &str| {
        let (part, address) = text
            .split_once('=')
            .ok_or_else(|| line.wrong("contracts", "is no name=address"))?;
        Ok((part.to_owned(), line.read("contracts", address)?))
    };
    let spec = ProtocolSpec {
        profile: ProtocolProfile {
            place: line.read("name", name)?,
            chain,
            template: template.to_owned(),
            website: website.to_owned(),
            source: source.to_owned(),
            status: match status {
                "" => ProtocolStatus::Live,
                why => ProtocolStatus::Impaired(why.to_owned()),
            },
        },
        form: form.to_owned(),
        contracts: contracts.split(' ').map(contract).collect::<Result<_, _>>()?,
    };
    check(&spec).map_err(|(column, why)| line.wrong(column, why))?;
    Ok(spec)
}

/// Returns why a protocol cannot be read with these contracts, as a column and a reason.
pub fn check(spec: &ProtocolSpec) -> Result<(), (&'static str, String)> {
    let Some(template) = template(&spec.profile.template) else {
        let names: Vec<&str> = TEMPLATES.iter().map(|template| template.name).collect();
        return Err(("template", format!("must be one of: {}", names.join(", "))));
    };
    if !(template.forms.contains(&spec.form.as_str()) || template.forms.is_empty() && spec.form.is_empty()) {
        let why = match template.forms {
            [] => "must be left out".to_owned(),
            forms => format!("must be one of: {}", forms.join(", ")),
        };
        return Err(("form", why));
    }
    let missing = template
        .contracts
        .iter()
        .find(|part| !spec.contracts.contains_key(**part));
    if let Some(part) = missing {
        return Err(("contracts", format!("must name {part}")));
    }
    match spec.contracts.iter().find(|(_, address)| !address.is_evm()) {
        Some((part, _)) => Err(("contracts", format!("{part} must be an address of an EVM chain"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::chain::rows::rows;

    const ROW: &str = "lending-aave,Aave v3,eip155:1,,provider=0x2f39d218133AFaB8F2B819B1066c7E434Ad94E9e \
         pool=0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2 data=0x0a16f2FCC0D44FaE41cc54e079281D84A363bECD,\
         https://aave.com,,aave.com";

    fn parsed(row: &str) -> Result<Vec<ProtocolSpec>, RowError> {
        table::rows((FILE, HEAD), &format!("{HEAD}\n{row}\n"), spec)
    }

    #[test]
    fn every_shipped_row_is_of_a_known_chain_and_is_listed_once() {
        let (shipped, chains) = (protocols().unwrap(), rows().unwrap());
        let mut seen = BTreeSet::new();
        for spec in &shipped {
            let ProtocolProfile { place, chain, .. } = &spec.profile;
            assert!(chains.iter().any(|row| row.chain.id == *chain), "{place} on {chain}");
            assert!(seen.insert((place, chain)), "{place} on {chain}");
        }
        assert!(shipped.len() >= 24, "{}", shipped.len());
    }

    #[test]
    fn a_wrong_row_names_its_column() {
        assert_eq!(parsed(ROW).unwrap()[0].contracts.len(), 3);
        for (old, new, column) in [
            ("lending-aave", "lending-bave", "template"),
            ("Aave v3", "", "name"),
            ("eip155:1", "ethereum", "chain"),
            (",,provider", ",new,provider", "form"),
            (" pool=0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2", "", "contracts"),
            ("pool=0x87870B", "pool=0x87870b", "contracts"),
            ("data=", "data", "contracts"),
            ("https://aave.com", "", "website"),
            (",aave.com", ",", "source"),
        ] {
            let error = parsed(&ROW.replace(old, new)).unwrap_err();
            assert_eq!(error.column, column, "{error}");
        }
    }
}
