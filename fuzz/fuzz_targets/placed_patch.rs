#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| reread_fuzz::placed_patch(data));
