//! The parts of a summary.

use reread_code::{Language, Sketch, SketchExcerpt};

fn check(language: Language, text: &str, expected: &str) {
    let sketch = Sketch::of(text.as_bytes(), Some(language));
    let passages = |passages: &[SketchExcerpt]| -> Vec<String> {
        passages.iter().map(|passage| format!("{} {}", passage.lines, passage.text)).collect()
    };
    let names = |places: &[usize]| -> Vec<String> {
        places.iter().map(|place| sketch.outline.symbols()[*place].id.clone()).collect()
    };
    let parts = [
        ("head", passages(sketch.head.as_slice())),
        ("imports", passages(&sketch.imports)),
        ("exports", names(&sketch.exports)),
        ("constants", names(&sketch.constants)),
        ("todos", passages(&sketch.todos)),
    ];
    let shown = parts.map(|(part, rows)| format!("{part}: {}\n", rows.join("; "))).concat();
    assert_eq!(shown, expected);
}

#[test]
fn of_rust() {
    check(
        Language::Rust,
        "// Copyright of the author.\n\n//! Carts.\n//! More.\n\nuse std::{\n    fmt,\n    io,\n};\n\npub const LIMIT: u8 = 1;\n\
         struct Hidden;\n// TODO: mend\npub fn f() {\n    const LOCAL: u8 = 1;\n    x(); // FIXME later\n}\nfn todoist() {}\n",
        "head: 3-4 Carts.\nimports: 6-9 use std::{ fmt, io, };\nexports: LIMIT; f\nconstants: LIMIT\n\
         todos: 13-13 // TODO: mend; 16-16 x(); // FIXME later\n",
    );
}

#[test]
fn of_python() {
    check(
        Language::Python,
        "#!/usr/bin/env python3\n\"\"\"Carts.\n\nMore.\n\"\"\"\nimport os\nfrom a import b\nLIMIT = 1\ndef _hidden(): pass\ndef shown():\n    import late\n",
        "head: 2-5 Carts.\nimports: 6-6 import os; 7-7 from a import b; 11-11 import late\nexports: LIMIT; shown\nconstants: LIMIT\ntodos: \n",
    );
}

#[test]
fn of_javascript() {
    check(
        Language::JavaScript,
        "/**\n * Carts.\n */\n\nimport a from 'b';\nconst { c } = require('c');\nconst d = require('d');\nexport const E = 1;\nexport function f() {}\nfunction g() {}\n",
        "head: 1-3 Carts.\nimports: 5-5 import a from 'b';; 6-6 const { c } = require('c');; 7-7 const d = require('d');\nexports: E; f\nconstants: E\ntodos: \n",
    );
}

#[test]
fn of_go() {
    check(
        Language::Go,
        "// Package cart has carts.\npackage cart\n\nimport \"fmt\"\n\n// Limit is it.\nconst Limit = 1\n\nfunc hidden() {}\n",
        "head: 1-1 Package cart has carts.\nimports: 4-4 import \"fmt\"\nexports: Limit\nconstants: Limit\ntodos: \n",
    );
}

#[test]
fn of_markdown() {
    check(
        Language::Markdown,
        "# Carts\n\nWhat they are.\n\n## More\n\nTODO: write\n",
        "head: 3-3 What they are.\nimports: \nexports: \nconstants: \ntodos: 7-7 TODO: write\n",
    );
}

#[test]
fn documentation_of_the_first_symbol_is_not_the_files() {
    check(
        Language::Java,
        "/** A cart. */\nclass Cart {}\n",
        "head: \nimports: \nexports: \nconstants: \ntodos: \n",
    );
}

#[test]
fn of_nothing() {
    check(Language::Rust, "", "head: \nimports: \nexports: \nconstants: \ntodos: \n");
}
