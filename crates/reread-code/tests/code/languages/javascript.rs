use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"/** Carts. */
import { a } from "b";

/** How many. */
export const LIMIT = 100;
const [p, q] = [1, 2];
let a1 = 1, b1 = 2;

@Component({})
export class Cart extends Base {
  /** Items. */
  items = [];
  static #count = 0;
  constructor(x) { super(); }
  @Input() get size() { return 1; }
  async add(item) { const f = () => { const z = 1; }; }
  handler = (e) => { };
}
export default function main() { function inner() {} }
function over(a) {}
export { a as b };
export * from "z";
const fn1 = function named() {};
module.exports = { a };
exports.foo = function () {};
Cart.prototype.bar = function () {};
describe("x", () => { it("works", () => { function q() {} }); });
const obj = { key: 1, m() {}, f: () => 1 };
"##;

#[test]
fn outline() {
    check(
        Language::JavaScript,
        TEXT,
        r##"
4-5 constant LIMIT | export const LIMIT = 100 | How many.
6-6 constant p | const [p, q] = [1, 2]
6-6 constant q | const [p, q] = [1, 2]
7-7 variable a1 | a1 = 1
7-7 variable b1 | b1 = 2
9-18 class Cart | export class Cart extends Base
  11-12 field Cart.items | items = [] | Items.
  13-13 field Cart.#count | static #count = 0
  14-14 method Cart.constructor | constructor(x)
  15-15 method Cart.size | get size()
  16-16 method Cart.add | async add(item)
    16-16 function Cart.add.f | const f = ()
  17-17 method Cart.handler | handler = (e)
19-19 function main | export default function main()
  19-19 function main.inner | function inner()
20-20 function over | function over(a)
23-23 function fn1 | const fn1 = function named()
25-25 function foo | exports.foo = function ()
26-26 function Cart.bar | Cart.prototype.bar = function ()
27-27 function x | describe("x")
  27-27 function x.works | it("works")
    27-27 function x.works.q | function q()
28-28 constant obj | const obj = { key: 1, m() {}, f: () => 1 }
  28-28 method obj.m | m()
  28-28 method obj.f | f: ()
"##,
    );
}
