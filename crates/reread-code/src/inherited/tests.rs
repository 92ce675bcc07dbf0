use super::type_and_member;
use crate::{Language, Outline};

fn check(language: Language, text: &str, query: &str, expected: Option<&str>) {
    let outline = Outline::of(text.as_bytes(), Some(language));
    let (of_type, member) = type_and_member(query).expect("the query names a type");
    let found = outline.inherited(of_type, member).map(|place| outline.symbols()[place].id.as_str());
    assert_eq!(found, expected, "{text}");
}

#[test]
fn members_of_bases_are_found() {
    let python = "class A:\n  def f(self): pass\nclass B(A, Generic[T]): pass\nclass C(mod.B): pass\n";
    check(Language::Python, python, "B.f", Some("A.f"));
    check(Language::Python, python, "C.f", Some("A.f"));
    check(Language::Python, python, "C.g", None);
    check(Language::Python, "class A(B): pass\nclass B(A): pass\n", "A.f", None);
    let typescript = "class A<T> { f() {} }\nexport class B extends A<string> implements I { }\n";
    check(Language::TypeScript, typescript, "B.f", Some("A.f"));
    let cpp = "struct A { int f(); };\nclass B final : public virtual A { };\n";
    check(Language::Cpp, cpp, "B::f", Some("A::f"));
    let rust = "trait T { fn f(&self) {} }\nstruct S;\nimpl T for S {}\n";
    check(Language::Rust, rust, "S::f", Some("T::f"));
    let go = "package a\ntype A struct{}\nfunc (a *A) F() {}\ntype B struct {\n\t*A\n\tn int\n}\n";
    check(Language::Go, go, "B.F", Some("A.F"));
    check(Language::Ruby, "class A\n  def f; end\nend\nclass B < A\nend\n", "B#f", Some("A::f"));
}

#[test]
fn a_bare_name_has_no_type() {
    assert_eq!(type_and_member("f"), None);
    assert_eq!(type_and_member(" a.B::f() "), Some(("B", "f")));
}
