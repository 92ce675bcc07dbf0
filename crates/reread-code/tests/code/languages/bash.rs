use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"#!/bin/bash
# Carts.
set -e
LIMIT=100
readonly NAME="x"
export PATH="$PATH:x"
declare -a arr=(1 2)
# Adds.
add() {
  local x=1
  inner() { :; }
}
function other { :; }
function third() ( : )
alias ll='ls -l'
source ./lib.sh
"##;

#[test]
fn outline() {
    check(
        Language::Bash,
        TEXT,
        r##"
4-4 variable LIMIT | LIMIT=100
5-5 variable NAME | readonly NAME="x"
6-6 variable PATH | export PATH="$PATH:x"
7-7 variable arr | declare -a arr=(1 2)
8-12 function add | add() | Adds.
  11-11 function add.inner | inner()
13-13 function other | function other
14-14 function third | function third()
"##,
    );
}
