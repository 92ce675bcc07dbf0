#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| reread_fuzz::text_edits(data));
