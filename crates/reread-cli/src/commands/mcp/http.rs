//! The options of a server over HTTP, and who may come in.

use std::path::{Path, PathBuf};

use clap::Args;
use reread_files::Workspace;
use reread_mcp::{Address, BindError, HttpLimits, HttpOptions, HttpServer, Tokens, TokensError};
use reread_store::{SecretError, SecretFile};

use crate::exit::{Exit, Failure, with_source};
use crate::setup::state_of;

/// The variable that may hold the token. It is not an option, because all users of the machine can see options.
const TOKEN: &str = "REREAD_TOKEN";

/// Over HTTP: where, and who may come in.
#[derive(Debug, Args)]
#[command(next_help_heading = "Over HTTP")]
pub(super) struct HttpArgs {
    /// Serve over HTTP at PORT, ADDRESS:PORT or unix:PATH; port 0 takes any that is free. The address is printed on
    /// standard error
    #[arg(long, value_name = "ADDRESS")]
    http: Option<Address>,
    /// The file with the bearer token, or with lines of a name and its token; made if it is missing. Otherwise the
    /// variable `REREAD_TOKEN`, otherwise the file `token` in the state directory
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// Ask for no token: every program on this machine may read what this one may
    #[arg(long, requires = "http", conflicts_with_all = ["token_file", "allow_remote"])]
    no_token: bool,
    /// Let other machines connect, with a token; nothing encrypts what is sent
    #[arg(long, requires = "http")]
    allow_remote: bool,
    /// A name by which clients call this machine, besides its addresses. May be given several times
    #[arg(long, value_name = "NAME", requires = "http")]
    allow_host: Vec<String>,
}

impl HttpArgs {
    /// The server at its place, if one was asked for.
    pub(super) fn bind(&self, workspace: &Workspace) -> Result<Option<HttpServer>, Failure> {
        let Some(address) = &self.http else { return Ok(None) };
        let options = HttpOptions {
            address: address.clone(),
            allow_remote: self.allow_remote,
            names: self.allow_host.clone(),
            tokens: self.tokens(address, workspace)?,
            limits: HttpLimits::default(),
        };
        HttpServer::bind(options).map(Some).map_err(|error| not_bound(&error))
    }

    /// The bearer-token file. A client must not read the tokens of other clients.
    pub(super) fn token_file(&self) -> Option<&Path> {
        self.token_file.as_deref()
    }

    fn tokens(&self, address: &Address, workspace: &Workspace) -> Result<Option<Tokens>, Failure> {
        let in_environment = std::env::var_os(TOKEN);
        if self.no_token {
            return match in_environment {
                None => Ok(None),
                Some(_) => Err(Failure::new(
                    Exit::Usage,
                    format!("--no-token contradicts {TOKEN}"),
                    format!("leave out one of them (`env -u {TOKEN} reread mcp ...`)"),
                )),
            };
        }
        let (file, secret) = match (&self.token_file, in_environment, address) {
            (Some(file), _, _) => (file.clone(), SecretFile::read_or_make(file)),
            (None, Some(token), _) => {
                // What is no text holds no token.
                let text = token.to_str().unwrap_or_default();
                return Tokens::parse(text).map(Some).map_err(|error| no_tokens(TOKEN, error));
            }
            // The mode of the file keeps other users out already.
            (None, None, Address::Unix(_)) => return Ok(None),
            (None, None, Address::Tcp(_)) => match state_of(workspace)?.directory().token() {
                Ok((file, secret)) => (file, Ok(secret)),
                Err(error) => return Err(not_secret(&error)),
            },
        };
        let secret = secret.map_err(|error| not_secret(&error))?;
        let tokens =
            Tokens::parse(&secret.text).map_err(|error| no_tokens(&file.display().to_string(), error))?;
        tell_token(&file, secret.is_new);
        Ok(Some(tokens))
    }
}

/// Where the token is, never what it is.
fn tell_token(file: &Path, is_new: bool) {
    use std::io::Write as _;
    let new = if is_new { "new " } else { "" };
    let file = file.display().to_string();
    let file = reread_text::visible_line(&file);
    let _ = writeln!(crate::output::messages(), "reread mcp: the {new}token is in {file}");
}

fn no_tokens(place: &str, error: TokensError) -> Failure {
    let hint = "a token has at least 32 letters and digits; a missing file is made with one";
    Failure::new(Exit::Configuration, format!("{place}: {error}"), hint)
}

fn not_secret(error: &SecretError) -> Failure {
    let (exit, hint) = match error {
        SecretError::Exposed(_) => {
            (Exit::Configuration, "remove it, and a new one is created: another user may have read it")
        }
        SecretError::NotOurs(_) => (
            Exit::Configuration,
            "remove it, and a new one is created: what came from elsewhere is known there",
        ),
        SecretError::NoName(_) | SecretError::NotAFile(_) | SecretError::NotText(_) => {
            (Exit::Configuration, "name a file of your own with --token-file")
        }
        SecretError::Io(..) | SecretError::State(_) => {
            (Exit::Broken, "name a file of your own with --token-file")
        }
    };
    Failure::new(exit, with_source(error), hint)
}

fn not_bound(error: &BindError) -> Failure {
    let (exit, hint) = match error {
        BindError::Remote { .. } => (Exit::Usage, "listen on 127.0.0.1, or say --allow-remote"),
        BindError::RemoteWithoutToken { .. } => (Exit::Usage, "leave out --no-token"),
        _ => (Exit::Broken, "end the other server, or choose another address; port 0 takes any that is free"),
    };
    Failure::new(exit, with_source(error), hint)
}
