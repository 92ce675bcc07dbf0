//! The front ends of the product: the ways in which a call can be made.
//!
//! A scenario is the same at each of them. A new front end is a line in the table and a function that takes the words
//! of a call and gives back the reply.

mod command_line;
mod library;
mod mcp;
mod request;

use crate::reply::Reply;
use crate::scene::Scene;

/// A way to make calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrontEnd {
    pub(crate) name: &'static str,
    pub(crate) call: fn(&Scene, &[String]) -> Result<Reply, String>,
}

/// All of them; the last one that a scenario runs through writes its replies.
pub(crate) const FRONT_ENDS: &[FrontEnd] = &[
    FrontEnd { name: "library", call: library::call },
    FrontEnd { name: "mcp stdio", call: mcp::call_over_stdio },
    FrontEnd { name: "mcp http", call: mcp::call_over_http },
    FrontEnd { name: "command line", call: command_line::call },
];
