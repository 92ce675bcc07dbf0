use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"# top
name = "x"
a.b = 1
[package]
# the version
version = "1"
deps = { x = "1", y = { z = 1 } }
[target.'cfg(unix)'.dependencies]
q = 1
[[bin]]
name = "b"
[[bin]]
name = "c"
"##;

#[test]
fn outline() {
    check(
        Language::Toml,
        TEXT,
        r##"
1-2 key name | name = "x" | top
3-3 key a.b | a.b = 1
4-7 table package | [package]
  5-6 key package.version | version = "1" | the version
  7-7 key package.deps | deps = { x = "1", y = { z = 1 } }
8-9 table target.'cfg(unix)'.dependencies | [target.'cfg(unix)'.dependencies]
  9-9 key target.'cfg(unix)'.dependencies.q | q = 1
10-11 table bin~1 | [[bin]]
  11-11 key bin.name~1 | name = "b"
12-13 table bin~2 | [[bin]]
  13-13 key bin.name~2 | name = "c"
"##,
    );
}
