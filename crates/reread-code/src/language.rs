//! The languages that have an outline, and their detection.
//!
//! A language is detected by the name of its file, otherwise by the interpreter after `#!` in the first line. The content
//! is not examined further, and editor settings are not known here.

reread_codes::words! {
    /// A supported language. Its grammar is only linked if its feature group is on.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
    #[expect(missing_docs, reason = "the names are those of the languages")]
    pub enum Language {
        Rust = "rust",
        Python = "python",
        TypeScript = "typescript",
        Tsx = "tsx",
        JavaScript = "javascript",
        Go = "go",
        C = "c",
        Cpp = "cpp",
        Java = "java",
        CSharp = "csharp",
        Ruby = "ruby",
        Php = "php",
        Kotlin = "kotlin",
        Swift = "swift",
        Scala = "scala",
        Bash = "bash",
        Lua = "lua",
        Json = "json",
        Toml = "toml",
        Yaml = "yaml",
        Markdown = "markdown",
        Html = "html",
        Css = "css",
    }
}

impl Language {
    /// Detects the language of a file by its name and the beginning of its text. Folders in the name are ignored.
    ///
    /// Case is ignored. A header ending in `.h` counts as C++, because that grammar also parses C.
    pub fn of_file(name: &str, beginning: &[u8]) -> Option<Self> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
        by_whole_name(&name).or_else(|| by_extension(&name)).or_else(|| by_interpreter(beginning))
    }
}

fn by_whole_name(name: &str) -> Option<Language> {
    Some(match name {
        "gemfile" | "rakefile" | "vagrantfile" | "podfile" | "fastfile" | "brewfile" => Language::Ruby,
        "cargo.lock" | "poetry.lock" | "uv.lock" | "pipfile" => Language::Toml,
        "composer.lock" | "pipfile.lock" | "flake.lock" | ".babelrc" | ".eslintrc" | ".prettierrc" => {
            Language::Json
        }
        ".clang-format" | ".clang-tidy" | ".clangd" => Language::Yaml,
        "sconstruct" | "sconscript" | "wscript" => Language::Python,
        ".bashrc" | ".bash_profile" | ".bash_aliases" | ".profile" | ".zshrc" | ".zshenv" | ".envrc"
        | "pkgbuild" | "apkbuild" => Language::Bash,
        _ => return None,
    })
}

fn by_extension(name: &str) -> Option<Language> {
    let (stem, extension) = name.rsplit_once('.')?;
    // A hidden file such as `.c` has a name and no extension.
    if stem.is_empty() {
        return None;
    }
    Some(match extension {
        "rs" => Language::Rust,
        "py" | "pyi" | "pyw" | "bzl" | "star" => Language::Python,
        "ts" | "mts" | "cts" => Language::TypeScript,
        "tsx" => Language::Tsx,
        "js" | "mjs" | "cjs" | "jsx" | "es6" => Language::JavaScript,
        "go" => Language::Go,
        "c" => Language::C,
        "h" | "cc" | "cpp" | "cxx" | "c++" | "hh" | "hpp" | "hxx" | "h++" | "ipp" | "inl" | "tpp" | "ino"
        | "cu" | "cuh" => Language::Cpp,
        "java" => Language::Java,
        "cs" | "csx" => Language::CSharp,
        "rb" | "rake" | "gemspec" | "ru" | "podspec" => Language::Ruby,
        "php" | "phtml" | "php5" | "php7" | "php8" => Language::Php,
        "kt" | "kts" => Language::Kotlin,
        "swift" => Language::Swift,
        "scala" | "sc" | "sbt" => Language::Scala,
        "sh" | "bash" | "zsh" | "ksh" | "bats" => Language::Bash,
        "lua" | "luau" | "rockspec" => Language::Lua,
        "json" | "jsonc" | "json5" | "jsonl" | "ndjson" | "geojson" | "webmanifest" | "ipynb" | "har" => {
            Language::Json
        }
        "toml" => Language::Toml,
        "yaml" | "yml" | "clang-format" => Language::Yaml,
        "md" | "markdown" | "mdown" | "mkd" | "mdx" => Language::Markdown,
        "html" | "htm" | "xhtml" => Language::Html,
        "css" => Language::Css,
        _ => return None,
    })
}

/// Parses `#!/bin/bash` and `#!/usr/bin/env -S python3.12 -u`.
fn by_interpreter(beginning: &[u8]) -> Option<Language> {
    let line = beginning.strip_prefix(reread_text::BOM).unwrap_or(beginning).strip_prefix(b"#!")?;
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = std::str::from_utf8(line).ok()?;
    let is_argument = |word: &&str| !word.starts_with('-') && !word.contains('=');
    let mut words = line.split_ascii_whitespace().filter(is_argument);
    let program = words.next()?.rsplit('/').next()?;
    let program = if program == "env" { words.next()?.rsplit('/').next()? } else { program };
    let program = program.trim_end_matches(|end: char| end.is_ascii_digit() || end == '.');
    Some(match program {
        "python" | "pypy" => Language::Python,
        "node" | "nodejs" | "bun" => Language::JavaScript,
        "deno" | "ts-node" | "tsx" => Language::TypeScript,
        "sh" | "bash" | "dash" | "zsh" | "ksh" | "ash" => Language::Bash,
        "ruby" | "jruby" => Language::Ruby,
        "php" => Language::Php,
        "lua" | "luajit" => Language::Lua,
        "swift" => Language::Swift,
        "scala" => Language::Scala,
        "kotlin" => Language::Kotlin,
        "rust-script" => Language::Rust,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
