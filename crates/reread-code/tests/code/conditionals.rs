//! Functions of texts whose `#if` branches split what the grammar wants whole. Each has its own lines.

use reread_code::{Language, Outline};

fn check(language: Language, text: &str, expected: &[&str]) {
    let outline = Outline::of(text.as_bytes(), Some(language));
    let rows: Vec<String> =
        outline.symbols().iter().map(|symbol| format!("{} {}", symbol.lines, symbol.id)).collect();
    assert_eq!(rows, expected, "{text}");
    assert!(!outline.has_errors(), "{text}");
}

fn c(text: &str, expected: &[&str]) {
    check(Language::C, text, expected);
}

#[test]
fn an_else_branch_that_only_one_condition_closes() {
    c(
        "\
void term(int x) {
  if (x) {
    a();
  } else {
#ifdef DECIMAL
    if (literal) {
      b();
    } else {
#endif
      d();
    }
#ifdef DECIMAL
  }
#endif
}

void dumpf(int x) {
  term(x);
}

int dump(int x) { return 1; }
",
        &["1-15 term", "17-19 dumpf", "21-21 dump"],
    );
}

#[test]
fn two_heads_and_one_body() {
    c(
        "\
#ifdef WIDE
int put(long n) {
#else
int put(int n) {
#endif
  return n;
}
int next(void) { return 0; }
",
        &["2-7 put", "8-8 next"],
    );
    c(
        "\
int
#ifdef WIDE
put(long n)
#else
put(int n)
#endif
{
  return n;
}
int next(void) { return 0; }
",
        &["1-9 put", "10-10 next"],
    );
}

#[test]
fn parts_of_statements_and_expressions() {
    c(
        "\
int f(int a) {
  if (a) { x(); }
#ifdef A
  else if (b) { y(); }
#endif
  else { z(); }
  return g(a,
#if B
    1,
#else
    2,
#endif
    3)
#ifdef C
    && h()
#endif
    ;
}
int next(void) { return 0; }
",
        &["1-18 f", "19-19 next"],
    );
}

#[test]
fn parameters_and_cases() {
    c(
        "\
int f(int a
#ifdef A
    , int b
#endif
    ) {
  switch (a) {
#ifdef A
  case 1: {
#else
  case 2: {
#endif
    return 1;
  }
  }
  do {
#ifdef A
  } while (a);
#else
  } while (0);
#endif
}
int next(void) { return 0; }
",
        &["1-21 f", "22-22 next"],
    );
}

#[test]
fn functions_of_all_branches_are_listed_where_they_are_whole() {
    c(
        "\
#ifndef CART_H
#define CART_H
#ifdef A
int f(int a) { return 1; }
#else
int f(int a) { return 2; }
int g(void) { return 3; }
#endif
int h(int a) {
#ifdef A
  if (a) {
#else
  {
#endif
    return 1;
  }
}
#endif
",
        &["2-2 CART_H", "4-4 f~1", "6-6 f~2", "7-7 g", "9-17 h"],
    );
}

#[test]
fn in_classes_and_namespaces() {
    check(
        Language::Cpp,
        "\
namespace shop {
class Cart {
  int total() {
#ifdef A
    for (auto x : all()) {
#else
    for (auto x : some()) {
#endif
      add(x);
    }
    return 1;
  }
#ifdef A
  int a() { return 1; }
#else
  int b() { return 2; }
#endif
};
}
",
        &[
            "1-19 shop",
            "2-18 shop::Cart",
            "3-12 shop::Cart::total",
            "14-14 shop::Cart::a",
            "16-16 shop::Cart::b",
        ],
    );
    check(
        Language::CSharp,
        "\
class Cart {
  int Total() {
#if A
    foreach (var x in All()) {
#else
    foreach (var x in Some()) {
#endif
      Add(x);
    }
    return 1;
  }
  int Next() { return 2; }
}
",
        &["1-13 Cart", "2-11 Cart.Total", "12-12 Cart.Next"],
    );
}
