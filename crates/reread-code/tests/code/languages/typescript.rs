use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"/** Carts. */
import { a } from "b";
import type { T } from "./t";

/** How many. */
export const LIMIT = 100;
const [p, q] = [1, 2];
let a1 = 1, b1 = 2;

@Component({})
export class Cart<T> extends Base implements I {
  /** Items. */
  private items: T[] = [];
  static #count = 0;
  constructor(private readonly x: number) { super(); }
  @Input() get size(): number { return 1; }
  async add(item: T): Promise<void> { const f = () => { const z = 1; }; }
  handler = (e: Event) => { };
}
export default function main(): void { function inner() {} }
export interface Shape { area(): number; name: string; readonly x?: number; new (x: number): Shape; }
export type Kind = "a" | "b";
export enum Color { Red, Green = 2 }
declare module "x" { export function f(): void; }
namespace N.M { export const y = 1; }
declare function g(x: number): string;
function over(a: string): void;
function over(a: any) {}
abstract class A { abstract f(): void; }
export { a as b };
export * from "z";
const fn1 = function named() {};
module.exports = { a };
exports.foo = function () {};
Cart.prototype.bar = function () {};
describe("x", () => { it("works", () => { function q() {} }); });
const obj = { key: 1, m() {}, f: () => 1 };
"##;

pub(super) const OUTLINE: &str = r##"
5-6 constant LIMIT | export const LIMIT = 100 | How many.
7-7 constant p | const [p, q] = [1, 2]
7-7 constant q | const [p, q] = [1, 2]
8-8 variable a1 | a1 = 1
8-8 variable b1 | b1 = 2
10-19 class Cart | export class Cart<T> extends Base implements I
  12-13 field Cart.items | private items: T[] = [] | Items.
  14-14 field Cart.#count | static #count = 0
  15-15 method Cart.constructor | constructor(private readonly x: number)
  16-16 method Cart.size | get size(): number
  17-17 method Cart.add | async add(item: T): Promise<void>
    17-17 function Cart.add.f | const f = ()
  18-18 method Cart.handler | handler = (e: Event)
20-20 function main | export default function main(): void
  20-20 function main.inner | function inner()
21-21 interface Shape | export interface Shape
  21-21 method Shape.area | area(): number
  21-21 field Shape.name | name: string
  21-21 field Shape.x | readonly x?: number
22-22 type Kind | export type Kind = "a" | "b"
23-23 enum Color | export enum Color
  23-23 variant Color.Red | Red
  23-23 variant Color.Green | Green = 2
24-24 module "x" | declare module "x"
  24-24 function "x".f | export function f(): void
25-25 module N.M | namespace N.M
  25-25 constant N.M.y | export const y = 1
26-26 function g | declare function g(x: number): string
27-27 function over~1 | function over(a: string): void
28-28 function over~2 | function over(a: any)
29-29 class A | abstract class A
  29-29 method A.f | abstract f(): void
32-32 function fn1 | const fn1 = function named()
34-34 function foo | exports.foo = function ()
35-35 function Cart.bar | Cart.prototype.bar = function ()
36-36 function x | describe("x")
  36-36 function x.works | it("works")
    36-36 function x.works.q | function q()
37-37 constant obj | const obj = { key: 1, m() {}, f: () => 1 }
  37-37 method obj.m | m()
  37-37 method obj.f | f: ()
"##;

#[test]
fn outline() {
    check(Language::TypeScript, TEXT, OUTLINE);
}
