use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"#!/usr/bin/env python3
"""Carts and what is in them."""
import os
from a.b import c

LIMIT = 100
NAMES: list[str] = [
    "a",
]
__all__ = ["Cart"]

# A cart.
@dataclass
class Cart(Base):
    """A cart of items.

    More.
    """

    items: list = None
    total = 0

    def __init__(self, x: int = 3, *args):
        # note
        """Makes one."""
        self.x = x

    @property
    @cache
    def size(self) -> int:
        def inner():
            pass
        y = 3
        return 1

    async def go(self): pass

if TYPE_CHECKING:
    def f(): ...
type A = int
square = lambda x: x
"##;

#[test]
fn outline() {
    check(
        Language::Python,
        TEXT,
        r##"
6-6 constant LIMIT | LIMIT = 100
7-9 constant NAMES | NAMES: list[str] = …
10-10 variable __all__ | __all__ = ["Cart"]
12-36 class Cart | class Cart(Base) | A cart of items.
  20-20 field Cart.items | items: list = None
  21-21 field Cart.total | total = 0
  23-26 method Cart.__init__ | def __init__(self, x: int = 3, *args) | Makes one.
  28-34 method Cart.size | def size(self) -> int
    31-32 function Cart.size.inner | def inner()
  36-36 method Cart.go | async def go(self)
39-39 function f | def f()
40-40 type A | type A = int
41-41 variable square | square = lambda x: x
"##,
    );
}
