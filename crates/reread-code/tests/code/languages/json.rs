use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"{ "name": "x", "scripts": { "build": "tsc", "deep": { "a": { "b": { "c": 1 } } } }, "files": [ { "p": 1 }, 2 ] }
"##;

#[test]
fn outline() {
    check(
        Language::Json,
        TEXT,
        r##"
1-1 key name | "name": "x"
1-1 key scripts | "scripts"
  1-1 key scripts.build | "build": "tsc"
  1-1 key scripts.deep | "deep": { "a": { "b": { "c": 1 } } }
    1-1 key scripts.deep.a | "a": { "b": { "c": 1 } }
      1-1 key scripts.deep.a.b | "b": { "c": 1 }
1-1 key files | "files": [{ "p": 1 }, 2]
"##,
    );
}
