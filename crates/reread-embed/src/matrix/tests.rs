use super::{Matrix, half};

fn file(header: &str, data: &[u8]) -> Vec<u8> {
    let length = (header.len() as u64).to_le_bytes();
    [&length[..], header.as_bytes(), data].concat()
}

fn check(kind: &str, shape: &str, offsets: &str, data: usize, expected: &str) {
    let header = format!(r#"{{"embeddings":{{"dtype":"{kind}","shape":{shape},"data_offsets":{offsets}}}}}"#);
    let found = match Matrix::parse(file(&header, &vec![0; data])) {
        Ok(matrix) => format!("{} of {}", matrix.rows(), matrix.columns()),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{header}");
}

#[test]
fn a_table_must_fill_its_bytes_exactly() {
    let other_size = "`embeddings` does not fill the bytes behind the header exactly";
    let no_table = "`embeddings` is no table of at most 2097152 rows of at most 4096 numbers";
    check("F32", "[2,3]", "[0,24]", 24, "2 of 3");
    check("F16", "[2,3]", "[0,12]", 12, "2 of 3");
    check("F32", "[2,3]", "[0,24]", 23, other_size);
    check("F32", "[2,3]", "[0,24]", 25, other_size);
    check("F32", "[2,3]", "[1,25]", 25, other_size);
    check("F32", "[2,3]", "[0]", 24, other_size);
    check("F32", "[2,3]", "[0,23]", 24, other_size);
    check("F32", "[2097152,4096]", "[0,34359738368]", 0, other_size);
    check("F32", "[0,3]", "[0,0]", 0, no_table);
    check("F32", "[6]", "[0,24]", 24, no_table);
    check("F32", "[1,2,3]", "[0,24]", 24, no_table);
    check("F32", "[18446744073709551615,18446744073709551615]", "[0,4]", 4, no_table);
    check("BF16", "[2,3]", "[0,12]", 12, "`embeddings` does not hold F32 or F16");
}

#[test]
fn a_file_without_a_header_is_rejected() {
    let message = |bytes: &[u8]| Matrix::parse(bytes.to_vec()).unwrap_err().to_string();
    assert_eq!(message(b""), "the tensors end before their header does");
    assert_eq!(message(&[9, 0, 0, 0, 0, 0, 0, 0, b'{']), "the tensors end before their header does");
    assert_eq!(message(&[0xff; 16]), "the header of the tensors is longer than 65536 bytes");
    assert_eq!(
        message(&[1, 0, 0, 0, 0, 0, 0, 0, 0xff]),
        "the header of the tensors is not valid: it is not a JSON object"
    );
}

#[test]
fn numbers_are_little_endian() {
    let row = |header: &str, data: &[u8]| {
        let mut sum = vec![1.0, 1.0];
        Matrix::parse(file(header, data)).unwrap().add_row(1, &mut sum);
        sum
    };
    let data = [0.0_f32, 0.0, 0.5, -2.0].map(f32::to_le_bytes).concat();
    let whole = r#"{"embeddings":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}}"#;
    assert_eq!(row(whole, &data), [1.5, -1.0]);
    let halves = r#"{"embeddings":{"dtype":"F16","shape":[2,2],"data_offsets":[0,8]}}"#;
    assert_eq!(row(halves, &[0, 0, 0, 0, 0x00, 0x38, 0x00, 0xc0]), [1.5, -1.0]);
}

#[test]
fn half_precision_follows_ieee_754() {
    assert_eq!(half(0x3c00).to_bits(), 1.0_f64.to_bits());
    assert_eq!(half(0x8000).to_bits(), (-0.0_f64).to_bits());
    assert_eq!(half(0x7bff).to_bits(), 65504.0_f64.to_bits());
    assert_eq!(half(0x0001).to_bits(), 2_f64.powi(-24).to_bits());
    assert_eq!(half(0x0400).to_bits(), 2_f64.powi(-14).to_bits());
    assert_eq!(half(0xfc00).to_bits(), f64::NEG_INFINITY.to_bits());
    assert!(half(0x7e00).is_nan());
}
