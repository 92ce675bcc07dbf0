//! Enums whose variants have a stable word each.

/// Declares an enum with a stable word for each variant: `Variant = "word"`, documented as any other enum.
///
/// With `Variant = "word": "sentence"` each variant has a sentence too, which explains it in reports and in its
/// documentation.
///
/// ```
/// reread_codes::words! {
///     /// Why not.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Reason {
///         TooLarge = "too_large": "the file is too large",
///         NotText = "not_text": "the bytes are not text",
///     }
/// }
/// assert_eq!(Reason::TooLarge.word(), "too_large");
/// assert_eq!(Reason::NotText.sentence(), "the bytes are not text");
/// assert_eq!(Reason::ALL, [Reason::TooLarge, Reason::NotText]);
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$of_enum:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$of_enum])*
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// Every variant, in the order of declaration.
            pub const ALL: [Self; [$($word,)*].len()] = [$(Self::$variant,)*];

            /// The stable word in replies and reports.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    };
    ($(#[$of_enum:meta])* pub enum $name:ident { $($variant:ident = $word:literal: $sentence:literal,)* }) => {
        $crate::words! {
            $(#[$of_enum])*
            pub enum $name {
                $(#[doc = $sentence] $variant = $word,)*
            }
        }

        impl $name {
            /// The word, explained.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Self::$variant => $sentence,)*
                }
            }
        }
    };
}
