#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| reread_fuzz::static_model(data));
