//! pi's terminal interface under test, and pictures of it.
//!
//! A [`Sitting`] is pi as a person starts it, in a world of [`reread_pi_e2e`]: with the extension under test, and with
//! a model that does as it is told. It opens a [`Screen`], on which one types and looks. What stands there at one moment
//! is a [`Frame`]: text to compare, or cells with colours, which [`svg`] draws.
//!
//! ```no_run
//! use reread_pi_e2e::{ScriptedCall, PiVersion, Script, PiWorld};
//! use reread_pi_screen::{Key, ScreenSize, Sitting};
//! use reread_testkit::program_under_test;
//!
//! let world = PiWorld::new();
//! world.write("song.txt", "one\ntwo\n");
//! let sitting = Sitting::new(&world, PiVersion::V1_5_0)
//!     .program(program_under_test())
//!     .prompt("Read the song.", &Script::new().call(ScriptedCall::read("song.txt")).say("It counts."));
//! let mut screen = sitting.open(ScreenSize::CLASSIC);
//! screen.type_text("Read the song.");
//! screen.press(Key::Enter);
//! screen.wait_for("It counts.");
//! ```
//!
//! Whatever goes wrong is a panic that shows the screen: this is code for tests.

#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    reason = "worlds are throw-away folders of the tests, and a wait for a foreign program has to end"
)]

mod frame;
pub use frame::{Cell, CellColor, CellStyle, Frame};

mod emulator;
pub use emulator::ScreenSize;

mod key;
pub use key::Key;

mod screen;
pub use screen::Screen;

mod sitting;
pub use sitting::Sitting;

mod palette;

mod svg;
pub use svg::svg;
