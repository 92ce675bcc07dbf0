use std::sync::{Arc, Mutex};

use reread_guard::{
    Budget, Enforcement, GuardLimits, GuardSession, RelevanceRules, WriteAmount, WriteBudget, WriteLimits,
};

use super::Reservation;
use crate::Guard;

fn guard(max_writes: u64) -> Guard {
    let budget = Budget::new(Enforcement::Off, GuardLimits::default());
    let session = GuardSession::new(Arc::new(RelevanceRules::default()));
    let limits = WriteLimits { max_writes: Some(max_writes), max_bytes: None };
    Guard::new(Arc::new(Mutex::new(budget)), Arc::new(Mutex::new(session)))
        .paying_writes(Arc::new(Mutex::new(WriteBudget::new(limits))))
}

fn begin(guard: &Guard) -> Reservation<'_> {
    Reservation::begin(Some(guard)).unwrap()
}

fn files(files: u64) -> WriteAmount {
    WriteAmount { files, bytes: 1 }
}

#[test]
fn what_is_not_kept_is_given_back() {
    let guard = guard(2);
    begin(&guard).take(files(2)).unwrap();
    begin(&guard).take(files(2)).unwrap();
    let reservation = begin(&guard);
    reservation.take(files(2)).unwrap();
    reservation.keep();
    assert!(Reservation::begin(Some(&guard)).is_err());
}

#[test]
fn a_plan_takes_the_place_of_the_one_before_it() {
    let guard = guard(3);
    let reservation = begin(&guard);
    reservation.take(files(2)).unwrap();
    reservation.take(files(3)).unwrap();
    assert!(begin_another(&guard).is_err(), "all of it is taken");
    assert!(reservation.take(files(4)).is_err());
    assert!(begin_another(&guard).is_ok(), "what does not fit takes nothing");
}

fn begin_another(guard: &Guard) -> Result<(), reread_guard::WriteBudgetExceeded> {
    Reservation::begin(Some(guard))?.take(files(1))
}

#[test]
fn without_a_guard_nothing_is_counted() {
    let reservation = Reservation::begin(None).unwrap();
    reservation.take(files(u64::MAX)).unwrap();
    reservation.take(files(u64::MAX)).unwrap();
    reservation.keep();
}
