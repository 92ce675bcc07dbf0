//! The Rust code of the workspace as modules, read without compiling it.
//!
//! Every check that speaks about types, modules or documentation comments uses this one reading. A module is found by
//! following `mod name;` from the root file of a target, as the compiler does. Items under `#[cfg(test)]` are left
//! out, and so are the integration tests and examples of a package. Code that macros generate is not seen.

#[cfg(test)]
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use syn::{Attribute, Item, Meta};

use crate::checkout::Checkout;
use crate::chore_error::ChoreError;
use crate::package_graph::PackageGraph;

/// The packages of the workspace that hold Rust code.
pub(crate) struct RustSources {
    pub(crate) crates: Vec<RustCrate>,
}

/// The library and the binaries of one package.
pub(crate) struct RustCrate {
    /// The name of the package.
    pub(crate) package: String,
    pub(crate) modules: Vec<RustModule>,
}

/// One module without its tests and without its submodules.
pub(crate) struct RustModule {
    /// The root file of the target that the module belongs to; paths from `crate::` stay inside one target.
    pub(crate) target: String,
    /// The names from the root of the target to the module; empty for the root itself.
    pub(crate) path: Vec<String>,
    /// The file that holds it, from the root of the repository.
    pub(crate) file: String,
    /// Lines of the file without inline tests. Zero for an inline module, whose lines belong to its file.
    pub(crate) lines: usize,
    /// The text of the file, inline tests left blank. Empty for an inline module.
    pub(crate) text: String,
    pub(crate) items: Vec<Item>,
}

impl RustSources {
    pub(crate) fn load(checkout: &Checkout, graph: &PackageGraph) -> Result<Self, ChoreError> {
        let mut crates = Vec::new();
        for package in graph.ours() {
            let mut modules = Vec::new();
            for root in &package.roots {
                read_target(root, &|path| checkout.read(path).ok(), &mut modules)?;
            }
            crates.push(RustCrate { package: package.name.clone(), modules });
        }
        crates.sort_by(|one, other| one.package.cmp(&other.package));
        Ok(Self { crates })
    }

    /// A workspace of one crate, `lib.rs` first, for the tests of the checks.
    #[cfg(test)]
    pub(crate) fn of_texts(files: &[(&str, &str)]) -> Self {
        let files: BTreeMap<&str, &str> = files.iter().copied().collect();
        let mut modules = Vec::new();
        let read = |path: &str| files.get(path).map(|&text| text.to_owned());
        read_target("lib.rs", &read, &mut modules).unwrap();
        Self { crates: vec![RustCrate { package: "example".to_owned(), modules }] }
    }

    pub(crate) fn modules(&self) -> impl Iterator<Item = &RustModule> {
        self.crates.iter().flat_map(|package| &package.modules)
    }
}

/// Gives the text of a file of the repository, if there is one.
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

fn read_target(root: &str, read: Read<'_>, modules: &mut Vec<RustModule>) -> Result<(), ChoreError> {
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    let text = read(root).ok_or_else(|| malformed(root, "the file does not exist".to_owned()))?;
    TargetReader { target: root, read, modules }.file(root, folder, &[], &text)
}

fn malformed(file: &str, detail: String) -> ChoreError {
    ChoreError::Malformed { what: file.to_owned(), detail }
}

struct TargetReader<'a> {
    target: &'a str,
    read: Read<'a>,
    modules: &'a mut Vec<RustModule>,
}

impl TargetReader<'_> {
    /// Reads a file; `folder` is where the files of its submodules are.
    fn file(&mut self, file: &str, folder: &str, path: &[String], text: &str) -> Result<(), ChoreError> {
        let parsed = syn::parse_file(text).map_err(|error| malformed(file, error.to_string()))?;
        let tests: Vec<_> = parsed.items.iter().filter(|item| is_test_only(item)).map(lines_of).collect();
        let is_test = |line: &usize| tests.iter().any(|lines| lines.contains(line));
        let lines = (1..=text.lines().count()).filter(|line| !is_test(line)).count();
        let numbered = text.lines().zip(1..).map(|(text, line)| if is_test(&line) { "" } else { text });
        let text = numbered.collect::<Vec<_>>().join("\n");
        self.module(file, folder, path, (lines, text), parsed.items)
    }

    fn module(
        &mut self,
        file: &str,
        folder: &str,
        path: &[String],
        (lines, text): (usize, String),
        items: Vec<Item>,
    ) -> Result<(), ChoreError> {
        let mut items: Vec<Item> = items.into_iter().filter(|item| !is_test_only(item)).collect();
        let mut children = Vec::new();
        for item in &mut items {
            if let Item::Mod(module) = item {
                // The items of an inline module are moved, so that no item is looked at twice.
                let inline = module.content.as_mut().map(|(_, inside)| std::mem::take(inside));
                children.push((module.ident.to_string(), path_attribute(&module.attrs), inline));
            }
        }
        let target = self.target.to_owned();
        self.modules.push(RustModule {
            target,
            path: path.to_owned(),
            file: file.to_owned(),
            lines,
            text,
            items,
        });
        for (name, named_file, inline) in children {
            let path = [path, std::slice::from_ref(&name)].concat();
            let inside = join(folder, &name);
            match (inline, named_file) {
                (Some(items), _) => self.module(file, &inside, &path, (0, String::new()), items)?,
                (None, Some(named)) => self.found(&[join(folder, &named)], &inside, &path)?,
                (None, None) => {
                    self.found(&[format!("{inside}.rs"), format!("{inside}/mod.rs")], &inside, &path)?;
                }
            }
        }
        Ok(())
    }

    /// Reads the first of the files that exists.
    fn found(&mut self, files: &[String], folder: &str, path: &[String]) -> Result<(), ChoreError> {
        let found = files.iter().find_map(|file| Some((file, (self.read)(file)?)));
        let (file, text) =
            found.ok_or_else(|| malformed(&files[0], "the file of this module is missing".to_owned()))?;
        self.file(file, folder, path, &text)
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => string_of(&pair.value),
        _ => None,
    })
}

/// The text of a string literal.
pub(crate) fn string_of(expression: &syn::Expr) -> Option<String> {
    match expression {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// The lines of an item with its attributes.
fn lines_of(item: &Item) -> RangeInclusive<usize> {
    let span = syn::spanned::Spanned::span(item);
    span.start().line..=span.end().line
}

fn is_test_only(item: &Item) -> bool {
    attributes_of(item).iter().any(is_test_attribute)
}

/// Whether the attribute leaves its item out of every build but that of the tests.
pub(crate) fn is_test_attribute(attribute: &Attribute) -> bool {
    if attribute.path().is_ident("test") {
        return true;
    }
    let Meta::List(list) = &attribute.meta else { return false };
    let condition = list.tokens.to_string();
    list.path.is_ident("cfg")
        && (condition == "test"
            || condition.starts_with("all") && condition.contains("test") && !condition.contains("not"))
}

/// The attributes of an item of any kind.
pub(crate) fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests;
