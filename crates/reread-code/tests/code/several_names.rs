//! Statements that declare several names, and functions with names of their own in expressions.

use reread_code::{Language, Outline};

fn check(language: Language, text: &str, expected: &[&str]) {
    let outline = Outline::of(text.as_bytes(), Some(language));
    let row = |symbol: &reread_code::Symbol| format!("{} {} {}", symbol.lines, symbol.kind.word(), symbol.id);
    assert_eq!(outline.symbols().iter().map(row).collect::<Vec<_>>(), expected, "{text}");
    assert!(!outline.has_errors(), "{text}");
}

#[test]
fn of_python() {
    check(
        Language::Python,
        "\
a, b = 1, 2
(c, [d, *e]) = value
f = g = h, i = 5
self.j, k = 1, 2
X, _ = range(2)
class C:
    l, m = (
        1, 2)
    def n(self):
        o, p = 1, 2
",
        &[
            "1-1 variable a",
            "1-1 variable b",
            "2-2 variable c",
            "2-2 variable d",
            "2-2 variable e",
            "3-3 variable f",
            "3-3 variable g",
            "3-3 variable h",
            "3-3 variable i",
            "4-4 variable k",
            "5-5 constant X",
            "6-10 class C",
            "7-8 field C.l",
            "7-8 field C.m",
            "9-10 method C.n",
        ],
    );
}

#[test]
fn of_javascript() {
    check(
        Language::JavaScript,
        "\
const { a, b: c, d: { e = 1 }, ...f } = value;
export const [g, , h = g] = list;
let i = 1, j = 2;
k = l = 5;
exports.m = Cart.n = o = function p() {
  function q() {}
};
for (const { r } of all) {}
function s({ t }, [u]) {}
",
        &[
            "1-1 constant a",
            "1-1 constant c",
            "1-1 constant e",
            "1-1 constant f",
            "2-2 constant g",
            "2-2 constant h",
            "3-3 variable i",
            "3-3 variable j",
            "5-7 function m",
            "5-7 function Cart.n",
            "5-7 function o",
            "5-7 function p",
            "6-6 function p.q",
            "9-9 function s",
        ],
    );
}

#[test]
fn functions_as_arguments_go_by_their_own_names() {
    check(
        Language::JavaScript,
        "\
app.get('/x', function handler(req, res) {
  const local = 1;
  function inner() {}
});
app.use(async function* named() {}, (req) => 1);
(function start() { })();
const View = memo(function Inner(props) { return 1; });
module.exports = function (options) {
  return function middleware(req) {};
};
register(class Widget { draw() {} });
var F = function G() {};
",
        &[
            "1-4 function handler",
            "3-3 function handler.inner",
            "5-5 function named",
            "6-6 function start",
            "7-7 constant View",
            "7-7 function View.Inner",
            "8-10 function exports",
            "9-9 function exports.middleware",
            "11-11 class Widget",
            "11-11 method Widget.draw",
            "12-12 function F",
        ],
    );
}

#[test]
fn parts_of_test_files_go_by_their_titles() {
    let text = "\
describe('a cart', () => {
  beforeEach(() => {});
  it(\"adds\", async () => {
    const local = 1;
  });
  test.each([1, 2])(`takes %d`, function (n) {});
});
it.skip('waits', () => {});
describe(name, () => {});
";
    check(
        Language::TypeScript,
        text,
        &[
            "1-7 function a cart",
            "3-5 function a cart.adds",
            "6-6 function a cart.takes %d",
            "8-8 function waits",
        ],
    );
    let outline = Outline::of(text.as_bytes(), Some(Language::TypeScript));
    let signatures: Vec<&str> = outline.symbols().iter().map(|symbol| symbol.signature.as_str()).collect();
    assert_eq!(
        signatures,
        ["describe('a cart')", "it(\"adds\")", "test.each([1, 2])(`takes %d`)", "it.skip('waits')"]
    );
}

#[test]
fn of_go_c_and_others() {
    check(
        Language::Go,
        "\
package a
var x, y = 1, 2
const (
	A, _ = iota, iota
	B, C
)
type P struct {
	X, Y int
	sync.Mutex
	*Base[int]
}
",
        &[
            "2-2 variable x",
            "2-2 variable y",
            "4-4 constant A",
            "5-5 constant B",
            "5-5 constant C",
            "7-11 struct P",
            "8-8 field P.X",
            "8-8 field P.Y",
            "9-9 field P.Mutex",
            "10-10 field P.Base",
        ],
    );
    check(
        Language::C,
        "int a, *b, c[3] = {1};\ntypedef struct p { int x, y; } P, *Q;\nvoid f(int), g(void);\n",
        &[
            "1-1 variable a",
            "1-1 variable b",
            "1-1 variable c",
            "2-2 type P",
            "2-2 type Q",
            "2-2 struct Q.p",
            "2-2 field Q.p.x",
            "2-2 field Q.p.y",
            "3-3 function f",
            "3-3 function g",
        ],
    );
    check(
        Language::Ruby,
        "A, B = 1, 2\nC = D = 3\ne, F = 4, 5\n",
        &["1-1 constant A", "1-1 constant B", "2-2 constant C", "2-2 constant D", "3-3 constant F"],
    );
    check(
        Language::Lua,
        "local a, b = 1, 2\nM.c, _ = 3, 4\n",
        &["1-1 variable a", "1-1 variable b", "2-2 variable M.c"],
    );
    check(
        Language::Swift,
        "let (a, b) = f()\nvar c = 1, d = 2\n",
        &["1-1 field a", "1-1 field b", "2-2 field c", "2-2 field d"],
    );
    check(
        Language::Scala,
        "object O {\n  val (a, b) = f()\n  val c, d = 1\n}\n",
        &["1-4 object O", "2-2 field O.a", "2-2 field O.b", "3-3 field O.c", "3-3 field O.d"],
    );
}

/// The parameters of a function that is a value are part of the signature, however long its body is.
#[test]
fn a_function_as_a_value_shows_its_parameters() {
    let text = "\
const f = async (a, b) => {
  return 1;
};
exports.g = Cart.h = function (x) {
  return 2;
};
const table = {
  key: (z) => {
    return 3;
  },
};
";
    let outline = Outline::of(text.as_bytes(), Some(Language::JavaScript));
    let shown = outline.fitting(|_| true).text;
    assert_eq!(
        shown,
        "1-3 const f = async (a, b)\n4-6 exports.g = Cart.h = function (x)\n7-11 const table = …\n  8-10 key: (z)\n"
    );
}

/// One row for the statement; every name is counted and found.
#[test]
fn a_statement_has_one_row() {
    let outline = Outline::of(b"a, b = 1, 2\nc = 3\n", Some(Language::Python));
    let text = outline.fitting(|_| true);
    assert_eq!(text.text, "1 a, b = 1, 2\n2 c = 3\n");
    assert_eq!(text.shown, [0, 1, 2]);
}
