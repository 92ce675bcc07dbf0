use super::*;

#[test]
fn no_flipped_bit_turns_one_state_into_another() {
    let states = [OperationState::Open, OperationState::Done, OperationState::Undone];
    for state in states {
        assert_eq!(OperationState::of(state.number()), Some(state));
        for bit in 0..63 {
            assert_eq!(OperationState::of(state.number() ^ 1 << bit), None, "{state:?}");
        }
    }
    // Queries and an index name these.
    assert_eq!(states.map(OperationState::number), [0, 3, 12]);
}
