//! One life of a session: pi, what happens to it, the product beside it, and the model that looks at every answer.

use std::collections::BTreeMap;
use std::rc::Rc;

use reread_context::{FileKey, MessageCall as CallPlace};
use reread_hosts::pi::{CUSTOM_TYPE, ContentCheck, PiRead};
use serde_json::{Value, json};

use crate::trust::fate::{Fate, Made};
use crate::trust::lives::Broken;
use crate::trust::product::{Asking, Product, Store};
use crate::trust::render::rendered;
use crate::trust::said::{Asked, Said};
use crate::trust::session::{self, CWD, Pruned, Session, aside, name};
use crate::trust::step::{Call, FILES, Limits, Meanwhile, Order, Original, Reading, Step};
use crate::trust::texts::{Change, changed};
use crate::trust::visible::{Shows, Visible};

/// How often what was said.
pub(crate) type Tally = BTreeMap<String, u64>;

const NAMES: [&str; FILES] = ["a.txt", "b.txt", "sub/c.txt"];

pub(crate) struct Life<'s> {
    tally: &'s mut Tally,
    limits: Limits,
    known_texts: &'s [Rc<str>],
    session: Session,
    product: Product<'s>,
    store: &'s Store,
    /// What each file says, the latest last.
    files: [Vec<Rc<str>>; FILES],
    names: [FileKey; FILES],
    calls: u32,
}

/// An answer that is not in the session yet.
struct Flight {
    call_id: String,
    place: usize,
    made: Made,
    fate: Fate,
    /// How many answers it takes until it is seen delivered.
    delay: u8,
    /// What was seen delivered.
    delivered: Option<Shows>,
}

impl<'s> Life<'s> {
    pub(crate) fn new(
        limits: Limits,
        known_texts: &'s [Rc<str>],
        contents: ContentCheck<'s>,
        store: &'s Store,
        tally: &'s mut Tally,
    ) -> Self {
        let files = std::array::from_fn(|file| vec![Rc::clone(&known_texts[file])]);
        let names = NAMES.map(|name| FileKey::new(&format!("{CWD}/{name}")));
        let (session, mut product) = (Session::new(), Product::new(contents, store));
        product.restart(&session, usize::MAX);
        Self { tally, limits, known_texts, session, product, store, files, names, calls: 0 }
    }

    pub(crate) fn live(mut self, steps: &[Step]) -> Result<u64, Broken> {
        for (number, step) in (1..).zip(steps) {
            self.step(step).map_err(|what| Broken { steps: number, what })?;
            // Who asks a companion tells it something.
            if matches!(step, Step::Status) || !self.product.is_told() {
                self.product.is_like_new(&self.session).map_err(|what| Broken {
                    steps: number,
                    what: format!("a replay that is not like new: {what}"),
                })?;
            }
        }
        Ok(steps.len() as u64)
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Read { calls, order } => return self.read(calls, *order),
            Step::Change { file, change } => self.change(usize::from(*file), *change),
            Step::Write { file, change, fails, nameless } => {
                self.write(usize::from(*file), *change, *fails, *nameless);
            }
            Step::Refresh { file, lines, broken } => {
                return self.refresh(usize::from(*file), *lines, *broken);
            }
            Step::ContextEdit { entry, replaced, ahead } => {
                let target = match (pick(&self.session.branch(), *entry), ahead) {
                    (Some(target), false) => target,
                    _ => self.session.id_ahead(u32::from(entry % 4)),
                };
                let replacement =
                    replaced.then(|| json!({ "content": [{ "type": "text", "text": "[pruned]" }] }));
                let edit =
                    json!({ "type": "context_edit", "targetId": name(target), "replacement": replacement });
                self.append(&edit, Shows::Edit(target));
            }
            Step::Compact { first_kept } => {
                let first_kept = pick(&self.session.ids(), *first_kept).map(name);
                let entry = json!({ "type": "compaction", "summary": "…", "firstKeptEntryId": first_kept });
                self.append(&entry, Shows::Compaction);
                self.product.land_all();
            }
            Step::Go { entry, summary } => {
                self.session.go(pick(&self.session.ids(), *entry).filter(|_| *entry != u8::MAX));
                self.product.land_all();
                if *summary {
                    self.append(&json!({ "type": "branch_summary", "summary": "…" }), Shows::Nothing);
                }
            }
            Step::Fork { entry } => {
                self.session.fork(pick(&self.session.branch(), *entry));
                self.product.fork(&self.session, entry % 2 == 0);
            }
            Step::Resume { pieces, torn } => {
                self.session.restart(*torn, *pieces);
                self.product.restart(&self.session, usize::from(*pieces) * 7 + 1);
            }
            Step::Original { reading, how, fate } => self.original(reading, *how, *fate),
            Step::Aside(kind) => match kind % 12 {
                kind @ 0..9 => self.append(&aside(kind), Shows::Nothing),
                kind => {
                    let line = ["{\"type\":\"message\"}\n", "no entry\n", "\n"][usize::from(kind) - 9];
                    self.session.append_line(line);
                    self.product.grown(line.as_bytes(), false);
                }
            },
            Step::Orphan { parent } => {
                let parent = parent.and_then(|parent| pick(&self.session.ids(), parent));
                let grown = self.session.append_orphan(parent);
                self.product.grown(&grown, false);
            }
            Step::Double { entry, parent } => {
                if let Some(entry) = pick(&self.session.ids(), *entry).filter(|_| !self.session.is_torn()) {
                    let grown = self.session.append_double(entry, *parent);
                    self.product.grown(&grown, false);
                    self.product.land_all();
                    if self.product.is_told() {
                        self.product.restart(&self.session, usize::MAX);
                    }
                }
            }
            Step::Prune { entry, how } => {
                if let Some(entry) = pick(&self.session.reads(), *entry) {
                    let pruned = [Some(Pruned::Removed), Some(Pruned::Altered), None];
                    self.session.prune(entry, pruned[usize::from(*how) % 3]);
                }
            }
            Step::Status => {}
            Step::LoseSnapshot(number) => self.store.lose(*number, false),
            Step::DamageSnapshot(number) => self.store.lose(*number, true),
        }
        Ok(())
    }

    fn append(&mut self, fields: &Value, shows: Shows) {
        let is_torn = self.session.is_torn();
        let grown = self.session.append(fields, shows);
        self.product.grown(&grown, !is_torn);
    }

    /// The model is sent a request, and asks for something.
    fn ask(&mut self, calls: &[(&str, String, Value)]) {
        self.product.requested(&self.session);
        self.append(&session::calls(calls), Shows::Nothing);
    }

    fn change(&mut self, file: usize, change: Change) {
        let text = changed(&self.files[file], change, self.known_texts);
        self.files[file].push(text);
    }

    fn now(&self, file: usize) -> Rc<str> {
        Rc::clone(self.files[file].last().expect("a file says something from the start"))
    }

    fn call_id(&mut self) -> String {
        self.calls += 1;
        format!("call_{}", self.calls)
    }

    /// Several calls of one message are answered one after the other; their results are appended in the order of the
    /// message, which may be the other way round.
    fn read(&mut self, calls: &[Call], order: Order) -> Result<(), String> {
        let backwards = order == Order::Backwards;
        let ids: Vec<String> = calls.iter().map(|_| self.call_id()).collect();
        let place = |number: usize| if backwards { calls.len() - 1 - number } else { number };
        let mut blocks: Vec<_> =
            ids.iter().zip(calls).map(|(id, call)| ("read", id.clone(), call.reading.arguments())).collect();
        if backwards {
            blocks.reverse();
        }
        self.ask(&blocks);
        let mut flights: Vec<Flight> = Vec::new();
        for (number, call) in calls.iter().enumerate() {
            let file = usize::from(call.reading.file);
            self.meanwhile(call.meanwhile)?;
            if let Some(change) = call.change {
                self.change(file, change);
            }
            let made = self.answer(call, CallPlace { id: &ids[number], place: place(number) }, &flights)?;
            let (call_id, place, delay) = (ids[number].clone(), place(number), call.delay);
            flights.push(Flight { call_id, place, made, fate: call.fate, delay, delivered: None });
            if order == Order::OneByOne {
                for flight in flights.drain(..) {
                    self.land(&flight)?;
                }
            }
            for (earlier, flight) in flights.iter_mut().enumerate() {
                if number - earlier >= usize::from(flight.delay) && flight.delivered.is_none() {
                    flight.arrive(&mut self.product);
                }
            }
        }
        flights.sort_by_key(|flight| flight.place);
        for flight in flights {
            self.land(&flight)?;
        }
        Ok(())
    }

    /// What happens between two answers, where a companion is there to hear of it.
    fn meanwhile(&mut self, meanwhile: Meanwhile) -> Result<(), String> {
        match meanwhile {
            _ if !self.product.is_told() => {}
            Meanwhile::Nothing => {}
            Meanwhile::Note => self.append(&aside(3), Shows::Nothing),
            Meanwhile::Refresh { file, lines } => return self.refresh(usize::from(file), lines, false),
            Meanwhile::Restart => self.product.restart(&self.session, usize::MAX),
        }
        Ok(())
    }

    fn answer(&mut self, call: &Call, place: CallPlace<'_>, flights: &[Flight]) -> Result<Made, String> {
        let Reading { file, offset, limit, .. } = call.reading;
        let file = usize::from(file);
        let asked = Asked { file, offset: offset.map(u64::from), limit: limit.map(u64::from) };
        let now = self.now(file);
        let bytes = bytes_of(&now);
        let plain = rendered(&now, NAMES[file], asked.offset, asked.limit, self.limits);
        let leaf = name(self.session.leaf.expect("a message was just appended"));
        let read = PiRead {
            file: &self.names[file],
            name: NAMES[file],
            offset: asked.offset,
            limit: asked.limit,
            bytes: &bytes,
        };
        let (file_name, is_placeless) = (&self.names[file], call.is_placeless);
        let asking = Asking { leaf: &leaf, call: place, is_placeless, file, file_name, read };
        let (mut made, word) = self.product.answer(&self.session, &asking, plain);
        if word != "short" {
            if word != "plain" && made.metadata.is_none() && matches!(made.shows, Shows::Lines { .. }) {
                return Err("a text that vouches for nothing".to_owned());
            }
            self.count(word);
            return Ok(made);
        }
        let said = Said::by(&made.text).ok_or_else(|| format!("unknown words: {}", made.text))?;
        for visible in self.contexts(place.place, flights) {
            said.is_justified(&visible, asked, &now).map_err(|rule| {
                format!(
                    "{rule}: {:?} for {asked:?}; visible is {:?}; the file says {now:?}",
                    made.text,
                    visible.file(file)
                )
            })?;
        }
        self.count(said.word());
        if self.product.is_told() {
            self.count(&format!("told {}", said.word()));
        }
        if let Said::Changed { diff, .. } = said {
            made.shows = Shows::Diff { file, diff: diff.to_owned() };
        }
        Ok(made)
    }

    /// Everything that may stand before a result: what is in the session, what was seen delivered, and any of what may
    /// still be.
    fn contexts(&self, place: usize, flights: &[Flight]) -> Vec<Visible> {
        let mut before: Vec<&Flight> = flights.iter().filter(|flight| flight.place < place).collect();
        before.sort_by_key(|flight| flight.place);
        let mut contexts = vec![self.session.visible(self.product.is_told())];
        for flight in before {
            let shows = flight.delivered.as_ref().unwrap_or(&flight.made.shows);
            let mut with = contexts.clone();
            with.iter_mut().for_each(|context| context.add(shows, false));
            if flight.delivered.is_some() {
                contexts.clear();
            }
            contexts.extend(with);
        }
        contexts
    }

    /// Appends a result, as far as it comes to that.
    fn land(&mut self, flight: &Flight) -> Result<(), String> {
        let Flight { call_id, made, fate, .. } = flight;
        let Some(appended) = fate.appended(call_id, made, &self.files[made.file]) else { return Ok(()) };
        let result = session::result(
            "read",
            &appended.call_id,
            &appended.content,
            appended.details,
            appended.is_error,
        );
        self.append(&result, appended.shows);
        let entry = name(self.session.leaf.expect("a result was just appended"));
        match (fate, &made.metadata) {
            (Fate::Kept, Some(_)) if !self.product.believes(&entry) => {
                Err(format!("a result that is not believed: {made:?}"))
            }
            _ => Ok(()),
        }
    }

    fn write(&mut self, file: usize, change: Option<Change>, fails: bool, nameless: bool) {
        let call_id = self.call_id();
        let spelling = if nameless { 2 } else { 0 };
        let call = ("write", call_id.clone(), json!({ "path": spelled(file, spelling), "content": "…" }));
        self.ask(&[call]);
        if let Some(change) = change.filter(|_| !fails) {
            self.change(file, change);
        }
        let content = json!([{ "type": "text", "text": "done" }]);
        let shows = if fails { Shows::Nothing } else { Shows::Written { file } };
        self.append(&session::result("write", &call_id, &content, None, fails), shows);
    }

    fn refresh(&mut self, file: usize, lines: Option<(u8, u8)>, broken: bool) -> Result<(), String> {
        let mut lines = lines.map(|(first, last)| (u64::from(first), u64::from(last)));
        let now = self.now(file);
        // A companion is asked for lines of the file as it is, unless it cannot be read.
        let bytes = Some(bytes_of(&now)).filter(|_| !broken);
        let data = self.product.refresh(&self.session, &self.names[file], lines, bytes.as_deref());
        if self.product.is_told() && bytes.is_some() {
            let total = now.split('\n').count() as u64;
            let is_there = lines.is_none_or(|(first, _)| first <= total);
            if data.is_some() != is_there {
                return Err(format!("a wish that is taken wrong: {lines:?} of {total} lines"));
            }
            lines = lines.map(|(first, last)| (first, last.min(total))).filter(|lines| *lines != (1, total));
        }
        let Some(mut data) = data else { return Ok(()) };
        if broken {
            data["scopeKey"] = json!("r:9:2");
        }
        let entry = json!({ "type": "custom", "customType": CUSTOM_TYPE, "data": data });
        self.append(&entry, if broken { Shows::Nothing } else { Shows::Refresh { file, lines } });
        Ok(())
    }

    /// A read by the extension that came before: honest about the file, and careless about what was shown.
    fn original(&mut self, reading: &Reading, how: Original, fate: Fate) {
        let call_id = self.call_id();
        self.ask(&[("read", call_id.clone(), reading.arguments())]);
        let made = crate::trust::original::made(
            reading,
            how,
            &self.files[usize::from(reading.file)],
            self.limits,
            self.store,
        );
        self.count("original");
        if let Some(appended) = fate.appended(&call_id, &made, &self.files[made.file]) {
            let result = session::result(
                "read",
                &appended.call_id,
                &appended.content,
                appended.details,
                appended.is_error,
            );
            self.append(&result, appended.shows);
        }
    }

    fn count(&mut self, word: &str) {
        match self.tally.get_mut(word) {
            Some(count) => *count += 1,
            None => drop(self.tally.insert(word.to_owned(), 1)),
        }
    }
}

impl Flight {
    /// Its result is seen, and the host tells of it.
    fn arrive(&mut self, product: &mut Product<'_>) {
        let text = self.fate.delivered(&self.made);
        if text.is_some() || matches!(self.fate, Fate::Image | Fate::Failed | Fate::MarkedFailed) {
            product.deliver(&self.call_id, text.as_deref());
        }
        let Some(text) = text else { return };
        let as_made = text == self.made.text;
        let Made { shows, file, .. } = &self.made;
        self.delivered = Some(if as_made { shows.clone() } else { shows.spoilt(*file) });
    }
}

impl Reading {
    fn arguments(&self) -> Value {
        let mut arguments = json!({ "path": spelled(usize::from(self.file), self.spelling) });
        if let Some(offset) = self.offset {
            arguments["offset"] = offset.into();
        }
        if let Some(limit) = self.limit {
            arguments["limit"] = limit.into();
        }
        arguments
    }
}

/// The name of a file, as a model may write it.
fn spelled(file: usize, spelling: u8) -> String {
    match spelling {
        0 => NAMES[file].to_owned(),
        1 => format!("{CWD}/{}", NAMES[file]),
        _ => format!("@{}", NAMES[file]),
    }
}

/// The bytes of a file. What cannot be decoded reads as U+FFFD, so that is where such a byte stands.
pub(crate) fn bytes_of(text: &str) -> Vec<u8> {
    let mut pieces = text.split('\u{fffd}');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        bytes.push(0xff);
        bytes.extend_from_slice(piece.as_bytes());
    }
    bytes
}

/// One of them, counted from the last: a life that is made shorter at its beginning stays as it is.
fn pick(all: &[u32], number: u8) -> Option<u32> {
    usize::from(number).checked_rem(all.len()).map(|place| all[all.len() - 1 - place])
}
