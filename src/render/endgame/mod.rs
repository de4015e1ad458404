//! Endgame advice, games and proofs for people, and for programs.

mod played_out;
mod record;
mod text;

use super::progress::WorkProgress;
use crate::chess::tablebase::DistanceToMate;
use crate::endgame::advisor::{Advisor, UnknownTable};
use crate::endgame::interpreter::SubgameSearch;
use crate::endgame::proof::{Proof, prove};

pub use played_out::PlayedOut;
pub use record::{AdviceRecord, PlayedOutRecord, TableRecord, proof_record};
pub use text::{
    TUTOR_HELP, advice_text, color_name, diagram, game_text, illegal_text, played_out_text,
    proof_text, san_list, table_list, verdict,
};

/// Plays a table of an advisor against every defence, and shows on standard error how far that is.
///
/// # Errors
///
/// There is no table of this name.
pub fn prove_shown(
    advisor: &Advisor,
    table: &str,
    search: SubgameSearch,
) -> Result<Proof, UnknownTable> {
    let table = advisor.table(table)?;
    let mut progress = WorkProgress::new();
    progress.share(0.0, format!("perfect play of {}", table.endgame));
    let perfect = DistanceToMate::generate(&table.endgame);
    let proof = prove(table, advisor.tables(), search, &perfect, &mut |done, all| {
        progress.share(done as f64 / all as f64, format!("proving {}", table.name));
    });
    progress.finish();
    Ok(proof)
}
