//! Every template.

use std::sync::Arc;

use ports::ProtocolReader;

use super::{
    amm_v2, amm_v3, comet, erc4626, lending_aave, lending_compound2, spec::ProtocolSpec, template::Template,
    vault_factory,
};

pub(super) const TEMPLATES: [&Template; 7] = [
    &lending_aave::TEMPLATE,
    &lending_compound2::TEMPLATE,
    &comet::TEMPLATE,
    &amm_v2::TEMPLATE,
    &amm_v3::TEMPLATE,
    &erc4626::TEMPLATE,
    &vault_factory::TEMPLATE,
];

/// Returns the template of a name.
pub(super) fn template(name: &str) -> Option<&'static Template> {
    TEMPLATES.into_iter().find(|template| template.name == name)
}

/// Creates the readers of these protocols.
pub fn readers(specs: Vec<ProtocolSpec>) -> Vec<Arc<dyn ProtocolReader>> {
    let reader = |spec: ProtocolSpec| Some((template(&spec.profile.template)?.reader)(spec));
    specs.into_iter().filter_map(reader).collect()
}
