use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"<!DOCTYPE html>
<html>
<head><title>Shop</title><style>.a { b: c }</style><script src="x.js"></script></head>
<body>
<!-- the top -->
<header id="top"><h1>Welcome <b>all</b></h1></header>
<main class="x"><section id='s1'><h2>One</h2><div><p id=para>text</p><br><img src=x></div></section></main>
<script>function f() {}</script>
</body>
</html>
"##;

#[test]
fn outline() {
    check(
        Language::Html,
        TEXT,
        r##"
2-10 element html | <html>
  3-3 element html > head | <head>
    3-3 element html > head > title | <title>
    3-3 element html > head > style | <style>
    3-3 element html > head > script | <script src="x.js">
  4-9 element html > body | <body>
    5-6 element html > body > header#top | <header id="top"> | the top
      6-6 element html > body > header#top > h1 Welcome all | <h1>Welcome <b>all</b></h1>
    7-7 element html > body > main | <main class="x">
      7-7 element html > body > main > section#s1 | <section id='s1'>
        7-7 element html > body > main > section#s1 > h2 One | <h2>One</h2>
        7-7 element html > body > main > section#s1 > p#para | <p id=para>
    8-8 element html > body > script | <script>
"##,
    );
}
