//! A call that waits for somebody, and the question that it waits on.

use reread_text::visible_line;
use reread_wire::{Matter, Petition, Request, Trouble};

use crate::asking::Question;
use crate::caller::CallerKey;
use crate::desk::FrontDesk;
use crate::ledger::VALID_FOR;

/// A call that somebody has to agree to.
pub(crate) struct Needed {
    pub(crate) caller: CallerKey,
    pub(crate) request: Request,
    pub(crate) petition: Petition,
    pub(crate) trouble: Trouble,
    /// What somebody agreed to for it already.
    pub(crate) agreed: Vec<Matter>,
}

impl Needed {
    /// What a person is asked.
    pub(crate) fn question(&self, desk: &FrontDesk) -> Question {
        let Matter { operation, file, after } = &self.petition.matter;
        let minutes = VALID_FOR.as_secs() / 60;
        let root =
            desk.workspace().roots().get(file.root).map(|root| root.path().as_os_str().as_encoded_bytes());
        let [before, after] = [file.digest, *after].map(|digest| digest.map(|digest| digest.to_string()));
        let [before, after] = [before.unwrap_or_default(), after.unwrap_or_default()];
        let principal = self.caller.principal().to_string();
        let versions = [before.as_bytes(), after.as_bytes()];
        let parts =
            [principal.as_bytes(), operation.as_bytes(), versions[0], versions[1], root.unwrap_or_default()];
        // Whether there is a file that is to be read, and what it holds, is not told before somebody agrees.
        let (what, shown) = match &self.petition.change {
            None => (file.path.to_string(), String::new()),
            Some(change) => (self.petition.matter.phrase(), format!("\n\n{}", change.text)),
        };
        Question {
            text: format!(
                "{} ({}). Allow it for {minutes} minutes, as long as the file does not change?{shown}",
                visible_line(self.reason()),
                visible_line(&what),
            ),
            // A NUL stands in none of them, so that no two matters share a binding.
            binding: [parts.join(&0), file.path.as_bytes().to_vec()].join(&0),
        }
    }

    /// What is kept with the question: the reason, and below it what would change.
    pub(crate) fn why(&self) -> String {
        let shown = self.petition.change.as_ref().map(|change| format!("\n{}", change.text));
        self.reason().to_owned() + &shown.unwrap_or_default()
    }

    fn reason(&self) -> &str {
        self.petition.change.as_ref().map_or(&self.trouble.message, |change| &change.why)
    }
}
