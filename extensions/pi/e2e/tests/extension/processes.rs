//! The companion process: dead, slow, missing, foreign or misconfigured, it costs nothing but tokens and one notice.

mod configured;
mod failing;
mod side_by_side;
