use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"// Carts.
import Foundation
/// How many.
public let limit = 100
var a = 1, b = 2
/// A cart.
@objc
public final class Cart<T>: Base, Shape where T: Hashable {
    private var items: [T] = []
    static let shared = Cart()
    var size: Int { get { 1 } set { } }
    init(n: Int) { self.n = n }
    deinit { }
    /// Adds.
    @discardableResult
    func add(_ item: T, to other: Int) async throws -> Bool { let local = 1; func inner() {}; return true }
    subscript(i: Int) -> T { items[i] }
    enum Kind: Int { case one = 1, two; case three(Int) }
    typealias Alias = Int
}
struct Point { let x: Int; var y: Int }
protocol Shape { associatedtype Out; var sides: Int { get }; func area() -> Double }
extension Cart: Equatable { static func == (a: Cart, b: Cart) -> Bool { true } }
func top(_ x: Int = 3) -> Int { x }
actor Counter { func f() {} }
"##;

#[test]
fn outline() {
    check(
        Language::Swift,
        TEXT,
        r##"
3-4 field limit | public let limit = 100 | How many.
5-5 field a | var a = 1, b = 2
5-5 field b | var a = 1, b = 2
6-20 class Cart | public final class Cart<T>: Base, Shape where T: Hashable | A cart.
  9-9 field Cart.items | private var items: [T] = []
  10-10 field Cart.shared | static let shared = Cart()
  11-11 field Cart.size | var size: Int
  12-12 method Cart.init | init(n: Int)
  13-13 method Cart.deinit | deinit
  14-16 method Cart.add | func add(_ item: T, to other: Int) async throws -> Bool | Adds.
    16-16 function Cart.add.inner | func inner()
  17-17 method Cart.subscript | subscript(i: Int) -> T
  18-18 enum Cart.Kind | enum Kind: Int
    18-18 variant Cart.Kind.one | case one = 1, two
    18-18 variant Cart.Kind.three | case three(Int)
  19-19 type Cart.Alias | typealias Alias = Int
21-21 struct Point | struct Point
  21-21 field Point.x | let x: Int
  21-21 field Point.y | var y: Int
22-22 interface Shape | protocol Shape
  22-22 type Shape.Out | associatedtype Out
  22-22 field Shape.sides | var sides: Int { get }
  22-22 method Shape.area | func area() -> Double
23-23 extension extension Cart: Equatable | extension Cart: Equatable
  23-23 method Cart.== | static func == (a: Cart, b: Cart) -> Bool
24-24 function top | func top(_ x: Int = 3) -> Int
25-25 class Counter | actor Counter
  25-25 method Counter.f | func f()
"##,
    );
}
