use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"// Package cart has carts.
package cart

import (
	"fmt"
	x "os"
)

// Limit is how many.
const Limit = 100
const (
	// A is a.
	A = iota
	B
)
var names = []string{"a"}

// Cart is a cart.
type Cart[T any] struct {
	// Items are items.
	Items []T `json:"items"`
	a, b  int
	Base
}
type Shape interface {
	Area() float64
	fmt.Stringer
}
type (
	ID  int
	Fn  func(int) error
)
type Alias = int

// Add adds.
func (c *Cart[T]) Add(item T) error { f := func() {}; return nil }
func New(a, b int) (*Cart[int], error) {
	var local = 1
	type inner struct{ x int }
	return nil, nil
}
"##;

#[test]
fn outline() {
    check(
        Language::Go,
        TEXT,
        r##"
9-10 constant Limit | const Limit = 100 | Limit is how many.
12-13 constant A | A = iota | A is a.
14-14 constant B | B
16-16 variable names | var names = []string{"a"}
18-24 struct Cart | type Cart[T any] struct | Cart is a cart.
  20-21 field Cart.Items | Items []T `json:"items"` | Items are items.
  22-22 field Cart.a | a, b int
  22-22 field Cart.b | a, b int
  23-23 field Cart.Base | Base
25-28 interface Shape | type Shape interface
  26-26 method Shape.Area | Area() float64
30-30 type ID | ID int
31-31 type Fn | Fn func(int) error
33-33 type Alias | type Alias = int
35-36 method Cart.Add | func (c *Cart[T]) Add(item T) error | Add adds.
37-41 function New | func New(a, b int) (*Cart[int], error)
  39-39 struct New.inner | type inner struct
    39-39 field New.inner.x | x int
"##,
    );
}
