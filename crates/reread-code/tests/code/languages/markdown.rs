use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"---
title: x
---
Intro text.

# One

Text *emph* `code`.

## One A

```rust
# not heading
```

Two
===

### Deep `x` #
text
# Last
"##;

#[test]
fn outline() {
    check(
        Language::Markdown,
        TEXT,
        r##"
6-14 section One | # One
  10-14 section One > One A | ## One A
16-20 section Two | # Two
  19-20 section Two > Deep `x` | ### Deep `x`
21-21 section Last | # Last
"##,
    );
}
