//! Numbers as people write them: a letter in front, and one spelling for each.

/// The text is not a number with its letter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{noun} is named by `{letter}` and its number, like {letter}7")]
pub struct NotAnId {
    pub(super) noun: &'static str,
    pub(super) letter: char,
}

/// The number behind the letter.
pub(super) fn parse(noun: &'static str, letter: char, text: &str) -> Result<u64, NotAnId> {
    let number = text.strip_prefix(letter).and_then(|digits| digits.parse::<u64>().ok());
    number.filter(|number| format!("{letter}{number}") == text).ok_or(NotAnId { noun, letter })
}

/// No counter gets that far. A row that says so was not numbered by us, and would leave no number for the next.
pub(super) const MOST: u64 = 1 << 53;

/// A number that is given out by counting from 1, as a type of its own.
macro_rules! numbered {
    ($(#[$docs:meta])* $name:ident, $letter:literal, $noun:literal) => {
        $(#[$docs])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        impl $name {
            /// As far as the database can count; `None` beyond, and for 0, which is never given out.
            pub fn new(number: u64) -> Option<Self> {
                (1..=i64::MAX as u64).contains(&number).then_some(Self(number))
            }

            /// The number alone.
            pub fn number(self) -> u64 {
                self.0
            }

            pub(in crate::database) fn read(number: i64) -> Result<Self, $crate::database::Fault> {
                let number = u64::try_from(number).ok().filter(|number| *number <= $crate::database::numbered::MOST);
                number.and_then(Self::new).ok_or($crate::database::Fault::Damaged("holds a number that was never given out"))
            }
        }

        impl rusqlite::ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                Ok($crate::database::saturated(self.0).into())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", $letter, self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::database::NotAnId;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let (noun, letter) = ($noun, $letter);
                let number = $crate::database::numbered::parse(noun, letter, text)?;
                Self::new(number).ok_or(Self::Err { noun, letter })
            }
        }
    };
}
pub(super) use numbered;

/// How the states of a row are stored: by the numbers of the variants, which are part of the format.
macro_rules! stored_states {
    ($name:ident: $($state:ident),*) => {
        impl $name {
            pub(super) const fn number(self) -> i64 {
                self as i64
            }

            pub(super) fn of(number: i64) -> Option<Self> {
                [$(Self::$state),*].into_iter().find(|state| state.number() == number)
            }
        }
    };
}
pub(super) use stored_states;
