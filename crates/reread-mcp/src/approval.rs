//! Approval requests: a call that needs approval, the question to the user, and the decisions that are kept.

mod approvals;
mod elicit;
mod open_requests;
mod pending_call;

pub(crate) use approvals::Approvals;
pub(crate) use elicit::{ANSWER_TIMEOUT, BroughtAnswer, ask};
pub(crate) use open_requests::OpenRequests;
pub(crate) use pending_call::PendingCall;
