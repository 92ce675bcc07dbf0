//! Hooks on the real host.
//!
//! Every scene ends with a judgement: each result that the model was sent is compared with what the model could see when it
//! made the call, by the requests alone.

mod asked_read;
mod judge;
mod reply_form;
mod scene;
mod shown_lines;

mod conversations;
mod failing;
mod files;
mod hostile;
mod reads;
mod shells;
mod witness;
