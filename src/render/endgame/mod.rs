//! Endgame advice, games and proofs for people, and for programs.

mod played_out;
mod record;
mod text;

pub use played_out::PlayedOut;
pub use record::{AdviceRecord, PlayedOutRecord, TableRecord};
pub use text::{
    TUTOR_HELP, advice_text, color_name, diagram, game_text, illegal_text, played_out_text,
    proof_text, san_list, table_list, verdict,
};
