//! Who made a call, as far as it is known.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Who made a call. A process id alone is no identity: it says nothing once the process has ended.
///
/// The user and the principal are what the system and the transport know. Host and version are what the client claims at
/// the handshake, and nothing is decided by them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallerIdentity {
    /// The user whose process it is; `None` where the transport does not tell, as over HTTP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The program, such as `claude-code`; `cli` at the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The version of that program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The conversation, if the host, the protocol or the caller names one; otherwise it is the connection of the principal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The authenticated client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub principal: Option<String>,
}

impl CallerIdentity {
    /// The same with every text made fit for its line.
    pub(super) fn map(&self, mut fit: impl FnMut(&str) -> String) -> Self {
        let mut fit = |text: &Option<String>| text.as_deref().map(&mut fit);
        Self {
            user: fit(&self.user),
            host: fit(&self.host),
            version: fit(&self.version),
            session: fit(&self.session),
            principal: fit(&self.principal),
        }
    }
}

/// User and program: `ana, claude-code 2.1.300`. Empty if neither is known.
impl fmt::Display for CallerIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { user, host, version, .. } = self;
        let program = host.as_ref().map(|host| match version {
            Some(version) => format!("{host} {version}"),
            None => host.clone(),
        });
        let parts: Vec<&str> = [user.as_deref(), program.as_deref()].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}
