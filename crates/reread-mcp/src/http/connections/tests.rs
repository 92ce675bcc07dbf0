use std::sync::Arc;

use super::{ConnectionPlace, OpenConnections};

/// Takes a connection in, for a task that owns it.
fn take(connections: &Arc<OpenConnections>) -> Option<Arc<ConnectionPlace>> {
    connections.take().map(Arc::new)
}

fn is_open(place: &ConnectionPlace) -> bool {
    place.all.open().connections.contains_key(&place.number)
}

#[test]
fn the_oldest_without_a_request_makes_room() {
    let connections = OpenConnections::new(4, 2);
    let (first, second) = (take(&connections).unwrap(), take(&connections).unwrap());
    let third = take(&connections).unwrap();
    assert!(!is_open(&first) && is_open(&second) && is_open(&third));
}

#[test]
fn one_that_was_admitted_stays() {
    let connections = OpenConnections::new(2, 1);
    let admitted = take(&connections).unwrap();
    let request = admitted.admit();
    for _ in 0..5 {
        let other = take(&connections).unwrap();
        assert!(is_open(&admitted) && is_open(&other));
    }
    // Beyond the limit an idle one ends, and one with a request does not.
    let second = take(&connections).unwrap();
    let _second = second.admit();
    assert!(take(&connections).is_none());
    drop(request);
    assert!(take(&connections).is_some() && !is_open(&admitted) && is_open(&second));
}

#[test]
fn a_place_is_free_once_its_connection_is_gone() {
    let connections = OpenConnections::new(1, 1);
    let only = take(&connections).unwrap();
    let request = only.admit();
    assert!(take(&connections).is_none());
    drop((request, only));
    assert!(take(&connections).is_some());
    assert!(!connections.dismiss_one(), "none is open");
}
