use crate::{Language, Outline, SymbolMatch, bare_name};

const TEXT: &str = "\
namespace shop {
class Cart {
public:
    int total() { return 1; }
    int Total() { return 2; }
};
class Basket {
public:
    int total() { return 3; }
};
}
";

fn check(query: &str, expected: &str) {
    let outline = Outline::of(TEXT.as_bytes(), Some(Language::Cpp));
    let id = |place: usize| outline.symbols()[place].id.clone();
    let found = match outline.find(query) {
        SymbolMatch::One(place) => id(place),
        SymbolMatch::Several(places) => places.into_iter().map(id).collect::<Vec<_>>().join(" or "),
        SymbolMatch::None => "nothing".to_owned(),
    };
    assert_eq!(found, expected, "{query:?}");
}

#[test]
fn ids_and_qualified_names_are_found() {
    check("shop::Cart::total", "shop::Cart::total");
    check(" shop::Cart ", "shop::Cart");
}

#[test]
fn ends_of_qualified_names_are_found_whatever_separates_them() {
    check("Cart::total", "shop::Cart::total");
    check("Cart.total", "shop::Cart::total");
    check("Cart#total", "shop::Cart::total");
    check("Cart/total", "shop::Cart::total");
    check("Cart->total()", "shop::Cart::total");
    check("shop.Basket.total", "shop::Basket::total");
    check("Basket", "shop::Basket");
}

#[test]
fn a_bare_name_may_be_ambiguous() {
    check("total", "shop::Cart::total or shop::Basket::total");
    check("Total", "shop::Cart::Total");
}

#[cfg(feature = "web")]
#[test]
fn a_type_and_a_value_of_one_name_are_two_things() {
    let text = "\
interface Foo { a: number }
const Foo = { a: 1 };
type Bar = string;
const Bar = (x: string) => x;
function over(a: string): string;
function over(a: any): any { return a; }
";
    let outline = Outline::of(text.as_bytes(), Some(Language::TypeScript));
    assert_eq!(outline.find("Foo"), SymbolMatch::Several(vec![0, 2]));
    assert_eq!(outline.find("Bar"), SymbolMatch::Several(vec![3, 4]));
    assert_eq!(outline.find("over"), SymbolMatch::One(6));
    assert_eq!(outline.namesakes("over", 6), [5]);
}

#[test]
fn a_definition_wins_over_what_announces_it_and_says_so() {
    let text = "typedef struct cart cart;\nstruct cart { int n; };\nint add(cart *c);\nint add(cart *c) { return 1; }\nint n;\n";
    let outline = Outline::of(text.as_bytes(), Some(Language::C));
    assert_eq!((outline.find("cart"), outline.namesakes("cart", 1)), (SymbolMatch::One(1), vec![0]));
    assert_eq!((outline.find("add"), outline.namesakes("add", 4)), (SymbolMatch::One(4), vec![3]));
    // The qualified name is meant, and the other one is named besides.
    assert_eq!((outline.find("n"), outline.namesakes("n", 5)), (SymbolMatch::One(5), vec![2]));
    assert_eq!((outline.find("add~1"), outline.namesakes("add~1", 3)), (SymbolMatch::One(3), vec![]));
}

#[test]
fn case_is_ignored_only_if_nothing_has_it_right() {
    check("basket.TOTAL", "shop::Basket::total");
    check("TOTAL", "shop::Cart::total or shop::Cart::Total or shop::Basket::total");
    check("CART", "shop::Cart");
}

#[test]
fn what_is_not_there_is_not_found() {
    check("", "nothing");
    check("  ", "nothing");
    check("::", "nothing");
    check("tot", "nothing");
    check("other::shop::Cart::total", "nothing");
    check("art::total", "nothing");
}

#[test]
fn the_last_name_is_what_stands_in_the_text() {
    let check = |query: &str, expected: &str| assert_eq!(bare_name(query), expected, "{query}");
    check("total", "total");
    check("Cart::total()", "total");
    check("shop.Cart.total~2", "total");
    check("Cart#total", "total");
    check("<Cart as Shape>::area", "area");
    check("Guide > Install it", "Install it");
    check("Notes.", "Notes");
    check("a~b", "a~b");
    check("::", "::");
    check(" ", "");
}
