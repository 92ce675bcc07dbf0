use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"/* Carts. */
#include <stdio.h>
#include "cart.h"
#define LIMIT 100
#define SQUARE(x) ((x) * (x))
#ifdef FOO
static int in_ifdef(void) { return 1; }
#endif
/** A cart. */
struct cart {
    int items; /* how many */
    char *name, tag[4];
};
typedef struct { int a; } pair_t;
typedef unsigned long ulong_t;
enum color { RED, GREEN = 2 };
union bits { int a; float b; };
int add(struct cart *c, int n);
static const char *names[] = { "a", "b" };
int counter = 0;
struct fwd;
/* Adds. */
__attribute__((noinline))
static inline int *add(struct cart *c, int n) { int local = 1; struct inner { int q; }; return 0; }
int (*callback)(int);
"##;

#[test]
fn outline() {
    check(
        Language::C,
        TEXT,
        r##"
4-4 constant LIMIT | #define LIMIT 100
5-5 macro SQUARE | #define SQUARE(x) ((x) * (x))
7-7 function in_ifdef | static int in_ifdef(void)
9-13 struct cart | struct cart | A cart.
  11-11 field cart.items | int items
  12-12 field cart.name | char *name, tag[4]
  12-12 field cart.tag | char *name, tag[4]
14-14 type pair_t | typedef struct pair_t
  14-14 field pair_t.a | int a
15-15 type ulong_t | typedef unsigned long ulong_t
16-16 enum color | enum color
  16-16 variant color.RED | RED
  16-16 variant color.GREEN | GREEN = 2
17-17 union bits | union bits
  17-17 field bits.a | int a
  17-17 field bits.b | float b
18-18 function add~1 | int add(struct cart *c, int n)
19-19 variable names | static const char *names[] = { "a", "b" }
20-20 variable counter | int counter = 0
22-24 function add~2 | static inline int *add(struct cart *c, int n) | Adds.
  24-24 struct add.inner | struct inner
    24-24 field add.inner.q | int q
25-25 variable callback | int (*callback)(int)
"##,
    );
}
