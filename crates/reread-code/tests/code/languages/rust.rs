use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"//! Carts.

use std::fmt;

/// What one item costs.
pub const LIMIT: u32 = 100;
static NAMES: &[&str] = &["a",
    "b"];

/// A cart of items.
///
/// More words.
#[derive(Debug)]
pub struct Cart<T> {
    /// The items.
    pub items: Vec<T>,
    total: u64,
}
pub struct Pair(pub u32, String);
pub struct Unit;
pub enum Kind { 
    /// One.
    One, 
    Two { a: u8 } , 
    Three(u8) = 3 }
union Bits { a: u32, b: f32 }
pub trait Shape: Sized {
    type Out;
    const SIDES: u32;
    fn area(&self) -> f64;
    fn name(&self) -> String { String::new() }
}
impl<T> Cart<T> {
    pub fn new() -> Self { Self { items: vec![], total: 0 } }
    // why
    #[inline]
    pub(crate) async fn add<U>(
        &mut self, // self
        item: T,
    ) -> Result<U, ()>
    where
        U: Default,
    {
        fn helper() {}
        let x = 3;
    }
}
impl<T> fmt::Display for Cart<T> { fn fmt(&self) {} }
macro_rules! square { ($x:expr) => { $x * $x }; }
pub mod inner { pub fn deep() {} }
mod other;
pub type Alias = Vec<u8>;
extern "C" { fn c_side(x: i32); }
#[cfg(test)]
mod tests { #[test] fn works() {} }
"##;

#[test]
fn outline() {
    check(
        Language::Rust,
        TEXT,
        r##"
5-6 constant LIMIT | pub const LIMIT: u32 = 100 | What one item costs.
7-8 constant NAMES | static NAMES: &[&str] = …
10-18 struct Cart | pub struct Cart<T> | A cart of items.
  15-16 field Cart::items | pub items: Vec<T> | The items.
  17-17 field Cart::total | total: u64
19-19 struct Pair | pub struct Pair(pub u32, String)
20-20 struct Unit | pub struct Unit
21-25 enum Kind | pub enum Kind
  22-23 variant Kind::One | One | One.
  24-24 variant Kind::Two | Two
    24-24 field Kind::Two::a | a: u8
  25-25 variant Kind::Three | Three(u8) = 3
26-26 union Bits | union Bits
  26-26 field Bits::a | a: u32
  26-26 field Bits::b | b: f32
27-32 trait Shape | pub trait Shape: Sized
  28-28 type Shape::Out | type Out
  29-29 constant Shape::SIDES | const SIDES: u32
  30-30 method Shape::area | fn area(&self) -> f64
  31-31 method Shape::name | fn name(&self) -> String
33-47 extension impl Cart | impl<T> Cart<T>
  34-34 method Cart::new | pub fn new() -> Self
  35-46 method Cart::add | pub(crate) async fn add<U>(&mut self, item: T) -> Result<U, ()> where U: Default | why
    44-44 function Cart::add::helper | fn helper()
48-48 extension impl fmt::Display for Cart | impl<T> fmt::Display for Cart<T>
  48-48 method Cart::fmt | fn fmt(&self)
49-49 macro square | macro_rules! square
50-50 module inner | pub mod inner
  50-50 function inner::deep | pub fn deep()
51-51 module other | mod other
52-52 type Alias | pub type Alias = Vec<u8>
53-53 function c_side | fn c_side(x: i32)
54-55 module tests | mod tests
  55-55 function tests::works | fn works()
"##,
    );
}
