//! Approvals are bound to one matter and expire; sessions are counted.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use reread_store::{
    ApprovalId, ApprovalState, ApprovalSubject, Database, Decision, SessionMetrics, UnixMillis,
};

use crate::world::{World, matter, metrics};

const NOW: UnixMillis = UnixMillis(1_700_000_000_000);
const MINUTE: Duration = Duration::from_secs(60);

fn later(minutes: u64) -> UnixMillis {
    UnixMillis(NOW.0 + minutes * 60_000)
}

fn standing(database: &Database, matter: &ApprovalSubject, now: UnixMillis) -> Option<ApprovalState> {
    database.approvals().find(matter, now).unwrap().map(|approval| approval.state)
}

/// One more for each field of the matter, each of which differs in that field alone.
fn neighbours(matter: &ApprovalSubject) -> Vec<ApprovalSubject> {
    let all = |alter: &dyn Fn(&mut ApprovalSubject)| {
        let mut neighbour = matter.clone();
        alter(&mut neighbour);
        neighbour
    };
    vec![
        all(&|matter| matter.principal.push('2')),
        all(&|matter| matter.operation.push('2')),
        all(&|matter| matter.root.push(b'2')),
        all(&|matter| matter.path.push(0xff)),
        all(&|matter| matter.before = None),
        all(&|matter| matter.after = None),
        all(&|matter| std::mem::swap(&mut matter.before, &mut matter.after)),
        all(&|matter| std::mem::swap(&mut matter.root, &mut matter.path)),
        // The same bytes, with the border between two fields moved.
        all(&|matter| matter.path.insert(0, matter.root.pop().unwrap())),
    ]
}

#[test]
fn nothing_is_made_before_it_is_needed() {
    let world = World::new();
    world.state();
    assert!(!world.path("reread.db").exists());
    world.database();
    assert!(world.path("reread.db").exists());
}

#[test]
fn a_question_is_asked_once_and_answered_for_all() {
    let world = World::new();
    let (server, person) = (world.database(), world.database());
    let asked = server.approvals().ask(&matter("a"), "is large", NOW, MINUTE).unwrap();
    assert_eq!((asked.id.to_string().as_str(), asked.state), ("a1", ApprovalState::Pending));
    assert_eq!((asked.asked, asked.decided, asked.expires), (NOW, None, later(1)));
    assert_eq!((&asked.subject, asked.why.as_str()), (&matter("a"), "is large"));
    assert_eq!(server.approvals().ask(&matter("a"), "again", NOW, MINUTE * 9).unwrap(), asked);
    assert_eq!(person.approvals().all(NOW).unwrap(), std::slice::from_ref(&asked));

    let granted = person.approvals().decide(asked.id, Decision::Grant, NOW, MINUTE * 5).unwrap().unwrap();
    assert_eq!((granted.state, granted.decided), (ApprovalState::Granted, Some(NOW)));
    assert_eq!((granted.asked, granted.expires), (NOW, later(5)));
    assert_eq!(server.approvals().find(&matter("a"), later(4)).unwrap().unwrap(), granted);
    assert_eq!(server.approvals().ask(&matter("a"), "", later(4), MINUTE).unwrap(), granted);

    let denied = person.approvals().decide(asked.id, Decision::Deny, later(4), MINUTE).unwrap().unwrap();
    assert_eq!((denied.state, denied.decided), (ApprovalState::Denied, Some(later(4))));
    assert_eq!(
        server.approvals().ask(&matter("a"), "", later(4), MINUTE).unwrap(),
        denied,
        "a no is not asked again"
    );
}

#[test]
fn what_has_expired_counts_for_nothing() {
    let world = World::new();
    let database = world.database();
    let asked = database.approvals().ask(&matter("a"), "", NOW, MINUTE).unwrap();
    let just_before = UnixMillis(later(1).0 - 1);
    assert_eq!(standing(&database, &matter("a"), just_before), Some(ApprovalState::Pending));
    assert_eq!(standing(&database, &matter("a"), later(1)), None);
    assert_eq!(database.approvals().all(later(1)).unwrap(), []);
    assert_eq!(database.approvals().decide(asked.id, Decision::Grant, later(1), MINUTE).unwrap(), None);
    assert_eq!(standing(&database, &matter("a"), NOW), None, "and is removed in passing");

    let again = database.approvals().ask(&matter("a"), "", later(1), MINUTE).unwrap();
    assert_eq!(again.id, ApprovalId(2), "a number is never used twice");
    assert_eq!(database.approvals().decide(asked.id, Decision::Grant, later(1), MINUTE).unwrap(), None);
    database.approvals().decide(again.id, Decision::Grant, later(1), MINUTE).unwrap().unwrap();
    assert_eq!(standing(&database, &matter("a"), later(1)), Some(ApprovalState::Granted));
    assert_eq!(standing(&database, &matter("a"), later(2)), None);
}

#[test]
fn an_approval_holds_for_its_matter_alone() {
    let world = World::new();
    let database = world.database();
    let asked = database.approvals().ask(&matter("a"), "", NOW, MINUTE).unwrap();
    database.approvals().decide(asked.id, Decision::Grant, NOW, MINUTE).unwrap().unwrap();
    for neighbour in neighbours(&matter("a")) {
        assert_eq!(standing(&database, &neighbour, NOW), None, "{neighbour:?}");
        let asked = database.approvals().ask(&neighbour, "", NOW, MINUTE).unwrap();
        assert_eq!((asked.state, asked.subject), (ApprovalState::Pending, neighbour));
    }
    assert_eq!(database.approvals().all(NOW).unwrap().len(), 10);
}

#[test]
fn texts_lose_their_secrets_and_their_length_but_stay_apart() {
    let world = World::new();
    let database = world.database();
    let token = |digit: &str| format!("ghp_{}{digit}", &"a1B2c3D4e5F6".repeat(3)[1..]);
    let long = |end: &str| "é".repeat(2000) + end;
    for (one, other) in [(token("1"), token("2")), (long("1"), long("2"))] {
        let [one, other] = [one, other].map(|text| ApprovalSubject {
            principal: text.clone(),
            operation: text,
            ..matter("a")
        });
        let why = [one.principal.as_str(); 100].join(" ");
        let asked = database.approvals().ask(&one, &why, NOW, MINUTE).unwrap();
        database.approvals().decide(asked.id, Decision::Grant, NOW, MINUTE).unwrap().unwrap();
        assert_eq!(standing(&database, &one, NOW), Some(ApprovalState::Granted));
        assert_eq!(standing(&database, &other, NOW), None);
        assert_eq!(
            database.approvals().ask(&other, "", NOW, MINUTE).unwrap().subject.principal,
            asked.subject.principal
        );
        for (text, longest) in
            [(&asked.subject.principal, 1024), (&asked.subject.operation, 1024), (&asked.why, 256 << 10)]
        {
            assert!(text.len() <= longest, "{}", text.len());
            assert!(text.contains("[redacted:") || text.ends_with(" more bytes]"), "{text}");
        }
        let mut session = metrics(&one.principal, &one.principal, 1);
        database.keep_session_metrics(&session).unwrap();
        session.conversation = other.principal;
        database.keep_session_metrics(&session).unwrap();
    }
    assert_eq!(database.session_metrics().unwrap().len(), 4);
    let written = [world.read("reread.db"), world.read("reread.db-wal")].concat();
    for digit in ["1", "2"] {
        let secret = token(digit);
        assert!(!written.windows(secret.len()).any(|window| window == secret.as_bytes()));
    }
}

#[test]
fn edges_of_texts_and_numbers_are_kept() {
    let world = World::new();
    let database = world.database();
    let empty = ApprovalSubject {
        principal: String::new(),
        operation: "\0".to_owned(),
        root: Vec::new(),
        path: vec![0, 0xff],
        before: None,
        after: None,
    };
    let asked = database.approvals().ask(&empty, "a\0b\r\n", NOW, MINUTE).unwrap();
    assert_eq!((&asked.subject, asked.why.as_str()), (&empty, "a\0b\r\n"));
    assert_eq!(database.approvals().find(&empty, NOW).unwrap(), Some(asked));

    let forever = database.approvals().ask(&matter("a"), "", NOW, Duration::MAX).unwrap();
    assert_eq!(forever.expires, UnixMillis(i64::MAX as u64));
    assert_eq!(
        standing(&database, &matter("a"), UnixMillis(i64::MAX as u64 - 1)),
        Some(ApprovalState::Pending)
    );
    for end in [i64::MAX as u64, u64::MAX].map(UnixMillis) {
        assert_eq!(standing(&database, &matter("a"), end), None);
    }
    let at_the_end = database.approvals().ask(&matter("b"), "", UnixMillis(u64::MAX), MINUTE).unwrap();
    assert_eq!(at_the_end.asked, UnixMillis(i64::MAX as u64));
    assert_eq!(database.approvals().all(UnixMillis(u64::MAX)).unwrap(), []);
    for id in [0, i64::MAX as u64, u64::MAX].map(ApprovalId) {
        assert_eq!(database.approvals().decide(id, Decision::Grant, NOW, MINUTE).unwrap(), None);
    }
    let brief = database.approvals().ask(&matter("c"), "", NOW, Duration::from_micros(999)).unwrap();
    assert_eq!(brief.expires, NOW);
    assert_eq!(standing(&database, &matter("c"), NOW), None);
}

#[test]
fn of_too_many_questions_the_oldest_of_that_principal_is_withdrawn() {
    let world = World::new();
    let database = world.database();
    let other = ApprovalSubject { principal: "token 2".to_owned(), ..matter("0") };
    database.approvals().ask(&other, "", NOW, MINUTE).unwrap();
    let decided = database.approvals().ask(&matter("decided"), "", NOW, MINUTE).unwrap();
    database.approvals().decide(decided.id, Decision::Grant, NOW, MINUTE).unwrap();
    for n in 0..256 {
        database.approvals().ask(&matter(&n.to_string()), "", NOW, MINUTE).unwrap();
    }
    assert_eq!(database.approvals().all(NOW).unwrap().len(), 258);
    database.approvals().ask(&matter("256"), "", NOW, MINUTE).unwrap();
    assert_eq!(database.approvals().all(NOW).unwrap().len(), 258);
    assert_eq!(standing(&database, &matter("0"), NOW), None);
    assert_eq!(standing(&database, &matter("1"), NOW), Some(ApprovalState::Pending));
    assert_eq!(standing(&database, &other, NOW), Some(ApprovalState::Pending));
    assert_eq!(standing(&database, &matter("decided"), NOW), Some(ApprovalState::Granted));
    assert_eq!(
        database.approvals().ask(&matter("1"), "", NOW, MINUTE).unwrap().id,
        ApprovalId(4),
        "asking again is free"
    );
}

#[test]
fn all_who_ask_at_once_ask_the_same_question() {
    let world = World::new();
    world.state();
    thread::scope(|scope| {
        for n in 0..4_u64 {
            let world = &world;
            scope.spawn(move || {
                let database = world.database();
                let shared = database.approvals().ask(&matter("shared"), "", NOW, MINUTE).unwrap();
                let own = database.approvals().ask(&matter(&n.to_string()), "", NOW, MINUTE).unwrap();
                database.approvals().decide(shared.id, Decision::Deny, NOW, MINUTE).unwrap().unwrap();
                database.approvals().decide(own.id, Decision::Grant, NOW, MINUTE).unwrap().unwrap();
                database.keep_session_metrics(&metrics("p", &n.to_string(), n)).unwrap();
            });
        }
    });
    let database = world.database();
    let approvals = database.approvals().all(NOW).unwrap();
    assert_eq!(approvals.iter().map(|approval| approval.id.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(standing(&database, &matter("shared"), NOW), Some(ApprovalState::Denied));
    assert_eq!(database.session_metrics().unwrap().len(), 4);
}

#[test]
fn threads_share_one_database() {
    let world = World::new();
    let database = world.database();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| database.approvals().ask(&matter("a"), "", NOW, MINUTE).unwrap());
        }
    });
    assert_eq!(database.approvals().all(NOW).unwrap().len(), 1);
}

#[test]
fn the_latest_numbers_of_a_session_are_kept() {
    let world = World::new();
    let database = world.database();
    let huge = SessionMetrics { reads_chars_total: u64::MAX, ..metrics("p", "b", 1) };
    let all = [huge, metrics("p", "a", 2), metrics("pa", "", 3)];
    for session in &all {
        database.keep_session_metrics(&SessionMetrics { reads_count: 0, ..session.clone() }).unwrap();
        database.keep_session_metrics(session).unwrap();
    }
    let mut kept = all.to_vec();
    kept[0].reads_chars_total = i64::MAX as u64;
    assert_eq!(world.database().session_metrics().unwrap(), kept);
}

#[test]
fn of_too_many_sessions_the_oldest_is_forgotten() {
    let world = World::new();
    let database = world.database();
    database.keep_session_metrics(&metrics("p", "oldest", 1)).unwrap();
    database.keep_session_metrics(&metrics("p", "older", 2)).unwrap();
    rusqlite::Connection::open(world.path("reread.db"))
        .unwrap()
        .execute_batch(
            "WITH RECURSIVE n (n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)
             INSERT INTO session_metrics SELECT randomblob(32), 'p', 'c', n, 0, 0, 0, 0, 0, 0, 0 FROM n",
        )
        .unwrap();
    let conversations = |database: &Database| {
        let all = database.session_metrics().unwrap();
        (all.len(), all[0].conversation.clone())
    };
    database.keep_session_metrics(&metrics("p", "oldest", 1)).unwrap();
    assert_eq!(conversations(&database), (10_000, "oldest".to_owned()));
    database.keep_session_metrics(&metrics("p", "new", 20_000)).unwrap();
    assert_eq!(conversations(&database), (10_000, "older".to_owned()));
}

#[test]
fn the_log_stays_short() {
    let world = World::new();
    let database = world.database();
    let mut longest = 0;
    for n in 0..200 {
        database.keep_session_metrics(&metrics("p", &n.to_string(), n)).unwrap();
        longest = longest.max(std::fs::metadata(world.path("reread.db-wal")).map_or(0, |log| log.len()));
    }
    assert!((100_000..300_000).contains(&longest), "{longest}");
    assert_eq!(database.session_metrics().unwrap().len(), 200);
}

#[derive(Debug, Clone)]
enum Step {
    Ask(usize, u64),
    Decide(u64, bool, u64),
    Wait(u64),
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..7_usize, 0..8_u64).prop_map(|(matter, millis)| Step::Ask(matter, millis)),
        3 => (0..8_u64, any::<bool>(), 0..8_u64).prop_map(|(id, grant, millis)| Step::Decide(id, grant, millis)),
        2 => (1..4_u64).prop_map(Step::Wait),
        1 => Just(Step::Reopen),
    ]
}

/// What is known of a question: its number, how it stands, and until when.
type Known = (u64, ApprovalState, u64);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn approvals_do_what_a_table_of_matters_would(steps in prop::collection::vec(step(), 0..24)) {
        let world = World::new();
        let matters = [&[matter("a")][..], &neighbours(&matter("a"))[..6]].concat();
        let mut database = world.database();
        let mut model: HashMap<ApprovalSubject, Known> = HashMap::new();
        let mut clock = 1000;
        let mut given_out = 0;
        for step in steps {
            let now = UnixMillis(clock);
            match step {
                Step::Ask(n, millis) => {
                    let alive = model.get(&matters[n]).copied().filter(|known| clock < known.2);
                    let expected = alive.unwrap_or_else(|| {
                        given_out += 1;
                        (given_out, ApprovalState::Pending, clock + millis)
                    });
                    model.insert(matters[n].clone(), expected);
                    let asked = database.approvals().ask(&matters[n], "", now, Duration::from_millis(millis)).unwrap();
                    prop_assert_eq!((asked.id.0, asked.state, asked.expires.0), expected);
                }
                Step::Decide(id, grant, millis) => {
                    let (decision, standing) = match grant {
                        true => (Decision::Grant, ApprovalState::Granted),
                        false => (Decision::Deny, ApprovalState::Denied),
                    };
                    let known = model.values_mut().find(|known| known.0 == id && clock < known.2);
                    let expected = known.map(|known| {
                        *known = (id, standing, clock + millis);
                        *known
                    });
                    let valid_for = Duration::from_millis(millis);
                    let decided = database.approvals().decide(ApprovalId(id), decision, now, valid_for).unwrap();
                    let decided = decided.map(|decided| (decided.id.0, decided.state, decided.expires.0));
                    prop_assert_eq!(decided, expected);
                }
                Step::Wait(millis) => clock += millis,
                Step::Reopen => database = world.database(),
            }
            let now = UnixMillis(clock);
            let mut alive: Vec<(u64, ApprovalSubject)> = Vec::new();
            for matter in &matters {
                let expected = model.get(matter).copied().filter(|known| clock < known.2);
                let found = database.approvals().find(matter, now).unwrap();
                let found = found.map(|found| (found.id.0, found.state, found.expires.0));
                prop_assert_eq!(found, expected);
                alive.extend(expected.map(|known| (known.0, matter.clone())));
            }
            alive.sort_by_key(|(id, _)| *id);
            let listed = database.approvals().all(now).unwrap();
            let listed: Vec<_> = listed.into_iter().map(|listed| (listed.id.0, listed.subject)).collect();
            prop_assert_eq!(listed, alive);
        }
    }
}
