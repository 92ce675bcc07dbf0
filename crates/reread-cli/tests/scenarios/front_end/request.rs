//! The words of a call as a request: the command line's syntax where it has the command, the tool's name and its
//! arguments in their order where it has not.

use reread_wire::{
    Against, EdgeArgs, ExcerptArgs, FileArgs, ListFilesArgs, RangeArgs, ReadArgs, ReadFileArgs, ReadMode,
    Rejected, Request, SearchArgs, SearchInFileArgs, SummaryArgs,
};

/// The request or why there is none, and whether its reply is wanted as JSON.
pub(crate) fn request(words: &[String]) -> Result<(Result<Request, Box<Rejected>>, bool), String> {
    let mut words = Words::new(words)?;
    let as_json = words.flag(&["--json"]);
    let request = match words.command.as_str() {
        "read" => Request::try_from(read(&mut words)?),
        "symbols" => Request::try_from(symbols(&mut words)?),
        "diff" => Request::try_from(diff(&mut words)?),
        "overview" => {
            let max_tokens = words.number(&["--max-tokens"])?;
            let (offset, limit) = (words.number(&["--offset"])?, words.number(&["--limit"])?);
            let folder = words.names().pop().unwrap_or_else(|| ".".to_owned());
            Request::try_from(ReadArgs {
                offset,
                limit,
                max_tokens,
                ..ReadArgs::of(ReadMode::Outline, folder)
            })
        }
        _ => Ok(other(&mut words)?),
    };
    words.nothing_left()?;
    Ok((request, as_json))
}

/// A request that is no unified read.
fn other(words: &mut Words) -> Result<Request, String> {
    Ok(match words.command.as_str() {
        "head" => {
            let max_lines = words.number(&["-n", "--lines"])?.unwrap_or(10);
            Request::ReadFileHead(EdgeArgs { path: words.name()?, max_lines })
        }
        "tail" => {
            let max_lines = words.number(&["-n", "--lines"])?.unwrap_or(10);
            Request::ReadFileTail(EdgeArgs { path: words.name()?, max_lines })
        }
        "excerpt" => {
            let max_lines = words.number(&["-n", "--lines"])?.unwrap_or(80);
            Request::GetExcerpt(ExcerptArgs { filepath: words.name()?, max_lines })
        }
        "search" => search(words)?,
        "summary" => {
            let max_tokens = words.number(&["--max-tokens"])?.unwrap_or(500);
            let if_match = words.value(&["--if-match"])?;
            Request::SummarizeFile(SummaryArgs { filepath: words.name()?, max_tokens, if_match })
        }
        "files" => Request::ListFiles(files(words)?),
        "stat" => Request::StatFile(FileArgs { path: words.name()? }),
        "read_file" => {
            let (offset, limit) = (words.number(&["--offset"])?, words.number(&["--limit"])?);
            Request::ReadFile(ReadFileArgs { path: words.name()?, offset, limit })
        }
        "read_file_range" => {
            let path = words.name()?;
            let line = |word: String| word.parse().map_err(|_| format!("{word} is no line"));
            let (start_line, end_line) = (line(words.name()?)?, line(words.name()?)?);
            Request::ReadFileRange(RangeArgs { path, start_line, end_line })
        }
        other => return Err(format!("the library has no command `{other}`; see `front ends:`")),
    })
}

fn read(words: &mut Words) -> Result<ReadArgs, String> {
    let known = words.values(&["--known"])?;
    let unlimited = words.flag(&["--all"]).then_some(u64::MAX);
    let options = ReadArgs {
        offset: words.number(&["--offset"])?,
        limit: words.number(&["--limit"])?,
        from_byte: words.number(&["--from-byte"])?,
        known,
        max_lines: words.number(&["--max-lines"])?.or(unlimited),
        max_preview_chars: words.number(&["--max-chars"])?.or(unlimited),
        max_tokens: words.number(&["--max-tokens"])?,
        ..ReadArgs::of(ReadMode::File, "")
    };
    match words.value(&["--symbol"])? {
        None => Ok(ReadArgs { target: words.name()?, ..options }),
        Some(target) => Ok(ReadArgs {
            mode: ReadMode::Symbol,
            target,
            include_context: words.flag(&["--context"]).then_some(true),
            path: words.names().pop(),
            ..options
        }),
    }
}

fn symbols(words: &mut Words) -> Result<ReadArgs, String> {
    let known = words.values(&["--known"])?;
    let max_tokens = words.number(&["--max-tokens"])?;
    let (offset, limit) = (words.number(&["--offset"])?, words.number(&["--limit"])?);
    Ok(ReadArgs { known, offset, limit, max_tokens, ..ReadArgs::of(ReadMode::Outline, words.name()?) })
}

fn diff(words: &mut Words) -> Result<ReadArgs, String> {
    let against = match words.value(&["--against"])?.map(|word| word.to_lowercase()).as_deref() {
        None | Some("head") => Against::Head,
        Some("index") => Against::Index,
        Some("worktree") => Against::Worktree,
        Some(other) => return Err(format!("{other} is no base")),
    };
    let options = ReadArgs {
        against: Some(against),
        offset: words.number(&["--offset"])?,
        limit: words.number(&["--limit"])?,
        max_lines: words.number(&["--max-lines"])?,
        max_preview_chars: words.number(&["--max-chars"])?,
        ..ReadArgs::of(ReadMode::DiffPreview, "")
    };
    Ok(ReadArgs { target: words.name()?, ..options })
}

/// One name without globs is a file, unless it ends like a folder; anything else is about the tree.
fn search(words: &mut Words) -> Result<Request, String> {
    let around = words.number(&["-C", "--context"])?.unwrap_or(0);
    let is_regex = words.flag(&["-E", "--regex"]);
    let case_sensitive = !words.flag(&["-i", "--ignore-case"]);
    let by_words = words.flag(&["-w", "--words"]);
    let before_lines = words.number(&["-B", "--before"])?.unwrap_or(around);
    let after_lines = words.number(&["-A", "--after"])?.unwrap_or(around);
    let max_matches = words.number(&["-m", "--max"])?.unwrap_or(100);
    let globs = words.values(&["-g", "--glob"])?;
    let offset = words.number(&["--offset"])?;
    let query = words.name()?;
    let mut paths = words.names();
    if globs.is_empty() && paths.len() == 1 && !paths[0].ends_with(['/', '.']) {
        let path = paths.remove(0);
        return Ok(Request::SearchInFile(SearchInFileArgs {
            path,
            query,
            is_regex,
            case_sensitive,
            offset,
            max_matches,
            before_lines,
            after_lines,
        }));
    }
    Ok(Request::Search(SearchArgs {
        query,
        is_regex,
        case_sensitive,
        words: by_words,
        globs,
        paths,
        max_matches,
        before_lines,
        after_lines,
    }))
}

fn files(words: &mut Words) -> Result<ListFilesArgs, String> {
    let tags = words.values(&["-t", "--tag"])?;
    let limit = words.number(&["-n", "--limit"])?.unwrap_or(1_000);
    let after = words.value(&["--after"])?;
    let long = words.flag(&["-l", "--long"]);
    Ok(ListFilesArgs { globs: words.names(), tags, limit, after, long })
}

/// The words that were not taken yet.
struct Words {
    command: String,
    options: Vec<String>,
    /// What follows `--`, and is no option whatever it looks like.
    literal: Vec<String>,
}

impl Words {
    fn new(words: &[String]) -> Result<Self, String> {
        let (command, rest) = words.split_first().ok_or("a call names a command")?;
        let mut parts = rest.splitn(2, |word| word == "--").map(<[String]>::to_vec);
        let (options, literal) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        Ok(Self { command: command.clone(), options, literal })
    }

    fn position(&self, names: &[&str]) -> Option<usize> {
        self.options.iter().position(|word| names.contains(&word.as_str()))
    }

    fn flag(&mut self, names: &[&str]) -> bool {
        self.position(names).map(|at| self.options.remove(at)).is_some()
    }

    fn value(&mut self, names: &[&str]) -> Result<Option<String>, String> {
        let Some(at) = self.position(names) else { return Ok(None) };
        let option = self.options.remove(at);
        if at == self.options.len() {
            return Err(format!("{option} wants a value"));
        }
        Ok(Some(self.options.remove(at)))
    }

    fn number(&mut self, names: &[&str]) -> Result<Option<u64>, String> {
        let value = self.value(names)?;
        value.map(|value| value.parse().map_err(|_| format!("{value} is no number"))).transpose()
    }

    /// The next word that is not an option.
    fn name(&mut self) -> Result<String, String> {
        match self.options.iter().position(|word| !word.starts_with('-')) {
            Some(at) => Ok(self.options.remove(at)),
            None if self.literal.is_empty() => Err("a name is missing".to_owned()),
            None => Ok(self.literal.remove(0)),
        }
    }

    /// Every value of an option that may be given several times.
    fn values(&mut self, names: &[&str]) -> Result<Vec<String>, String> {
        let mut values = Vec::new();
        while let Some(value) = self.value(names)? {
            values.push(value);
        }
        Ok(values)
    }

    /// All words that are left and are no options.
    fn names(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.name().ok()).collect()
    }

    fn nothing_left(self) -> Result<(), String> {
        match self.options.first().or(self.literal.first()) {
            Some(word) => Err(format!("the library does not know `{word}`; see `front ends:`")),
            None => Ok(()),
        }
    }
}
