use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"// Carts.
#include <vector>
namespace shop::cart {
namespace { int hidden() { return 1; } }
/// A cart.
template <typename T>
class Cart : public Base<T> {
public:
    Cart();
    explicit Cart(int n) : n_(n) {}
    ~Cart() = default;
    int size() const { return n_; }
    virtual void draw() = 0;
    bool operator==(const Cart& o) const;
    static constexpr int kLimit = 3;
    enum class Kind { A, B };
    struct Inner { int q; };
private:
    int n_;
    using Alias = int;
    friend class X;
};
struct Plain { int a, b; };
template <typename T> Cart<T>::Cart() : n_(0) {}
int Plain::go(int x) const noexcept { auto f = [](int y) { return y; }; return 1; }
template <> struct Spec<int> {};
using Vec = std::vector<int>;
typedef int myint;
concept Small = sizeof(int) < 4;
constexpr int kMax = 10;
operator bool();
}
#define MAC(x) x
extern "C" { void c_fn(); }
int main(int argc, char** argv) { return 0; }
enum Old { P, Q };
"##;

#[test]
fn outline() {
    check(
        Language::Cpp,
        TEXT,
        r##"
3-32 module shop::cart | namespace shop::cart
  4-4 function shop::cart::hidden | int hidden()
  5-22 class shop::cart::Cart | template <typename T> class Cart : public Base<T> | A cart.
    9-9 method shop::cart::Cart::Cart~1 | Cart()
    10-10 method shop::cart::Cart::Cart~2 | explicit Cart(int n)
    11-11 method shop::cart::Cart::~Cart | ~Cart()
    12-12 method shop::cart::Cart::size | int size() const
    13-13 method shop::cart::Cart::draw | virtual void draw() = 0
    14-14 method shop::cart::Cart::operator== | bool operator==(const Cart& o) const
    15-15 field shop::cart::Cart::kLimit | static constexpr int kLimit = 3
    16-16 enum shop::cart::Cart::Kind | enum class Kind
      16-16 variant shop::cart::Cart::Kind::A | A
      16-16 variant shop::cart::Cart::Kind::B | B
    17-17 struct shop::cart::Cart::Inner | struct Inner
      17-17 field shop::cart::Cart::Inner::q | int q
    19-19 field shop::cart::Cart::n_ | int n_
    20-20 type shop::cart::Cart::Alias | using Alias = int
  23-23 struct shop::cart::Plain | struct Plain
    23-23 field shop::cart::Plain::a | int a, b
    23-23 field shop::cart::Plain::b | int a, b
  24-24 method shop::cart::Cart::Cart~3 | template <typename T> Cart<T>::Cart()
  25-25 method shop::cart::Plain::go | int Plain::go(int x) const noexcept
  26-26 struct shop::cart::Spec<int> | template <> struct Spec<int>
  27-27 type shop::cart::Vec | using Vec = std::vector<int>
  28-28 type shop::cart::myint | typedef int myint
  29-29 type shop::cart::Small | concept Small = sizeof(int) < 4
  30-30 variable shop::cart::kMax | constexpr int kMax = 10
  31-31 function shop::cart::operator bool() | operator bool()
33-33 macro MAC | #define MAC(x) x
34-34 function c_fn | void c_fn()
35-35 function main | int main(int argc, char** argv)
36-36 enum Old | enum Old
  36-36 variant Old::P | P
  36-36 variant Old::Q | Q
"##,
    );
}
