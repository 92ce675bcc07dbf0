//! `reread doctor`: whether an installation works, check by check.

mod check;
mod entries;
mod installation;
mod round_trip;

use clap::Args;
use serde_json::json;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::hosts::HostProgram;
use crate::output::print;

use check::{Check, CheckStatus};

/// Check an installation: program, configuration, workspace, state, clients, and a real round trip
///
/// Every check is a line that begins with ok, warn or fail; what is not ok says what to try. No project and no
/// configuration is changed: the round trip happens in a throw-away folder. Exits with 1 if something fails.
#[derive(Debug, Args)]
pub(crate) struct DoctorCommand {
    /// The agent that must be configured. Default: any
    #[arg(value_name = "CLIENT")]
    host: Option<HostProgram>,
}

pub(crate) fn run(global: &Global, args: &DoctorCommand) -> Result<Exit, Failure> {
    let mut checks = installation::checks(global)?;
    checks.extend(entries::checks(args.host)?);
    checks.extend(round_trip::checks());
    let fails = checks.iter().any(|check| check.status == CheckStatus::Fail);
    let value = || json!({ "ok": !fails, "checks": checks.iter().map(Check::json).collect::<Vec<_>>() });
    print(global, value, |terminal| {
        let widest = checks.iter().map(|check| check.about.chars().count()).max().unwrap_or(0);
        checks.iter().map(|check| check.lines(terminal, widest)).collect()
    })?;
    Ok(if fails { Exit::Nothing } else { Exit::Done })
}
