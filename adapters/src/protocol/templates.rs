//! Every template.

use std::sync::Arc;

use ports::ProtocolReader;

use super::{
    amm_solidly, amm_v2, amm_v3, balancer, cdp, comet, curve, curve_lend, erc4626, lending_aave, lending_compound2,
    masterchef, restake, spec::ProtocolSpec, staking_rewards, template::Template, vault_factory, vault_kit, ve_lock,
    withdrawal_queue,
};

pub(super) const TEMPLATES: [&Template; 18] = [
    &lending_aave::TEMPLATE,
    &lending_compound2::TEMPLATE,
    &comet::TEMPLATE,
    &amm_v2::TEMPLATE,
    &amm_v3::TEMPLATE,
    &erc4626::TEMPLATE,
    &vault_factory::TEMPLATE,
    &vault_kit::TEMPLATE,
    &amm_solidly::TEMPLATE,
    &curve::TEMPLATE,
    &balancer::TEMPLATE,
    &masterchef::TEMPLATE,
    &staking_rewards::TEMPLATE,
    &ve_lock::TEMPLATE,
    &cdp::TEMPLATE,
    &curve_lend::TEMPLATE,
    &withdrawal_queue::TEMPLATE,
    &restake::TEMPLATE,
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
