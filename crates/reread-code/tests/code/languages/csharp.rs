use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"using System;
namespace Shop.Cart {
    /// <summary>A cart.</summary>
    [Serializable]
    public class Cart<T> : Base where T : class {
        public const int Limit = 100;
        private readonly int a, b;
        public int Size { get; set; }
        public int this[int i] => 1;
        public event EventHandler Changed;
        public Cart(int n) : base(n) { }
        ~Cart() { }
        public static Cart operator +(Cart a, Cart b) => a;
        public async Task<int> Add(T item) { int Local() => 1; var x = 1; return 1; }
        enum Kind { A, B = 2 }
        delegate int Op(int x);
    }
    public interface IShape { double Area(); int Sides { get; } }
    public record Point(int X, int Y);
    public struct S { public int Q; }
}
"##;

#[test]
fn outline() {
    check(
        Language::CSharp,
        TEXT,
        r##"
2-21 module Shop.Cart | namespace Shop.Cart
  3-17 class Shop.Cart.Cart | public class Cart<T> : Base where T : class | A cart.
    6-6 field Shop.Cart.Cart.Limit | public const int Limit = 100
    7-7 field Shop.Cart.Cart.a | a
    7-7 field Shop.Cart.Cart.b | b
    8-8 property Shop.Cart.Cart.Size | public int Size
    9-9 property Shop.Cart.Cart.this[] | public int this[int i]
    10-10 field Shop.Cart.Cart.Changed | public event EventHandler Changed
    11-11 method Shop.Cart.Cart.Cart | public Cart(int n) : base(n)
    12-12 method Shop.Cart.Cart.~Cart | ~Cart()
    13-13 method Shop.Cart.Cart.operator + | public static Cart operator +(Cart a, Cart b)
    14-14 method Shop.Cart.Cart.Add | public async Task<int> Add(T item)
      14-14 function Shop.Cart.Cart.Add.Local | int Local()
    15-15 enum Shop.Cart.Cart.Kind | enum Kind
      15-15 variant Shop.Cart.Cart.Kind.A | A
      15-15 variant Shop.Cart.Cart.Kind.B | B = 2
    16-16 type Shop.Cart.Cart.Op | delegate int Op(int x)
  18-18 interface Shop.Cart.IShape | public interface IShape
    18-18 method Shop.Cart.IShape.Area | double Area()
    18-18 property Shop.Cart.IShape.Sides | int Sides
  19-19 class Shop.Cart.Point | public record Point(int X, int Y)
  20-20 struct Shop.Cart.S | public struct S
    20-20 field Shop.Cart.S.Q | public int Q
"##,
    );
}
