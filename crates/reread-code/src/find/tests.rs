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
