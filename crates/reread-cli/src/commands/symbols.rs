//! `reread symbols`: what a file declares.

use clap::Args;
use reread_wire::{ReadArgs, ReadMode};

/// Show what a file declares: signatures with their lines, nested
///
/// Whatever there is no room for is counted: deep and small things are left out first. `--offset 1` lists all in order,
/// in pages. `reread read --symbol` shows one of them whole. Files of no known language are taken apart by indentation, and the closing line says so.
#[derive(Debug, Args)]
pub(crate) struct SymbolsCommand {
    /// The file; with # and a name, only that symbol and its members: src/cart.rs#Cart
    #[arg(value_name = "PATH[#NAME]")]
    path: String,
    /// The tag of an earlier outline that you can still see, in quotes. May be given several times
    #[arg(long, value_name = "TAG")]
    known: Vec<String>,
    /// List all in the order of the file, from this one on, counted from 1
    #[arg(long, value_name = "NUMBER")]
    offset: Option<u64>,
    /// The most symbols of such a list
    #[arg(long, value_name = "NUMBER")]
    limit: Option<u64>,
    /// The most tokens, estimated. Default: 1100
    #[arg(long, value_name = "TOKENS")]
    max_tokens: Option<u64>,
}

impl From<SymbolsCommand> for ReadArgs {
    fn from(SymbolsCommand { path, known, offset, limit, max_tokens }: SymbolsCommand) -> Self {
        ReadArgs { known, offset, limit, max_tokens, ..ReadArgs::of(ReadMode::Outline, path) }
    }
}
