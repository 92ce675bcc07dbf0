use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"-- Carts.
local json = require("json")
local M = {}
local LIMIT <const> = 100
M.version = "1"
--- Adds.
-- @param x
function M.add(x, y) local function inner() end end
function M:method() end
function M.sub.deep() end
local function helper() end
M.fn = function(a) end
local f = function() end
function top() end
local t = { a = 1, b = function() end }
return M
"##;

#[test]
fn outline() {
    check(
        Language::Lua,
        TEXT,
        r##"
3-3 variable M | local M = {}
4-4 variable LIMIT | local LIMIT <const> = 100
5-5 variable M.version | M.version = "1"
6-8 function M.add | function M.add(x, y) | Adds.
  8-8 function M.add.inner | local function inner()
9-9 function M.method | function M:method()
10-10 function M.sub.deep | function M.sub.deep()
11-11 function helper | local function helper()
12-12 function M.fn | M.fn = function(a)
13-13 function f | local f = function()
14-14 function top | function top()
15-15 variable t | local t = { a = 1, b = function() end }
  15-15 method t.b | b = function()
"##,
    );
}
