use super::{Role, roles};
use crate::Language;

/// The first match of each line, and what it is: `=` defines, `~` defines with a longer name, `>` refers, `.` text.
fn check(language: Language, text: &str, found: &str, expected: &[&str]) {
    let mut start = 0;
    let mut places = Vec::new();
    for line in text.split_inclusive('\n') {
        places.extend(line.find(found).map(|at| start + at..start + at + found.len()));
        start += line.len();
    }
    let (outline, roles) = roles(text.as_bytes(), language, &places).expect("a program has names");
    let id = |place: usize| outline.symbols()[place].id.clone();
    let told = roles.iter().map(|role| match role {
        Role::Defines(place) => format!("={}", id(*place)),
        Role::DefinesPart(place) => format!("~{}", id(*place)),
        Role::Refers => ">".to_owned(),
        Role::Text => ".".to_owned(),
    });
    assert_eq!(told.collect::<Vec<_>>(), expected, "{found} in {text:?}");
}

#[test]
fn definitions_references_and_text_are_told_apart() {
    let rust = "fn cart() {}\n// cart\nconst X: &str = \"cart\";\nfn g() { cart(); }\nstruct A { carts: u8 }\nfn h() { let cart = 1; m!(cart); }\n";
    check(Language::Rust, rust, "cart", &["=cart", ".", ".", ">", "~A::carts", ">"]);
    let python = "class Cart:\n    def cart(self): pass\n# cart\nx = cart\ny = my_cart\n";
    check(Language::Python, python, "cart", &["=Cart.cart", ".", ">", "."]);
    check(
        Language::C,
        "int cart(void);\nint cart(void) {\n  return cart();\n}\n",
        "cart",
        &["=cart~1", "=cart~2", ">"],
    );
    check(
        Language::Java,
        "class A {\n  int total() { return 1; }\n  int b = total();\n}\n",
        "total",
        &["=A.total", ">"],
    );
}

#[test]
fn several_words_define_what_they_name_whole() {
    let rust = "pub fn open(path: u8) {}\nfn opener() {}\n// pub fn open(\n";
    check(Language::Rust, rust, "fn open", &["=open", ".", "."]);
    check(Language::Cpp, "int Cart::total() { return 1; }\n", "Cart::total", &["=Cart::total"]);
}

#[test]
fn a_broken_file_has_roles_too() {
    check(Language::Rust, "fn cart() {}\nfn ( {{{\n", "cart", &["=cart"]);
}

#[test]
fn prose_and_data_have_none() {
    for language in [Language::Markdown, Language::Json, Language::Toml, Language::Yaml, Language::Css] {
        assert_eq!(roles(b"# cart\n", language, std::slice::from_ref(&(2..6))), None);
    }
    assert_eq!(roles(b"", Language::Rust, &[]), None);
}

#[test]
fn places_that_are_empty_or_outside_are_text() {
    let (_, roles) = roles(b"fn a() {}", Language::Rust, &[3..3, 3..400, 9..9]).expect("a program has names");
    assert_eq!(roles, [Role::Text; 3]);
}
