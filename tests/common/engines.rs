//! Engines that fail, as shell scripts.

use std::path::Path;

/// The command of an engine that answers every position with a move that is not legal; its script lies in `folder`.
pub fn illegal_mover(folder: &Path) -> String {
    let script = folder.join("engine.sh");
    let body = "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
                go*) echo bestmove a1a1;; quit) exit;; esac; done";
    std::fs::write(&script, body).unwrap();
    format!("sh {}", script.display())
}
