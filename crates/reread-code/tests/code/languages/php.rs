use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"<?php
/** Carts. */
namespace Shop\Cart;
use Foo\Bar;
const LIMIT = 100;
define('X', 1);
/** A cart. */
#[Attr]
abstract class Cart extends Base implements I {
    use T;
    public const A = 1;
    /** Items. */
    private array $items = [], $b;
    public function __construct(private int $x) {}
    #[Pure]
    public static function make(int $a = 1): static { $f = function () {}; return new self(); }
    abstract protected function f(): void;
}
interface Shape { public function area(): float; }
trait T { function t() {} }
enum Suit: string { case Hearts = 'H'; const Q = 1; function label() {} }
function top(int $x): int { function inner() {} return 1; }
"##;

#[test]
fn outline() {
    check(
        Language::Php,
        TEXT,
        r##"
5-5 constant LIMIT | const LIMIT = 100
7-18 class Cart | abstract class Cart extends Base implements I | A cart.
  11-11 constant Cart::A | public const A = 1
  13-13 field Cart::items | $items = []
  13-13 field Cart::b | $b
  14-14 method Cart::__construct | public function __construct(private int $x)
  15-16 method Cart::make | public static function make(int $a = 1): static
  17-17 method Cart::f | abstract protected function f(): void
19-19 interface Shape | interface Shape
  19-19 method Shape::area | public function area(): float
20-20 trait T | trait T
  20-20 method T::t | function t()
21-21 enum Suit | enum Suit: string
  21-21 variant Suit::Hearts | case Hearts = 'H'
  21-21 constant Suit::Q | const Q = 1
  21-21 method Suit::label | function label()
22-22 function top | function top(int $x): int
  22-22 function top::inner | function inner()
"##,
    );
}
