use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"/* Shop. */
@import url("x.css");
:root { --main: red; color: blue; }
/* The button. */
.btn, .btn:hover > a { color: red; }
@media (max-width: 100px) { .x { a: b } }
@keyframes spin { from { a: b } to { a: c } }
@font-face { font-family: x; }
@supports (display: grid) { .g { a: b } }
.p { .q { a: b } &:hover { c: d } }
@layer base { a { b: c } }
"##;

#[test]
fn outline() {
    check(
        Language::Css,
        TEXT,
        r##"
3-3 rule :root | :root
  3-3 variable :root > --main | --main: red
4-5 rule .btn, .btn:hover > a | .btn, .btn:hover > a | The button.
6-6 rule @media (max-width: 100px) | @media (max-width: 100px)
  6-6 rule @media (max-width: 100px) > .x | .x
7-7 rule @keyframes spin | @keyframes spin
8-8 rule @font-face | @font-face
9-9 rule @supports (display: grid) | @supports (display: grid)
  9-9 rule @supports (display: grid) > .g | .g
10-10 rule .p | .p
  10-10 rule .p > .q | .q
  10-10 rule .p > &:hover | &:hover
11-11 rule @layer base | @layer base
  11-11 rule @layer base > a | a
"##,
    );
}
