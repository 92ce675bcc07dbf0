//! The real binary, in an environment that holds nothing but the world.

use std::process::{Command, Stdio};

use crate::reply::Reply;
use crate::world::World;

/// Runs `reread` with these words.
pub(crate) fn call(world: &World, words: &[String]) -> Result<Reply, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_reread"))
        .args(words)
        .current_dir(&world.here)
        .env_clear()
        .env("HOME", world.home())
        .env("XDG_CONFIG_HOME", world.config())
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let exit = output.status.code().ok_or("reread was killed")?;
    Ok(Reply { output: output.stdout, messages: output.stderr, exit })
}
