use reread_code::Language;

use super::check;
use super::typescript::{OUTLINE, TEXT};

/// TypeScript, and elements in it.
pub(crate) const ELEMENTS: &str = r##"export function Hello({ name }: Props) {
  const greet = () => <b>{name}</b>;
  return <div onClick={() => greet()}>{greet()}</div>;
}
const Plain = (p: Props) => <Hello {...p} />;
"##;

#[test]
fn what_is_typescript_is_the_same() {
    check(Language::Tsx, TEXT, OUTLINE);
}

#[test]
fn elements() {
    check(
        Language::Tsx,
        ELEMENTS,
        r##"
1-4 function Hello | export function Hello({ name }: Props)
  2-2 function Hello.greet | const greet = ()
5-5 function Plain | const Plain = (p: Props)
"##,
    );
}
