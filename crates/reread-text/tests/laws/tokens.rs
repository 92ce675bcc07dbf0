//! The estimate grows with the text, and stays near the count.

use proptest::prelude::*;
use reread_text::estimate_tokens;

use crate::{bytes, config};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_estimate_never_falls_as_text_is_added(text in bytes()) {
        let estimates: Vec<u64> = (0..=text.len()).map(|end| estimate_tokens(&text[..end])).collect();
        prop_assert!(estimates.is_sorted(), "{estimates:?}");
    }

    #[test]
    fn two_texts_apart_cost_what_they_cost_together(left in bytes(), right in bytes()) {
        let apart = estimate_tokens(&left) + estimate_tokens(&right);
        let together = estimate_tokens(&[left, right].concat());
        prop_assert!(apart.abs_diff(together) <= 3, "{apart} and {together}");
    }
}

/// The band that the estimator's documentation states, on texts of our own.
///
/// Needs the tokenizer: `cargo test --features exact-tokens`.
#[cfg(feature = "exact-tokens")]
mod band {
    use reread_text::{estimate_tokens, exact_tokens};

    macro_rules! samples {
        ($($name:literal),* $(,)?) => {
            [$(($name, include_str!(concat!("../../samples/", $name)))),*]
        };
    }

    const SAMPLES: [(&str, &str); 18] = samples![
        "rust.rs",
        "typescript.ts",
        "python.py",
        "c.c",
        "go.go",
        "java.java",
        "markdown.md",
        "data.json",
        "config.yaml",
        "log.txt",
        "minified.js",
        "german.txt",
        "russian.txt",
        "chinese.txt",
        "japanese.txt",
        "arabic.txt",
        "hindi.txt",
        "emoji.txt",
    ];

    /// How many samples are estimated within so many percent of the count, and how all of them are.
    fn within(percent: u64) -> (usize, String) {
        let ratios =
            SAMPLES.map(|(name, text)| (name, estimate_tokens(text.as_bytes()) * 100 / exact_tokens(text)));
        let good = ratios.iter().filter(|(_, ratio)| ratio.abs_diff(100) <= percent).count();
        (good, format!("{ratios:?}"))
    }

    #[test]
    fn nine_in_ten_are_estimated_within_fifteen_percent() {
        let (good, all) = within(15);
        assert!(good * 10 >= SAMPLES.len() * 9, "{all}");
    }

    #[test]
    fn all_are_estimated_within_twenty_five_percent() {
        let (good, all) = within(25);
        assert_eq!(good, SAMPLES.len(), "{all}");
    }
}
