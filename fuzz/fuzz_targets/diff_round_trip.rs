#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| reread_fuzz::diff_there_and_back(data));
