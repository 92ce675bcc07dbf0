use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"# top
name: x
jobs:
  # the build
  build:
    runs-on: ubuntu
    steps:
      - uses: a
        with: { b: 1 }
"quoted key": [1, 2]
flow: {a: 1, b: {c: 2}}
multi: |
  text
---
name: second
"##;

#[test]
fn outline() {
    check(
        Language::Yaml,
        TEXT,
        r##"
1-2 key name~1 | name: x | top
3-9 key jobs | jobs
  4-9 key jobs.build | build | the build
    6-6 key jobs.build.runs-on | runs-on: ubuntu
    7-9 key jobs.build.steps | steps
10-10 key quoted key | "quoted key": [1, 2]
11-11 key flow | flow: {a: 1, b: {c: 2}}
12-13 key multi | multi: |
15-15 key name~2 | name: second
"##,
    );
}
