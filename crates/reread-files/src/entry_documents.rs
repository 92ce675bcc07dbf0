//! Where a project begins: the names under which it introduces itself, and those that say what it is built of.

/// Names of documents, to agents first and then to people.
pub const ENTRY_DOCUMENTS: [&str; 9] = [
    "AGENTS.md",
    "CLAUDE.md",
    "GEMINI.md",
    "README.md",
    "README.rst",
    "README.txt",
    "README",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
];

/// Names of files that say how a project is built.
pub(crate) const MANIFESTS: [&str; 20] = [
    "Cargo.toml",
    "package.json",
    "pyproject.toml",
    "setup.py",
    "requirements.txt",
    "go.mod",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "build.sbt",
    "Gemfile",
    "composer.json",
    "Package.swift",
    "CMakeLists.txt",
    "meson.build",
    "Makefile",
    "justfile",
    "Dockerfile",
    "flake.nix",
    "deno.json",
];
