//! A documentation comment says more than the name of its item.
//!
//! A comment of one line repeats the name if each of its words, articles and the like aside, is a word of the
//! identifier or of the type that the item belongs to. `/// The name.` on `name` repeats it; `/// The name, at most
//! 64 characters.` does not. Plurals count as their singular, and a comment that shows code says something. What clap
//! prints as help is no comment about the code: `Claude Code` is all that the help of `ClaudeCode` has to say.

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Attribute, Meta};

use crate::check_result::CheckResult;
use crate::rust_sources::{RustSources, is_test_attribute, string_of};

/// Words that say nothing by themselves.
const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "by", "for", "from", "has", "have", "in", "into", "is", "it", "its",
    "of", "on", "one", "or", "that", "the", "their", "this", "to", "what", "which", "with",
];

/// Lists the comments that repeat a name.
pub(crate) fn empty_docs(sources: &RustSources) -> CheckResult {
    let mut problems = Vec::new();
    for module in sources.modules() {
        let mut search = Search { file: &module.file, parents: Vec::new(), problems: Vec::new() };
        for item in &module.items {
            search.visit_item(item);
        }
        problems.append(&mut search.problems);
    }
    if !problems.is_empty() {
        problems.push(format!("{} comments only repeat the name of their item", problems.len()));
    }
    CheckResult::of_problems(problems)
}

struct Search<'a> {
    file: &'a str,
    /// The types around the item: the struct of a field, the enum of a variant, the type of a method.
    parents: Vec<String>,
    problems: Vec<String>,
}

impl Search<'_> {
    fn look(&mut self, attributes: &[Attribute], name: &Ident) {
        let Some(comment) = one_line(attributes) else { return };
        let names =
            self.parents.iter().map(String::as_str).chain([&*name.to_string()]).collect::<Vec<_>>().join(" ");
        if repeats(&comment, &names) {
            let line = name.span().start().line;
            self.problems.push(format!(
                "{}:{line}: `{name}` has the comment `{}`",
                self.file,
                comment.trim()
            ));
        }
    }

    fn inside(&mut self, parent: String, visit: impl FnOnce(&mut Self)) {
        self.parents.push(parent);
        visit(self);
        self.parents.pop();
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.look(&item.attrs, &item.ident);
        if !is_printed_as_help(&item.attrs) {
            self.inside(item.ident.to_string(), |search| visit::visit_fields(search, &item.fields));
        }
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.look(&item.attrs, &item.ident);
        if !is_printed_as_help(&item.attrs) {
            self.inside(item.ident.to_string(), |search| visit::visit_item_enum(search, item));
        }
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.look(&variant.attrs, &variant.ident);
        self.inside(variant.ident.to_string(), |search| visit::visit_variant(search, variant));
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(name) = &field.ident {
            self.look(&field.attrs, name);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.look(&item.attrs, &item.sig.ident);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let parent = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
            _ => None,
        };
        self.inside(parent.unwrap_or_default(), |search| visit::visit_item_impl(search, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !item.attrs.iter().any(is_test_attribute) {
            self.look(&item.attrs, &item.sig.ident);
        }
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.look(&item.attrs, &item.ident);
        self.inside(item.ident.to_string(), |search| visit::visit_item_trait(search, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.look(&item.attrs, &item.sig.ident);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.look(&item.attrs, &item.ident);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.look(&item.attrs, &item.ident);
    }
}

/// Whether clap prints the comments of the fields or variants.
fn is_printed_as_help(attributes: &[Attribute]) -> bool {
    const CLAP: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("derive") => {
            list.tokens.to_string().split(',').any(|name| CLAP.contains(&name.trim()))
        }
        _ => false,
    })
}

/// The comment of an item, if it has one of exactly one line.
fn one_line(attributes: &[Attribute]) -> Option<String> {
    let mut lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => string_of(&pair.value),
        _ => None,
    });
    let comment = lines.next()?;
    if lines.next().is_some() { None } else { Some(comment) }
}

fn repeats(comment: &str, names: &str) -> bool {
    if comment.contains('`') {
        return false;
    }
    let known: Vec<String> = words(names).collect();
    let mut said = words(comment).filter(|word| !STOP_WORDS.contains(&word.as_str())).peekable();
    said.peek().is_some() && said.all(|word| known.contains(&word))
}

/// The words of a text or an identifier, in lower case and without a plural `s`.
fn words(text: &str) -> impl Iterator<Item = String> {
    let mut split = String::new();
    let mut before = ' ';
    for c in text.chars() {
        if !c.is_alphanumeric() || before.is_lowercase() && c.is_uppercase() {
            split.push(' ');
        }
        if c.is_alphanumeric() {
            split.extend(c.to_lowercase());
        }
        before = c;
    }
    let words: Vec<String> = split.split_whitespace().map(singular).collect();
    words.into_iter()
}

fn singular(word: &str) -> String {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests;
