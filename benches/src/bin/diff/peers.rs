//! The diff crates, each doing the whole job: from two texts to a unified diff with three lines of context.

use similar::{Algorithm, TextDiff};

/// Something else that prints unified diffs.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    pub(crate) diff: fn(&str, &str) -> String,
}

/// The crates, with the algorithms that are worth waiting for.
pub(crate) static PEERS: [Peer; 5] = [
    Peer { name: "gix-imara-diff", diff: gix_histogram },
    Peer { name: "imara-diff", diff: imara_histogram },
    Peer { name: "similar Myers", diff: |old, new| by_similar(Algorithm::Myers, old, new) },
    Peer { name: "similar patience", diff: |old, new| by_similar(Algorithm::Patience, old, new) },
    Peer { name: "similar histogram", diff: |old, new| by_similar(Algorithm::Histogram, old, new) },
];

fn by_similar(algorithm: Algorithm, old: &str, new: &str) -> String {
    let diff = TextDiff::configure().algorithm(algorithm).diff_lines(old, new);
    diff.unified_diff().context_radius(3).header("a/f", "b/f").to_string()
}

/// Two crates of one family: the same calls under two names. Their own printer formats every line, which is slower than
/// it need be, so both get one that copies.
macro_rules! histogram_of {
    ($name:ident, $printer:ident, $library:ident) => {
        fn $name(old: &str, new: &str) -> String {
            use $library::{Algorithm, Diff, InternedInput, UnifiedDiffConfig};
            let input = InternedInput::new(old, new);
            let mut diff = Diff::compute(Algorithm::Histogram, &input);
            diff.postprocess_lines(&input);
            diff.unified_diff(&$printer(&input.interner), UnifiedDiffConfig::default(), &input).to_string()
        }

        struct $printer<'a>(&'a $library::Interner<&'a str>);

        impl $library::UnifiedDiffPrinter for $printer<'_> {
            fn display_header(
                &self,
                mut f: impl std::fmt::Write,
                start_before: u32,
                start_after: u32,
                len_before: u32,
                len_after: u32,
            ) -> std::fmt::Result {
                let (before, after) = (start_before + 1, start_after + 1);
                writeln!(f, "@@ -{before},{len_before} +{after},{len_after} @@")
            }

            fn display_context_token(
                &self,
                mut f: impl std::fmt::Write,
                token: $library::Token,
            ) -> std::fmt::Result {
                f.write_str(" ")?;
                f.write_str(self.0[token])
            }

            fn display_hunk(
                &self,
                mut f: impl std::fmt::Write,
                before: &[$library::Token],
                after: &[$library::Token],
            ) -> std::fmt::Result {
                for (sign, tokens) in [("-", before), ("+", after)] {
                    for token in tokens {
                        f.write_str(sign)?;
                        f.write_str(self.0[*token])?;
                    }
                }
                Ok(())
            }
        }
    };
}

histogram_of!(gix_histogram, GixPrinter, gix_imara_diff);
histogram_of!(imara_histogram, ImaraPrinter, imara_diff);
