//! The paths in the modules of a target, and the modules they lead to.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, UseTree};

use crate::rust_sources::RustModule;

/// The names from the root of a target to a module.
pub(super) type ModulePath = Vec<String>;

/// How many re-exports are followed: enough for any, and an end for those that lead to each other.
const DEPTH: usize = 16;

/// What every module of a target declares, imports and names.
pub(super) struct Paths {
    modules: BTreeMap<ModulePath, Names>,
}

/// The names of one module.
#[derive(Default)]
struct Names {
    declared: BTreeSet<String>,
    /// Each imported name with its path; `*` for all names of a path.
    imported: Vec<(String, Vec<String>)>,
    /// Paths of at least two segments.
    used: BTreeSet<Vec<String>>,
}

/// What a path leads to.
enum Destination {
    Module(ModulePath),
    /// An item that this module declares.
    ItemOf(ModulePath),
}

impl Paths {
    pub(super) fn of(modules: &[&RustModule]) -> Self {
        let names = modules.iter().map(|module| {
            let mut names = Names::default();
            for item in &module.items {
                names.declared.extend(declared(item));
                names.visit_item(item);
            }
            (module.path.clone(), names)
        });
        Self { modules: names.collect() }
    }

    /// Each pair of a module and another one that it names.
    pub(super) fn dependencies(&self) -> BTreeSet<(ModulePath, ModulePath)> {
        let mut dependencies = BTreeSet::new();
        for (from, names) in &self.modules {
            for path in names.imported.iter().map(|(_, path)| path).chain(&names.used) {
                if let Some(Destination::Module(to) | Destination::ItemOf(to)) =
                    self.resolve(from, path, DEPTH)
                {
                    dependencies.insert((from.clone(), to));
                }
            }
        }
        dependencies
    }

    /// Nothing for a path into another crate.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<Destination> {
        let depth = depth.checked_sub(1)?;
        let (first, mut rest) = path.split_first()?;
        let mut module = from.to_owned();
        match first.as_str() {
            "crate" => module.clear(),
            "self" => {}
            "super" => {
                module.pop();
                while let Some(further) = rest.strip_prefix(&["super".to_owned()]) {
                    module.pop();
                    rest = further;
                }
            }
            _ => return self.find(&module, path, depth),
        }
        self.find_inside(module, rest, depth)
    }

    /// What a path inside a module of this crate leads to. A name that is not found there is made by a macro.
    fn find_inside(&self, module: ModulePath, path: &[String], depth: usize) -> Option<Destination> {
        if path.is_empty() {
            return Some(Destination::Module(module));
        }
        self.find(&module, path, depth).or(Some(Destination::ItemOf(module)))
    }

    /// What a path leads to that begins with a name that the module knows; nothing if it does not know the name.
    fn find(&self, module: &[String], path: &[String], depth: usize) -> Option<Destination> {
        let depth = depth.checked_sub(1)?;
        let (name, rest) = path.split_first()?;
        let child = [module, std::slice::from_ref(name)].concat();
        if self.modules.contains_key(&child) {
            return self.find_inside(child, rest, depth);
        }
        let names = self.modules.get(module)?;
        if names.declared.contains(name) {
            return Some(Destination::ItemOf(module.to_owned()));
        }
        let import = names.imported.iter().find(|(imported, target)| imported == name && target != path);
        if let Some((_, target)) = import {
            return match self.resolve(module, target, depth)? {
                Destination::Module(target) if target != module => self.find_inside(target, rest, depth),
                destination => Some(destination),
            };
        }
        let globs = names.imported.iter().filter(|(imported, _)| imported == "*");
        globs.filter_map(|(_, target)| self.resolve(module, target, depth)).find_map(|target| match target {
            Destination::Module(target) if target != module => self.find(&target, path, depth),
            _ => None,
        })
    }
}

impl Names {
    fn import(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &proc_macro2::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &with(&path.ident)),
            UseTree::Name(name) if name.ident == "self" => {
                self.imported.push((before.last().cloned().unwrap_or_default(), before.to_owned()));
            }
            UseTree::Name(name) => self.imported.push((name.ident.to_string(), with(&name.ident))),
            UseTree::Rename(name) => self.imported.push((name.rename.to_string(), with(&name.ident))),
            UseTree::Glob(_) => self.imported.push(("*".to_owned(), before.to_owned())),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, before)),
        }
    }

    /// The paths among the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.used(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                other => {
                    self.used(std::mem::take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.used(path);
    }

    fn used(&mut self, path: Vec<String>) {
        if path.len() > 1 {
            self.used.insert(path);
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.used(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
    }
}

fn declared(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(name.to_string())
}
