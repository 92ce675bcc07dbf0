#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| reread_fuzz::search_replace_patch(data));
