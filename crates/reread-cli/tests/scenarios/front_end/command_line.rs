//! The real binary, in an environment that holds nothing but the world.

use crate::reply::Reply;
use crate::scene::Scene;

/// Runs `reread` with these words.
pub(crate) fn call(scene: &Scene, words: &[String]) -> Result<Reply, String> {
    let output = scene.command().args(words).output().map_err(|error| error.to_string())?;
    let exit = output.status.code().ok_or("reread was killed")?;
    Ok(Reply { output: output.stdout, messages: output.stderr, exit })
}
