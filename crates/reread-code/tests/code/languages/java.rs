use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"package shop.cart;

import java.util.List;
import static a.B.*;

/** A cart. */
@Entity
public class Cart<T> extends Base implements I {
    /** How many. */
    public static final int LIMIT = 100, OTHER = 2;
    private final List<T> items;
    @Inject
    public Cart(List<T> items) { this.items = items; }
    @Override
    public int size() { int local = 1; Runnable r = new Runnable() { public void run() {} }; return 1; }
    static class Inner { enum E { A, B(1) { void x() {} }; int q; } }
    interface Shape { double area(); int SIDES = 3; }
    record Point(int x, int y) { Point { } }
    @interface Ann { String value() default ""; }
    static { System.out.println(); }
}
"##;

#[test]
fn outline() {
    check(
        Language::Java,
        TEXT,
        r##"
6-21 class Cart | public class Cart<T> extends Base implements I | A cart.
  10-10 constant Cart.LIMIT | LIMIT = 100
  10-10 constant Cart.OTHER | OTHER = 2
  11-11 field Cart.items | private final List<T> items
  12-13 method Cart.Cart | public Cart(List<T> items)
  14-15 method Cart.size | public int size()
    15-15 method Cart.size.run | public void run()
  16-16 class Cart.Inner | static class Inner
    16-16 enum Cart.Inner.E | enum E
      16-16 variant Cart.Inner.E.A | A
      16-16 variant Cart.Inner.E.B | B(1)
        16-16 method Cart.Inner.E.B.x | void x()
      16-16 field Cart.Inner.E.q | int q
  17-17 interface Cart.Shape | interface Shape
    17-17 method Cart.Shape.area | double area()
    17-17 constant Cart.Shape.SIDES | int SIDES = 3
  18-18 class Cart.Point | record Point(int x, int y)
    18-18 method Cart.Point.Point | Point
  19-19 interface Cart.Ann | @interface Ann
    19-19 method Cart.Ann.value | String value() default ""
"##,
    );
}
