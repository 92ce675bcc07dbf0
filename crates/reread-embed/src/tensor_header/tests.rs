use super::parse_header;

fn check(header: &str, expected: &str) {
    let found = match parse_header(header.as_bytes()) {
        Ok(tensor) => format!("{} {:?} {:?}", tensor.dtype, tensor.shape, tensor.data_offsets),
        Err(error) => error.to_string(),
    };
    assert!(found.contains(expected), "{header}: {found}");
}

const TABLE: &str = r#""embeddings":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}"#;

#[test]
fn the_table_is_found_with_metadata_and_white_space_around_it() {
    let found = "F32 [2, 3] [0, 24]";
    check(&format!("{{{TABLE}}}"), found);
    check(&format!("{{{TABLE}}}   \n"), found);
    check(&format!(r#"{{"__metadata__":{{"a\"b":"}}\\","c":""}}, {TABLE} }}"#), found);
    check(r#"{ "embeddings" : { "shape" : [ ] , "data_offsets" : [0] , "dtype" : "" } }"#, " [] [0]");
}

#[test]
fn a_header_with_anything_else_is_rejected() {
    check("", "the header of the tensors is not valid: EOF while parsing a value at line 1 column 0");
    check(r#"[{},["F32",[2,3],[0,24]]]"#, "the header of the tensors is not valid: it is not a JSON object");
    check("{", "EOF while parsing");
    check("{}", "missing field `embeddings`");
    check(&format!("{{{TABLE},{TABLE}}}"), "duplicate field `embeddings`");
    check(r#"{"other":{}}"#, "unknown field `other`");
    check(&format!("{{{TABLE},}}"), "trailing comma");
    check(&format!("{{{TABLE}}}x"), "trailing characters");
    check(r#"{"embeddings":{}}"#, "missing field `dtype`");
    check(r#"{"embeddings":{"dtype":"F32","dtype":"F32"}}"#, "duplicate field `dtype`");
    check(r#"{"embeddings":{"offset":1}}"#, "unknown field `offset`");
    check(r#"{"embeddings":{"shape":[01]}}"#, "invalid number");
    check(r#"{"embeddings":{"shape":[-1]}}"#, "invalid value: integer `-1`, expected u64");
    check(r#"{"embeddings":{"shape":[18446744073709551616]}}"#, "expected u64");
    check("{\"a\nb\":1}", "control character");
    check(r#"{"\u12g4":1}"#, "invalid escape");
    check(r#"{"\x":1}"#, "invalid escape");
    check("{\"embeddings", "EOF while parsing a string");
}
