//! CSS. A rule is named by its selectors, an at-rule by its head.

use super::{DeclaredSymbol, LanguageTable, MAX_NAME, Rule, Site, one_line};
use crate::SymbolKind;

pub(super) const TABLE: LanguageTable = LanguageTable {
    rules: &[&[
        ("comment", Rule::Comment),
        ("import_statement", Rule::Import),
        ("rule_set", Rule::Ask(|site| headed(site, "block"))),
        ("media_statement", Rule::Ask(|site| headed(site, "block"))),
        ("supports_statement", Rule::Ask(|site| headed(site, "block"))),
        ("keyframes_statement", Rule::Ask(|site| headed(site, "keyframe_block_list"))),
        ("at_rule", Rule::Ask(|site| headed(site, "block"))),
        ("declaration", Rule::Ask(custom_property)),
    ]],
    separator: " > ",
    bodies: &["block", "keyframe_block_list"],
    identifiers: &["identifier", "property_name", "tag_name", "id_name", "keyframes_name", "function_name"],
    ..LanguageTable::PLAIN
};

fn headed(site: Site<'_, '_>, body: &str) -> Option<DeclaredSymbol> {
    let end = site.child(&[body])?.start_byte();
    let start = site.node.start_byte();
    DeclaredSymbol::new(SymbolKind::Rule, one_line(&site.text[start..end], MAX_NAME), start)
}

/// `--accent: red`: the variables of a style sheet.
fn custom_property(site: Site<'_, '_>) -> Option<DeclaredSymbol> {
    let name = site.child(&["property_name"])?;
    let declared = site.declare(SymbolKind::Variable, name)?;
    declared.name.starts_with("--").then_some(declared)
}
