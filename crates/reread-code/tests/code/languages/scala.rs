use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"package shop.cart
import scala.collection._
/** A cart. */
@deprecated
case class Cart[T](items: List[T], n: Int = 0) extends Base with I {
  val size: Int = 1
  var x = 2
  lazy val (p, q) = (1, 2)
  type Alias = Int
  /** Adds. */
  @tailrec
  private def add(item: T)(implicit c: C): Boolean = { val local = 1; def inner = 1; true }
  def this(a: Int) = this(Nil)
}
object Cart { val LIMIT = 100; def apply() = 1 }
trait Shape { def area: Double }
enum Color { case Red, Green; case Blue(x: Int) }
given Ordering[Int] with { def compare(a: Int, b: Int) = 0 }
extension (s: String) def shout = s
package object util { def u = 1 }
"##;

#[test]
fn outline() {
    check(
        Language::Scala,
        TEXT,
        r##"
3-14 class Cart~1 | case class Cart[T](items: List[T], n: Int = 0) extends Base with I | A cart.
  6-6 field Cart.size | val size: Int = 1
  7-7 field Cart.x | var x = 2
  8-8 field Cart.p | lazy val (p, q) = (1, 2)
  8-8 field Cart.q | lazy val (p, q) = (1, 2)
  9-9 type Cart.Alias | type Alias = Int
  10-12 method Cart.add | private def add(item: T)(implicit c: C): Boolean | Adds.
    12-12 function Cart.add.inner | def inner
  13-13 method Cart.this | def this(a: Int)
15-15 object Cart~2 | object Cart
  15-15 field Cart.LIMIT | val LIMIT = 100
  15-15 method Cart.apply | def apply()
16-16 trait Shape | trait Shape
  16-16 method Shape.area | def area: Double
17-17 enum Color | enum Color
  17-17 variant Color.Red | Red
  17-17 variant Color.Green | Green
  17-17 variant Color.Blue | case Blue(x: Int)
18-18 object given Ordering[Int] | given Ordering[Int] with
  18-18 method given Ordering[Int].compare | def compare(a: Int, b: Int)
19-19 extension extension String | extension (s: String)
  19-19 method String.shout | def shout
20-20 object util | package object util
  20-20 method util.u | def u
"##,
    );
}
