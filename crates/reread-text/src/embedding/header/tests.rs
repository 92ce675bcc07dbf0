use super::only_tensor;

fn check(header: &str, expected: &str) {
    let found = match only_tensor(header, "t") {
        Ok(tensor) => format!("{} {:?} {:?}", tensor.kind, tensor.shape, tensor.offsets),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{header}");
}

const WHOLE: &str = r#""t":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}"#;

#[test]
fn a_tensor_is_found_whatever_stands_around_it() {
    let found = "F32 [2, 3] [0, 24]";
    check(&format!("{{{WHOLE}}}"), found);
    check(&format!("{{{WHOLE}}}   \n"), found);
    check(&format!(r#"{{"__metadata__":{{"a\"b":"}}\\","c":""}}, {WHOLE} }}"#), found);
    check(r#"{ "t" : { "shape" : [ ] , "data_offsets" : [0] , "dtype" : "" } }"#, " [] [0]");
}

#[test]
fn anything_else_is_refused_with_its_place() {
    check("", "the header of the tensors has no `{` at byte 0");
    check("{", "the header of the tensors has no string at byte 1");
    check("{}", "the tensors are not `embeddings` alone");
    check(&format!("{{{WHOLE},{WHOLE}}}"), "the tensors are not `embeddings` alone");
    check(r#"{"u":{}}"#, "the tensors are not `embeddings` alone");
    check(r#"{"\u0074":{}}"#, "the tensors are not `embeddings` alone");
    check(&format!("{{{WHOLE},}}"), "the header of the tensors has no string at byte 57");
    check(&format!("{{{WHOLE}}}x"), "the header of the tensors has no end at byte 57");
    check(r#"{"t":{}}"#, "the header of the tensors has no whole description of a tensor at byte 7");
    check(
        r#"{"t":{"dtype":"F32","dtype":"F32"}}"#,
        "the header of the tensors has no description of a tensor at byte 28",
    );
    check(r#"{"t":{"shape":[01]}}"#, "the header of the tensors has no count at byte 15");
    check(r#"{"t":{"shape":[-1]}}"#, "the header of the tensors has no count at byte 15");
    check(r#"{"t":{"shape":[18446744073709551616]}}"#, "the header of the tensors has no count at byte 15");
    check(
        r#"{"t":{"shape":[1,2,3,4,5,6,7,8,9]}}"#,
        "the header of the tensors has no end of a list at byte 32",
    );
    check("{\"a\nb\":1}", "the header of the tensors has no end of a string at byte 3");
    check(r#"{"t\"#, "the header of the tensors has no escaped character at byte 3");
    check(r#"{"\u12g4":1}"#, "the header of the tensors has no escaped character at byte 2");
    check(r#"{"\x":1}"#, "the header of the tensors has no escaped character at byte 2");
    check("{\"t", "the header of the tensors has no end of a string at byte 3");
}
