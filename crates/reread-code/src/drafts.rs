//! Collects symbols for an outline. Names are qualified at once; ids are assigned when all symbols are known.

use std::collections::{HashMap, HashSet};

use reread_text::LineRange;

use crate::Symbol;

/// More symbols are not listed; the outline says that there are more.
pub(crate) const MAX_SYMBOLS: usize = 50_000;
/// Bytes of all qualified names together. Many short members of deeply nested symbols with long names would have more.
const MAX_QUALIFIED: usize = 4 * 1024 * 1024;

/// A symbol, with the prefix for the names of its members.
pub(crate) struct SymbolDraft {
    pub(crate) symbol: Symbol,
    /// A qualification beyond the symbols around it.
    pub(crate) owner: Option<String>,
    /// Its name in the qualified names of its members, if it differs.
    pub(crate) scope: Option<String>,
    /// Its name there if members of several symbols would otherwise share a qualified name.
    pub(crate) rival_scope: Option<String>,
}

/// Symbols in the order of the text.
pub(crate) struct SymbolDrafts {
    separator: &'static str,
    symbols: Vec<Symbol>,
    /// Scopes that differ from the symbol's qualified name.
    scopes: HashMap<usize, Scope>,
    /// The alternative name of a member, by its index.
    rivals: HashMap<usize, String>,
    qualified_bytes: usize,
    is_cut: bool,
}

struct Scope {
    scope: String,
    rival: Option<String>,
}

impl SymbolDrafts {
    pub(crate) fn new(separator: &'static str) -> Self {
        Self {
            separator,
            symbols: Vec::new(),
            scopes: HashMap::new(),
            rivals: HashMap::new(),
            qualified_bytes: 0,
            is_cut: false,
        }
    }

    pub(crate) fn symbol(&self, place: usize) -> &Symbol {
        &self.symbols[place]
    }

    pub(crate) fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Whether the limit is reached. Calling this counts as an attempt to add a symbol, so the outline is marked as cut.
    pub(crate) fn is_full(&mut self) -> bool {
        self.is_cut |= self.symbols.len() >= MAX_SYMBOLS || self.qualified_bytes >= MAX_QUALIFIED;
        self.is_cut
    }

    /// Appends a symbol and qualifies its name.
    pub(crate) fn push(&mut self, draft: SymbolDraft) -> usize {
        let SymbolDraft { mut symbol, owner, scope, rival_scope } = draft;
        let place = self.symbols.len();
        let own = match owner {
            Some(owner) => owner + self.separator + &symbol.name,
            None => symbol.name.clone(),
        };
        let around = symbol.parent.map(|parent| match self.scopes.get(&parent) {
            Some(Scope { scope, rival }) => (scope.as_str(), rival.as_deref()),
            None => (self.symbols[parent].qualified.as_str(), None),
        });
        let join = |around: &str, own: &str| format!("{around}{}{own}", self.separator);
        symbol.qualified = around.map_or_else(|| own.clone(), |(around, _)| join(around, &own));
        let rival = around.and_then(|(_, rival)| rival).map(|rival| join(rival, &own));
        self.qualified_bytes += symbol.qualified.len() + rival.as_ref().map_or(0, String::len);
        if let Some(scope) = scope {
            let within = |scope: String| around.map_or(scope.clone(), |(around, _)| join(around, &scope));
            let scope = Scope { scope: within(scope), rival: rival_scope.map(within) };
            self.scopes.insert(place, scope);
        }
        if let Some(rival) = rival {
            self.rivals.insert(place, rival);
        }
        self.symbols.push(symbol);
        place
    }

    /// Changes the end of a symbol.
    pub(crate) fn end(&mut self, place: usize, byte: usize, line: u64) {
        let symbol = &mut self.symbols[place];
        symbol.bytes.end = byte;
        symbol.lines = LineRange::new(symbol.lines.first(), line).expect("symbols end after they begin");
    }

    /// The symbols with their ids, and whether there were more than could be listed.
    pub(crate) fn finish(mut self) -> (Vec<Symbol>, bool) {
        let shared = repeated(self.symbols.iter().map(|symbol| symbol.qualified.as_str()));
        let is_shared: Vec<bool> =
            self.symbols.iter().map(|symbol| shared.contains(symbol.qualified.as_str())).collect();
        for (place, symbol) in self.symbols.iter_mut().enumerate() {
            let rival = self.rivals.remove(&place).filter(|_| is_shared[place]);
            symbol.id = rival.unwrap_or_else(|| symbol.qualified.clone());
        }
        number(&mut self.symbols);
        (self.symbols, self.is_cut)
    }
}

/// What occurs more than once.
fn repeated<'a>(names: impl Iterator<Item = &'a str>) -> HashSet<&'a str> {
    let mut seen = HashSet::new();
    names.filter(|name| !seen.insert(*name)).collect()
}

/// Makes equal ids unique by `~1`, `~2` and so on, in the order of the text.
fn number(symbols: &mut [Symbol]) {
    let shared: HashSet<String> =
        repeated(symbols.iter().map(|symbol| symbol.id.as_str())).into_iter().map(str::to_owned).collect();
    // A name may itself end in `~1`; numbers that would cause a collision are skipped.
    let mut taken: HashSet<String> = symbols.iter().map(|symbol| symbol.id.clone()).collect();
    let mut next: HashMap<String, u64> = HashMap::new();
    for symbol in symbols.iter_mut().filter(|symbol| shared.contains(&symbol.id)) {
        let next = next.entry(symbol.id.clone()).or_insert(1);
        symbol.id = loop {
            let numbered = format!("{}~{next}", symbol.id);
            *next += 1;
            if taken.insert(numbered.clone()) {
                break numbered;
            }
        };
    }
}
