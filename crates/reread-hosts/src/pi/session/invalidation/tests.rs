use reread_text::LineRange;

use super::*;

fn refresh(path: &str, scope: ReadScope) -> Event {
    Event::Refresh { file: FileKey::new(path), scope }
}

fn check(data: &str, expected: &Event) {
    assert_eq!(event(Some(data)), *expected, "{data}");
}

#[test]
fn what_is_written_is_understood() {
    for scope in [ReadScope::Whole, ReadScope::Lines(LineRange::new(10, 20).unwrap())] {
        let invalidation = Invalidation { path_key: "/p/a.txt".to_owned(), scope, at: 1_794_768_477_248 };
        check(&invalidation.to_json().to_string(), &refresh("/p/a.txt", scope));
    }
    let invalidation = Invalidation { path_key: "/p/a.txt".to_owned(), scope: ReadScope::Whole, at: 7 };
    let expected = r#"{"v":1,"kind":"invalidate","pathKey":"/p/a.txt","scopeKey":"full","at":7}"#;
    assert_eq!(invalidation.to_json().to_string(), expected);
}

#[test]
fn doubt_about_the_part_means_the_whole_file() {
    let whole = refresh("/p/a.txt", ReadScope::Whole);
    check(r#"{"v":2,"kind":"invalidate","pathKey":"/p/a.txt","scopeKey":"r:1:2","at":7}"#, &whole);
    check(r#"{"kind":"invalidate","pathKey":"/p/a.txt","scopeKey":"r:1:2","at":7}"#, &whole);
    check(r#"{"v":1,"kind":"invalidate","pathKey":"/p/a.txt","scopeKey":"r:2:1","at":7}"#, &whole);
    check(r#"{"v":1,"kind":"invalidate","pathKey":"/p/a.txt","scopeKey":7,"at":7}"#, &whole);
    check(r#"{"v":1,"kind":"invalidate","pathKey":"/p/a.txt","at":7}"#, &whole);
    check(r#"{"v":1,"kind":"invalidate","pathKey":"/p/a.txt","scopeKey":"r:1:2","at":"now"}"#, &whole);
    check(r#"{"v":1,"kind":"invalidate","pathKey":"/p/a.txt","scopeKey":"r:1:2"}"#, &whole);
}

#[test]
fn doubt_about_the_file_means_every_file() {
    check(r#"{"v":1,"kind":"invalidate","scopeKey":"full","at":7}"#, &anything());
    check(r#"{"v":1,"kind":"invalidate","pathKey":"","scopeKey":"full","at":7}"#, &anything());
    check(r#"{"v":1,"kind":"invalidate","pathKey":"a.txt","scopeKey":"full","at":7}"#, &anything());
    check(r#"{"v":1,"kind":"invalidate","pathKey":["/p"],"scopeKey":"full","at":7}"#, &anything());
    check(r#"{"v":1,"kind":"invalidate","pathKey":"/p/\ud800","scopeKey":"full","at":7}"#, &anything());
    check(
        r#"{"v":1,"kind":"invalidate","kind":"other","pathKey":"/p","scopeKey":"full","at":7}"#,
        &anything(),
    );
}

#[test]
fn names_are_absolute_on_any_system() {
    for path in ["C:\\\\a.txt", "C:/a.txt", "\\\\\\\\host\\\\a.txt", "/a.txt"] {
        let data = format!(r#"{{"v":1,"kind":"invalidate","pathKey":"{path}","scopeKey":"full","at":7}}"#);
        assert!(matches!(event(Some(&data)), Event::Refresh { .. }), "{data}");
    }
}

#[test]
fn other_state_of_the_extension_means_nothing() {
    assert_eq!(event(None), Event::Other);
    check("null", &Event::Other);
    check("[1]", &Event::Other);
    check("{}", &Event::Other);
    check(r#"{"v":1,"kind":"status","pathKey":"/p/a.txt","scopeKey":"full","at":7}"#, &Event::Other);
}
