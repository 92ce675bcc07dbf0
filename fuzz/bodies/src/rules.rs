//! Rules from a configuration, and the names they judge.

use reread_path::{BadRule, RootedPath, RuleLists, Rules, Verdict};

use crate::input::parts;

/// What stands before the seam are rules, one per line, each after `-` for deny, `?` for ask or `+` for allow. What
/// follows is the name to judge.
///
/// The order of rules decides nothing; a further name or a further set of rules only makes the verdict stricter; and
/// what is denied stays denied in other case, with invisible characters in it, and for everything beneath it.
pub fn rules(data: &[u8]) {
    let (written, name) = parts(data);
    let lists = Lists::of(&String::from_utf8_lossy(written));
    let rules = match lists.compile() {
        Ok(rules) => rules,
        Err(bad) => {
            assert!(!bad.to_string().contains(char::is_control), "{bad:?} is not fit for a terminal");
            return;
        }
    };
    let Ok(name) = RootedPath::fold(&RootedPath::root(), name) else { return };
    let verdict = rules.judge(&[&name]);
    let reversed = lists.clone().reversed().compile().expect("the same rules");
    assert_eq!(reversed.judge(&[&name]), verdict, "the order decided about {name}");

    let plain = RootedPath::from_bytes(b"plain").expect("a plain name");
    assert_eq!(rules.judge(&[&name, &plain]), verdict.clone().max(rules.judge(&[&plain])));
    let other = Lists::of("-narrow*\n?a*").compile().expect("sound rules");
    let both = rules.clone().narrowed_by(other.clone());
    assert_eq!(both.judge(&[&name]), verdict.clone().max(other.judge(&[&name])));

    if matches!(verdict, Verdict::Deny(_)) {
        stays_denied(&rules, &name, &name.join(b"beneath").expect("one component"));
        for look_alike in look_alikes(&name) {
            stays_denied(&rules, &name, &look_alike);
        }
    }
}

fn stays_denied(rules: &Rules, name: &RootedPath, other: &RootedPath) {
    assert!(matches!(rules.judge(&[other]), Verdict::Deny(_)), "{name} is denied, and {other} is not");
}

/// The name in other case and, if it is ASCII, with a space of no width after every character.
fn look_alikes(name: &RootedPath) -> Vec<RootedPath> {
    let Ok(text) = std::str::from_utf8(name.as_bytes()) else { return Vec::new() };
    let mut texts = vec![
        text.chars().map(|character| one_to_one(character, character.to_uppercase())).collect::<String>(),
        text.chars().map(|character| one_to_one(character, character.to_lowercase())).collect(),
    ];
    if text.is_ascii() {
        texts.push(text.split_inclusive(|_| true).flat_map(|character| [character, "\u{200b}"]).collect());
    }
    texts.iter().filter_map(|text| RootedPath::from_bytes(text.as_bytes()).ok()).collect()
}

/// The other case where it is one character and stays within ASCII or outside it: `[!kK]` means to spare the letter
/// and may still take the sign for Kelvin.
fn one_to_one(character: char, mut other: impl Iterator<Item = char>) -> char {
    match (other.next(), other.next()) {
        (Some(other), None) if other.is_ascii() == character.is_ascii() => other,
        _ => character,
    }
}

#[derive(Clone, Default)]
struct Lists {
    deny: Vec<String>,
    ask: Vec<String>,
    allow: Vec<String>,
}

impl Lists {
    fn of(text: &str) -> Self {
        let mut lists = Self::default();
        for line in text.split('\n') {
            let mut characters = line.chars();
            let list = match characters.next() {
                Some('-') => &mut lists.deny,
                Some('?') => &mut lists.ask,
                Some('+') => &mut lists.allow,
                _ => continue,
            };
            list.push(characters.as_str().to_owned());
        }
        lists
    }

    fn reversed(mut self) -> Self {
        for list in [&mut self.deny, &mut self.ask, &mut self.allow] {
            list.reverse();
        }
        self
    }

    fn compile(&self) -> Result<Rules, BadRule> {
        Rules::compile(&RuleLists { deny: &self.deny, ask: &self.ask, allow: &self.allow })
    }
}
