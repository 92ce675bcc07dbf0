//! What a scenario can do to its world, one line each.
//!
//! | line | what it does |
//! |---|---|
//! | `folder NAME` | makes a folder |
//! | `link NAME -> TARGET` | makes a symbolic link |
//! | `hardlink NAME -> EXISTING` | gives a file one more name |
//! | `fifo NAME` | makes a named pipe |
//! | `remove NAME` | removes a file, or a folder with all that is in it |
//! | `mode NAME 777` | sets the permissions |
//! | `alter NAME: OLD -> NEW` | replaces the first `OLD` in a file |
//! | `shorten NAME` | drops the last line of a file |
//! | `git WORDS` | runs git in the workspace, always as the same person at the same time |
//! | `enter NAME` | calls are made from that folder from now on |
//!
//! Names are relative to the workspace; `../outside`, `../home` and `../config` lie beside it. A name with spaces stands
//! in quotes. A `file` block takes two options behind its name: `no-newline` leaves out the newline at its end, and
//! `repeat=N` writes it N times, with `{n}` counting from 1 (`no-newline` then joins the copies into one line).

use crate::words::words;

/// A change of the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    File { name: String, content: String },
    Folder { name: String },
    Link { name: String, target: String },
    HardLink { name: String, existing: String },
    Fifo { name: String },
    Remove { name: String },
    Mode { name: String, mode: u32 },
    Alter { name: String, old: String, new: String },
    Shorten { name: String },
    Git { words: Vec<String> },
    Enter { name: String },
}

impl Setting {
    /// A file block: what follows the word `file`, and the lines of the block.
    pub(crate) fn file(info: &str, body: &[String]) -> Result<Self, String> {
        let mut words = words(info)?.into_iter();
        let name = words.next().ok_or("a file has a name")?;
        let mut content = body.iter().map(|line| format!("{line}\n")).collect::<String>();
        let mut times = None;
        for option in words {
            match option.split_once('=') {
                None if option == "no-newline" => {
                    content.pop();
                }
                Some(("repeat", number)) => {
                    times = Some(number.parse().map_err(|_| "repeat=N takes a number")?);
                }
                _ => return Err(format!("`{option}` is no option of a file")),
            }
        }
        if let Some(times) = times {
            content = (1..=times).map(|n: u32| content.replace("{n}", &n.to_string())).collect();
        }
        Ok(Self::File { name, content })
    }

    /// A line of a world block.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        if let Some((name, change)) = line.strip_prefix("alter ").and_then(|rest| rest.split_once(": ")) {
            let (old, new) = change.split_once(" -> ").ok_or("alter NAME: OLD -> NEW")?;
            return Ok(Self::Alter { name: name.to_owned(), old: old.to_owned(), new: new.to_owned() });
        }
        let words = words(line)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let own = |text: &str| text.to_owned();
        Ok(match words[..] {
            ["folder", name] => Self::Folder { name: own(name) },
            ["link", name, "->", target] => Self::Link { name: own(name), target: own(target) },
            ["hardlink", name, "->", existing] => Self::HardLink { name: own(name), existing: own(existing) },
            ["fifo", name] => Self::Fifo { name: own(name) },
            ["remove", name] => Self::Remove { name: own(name) },
            ["mode", name, mode] => {
                let mode = u32::from_str_radix(mode, 8).map_err(|_| "a mode has octal digits")?;
                Self::Mode { name: own(name), mode }
            }
            ["git", ..] => Self::Git { words: words[1..].iter().map(ToString::to_string).collect() },
            ["enter", name] => Self::Enter { name: own(name) },
            ["shorten", name] => Self::Shorten { name: own(name) },
            _ => return Err(format!("`{line}` is no setting")),
        })
    }
}
